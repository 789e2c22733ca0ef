"""Policies of failed conditions (refuse, ask, log, ignore), and an edition's rule ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from referee.rules.ruling import Finding, RuleId, Ruling, Threshold, Verdict


class Policy(StrEnum):
    """Reaction to a broken rule, from strict to none."""

    ENFORCE = "enforce"
    PROPOSE = "propose"
    LOG = "log"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class Triage:
    """Findings by policy: refused, to be confirmed by the players, logged."""

    refused: tuple[Finding, ...] = ()
    asked: tuple[Finding, ...] = ()
    logged: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Policies:
    """Policies of all rules: by id, else by its longest prefix ("D24" before "D"), else the default."""

    default: Policy = Policy.ENFORCE
    by_rule: Mapping[str, Policy] = field(default_factory=dict)
    threshold: Threshold = field(default_factory=Threshold)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_rule", MappingProxyType(dict(self.by_rule)))

    def of(self, rule: str) -> Policy:
        """Return the policy of that rule."""
        prefixes = [prefix for prefix in self.by_rule if rule.startswith(prefix)]
        return self.by_rule[max(prefixes, key=len)] if prefixes else self.default

    def triage(self, findings: Iterable[Finding], evidence: Iterable[Ruling] = ()) -> Triage:
        """Return the failed and uncertain findings, by policy.

        A finding or ruling that is too close to call is to be confirmed under `enforce` and `propose`, regardless of
        its best estimate; of a ruling that fails, every failed finding counts.
        """
        doubtful: list[Finding] = []
        wrong: list[Finding] = []
        for finding in findings:
            verdict = self.threshold.call(finding.p_yes)
            if verdict is not Verdict.YES:
                (wrong if verdict is Verdict.NO else doubtful).append(finding)
        for ruling in evidence:
            verdict = ruling.verdict(self.threshold)
            decisive = ruling.decisive
            if verdict is Verdict.NO:
                wrong.extend(ruling.faults or ((decisive,) if decisive else ()))
            elif verdict is Verdict.TOO_CLOSE and decisive is not None:
                doubtful.append(decisive)
        if not wrong and not doubtful:
            return Triage()
        return Triage(
            refused=tuple(each for each in wrong if self.of(each.rule) is Policy.ENFORCE),
            asked=tuple(each for each in wrong if self.of(each.rule) is Policy.PROPOSE)
            + tuple(each for each in doubtful if self.of(each.rule) in (Policy.ENFORCE, Policy.PROPOSE)),
            logged=tuple(each for each in wrong + doubtful if self.of(each.rule) is Policy.LOG),
        )


@dataclass(frozen=True, slots=True)
class RuleIds:
    """One edition's rule ids of conditions that all editions have, by subject.

    `sequence`: timing. `seats`: players. `placement`: positions. `tokens`: readiness. `alternation`: turns. `order`:
    keeping an order. `budget`: AP. `once`: repeated actions. `wounds`, `carried`, `put_down`: damage and markers.
    `ploys`, `points`: once per turning point, their price; `strategy_ploys`, `firefight_ploys`: their time. `caps`:
    maximum of an op. `secrets`: sealed choices. `end`: the winner. `simultaneous`: order of rules. `sizes`: sizes of
    markers, `counteraction`: distance of one, if the edition states them.
    """

    sequence: RuleId
    seats: RuleId
    placement: RuleId
    tokens: RuleId
    alternation: RuleId
    order: RuleId
    budget: RuleId
    once: RuleId
    wounds: RuleId
    carried: RuleId
    put_down: RuleId
    ploys: RuleId
    strategy_ploys: RuleId
    firefight_ploys: RuleId
    points: RuleId
    caps: RuleId
    secrets: RuleId
    end: RuleId
    simultaneous: RuleId
    sizes: RuleId | None = None
    counteraction: RuleId | None = None
