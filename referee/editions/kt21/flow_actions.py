"""What 2021 adds to every action of a battle: Unwieldy weapons, jumps, and where overwatch belongs (C21-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.editions.kt21.actions import NO_OVERWATCH
from referee.game.board_place import BoardPlace
from referee.game.events import Event, activations, calls, operatives
from referee.game.handlers.acting import ActionHook, weapon_rules
from referee.game.intent_handler import TestOutcome, condition
from referee.game.intents import Act
from referee.game.state import ActivationKind, GameState, OpenTest
from referee.rules.edition import ActionSpec, Edition
from referee.rules.restrictions import restrictions
from referee.rules.ruling import Finding

OVERWATCH = "Overwatch"


@dataclass(frozen=True, slots=True)
class UnwieldyWeapons(ActionHook):
    """Shooting with an Unwieldy weapon costs 1 AP more (rule G21-12)."""

    def surcharge(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return 1 for an Unwieldy weapon."""
        return int(spec.name == "Shoot" and any(use.rule == "unwieldy" for use in weapon_rules(state, act)))


@dataclass(frozen=True, slots=True)
class OverwatchAlone(ActionHook):
    """Overwatch is what an operative does out of turn, with a weapon that allows it, and never in its activation."""

    def worse_by(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return 1 for overwatch."""
        return int(spec.name == OVERWATCH)

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the action fits the moment, and the weapon the action."""
        acting = state.acting
        if acting is None:
            return ()
        guard = acting.doing is ActivationKind.INTERRUPT
        reacting = acting.doing is ActivationKind.REACTION
        tests = []
        if not guard and reacting != (spec.name == OVERWATCH):
            means = f"out of turn it makes overwatch, not {spec.name}" if reacting else "overwatch is made out of turn"
            tests.append(condition("C21-04", False, means))
        if spec.name == OVERWATCH:
            spent = guard and state.operative(act.operative).counteracted
            tests.append(condition("C21-04", not spent, f"{act.operative} has made its overwatch of the turning point"))
            tests.extend(
                condition("C21-04", False, f"no overwatch with {use.rule}")
                for use in weapon_rules(state, act)
                if use.rule in NO_OVERWATCH
            )
        return tuple(tests)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the turning point's overwatch spent by one that is made on guard."""
        guard = state.acting is not None and state.acting.doing is ActivationKind.INTERRUPT
        return (activations.OverwatchSpent(operative=act.operative),) if guard and spec.name == OVERWATCH else ()


@dataclass(frozen=True, slots=True)
class FinishedClimbs(ActionHook):
    """A move that begins a climb which a Dash finishes is both: it costs both, and both are performed (rule I21-04)."""

    edition: Edition

    def surcharge(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return what the other move costs."""
        then = self._then(act)
        return then.cost_ap if then is not None else 0

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the other move may be performed after this one."""
        then = self._then(act)
        if then is None:
            known = act.evidence.then is None
            return () if known else (condition("I21-04", False, f"{act.evidence.then} finishes no climb"),)
        acting = state.acting
        done = [each.action for each in acting.performed] if acting is not None else []
        return restrictions(then, (*done, spec.name), self.edition.actions, once=self.edition.rule_of_restriction)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the other move performed; its price is paid with the first."""
        then = self._then(act)
        if then is None:
            return ()
        return (activations.ActionPerformed(operative=act.operative, action=then.name, counts_as=then.name, cost=0),)

    def _then(self, act: Act) -> ActionSpec | None:
        then = act.evidence.then
        return self.edition.actions[then] if then is not None and then == self.edition.movement.climb_goes_on else None


@dataclass(frozen=True, slots=True)
class JumpTests(ActionHook):
    """A move that jumps takes a test: on a 1 the operative stays at the edge, and the action ends (rule I21-03).

    `Evidence.jump_from` is the place (x, y, z) at the edge, as the judge saw it.
    """

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the edge is a place."""
        edge = act.evidence.jump_from
        if edge is None:
            return ()
        fits = len(edge) == 3
        return (condition("I21-03", fits, f"jump_from {edge!r}: expected x, y and z of the edge"),)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the test called for."""
        edge = act.evidence.jump_from
        if edge is None:
            return ()
        owner = state.operative(act.operative).player
        where = f"{JUMP}:{state.turning_point}:{state.activations}:{act.operative}:{spec.name}"
        about = ",".join(f"{float(value):g}" for value in edge)
        roll = OpenTest(where, JUMP, act.operative, owner, f"{act.operative} jumps: on a 1 it stays", about=about)
        return (calls.RollCalled(test=roll),)


def _jumped(state: GameState, roll: OpenTest, dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the operative back at the edge when the test fails."""
    if dice[0] > 1:
        return ()
    x, y, z = map(float, roll.about.split(","))
    return (operatives.Placed(operative=roll.operative, place=BoardPlace(x, y, z)),)


JUMP = "jump"
OUTCOMES: Mapping[str, TestOutcome] = MappingProxyType({JUMP: _jumped})
"""What the dice of tests do in this edition."""
