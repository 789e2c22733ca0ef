"""What rules ask for besides actions: tests in dice, an order among several rules, doors and hatches turned."""

from __future__ import annotations

from dataclasses import replace

from referee.game.events.base import EVENTS, Event
from referee.game.state import GameState, OpenTest, SimultaneousRule


@EVENTS.word("roll_called")
class RollCalled(Event):
    """A rule asks for dice: a mine's damage, a stun test (rules J24-07, J24-13)."""

    test: OpenTest

    def apply(self, state: GameState) -> GameState:
        """Return the state with the test open."""
        self.expect(all(each.id != self.test.id for each in state.tests), f"test {self.test.id!r} is open already")
        return replace(state, tests=(*state.tests, self.test))


@EVENTS.word("roll_made")
class RollMade(Event):
    """The dice of a test were rolled; what they did follows by itself."""

    test: str
    dice: tuple[int, ...]

    def apply(self, state: GameState) -> GameState:
        """Return the state with the test closed."""
        self.expect(any(each.id == self.test for each in state.tests), f"test {self.test!r} is not open")
        return replace(state, tests=tuple(each for each in state.tests if each.id != self.test))


@EVENTS.word("rules_met")
class RulesMet(Event):
    """Several rules would be resolved at the same time: their order is to be decided (rule A24-11)."""

    rules: tuple[SimultaneousRule, ...]

    def apply(self, state: GameState) -> GameState:
        """Return the state with the order open."""
        return replace(state, simultaneous=(*state.simultaneous, *self.rules))


@EVENTS.word("rule_put_first")
class RulePutFirst(Event):
    """It was decided which of several rules is resolved next; the last one left needs no decision."""

    rule: SimultaneousRule

    def apply(self, state: GameState) -> GameState:
        """Return the state with the others still to be ordered."""
        self.expect(self.rule in state.simultaneous, f"{self.rule.name!r} does not wait for its turn")
        left = list(state.simultaneous)
        left.remove(self.rule)
        return replace(state, simultaneous=tuple(left) if len(left) > 1 else ())


@EVENTS.word("opening_turned")
class OpeningTurned(Event):
    """A door or hatch was opened or closed (rule K24-07); `now` is how it stands."""

    opening: str
    now: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with it so."""
        return replace(state, openings={**state.openings, self.opening: self.now})


@EVENTS.word("last_action_waived")
class LastActionWaived(Event):
    """An incapacitated operative does without its free action (rule L24-06)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state in which it may be removed."""
        return state.with_operative(self.operative, one_more=False)
