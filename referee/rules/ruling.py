"""Rulings: findings with margins, verdicts by a threshold, joint probabilities, and advice for uncertain rulings."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from geometry.base import EXACT_TOLERANCE, MM_PER_INCH
from geometry.limits import Limit, prob_all, z_score
from geometry.position_errors import probability
from geometry.witness import Role, Witness
from referee.rules.errors import MalformedError

RuleId = str

LEAST_SCORE = 0.01
"""Least distance from the decision boundary, in standard deviations, of a finding with a given best estimate."""


class Verdict(StrEnum):
    """What is called at the table."""

    YES = "YES"
    NO = "NO"
    TOO_CLOSE = "TOO_CLOSE"


@dataclass(frozen=True, slots=True)
class Threshold:
    """Probability needed for a verdict: YES at `sure` or more, NO at 1 - `sure` or less."""

    sure: float = 0.955

    def __post_init__(self) -> None:
        if not 0.5 <= self.sure < 1:
            raise MalformedError(f"threshold {self.sure!r}: expected 0.5 <= sure < 1, for example 0.955")

    def call(self, p_yes: float) -> Verdict:
        """Return the verdict for a probability of YES."""
        if p_yes >= self.sure:
            return Verdict.YES
        if p_yes <= 1 - self.sure:
            return Verdict.NO
        return Verdict.TOO_CLOSE


@dataclass(frozen=True, slots=True)
class Finding:
    """One test of one rule: the measured value against the required one.

    `margin` is signed, in inches: positive or zero satisfies the rule. `sigma` is its standard deviation from camera
    errors; zero for a fact that was declared or is exact. `means` is the result in one sentence. A `strict` rule ("more
    than") is not satisfied at a margin of zero. Raises `MalformedError` for NaN.
    """

    rule: RuleId
    means: str
    measured: float
    required: float
    margin: float
    sigma: float = 0.0
    witness: Witness | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        if math.isnan(self.measured) or math.isnan(self.required) or math.isnan(self.margin):
            raise MalformedError(f"finding {self.rule}: measured, required or margin is not a number")
        if not (math.isfinite(self.sigma) and self.sigma >= 0):
            raise MalformedError(f"finding {self.rule}: sigma {self.sigma!r}: expected a finite number >= 0")

    @classmethod
    def fact(
        cls, rule: RuleId, holds: bool, means: str, witness: Witness | None = None, *, otherwise: str = ""
    ) -> Finding:
        """Return the finding of a declared fact, without uncertainty. `otherwise` is the text if it does not hold."""
        said = means if holds else otherwise or means
        if witness is None:
            return _fact(rule, holds, said)
        return cls(rule, said, float(holds), 1.0, 0.0 if holds else -math.inf, witness=witness)

    @classmethod
    def likely(
        cls, rule: RuleId, holds: bool, means: str, p: float, sigma: float, witness: Witness | None = None
    ) -> Finding:
        """Return the finding of an observed yes/no fact: it holds with probability `p`.

        `sigma` is the standard deviation in inches of the quantity it depends on; the margin is the distance from a
        change of the result.
        """
        if sigma == 0:
            return cls.fact(rule, holds, means, witness)
        score = z_score(p)
        margin = sigma * (max(score, LEAST_SCORE) if holds else min(score, -LEAST_SCORE))
        return cls(rule, means, float(holds), 1.0, margin, sigma, witness)

    @classmethod
    def at_most(
        cls, rule: RuleId, means: str, measured: float, limit: float, /, *, otherwise: str = "", **more: Any
    ) -> Finding:
        """Return the finding that a measurement is at most `limit` ("within"), with tolerance for rounding.

        `otherwise` is the text if it is more.
        """
        margin = _snapped(limit - measured)
        return cls(rule, otherwise if otherwise and margin < 0 else means, measured, limit, margin, **more)

    @classmethod
    def at_least(
        cls, rule: RuleId, means: str, measured: float, limit: float, /, *, otherwise: str = "", **more: Any
    ) -> Finding:
        """Return the finding that a measurement is at least `limit`. `otherwise` is the text if it is less."""
        margin = _snapped(measured - limit)
        return cls(rule, otherwise if otherwise and margin < 0 else means, measured, limit, margin, **more)

    @classmethod
    def more_than(
        cls, rule: RuleId, means: str, measured: float, limit: float, /, *, otherwise: str = "", **more: Any
    ) -> Finding:
        """Return the finding that a measurement is strictly more than `limit`. `otherwise` as in `at_least`."""
        margin = _snapped(measured - limit)
        said = otherwise if otherwise and margin <= 0 else means
        return cls(rule, said, measured, limit, margin, strict=True, **more)

    @property
    def is_fact(self) -> bool:
        """Whether it is a yes/no fact rather than a comparison of lengths."""
        if self.sigma == 0:
            return self.required == 1 and self.margin in (0.0, -math.inf)
        return self.required == 1 and self.measured in (0.0, 1.0) and abs(self.margin) != abs(self.measured - 1)

    @property
    def holds(self) -> bool:
        """Whether the rule is satisfied by the best estimate."""
        return self.margin > 0 if self.strict else self.margin >= 0

    @property
    def p_yes(self) -> float:
        """Probability that the rule is satisfied, given the camera's errors."""
        if self.sigma == 0 or math.isinf(self.margin):
            return 1.0 if self.holds else 0.0
        return probability(self.margin, self.sigma)


@lru_cache(maxsize=2048)
def _fact(rule: RuleId, holds: bool, said: str) -> Finding:
    """Return a cached finding: the same conditions apply to every target of an action."""
    return Finding(rule, said, float(holds), 1.0, 0.0 if holds else -math.inf)


def _snapped(margin: float) -> float:
    return 0.0 if abs(margin) < EXACT_TOLERANCE else margin


@dataclass(frozen=True, slots=True, eq=False)
class FindingWithLimits:
    """A finding with the limits that must all hold for it; None if its errors are independent of other findings."""

    finding: Finding
    limits: tuple[Limit, ...] | None = None


def joint_probability(tested: Iterable[FindingWithLimits]) -> float:
    """Return the probability that all findings hold; shared errors are counted once.

    Findings without limits are independent of the others.
    """
    limits: list[Limit] = []
    p_yes = 1.0
    for one in tested:
        if one.limits is None:
            p_yes *= one.finding.p_yes
        else:
            limits += one.limits
    return p_yes * prob_all(limits) if p_yes else 0.0


@dataclass(frozen=True, slots=True)
class Ruling:
    """Answer to the question whether `claim` holds.

    `findings` are the tests, all of which must hold (a refused claim has every failed test, not only the first).
    `p_yes` is the probability that it holds: of all findings together (`joint`), or of the weakest (`of`), which is
    exact for one uncertain test and an upper bound for several. `notes` are options of the edition that affect the
    answer. `by_hand` are objects concerned whose positions were entered by hand.
    """

    claim: str
    findings: tuple[Finding, ...]
    p_yes: float
    notes: tuple[str, ...] = ()
    by_hand: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.p_yes <= 1:
            raise MalformedError(f"ruling {self.claim!r}: probability {self.p_yes!r}: expected 0 to 1")

    @classmethod
    def of(cls, claim: str, *findings: Finding, notes: tuple[str, ...] = ()) -> Ruling:
        """Return the ruling that holds if all findings do, with the weakest finding's probability."""
        return cls(claim, findings, min((finding.p_yes for finding in findings), default=1.0), notes)

    @classmethod
    def joint(cls, claim: str, tested: Iterable[FindingWithLimits], notes: tuple[str, ...] = ()) -> Ruling:
        """Return the ruling that holds if all findings do, with their joint probability.

        Errors that findings share are counted once.
        """
        tested = tuple(tested)
        return cls(claim, tuple(one.finding for one in tested), joint_probability(tested), notes)

    @property
    def holds(self) -> bool:
        """Whether the claim holds by the best estimate."""
        return all(finding.holds for finding in self.findings)

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Findings that fail by the best estimate."""
        return tuple(finding for finding in self.findings if not finding.holds)

    @property
    def decisive(self) -> Finding | None:
        """The decisive finding: the nearest to failing, or the one that fails by most."""
        return min(self.findings, key=lambda finding: (finding.p_yes, finding.margin), default=None)

    def verdict(self, threshold: Threshold | None = None) -> Verdict:
        """Return YES, NO or TOO_CLOSE by the threshold (0.955 unless given)."""
        return (threshold or Threshold()).call(self.p_yes)


PointXYZ = tuple[float, float, float]
WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class ResolutionHint:
    """Advice for an uncertain ruling: the inches by which it is `short` of certain, and the point `at` which to
    measure.

    `short` is zero if no single measurement is decisive: then several are each slightly uncertain. `by_hand` are
    objects concerned whose positions were entered by hand, so the camera's view does not matter for them.
    """

    finding: Finding
    short: float
    at: PointXYZ | None
    by_hand: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Text for the players: what is missing, and what they can do."""
        missing = f"{self.short * MM_PER_INCH:.1f} mm short of sure" if self.short else "Not sure"
        here = "measure here" if self.at is not None else "measure it"
        if self.by_hand:
            names = ", ".join(name.upper() for name in self.by_hand)
            was, its = ("was", "its tag") if len(self.by_hand) == 1 else ("were", "their tags")
            return (
                f"{missing}: {names} {was} placed by hand. Let the camera see {its}, or {here} and say what you find."
            )
        return f"{missing}: {here} and say what you find, or clear the camera's view of it."


def resolution_hint(
    ruling: Ruling, threshold: Threshold, places: Mapping[str, PointXYZ] = MappingProxyType({})
) -> ResolutionHint | None:
    """Return the advice for a ruling that is too close to call; None if it has a verdict.

    It names the most uncertain measurement. If that has no drawing, the point is between the first two objects named in
    the ruling that have `places`, or at the only one.
    """
    if ruling.verdict(threshold) is not Verdict.TOO_CLOSE:
        return None
    measured = [finding for finding in ruling.findings if finding.sigma > 0]
    if not measured:
        return None
    finding = min(measured, key=lambda one: abs(one.margin) / one.sigma)
    short = z_score(threshold.sure) * finding.sigma - abs(finding.margin)
    at = _place(finding) or _between(finding, ruling, places)
    return ResolutionHint(finding, max(0.0, short), at, ruling.by_hand)


def _between(finding: Finding, ruling: Ruling, places: Mapping[str, PointXYZ]) -> PointXYZ | None:
    """Return the point midway between the first two objects of a finding, or the position of the only one."""
    drawn = finding.witness.things if finding.witness is not None else ()
    said = WORD.findall(f"{finding.means} {ruling.claim}")
    named = [places[name] for name in dict.fromkeys((*drawn, *said)) if name in places][:2]
    if not named:
        return None
    x, y, z = (sum(place[axis] for place in named) / len(named) for axis in range(3))
    return x, y, z


def _place(finding: Finding) -> PointXYZ | None:
    """Return the middle of the finding's measured stroke, or of its first stroke if it has no measurement."""
    strokes = finding.witness.strokes if finding.witness is not None else ()
    ranked = sorted((stroke for stroke in strokes if stroke.points), key=lambda one: one.role is not Role.MEASURE)
    if not ranked:
        return None
    points = ranked[0].points
    x, y, z = (float(sum(point[axis] for point in points)) / len(points) for axis in range(3))
    return x, y, z
