"""Positions and terrain in the form that a game records."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.errors import GeometryError
from geometry.placement import Placement
from geometry.terrain import Part
from referee.rules.errors import MalformedError


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """Pose on the board: centre (x, y) and z of the underside in inches, rotation counter-clockwise from above.

    `declared`: entered by a person, not measured by the camera. Raises `MalformedError` for numbers that are not
    finite.
    """

    x: float
    y: float
    z: float = 0.0
    rotation_deg: float = 0.0
    declared: bool = False

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.x, self.y, self.z, self.rotation_deg))):
            raise MalformedError("game-place", x=self.x, y=self.y, z=self.z, rotation=self.rotation_deg)

    @classmethod
    def of(cls, placement: Placement) -> BoardPlace:
        """Return the pose that the camera measured."""
        return cls(placement.x, placement.y, placement.z, placement.rotation_deg)

    def distance_to(self, other: BoardPlace | Placement) -> float:
        """Return the 3D distance between the centres, inches."""
        return math.dist((self.x, self.y, self.z), (other.x, other.y, other.z))

    def placement(self, thing: str) -> Placement:
        """Return it as an exact placement of that object."""
        return Placement(thing, self.x, self.y, self.z, self.rotation_deg)


Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RecordedTerrain:
    """One part of terrain as plain data; the fields are those of `geometry.terrain.Part`, lengths in inches.

    Raises `MalformedError` for an invalid outline or heights.
    """

    id: str
    feature: str
    outline: tuple[Corner, ...]
    bottom: float
    top: float
    traits: tuple[str, ...] = ()
    see_through: bool = False
    role: str | None = None
    state: str | None = None
    killzone: str | None = None
    equipment: str | None = None

    def __post_init__(self) -> None:
        try:
            self.part()
        except GeometryError as error:
            raise MalformedError(error.message) from error

    @classmethod
    def of(cls, part: Part) -> RecordedTerrain:
        """Convert a part to the recorded form."""
        return cls(
            part.id,
            part.feature,
            tuple((float(x), float(y)) for x, y in part.outline),
            part.bottom,
            part.top,
            tuple(sorted(part.traits)),
            part.see_through,
            part.role,
            part.state,
            part.killzone,
            part.equipment,
        )

    def part(self) -> Part:
        """Convert to the form used in rulings."""
        return Part(
            self.id,
            self.feature,
            self.outline,
            self.bottom,
            self.top,
            traits=frozenset(self.traits),
            see_through=self.see_through,
            role=self.role,
            state=self.state,
            killzone=self.killzone,
            equipment=self.equipment,
        )
