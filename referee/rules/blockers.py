"""Which terrain stops a line of sight."""

from __future__ import annotations

from collections.abc import Iterable

from geometry.measure import gap_to_part
from geometry.table import Operative
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

OPENINGS = frozenset({"door", "access_point", "hatch", "window"})


def is_open(part: Part) -> bool:
    """Whether the part is an opening that stands open (a missing state is closed)."""
    return part.role in OPENINGS and part.state == "open"


def opaque(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts that no line of sight goes through: not see-through, not open, not insignificant (I24-09)."""
    return tuple(part for part in parts if not (part.see_through or is_open(part) or part.has("Insignificant")))


def barred(parts: Iterable[Part], viewer: Operative, target: Operative, reach: float) -> tuple[Part, ...]:
    """Return the Barred parts that stop this sight: neither viewer nor viewed is within `reach` of them (I24-10)."""
    return tuple(
        part
        for part in parts
        if part.has("Barred")
        and not is_open(part)
        and min(gap_to_part(viewer.base, part), gap_to_part(target.base, part)) > reach + EXACT_TOLERANCE
    )
