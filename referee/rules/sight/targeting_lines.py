"""Targeting lines from each shooter point, over sampled positions.

A shift of terrain is equivalent to the opposite shift of both bases. So for one uncertain piece of terrain no other
terrain has to be sampled.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry import base_arrays
from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import covariance_root
from geometry.measure import gap_to_part
from geometry.position_errors import SampledPositions, max_sigmas, own_roots, sample_positions
from geometry.table import Operative
from geometry.targeting.line_rules import LineRules
from geometry.targeting.lines import Lines, draw_lines
from geometry.terrain import Part, Prisms

Array = NDArray[np.float64]
Pair = tuple[Base, Base]

TRIED_SIGMAS = 5.0
"""Size of the shift of one cause of error: four equal causes together are then covered to 2.5 sigmas."""

NOTHING = np.zeros((0, 4))
"""No causes of error."""


def _moved(base: Base, shift: Array) -> Base:
    dx, dy, _, turn = shift.tolist()
    return Base(base.shape, base.x + dx, base.y + dy, base.z, base.rotation_deg + turn)


def as_seen_from(piece: Part, base: Base, shift: Array) -> Base:
    """Return a base relative to a piece of terrain with this shift and this rotation about its pivot."""
    dx, dy, _, turn = shift.tolist()
    px, py = piece.pivot
    x, y = base.x - px - dx, base.y - py - dy
    cos, sin = math.cos(math.radians(-turn)), math.sin(math.radians(-turn))
    return Base(base.shape, px + x * cos - y * sin, py + x * sin + y * cos, base.z, base.rotation_deg - turn)


def _axes(operative: Operative) -> Array:
    """Return the causes of a placement's error that affect lines to its base, one per row, each one sigma long."""
    if operative.placement.exact:
        return NOTHING
    axes = own_roots(operative.placement, None).T
    level = axes[:, [0, 1] if operative.shape.is_round else [0, 1, 3]]
    return np.asarray(axes[np.abs(level).max(axis=1, initial=0.0) > 1e-9])


def pushed_pairs(shooter: Operative, target: Operative) -> list[Pair]:
    """Return both bases with one cause of error at a time shifted by ±`TRIED_SIGMAS`; none if exact."""
    here, there = shooter.base, target.base
    steps = [sign * TRIED_SIGMAS for sign in (1, -1)]
    pairs = [(_moved(here, step * axis), there) for axis in _axes(shooter) for step in steps]
    pairs += [(here, _moved(there, step * axis)) for axis in _axes(target) for step in steps]
    return pairs


def pushed_by(piece: Part, shooter: Operative, target: Operative) -> list[Pair]:
    """Return both bases relative to a piece of terrain shifted by one cause at a time, in both directions."""
    here, there = shooter.base, target.base
    shifts = [sign * TRIED_SIGMAS * axis for axis in covariance_root(piece.covariance).T for sign in (1, -1)]
    return [(as_seen_from(piece, here, by), as_seen_from(piece, there, by)) for by in shifts]


def drawn_pair(found: SampledPositions, shooter: Operative, target: Operative, piece: Part | None, row: int) -> Pair:
    """Return both bases in one draw, relative to the uncertain piece of terrain, if there is one."""
    pair = found.base(shooter, row), found.base(target, row)
    if piece is None:
        return pair
    shift = found.pieces[f"terrain {piece.feature}"][row]
    return as_seen_from(piece, pair[0], shift), as_seen_from(piece, pair[1], shift)


FEW, SAMPLES = 32, 96
LEAST_SHARE = 0.5
ROOM = 0.1


@dataclass(frozen=True, slots=True)
class ShooterPoint:
    """Point on the shooter's base to draw lines from, with the parts that give cover and that obscure from there.

    `point` is (x, y) on the board, `room` the width of the area of such points around it, inches.
    """

    point: tuple[float, float]
    room: float
    covering: frozenset[str]
    obscuring: frozenset[str]


class CoverBy(StrEnum):
    """Part of crossed terrain that must be near the target to give cover: the crossed portion, or any of it."""

    PORTION = "crossed portion"
    PART = "whole part"


