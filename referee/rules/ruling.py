"""Rulings: findings with margins, verdicts by a threshold, joint probabilities, and advice for uncertain rulings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from geometry.base import EXACT_TOLERANCE, MM_PER_INCH
from geometry.contributions import Contribution, contributions_of
from geometry.limits import Limit, prob_all, z_score
from geometry.position_errors import probability
from geometry.table import Table
from geometry.witness import Role, Witness
from messages.message import Message
from referee.rules.errors import MalformedError

RuleId = str

LEAST_DOUBT = 1e-3
"""Least probability of either answer at which the causes of the uncertainty are worked out."""

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
            raise MalformedError("ruling-threshold", found=self.sure)

    def call(self, p_yes: float) -> Verdict:
        """Return the verdict for a probability of YES."""
        if p_yes >= self.sure:
            return Verdict.YES
        if p_yes <= 1 - self.sure:
            return Verdict.NO
        return Verdict.TOO_CLOSE


@dataclass(frozen=True, slots=True)
class Fact:
    """One test of one rule whose result is yes or no: declared (sigma 0), or observed with a probability.

    `reason` is the condition: its text holds or fails with the fact. `margin` is 0 or minus infinity if it was
    declared; otherwise `sigma` times the distance from a change of the result in standard deviations. `sigma` is the
    standard deviation in inches of the quantity that it depends on. Raises `MalformedError` for NaN.
    """

    rule: RuleId
    reason: Message
    holds: bool
    margin: float
    sigma: float = 0.0
    witness: Witness | None = None

    def __post_init__(self) -> None:
        _check(self.rule, self.sigma, self.margin)

    @classmethod
    def declared(cls, rule: RuleId, holds: bool, reason: Message, witness: Witness | None = None) -> Fact:
        """Return a fact without uncertainty."""
        if witness is None:
            return _declared(rule, holds, reason)
        return cls(rule, reason, holds, 0.0 if holds else -math.inf, witness=witness)

    @classmethod
    def seen(
        cls, rule: RuleId, holds: bool, reason: Message, p: float, sigma: float, witness: Witness | None = None
    ) -> Fact:
        """Return a fact that holds with probability `p`; a declared one if `sigma` is 0."""
        if sigma == 0:
            return cls.declared(rule, holds, reason, witness)
        return cls(rule, reason, holds, sigma * signed_score(p, holds), sigma, witness)

    @property
    def measured(self) -> float:
        """1 if it holds, 0 if not."""
        return float(self.holds)

    @property
    def required(self) -> float:
        """Always 1."""
        return 1.0

    @property
    def p_yes(self) -> float:
        """Probability that the rule is satisfied, given the camera's errors."""
        return _p_yes(self)

    @property
    def message(self) -> Message:
        """The reason with its figures: a fact has none."""
        return self.reason

    @property
    def outcome(self) -> Message:
        """The message whose text says whether it holds."""
        return self.message if self.holds else self.message.failed

    @property
    def means(self) -> str:
        """The result in English, with ids in place of names."""
        return str(self.outcome)

    def negated(self, reason: Message) -> Fact:
        """Return the opposite of a fact, with its own reason."""
        return replace(self, reason=reason, holds=not self.holds, margin=-self.margin)

    def with_probability(self, p: float, sigma: float = 0.0) -> Fact:
        """Return it with the margin of this probability; `sigma` counts if it has none."""
        sigma = self.sigma or sigma
        return replace(self, margin=sigma * signed_score(p, self.holds), sigma=sigma)


