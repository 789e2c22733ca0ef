"""Whether a move's price is within what it may cost, its increments being as long as they were measured, or not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np

from geometry.base import EXACT_TOLERANCE
from geometry.limits import SURE, Limit, Pull, all_hold, score_of
from geometry.position_errors import added
from geometry.witness import Role
from referee.rules.judgement import Leg
from referee.rules.measuring import in_inches
from referee.rules.moves.mover import Mover
from referee.rules.moves.path_errors import leg_pull
from referee.rules.moves.pricing import PriceList
from referee.rules.ruling import LEAST_SCORE, Finding, Tested

MOST_EITHER = 3
"""So many increments that may cost their length or the least are told apart: of more, the nearest to it."""


def price_tested(mover: Mover, legs: Sequence[Leg], charged: float, allowance: float, pricing: PriceList) -> Tested:
    """Return whether the price is within the allowance; the margin is how much one increment may still grow."""
    means = f"{mover.spec.action} costs {in_inches(charged)} of {in_inches(allowance)}"
    if mover.move.way_doubt:
        means += " by the cheapest way that was found"
    rule = mover.terms.rules.reaction if mover.move.counteracting else mover.spec.rule
    spare = min((pricing.room(leg.horizontal) for leg in legs if leg.horizontal > 0), default=0.0)
    over = charged - allowance
    if over <= EXACT_TOLERANCE:
        margin = allowance - charged + spare
    else:
        excess = min((pricing.excess(leg.horizontal) for leg in legs if leg.horizontal > 0), default=over)
        margin = -(over - min(over, pricing.step) + excess)
    sigma = math.hypot(mover.move.sigma * math.sqrt(2), mover.move.way_doubt)
    limits: tuple[Limit, ...] | None = None
    if sigma:
        if pricing.whole_inches:
            limits, p = _whole(mover, legs, charged, allowance)
        else:
            limits = _summed(mover, legs, allowance - charged, pricing.least_increment)
            p = all_hold(limits)
        if limits is not None and len(limits) == 1 and not pricing.whole_inches:
            sigma = limits[0].sigma or sigma
        elif 0 < p < 1 or abs(margin) < SURE * sigma:
            score = score_of(p)
            margin = sigma * (max(score, LEAST_SCORE) if margin >= 0 else min(score, -LEAST_SCORE))
    finding = Finding(rule, means, allowance - margin, allowance, margin, sigma=sigma, witness=mover.witness(Role.PATH))
    return Tested(finding, limits)


def _whole(
    mover: Mover, legs: Sequence[Leg], charged: float, allowance: float
) -> tuple[tuple[Limit, ...] | None, float]:
    """Return the limits of increments priced by whole inches, and how probable it is that enough of them hold.

    An increment near a whole inch may cost that or one more. Where none of those in doubt may cost more, all limits
    must hold; where some may, only their number counts, and the limits are not returned.
    """
    limits, least = [], charged
    for number, leg in enumerate(legs):
        whole = float(round(leg.horizontal))
        if whole < 1 or number >= len(mover.move.path) - 1:
            continue
        _, pull = leg_pull(mover, number)
        limit = Limit(whole - leg.horizontal, {cause: -part for cause, part in pull.items()})
        if limit.doubtful:
            limits.append(limit)
            least -= 1.0 if leg.horizontal > whole + EXACT_TOLERANCE else 0.0
    spare = math.floor(allowance - least + EXACT_TOLERANCE)
    if spare < 0:
        return (Limit(-1.0),), 0.0
    if spare == 0:
        return tuple(limits), all_hold(limits)
    return None, all_hold(limits, but=spare)


def _summed(mover: Mover, legs: Sequence[Leg], room: float, least: float) -> tuple[Limit, ...]:
    """Return the limits of increments that cost their length, or `least` where they are shorter; all must hold.

    One that may be either costs whichever is more: both must leave room for it, with each of the other such ones. That
    is told apart for the `MOST_EITHER` nearest to `least`; the others cost what they are measured to.
    """
    either: list[Limit] = []
    pulls: list[Pull] = [{"search": np.array([mover.move.way_doubt])}] if mover.move.way_doubt else []
    for number, leg in enumerate(legs):
        if number < len(mover.move.path) - 1:
            limit = Limit(leg.horizontal - least, leg_pull(mover, number)[1])
            if limit.doubtful and leg.horizontal > EXACT_TOLERANCE:
                either.append(limit)
            elif limit.margin > 0:
                pulls.append(limit.pull)
    either.sort(key=lambda limit: abs(limit.margin))
    pulls += [limit.pull for limit in either[MOST_EITHER:] if limit.margin > -EXACT_TOLERANCE]
    found = []
    for longer in product((True, False), repeat=min(len(either), MOST_EITHER)):
        chosen = list(zip(either, longer, strict=False))
        spare = sum(max(limit.margin, 0.0) - (limit.margin if by_length else 0.0) for limit, by_length in chosen)
        pull = added(*pulls, *(limit.pull for limit, by_length in chosen if by_length))
        found.append(Limit(room + spare, {cause: -part for cause, part in pull.items()}))
    return tuple(found)
