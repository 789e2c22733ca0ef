"""The box of a simulated table: models and terrain to put on it from the page, their placement, and its file."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from shapely import Point, Polygon, box, unary_union
from shapely.affinity import rotate, scale, translate
from shapely.geometry.base import BaseGeometry

from calibration.catalogue import Catalogue, OperativeEntry, TerrainEntry, ThingTag
from calibration.files import DigestError, read_undigested
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from messages.message import Message
from overlook.atomic_files import write_digested
from overlook.data_folder import unreadable_reason
from overlook.errors import SetupRefusedError
from overlook.setup.ports import BoxItem
from referee.rules.mission import Corners
from simulation.scene.scene import EditableScene, Poses
from web.contract.setup import actions

NAME = "box.json"
Inches = Annotated[float, Field(ge=-60, le=120, allow_inf_nan=False)]


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Place(_Document):
    x: Inches
    y: Inches
    z: Inches = 0.0
    rotation_deg: Annotated[float, Field(allow_inf_nan=False)] = 0.0


class _Kept(_Document):
    version: Literal[1] = 1
    places: dict[str, _Place] = Field(default_factory=dict)


class BoxMemory:
    """File with the placements of one table's box; if it cannot be read, everything is in the box.

    If the file could not be read, `fault` is the reason.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self.fault: Message | None = None

    def read(self) -> Mapping[str, Placement]:
        """Return the stored placement of each thing; empty if there are none."""
        self.fault = None
        try:
            kept = _Kept.model_validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError, DigestError) as fault:
            self.fault = Message.of("box-unreadable", file=self._path.name, reason=unreadable_reason(fault))
            return {}
        return {name: Placement(name, at.x, at.y, at.z, at.rotation_deg) for name, at in kept.places.items()}

    def keep(self, poses: Poses) -> None:
        """Store all placements; raises `OSError`."""
        standing = {**poses.terrain, **poses.operatives, **poses.markers}
        places = {
            name: _Place(x=at.x, y=at.y, z=at.z, rotation_deg=at.rotation_deg % 360) for name, at in standing.items()
        }
        write_digested(self._path, _Kept(places=places).model_dump_json())

    def forget(self) -> None:
        """Delete the stored placements, so that everything is in the box; raises `OSError`."""
        self._path.unlink(missing_ok=True)


REACH_IN, REST_STEP_IN = 1.2, 0.1
AROUND_DEG = 15.0
ROUND_TURNS_DEG = (0.0, 180.0, 90.0, -90.0, 45.0, -45.0, 135.0, -135.0)
OVAL_TURNS_DEG = (0.0, 180.0)
FIGURE_IN = 1.2
FIGURE_SHARE = 0.6
"""Radius of a figure as a share of its base's radius."""

TOUCH_IN2 = 1e-4
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class OccupiedBoard:
    """Everything on a simulated table: catalogue entries and placements; board `size` in inches.

    `eye` is the camera's position in inches; without one, visibility is not considered.
    """

    size: tuple[float, float]
    terrain: Sequence[TerrainEntry]
    operatives: Sequence[OperativeEntry]
    poses: Poses
    eye: tuple[float, float, float] | None = None

    def put_down(self, model: OperativeEntry, wanted: Placement) -> Placement:
        """Return the resting place of a model that is put down at a place.

        It rests on the highest surface to stand on. If terrain or another model is in the way, it is put at the nearest
        free place within `REACH_IN` inches. The base is rotated, round ones to any side, if its tag would otherwise be
        covered or hidden from the camera. Raises `SetupRefusedError` if there is no free place.
        """
        name = f"{model.id.upper()} {model.name}"
        if not box(0, 0, *self.size).covers(Point(wanted.x, wanted.y)):
            raise SetupRefusedError("box-off-board", thing=name)
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
        raise SetupRefusedError("box-place-taken", thing=name)

    def _is_free(self, shape: BaseGeometry, taken: BaseGeometry) -> bool:
        return bool(box(0, 0, *self.size).covers(shape) and shape.intersection(taken).area < TOUCH_IN2)

    def _is_seen(self, model: OperativeEntry, at: Placement, solids: Sequence[_Solid]) -> bool:
        """Return whether the lines of sight from a model's tags to the camera pass all terrain and its own figure."""
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
    """Return a model's figure as a solid that blocks the view."""
    height = (model.figure_height_mm or 0.0) / MM_PER_INCH
    radius = FIGURE_SHARE * model.half_axes_mm[1] / MM_PER_INCH
    return _Solid(Point(at.x, at.y).buffer(radius), at.z, at.z + height, vantage=False)


