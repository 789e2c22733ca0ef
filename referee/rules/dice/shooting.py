"""Shooting action as a state machine: each target in turn, and the tests after it (E24-*, G24-03, G24-08)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from referee.rules.dice.attack import COMMAND_REROLL, Offer
from referee.rules.dice.attack_facts import (
    OBSCURED,
    AnswerStep,
    AttackOutcome,
    PendingInput,
    ShootingFacts,
    TargetFacts,
    When,
    choose_shelter,
    near_found,
    recorded,
    replayed,
    resolve_perhaps_shot,
    rule_out_shelters,
    unsheltered,
    whether_shot,
)
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.odds import SequenceRun, odds_from
from referee.rules.dice.rule_book import RollAfterUse
from referee.rules.dice.shot import ShotSetup, ShotState
from referee.rules.dice.step import PASS, DiceChoice, DiceStepName, Effect, Roll, Side, checked
from referee.rules.errors import IllegalError
from referee.rules.weapon import Weapon

WARD_PAYS = "ward_pays"
"""Key in stored actions: re-rolls of an invulnerable save cost a point (B21-06)."""
HARM = ("damage", "mortal")
"""Kinds of outcomes that inflict wounds."""


@dataclass(frozen=True, slots=True)
class ShootingSequence:
    """State of a shooting action. Immutable: `enter` and `choose` return the next state.

    `current` is the target being shot, `left` those still to be shot, `unshared` those that have no share of the attack
    dice yet, the primary target first; `steps` are the answers so far, `outcomes` the effects so far. If `current` has
    no `walk` yet, its sheltering is still open: the players decide what the camera cannot tell, and its own player
    chooses between cover and obscured. The action is over when `pending` is None; only then are incapacitated
    operatives removed (E24-11).
    """

    rules: DiceRules
    facts: ShootingFacts
    current: TargetFacts | None
    left: tuple[TargetFacts, ...]
    walk: SequenceRun[ShotState] | None
    steps: tuple[AnswerStep, ...] = ()
    outcomes: tuple[AttackOutcome, ...] = ()
    tested: bool = False
    unshared: tuple[TargetFacts, ...] = ()
    ward_pays: bool = False

    @classmethod
    def begin(cls, rules: DiceRules, facts: ShootingFacts, *, ward_pays: bool | None = None) -> ShootingSequence:
        """Return the action at its first roll or decision, shooting the primary target.

        `ward_pays` is False for actions stored before a Command Re-roll with an invulnerable save cost a point: they
        are replayed as played. Raises `MalformedError` for a weapon rule that the edition does not have.
        """
        first, *others = facts.targets
        pays = rules.ward_pays if ward_pays is None else ward_pays
        if facts.shared is not None and others:
            return cls(rules, facts, None, (), None, unshared=facts.targets, ward_pays=pays)
        return cls(rules, facts, None, tuple(others), None, ward_pays=pays)._at(first)._forward()

    @property
    def over(self) -> bool:
        """Whether the action is over."""
        return self.pending is None

    @property
    def pending(self) -> PendingInput | None:
        """The input that is due, or None when the action is over."""
        if self.walk is not None and self.current is not None:
            return self._in_shot(self.walk, self.current)
        attacker = self.facts.player
        if self.current is not None:
            return self._perhaps() or unsheltered(self.current)
        if self.unshared:
            return self._perhaps() or self._sharing()
        if self.left:
            return self._next_target()
        if self.test_after_use is not None and not self.tested:
            return PendingInput(attacker, Side.ATTACKER, DiceStepName.AFTER, self.facts.shooter, dice=1)
        return None

    @property
    def taken_up(self) -> tuple[tuple[str, Weapon], ...]:
        """Empty: the target of a shot uses no weapon."""
        return ()

    def odds(self) -> dict[int, Fraction] | None:
        """Return the odds of the total damage to the current target from here on, under the standard policy."""
        return None if self.walk is None else odds_from(self.walk, lambda state: state.harm)

    def enter(self, faces: Iterable[int]) -> ShootingSequence:
        """Return the action after the dice that are due; raises the same errors as `SequenceRun.enter`."""
        dice = tuple(faces)
        pending = self._due
        if self.walk is not None:
            after = replace(self, walk=self.walk.enter(dice), steps=self._with(pending, dice=dice))
            return after._applied(self.walk)._forward()
        if not pending.dice:
            raise IllegalError("roll-choice-first", player=pending.player, stage=pending.stage)
        if pending.default is not None:
            return self.choose(pending.default).enter(dice)
        (face,) = checked(dice, 1)
        rule, hook = self.test_after_use or ("", RollAfterUse())
        lost = hook.damage(face, self.facts.weapon.hit)
        found = (AttackOutcome("damage", self.facts.shooter, lost, rule),) if lost else ()
        return replace(self, tested=True, steps=self._with(pending, dice=dice), outcomes=self.outcomes + found)

    def choose(self, choice: DiceChoice) -> ShootingSequence:
        """Return the action after a decision; raises `IllegalError` if the rules do not permit it here."""
        pending = self._due
        if choice.rule == COMMAND_REROLL and not self._points(pending.player):
            raise IllegalError("roll-no-command-point", player=pending.player, choice=choice.key)
        if self.walk is not None:
            after = replace(self, walk=self.walk.choose(choice), steps=self._with(pending, choice=choice))
            return after._applied(self.walk)._forward()
        if choice not in pending.choices:
            if not pending.choices:
                raise IllegalError("roll-dice-first", choice=choice.key, stage=pending.stage, dice=pending.dice)
            offered = [option.key for option in pending.choices]
            stage = pending.stage
            raise IllegalError("roll-choice-refused", choice=choice.key, stage=stage, offered=offered, readings=())
        action = replace(self, steps=self._with(pending, choice=choice))
        if pending.stage is DiceStepName.DOUBT:
            return action._settled(pending.target, choice)._forward()
        if pending.stage is DiceStepName.SHELTER and self.current is not None:
            return action._sheltered(self.current, obscured=choice == OBSCURED)._forward()
        if pending.stage is DiceStepName.SHARE:
            return action._shared(choice.numbers[0])._forward()
        if choice == PASS:
            return replace(action, left=())
        target = next(target for target in self.left if target.id == choice.rule)
        left = tuple(other for other in self.left if other is not target)
        return replace(action, left=left)._at(target)._forward()

    def answer(self, given: tuple[int, ...] | DiceChoice) -> ShootingSequence:
        """Return the action after dice or a choice."""
        return self.choose(given) if isinstance(given, DiceChoice) else self.enter(given)

    def to_data(self) -> dict[str, Any]:
        """Convert the action to plain data: its facts and every answer so far."""
        warded = any(target.defender.ward is not None for target in self.facts.targets)
        return recorded(self.facts, self.steps) | ({WARD_PAYS: True} if warded and self.ward_pays else {})

    @classmethod
    def from_data(cls, rules: DiceRules, data: Mapping[str, Any]) -> ShootingSequence:
        """Rebuild an action from plain data, up to its last answer.

        Raises `MalformedError` for invalid data, and the errors of the answers.
        """
        pays = bool(data.get(WARD_PAYS, False))
        return replayed(ShootingFacts, lambda facts: cls.begin(rules, facts, ward_pays=pays), data)

    @property
    def test_after_use(self) -> tuple[str, RollAfterUse] | None:
        """The rule that tests the weapon at the end of the action (G24-08), with its hook; None without one."""
        hooks = self.rules.weapon_rules.hooks(self.facts.weapon.rules, RollAfterUse)
        return (hooks[0][0].name, hooks[0][1]) if hooks else None

    def _in_shot(self, walk: SequenceRun[ShotState], target: TargetFacts) -> PendingInput | None:
        players = {Side.ATTACKER: self.facts.player, Side.DEFENDER: target.player}
        if walk.stage is not None and walk.roll is not None:
            side = walk.roll.owner
            return PendingInput(players[side], side, walk.stage, target.id).rolling(walk.roll)
        decision = walk.decision
        if decision is None:
            return None
        side = decision.owner
        choices = decision.choices
        if not self._points(players[side]):
            choices = tuple(choice for choice in choices if choice.rule != COMMAND_REROLL)
        return PendingInput(
            players[side], side, decision.stage, target.id, 0, choices, decision.default, decision.reading
        )

    def _next_target(self) -> PendingInput:
        """Return the question which target is next; if only one is left, its first roll also answers it."""
        choices = tuple(DiceChoice("target", target.id) for target in self.left)
        roll = self._first_roll(self.left[0]) if len(self.left) == 1 else None
        more = (PASS,) if self.facts.optional else ()
        attacker = self.facts.player
        return _answerable_by_roll(
            PendingInput(attacker, Side.ATTACKER, DiceStepName.TARGET, "", 0, (*choices, *more), choices[0]), roll
        )

    def _first_roll(self, target: TargetFacts) -> Roll | None:
        """Return the first roll of a shot at that target; None if it begins with a decision."""
        walk = replace(self, left=())._at(target).walk
        return None if walk is None else walk.roll

    def _sharing(self) -> PendingInput:
        """Return the question how many of the remaining dice the next target gets (rule G21-06).

        The primary target gets at least one; entering its roll directly gives it all of them.
        """
        target, total = self.unshared[0], self.facts.shared or 0
        rest = total - sum(one.dice or 0 for one in self.left)
        primary = target is self.facts.targets[0]
        choices = tuple(DiceChoice("share", target.id, (count,)) for count in range(rest, 0 if primary else -1, -1))
        roll = self._first_roll(target.model_copy(update={"dice": rest})) if primary else None
        return _answerable_by_roll(
            PendingInput(self.facts.player, Side.ATTACKER, DiceStepName.SHARE, target.id, 0, choices, choices[0]), roll
        )

    def _shared(self, count: int) -> ShootingSequence:
        """Return the action with that many dice for the next target; the last one gets the rest."""
        given, total = self.unshared[0].model_copy(update={"dice": count}), self.facts.shared or 0
        left, unshared = (*self.left, given), self.unshared[1:]
        rest = total - sum(one.dice or 0 for one in left)
        if rest and len(unshared) > 1:
            return replace(self, left=left, unshared=unshared)
        if rest and unshared:
            left = (*left, unshared[0].model_copy(update={"dice": rest}))
        first, *others = (one for one in left if one.dice)
        return replace(self, left=tuple(others), unshared=())._at(first)

    def _sheltered(self, target: TargetFacts, *, obscured: bool) -> ShootingSequence:
        """Return the action with the target's choice, also applied to targets sheltered like the primary target."""
        primary = target.id == self.facts.targets[0].id
        left = tuple(choose_shelter(one, obscured=obscured) if primary and one.as_primary else one for one in self.left)
        return replace(self, left=left)._at(choose_shelter(target, obscured=obscured))

    def _perhaps(self) -> PendingInput | None:
        """Return the first question whether an operative is a target at all; all are settled before any dice."""
        return whether_shot((*self.unshared, *self.left))

    def _settled(self, name: str, choice: DiceChoice) -> ShootingSequence:
        """Return the action with an answer of the players about a target: whether it is one, or how it is sheltered."""
        is_so = choice.verb == "is"
        if choice.rule == "target":
            left, unshared = (resolve_perhaps_shot(some, name, shot=is_so) for some in (self.left, self.unshared))
            action = replace(self, left=left, unshared=unshared)
            if len(unshared) == 1:
                alone = unshared[0].model_copy(update={"dice": self.facts.shared})
                return replace(action, unshared=())._at(alone)
            return action if self.current is None else action._at(self.current)
        if choice.rule == "near":
            return self if self.current is None else self._at(near_found(self.current, near=is_so))
        primary = name == self.facts.targets[0].id and choice.rule != "smoked"
        left = tuple(rule_out_shelters(one, choice) if primary and one.as_primary else one for one in self.left)
        return self if self.current is None else replace(self, left=left)._at(rule_out_shelters(self.current, choice))

    @property
    def _due(self) -> PendingInput:
        pending = self.pending
        if pending is None:
            raise IllegalError("roll-shooting-over")
        return pending

    def _with(
        self, pending: PendingInput, dice: tuple[int, ...] = (), choice: DiceChoice | None = None
    ) -> tuple[AnswerStep, ...]:
        return (*self.steps, AnswerStep(pending.player, pending.stage, pending.target, dice, choice))

    def _points(self, player: str) -> int:
        spent = sum(done.amount for done in self.outcomes if done.kind == "cp" and done.who == player)
        return max(0, self.facts.cp.get(player, 0) - spent)

    def _at(self, target: TargetFacts) -> ShootingSequence:
        if self._perhaps() or target.unsure or target.near_unsure or target.obscured_instead is not None:
            return replace(self, current=target, walk=None)
        target = self._with_own_injury(target)
        given = (offer for offer in self.rules.rerolls if offer.source in self.facts.rerolls)
        offers = tuple(offer for offer in given if self._still_available(offer))
        points = self._points(self.facts.player), self._points(target.player)
        setup = ShotSetup(
            self.weapon_against(target), target.defender, *points, rerolls=offers, ward_pays=self.ward_pays
        )
        walk = self.rules.shot(setup).begin()
        return replace(
            self, current=target, walk=walk, outcomes=self.outcomes + self._outcomes_of(walk.effects, target)
        )

    def _still_available(self, offer: Offer) -> bool:
        """Return whether an earlier sequence has left a source of re-rolls that serves one sequence of an action."""
        taken = (step.choice.rule for step in self.steps if step.choice is not None and step.choice.verb == "re-roll")
        return not offer.per_action or offer.source not in taken

    def _with_own_injury(self, target: TargetFacts) -> TargetFacts:
        """Return the target with the shooter's injury from its own action applied, if any (rule L21-01)."""
        injury, own = self.facts.injury, self.facts.shooter
        lost = sum(done.amount for done in self.outcomes if done.who == own and done.kind in HARM)
        if injury is None or lost < injury.lost:
            return target
        weapon = replace(target.weapon or self.facts.weapon, hit=injury.hit)
        return target.model_copy(update={"weapon": weapon, "reasons": (injury.reason, *target.reasons)})

    def weapon_against(self, target: TargetFacts) -> Weapon:
        """Return the weapon against that target, with the target's share of the dice if they are split."""
        weapon = target.weapon or self.facts.weapon
        if target.dice is None:
            return weapon
        fewer = 0 if self.facts.shared is None else self.facts.shared - weapon.atk
        return replace(weapon, atk=max(0, target.dice - fewer))

    def _applied(self, before: SequenceRun[ShotState]) -> ShootingSequence:
        if self.walk is None or self.current is None:
            return self
        new = self.walk.effects[len(before.effects) :]
        return replace(self, outcomes=self.outcomes + self._outcomes_of(new, self.current))

    def _forward(self) -> ShootingSequence:
        if self.walk is not None and self.walk.over:
            action = replace(self, current=None, walk=None)
            if len(self.left) == 1 and not self.facts.optional:
                return replace(action, left=())._at(self.left[0])._forward()
            return action
        return self

    def _outcomes_of(self, effects: Iterable[Effect], target: TargetFacts) -> tuple[AttackOutcome, ...]:
        found: list[AttackOutcome] = []
        for effect in effects:
            if effect.kind == "cp":
                player = self.facts.player if effect.side is Side.ATTACKER else target.player
                found.append(AttackOutcome("cp", player, effect.amount, effect.rule))
                continue
            others = target.near.get(effect.distance, ())
            who = {"target": (target.id,), "user": (self.facts.shooter,)}.get(effect.on, others)
            when = When.AFTER_ACTION if effect.kind == "apl" else When.NOW
            found += [AttackOutcome(effect.kind, one, effect.amount, effect.rule, when) for one in who]
        return tuple(found)


def _answerable_by_roll(pending: PendingInput, roll: Roll | None) -> PendingInput:
    """Return a decision whose default can be given by entering the roll that follows, if one follows at once."""
    return pending if roll is None else pending.rolling(roll)
