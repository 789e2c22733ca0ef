"""Visibility of one or many pairs with its probability over sampled positions.

A test says when sampling is needed: no error moves a point of a line of sight by more than the largest of them, so
sight that is left past blockers grown by `SURE_SIGMAS` of it is sure, and so is sight that is gone past blockers shrunk
so. Otherwise the answer is the share of draws from all covariances together in which it holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays, between, between_each
from geometry.position_errors import Drawn, Thing, drawn, spread_of, spread_of_terrain, spread_of_things
from geometry.table import Marker, Operative
from geometry.terrain import Part, Prisms
from geometry.visibility.sight import Body, PointXYZ, Sight, body_of, eye_of, sight, sight_to_disc
from geometry.visibility.sight_batch import Look, look_many, look_together
from geometry.witness import Role
from referee.rules.findings import line_witness
from referee.rules.ruling import Finding, RuleId, Ruling

FEW, MANY = 32, 64
"""Draws that settle it when all agree, and how many there are otherwise."""

SURE_SIGMAS = 4.5
LEAST_SHARE = 0.5
ROOM = 0.25
"""Inches beside the bases within which terrain may come between them."""

Looks = tuple[tuple[Operative, Thing], ...]


@dataclass(frozen=True, eq=False)
class Outlook:
    """One or two looks between two things past some parts: `seen` by the best estimate, past exact blockers.

    `looks` are (viewer, viewed); either one's sight is enough. `common` is what all places are off by alike.
    """

    looks: Looks
    parts: tuple[Part, ...]
    common: NDArray[np.float64] | None = None

    @property
    def things(self) -> tuple[Thing, ...]:
        """The two things."""
        return self.looks[0]

    @property
    def sigma(self) -> float:
        """How far anything that bears on it may be off, inches, one standard deviation."""
        return math.hypot(*self._spread)

    @cached_property
    def _spread(self) -> tuple[float, float]:
        return spread_of(self.things, self.parts)

    def seen(self) -> tuple[Sight, ...]:
        """Return the looks taken, by the best estimate, until one is clear."""
        taken = []
        for viewer, viewed in self.looks:
            taken.append(_look(viewer, viewed, self.parts))
            if taken[-1].visible:
                break
        return tuple(taken)

    def sure(self, visible: bool) -> bool:
        """Return whether no error that is likely at all can change that there is, or is no, sight."""
        past = self.sure_past(visible)
        if past is None:
            return True
        return any(_look(viewer, viewed, past).visible for viewer, viewed in self.looks) is visible

    def sure_past(self, visible: bool) -> Prisms | None:
        """Return what must be looked past to be sure that there is, or is no, sight; None where nothing is in doubt."""
        level, upright = (SURE_SIGMAS * one for one in self._spread)
        if level == upright == 0 or not self.parts:
            return None
        by = (level, upright) if visible else (-level, -upright)
        return _grown(Prisms.of(self.parts), *by)

    def share(self) -> float:
        """Return the share of draws in which there is sight."""
        return self.shares(lambda found, row: True)[0]

    def shares(self, also: Callable[[Drawn, int], bool]) -> tuple[float, float]:
        """Return the share of draws in which there is sight, and of those in which something else holds besides."""
        found = drawn(self.things, self.parts, self.common, MANY)
        seen, count = self._visible(found, list(range(FEW))), FEW
        more = [also(found, row) for row in range(FEW)]
        if 0 < seen.sum() < FEW or (seen.any() and 0 < sum(more) < FEW):
            rest = list(range(FEW, MANY))
            seen, count = np.concatenate([seen, self._visible(found, rest)]), MANY
            more += [also(found, row) for row in rest]
        both = int((seen & np.array(more)).sum())
        whole = count + 2 * LEAST_SHARE
        return (int(seen.sum()) + LEAST_SHARE) / whole, (both + LEAST_SHARE) / whole

    def _visible(self, found: Drawn, rows: list[int]) -> NDArray[np.bool_]:
        if not found.pieces and all(isinstance(one, Operative) for one in self.things):
            return self._visible_at_once(found, rows)
        seen = []
        for row in rows:
            there = {one.id: found.thing(one, row) for one in self.things}
            parts = found.terrain(self.parts, row)
            seen.append(any(_look(there[a.id], there[b.id], parts).visible for a, b in self.looks))
        return np.array(seen, dtype=bool)

    def _visible_at_once(self, found: Drawn, rows: list[int]) -> NDArray[np.bool_]:
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


def outlook(looks: Looks, parts: Sequence[Part], common: NDArray[np.float64] | None = None) -> Outlook:
    """Return the outlook past those of the parts that stand anywhere between, wherever they may really stand."""
    one, other = looks[0]
    return Outlook(looks, between(parts, one.base, other.base, _width(one, other, spread_of_terrain(parts))), common)


def outlooks(
    pairs: Sequence[tuple[Operative, Operative]], parts: Sequence[Part], common: NDArray[np.float64] | None = None
) -> list[Outlook]:
    """Return for pairs of viewer and viewed the outlook of one look each, past the same parts."""
    terrain = spread_of_terrain(parts)
    ways = [(one.base, other.base, _width(one, other, terrain)) for one, other in pairs]
    return [Outlook((pair,), there, common) for pair, there in zip(pairs, between_each(parts, ways), strict=True)]


def _width(one: Thing, other: Thing, terrain: tuple[float, float]) -> float:
    """Return how far to every side of the way terrain may come between, where that is off by so much itself."""
    level, upright = spread_of_things((one, other))
    spread = (level + terrain[0]) + (upright + terrain[1])
    return max(one.base.radius, other.base.radius) + ROOM + SURE_SIGMAS * spread


def seen_together(outlooks: Sequence[Outlook]) -> list[tuple[Sight, bool]]:
    """Return what `seen` and `sure` say of outlooks of one look each, at operatives, all looks taken at once."""
    views = _Views()
    found = look_together([views.of(one, Prisms.of(one.parts)) for one in outlooks])
    past = [one.sure_past(seen.visible) for one, seen in zip(outlooks, found, strict=True)]
    open_ = [number for number, prisms in enumerate(past) if prisms is not None]
    again = look_together(
        [views.of(outlooks[number], prisms) for number, prisms in enumerate(past) if prisms is not None]
    )
    doubted = {number for number, one in zip(open_, again, strict=True) if one.visible is not found[number].visible}
    return [(seen, number not in doubted) for number, seen in enumerate(found)]


class _Views:
    """Eyes and bodies of operatives, worked out once for all looks of one question."""

    def __init__(self) -> None:
        self._eyes: dict[int, PointXYZ] = {}
        self._bodies: dict[int, Body] = {}

    def of(self, one: Outlook, past: Prisms) -> Look:
        """Return the look of an outlook past some prisms; operatives are told by what they are, not by their names."""
        viewer, viewed = one.looks[0]
        assert isinstance(viewer, Operative)
        assert isinstance(viewed, Operative)
        eye, body = self._eyes.get(id(viewer)), self._bodies.get(id(viewed))
        if eye is None:
            eye = self._eyes[id(viewer)] = eye_of(viewer.base, viewer.head)
        if body is None:
            body = self._bodies[id(viewed)] = body_of(viewed.base, viewed.head)
        return Look(eye, body, past)


def _look(viewer: Thing, viewed: Thing, parts: Sequence[Part] | Prisms) -> Sight:
    assert isinstance(viewer, Operative)
    if isinstance(viewed, Marker):
        return sight_to_disc(eye_of(viewer.base, viewer.head), viewed.base, parts)
    return sight(viewer, viewed, parts)


def _grown(prisms: Prisms, level: float, upright: float) -> Prisms:
    """Return prisms with every side moved out by so much, top and bottom by `upright`; in, below zero."""
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
    """Return the corners moved away from the middle far enough to bound the grown prisms; as they are when shrunk."""
    if level <= 0:
        return prisms.corners
    away = prisms.corners - prisms.corners.mean(axis=1, keepdims=True)
    length = np.maximum(np.linalg.norm(away, axis=-1, keepdims=True), 1e-9)
    return np.asarray(prisms.corners + away / length * 2 * level)


def sight_finding(
    rule: RuleId, sights: tuple[Sight, ...], things: tuple[str, ...], *, p: float | None = None, sigma: float = 0.0
) -> Finding:
    """Return whether one of the sights is clear, with the clear line, or with what blocks it.

    `p` is how probable it is that one is, `sigma` how far what bears on it may be off, inches; without both it is sure.
    """
    clear = next((one for one in sights if one.visible), None)
    if clear is not None:
        witness = line_witness(clear.line, things, Role.CLEAR_LINE)
        return Finding.likely(rule, True, "seen", 1.0 if p is None else p, sigma, witness)
    blockers = tuple(dict.fromkeys(name for one in sights for name in one.blockers))
    means = f"hidden by {', '.join(blockers)}" if blockers else "hidden"
    witness = line_witness(None, (*things, *blockers), Role.BLOCKED_LINE)
    return Finding.likely(rule, False, means, 0.0 if p is None else p, sigma, witness)


def sees(
    rule: RuleId,
    viewer: Operative,
    target: Operative,
    blockers: Sequence[Part],
    common: NDArray[np.float64] | None = None,
) -> Ruling:
    """Return whether `viewer` sees `target` past the blockers; `common` is what all places are off by alike."""
    look = outlook(((viewer, target),), blockers, common)
    (seen,) = look.seen()
    return _ruled(rule, look, seen, sure=look.sure(seen.visible))


def all_seen(
    rule: RuleId,
    pairs: Sequence[tuple[Operative, Operative, Sequence[Part]]],
    common: NDArray[np.float64] | None = None,
) -> tuple[Ruling, ...]:
    """Return the same for pairs of viewer and target, each past blockers of its own."""
    past: dict[int, list[int]] = {}
    for number, (_, _, blockers) in enumerate(pairs):
        past.setdefault(id(blockers), []).append(number)
    each: dict[int, Outlook] = {}
    for numbers in past.values():
        some = [pairs[number][:2] for number in numbers]
        each.update(zip(numbers, outlooks(some, pairs[numbers[0]][2], common), strict=True))
    looks = [each[number] for number in range(len(pairs))]
    found = zip(looks, seen_together(looks), strict=True)
    return tuple(_ruled(rule, look, seen, sure=sure) for look, (seen, sure) in found)


def _ruled(rule: RuleId, look: Outlook, seen: Sight, *, sure: bool) -> Ruling:
    viewer, target = look.things
    p_yes = float(seen.visible) if sure else look.share()
    finding = sight_finding(rule, (seen,), (viewer.id, target.id), p=p_yes, sigma=look.sigma)
    return Ruling(f"{viewer.id} sees {target.id}", (finding,), p_yes)
