"""The simulated table's box: pieces of terrain and the models of both teams, put on the table one by one."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from shapely import Point, Polygon, box, unary_union

from calibration.catalogue import Catalogue, OperativeEntry, TerrainEntry, ThingTag
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from overlook.demo.box_memory import BoxMemory
from overlook.demo.standing import Standing, carried, square
from overlook.setup.box import Stock
from overlook.setup.errors import SetupRefusedError
from referee.rules.mission import Corners
from simulation.scene.scene import Bench, Poses
from web.contract.setup import actions

DEPTH = 4.2
"""Where there is no drop zone, a player's models stand so far from its own edge at most, inches."""

TURNS_DEG = (90.0, -90.0, 0.0, 180.0)
STEP_IN, ROOM_IN, EDGE_IN = 0.4, 0.12, 0.3


class SimulatedBox:
    """What can be put on the simulated table by the page; with a `memory` a table opened again stands as it did.

    `eye` is where the camera hangs, inches: a model is put down so that it is seen, where that can be.
    """

    def __init__(
        self, bench: Bench, memory: BoxMemory | None = None, eye: tuple[float, float, float] | None = None
    ) -> None:
        self.bench = bench
        self._eye = eye
        self._stock: dict[str, Stock] = {}
        self._memory = memory
        self._stood = dict(memory.read()) if memory is not None else {}

    @property
    def fault(self) -> str:
        """What was wrong with the memory of where everything stood, in one line."""
        return "" if self._memory is None else self._memory.fault

    @property
    def things(self) -> tuple[Stock, ...]:
        """Everything in the box, on the table or beside it."""
        return tuple(self._stock.values())

    def on_table(self, thing: Stock) -> bool:
        """Return whether a thing stands on the table."""
        return self.bench.on_table(thing.parts[0])

    def lay_in(self, catalogue: Catalogue, poses: Poses) -> None:
        """Put a table's terrain into the box, feature by feature; each goes back to where it stands in `poses`."""
        for feature in dict.fromkeys(entry.feature or entry.id for entry in catalogue.terrain):
            parts = [entry for entry in catalogue.terrain if (entry.feature or entry.id) == feature]
            home = poses.terrain[parts[0].id]
            self.bench.fill([_moved(part, poses.terrain[part.id], home) for part in parts])
            title = feature.replace("-", " ").capitalize()
            self._stock[feature] = Stock(feature, title, tuple(part.id for part in parts), home)
        self._put_back(entry.id for entry in catalogue.terrain)

    def _put_back(self, things: Iterable[str]) -> None:
        """Stand what has just come into the box where it stood when the table was open last."""
        for name in things:
            at = self._stood.pop(name, None)
            if at is not None:
                self.bench.put(name, at)

    def glue(self, entries: Iterable[OperativeEntry]) -> None:
        """Hold these models and no others, each with its tags; one whose tag something else carries is left out."""
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
            name: Stock(name, f"{name.upper()} {one.name}", (name,), model=one) for name, one in models.items()
        }
        self._put_back(models)

    def move(self, action: actions.Put | actions.TakeOff, zones: Mapping[str, Corners]) -> None:
        """Put a thing on the table or take it off; `SetupRefusedError` when the box does not hold it, or nothing fits.

        A model goes into its player's zone, where it hides no tag and stands on nothing; or where it is told to, on
        what lies there, as a hand puts it down.
        """
        stock = self._stock.get(action.thing)
        if stock is None:
            raise SetupRefusedError(f"{action.thing!r} is not in the box: {', '.join(self._stock) or 'it is empty'}")
        if isinstance(action, actions.TakeOff):
            for part in stock.parts:
                self.bench.take(part)
        else:
            at = self._place(stock, action, zones)
            for part in stock.parts:
                self.bench.put(part, replace(at, thing=part))
        if self._memory is not None:
            with contextlib.suppress(OSError):  # what cannot be kept is put on the table again by hand
                self._memory.keep(self.bench.at(0.0))

    def _place(self, stock: Stock, action: actions.Put, zones: Mapping[str, Corners]) -> Placement:
        if action.x is None or action.y is None:
            return self._home(stock, zones)
        wanted = Placement(stock.id, action.x, action.y, 0.0, action.rotation_deg)
        if stock.model is None:
            return wanted
        there = self.bench.catalogue
        width, depth = (side / MM_PER_INCH for side in there.board.size_mm)
        standing = Standing((width, depth), there.terrain, there.operatives, self.bench.at(0.0), self._eye)
        return standing.put_down(stock.model, wanted)

    def _home(self, stock: Stock, zones: Mapping[str, Corners]) -> Placement:
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
        raise SetupRefusedError(f"{stock.name}: there is no room left for it: take something off the table first")

    def _terrain(self) -> Iterator[Polygon]:
        """Yield what terrain covers at home, and what it hides from the camera behind it."""
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
    """Return what a model covers: its base, its tabs, and the figure that leans over them from above."""
    long, short = (half / MM_PER_INCH for half in model.half_axes_mm)
    disc = Point(at.x, at.y).buffer(max(long, short))
    tabs = (square(tag.offset_mm, 0.7 * tag.size_mm, at) for tag in model.tags)
    return unary_union([disc, *tabs]).convex_hull


def _moved(entry: TerrainEntry, stands: Placement, origin: Placement) -> TerrainEntry:
    """Return a part in the frame of `origin`, so that every part of a piece stands at the piece's own place."""
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
