"""Which terrain stops a line of sight."""

from __future__ import annotations

from collections.abc import Iterable

from geometry.base import EXACT_TOLERANCE, Base
from geometry.measure import gap_between_parts, gap_to_part
from geometry.terrain import Part

OPENINGS = frozenset({"door", "access_point", "hatch", "window"})


def is_open(part: Part) -> bool:
    """Whether the part is an opening that stands open (a missing state is closed)."""
    return part.role in OPENINGS and part.state == "open"


def matters(part: Part) -> bool:
    """Whether a part is there for the rules: neither open nor insignificant (rules I24-09, I21-01).

    A closed hatch is there whatever its card says of the open one.
    """
    return not is_open(part) and (part.role == "access_point" or not part.has("Insignificant"))


def opaque(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts that no line of sight goes through: not see-through, not open, not insignificant (I24-09)."""
    return tuple(part for part in parts if matters(part) and not part.see_through)


def barred(parts: Iterable[Part], viewer: Base, viewed: Base | Part, reach: float) -> tuple[Part, ...]:
    """Return the Barred parts that stop this sight: neither viewer nor viewed is within `reach` of them (I24-10)."""
    return tuple(
        part
        for part in parts
        if part.has("Barred")
        and not is_open(part)
        and min(gap_to_part(viewer, part), _gap_from(viewed, part)) > reach + EXACT_TOLERANCE
    )


def _gap_from(thing: Base | Part, part: Part) -> float:
    return gap_between_parts(thing, part) if isinstance(thing, Part) else gap_to_part(thing, part)
