"""A climb that one move begins and another finishes (rules I21-04, D21-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geometry.base import EXACT_TOLERANCE
from referee.rules.attempt import judge_attempt
from referee.rules.edition import Edition
from referee.rules.judgement import Attempt, Leg, Violation
from referee.rules.moves.mover import Mover
from referee.rules.moves.pricing import PriceList
from referee.rules.moves.reach_findings import PathFindings
from referee.rules.ruling import Finding


def goes_on(
    edition: Edition, mover: Mover, prices: PriceList, *, shares: tuple[float, float]
) -> Iterator[PathFindings]:
    """Yield whether another move may go on with a climb of this one: its own conditions, and where it would begin.

    `shares` are the inches of both moves. The first one must come to an end within a climb, and what follows the climb
    must be less than the second one gives.
    """
    move, rule = mover.move, mover.terms.rules.climb
    then = move.then or ""
    knows = then == mover.terms.climb_goes_on and then != move.action
    yield PathFindings(Finding.fact(rule, knows, f"{then} may finish a climb"), Violation.PRECONDITION)
    may = judge_attempt(edition, mover.position, Attempt(move.mover, then, performed=(*move.performed, move.action)))
    yield from (PathFindings(fault, Violation.PRECONDITION) for fault in may.faults)
    divided = _divides(mover.priced_legs, prices, shares)
    means = f"{move.action} ends within a climb that {then} can finish"
    yield PathFindings(Finding.fact(rule, divided, means), Violation.TOO_FAR)


def _divides(legs: Sequence[Leg], prices: PriceList, shares: tuple[float, float]) -> bool:
    """Return whether some climb of these increments is where the one move ends and the other goes on."""
    first, second = shares
    for number, leg in enumerate(legs):
        if leg.rise <= EXACT_TOLERANCE:
            continue
        before, after = prices.distance_cost(legs[:number]), prices.distance_cost(legs[number + 1 :])
        after += prices.increment(leg.horizontal)
        if before < first - EXACT_TOLERANCE and after < second - EXACT_TOLERANCE:
            return True
    return False