@dataclass(frozen=True, slots=True)
class Measurement:
    """One test of one rule by a length: measured against required, inches.

    `margin` is signed: positive or zero satisfies the rule, or only positive if it is `strict` ("more than"). `sigma`
    is its standard deviation from camera errors; zero if it is exact. `reason` is the condition; its text may also show
    `measured` and `required`. `contributions` are the causes of `sigma`, the largest first; empty if they are not known
    or the result is certain. Raises `MalformedError` for NaN.
    """

    rule: RuleId
    reason: Message
    measured: float
    required: float
    margin: float
    sigma: float = 0.0
    witness: Witness | None = None
    strict: bool = False
    contributions: tuple[Contribution, ...] = ()

    def __post_init__(self) -> None:
        _check(self.rule, self.sigma, self.measured, self.required, self.margin)

    @classmethod
    def at_most(cls, rule: RuleId, reason: Message, measured: float, limit: float, /, **more: Any) -> Measurement:
        """Return whether a length is at most `limit` ("within"), with tolerance for rounding."""
        margin = _snapped(limit - measured)
        return cls(rule, reason, measured, limit, margin, **more)

    @classmethod
    def at_least(cls, rule: RuleId, reason: Message, measured: float, limit: float, /, **more: Any) -> Measurement:
        """Return whether a length is at least `limit`."""
        margin = _snapped(measured - limit)
        return cls(rule, reason, measured, limit, margin, **more)

    @classmethod
    def more_than(cls, rule: RuleId, reason: Message, measured: float, limit: float, /, **more: Any) -> Measurement:
        """Return whether a length is strictly more than `limit`."""
        margin = _snapped(measured - limit)
        return cls(rule, reason, measured, limit, margin, strict=True, **more)

    @property
    def holds(self) -> bool:
        """Whether the rule is satisfied by the best estimate."""
        return self.margin > 0 if self.strict else self.margin >= 0

    @property
    def p_yes(self) -> float:
        """Probability that the rule is satisfied, given the camera's errors."""
        return _p_yes(self)

    @property
    def message(self) -> Message:
        """The reason with its figures: `measured` and `required`, inches."""
        return self.reason.with_args(measured=self.measured, required=self.required)

    @property
    def outcome(self) -> Message:
        """The message whose text says whether it holds."""
        return self.message if self.holds else self.message.failed

    @property
    def means(self) -> str:
        """The result in English, with ids in place of names."""
        return str(self.outcome)

    def negated(self, reason: Message) -> Measurement:
        """Return the opposite of a comparison, with its own reason."""
        return replace(self, reason=reason, margin=-self.margin, strict=not self.strict)

    def with_probability(self, p: float, sigma: float = 0.0) -> Measurement:
        """Return it with the margin of this probability; `sigma` counts if it has none."""
        sigma = self.sigma or sigma
        return replace(self, margin=sigma * signed_score(p, self.holds), sigma=sigma)

    def caused_by(self, limits: Iterable[Limit], table: Table) -> Measurement:
        """Return it with the contributions of these limits, if it is uncertain."""
        return replace(self, contributions=contributions_of(limits, table)) if is_doubtful(self.p_yes) else self


Finding = Fact | Measurement
"""One test of one rule."""


def _check(rule: RuleId, sigma: float, *figures: float) -> None:
    if any(map(math.isnan, figures)):
        raise MalformedError("ruling-figure-nan", rule=rule)
    if not (math.isfinite(sigma) and sigma >= 0):
        raise MalformedError("ruling-sigma", rule=rule, found=sigma)


def is_doubtful(p: float) -> bool:
    """Return whether a probability is far enough from 0 and 1 for its causes to matter."""
    return LEAST_DOUBT < p < 1 - LEAST_DOUBT


def signed_score(p: float, holds: bool) -> float:
    """Return the distance from a change of the result in standard deviations, with the sign of the result."""
    score = z_score(p)
    return max(score, LEAST_SCORE) if holds else min(score, -LEAST_SCORE)


def _p_yes(finding: Finding) -> float:
    if finding.sigma == 0 or math.isinf(finding.margin):
        return 1.0 if finding.holds else 0.0
    return probability(finding.margin, finding.sigma)


@lru_cache(maxsize=2048)
def _declared(rule: RuleId, holds: bool, reason: Message) -> Fact:
    """Return a cached fact: the same conditions apply to every target of an action."""
    return Fact(rule, reason, holds, 0.0 if holds else -math.inf)


def _snapped(margin: float) -> float:
    return 0.0 if abs(margin) < EXACT_TOLERANCE else margin


@dataclass(frozen=True, slots=True, eq=False)
class FindingWithLimits:
    """A finding with the limits that must all hold for it; None if its errors are independent of other findings."""

    finding: Finding
    limits: tuple[Limit, ...] | None = None

    def caused_on(self, table: Table) -> FindingWithLimits:
        """Return it with the contributions of its limits on a table, if it is an uncertain measurement."""
        if self.limits is None or not isinstance(self.finding, Measurement):
            return self
        return replace(self, finding=self.finding.caused_by(self.limits, table))


def joint_contributions(tested: Iterable[FindingWithLimits], p_yes: float, table: Table) -> tuple[Contribution, ...]:
    """Return the causes of the uncertainty of all findings together, `p_yes` being their joint probability.

    Empty if the answer is certain. If an uncertain finding has no limits, they are those of the only uncertain finding.
    """
    tested = tuple(tested)
    if not is_doubtful(p_yes):
        return ()
    unlimited = [one.finding for one in tested if one.limits is None and is_doubtful(one.finding.p_yes)]
    if unlimited:
        return _only_contributions(one.finding for one in tested)
    return contributions_of((limit for one in tested for limit in one.limits or ()), table)


