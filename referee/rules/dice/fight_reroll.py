"""Re-rolls in a fight where both sides may: one die or a pass in turn, until both pass in succession (F24-05)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from referee.rules.dice.attack import Attack, can_reroll, pick_up, points_spent
from referee.rules.dice.faces import Faces
from referee.rules.dice.fight import FightPlan
from referee.rules.dice.fight_state import SIDES, FightState
from referee.rules.dice.reroll import left_of, permitted, singles, standard_reroll
from referee.rules.dice.reroll_play import RerollPlay
from referee.rules.dice.step import PASS, Ask, Choice, DiceStep, DiceStepName, Effect, Roll


@dataclass(frozen=True, slots=True)
class RerollAlternately(DiceStep[FightState]):
    """The sides alternate re-rolling one die or passing, `first` first, until both pass in succession.

    A side that has nothing to re-roll passes by itself; then the other may pick up several dice at once. The state's
    `turn` counts from `first`: 0 is its turn.
    """

    name: ClassVar[DiceStepName] = DiceStepName.FIGHT_REROLL
    attacks: tuple[Attack | None, Attack | None]
    first: int

    def step(self, state: FightState) -> FightState | Roll | Ask:
        """Call for dice in the air; ask the side in turn; end when neither goes on."""
        for side, attack in enumerate(self.attacks):
            waiting = state.volley(side).waiting
            if waiting and attack is not None:
                return Roll(SIDES[side], waiting, attack.reroll_classes, attack.worth, attack.rerolled_by_face)
        able = [self._can(state, side) for side in (0, 1)]
        side = self.first ^ state.turn
        if not any(able) or state.passes >= 2 or (state.passes and not able[side]):
            return self._done(state)
        if not able[side]:
            side = 1 - side
        return Ask(SIDES[side], self._default(state, side, alone=not able[1 - side]))

    def rolled(self, state: FightState, faces: Faces) -> FightState:
        """Lay the new results beside the dice that may still be re-rolled."""
        side = 0 if state.volley(0).waiting else 1
        volley = state.volley(side)
        again = tuple(sorted(volley.again + faces, reverse=True))
        return state.with_volley(side, volley._replace(waiting=0, again=again))

    def chosen(self, state: FightState, choice: Choice) -> FightState:
        """Pick a die up, or pass; then it is the other's turn."""
        side = self._asked(state)
        turn = (1 - side) ^ self.first
        attack = self.attacks[side]
        if choice == PASS or attack is None:
            return state._replace(turn=turn, passes=state.passes + 1)
        picked = pick_up(attack.offers, state.volley(side), choice)
        return state.with_volley(side, picked)._replace(turn=turn, passes=0)

    def choices(self, state: FightState) -> tuple[Choice, ...]:
        """Each single die by each rule, and to pass."""
        side = self._asked(state)
        attack = self.attacks[side]
        if attack is None:
            return (PASS,)
        volley = state.volley(side)
        return (*singles(attack.offers, volley.used or (0,) * len(attack.offers), volley.fresh), PASS)

    def allows(self, state: FightState, choice: Choice) -> bool:
        """Whether the rules allow it: one die at a time, several where the other side has nothing to re-roll."""
        side = self._asked(state)
        attack = self.attacks[side]
        if choice == PASS or attack is None:
            return choice == PASS
        volley = state.volley(side)
        used = volley.used or (0,) * len(attack.offers)
        alone = not self._can(state, 1 - side)
        return (alone or len(choice.numbers) == 1) and permitted(attack.offers, used, volley.fresh, choice) is not None

    def effects(self, before: FightState, after: FightState) -> tuple[Effect, ...]:
        """Command points, where they were spent."""
        found: tuple[Effect, ...] = ()
        for side, attack in enumerate(self.attacks):
            if attack is not None:
                found += points_spent(SIDES[side], attack.offers, before.volley(side), after.volley(side))
        return found

    def optimal(self, worth: Callable[[FightState], tuple[int, int]]) -> RerollPlay:
        """Return optimal re-rolls, worked out over hands instead of rolls."""
        return RerollPlay(self.attacks, self.first, worth)

    def left(self, state: FightState, side: int) -> tuple[tuple[str, int], ...]:
        """Return by which rules a side may still re-roll, with how many dice it could be at most by each."""
        attack = self.attacks[side]
        if attack is None:
            return ()
        volley = state.volley(side)
        return left_of(attack.offers, volley.used or (0,) * len(attack.offers), volley.fresh)

    def _asked(self, state: FightState) -> int:
        side = self.first ^ state.turn
        return side if self._can(state, side) else 1 - side

    def _can(self, state: FightState, side: int) -> bool:
        attack = self.attacks[side]
        return attack is not None and can_reroll(attack.offers, state.volley(side))

    def _default(self, state: FightState, side: int, alone: bool) -> Choice:
        attack = self.attacks[side]
        if attack is None:
            return PASS
        volley = state.volley(side)
        used = volley.used or (0,) * len(attack.offers)
        choice = standard_reroll(attack.offers, used, volley.fresh, attack.worth)
        return choice if alone or choice == PASS else choice._replace(numbers=choice.numbers[-1:])

    def _done(self, state: FightState) -> FightState:
        for side in (0, 1):
            if state.volley(side).used:
                state = state.with_volley(side, state.volley(side)._replace(used=()))
        return state._replace(turn=0, passes=0)


def reroll_alternately(plan: FightPlan) -> tuple[DiceStep[FightState], ...]:
    """Return the stage in which both sides re-roll in turn, the one with initiative first."""
    return (RerollAlternately(plan.attacks, SIDES.index(plan.setup.initiative)),)
