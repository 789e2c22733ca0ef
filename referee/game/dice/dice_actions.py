"""Dice actions: opens the dice of an action, asks for input, converts outcomes to events; auto-resolve."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol, Self

from pydantic import BaseModel, ValidationError

from messages.message import Message
from referee.game.dice.dice_text import label
from referee.game.events import Event, activations, battle, decisions, pieces
from referee.game.intents import ANY, Act, Answer
from referee.game.judging.limited_weapons import has_use_left, limit_of
from referee.game.pack_action import Until
from referee.game.prompt import Choice, Grade, Prompt, Topic
from referee.game.state import GameState, OpenSequence
from referee.rules.dice.attack import COMMAND_REROLL
from referee.rules.dice.attack_facts import (
    ALREADY_FALLEN,
    AttackOutcome,
    FightFacts,
    PendingInput,
    ShootingFacts,
    When,
    first_fault,
)
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fighting import FightSequence
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.step import CRIT, FAIL, NORMAL, DiceChoice, DiceStepName
from referee.rules.errors import MalformedError
from referee.rules.weapon import Weapon, WeaponType, titled

ALWAYS_ASKED = frozenset({DiceStepName.TARGET, DiceStepName.DOUBT})
"""Stages that are never resolved by default."""

KEY = "onward"


class StopAt(StrEnum):
    """End of auto-resolve: the strikes and blocks of a fight, or the end of the action."""

    STRIKES = "strikes"
    END = "end"


@dataclass(frozen=True, slots=True)
class Onward:
    """Auto-resolve: players whose decisions in these dice are taken by default, and until when.

    Rolls are always asked for.
    """

    until: Mapping[str, StopAt] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Read it from the plain data of open dice."""
        return cls({player: StopAt(until) for player, until in data.get(KEY, {}).items()})

    def to_data(self) -> dict[str, Any]:
        """Convert it to plain data, stored beside the dice; empty if no player asked for it."""
        return {KEY: {player: until.value for player, until in self.until.items()}} if self.until else {}

    def after(self, answered: PendingInput | None, *, asked: bool) -> Onward:
        """Return it after an answer: `asked` renews it for that player; an answer without it ends it."""
        if answered is None:
            return self
        others = {player: until for player, until in self.until.items() if player != answered.player}
        if not asked:
            return Onward(others)
        resolving = answered.stage is DiceStepName.RESOLVE
        return Onward({**others, answered.player: StopAt.END if resolving else StopAt.STRIKES})

    def answer(self, pending: PendingInput | None) -> DiceChoice | None:
        """Return the default choice for the pending question; None if a player has to answer it."""
        if pending is None or pending.dice or pending.player not in self.until or pending.stage in ALWAYS_ASKED:
            return None
        if pending.stage is DiceStepName.RESOLVE and self.until[pending.player] is not StopAt.END:
            return None
        return pending.default


STUN = "stun"
COUNTED = "counted"
"""Key beside the data of open dice: the numbers of the answers whose faces only represent grades."""

CountsAs = Literal["crit", "success", "fail"]
GRADES: tuple[tuple[int, CountsAs], ...] = ((CRIT, "crit"), (NORMAL, "success"), (FAIL, "fail"))


class DiceAction(Protocol):
    """A shooting or fighting action in progress."""

    @property
    def pending(self) -> PendingInput | None:
        """The input that is due, None when it is over."""

    @property
    def outcomes(self) -> tuple[AttackOutcome, ...]:
        """Its outcomes so far."""

    @property
    def taken_up(self) -> tuple[tuple[str, Weapon], ...]:
        """Weapons used in it so far by operatives other than the active one, as (operative, weapon)."""

    def answer(self, given: tuple[int, ...] | DiceChoice) -> DiceAction:
        """Return the action after dice or a choice."""

    def to_data(self) -> dict[str, Any]:
        """Convert it to plain data."""


@dataclass(frozen=True, slots=True)
class DiceActionType:
    """One type of dice action: how it begins from facts, how it is read from data, and its type of weapon."""

    begin: Callable[[DiceRules, GameState, Mapping[str, Any]], DiceAction]
    read: Callable[[DiceRules, Mapping[str, Any]], DiceAction]
    weapon: WeaponType


def _validated(model: type[BaseModel], facts: Mapping[str, Any]) -> Any:
    try:
        return model.model_validate(dict(facts))
    except ValidationError as error:
        raise MalformedError("attack-unreadable", fault=first_fault(error)) from error