def shape_of(model: OperativeEntry, at: Placement) -> BaseGeometry:
    """Return the area that a model covers on the board in inches: its base and the tags beside it."""
    long, short = (half / MM_PER_INCH for half in model.half_axes_mm)
    base = translate(rotate(scale(Point(0, 0).buffer(1.0), long, short), at.rotation_deg, (0, 0)), at.x, at.y)
    return unary_union([base, *(square(tag.offset_mm, 0.55 * tag.size_mm, at) for tag in model.tags)])


def carried(point_mm: Sequence[float], at: Placement) -> tuple[float, float]:
    """Return the board position in inches of a point in a thing's frame in mm."""
    turn = math.radians(at.rotation_deg)
    x, y = point_mm[0] / MM_PER_INCH, point_mm[1] / MM_PER_INCH
    return at.x + x * math.cos(turn) - y * math.sin(turn), at.y + x * math.sin(turn) + y * math.cos(turn)


def square(centre_mm: Sequence[float], half_mm: float, at: Placement) -> Polygon:
    """Return a square around a point of a thing's frame in mm, as a polygon on the board in inches."""
    return Polygon([carried((centre_mm[0] + x * half_mm, centre_mm[1] + y * half_mm), at) for x, y in CORNERS])


def _solids(terrain: Sequence[TerrainEntry], poses: Poses) -> Iterator[_Solid]:
    places: Mapping[str, Placement] = poses.terrain
    for entry in terrain:
        at = places.get(entry.id)
        if at is not None:
            bottom, top = (z / MM_PER_INCH + at.z for z in entry.z_mm)
            yield _Solid(Polygon([carried(corner, at) for corner in entry.footprint_mm]), bottom, top, entry.vantage)


def _level(solids: Sequence[_Solid], at: tuple[float, float]) -> float:
    """Return the height of the highest vantage surface at a place, 0 if there is none."""
    here = Point(at)
    return max((solid.top for solid in solids if solid.vantage and solid.shape.covers(here)), default=0.0)


def _turns(model: OperativeEntry) -> tuple[float, ...]:
    """Return the rotations in degrees that do not change a base's shape."""
    long, short = model.half_axes_mm
    return ROUND_TURNS_DEG if long == short else OVAL_TURNS_DEG


def _around(wanted: Placement) -> Iterator[Placement]:
    """Yield the places to try, nearest first."""
    for ring in range(round(REACH_IN / REST_STEP_IN) + 1):
        steps = round(360 / AROUND_DEG) if ring else 1
        for step in range(steps):
            angle = math.radians(step * AROUND_DEG)
            x, y = wanted.x + ring * REST_STEP_IN * math.cos(angle), wanted.y + ring * REST_STEP_IN * math.sin(angle)
            yield replace(wanted, x=x, y=y)


DEPTH = 4.2
"""Largest distance in inches of a player's models from its own edge, if there is no drop zone."""

TURNS_DEG = (90.0, -90.0, 0.0, 180.0)
STEP_IN, ROOM_IN, EDGE_IN = 0.4, 0.12, 0.3


