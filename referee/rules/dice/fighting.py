"""Fight action as a state machine: dice, alternating re-rolls, strikes and blocks (F24-*, F21-*)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from referee.rules.dice.attack_facts import (
    AnswerStep,
    AttackOutcome,
    FighterFacts,
    FightFacts,
    PendingInput,
    When,
    recorded,
    replayed,
)
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fight import SIDES, FightSetup, FightSide, FightState, RerollAlternately
from referee.rules.dice.odds import SequenceRun, odds_from
from referee.rules.dice.rule_book import RollAfterUse
from referee.rules.dice.step import DiceChoice, DiceStepName, Effect, Side, checked
from referee.rules.errors import IllegalError
from referee.rules.weapon import Weapon, titled


@dataclass(frozen=True, slots=True)
class FightSequence:
    """State of a fight action. Immutable: `enter` and `choose` return the next state.

    `walk` is None until the defender has chosen its weapon (F24-03); `fought` are the facts with that weapon. `steps`
    are the answers so far, `outcomes` the effects so far; the action is over when `pending` is None. `tested` are the
    sides whose weapons were tested after use.
    """

    rules: DiceRules
    facts: FightFacts
    fought: FightFacts
    walk: SequenceRun[FightState] | None
    steps: tuple[AnswerStep, ...] = ()
    outcomes: tuple[AttackOutcome, ...] = ()
    tested: frozenset[Side] = frozenset()

    @classmethod
    def begin(cls, rules: DiceRules, facts: FightFacts) -> FightSequence:
        """Return the action at its first roll or decision.

        Raises `MalformedError` for a weapon rule that the edition does not have.
        """
        if facts.defender.choices:
            return cls(rules, facts, facts, None)
        walk = _begun(rules, facts)
        return cls(rules, facts, facts, walk, (), _outcomes(facts, walk.effects))

    @property
    def over(self) -> bool:
        """Whether the action is over."""
        return self.pending is None

    @property
    def wounds(self) -> tuple[int, int]:
        """Remaining wounds of attacker and defender, by the fight itself."""
        if self.walk is None:
            return self.facts.attacker.wounds, self.facts.defender.wounds
        return self.walk.state.wounds

    @property
    def pending(self) -> PendingInput | None:
        """The input that is due, or None when the action is over."""
        walk = self.walk
        if walk is None:
            own, foe = self._pair(Side.DEFENDER)
            choices = tuple(DiceChoice("weapon", _key(one.weapon)) for one in own.choices)
            return PendingInput(own.player, Side.DEFENDER, DiceStepName.WEAPON, own.id, 0, choices, choices[0])
        if walk.stage is not None and walk.roll is not None:
            own, foe = self._pair(walk.roll.owner)
            roll = walk.roll
            return PendingInput(own.player, roll.owner, walk.stage, foe.id).rolling(roll)
        decision = walk.decision
        if decision is not None:
            own, foe = self._pair(decision.owner)
            return PendingInput(
                own.player,
                decision.owner,
                decision.stage,
                foe.id,
                0,
                decision.choices,
                decision.default,
                decision.reading,
            )
        side = next((side for side in self.tests_after_use if side not in self.tested), None)
        if side is None:
            return None
        own, _ = self._pair(side)
        return PendingInput(own.player, side, DiceStepName.AFTER, own.id, dice=1)

    @property
    def taken_up(self) -> tuple[tuple[str, Weapon], ...]:
        """The weapon that the defender retaliates with, as (operative, weapon); empty until it is known (F24-03)."""
        own = self.fought.defender
        return () if self.walk is None or own.weapon is None else ((own.id, own.weapon),)

    def rerolls_left(self, side: Side) -> tuple[tuple[str, int], ...]:
        """Return the sources of alternating re-rolls left to a side, with the maximum number of dice; else empty."""
        walk = self.walk
        stage = walk.sequence.stages[walk.index] if walk is not None and walk.decision is not None else None
        return stage.left(walk.state, SIDES.index(side)) if walk and isinstance(stage, RerollAlternately) else ()

    def odds(self) -> dict[tuple[int, int], Fraction]:
        """Return the odds of both sides' final wounds from here on, under the standard policy.

        If a weapon is still to be chosen, the first is assumed.
        """
        walk = self.walk if self.walk is not None else _begun(self.rules, self.facts)
        return odds_from(walk, lambda state: state.wounds)

    def enter(self, faces: Iterable[int]) -> FightSequence:
        """Return the action after the dice that are due; raises the same errors as `SequenceRun.enter`."""
        dice = tuple(faces)
        pending = self.pending
        if pending is None or pending.stage is not DiceStepName.AFTER:
            return self._moved(self._walking.enter(dice), dice=dice)
        (face,) = checked(dice, 1)
        rule, hook, weapon = self.tests_after_use[pending.side]
        lost = hook.damage(face, weapon.hit)
        found = (AttackOutcome("damage", pending.target, lost, rule),) if lost else ()
        step = AnswerStep(pending.player, pending.stage, pending.target, dice)
        return replace(
            self,
            steps=(*self.steps, step),
            outcomes=self.outcomes + found,
            tested=self.tested | {pending.side},
        )

    def choose(self, choice: DiceChoice) -> FightSequence:
        """Return the action after a decision; raises `IllegalError` if the rules do not permit it here."""
        if self.walk is None:
            return self._armed(choice)
        return self._moved(self.walk.choose(choice), choice=choice)

    @property
    def _walking(self) -> SequenceRun[FightState]:
        if self.walk is None:
            raise IllegalError("roll-weapon-first", player=self.facts.defender.player)
        return self.walk

    def _armed(self, choice: DiceChoice) -> FightSequence:
        """Return the fight with the weapon that the defender chose, at its first roll or decision."""
        own = self.facts.defender
        chosen = next((one for one in own.choices if choice == DiceChoice("weapon", _key(one.weapon))), None)
        if chosen is None:
            offered = [f"weapon:{_key(one.weapon)}" for one in own.choices]
            stage = DiceStepName.WEAPON
            raise IllegalError("roll-choice-refused", choice=choice.key, stage=stage, offered=offered, readings=())
        armed = own.model_copy(update={"weapon": chosen.weapon, "choices": ()})
        threatened = self.facts.attacker.model_copy(update={"near": chosen.near})
        fought = self.facts.model_copy(update={"attacker": threatened, "defender": armed})
        walk = _begun(self.rules, fought)
        step = AnswerStep(own.player, DiceStepName.WEAPON, own.id, (), choice)
        return replace(
            self, fought=fought, walk=walk, steps=(*self.steps, step), outcomes=_outcomes(fought, walk.effects)
        )

    def answer(self, given: tuple[int, ...] | DiceChoice) -> FightSequence:
        """Return the action after dice or a choice."""
        return self.choose(given) if isinstance(given, DiceChoice) else self.enter(given)

    def to_data(self) -> dict[str, Any]:
        """Convert the action to plain data: its facts and every answer so far."""
        return recorded(self.facts, self.steps)

    @classmethod
    def from_data(cls, rules: DiceRules, data: Mapping[str, Any]) -> FightSequence:
        """Rebuild an action from plain data, up to its last answer.

        Raises `MalformedError` for invalid data, and the errors of the answers.
        """
        return replayed(FightFacts, lambda facts: cls.begin(rules, facts), data)

    @property
    def tests_after_use(self) -> dict[Side, tuple[str, RollAfterUse, Weapon]]:
        """Weapons of surviving operatives to be tested after use (G24-08): the rule, and the test."""
        found: dict[Side, tuple[str, RollAfterUse, Weapon]] = {}
        for side, wounds in zip(SIDES, self.wounds, strict=True):
            weapon = self._pair(side)[0].weapon
            hooks = self.rules.weapon_rules.hooks(weapon.rules, RollAfterUse) if weapon and wounds else []
            if weapon and hooks:
                found[side] = (hooks[0][0].name, hooks[0][1], weapon)
        return found

    def _pair(self, side: Side) -> tuple[FighterFacts, FighterFacts]:
        attacker, defender = self.fought.attacker, self.fought.defender
        return (attacker, defender) if side is Side.ATTACKER else (defender, attacker)

    def _moved(
        self, walk: SequenceRun[FightState], dice: tuple[int, ...] = (), choice: DiceChoice | None = None
    ) -> FightSequence:
        pending = self.pending
        if pending is None:
            raise IllegalError("roll-fight-over")
        step = AnswerStep(pending.player, pending.stage, pending.target, dice, choice)
        done = 0 if self.walk is None else len(self.walk.effects)
        new = _outcomes(self.fought, walk.effects[done:])
        return replace(self, walk=walk, steps=(*self.steps, step), outcomes=self.outcomes + new)


def _key(weapon: Weapon) -> str:
    """Return a weapon's title in the form used in choices."""
    return titled(weapon).replace(":", " ").replace(",", " ")


