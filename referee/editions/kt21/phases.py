"""Phases of a turning point in 2021, group activations, and overwatch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from messages.catalogue import NOTHING
from messages.message import Message
from referee.game.events import Event, activations, battle
from referee.game.handlers.act_handler import usable_weapons
from referee.game.handlers.activating import ActivateHandler, OutOfTurn
from referee.game.handlers.handler import condition
from referee.game.handlers.set_up import reserve_of
from referee.game.intents import ANY, Activate, Answer, Deploy, Intent, PlaceEquipment, Seal
from referee.game.judging.position import weapons_of
from referee.game.phases.common_phases import Alternating, dice_prompts, higher, initiative_choice, rolled
from referee.game.phases.phase import AnswerEffect, PlainPhase
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState
from referee.rules.dice.rule_book import RuleBook
from referee.rules.position import Order
from referee.rules.ruling import Finding
from referee.rules.weapon import WeaponType


def initiative_taken(rolls: Mapping[str, int], previous: str | None) -> str:
    """Return who takes initiative (rule B21-02): the higher die; on a tie the player who did not have it before."""
    return higher(rolls) or next(player for player in rolls if player != previous)


@dataclass(frozen=True, slots=True)
class Mission(PlainPhase):
    """The mission gives initiative in the first turning point (rule B21-02); tac ops are chosen in secret.

    Barricades may be set up before or after that: the order is the mission's (K21-06).
    """

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Seal, PlaceEquipment})

    def over(self, state: GameState) -> bool:
        """Return whether a player has initiative."""
        return state.initiative is not None

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question which player the mission gives initiative."""
        choices = tuple(initiative_choice(player) for player in state.sides)
        question = Message.of("prompt-mission-initiative")
        return (Prompt(id="mission:0", topic=Topic.INITIATIVE, owner=ANY, question=question, choices=choices),)

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the initiative given."""
        return (battle.InitiativeGiven(player=str(reply.choice)),)


@dataclass(frozen=True, slots=True)
class SettingUp(PlainPhase):
    """Operatives and barricades are set up in the mission's order, which the sources do not state (K21-06)."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Deploy, PlaceEquipment})

    def over(self, state: GameState) -> bool:
        """Return whether everybody is set up."""
        return not any(reserve_of(state, player) for player in state.sides)


@dataclass(frozen=True, slots=True)
class Initiative(PlainPhase):
    """All operatives are readied; later, the winner of a roll-off takes initiative (rules B21-01, B21-02).

    `given` is the order that operatives have before their first activation.
    """

    given: Order = Order.CONCEAL

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return both teams readied; in the first turning point also with the order they have until activated."""
        ready = (battle.StageEntered(stage=self.name), *(battle.Readied(player=player) for player in state.sides))
        if state.turning_point > 1:
            return ready
        others = (key for key, one in state.operatives.items() if one.standing and one.order is not self.given)
        return (*ready, *(activations.OrderChanged(operative=key, order=self.given) for key in others))

    def over(self, state: GameState) -> bool:
        """Return whether initiative was taken."""
        return state.turning_point == 1 or state.stage_closed

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the initiative taken once both dice are rolled."""
        if self.over(state) or len(state.rolls) < len(state.sides):
            return ()
        taken = battle.InitiativeGiven(player=initiative_taken(state.rolls, state.had_initiative))
        return (taken, battle.StageClosed(stage=self.name))

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the dice still to be rolled."""
        return () if self.over(state) else dice_prompts(state, "initiative-roll")

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the die rolled."""
        return rolled(prompt, reply)


@dataclass(frozen=True, slots=True)
class Ploys(Alternating):
    """Each player gains 1 CP; then strategic ploys in turn until both pass in succession (rules B21-03, B21-04)."""

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the points gained and the first turn."""
        gained = (battle.CommandPointsChanged(player=each, by=1, why="command points") for each in state.sides)
        return (battle.StageEntered(stage=self.name, first=state.initiative), *gained)


MOST_IN_A_ROW = 2


class GroupTurns:
    """A group continues with the next of its type, but with at most two before the opponent's turn (C21-02)."""

    def after(self, state: GameState, operative: str) -> str:
        """Return the same player while the group is not finished, else the other one."""
        card = state.operative(operative).card
        done = state.in_a_row + 1
        same = any(key != operative and of_one_type(state, operative, key) for key in state.ready_of(card.player))
        if same and done < min(card.group, MOST_IN_A_ROW):
            return card.player
        return state.opponent(card.player)

    def able(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return all ready operatives; within a group those of its type."""
        ready, last = state.ready_of(player), state.last
        if not state.in_a_row or last is None:
            return ready
        return tuple(key for key in ready if of_one_type(state, last, key))


def of_one_type(state: GameState, operative: str, other: str) -> bool:
    """Return whether two of one player's operatives are of the same type, by their cards (C21-02).

    Without types, a name on several cards is a type; operatives with unique names are distinguished by their group
    activation, which is the same for all of a type.
    """
    card, mate = state.operative(operative).card, state.operative(other).card
    if card.type or mate.type or card.group != mate.group:
        return bool(card.type) and card.type == mate.type
    names = Counter(one.card.name for one in state.operatives.values() if one.card.player == card.player)
    return card.name == mate.name or names[card.name] == names[mate.name] == 1


@dataclass(frozen=True, slots=True)
class GroupActivateHandler(ActivateHandler):
    """Activate a ready operative; while a group is not finished, one of the same type."""

    def check(self, state: GameState, intent: Activate) -> tuple[Finding, ...]:
        """Return the conditions of every activation, and whether it belongs to the current group."""
        tests = ActivateHandler.check(self, state, intent)
        if not state.in_a_row or state.last is None or intent.operative not in state.operatives:
            return tests
        last = state.operative(state.last).card.type
        same = of_one_type(state, state.last, intent.operative)
        rest = Message.of("edition-group", operative=state.last, type=last or NOTHING)
        return (*tests, condition("C21-02", same, rest))


@dataclass(frozen=True, slots=True)
class Overwatch(OutOfTurn):
    """One overwatch action by each operative with an Engage order, while only the opponent has ready ones."""

    book: RuleBook = field(kw_only=True)

    def may_react(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it may make overwatch now (rule C21-04)."""
        own = state.operative(operative)
        ready = len(state.ready_of(own.player))
        others = len(state.ready_of(state.opponent(own.player)))
        ranged = weapons_of(state, operative, WeaponType.RANGED)
        armed = not own.card.weapons or bool(ranged)
        left = not ranged or bool(usable_weapons(state, operative, WeaponType.RANGED, self.book))
        return (
            condition("C21-04", armed, Message.of("reaction-no-ranged-weapon", operative=operative)),
            condition("G21-12", left, Message.of("reaction-weapons-used-up", operative=operative)),
            condition("C21-04", ready == 0, Message.of("reaction-own-expended", ready=ready)),
            condition("C21-04", others > 0, Message.of("reaction-opponent-ready")),
            condition("C21-04", own.order is Order.ENGAGE, Message.of("reaction-order-engage")),
            condition("C21-04", not own.counteracted, Message.of("reaction-overwatch-once", operative=operative)),
        )

    def lapsing(self, state: GameState, operative: str) -> tuple[str, ...]:
        """Return the other guards near which the action ended: they make no guard attack themselves (rule K21-01)."""
        noticed = state.activation.noticed if state.activation is not None else ()
        return tuple(key for key in noticed if key != operative)
