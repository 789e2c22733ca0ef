"""What a failed condition does (refuse, ask, note, ignore), and which paragraph says what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from referee.rules.ruling import Finding, RuleId, Ruling, Threshold, Verdict


class Policy(StrEnum):
    """How a broken rule is met, from strict to blind."""

    ENFORCE = "enforce"
    PROPOSE = "propose"
    LOG = "log"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class Sorted:
    """Findings by what is done about them: refused, asked of the players, written down."""

    refused: tuple[Finding, ...] = ()
    asked: tuple[Finding, ...] = ()
    logged: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Policies:
    """The policy of every rule: by its id, else by the longest prefix of it ("D24" before "D"), else the default."""

    default: Policy = Policy.ENFORCE
    by_rule: Mapping[str, Policy] = field(default_factory=dict)
    threshold: Threshold = field(default_factory=Threshold)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_rule", MappingProxyType(dict(self.by_rule)))

    def of(self, rule: str) -> Policy:
        """Return what is done about that rule."""
        prefixes = [prefix for prefix in self.by_rule if rule.startswith(prefix)]
        return self.by_rule[max(prefixes, key=len)] if prefixes else self.default

    def sort(self, findings: Iterable[Finding], evidence: Iterable[Ruling] = ()) -> Sorted:
        """Return what is wrong, by what is done about it.

        A finding or ruling that is too close to call is asked under `enforce` and `propose`, whichever way the best
        estimate leans; of a ruling that fails, every failing finding counts.
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
            return Sorted()
        return Sorted(
            refused=tuple(each for each in wrong if self.of(each.rule) is Policy.ENFORCE),
            asked=tuple(each for each in wrong if self.of(each.rule) is Policy.PROPOSE)
            + tuple(each for each in doubtful if self.of(each.rule) in (Policy.ENFORCE, Policy.PROPOSE)),
            logged=tuple(each for each in wrong + doubtful if self.of(each.rule) is Policy.LOG),
        )


@dataclass(frozen=True, slots=True)
class RuleIds:
    """The rule ids that one edition gives to conditions which both have, by what they say.

    `sequence`: what is done when. `seats`: who plays. `placement`: where a thing may be put. `tokens`: who says what
    is ready. `alternation`: whose turn. `order`: an order is kept. `budget`: AP. `once`: the same action.
    `wounds`, `carried`, `put_down`: damage and markers. `ploys`, `points`: once per turning point, their
    price; `strategy_ploys`, `firefight_ploys`: when those are used. `caps`: the most that an op gives.
    `secrets`: sealed choices. `end`: who wins.
    `simultaneous`: what is resolved first. `sizes`: how large markers are, where the edition says so.
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
