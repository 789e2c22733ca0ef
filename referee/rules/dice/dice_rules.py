"""Dice port of an edition: rule book, order of stages, odds, rule ids of reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from messages.message import Message
from referee.rules.dice.attack import Detail, Offer
from referee.rules.dice.fight import (
    EmptyBlock,
    FightPlan,
    FightSetup,
    FightState,
    MakeFightStep,
    Resolve,
    begin_resolving,
    fight_plan,
    fight_policy,
    fight_sequence,
    resolve_dice,
    side_by_side,
)
from referee.rules.dice.odds import DiceSequence, distribution
from referee.rules.dice.rule_book import RuleBook
from referee.rules.dice.shot import MakeShotStep, ShotSetup, ShotState, shot_sequence
from referee.rules.errors import MalformedError
from referee.rules.ruling import RuleId


@dataclass(frozen=True, slots=True)
class ReasonIds:
    """Rule ids of changes to dice; "" if an edition has no such rule.

    `injured`: wounds worsen Hit. `helped`: friends in a fight. `changed`: a stat that a player declared as changed.
    `point_blank` and `overwatch`: shots out of turn. `vantage`: Accurate; `vantage_cover`: better saves of concealed
    targets lower down. `smoke`: Piercing through it. `protective`: cover that improves Save. `in_the_way`: fewer attack
    dice. `first`: who resolves the first die of a fight. `defence`: the number of dice a target collects.
    """

    injured: RuleId = ""
    helped: RuleId = ""
    changed: RuleId = ""
    point_blank: RuleId = ""
    overwatch: RuleId = ""
    vantage: RuleId = ""
    vantage_cover: RuleId = ""
    smoke: RuleId = ""
    protective: RuleId = ""
    in_the_way: RuleId = ""
    first: RuleId = ""
    defence: RuleId = ""


APART: tuple[MakeFightStep, ...] = (side_by_side, begin_resolving, resolve_dice)


@dataclass(frozen=True, slots=True)
class DiceRules:
    """An edition's dice rules.

    `weapon_rules` is its rule book; `shooting` and `fighting` are the stages in order. `fixed_defence_dice` is the
    number of dice the defender collects, None if the operative's stat decides. `empty_block` is when a die may block
    nothing in a fight (F24-10), and `empty_block_note` the note if that is a reading. `rerolls` are sources of re-rolls
    other than weapon rules. `stopping_word` is the term for a success that stops another in a fight: "block" (F24-08)
    or "parry" (F21-06). `ward_pays`: a Command Re-roll costs its point even with an invulnerable save (B21-06, 2021
    edition only). `reasons` are the rule ids of changes to dice.
    """

    weapon_rules: RuleBook
    shooting: tuple[MakeShotStep, ...]
    fighting: tuple[MakeFightStep, ...]
    fixed_defence_dice: int | None
    empty_block: EmptyBlock
    rerolls: tuple[Offer, ...]
    empty_block_note: Message | None = None
    stopping_word: str = "block"
    ward_pays: bool = False
    reasons: ReasonIds = field(default_factory=ReasonIds)

    def defence_dice(self, stat: int | None) -> int:
        """Return the number of defence dice before the weapon's rules; `stat` is the target's Defence, if any."""
        if self.fixed_defence_dice is not None:
            return self.fixed_defence_dice
        if stat is None:
            raise MalformedError("attack-defence-missing")
        return stat

    def shot(self, setup: ShotSetup) -> DiceSequence[ShotState]:
        """Return the sequence of one shot."""
        return shot_sequence(self.weapon_rules, self.shooting, setup)

    def fight(self, setup: FightSetup) -> DiceSequence[FightState]:
        """Return the sequence of one fight."""
        return fight_sequence(self._plan(setup, Detail.PLAY), self.fighting)

    def shot_odds(self, setup: ShotSetup) -> dict[int, Fraction]:
        """Return the exact odds of the damage to the target under the standard policy, not capped by its wounds."""
        sequence = shot_sequence(self.weapon_rules, self.shooting, setup, detail=Detail.STANDARD)
        return distribution(sequence, lambda state: state.harm)

    def own_harm_odds(self, setup: ShotSetup) -> dict[int, Fraction]:
        """Return the exact odds of the damage that the attack dice do to the shooter, under the standard policy."""
        sequence = shot_sequence(self.weapon_rules, self.shooting, setup, detail=Detail.STANDARD)
        return distribution(sequence, lambda state: state.own)

    def fight_odds(
        self, setup: FightSetup, attacker: str = "strike", defender: str = "strike"
    ) -> dict[tuple[int, int], Fraction]:
        """Return the exact odds of both sides' remaining wounds, each resolving dice by a policy of `POLICIES`."""
        sequence = self.apart(setup)
        resolve = sequence.stages[-1]
        if not isinstance(resolve, Resolve):
            raise MalformedError("roll-last-stage", stage=resolve.name)
        return distribution(sequence, lambda state: state.wounds, fight_policy(resolve, attacker, defender))

    def resolving(self, setup: FightSetup) -> DiceSequence[FightState]:
        """Return the fight from the point at which the dice are retained: strikes and blocks only."""
        plan = self._plan(setup, Detail.PLAY)
        return fight_sequence(plan, (resolve_dice,))

    def apart(self, setup: FightSetup) -> DiceSequence[FightState]:
        """Return the fight with each side's dice processed separately (see `side_by_side`)."""
        return fight_sequence(self._plan(setup, Detail.STANDARD), APART)

    def _plan(self, setup: FightSetup, detail: Detail) -> FightPlan:
        return fight_plan(
            self.weapon_rules, setup, empty_block=self.empty_block, detail=detail, read_as=self.empty_block_note
        )
