"""Choreography: a scene in which a hand moves one thing after another."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from calibration.catalogue import Catalogue
from geometry.placement import Placement
from simulation.errors import SceneError
from simulation.scene.scene import Hand, Poses

_GRIP = 1.25
"""Height of the fingertips above a thing's underside, inches."""
_AWAY = 16.0
"""Distance of an arriving or leaving hand from the thing, inches."""


@dataclass(frozen=True, slots=True)
class HandMove:
    """Move of one operative, marker or terrain part by a hand along a path of board points.

    The hand starts at `start_s`, takes `reach_s` to reach the thing, moves it at `speed` inches per second, and takes
    `reach_s` to leave. `z` is the final height of the underside and `rotation_deg` the final rotation (unchanged by
    default); `lift` is the height in inches by which it is raised on the way. A thing that is not on the table yet is
    first brought from the arm's side to `path[0]`; `away` removes it from the table at the path's end.
    """

    thing: str
    start_s: float
    path: tuple[tuple[float, float], ...]
    z: float | None = None
    rotation_deg: float | None = None
    speed: float = 5.0
    lift: float = 0.0
    arm_deg: float = -90.0
    reach_s: float = 0.6
    away: bool = False

    def __post_init__(self) -> None:
        if not self.path or not (self.speed > 0 and self.reach_s > 0):
            raise SceneError("simulation-out-of-range", value=self)


@dataclass(frozen=True, slots=True)
class _Step:
    """Move with its begin and end, in times and placements."""

    move: HandMove
    kind: str
    begin: Placement
    end: Placement
    points: tuple[tuple[float, float], ...]

    @property
    def carry_s(self) -> float:
        length = sum(math.dist(a, b) for a, b in pairwise(self.points)) + 2 * self.move.lift
        return max(length / self.move.speed, 0.05)

    @property
    def end_s(self) -> float:
        return self.move.start_s + 2 * self.move.reach_s + self.carry_s

    def at(self, t_s: float) -> tuple[Placement, Hand]:
        """Return the placement of the thing and the hand at a time between begin and end."""
        move = self.move
        since = t_s - move.start_s - move.reach_s
        share = _smooth(since / self.carry_s)
        x, y = _along(self.points, share)
        rise = move.lift * math.sin(math.pi * share)
        z = self.begin.z + (self.end.z - self.begin.z) * share
        turn = self.begin.rotation_deg + (self.end.rotation_deg - self.begin.rotation_deg) * share
        placement = Placement(move.thing, x, y, z + rise, turn)
        away = _AWAY * (1 - _smooth(1 + since / move.reach_s) + _smooth((since - self.carry_s) / move.reach_s))
        arm = math.radians(move.arm_deg)
        hand_z = z + rise + _GRIP + away / _AWAY * 1.5
        return placement, Hand(x + away * math.cos(arm), y + away * math.sin(arm), hand_z, move.arm_deg)


def _smooth(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def _along(points: Sequence[tuple[float, float]], share: float) -> tuple[float, float]:
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    left = share * sum(lengths)
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        if left <= length and length > 0:
            part = left / length
            return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
        left -= length
    return points[-1]


class Choreography:
    """Scene in which a hand makes moves, one at a time; between them nothing moves.

    Raises `SceneError` if two moves overlap in time or a move names a thing outside the catalogue.
    """

    def __init__(self, catalogue: Catalogue, start: Poses, moves: Sequence[HandMove] = ()) -> None:
        self.catalogue = catalogue
        self._kinds = {entry.id: "operatives" for entry in catalogue.operatives}
        self._kinds |= {entry.id: "markers" for entry in catalogue.markers}
        self._kinds |= {entry.id: "terrain" for entry in catalogue.terrain}
        self._rests = [start]
        self._steps: list[_Step] = []
        for move in sorted(moves, key=lambda each: each.start_s):
            self._add(move)

    @property
    def end_s(self) -> float:
        """Time at which the last hand has left."""
        return self._steps[-1].end_s if self._steps else 0.0

    def at(self, t_s: float) -> Poses:
        """Return all poses `t_s` seconds after the scene began."""
        number = bisect_right(self._steps, t_s, key=lambda step: step.move.start_s)
        if number == 0 or t_s >= self._steps[number - 1].end_s:
            return self._rests[number]
        step = self._steps[number - 1]
        released = t_s >= step.move.start_s + step.move.reach_s + step.carry_s
        if released:
            return replace(self._rests[number], hand=step.at(t_s)[1])
        placement, hand = step.at(t_s)
        return replace(_with(self._rests[number - 1], step.kind, placement), hand=hand)

    def _add(self, move: HandMove) -> None:
        kind = self._kinds.get(move.thing)
        if kind is None:
            raise SceneError("simulation-move-unknown", thing=move.thing, known=sorted(self._kinds))
        if self._steps and move.start_s < self._steps[-1].end_s:
            before = self._steps[-1]
            raise SceneError(
                "simulation-hand-busy",
                thing=move.thing,
                start=move.start_s,
                other=before.move.thing,
                until=before.end_s,
            )
        rest = self._rests[-1]
        begin = getattr(rest, kind).get(move.thing)
        points = move.path
        if begin is None:
            arm = math.radians(move.arm_deg)
            x, y = move.path[0]
            begin = Placement(
                move.thing, x + _AWAY * math.cos(arm), y + _AWAY * math.sin(arm), 2.0, move.rotation_deg or 0.0
            )
            end_z = move.z or 0.0
        else:
            end_z = begin.z if move.z is None else move.z
        points = ((begin.x, begin.y), *points)
        turn = begin.rotation_deg if move.rotation_deg is None else move.rotation_deg
        end = Placement(move.thing, *points[-1], end_z, turn)
        self._steps.append(_Step(move, kind, begin, end, points))
        self._rests.append(_without(rest, kind, move.thing) if move.away else _with(rest, kind, end))


def _with(poses: Poses, kind: str, placement: Placement) -> Poses:
    things = {**getattr(poses, kind), placement.thing: placement}
    return _replaced(poses, kind, things)


def _without(poses: Poses, kind: str, thing: str) -> Poses:
    things = {name: at for name, at in getattr(poses, kind).items() if name != thing}
    return _replaced(poses, kind, things)


def _replaced(poses: Poses, kind: str, things: dict[str, Placement]) -> Poses:
    if kind == "operatives":
        return replace(poses, operatives=things)
    if kind == "markers":
        return replace(poses, markers=things)
    return replace(poses, terrain=things)
