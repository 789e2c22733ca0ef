"""Where a model stands that is put down by hand: on what lies under it, in nothing, and with its tag in sight."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from shapely import Point, Polygon, box, unary_union
from shapely.affinity import rotate, scale, translate
from shapely.geometry.base import BaseGeometry

from calibration.catalogue import OperativeEntry, TerrainEntry
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from overlook.setup.errors import SetupRefusedError
from simulation.scene.scene import Poses

REACH_IN, STEP_IN = 1.2, 0.1
AROUND_DEG = 15.0
ROUND_TURNS_DEG = (0.0, 180.0, 90.0, -90.0, 45.0, -45.0, 135.0, -135.0)
OVAL_TURNS_DEG = (0.0, 180.0)
FIGURE_IN = 1.2
FIGURE_SHARE = 0.6
"""Of a base's radius, how far its figure reaches to its sides."""

TOUCH_IN2 = 1e-4
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything that stands on a simulated table: what carries which tag, and where; board `size` in inches.

    `eye` is where the camera hangs, inches; without one nothing hides anything from it.
    """

    size: tuple[float, float]
    terrain: Sequence[TerrainEntry]
    operatives: Sequence[OperativeEntry]
    poses: Poses
    eye: tuple[float, float, float] | None = None

    def put_down(self, model: OperativeEntry, wanted: Placement) -> Placement:
        """Return where a model comes to stand that a hand puts down at a place.

        That is there, on the top of what can be stood on; where a wall or a model is in the way, the nearest place
        within `REACH_IN` inches where nothing is. A base is turned, a round one to any side, where its tag would be
        covered there, or hidden from the camera.
        `SetupRefusedError` where there is no such place.
        """
        name = f"{model.id.upper()} {model.name}"
        if not box(0, 0, *self.size).covers(Point(wanted.x, wanted.y)):
            raise SetupRefusedError(f"{name}: that is off the board: put it on the board, or take it off the table")
        solids = [*_solids(self.terrain, self.poses)]
        level = _level(solids, (wanted.x, wanted.y))
        others = [
            (at.z, shape_of(one, at))
            for one in self.operatives
            if one.id != model.id and (at := self.poses.operatives.get(one.id)) is not None
        ]
        in_way = [solid.shape for solid in solids if solid.top > level + 0.01 and solid.bottom < level + FIGURE_IN]
        taken = unary_union([*in_way, *(shape for z, shape in others if abs(z - level) < FIGURE_IN)])
        for place in _around(wanted):
            if _level(solids, (place.x, place.y)) == level:
                turned = [replace(place, z=level, rotation_deg=place.rotation_deg + turn) for turn in _turns(model)]
                free = [at for at in turned if self._is_free(shape_of(model, at), taken)]
                if free:
                    return next((at for at in free if self._is_seen(model, at, solids)), free[0])
        raise SetupRefusedError(f"{name}: something stands there: put it down where there is room")

    def _is_free(self, shape: BaseGeometry, taken: BaseGeometry) -> bool:
        return bool(box(0, 0, *self.size).covers(shape) and shape.intersection(taken).area < TOUCH_IN2)

    def _is_seen(self, model: OperativeEntry, at: Placement, solids: Sequence[_Solid]) -> bool:
        """Return whether the ways from a model's tags to the camera pass beside all terrain, and its own figure."""
        if self.eye is None:
            return True
        x, y, height = self.eye
        for tag in model.tags:
            printed, level = square(tag.offset_mm, 0.5 * tag.size_mm, at), at.z + tag.offset_mm[2] / MM_PER_INCH
            for solid in (*solids, _figure(model, at)):
                share = max(0.0, (solid.top - level) / (height - level))
                middle = printed.centroid
                there = translate(printed, share * (x - middle.x), share * (y - middle.y))
                if share and unary_union([printed, there]).convex_hull.intersects(solid.shape):
                    return False
        return True


@dataclass(frozen=True, slots=True)
class _Solid:
    shape: Polygon
    bottom: float
    top: float
    vantage: bool


def _figure(model: OperativeEntry, at: Placement) -> _Solid:
    """Return a model's figure as something that hides what is behind it."""
    height = (model.figure_height_mm or 0.0) / MM_PER_INCH
    radius = FIGURE_SHARE * model.half_axes_mm[1] / MM_PER_INCH
    return _Solid(Point(at.x, at.y).buffer(radius), at.z, at.z + height, vantage=False)


def shape_of(model: OperativeEntry, at: Placement) -> BaseGeometry:
    """Return what a model covers of the board at a place, inches: its base, and the tag beside it."""
    long, short = (half / MM_PER_INCH for half in model.half_axes_mm)
    base = translate(rotate(scale(Point(0, 0).buffer(1.0), long, short), at.rotation_deg, (0, 0)), at.x, at.y)
    return unary_union([base, *(square(tag.offset_mm, 0.55 * tag.size_mm, at) for tag in model.tags)])


def carried(point_mm: Sequence[float], at: Placement) -> tuple[float, float]:
    """Return where a point of a thing's frame, mm, is on the board, inches."""
    turn = math.radians(at.rotation_deg)
    x, y = point_mm[0] / MM_PER_INCH, point_mm[1] / MM_PER_INCH
    return at.x + x * math.cos(turn) - y * math.sin(turn), at.y + x * math.sin(turn) + y * math.cos(turn)


def square(centre_mm: Sequence[float], half_mm: float, at: Placement) -> Polygon:
    """Return the square about a point of a thing's frame, mm, as it lies on the board, inches."""
    return Polygon([carried((centre_mm[0] + x * half_mm, centre_mm[1] + y * half_mm), at) for x, y in CORNERS])


def _solids(terrain: Sequence[TerrainEntry], poses: Poses) -> Iterator[_Solid]:
    places: Mapping[str, Placement] = poses.terrain
    for entry in terrain:
        at = places.get(entry.id)
        if at is not None:
            bottom, top = (z / MM_PER_INCH + at.z for z in entry.z_mm)
            yield _Solid(Polygon([carried(corner, at) for corner in entry.footprint_mm]), bottom, top, entry.vantage)


def _level(solids: Sequence[_Solid], at: tuple[float, float]) -> float:
    """Return the height of the highest top to stand on at a place; the floor's where there is none."""
    here = Point(at)
    return max((solid.top for solid in solids if solid.vantage and solid.shape.covers(here)), default=0.0)


def _turns(model: OperativeEntry) -> tuple[float, ...]:
    """Return the turns in which a base is the same, degrees."""
    long, short = model.half_axes_mm
    return ROUND_TURNS_DEG if long == short else OVAL_TURNS_DEG


def _around(wanted: Placement) -> Iterator[Placement]:
    """Yield the places to try, the nearest ones first."""
    for ring in range(round(REACH_IN / STEP_IN) + 1):
        steps = round(360 / AROUND_DEG) if ring else 1
        for step in range(steps):
            angle = math.radians(step * AROUND_DEG)
            x, y = wanted.x + ring * STEP_IN * math.cos(angle), wanted.y + ring * STEP_IN * math.sin(angle)
            yield replace(wanted, x=x, y=y)
