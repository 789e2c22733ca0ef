"""What the camera would see: things put where the script says, a hand over the table, then a table at rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from geometry.position_errors import turned
from geometry.table import Table
from geometry.terrain import Part
from overlook.play.laid_table import PICTURE_PX, LaidTable, placed
from overlook.play.steps import See
from overlook.table.seen_table import SeenTable
from referee.rules.support import at_their_heights
from vision.frame import Frame
from vision.tracking.track import TrackState, Waypoint

STEP_S = 0.2
"""Seconds between two waypoints of a way that was followed."""

PICTURE = np.full((PICTURE_PX[1], PICTURE_PX[0]), 128, np.uint8)
TAKEN = datetime(2026, 1, 1, tzinfo=UTC)


class Sightings:
    """The table under the camera, and one sighting of it after another.

    Every time that a thing is put down its place is seen with an error of `sigma_mm` in x and in y, and that is what it
    is seen with from then on: a thing at rest is seen where it was. `mount_mm` of it is how a model sits on its tag:
    the same wherever it is put, and it turns with the model. Terrain is known exactly.
    """

    def __init__(
        self, laid: LaidTable, *, sigma_mm: float, mount_mm: float, seed: int, now_s: Callable[[], float]
    ) -> None:
        self._laid = laid
        self._sigma = sigma_mm / MM_PER_INCH
        self._mount = min(mount_mm, sigma_mm) / MM_PER_INCH
        self._noise = np.random.default_rng(seed)
        mounting = np.random.default_rng([seed, 1])
        self._mounts = {name: mounting.normal(0.0, 1.0, 2) * self._mount for name in laid.operatives}
        self._now_s = now_s
        self._terrain = dict(laid.terrain)
        self._paths: dict[str, tuple[Waypoint, ...]] = {}
        self._states: dict[str, TrackState] = {}
        self._places: dict[str, Placement] = {}
        for name, place in laid.places.items():
            self._put(name, place)

    def at_rest(self) -> SeenTable:
        """Return the table at rest, nobody's hand over it."""
        return self._seen(settled=True, hand=False)

    def laid(self, token: str, spot: tuple[float, ...]) -> SeenTable:
        """Return the table at rest with a marker's token laid there."""
        self._put(token, placed(token, spot))
        return self.at_rest()

    def take_away(self, things: Iterable[str]) -> None:
        """Take things off the table, into a player's hand."""
        for name in things:
            self._take_away(name)

    def follow(self, step: See) -> Iterator[SeenTable]:
        """Yield what is seen while a hand does what the step says, and last the table at rest."""
        moved = [name for name in step.see if name in self._laid.operatives]
        self._states |= dict.fromkeys(moved, TrackState.MOVING)
        yield self._seen(settled=False, hand=True)
        for name, spot in step.see.items():
            self._move(name, spot, step.via.get(name, ()))
        for name in step.gone:
            self._take_away(name)
        for state, leaves in (("open", step.open), ("closed", step.closed)):
            for name in leaves:
                self._terrain[name] = replace(self._terrain[name], state=state)
        yield self._seen(settled=False, hand=True)
        self._states |= dict.fromkeys(moved, TrackState.SEEN)
        yield self._seen(settled=False, hand=False)
        yield self.at_rest()

    def _move(self, name: str, spot: tuple[float, ...], via: Iterable[tuple[float, ...]]) -> None:
        if name in self._laid.terrain:
            self._terrain[name] = _moved(self._laid.terrain[name], placed(name, spot))
            return
        before = self._places.get(name)
        self._put(name, placed(name, spot))
        between = [(step[0], step[1]) for step in via]
        self._paths.pop(name, None)
        if before is not None and between:
            now = self._places[name]
            way = [(before.x, before.y), *between, (now.x, now.y)]
            start_s = self._now_s()
            self._paths[name] = tuple(Waypoint(start_s + STEP_S * k, x, y) for k, (x, y) in enumerate(way))

    def _put(self, name: str, place: Placement) -> None:
        """Put an operative or a marker there, seen with the error of its own sighting."""
        variance = self._sigma**2
        covariance = np.diag([variance, variance, 0.0, 0.0])
        off = self._noise.normal(0.0, 1.0, 2) * self._sigma
        if name in self._mounts and self._mount:
            off = off * math.sqrt(1 - (self._mount / self._sigma) ** 2)
            off = off + turned(place.rotation_deg) @ self._mounts[name]
            place = replace(place, mount=np.eye(2) * self._mount**2)
        self._places[name] = replace(place, x=place.x + float(off[0]), y=place.y + float(off[1]), covariance=covariance)
        if name in self._laid.operatives:
            self._states[name] = TrackState.SEEN

    def _take_away(self, name: str) -> None:
        self._terrain.pop(name, None)
        self._places.pop(name, None)
        self._paths.pop(name, None)
        if name in self._states:
            self._states[name] = TrackState.GONE

    def _seen(self, *, settled: bool, hand: bool) -> SeenTable:
        table = Table(
            self._laid.board,
            {
                name: replace(body, placement=self._places[name])
                for name, body in self._laid.operatives.items()
                if name in self._places
            },
            tuple(self._terrain.values()),
            {
                name: replace(body, placement=self._places[name])
                for name, body in self._laid.markers.items()
                if name in self._places
            },
            settled=settled,
            hand_in_view=hand,
        )
        frame = Frame(PICTURE, self._now_s(), TAKEN, "script")
        return SeenTable(frame, at_their_heights(table), states=dict(self._states), paths=dict(self._paths))


def _moved(part: Part, to: Placement) -> Part:
    """Return a terrain part with the middle of its outline at a place, turned about it from how it lay at first."""
    middle = part.polygon.centroid
    turn = math.radians(to.rotation_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    around = [(x - middle.x, y - middle.y) for x, y in part.outline]
    outline = tuple((to.x + x * cos - y * sin, to.y + x * sin + y * cos) for x, y in around)
    return replace(part, outline=outline, bottom=to.z, top=to.z + part.top - part.bottom)