class SimulatedBox:
    """The things that the page can put on the simulated table; with a `memory` their placements are restored.

    `eye` is the camera's position in inches; models are placed to be visible from it where possible.
    """

    def __init__(
        self, bench: EditableScene, memory: BoxMemory | None = None, eye: tuple[float, float, float] | None = None
    ) -> None:
        self.bench = bench
        self._eye = eye
        self._stock: dict[str, BoxItem] = {}
        self._memory = memory
        self._stood = dict(memory.read()) if memory is not None else {}

    @property
    def fault(self) -> Message | None:
        """Why the stored placements could not be read; None if they could."""
        return None if self._memory is None else self._memory.fault

    @property
    def things(self) -> tuple[BoxItem, ...]:
        """Everything in the box, on the table or beside it."""
        return tuple(self._stock.values())

    def on_table(self, thing: BoxItem) -> bool:
        """Return whether a thing is on the table."""
        return self.bench.on_table(thing.parts[0])

    def add_terrain(self, catalogue: Catalogue, poses: Poses) -> None:
        """Add a table's terrain to the box, feature by feature, with the placements in `poses` as defaults."""
        for feature in dict.fromkeys(entry.feature or entry.id for entry in catalogue.terrain):
            parts = [entry for entry in catalogue.terrain if (entry.feature or entry.id) == feature]
            home = poses.terrain[parts[0].id]
            self.bench.fill([_moved(part, poses.terrain[part.id], home) for part in parts])
            title = feature.replace("-", " ").capitalize()
            self._stock[feature] = BoxItem(feature, title, tuple(part.id for part in parts), home)
        self._put_back(entry.id for entry in catalogue.terrain)

    def _put_back(self, things: Iterable[str]) -> None:
        """Put things that were added to the box at their stored placements."""
        for name in things:
            at = self._stood.pop(name, None)
            if at is not None:
                self.bench.put(name, at)

    def set_models(self, entries: Iterable[OperativeEntry]) -> None:
        """Replace the models in the box by these, with their tags; models with a tag that is in use are left out."""
        used = set(self.bench.catalogue.bare.tag_ids) | {
            tag.id for piece in self.bench.catalogue.terrain for tag in piece.tags
        }
        models: dict[str, OperativeEntry] = {}
        for entry in entries:
            tags = {tag.id for tag in entry.tags}
            if tags and not tags & used:
                used |= tags
                models[entry.id] = entry
        before = [name for name, stock in self._stock.items() if stock.model is not None]
        self.bench.fill(models.values(), without=before)
        self._stock = {name: stock for name, stock in self._stock.items() if stock.model is None} | {
            name: BoxItem(name, f"{name.upper()} {one.name}", (name,), model=one) for name, one in models.items()
        }
        self._put_back(models)

    def move(self, action: actions.Put | actions.TakeOff, zones: Mapping[str, Corners]) -> None:
        """Put a thing on the table or take it off; raises `SetupRefusedError` if it is unknown or does not fit.

        Without coordinates, a model goes to a free place on the floor of its player's zone where it hides no tag; with
        coordinates, it rests there as if put down by hand.
        """
        stock = self._stock.get(action.thing)
        if stock is None:
            raise SetupRefusedError("box-thing-unknown", thing=action.thing, known=self._stock)
        if isinstance(action, actions.TakeOff):
            for part in stock.parts:
                self.bench.take(part)
        else:
            at = self._place(stock, action, zones)
            for part in stock.parts:
                self.bench.put(part, replace(at, thing=part))
        if self._memory is not None:
            with contextlib.suppress(OSError):  # users can place again what could not be stored
                self._memory.keep(self.bench.at(0.0))

    def _place(self, stock: BoxItem, action: actions.Put, zones: Mapping[str, Corners]) -> Placement:
        if action.x is None or action.y is None:
            return self._home(stock, zones)
        wanted = Placement(stock.id, action.x, action.y, 0.0, action.rotation_deg)
        if stock.model is None:
            return wanted
        there = self.bench.catalogue
        width, depth = (side / MM_PER_INCH for side in there.board.size_mm)
        standing = OccupiedBoard((width, depth), there.terrain, there.operatives, self.bench.at(0.0), self._eye)
        return standing.put_down(stock.model, wanted)

    def _home(self, stock: BoxItem, zones: Mapping[str, Corners]) -> Placement:
        if stock.home is not None or stock.model is None:
            return stock.home or Placement(stock.id, 0.0, 0.0)
        width, depth = (side / MM_PER_INCH for side in self.bench.catalogue.board.size_mm)
        strips = {"p1": box(0, 0, width, DEPTH), "p2": box(0, depth - DEPTH, width, depth)}
        player = stock.model.player
        zone = Polygon(zones[player]) if player in zones else strips[player]
        taken = unary_union([*self._terrain(), *self._others(stock.id), *self._board_tags()])
        left, low, right, high = zone.bounds
        reach = stock.model.half_axes_mm[0] / MM_PER_INCH + EDGE_IN
        rows = np.arange(low + reach, high, STEP_IN) if player == "p1" else np.arange(high - reach, low, -STEP_IN)
        for y in rows:
            for x in np.arange(left + reach, right, STEP_IN):
                if not zone.covers(Point(x, y).buffer(reach)):
                    continue
                for turn_deg in TURNS_DEG:
                    at = Placement(stock.id, float(x), float(y), 0.0, turn_deg)
                    shape = _covered(stock.model, at)
                    if box(0, 0, width, depth).covers(shape) and not shape.intersects(taken):
                        return at
        raise SetupRefusedError("box-full", thing=stock.name)

    def _terrain(self) -> Iterator[Polygon]:
        """Yield the area of each terrain piece at home, enlarged by what it hides from the camera."""
        entries = {entry.id: entry for entry in self.bench.catalogue.terrain}
        for stock in self._stock.values():
            for part in stock.parts:
                if stock.home is not None and part in entries:
                    entry, at = entries[part], stock.home
                    corners = [carried(corner, at) for corner in entry.footprint_mm]
                    yield Polygon(corners).buffer(ROOM_IN + 0.3 * entry.z_mm[1] / MM_PER_INCH)

    def _others(self, but: str) -> Iterator[Polygon]:
        standing = self.bench.at(0.0).operatives
        for name, at in standing.items():
            model = self._stock[name].model
            if model is not None and name != but:
                yield _covered(model, at).buffer(ROOM_IN)

    def _board_tags(self) -> Iterator[Polygon]:
        for tag in self.bench.catalogue.board.tags:
            x, y = (value / MM_PER_INCH for value in tag.centre_mm)
            half = 0.65 * tag.size_mm / MM_PER_INCH
            yield box(x - half, y - half, x + half, y + half)