def _begun(rules: DiceRules, facts: FightFacts) -> SequenceRun[FightState]:
    initiative = Side.DEFENDER if facts.initiative == facts.defender.player else Side.ATTACKER
    return rules.fight(replace(setup_of(facts, facts.cp), initiative=initiative)).begin()


def setup_of(facts: FightFacts, cp: Mapping[str, int] = MappingProxyType({})) -> FightSetup:
    """Return the set-up of a fight from its facts, with the points that each player may spend on re-rolls."""

    def side(fighter: FighterFacts, of: Side) -> FightSide:
        return FightSide(fighter.weapon, fighter.wounds, cp.get(fighter.player, 0), facts.caught(of))

    return FightSetup(side(facts.attacker, Side.ATTACKER), side(facts.defender, Side.DEFENDER), facts.first)


def _outcomes(facts: FightFacts, effects: Iterable[Effect]) -> tuple[AttackOutcome, ...]:
    sides = {Side.ATTACKER: facts.attacker, Side.DEFENDER: facts.defender}
    found: list[AttackOutcome] = []
    for effect in effects:
        own, foe = sides[effect.side], sides[effect.side.other]
        if effect.kind == "cp":
            found.append(AttackOutcome("cp", own.player, effect.amount, effect.rule))
            continue
        who = {"target": (foe.id,), "user": (own.id,)}.get(effect.on, foe.near.get(effect.distance, ()))
        when = When.AFTER_ACTION if effect.kind == "apl" else When.NOW
        found += [AttackOutcome(effect.kind, one, effect.amount, effect.rule, when) for one in who]
    return tuple(found)
