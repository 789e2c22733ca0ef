"""Rulings with uncertain levels: each possible level is judged separately and weighted by its probability."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from geometry.placement import LevelHypothesis, Placement
from geometry.table import Operative
from messages.message import Message
from referee.rules.judgement import ShotJudgement
from referee.rules.position import Position
from referee.rules.ruling import Fact, RuleId, Ruling

SAME = 1e-3
"""Change of a ruling's probability below which the levels are not mentioned."""

World = tuple[float, Position]
"""Probability of a combination of levels, and the position with it."""


def level_hypotheses(position: Position, names: Iterable[str]) -> tuple[World, ...]:
    """Return the position for each combination of levels of these operatives, the most likely first.

    Empty if their levels are known.
    """
    there = position.table.operatives
    doubtful = [there[name] for name in names if name in there and there[name].placement.levels]
    if not doubtful:
        return ()
    found = []
    for choice in product(*(tuple(_standing(one)) for one in doubtful)):
        p = 1.0
        for each, _ in choice:
            p *= each
        moved = {one.id: one for _, one in choice}
        table = replace(position.table, operatives={**there, **moved})
        found.append((p, replace(position, table=table)))
    return tuple(found)


def judge_over_levels(
    position: Position, names: tuple[str, ...], judge: Callable[[Position], ShotJudgement]
) -> ShotJudgement:
    """Return a shot's judgement on the most likely levels, with rulings weighted over all levels."""
    known = level_hypotheses(position, names)
    if not known:
        return judge(position)
    judged = [(p, judge(world)) for p, world in known]
    best = judged[0][1]
    doubt = _offsets(position, names)

    def mix(of: Callable[[ShotJudgement], Ruling]) -> Ruling:
        return _mixed([(p, of(one)) for p, one in judged], doubt)

    return replace(
        best,
        visible=mix(lambda one: one.visible),
        in_cover=mix(lambda one: one.in_cover),
        obscured=mix(lambda one: one.obscured),
        target_ruling=mix(lambda one: one.target_ruling),
        selectable=mix(lambda one: one.selectable),
        from_above=None if best.from_above is None else mix(lambda one: one.save_ruling),
        vantage=_vantage(judged, doubt),
        accurate_else=_accurate_else(judged),
    )


def move_on_each(
    ruling: Ruling, mover: str, where: Placement, judge: Callable[[tuple[float, float, float]], Ruling]
) -> Ruling:
    """Return the ruling of a move to an uncertain level, weighted over all levels; `judge` rules the other ones.

    `where` is the placement with its levels; `ruling` is for its most likely level.
    """
    if not where.levels:
        return ruling
    others = [
        (level.p, judge((where.x + level.dx, where.y + level.dy, level.z))) for level in where.levels if level.p > SAME
    ]
    return _mixed([(where.own_level_p, ruling), *others], _offset(mover, where))


def move_from_each(ruling: Ruling, mover: str, began: Placement, others: Iterable[tuple[float, Ruling]]) -> Ruling:
    """Return the ruling of a move from an uncertain level, weighted over all levels on which it may have begun.

    `began` is the placement at the start with its levels; `ruling` is for its most likely level. `others` are the
    probability of each other level and the ruling of a move from it.
    """
    return _mixed([(began.own_level_p, ruling), *others], _offset(mover, began, "placement-began-on-other-level"))


def on_its_level(where: Placement) -> Placement:
    """Return a placement with the covariance that it has on its own level, without alternative levels."""
    if not where.levels:
        return where
    doubt = sum((level.p * np.outer(away := level.away(where), away) for level in where.levels), np.zeros((4, 4)))
    values, vectors = np.linalg.eigh(where.covariance - doubt)
    covariance = (vectors * np.clip(values, 0.0, None)) @ vectors.T
    return replace(where, covariance=(covariance + covariance.T) / 2, levels=())


def _standing(one: Operative) -> Iterator[tuple[float, Operative]]:
    """Yield the probability of each level of an operative, and the operative on it: its own level first."""
    where, known = one.placement, on_its_level(one.placement)
    yield where.own_level_p, replace(one, placement=known)
    for level in where.levels:
        yield level.p, replace(one, placement=_on(known, level))


def _on(where: Placement, level: LevelHypothesis) -> Placement:
    turn_deg = where.rotation_deg + level.turn_deg
    return replace(where, x=where.x + level.dx, y=where.y + level.dy, z=level.z, rotation_deg=turn_deg)


def _mixed(rulings: list[tuple[float, Ruling]], doubt: tuple[Message, float]) -> Ruling:
    """Return the first ruling with the probability of all together; if they differ, add a finding about the levels."""
    best = rulings[0][1]
    p_yes = min(1.0, sum(p * ruling.p_yes for p, ruling in rulings))
    if max(abs(ruling.p_yes - best.p_yes) for _, ruling in rulings) <= SAME:
        return replace(best, p_yes=p_yes)
    reason, sigma = doubt
    alike = sum(p for p, ruling in rulings if ruling.holds is best.holds)
    # The claim fails, or holds, if the object is on another level: that gives the finding's direction.
    score = alike if best.holds else 1.0 - alike
    finding = Fact.seen(_rule(best), best.holds, reason, score, sigma)
    return replace(best, findings=(*best.findings, finding), p_yes=p_yes, contributions=())


def _vantage(judged: list[tuple[float, ShotJudgement]], doubt: tuple[Message, float]) -> Ruling | None:
    """Return whether Vantage has its estimated effect; None if it has the same effect on all levels."""
    best = judged[0][1].modifiers.accurate
    p_yes = 0.0
    for p, one in judged:
        alike = one.modifiers.accurate == best
        sure = one.vantage.p_yes if one.vantage is not None else 1.0
        p_yes += p * (sure if alike else 0.0 if one.vantage is None else 1.0 - sure)
    if p_yes >= 1.0 - SAME:
        return None
    reason, sigma = doubt
    claim = Message.of("sight-claim-accurate", value=best or 0)
    return Ruling(claim, (Fact.seen("H24-10", True, reason, p_yes, sigma),), min(p_yes, 1.0))


def _accurate_else(judged: list[tuple[float, ShotJudgement]]) -> int | None:
    """Return the final Accurate value of the most probable levels with another value than the best estimate."""
    best = judged[0][1]
    others = [(p, one.modifiers.accurate) for p, one in judged if one.modifiers.accurate != best.modifiers.accurate]
    return max(others, key=lambda one: one[0])[1] if others else best.accurate_else


def _rule(ruling: Ruling) -> RuleId:
    decisive = ruling.decisive
    return decisive.rule if decisive is not None else ""


def _offsets(position: Position, names: tuple[str, ...]) -> tuple[Message, float]:
    """Return which operatives may be how much higher or lower, and the largest difference in inches."""
    there = [position.table.operatives[name] for name in names if name in position.table.operatives]
    found = [_offset(one.id, one.placement) for one in there if one.placement.levels]
    each = tuple(message for message, _ in found)
    message = each[0] if len(each) == 1 else Message.of("placement-levels", each=each)
    return message, max((far for _, far in found), default=0.0)


def _offset(name: str, where: Placement, code: str = "placement-other-level") -> tuple[Message, float]:
    """Return how much higher or lower an object may be, and the largest difference in inches."""
    off = [level.z - where.z for level in where.levels]
    each = [Message.of("placement-higher" if one > 0 else "placement-lower", inches=abs(one)) for one in off]
    return Message.of(code, thing=name, each=each), max((abs(one) for one in off), default=0.0)
