"""Mission: sides with drop zones, markers, and equipment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.rules.errors import MalformedError

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class MissionSide:
    """One side of the board: its drop zone and its territory, corners in inches."""

    id: str
    name: str
    drop_zone: Corners
    territory: Corners


@dataclass(frozen=True, slots=True)
class MarkerSpot:
    """A marker of the mission: kind, centre and diameter in inches, and the side it belongs to."""

    id: str
    kind: str
    at: tuple[float, float]
    diameter: float
    side: str | None = None
    pick_up_allowed: bool = False


@dataclass(frozen=True, slots=True)
class PlacedItem:
    """Equipment that the mission itself sets up, with the corners of its outline, inches."""

    item: str
    outline: Corners
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission of one edition ("2024") on a board of `board` inches.

    `markers` are the objectives first, then all others. `equipment` are the permitted options, None for all of the
    edition's. `actions` are added by the mission, each in the format of a pack file.
    """

    name: str
    edition: str
    board: tuple[float, float]
    sides: tuple[MissionSide, ...]
    markers: tuple[MarkerSpot, ...] = ()
    items: tuple[PlacedItem, ...] = ()
    equipment: tuple[str, ...] | None = None
    killzone: str | None = None
    about: str = ""
    actions: tuple[Mapping[str, Any], ...] = ()

    def side(self, name: str) -> MissionSide:
        """Return the side with that id; raises `MalformedError` that lists the known ones."""
        for side in self.sides:
            if side.id == name:
                return side
        raise MalformedError(
            "mission-side-unknown", side=name, mission=self.name, known=[side.id for side in self.sides]
        )
