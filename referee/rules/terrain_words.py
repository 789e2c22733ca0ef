"""The words of terrain that any rule asks for: its traits and its roles."""

from __future__ import annotations

from collections.abc import Iterable

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
