"""Visibility of one or many pairs, with its probability over sampled positions.

A test decides whether sampling is needed. No likely error moves a point of a line of sight by more than the largest
standard deviation times `SURE_SIGMAS`. So visibility past blockers grown by that amount is certain, and so is the lack
of it past blockers shrunk by it. Otherwise the result is the share of draws from all covariances together in which it
holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import LINE_HALF_WIDTH, Base
from geometry.base_arrays import BaseArrays, between, between_each
from geometry.position_errors import (
    SampledPositions,
    Thing,
    max_sigmas,
    max_terrain_sigmas,
    max_thing_sigmas,
    sample_positions,
)
from geometry.table import Marker, Operative, Table
from geometry.terrain import Part, Prisms
from geometry.visibility.sight import BODY_SHARE, Body, PointXYZ, Sight, body_of, eye_of, sight, sight_to_disc
from geometry.visibility.sight_batch import SightQuery, look_batch, look_many
from geometry.witness import Role
from messages.message import Message
from referee.rules.findings import line_witness
from referee.rules.ruling import Fact, Finding, RuleId, Ruling

FEW, MANY = 32, 64
"""Number of draws that decide if all agree, and the number otherwise."""

SURE_SIGMAS = 4.5
LEAST_SHARE = 0.5
BODY_SIDES = 8
"""Sides of the prism for a body in the way: eight are quick to look past, and lose at most 8 % of its width."""

BODY_PREFIX = "body of "
ROOM = 0.25
"""Inches beside the bases within which terrain may be in between."""

Looks = tuple[tuple[Operative, Thing], ...]


@dataclass(frozen=True, eq=False)
class SightProbability:
    """One or two looks between two objects past some parts: `seen` for the best estimate, past exact blockers.

    `looks` are (viewer, target); one clear look is enough. `common` is the error that all positions share.
    """

    looks: Looks
    parts: tuple[Part, ...]
    common: NDArray[np.float64] | None = None

    @property
    def things(self) -> tuple[Thing, ...]:
        """The two objects."""
        return self.looks[0]

    @property
    def sigma(self) -> float:
        """Standard deviation of everything that affects it, inches."""
        return math.hypot(*self._spread)

    @cached_property
    def _spread(self) -> tuple[float, float]:
        return max_sigmas(self.things, self.parts)

    def seen(self) -> tuple[Sight, ...]:
        """Return the looks for the best estimate, up to the first clear one."""
        taken = []
        for viewer, viewed in self.looks:
            taken.append(_look(viewer, viewed, self.parts))
            if taken[-1].visible:
                break
        return tuple(taken)

    def sure(self, visible: bool) -> bool:
        """Return whether no likely error can change the given visibility."""
        past = self.sure_past(visible)
        if past is None:
            return True
        return any(_look(viewer, viewed, past).visible for viewer, viewed in self.looks) is visible

    def sure_past(self, visible: bool) -> Prisms | None:
        """Return the blockers to look past for certainty of the given visibility; None if nothing is uncertain."""
        level, upright = (SURE_SIGMAS * one for one in self._spread)
        if level == upright == 0 or not self.parts:
            return None
        by = (level, upright) if visible else (-level, -upright)
        return _grown(Prisms.of(self.parts), *by)

    def share(self) -> float:
        """Return the share of draws with visibility."""
        return self.shares(lambda found, row: True)[0]

    def shares(self, also: Callable[[SampledPositions, int], bool]) -> tuple[float, float]:
        """Return the share of draws with visibility, and of those in which `also` holds as well."""
        found = sample_positions(self.things, self.parts, self.common, MANY)
        seen, count = self._visible(found, list(range(FEW))), FEW
        more = [also(found, row) for row in range(FEW)]
        if 0 < seen.sum() < FEW or (seen.any() and 0 < sum(more) < FEW):
            rest = list(range(FEW, MANY))
            seen, count = np.concatenate([seen, self._visible(found, rest)]), MANY
            more += [also(found, row) for row in rest]
        both = int((seen & np.array(more)).sum())
        whole = count + 2 * LEAST_SHARE
        return (int(seen.sum()) + LEAST_SHARE) / whole, (both + LEAST_SHARE) / whole

    def _visible(self, found: SampledPositions, rows: list[int]) -> NDArray[np.bool_]:
        if not found.pieces and all(isinstance(one, Operative) for one in self.things):
            return self._visible_at_once(found, rows)
        seen = []
        for row in rows:
            there = {one.id: found.thing(one, row) for one in self.things}
            parts = found.terrain(self.parts, row)
            seen.append(any(_look(there[a.id], there[b.id], parts).visible for a, b in self.looks))
        return np.array(seen, dtype=bool)

    def _visible_at_once(self, found: SampledPositions, rows: list[int]) -> NDArray[np.bool_]:
        prisms = Prisms.of(self.parts)
        bases = {one.id: BaseArrays.of([found.base(one, row) for row in rows]) for one in self.things}
        heads = {
            one.id: np.array([found.head(one, row) for row in rows])
            for one in self.things
            if isinstance(one, Operative)
        }
        seen = np.zeros(len(rows), dtype=bool)
        for a, b in self.looks:
            left = np.flatnonzero(~seen)
            if len(left):
                seen[left] = look_many(
                    bases[a.id].take(left), heads[a.id][left], bases[b.id].take(left), heads[b.id][left], prisms
                )
        return seen


def sight_probability(
    looks: Looks, parts: Sequence[Part], common: NDArray[np.float64] | None = None
) -> SightProbability:
    """Return the probability of sight past the parts that may be in between, for any likely error."""
    one, other = looks[0]
    return SightProbability(
        looks, between(parts, one.base, other.base, _width(one, other, max_terrain_sigmas(parts))), common
    )


def outlooks(
    pairs: Sequence[tuple[Operative, Operative]], parts: Sequence[Part], common: NDArray[np.float64] | None = None
) -> list[SightProbability]:
    """Return one outlook with one look for each pair of viewer and target, past the same parts."""
    terrain = max_terrain_sigmas(parts)
    ways = [(one.base, other.base, _width(one, other, terrain)) for one, other in pairs]
    return [
        SightProbability((pair,), there, common) for pair, there in zip(pairs, between_each(parts, ways), strict=True)
    ]


def _width(one: Thing, other: Thing, terrain: tuple[float, float]) -> float:
    """Return the half width of the strip in which terrain may be in between, given its own errors."""
    level, upright = max_thing_sigmas((one, other))
    spread = (level + terrain[0]) + (upright + terrain[1])
    return max(one.base.radius, other.base.radius) + ROOM + SURE_SIGMAS * spread


def seen_together(outlooks: Sequence[SightProbability]) -> list[tuple[Sight, bool]]:
    """Return the results of `seen` and `sure` for outlooks with one look each at operatives, all at once."""
    views = _Views()
    found = look_batch([views.of(one, Prisms.of(one.parts)) for one in outlooks])
    past = [one.sure_past(seen.visible) for one, seen in zip(outlooks, found, strict=True)]
    open_ = [number for number, prisms in enumerate(past) if prisms is not None]
    again = look_batch([views.of(outlooks[number], prisms) for number, prisms in enumerate(past) if prisms is not None])
    doubted = {number for number, one in zip(open_, again, strict=True) if one.visible is not found[number].visible}
    return [(seen, number not in doubted) for number, seen in enumerate(found)]


class _Views:
    """Eyes and bodies of operatives, computed once for all looks of one query."""

    def __init__(self) -> None:
        self._eyes: dict[int, PointXYZ] = {}
        self._bodies: dict[int, Body] = {}

    def of(self, one: SightProbability, past: Prisms) -> SightQuery:
        """Return the look of an outlook past some prisms; the cache is by object identity, not by name."""
        viewer, viewed = one.looks[0]
        assert isinstance(viewer, Operative)
        assert isinstance(viewed, Operative)
        eye, body = self._eyes.get(id(viewer)), self._bodies.get(id(viewed))
        if eye is None:
            eye = self._eyes[id(viewer)] = eye_of(viewer.base, viewer.head)
        if body is None:
            body = self._bodies[id(viewed)] = body_of(viewed.base, viewed.head)
        return SightQuery(eye, body, past)


def _look(viewer: Thing, viewed: Thing, parts: Sequence[Part] | Prisms) -> Sight:
    assert isinstance(viewer, Operative)
    if isinstance(viewed, Marker):
        return sight_to_disc(eye_of(viewer.base, viewer.head), viewed.base, parts)
    return sight(viewer, viewed, parts)


def _grown(prisms: Prisms, level: float, upright: float) -> Prisms:
    """Return prisms with every side moved outwards by `level`, top and bottom by `upright`; negative: inwards."""
    middle = (prisms.bottom + prisms.top) / 2
    low, high = prisms.bottom - upright, prisms.top + upright
    floor = prisms.bottom <= 0
    return replace(
        prisms,
        offsets=prisms.offsets + level,
        bottom=np.where(floor, prisms.bottom, np.minimum(low, middle)),
        top=np.maximum(high, middle),
        corners=_corners(prisms, level),
    )


def _corners(prisms: Prisms, level: float) -> NDArray[np.float64]:
    """Return the corners moved outwards far enough to bound the grown prisms; unchanged if they are shrunk."""
    if level <= 0:
        return prisms.corners
    away = prisms.corners - prisms.corners.mean(axis=1, keepdims=True)
    length = np.maximum(np.linalg.norm(away, axis=-1, keepdims=True), 1e-9)
    return np.asarray(prisms.corners + away / length * 2 * level)


def sight_finding(
    rule: RuleId, sights: tuple[Sight, ...], things: tuple[str, ...], *, p: float | None = None, sigma: float = 0.0
) -> Finding:
    """Return whether one of the looks is clear, with the clear line or the blockers.

    `p` is the probability that one is, `sigma` the standard deviation of what affects it, inches; without both it is
    certain.
    """
    clear = next((one for one in sights if one.visible), None)
    if clear is not None:
        witness = line_witness(clear.line, things, Role.CLEAR_LINE)
        return Fact.seen(rule, True, Message.of("sight-visible", blockers=()), 1.0 if p is None else p, sigma, witness)
    blockers = tuple(dict.fromkeys(name for one in sights for name in one.blockers))
    witness = line_witness(None, (*things, *blockers), Role.BLOCKED_LINE)
    return Fact.seen(
        rule, False, Message.of("sight-visible", blockers=blockers), 0.0 if p is None else p, sigma, witness
    )


@dataclass(frozen=True, slots=True)
class BodiesInSight:
    """Reading of whether the bodies of other operatives block sight; `note` names it."""

    block: bool
    note: Message

    def past(self, table: Table, viewer: Operative, target: Operative, blockers: Sequence[Part]) -> Sequence[Part]:
        """Return the blockers of a look by this reading."""
        return (*blockers, *_bodies(table, viewer, target)) if self.block else blockers

    def noted(self, table: Table, rulings: Sequence[Ruling], looks: Sequence[OpenLook]) -> tuple[Ruling, ...]:
        """Return the rulings, with the note on each look whose target the other reading sees otherwise.

        `looks` have the blockers without bodies. Bodies only hide; none is before the target's middle: none hides it.
        """
        other, views = replace(self, block=not self.block), _Views()
        asked: dict[int, SightQuery] = {}
        for number, (ruling, (viewer, target, blockers)) in enumerate(zip(rulings, looks, strict=True)):
            if ruling.holds is not self.block and _may_hide(table, ruling, viewer, target):
                past = other.past(table, viewer, target, blockers)
                (look,) = outlooks([(viewer, target)], past)
                asked[number] = views.of(look, Prisms.of(look.parts))
        seen = dict(zip(asked, look_batch(list(asked.values())), strict=True)) if asked else {}
        return tuple(
            replace(ruling, notes=(*ruling.notes, self.note))
            if number in seen and seen[number].visible is not ruling.holds
            else ruling
            for number, ruling in enumerate(rulings)
        )


OpenLook = tuple[Operative, Operative, Sequence[Part]]
"""A look from one operative at another, with what blocks it."""


def _others(table: Table, viewer: Operative, target: Operative) -> Iterator[Operative]:
    return (one for name, one in table.operatives.items() if name not in (viewer.id, target.id))


def _may_hide(table: Table, ruling: Ruling, viewer: Operative, target: Operative) -> bool:
    """Return whether bodies may hide the target: one is before its middle, and one in the clear line that was found."""
    here, there, others = viewer.base, target.base, tuple(_others(table, viewer, target))
    if not any(_crosses(one.base, (here.x, here.y), (there.x, there.y)) for one in others):
        return False
    witness = ruling.findings[0].witness
    lines = [] if witness is None else [one.points for one in witness.strokes if one.role is Role.CLEAR_LINE]
    ends = [(line[0], line[-1]) for line in lines if len(line) > 1]
    return all(any(_crosses(one.base, first, last) for one in others) for first, last in ends)


def _crosses(base: Base, first: Sequence[float], last: Sequence[float], beside: float = LINE_HALF_WIDTH) -> bool:
    """Return whether a body is at most so many inches beside a line, seen from above."""
    dx, dy = last[0] - first[0], last[1] - first[1]
    length = math.hypot(dx, dy)
    if length == 0.0:
        return False
    along = ((base.x - first[0]) * dx + (base.y - first[1]) * dy) / length
    aside = abs((base.x - first[0]) * dy - (base.y - first[1]) * dx) / length
    reach = BODY_SHARE * base.radius
    return -reach < along < length + reach and aside <= reach + beside


def _bodies(table: Table, viewer: Operative, target: Operative) -> tuple[Part, ...]:
    here, there = viewer.base, target.base
    beside, ends = here.radius + there.radius + ROOM, ((here.x, here.y), (there.x, there.y))
    near = (one for one in _others(table, viewer, target) if _crosses(one.base, *ends, beside))
    return tuple(_body_part(one.id, one.base, one.head) for one in near)


@lru_cache(maxsize=256)
def _body_part(name: str, base: Base, head: float) -> Part:
    """Return an operative's body as a prism over a polygon within its outline, up to its head."""
    middle, axes = ellipse.centre(base), BODY_SHARE * ellipse.axes(base)
    turns = np.linspace(0.0, 2 * math.pi, BODY_SIDES, endpoint=False)
    rim = middle + np.stack([np.cos(turns), np.sin(turns)], axis=-1) @ axes.T
    name = f"{BODY_PREFIX}{name}"
    return Part(name, name, tuple((float(x), float(y)) for x, y in rim), float(base.z), float(base.z + head))


