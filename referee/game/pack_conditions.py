"""What only geometry knows of a pack's action: whether its target is near and seen, its marker controlled (D24-16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from referee.rules.edition import Edition
from referee.rules.judgement import Attempt
from referee.rules.measuring import gap_finding
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId


@dataclass(frozen=True, slots=True)
class PackTarget:
    """At whom an action is done: an enemy, a friend (itself among them) or anybody, within so many inches.

    `visible` asks the operative to see it. A SUPPORT rule reaches farther by a Comms Device (`support`, rule J24-03).
    `keywords` are those that its card must have.
    """

    who: Literal["enemy", "friend", "anybody"] = "enemy"
    within: float | None = None
    visible: bool = True
    support: bool = False
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackConditions:
    """The conditions of a pack's action, as its row of the action table has them."""

    rule: RuleId
    target: PackTarget | None
    controls: str

    @property
    def asks(self) -> bool:
        """Whether there is anything to ask."""
        return self.target is not None or bool(self.controls)

    def __call__(self, edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        """Yield whether the target and the marker are as the action wants them."""
        named = attempt.target
        if self.target is not None and named in position.table.operatives:
            yield from self._aimed(edition, position, attempt.by, str(named), self.target)
        if self.controls and named in position.table.markers:
            own, lost = position.table.operative(attempt.by).player, f"{attempt.by} must control {named}"
            yield edition.markers.controlled(position, str(named), self.rule, player=own, by=attempt.by, otherwise=lost)

    def _aimed(
        self, edition: Edition, position: Position, by: str, target: str, wanted: PackTarget
    ) -> Iterable[Finding]:
        own, other = position.table.operative(by), position.table.operative(target)
        enemy = own.player != other.player
        if wanted.who != "anybody":
            yield Finding.fact(self.rule, enemy == (wanted.who == "enemy"), f"{target} must be a {wanted.who} of {by}")
        if wanted.within is not None and by != target:
            reach = wanted.within
            if wanted.support:
                reach = edition.support_reach(edition, position, own.player, reach)
            yield gap_finding(self.rule, f"{target} must be within {reach:g} inches of {by}", own, other, reach)
        if wanted.visible and by != target:
            yield from edition.sight.visible(position, by, target).findings
