"""Findings that are distances, with the camera's error on them."""

from __future__ import annotations

import math

from geometry.base import EXACT_TOLERANCE
from geometry.measure import gap
from geometry.position_errors import gap_sigma
from geometry.table import Marker, Operative
from geometry.terrain import Part
from referee.rules.ruling import Finding, RuleId
from referee.rules.witnesses import gap_witness

HUNDREDTH = 0.01

CONTACT = 0.04
"""Inches (a millimetre) that what touches may be apart as a camera sees it: hands leave that much, and a base that
touches is seen apart as often as not."""


def contact(*things: Operative | Marker | Part) -> float:
    """Return how far apart things that touch may be, inches: not at all where their places are exact."""
    exact = (one.exact if isinstance(one, Part) else one.placement.exact for one in things)
    return 0.0 if all(exact) else CONTACT


def in_inches(length: float) -> str:
    """Return a length as a player reads it, such as `5.99"`: no finer than a hundredth, never too short."""
    return f'{math.ceil(length / HUNDREDTH - EXACT_TOLERANCE) * HUNDREDTH:.6g}"'


def beside_limit(length: float, limit: float) -> str:
    """Return a length as it is said beside a limit: to a tenth, or to a hundredth where a tenth would cross the limit.

    Nobody reads that 8.0" are beyond 8".
    """
    if (round(length, 1) > limit) == (length > limit):
        return f'{length:.1f}"'
    rounded = math.ceil(length / HUNDREDTH) if length > limit else math.floor(length / HUNDREDTH)
    return f'{rounded * HUNDREDTH:.2f}"'


def gap_finding(
    rule: RuleId,
    means: str,
    a: Operative | Marker,
    b: Operative | Marker,
    limit: float,
    *,
    beyond: bool = False,
    otherwise: str = "",
    sigma: float | None = None,
) -> Finding:
    """Return whether the gap is at most the limit, or, when `beyond`, more than it.

    `otherwise` says it where that is not so; "{gap}" in it stands for the distance that was measured. `sigma` is the
    distance's standard deviation; without it that of two errors that share nothing.
    """
    measured = gap(a.base, b.base)
    witness = gap_witness(a.base, b.base, (a.id, b.id), f'{measured:.2f}"')
    make = Finding.more_than if beyond else Finding.at_most
    said = otherwise.replace("{gap}", beside_limit(measured, limit))
    return make(
        rule, means, measured, limit, otherwise=said, sigma=gap_sigma(a, b) if sigma is None else sigma, witness=witness
    )