def _points(state: GameState) -> dict[str, int]:
    return {player: side.cp for player, side in state.sides.items()}


def _shooting(rules: DiceRules, state: GameState, facts: Mapping[str, Any]) -> DiceAction:
    given: ShootingFacts = _validated(ShootingFacts, facts)
    return ShootingSequence.begin(rules, given.model_copy(update={"cp": _points(state)}))


def _fighting(rules: DiceRules, state: GameState, facts: Mapping[str, Any]) -> DiceAction:
    """Begin a fight with the wounds, points and initiative of the game; a fallen attacker has `ALREADY_FALLEN`.

    A defender who is barred from retaliating rolls nothing; a weapon without uses left is not available.
    """
    given: FightFacts = _validated(FightFacts, facts)
    given = given.retaliating_with(lambda one: has_use_left(state, given.defender.id, one, rules.weapon_rules))
    sides = {}
    for name in ("attacker", "defender"):
        fighter = getattr(given, name)
        sides[name] = fighter.model_copy(update={"wounds": state.operative(fighter.id).wounds or ALREADY_FALLEN})
    if is_barred_from_retaliating(state, given.defender.id):
        sides["defender"] = sides["defender"].model_copy(update={"weapon": None, "choices": ()})
    update = {**sides, "cp": _points(state), "initiative": state.initiative}
    return FightSequence.begin(rules, given.model_copy(update=update))


def is_barred_from_retaliating(state: GameState, operative: str) -> bool:
    """Return whether an operative may not retaliate in the current activation (rule K24-10)."""
    return state.activation is not None and operative in state.activation.barred_from_retaliating


SHOOTING = DiceActionType(_shooting, ShootingSequence.from_data, WeaponType.RANGED)
FIGHTING = DiceActionType(_fighting, FightSequence.from_data, WeaponType.MELEE)