def _covered(model: OperativeEntry, at: Placement) -> Polygon:
    """Return the area that a model covers: its base, its tabs, and the figure that may hide them from above."""
    long, short = (half / MM_PER_INCH for half in model.half_axes_mm)
    disc = Point(at.x, at.y).buffer(max(long, short))
    tabs = (square(tag.offset_mm, 0.7 * tag.size_mm, at) for tag in model.tags)
    return unary_union([disc, *tabs]).convex_hull


def _moved(entry: TerrainEntry, stands: Placement, origin: Placement) -> TerrainEntry:
    """Return a part in the frame of `origin`, so that all parts of a piece share the piece's placement."""
    turn_deg = stands.rotation_deg - origin.rotation_deg
    back = math.radians(-origin.rotation_deg)
    dx, dy = (stands.x - origin.x) * MM_PER_INCH, (stands.y - origin.y) * MM_PER_INCH
    shift = (dx * math.cos(back) - dy * math.sin(back), dx * math.sin(back) + dy * math.cos(back))

    def turned(point: Sequence[float]) -> tuple[float, float]:
        c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        return c * point[0] - s * point[1] + shift[0], s * point[0] + c * point[1] + shift[1]

    tags = tuple(
        ThingTag(
            id=tag.id,
            size_mm=tag.size_mm,
            offset_mm=(*turned(tag.offset_mm), tag.offset_mm[2]),
            angle_deg=tag.angle_deg + turn_deg,
        )
        for tag in entry.tags
    )
    return entry.model_copy(update={"footprint_mm": tuple(map(turned, entry.footprint_mm)), "tags": tags})
