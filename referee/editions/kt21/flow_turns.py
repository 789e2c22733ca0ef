"""Whose turn it is in a 2021 firefight: groups that activate together, and overwatch (rules C21-01, C21-02, C21-04)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from referee.editions.kt21.weapon_rules import WEAPON_RULES
from referee.game.handlers.acting import usable_weapons, weapons_of
from referee.game.handlers.activating import ActivateHandler
from referee.game.handlers.reacting import OutOfTurn
from referee.game.intent_handler import condition
from referee.game.intents import Activate
from referee.game.state import GameState
from referee.rules.dice.weapon import WeaponType
from referee.rules.position import Order
from referee.rules.ruling import Finding

MOST_IN_A_ROW = 2


class GroupTurns:
    """A group goes on with the next of its type, but never with more than two before the opponent's turn (C21-02)."""

    def after(self, state: GameState, operative: str) -> str:
        """Return the same player while the group is not through, else the other one."""
        card = state.operative(operative).card
        done = state.in_a_row + 1
        same = any(key != operative and of_one_type(state, operative, key) for key in state.ready_of(card.player))
        if same and done < min(card.group, MOST_IN_A_ROW):
            return card.player
        return state.opponent(card.player)

    def able(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return all that are ready; within a group those of its type."""
        ready, last = state.ready_of(player), state.last
        if not state.in_a_row or last is None:
            return ready
        return tuple(key for key in ready if of_one_type(state, last, key))


def of_one_type(state: GameState, operative: str, other: str) -> bool:
    """Return whether two of one player's operatives are of one type, as their cards say (C21-02).

    Where they name no type, a name that stands on several cards is one; operatives with names of their own are told
    apart by their group activation, which all of a type have alike.
    """
    card, mate = state.operative(operative).card, state.operative(other).card
    if card.type or mate.type or card.group != mate.group:
        return bool(card.type) and card.type == mate.type
    names = Counter(one.card.name for one in state.operatives.values() if one.card.player == card.player)
    return card.name == mate.name or names[card.name] == names[mate.name] == 1


@dataclass(frozen=True, slots=True)
class GroupActivateHandler(ActivateHandler):
    """Activate a ready operative; while a group is not through, one of the same type."""

    def check(self, state: GameState, intent: Activate) -> tuple[Finding, ...]:
        """Return the conditions of every activation, and whether it belongs to the group that is being activated."""
        tests = ActivateHandler.check(self, state, intent)
        if not state.in_a_row or state.last is None or intent.operative not in state.operatives:
            return tests
        last = state.operative(state.last).card.type
        same = of_one_type(state, state.last, intent.operative)
        another = f"another {last!r}" if last else "another of its type"
        return (*tests, condition("C21-02", same, f"{state.last}'s group is not finished: activate {another}"))


@dataclass(frozen=True, slots=True)
class Overwatch(OutOfTurn):
    """One overwatch action by each operative with an Engage order, while only the opponent has ready ones."""

    def may_react(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it may make overwatch now (rule C21-04)."""
        own = state.operative(operative)
        ready = len(state.ready_of(own.player))
        others = len(state.ready_of(state.opponent(own.player)))
        ranged = weapons_of(state, operative, WeaponType.RANGED)
        armed = not own.card.weapons or bool(ranged)
        left = not ranged or bool(usable_weapons(state, operative, WeaponType.RANGED, WEAPON_RULES))
        return (
            condition("C21-04", armed, "it has no ranged weapon"),
            condition("G21-12", left, "its Limited ranged weapons are used up"),
            condition("C21-04", ready == 0, f"{ready} friendly operatives are still ready"),
            condition("C21-04", others > 0, "the opponent has no ready operative left"),
            condition("C21-04", own.order is Order.ENGAGE, f"its order is {own.order}"),
            condition("C21-04", not own.counteracted, "each operative makes overwatch once in a turning point"),
        )

    def lapsing(self, state: GameState, operative: str) -> tuple[str, ...]:
        """Return the other guards near which the action ended: they make no guard attack themselves (rule K21-01)."""
        noticed = state.activation.noticed if state.activation is not None else ()
        return tuple(key for key in noticed if key != operative)