@dataclass(frozen=True, slots=True)
class DiceActions:
    """The dice of an edition in its games.

    `kinds` are the actions (or what they count as) that are resolved by dice; `stunned_until` is the duration of an APL
    change caused by dice (rules G24-21, G21-14).
    """

    rules: DiceRules
    kinds: Mapping[str, DiceActionType]
    stunned_until: Until

    def opening(self, state: GameState, act: Act, sort: str) -> tuple[Event, ...]:
        """Return the events that open the dice of an action, and those before the first roll.

        Raises `MalformedError` for invalid facts, or facts of another shooter or fighter.
        """
        action = self.kinds[sort].begin(self.rules, state, act.evidence.facts)
        opened = decisions.SequenceOpened(sort=sort, operative=act.operative, opening=action.to_data())
        return (opened, *self._used(action, already=0), *self._done(action, already=0))

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the prompts of the open dice; empty if none are open."""
        if state.sequence is None:
            return ()
        action = self.action(state.sequence)
        pending = action.pending
        if pending is None:
            return ()
        number = len(state.sequence.data.get("answers", ()))
        where = f"{state.turning_point}:{state.activations}:{state.sequence.operative}:{number}"
        return (
            Prompt(
                id=f"dice:{where}",
                topic=Topic.DICE,
                about=state.sequence.operative,
                owner=ANY if pending.stage is DiceStepName.DOUBT else pending.player,
                question=_question(pending, state.sequence.sort),
                choices=tuple(
                    Choice(
                        key=choice.key,
                        label=label(choice, pending.stage, stopping_word=self.rules.stopping_word),
                    )
                    for choice in pending.choices
                    if _payable(state, pending.player, choice)
                ),
                default=pending.default.key if pending.default is not None else None,
                dice=pending.dice,
                grades=_grades(pending),
            ),
        )

    def answer(self, state: GameState, reply: Answer) -> tuple[Event, ...]:
        """Return the events of dice or a choice; raises the errors of the dice action."""
        sequence = state.sequence
        if sequence is None:
            raise MalformedError("state-no-dice")
        action = self.action(sequence)
        given: tuple[int, ...] | DiceChoice | None = (
            tuple(reply.dice) if reply.dice else DiceChoice.from_key(str(reply.choice))
        )
        asked = action.pending
        if isinstance(given, DiceChoice) and asked is not None and not _payable(state, asked.player, given):
            raise MalformedError("roll-no-command-point", player=asked.player, choice=given.key)
        onward = Onward.of(sequence.data).after(action.pending, asked=reply.onward)
        counted = tuple(sequence.data.get(COUNTED, ()))
        happened: tuple[Event, ...] = ()
        while given is not None:
            before, action = action, action.answer(given)
            data = action.to_data() | onward.to_data()
            if reply.counted and not happened:
                counted = (*counted, len(data["answers"]) - 1)
            happened += (
                decisions.SequenceAdvanced(now=data | ({COUNTED: list(counted)} if counted else {})),
                *self._used(action, already=len(before.taken_up)),
                *self._done(action, already=len(before.outcomes)),
            )
            given = onward.answer(action.pending)
        return happened

    def declared(self, act: Act) -> tuple[Event, ...]:
        """Return the events of dice that were rolled at the table and are declared."""
        said = act.declared
        outcomes = (
            *(AttackOutcome("damage", each.operative, each.amount, act.action) for each in said.results if each.amount),
            *(AttackOutcome("cp", player, 1, COMMAND_REROLL) for player in said.rerolls),
            *(AttackOutcome("apl", operative, -1, STUN) for operative in said.stunned),
        )
        return tuple(event for outcome in outcomes for event in self._happening(outcome))

    def action(self, sequence: OpenSequence) -> DiceAction:
        """Return the current dice action; raises the errors of the dice action."""
        return self.kinds[sequence.sort].read(self.rules, sequence.data)

    def _used(self, action: DiceAction, *, already: int) -> tuple[Event, ...]:
        """Return the uses of Limited weapons by other operatives than the active one, without those already counted."""
        return tuple(
            activations.WeaponUsed(operative=who, weapon=titled(weapon))
            for who, weapon in action.taken_up[already:]
            if limit_of(weapon.rules) is not None
        )

    def _done(self, action: DiceAction, *, already: int) -> tuple[Event, ...]:
        """Return the events of new outcomes; at the end also the ones postponed until the action is over (C24-11)."""
        happened = [self._happening(each) for each in action.outcomes[already:] if each.when is When.NOW]
        if action.pending is None:
            happened.append((decisions.SequenceClosed(summary=summary(action.outcomes)),))
            happened.extend(self._happening(each) for each in action.outcomes if each.when is When.AFTER_ACTION)
        return tuple(each for some in happened for each in some)

    def _happening(self, outcome: AttackOutcome) -> tuple[Event, ...]:
        if outcome.kind in ("damage", "mortal"):
            return (pieces.WoundsLost(operative=outcome.who, amount=outcome.amount, why=outcome.rule),)
        if outcome.kind == "apl":
            return (
                pieces.StatChanged(
                    operative=outcome.who, stat="apl", by=outcome.amount, until=self.stunned_until, why=outcome.rule
                ),
            )
        if outcome.kind == "cp":
            return (
                battle.CommandPointsChanged(player=outcome.who, by=-outcome.amount, why=outcome.rule),
                battle.PloyUsed(player=outcome.who, name=outcome.rule, once=outcome.rule != COMMAND_REROLL),
            )
        return ()


def _question(pending: PendingInput, action: str) -> Message:
    """Return the question of open dice by their stage; tables show `overlook.table.views.attack_dice` instead."""
    return Message.of(
        "roll-asked",
        player=pending.player,
        action=action,
        targets=[pending.target] if pending.target else [],
        stage=pending.stage,
        readings=[pending.reading] if pending.reading else [],
    )


def _payable(state: GameState, player: str, choice: DiceChoice) -> bool:
    """Return whether a player can pay for a choice: points may have been spent on ploys since the dice were opened."""
    return choice.rule != COMMAND_REROLL or choice.verb != "re-roll" or state.side(player).cp > 0


def _grades(pending: PendingInput) -> tuple[Grade, ...]:
    """Return the grades of a roll's faces, the best first; empty if each face matters."""
    if pending.worth is None or pending.by_face:
        return ()
    groups = {name: tuple(face for face in range(6, 0, -1) if pending.worth[face] == worth) for worth, name in GRADES}
    return tuple(Grade(counts_as=name, faces=faces) for name, faces in groups.items() if faces)


def summary(outcomes: tuple[AttackOutcome, ...]) -> str:
    """Summarise the outcomes of dice on one line: "B3 -4"."""
    lost: dict[str, int] = {}
    for outcome in outcomes:
        if outcome.kind in ("damage", "mortal"):
            lost[outcome.who] = lost.get(outcome.who, 0) + outcome.amount
    return ", ".join(f"{who} -{amount}" for who, amount in lost.items()) or "no damage"