def sees(
    rule: RuleId,
    viewer: Operative,
    target: Operative,
    blockers: Sequence[Part],
    common: NDArray[np.float64] | None = None,
) -> Ruling:
    """Return whether `viewer` sees `target` past the blockers; `common` is the error that all positions share."""
    look = sight_probability(((viewer, target),), blockers, common)
    (seen,) = look.seen()
    return _ruled(rule, look, seen, sure=look.sure(seen.visible))


def all_seen(
    rule: RuleId,
    pairs: Sequence[tuple[Operative, Operative, Sequence[Part]]],
    common: NDArray[np.float64] | None = None,
) -> tuple[Ruling, ...]:
    """Return the same for pairs of viewer and target, each with separate blockers."""
    past: dict[int, list[int]] = {}
    for number, (_, _, blockers) in enumerate(pairs):
        past.setdefault(id(blockers), []).append(number)
    each: dict[int, SightProbability] = {}
    for numbers in past.values():
        some = [pairs[number][:2] for number in numbers]
        each.update(zip(numbers, outlooks(some, pairs[numbers[0]][2], common), strict=True))
    looks = [each[number] for number in range(len(pairs))]
    found = zip(looks, seen_together(looks), strict=True)
    return tuple(_ruled(rule, look, seen, sure=sure) for look, (seen, sure) in found)


def _ruled(rule: RuleId, look: SightProbability, seen: Sight, *, sure: bool) -> Ruling:
    viewer, target = look.things
    p_yes = float(seen.visible) if sure else look.share()
    finding = sight_finding(rule, (seen,), (viewer.id, target.id), p=p_yes, sigma=look.sigma)
    return Ruling(Message.of("sight-claim-sees", viewer=viewer.id, target=target.id), (finding,), p_yes)
