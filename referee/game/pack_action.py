"""Actions of packs, killzones and teams, with their conditions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from messages.message import Message
from referee.game.card import Card
from referee.rules.errors import MalformedError
from referee.rules.findings import gap_finding
from referee.rules.judgement import Attempt
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding, RuleId
from referee.rules.weapon import RuleUse


class Until(StrEnum):
    """When a change of a stat ends."""

    NEXT_ACTIVATION = "end of its next activation"
    THIS_OR_NEXT_ACTIVATION = "end of its current or next activation"
    TURNING_POINT = "end of the turning point"
    BATTLE = "end of the battle"


@dataclass(frozen=True, slots=True)
class PackTarget:
    """Target of an action: an enemy, a friend (including itself) or anybody, within `within` inches.

    `visible` requires it to be visible. `support`: the distance of a SUPPORT rule is increased by a Comms Device (rule
    J24-03). `keywords` are required on its card.
    """

    who: Literal["enemy", "friend", "anybody"] = "enemy"
    within: float | None = None
    visible: bool = True
    support: bool = False
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackConditions:
    """Conditions of a pack's action, as in its row of the action table."""

    rule: RuleId
    target: PackTarget | None
    controls: str

    @property
    def asks(self) -> bool:
        """Whether there is any condition."""
        return self.target is not None or bool(self.controls)

    def __call__(self, edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        """Yield whether the target and the marker satisfy the action's conditions."""
        named = attempt.target
        if self.target is not None and named in position.table.operatives:
            yield from self._aimed(edition, position, attempt.by, str(named), self.target)
        if self.controls and named in position.table.markers:
            own = position.table.operative(attempt.by).player
            yield edition.markers.controlled(position, str(named), self.rule, player=own, by=attempt.by)

    def _aimed(
        self, edition: Edition, position: Position, by: str, target: str, wanted: PackTarget
    ) -> Iterable[Finding]:
        own, other = position.table.operative(by), position.table.operative(target)
        enemy = own.player != other.player
        if wanted.who != "anybody":
            side = Message.of(
                "pack-target-enemy" if wanted.who == "enemy" else "pack-target-friend", target=target, by=by
            )
            yield Fact.declared(self.rule, enemy == (wanted.who == "enemy"), side)
        if wanted.within is not None and by != target:
            reach = wanted.within
            if wanted.support:
                reach = edition.support_reach(edition, position, own.player, reach)
            yield gap_finding(self.rule, Message.of("pack-target-near", target=target, by=by), own, other, reach)
        if wanted.visible and by != target:
            yield from edition.sight.visible(position, by, target).findings


@dataclass(frozen=True, slots=True)
class PackLimit:
    """Limit of an action: `uses` times in each turning point or battle, per operative or per player."""

    uses: int = 1
    per: Literal["turning point", "battle"] = "battle"
    by: Literal["operative", "player"] = "player"


@dataclass(frozen=True, slots=True)
class PackMove:
    """Distance of an action in addition to what it is treated as: `extra` inches more or less, or `fixed` inches."""

    extra: float = 0.0
    fixed: float | None = None


@dataclass(frozen=True, slots=True)
class PackDice:
    """Dice of an action: the sum of `dice` D6; effects happen at `on` or more.

    With `each` there is a separate roll for every operative that the action reaches.
    """

    dice: int = 1
    on: int = 1
    each: bool = False


@dataclass(frozen=True, slots=True)
class PackEffect:
    """One effect of an action: `what`, on `whom` ("near": the target and everybody near it).

    Damage and wounds regained are `amount`, plus the roll if `roll` is set (a D3 is half of it, rounded up). A stat is
    changed by `amount` `until` a time. Victory points are those of an `op`. With `always` it happens for every result
    of the dice.
    """

    what: Literal["damage", "heal", "stat", "vp", "cp", "ready", "expend"]
    whom: Literal["self", "target", "near"] = "target"
    amount: int = 0
    roll: Literal["", "d6", "d3"] = ""
    stat: Literal["", "apl", "move", "hit", "save"] = ""
    until: Until = Until.TURNING_POINT
    op: str = ""
    always: bool = False

    def __post_init__(self) -> None:
        if self.what == "stat" and not self.stat:
            raise MalformedError("ability-stat-missing")
        if self.what == "vp" and not self.op:
            raise MalformedError("ability-op-missing")


@dataclass(frozen=True, slots=True)
class PackAction:
    """One action of a pack: the content of `ActionSpec` as plain data; `text` describes it for people.

    `operatives` are those that may perform it and `keywords` those that their cards need (a unique action); without
    either everybody may (a mission action). `target` is its target, `controls` the kind of marker that its operative
    must control, `lays` the kind that it sets up. `weapon_rules` are gained by the weapon of a shot or a fight. `near`
    is the distance in inches from its target within which others are reached. Players declare what is not described.
    """

    name: str
    cost_ap: int = 1
    treated_as: str | None = None
    bars: tuple[str, ...] = ()
    conceal: bool = True
    engaged: bool | None = None
    repeatable: bool = False
    operatives: tuple[str, ...] = ()
    text: str = ""
    keywords: tuple[str, ...] = ()
    target: PackTarget | None = None
    controls: str = ""
    lays: str = ""
    limit: PackLimit | None = None
    move: PackMove | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    dice: PackDice | None = None
    effects: tuple[PackEffect, ...] = ()
    near: float = 1.0

    def __post_init__(self) -> None:
        if not self.name.strip() or not 0 <= self.cost_ap <= 9:
            raise MalformedError("ability-name-and-cost", action=self.name, cost=self.cost_ap)
        if self.move is not None and self.treated_as is None:
            raise MalformedError("ability-move-of-what", action=self.name)
        if sum((self.target is not None, bool(self.controls), bool(self.lays))) > 1:
            raise MalformedError("ability-two-objects", action=self.name)
        for effect in self.effects:
            aimed = effect.whom != "self" and effect.what not in ("vp", "cp")
            if aimed and self.target is None:
                raise MalformedError("ability-target-missing", action=self.name, whom=effect.whom)
            if effect.roll and self.dice is None:
                raise MalformedError("ability-dice-missing", action=self.name, roll=effect.roll)
        if self.dice is not None and not self.dice.each and any(effect.whom == "near" for effect in self.effects):
            raise MalformedError("ability-dice-for-each", action=self.name)

    @property
    def rule(self) -> str:
        """The id of its conditions: the pack's, not the edition's."""
        return f"pack:{self.name}"

    def is_of(self, card: Card) -> bool:
        """Return whether an operative with that card may perform it."""
        carried = {keyword.casefold() for keyword in card.keywords}
        named = not self.operatives or card.id in self.operatives
        return named and all(keyword.casefold() in carried for keyword in self.keywords)

    @property
    def spec(self) -> ActionSpec:
        """The action as a row of the action table."""
        judged = PackConditions(self.rule, self.target, self.controls)
        return ActionSpec(
            self.name,
            self.rule,
            self.cost_ap,
            bars=frozenset(self.bars),
            treated_as=self.treated_as,
            conceal=self.conceal,
            engaged=self.engaged,
            repeatable=self.repeatable,
            lays=self.lays,
            near=self.near,
            conditions=(judged,) if judged.asks else (),
        )
