"""Snapshot of the table: board, operatives, terrain and markers with their placements."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from geometry.base import Base, BaseShape
from geometry.errors import GeometryError, ShapeError
from geometry.placement import Placement
from geometry.terrain import Part


@dataclass(frozen=True, slots=True)
class Board:
    """The killzone's rectangle, inches: x from 0 to `width`, y from 0 to `depth` (rule A24-01)."""

    width: float = 30.0
    depth: float = 22.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.width) and math.isfinite(self.depth) and self.width > 0 and self.depth > 0):
            raise ShapeError("geometry-board-size", width=self.width, depth=self.depth)


@dataclass(frozen=True, slots=True)
class Operative:
    """One miniature: its player, base, height of its head above the base's underside, and placement.

    `head_sigma` is the standard deviation of the head's height, inches; zero if it counts as exact.
    """

    id: str
    player: str
    shape: BaseShape
    head: float
    placement: Placement
    head_sigma: float = 0.0
    base: Base = field(init=False, repr=False, compare=False)
    """The base at its placement."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.head) and 0 < self.head < 20):
            raise ShapeError("geometry-operative-head", operative=self.id, head=self.head)
        if not (math.isfinite(self.head_sigma) and self.head_sigma >= 0):
            raise ShapeError("geometry-operative-head-sigma", operative=self.id, sigma=self.head_sigma)
        where = self.placement
        object.__setattr__(self, "base", Base(self.shape, where.x, where.y, where.z, where.rotation_deg))


@dataclass(frozen=True, slots=True)
class Marker:
    """Flat disc on the board: kind ("objective", "smoke", ...), diameter in inches, and placement.

    `carried_by` is the id of the operative that carries it, if any.
    """

    id: str
    kind: str
    diameter: float
    placement: Placement
    carried_by: str | None = None
    base: Base = field(init=False, repr=False, compare=False)
    """The disc as a round base without height."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.diameter) and 0 < self.diameter < 20):
            raise ShapeError("geometry-marker-diameter", marker=self.id, diameter=self.diameter)
        where, shape = self.placement, BaseShape(self.diameter, self.diameter)
        object.__setattr__(self, "base", Base(shape, where.x, where.y, where.z))


@dataclass(frozen=True, slots=True)
class Table:
    """All placements at one moment, with the flags that decide whether they may be used for rulings. Immutable.

    `settled`: nothing moves and no hand is in view. `camera_moved`: the board has moved relative to its calibration.
    `common` is the covariance (4x4, like a placement's) of the error that all uncertain placements share; it is
    included in the covariance of each. None if they share no error. Raises `GeometryError` if two objects have the same
    id.
    """

    board: Board = Board()
    operatives: Mapping[str, Operative] = field(default_factory=dict)
    terrain: tuple[Part, ...] = ()
    markers: Mapping[str, Marker] = field(default_factory=dict)
    hand_in_view: bool = False
    settled: bool = True
    camera_moved: bool = False
    common: NDArray[np.float64] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for kind, things in (("operative", self.operatives), ("marker", self.markers)):
            for key, thing in things.items():
                if key != thing.id:
                    raise GeometryError("geometry-id-mismatch", kind=kind, thing=thing.id, key=key)
        seen: set[str] = set()
        for part in self.terrain:
            if part.id in seen:
                raise GeometryError("geometry-part-twice", part=part.id)
            seen.add(part.id)

    def operative(self, id_: str) -> Operative:
        """Return the operative with this id; raises `GeometryError` that lists the known ones."""
        try:
            return self.operatives[id_]
        except KeyError:
            known = sorted(self.operatives)
            raise GeometryError(
                "geometry-operative-unknown", operative=id_, operatives=known, known=len(known)
            ) from None
