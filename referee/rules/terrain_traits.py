"""Traits and roles any rule asks for; what stops sight; openings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


TRAITS = frozenset(
    {
        "Accessible",
        "Barred",
        "Exposed",
        "Heavy",
        "Insignificant",
        "Ladder",
        "Light",
        "Obstructive",
        "Portable",
        "Protective",
        "Stronghold",
        "Traversable",
        "Vantage",
        "Wall",
    }
)
ROLES = frozenset(
    {
        "access_point",
        "ancient apparatus",
        "barricade",
        "broken pipes",
        "detritus",
        "door",
        "fire_step",
        "hatch",
        "ladder",
        "low wall",
        "machine",
        "materiel",
        "pipes",
        "stronghold",
        "wall",
        "window",
    }
)


def unknown_words(traits: Iterable[str], role: str | None) -> tuple[str, ...]:
    """Return the traits, and the role, that no rule of any edition asks for: misspelled, or kept for people."""
    known = {trait.lower() for trait in TRAITS}
    strange = [trait for trait in traits if trait.lower() not in known]
    return (*strange, *([role] if role is not None and role not in ROLES else []))


BARRED_REACH = 1.0


def blockers_between(parts: Sequence[Part], viewer: Base, viewed: Base | Part) -> tuple[Part, ...]:
    """Return what stops sight between two things: Barred terrain does where both are far from it (rule I24-10)."""
    blockers = opaque(part for part in parts if not part.has("Barred"))
    return (*blockers, *barred(parts, viewer, viewed, BARRED_REACH))
