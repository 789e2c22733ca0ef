"""Where a thing was last accepted to stand."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.placement import Placement
from referee.rules.errors import MalformedError


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A pose on the board: centre (x, y) and z of the underside in inches, turned counter-clockwise from above.

    `declared` says that a person said so, not the camera. Raises `MalformedError` for numbers that are not finite.
    """

    x: float
    y: float
    z: float = 0.0
    rotation_deg: float = 0.0
    declared: bool = False

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.x, self.y, self.z, self.rotation_deg))):
            raise MalformedError(
                f"place ({self.x!r}, {self.y!r}, {self.z!r}) turned {self.rotation_deg!r} deg: expected finite numbers"
            )

    @classmethod
    def of(cls, placement: Placement) -> BoardPlace:
        """Return the place where the camera saw a thing."""
        return cls(placement.x, placement.y, placement.z, placement.rotation_deg)

    def distance_to(self, other: BoardPlace | Placement) -> float:
        """Return how far the other place is away, from centre to centre, inches; heights count."""
        return math.dist((self.x, self.y, self.z), (other.x, other.y, other.z))

    def placement(self, thing: str) -> Placement:
        """Return it as the placement of that thing, without doubt."""
        return Placement(thing, self.x, self.y, self.z, self.rotation_deg)
