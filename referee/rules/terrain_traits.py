"""Terrain traits and roles used by any rule, openings, and parts that block visibility."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from geometry.base import EXACT_TOLERANCE, Base
from geometry.measure import gap_between_parts, gap_to_part
from geometry.terrain import Part

OPENINGS = frozenset({"door", "access_point", "hatch", "window"})


def is_open(part: Part) -> bool:
    """Return whether the part is an open opening (a missing state means closed)."""
    return part.role in OPENINGS and part.state == "open"


def matters(part: Part) -> bool:
    """Return whether a part is relevant to the rules: neither open nor insignificant (rules I24-09, I21-01).

    A closed hatch counts even with the trait Insignificant, which describes the open one.
    """
    return not is_open(part) and (part.role == "access_point" or not part.has("Insignificant"))


def opaque(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts that block visibility: not see-through, not open, not insignificant (I24-09)."""
    return tuple(part for part in parts if matters(part) and not part.see_through)


def barred(parts: Iterable[Part], viewer: Base, viewed: Base | Part, reach: float) -> tuple[Part, ...]:
    """Return the Barred parts that block this look: neither viewer nor target is within `reach` of them (I24-10)."""
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
    """Return the traits, and the role, that no rule of any edition uses: misspelled, or only descriptive."""
    known = {trait.lower() for trait in TRAITS}
    strange = [trait for trait in traits if trait.lower() not in known]
    return (*strange, *([role] if role is not None and role not in ROLES else []))


BARRED_REACH = 1.0


def blockers_between(parts: Sequence[Part], viewer: Base, viewed: Base | Part) -> tuple[Part, ...]:
    """Return the parts that block visibility between two objects; Barred terrain does if both are far (rule I24-10)."""
    blockers = opaque(part for part in parts if not part.has("Barred"))
    return (*blockers, *barred(parts, viewer, viewed, BARRED_REACH))