def _only_contributions(findings: Iterable[Finding]) -> tuple[Contribution, ...]:
    """Return the contributions of the only uncertain finding; empty if there are several."""
    doubtful = [finding for finding in findings if is_doubtful(finding.p_yes)]
    return doubtful[0].contributions if len(doubtful) == 1 and isinstance(doubtful[0], Measurement) else ()


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
    answer. `by_hand` are objects concerned whose positions were entered by hand. `contributions` are the causes of its
    uncertainty, the largest first; empty if it is certain or they are not known.
    """

    claim: Message
    findings: tuple[Finding, ...]
    p_yes: float
    notes: tuple[Message, ...] = ()
    by_hand: tuple[str, ...] = ()
    contributions: tuple[Contribution, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.p_yes <= 1:
            raise MalformedError("ruling-probability", claim=self.claim, found=self.p_yes)

    @classmethod
    def of(cls, claim: Message, *findings: Finding, notes: tuple[Message, ...] = ()) -> Ruling:
        """Return the ruling that holds if all findings do, with the weakest finding's probability."""
        p_yes = min((finding.p_yes for finding in findings), default=1.0)
        return cls(claim, findings, p_yes, notes, contributions=_only_contributions(findings))

    @classmethod
    def joint(
        cls, claim: Message, tested: Iterable[FindingWithLimits], table: Table, notes: tuple[Message, ...] = ()
    ) -> Ruling:
        """Return the ruling that holds if all findings do, with their joint probability, on one table.

        Errors that findings share are counted once.
        """
        tested = tuple(one.caused_on(table) for one in tested)
        p_yes = joint_probability(tested)
        causes = joint_contributions(tested, p_yes, table)
        return cls(claim, tuple(one.finding for one in tested), p_yes, notes, contributions=causes)

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


@dataclass(frozen=True, slots=True)
class ResolutionHint:
    """Advice for an uncertain ruling: the inches by which it is `short` of certain, and the point `at` which to
    measure.

    `short` is zero if no single measurement is decisive: then several are each slightly uncertain. `by_hand` are
    objects concerned whose positions were entered by hand, so the camera's view does not matter for them. `first` is
    the largest cause of the uncertainty, None if it is not known.
    """

    finding: Finding
    short: float
    at: PointXYZ | None
    by_hand: tuple[str, ...] = ()
    first: Contribution | None = None

    @property
    def message(self) -> Message:
        """Advice for the players: what is missing, and what they can do."""
        if self.first is None:
            return self._advice
        return Message.of("ruling-settling-cause", advice=self._advice, first=settling_message(self.first))

    @property
    def _advice(self) -> Message:
        return Message.of(
            "ruling-settling",
            short=self.short * MM_PER_INCH,
            missing="length" if self.short else "certainty",
            where="here" if self.at is not None else "anywhere",
            by_hand=[name.upper() for name in self.by_hand],
        )

    @property
    def words(self) -> str:
        """The advice in English, with ids in place of names."""
        return str(self.message)


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
    return ResolutionHint(finding, max(0.0, short), at, ruling.by_hand, next(iter(ruling.contributions), None))


def share_message(one: Contribution) -> Message:
    """Return a cause with its share of the uncertainty."""
    if one.thing:
        cause = Message.of("ruling-cause-of", cause=one.cause.value, thing=one.thing)
    else:
        cause = Message.of("ruling-cause", cause=one.cause.value)
    return Message.of("ruling-share", cause=cause, share=one.share, sigma=one.sigma)


def settling_message(one: Contribution) -> Message:
    """Return what reduces an error, with its share of the uncertainty."""
    if one.thing:
        return Message.of("ruling-settling-first-of", cause=one.cause.value, thing=one.thing, share=one.share)
    return Message.of("ruling-settling-first", cause=one.cause.value, share=one.share)


def _between(finding: Finding, ruling: Ruling, places: Mapping[str, PointXYZ]) -> PointXYZ | None:
    """Return the point midway between the first two objects of a finding, or the position of the only one."""
    drawn = finding.witness.things if finding.witness is not None else ()
    said = (*finding.reason.texts, *ruling.claim.texts)
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