@dataclass(frozen=True, slots=True)
class CoverField:
    """Input of a duel: the parts that may give cover, those that may obscure, and the edition's distances."""

    parts: tuple[Part, ...]
    covering: frozenset[str]
    obscuring: frozenset[str]
    rules: LineRules
    cover_by: CoverBy = CoverBy.PORTION

    def near(self, target: Base) -> frozenset[str]:
        """Return the parts that may give cover and are near enough to the target's base."""
        reach = self.rules.cover_reach + EXACT_TOLERANCE
        able = (part for part in self.parts if part.id in self.covering)
        close = base_arrays.parts_with_box_near(able, target, reach)
        return frozenset(part.id for part in close if gap_to_part(target, part) <= reach)


def places(field: CoverField, shooter: Operative, target: Operative) -> tuple[ShooterPoint, ...]:
    """Return one point for every combination of shadows on the shooter's base (rule H24-06)."""
    return places_of_many(field, [shooter.base], [target.base], max(shooter.head, target.head))[0]


def places_of_many(
    field: CoverField, shooters: Sequence[Base], targets: Sequence[Base], head: float | Sequence[float]
) -> list[tuple[ShooterPoint, ...]]:
    """Return the points of several duels on one field.

    `head` is the taller head above its base in inches, for all duels or one each.
    """
    prisms = Prisms.of(field.parts)
    names = [part.id for part in field.parts]
    whole = field.cover_by is CoverBy.PART
    covering = map(field.near, targets) if whole else [field.covering] * len(shooters)
    covers = np.array([[name in able for name in names] for able in covering], dtype=bool)
    obscures = np.array([[name in field.obscuring for name in names]] * len(shooters), dtype=bool)
    ceilings = np.array([max(a.z, b.z) for a, b in zip(shooters, targets, strict=True)]) + np.asarray(head)
    lines = draw_lines(
        prisms,
        shooters,
        targets,
        covers.reshape(len(shooters), len(names)),
        obscures.reshape(len(shooters), len(names)),
        rules=replace(field.rules, cover_reach=math.inf) if whole else field.rules,
        ceilings=ceilings,
    )
    return _by_duel(lines, [names[owner] for owner in prisms.owner], len(shooters))


def _by_duel(lines: Lines, names: list[str], count: int) -> list[tuple[ShooterPoint, ...]]:
    cells = lines.cells
    covering: list[set[str]] = [set() for _ in cells.duel]
    obscuring: list[set[str]] = [set() for _ in cells.duel]
    for cell, prism, covers in zip(cells.hit_cell, cells.hit_prism, cells.hit_covers, strict=True):
        (covering if covers else obscuring)[cell].add(names[prism])
    found: list[list[ShooterPoint]] = [[] for _ in range(count)]
    for row, duel in enumerate(cells.duel):
        x, y = cells.point[row]
        place = ShooterPoint(
            (float(x), float(y)), float(cells.room[row]), frozenset(covering[row]), frozenset(obscuring[row])
        )
        found[duel].append(place)
    return [tuple(one) for one in found]


def _shelters(found: tuple[ShooterPoint, ...]) -> frozenset[tuple[frozenset[str], frozenset[str]]]:
    return frozenset((place.covering, place.obscuring) for place in found)


def between(field: CoverField, shooter: Operative, target: Operative) -> CoverField:
    """Return the field with only the parts that lines between the two could meet, for any likely error."""
    here, there = shooter.base, target.base
    spread = max(here.radius, there.radius) + 6 * max_sigmas((shooter, target), ())[0] + ROOM
    return replace(field, parts=base_arrays.between(field.parts, here, there, spread))


