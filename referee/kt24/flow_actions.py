"""What 2024 adds to every action of a battle: Heavy weapons, and what a counteraction may be (G24-07, C24-14..18)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.kt24.actions import MOVES, permitted_by_heavy
from referee.rules.edition import ActionSpec
from referee.rules.game.intents import Act
from referee.rules.game.law import test
from referee.rules.game.laws.acting import ActionHook, weapon_rules
from referee.rules.game.state import STATS, Doing, GameState
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class HeavyWeapons(ActionHook):
    """No use after a move, no move after use, in one activation or counteraction; Guard is never hindered (G24-07)."""

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return a fault for each pair of move and Heavy weapon that do not go together."""
        acting = state.acting
        if acting is None:
            return ()
        faults = [
            test("G24-07", False, f"a Heavy weapon is not used after {done.action}")
            for use in weapon_rules(state, act)
            for done in acting.performed
            if use.rule == "heavy" and done.action in MOVES and not permitted_by_heavy(use.only, done.action)
        ]
        faults.extend(
            test("G24-07", False, f"no {spec.name} after using a Heavy weapon")
            for done in acting.performed
            for use in done.weapon_rules
            if use.rule == "heavy" and spec.name in MOVES and not permitted_by_heavy(use.only, spec.name)
        )
        return tuple(faults)


@dataclass(frozen=True, slots=True)
class CounteractLimits(ActionHook):
    """A counteraction is one action of 1AP, not Guard, and moves no more than its limit.

    `printed` takes the price as the action has it, not after changes (an option).
    """

    printed: bool = False

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the action is one that a counteraction may be."""
        acting = state.acting
        if acting is None or acting.doing is not Doing.REACTION:
            return ()
        cost = spec.cost_ap if self.printed else STATS.ap_cost(spec.cost_ap, act.cost_changes)
        tests = [
            test("C24-14", spec.name != "Guard", "Guard is no counteraction"),
            test("C24-18", cost == 1, f"{spec.name} costs {cost} AP, not 1"),
        ]
        if act.charged is not None and acting.move_limit is not None:
            within = act.charged <= acting.move_limit
            tests.append(test("C24-15", within, f'{act.charged:g}" moved: at most {acting.move_limit:g}"'))
        return tuple(tests)