class DuelSampling:
    """Probability of an outcome of the lines between two operatives, over their true positions.

    First, the outcome is tested with one cause of error at a time shifted far; if nothing changes, the result is 0 or
    1. Otherwise it is the share of low-discrepancy draws from all covariances together, the same each time: `FEW` if
    they agree, else `SAMPLES`. The draws are shared by all outcomes of the same duel.
    """

    def __init__(
        self,
        field: CoverField,
        shooter: Operative,
        target: Operative,
        common: NDArray[np.float64] | None = None,
    ) -> None:
        self._whole = field
        self._field, self._shooter, self._target = between(field, shooter, target), shooter, target
        self._common = common
        self._doubtful = tuple({part.feature: part for part in self._field.parts if not part.exact}.values())

    @cached_property
    def best_estimate(self) -> tuple[ShooterPoint, ...]:
        """Points with both operatives at their best estimate."""
        return places(self._field, self._shooter, self._target)

    @property
    def likeliest(self) -> list[tuple[ShooterPoint, ...]]:
        """Point sets that every query examines: the best estimate, and those with one cause shifted far."""
        return [self.best_estimate, *self._pushed]

    @staticmethod
    def estimate_together(doubts: Iterable[DuelSampling]) -> None:
        """Compute the best estimates of several duels at once, those on one field together."""
        left = list(doubts)
        while left:
            field = left[0]._whole
            alike = [one for one in left if one._whole == field]
            left = [one for one in left if one._whole != field]
            heads = [max(one._shooter.head, one._target.head) for one in alike]
            shooters, targets = [one._shooter.base for one in alike], [one._target.base for one in alike]
            found = places_of_many(field, shooters, targets, heads)
            for one, each in zip(alike, found, strict=True):
                one.__dict__["best_estimate"] = each

    @cached_property
    def _pushed_pieces(self) -> list[list[tuple[ShooterPoint, ...]]]:
        return [self._places(pushed_by(piece, self._shooter, self._target)) for piece in self._doubtful]

    @cached_property
    def _pushed(self) -> list[tuple[ShooterPoint, ...]]:
        own = self._places(pushed_pairs(self._shooter, self._target))
        return [*own, *(one for each in self._pushed_pieces for one in each)]

    @cached_property
    def _pieces(self) -> tuple[Part, ...]:
        """Uncertain pieces of terrain that change the result if they are shifted."""
        thought = _shelters(self.best_estimate)
        pushed = zip(self._doubtful, self._pushed_pieces, strict=True)
        return tuple(piece for piece, each in pushed if any(_shelters(one) != thought for one in each))

    @cached_property
    def _draws(self) -> SampledPositions:
        return sample_positions((self._shooter, self._target), self._field.parts, self._common, SAMPLES)

    @cached_property
    def _first(self) -> list[tuple[ShooterPoint, ...]]:
        return self._drawn(range(FEW))

    @cached_property
    def _rest(self) -> list[tuple[ShooterPoint, ...]]:
        return self._drawn(range(FEW, SAMPLES))

    def _drawn(self, rows: range) -> list[tuple[ShooterPoint, ...]]:
        found, one, other = self._draws, self._shooter, self._target
        if len(self._pieces) < 2:
            piece = self._pieces[0] if self._pieces else None
            return self._places([drawn_pair(found, one, other, piece, row) for row in rows])
        head = max(one.head, other.head)
        each = []
        for row in rows:
            field = replace(self._field, parts=found.terrain(self._field.parts, row))
            each += places_of_many(field, [found.base(one, row)], [found.base(other, row)], head)
        return each

    def _places(self, pairs: list[tuple[Base, Base]]) -> list[tuple[ShooterPoint, ...]]:
        head = max(self._shooter.head, self._target.head)
        return places_of_many(self._field, [a for a, _ in pairs], [b for _, b in pairs], head) if pairs else []

    def probability(self, outcome: Callable[[tuple[ShooterPoint, ...]], bool]) -> float:
        """Return the probability of the outcome."""
        thought = outcome(self.best_estimate)
        if all(outcome(one) is thought for one in self._pushed):
            return float(thought)
        held, count = sum(map(outcome, self._first)), FEW
        if 0 < held < FEW:
            held, count = held + sum(map(outcome, self._rest)), SAMPLES
        return (held + LEAST_SHARE) / (count + 2 * LEAST_SHARE)
