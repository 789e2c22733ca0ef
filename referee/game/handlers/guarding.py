"""Operatives on guard: going on guard, who is asked after an action, what an interrupt may be (K24-08..10, K21-01)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.events import Event, activations
from referee.game.handlers.acting import ActionHook, counts_as
from referee.game.intent_handler import condition
from referee.game.intents import Act
from referee.game.state import Activation, ActivationKind, GameState
from referee.rules.edition import ActionSpec
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class Guarding(ActionHook):
    """The Guard action and what it leads to.

    `interrupts` are the actions (or what they are treated as) that an interrupt may be; `point_blank` the ones that,
    done near an enemy, bar the operative from retaliating for the rest of that activation (K24-10); they hit
    worse by `point_blank_worse`, beyond what is worse about the action itself (K24-10; an overwatch is worse anyway).
    `each_for_itself` ends a guard that does not answer itself, whoever else has (K21-01); `after_free` lets a free
    action be interrupted. `until_end` lets a guard beside whom an action ended wait for the activation's end (K24-08).
    """

    action: str
    rule: str
    interrupts: frozenset[str]
    point_blank: frozenset[str]
    point_blank_worse: int = 0
    each_for_itself: bool = False
    after_free: bool = True
    until_end: bool = False

    def worse_by(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return what a point-blank shot is worse by."""
        close = act.evidence.engaged is True and self.lifts_engaged(state, spec)
        return self.point_blank_worse if close else 0

    def lifts_engaged(self, state: GameState, spec: ActionSpec) -> bool:
        """Return whether an interrupt may be this shot near an enemy; nothing else is allowed more."""
        acting = state.acting
        return acting is not None and acting.doing is ActivationKind.INTERRUPT and spec.name in self.point_blank

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether an interrupt is one of the actions it may be."""
        acting = state.acting
        if acting is None or acting.doing is not ActivationKind.INTERRUPT:
            return ()
        allowed = counts_as(spec) in self.interrupts and spec.name != self.action
        ways = " or ".join(sorted(self.interrupts))
        return (condition(self.rule, allowed, f"an interrupt is {ways}, not {spec.name}"),)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the guard begun, the retaliation barred, or the enemy asked whether to interrupt."""
        acting = state.acting
        happened: list[Event] = []
        if spec.name == self.action:
            happened.append(activations.GuardBegan(operative=act.operative))
        if acting is None or state.free:
            return tuple(happened)
        if acting.doing is ActivationKind.INTERRUPT and act.evidence.engaged and spec.name in self.point_blank:
            happened.append(activations.RetaliationBarred(operative=act.operative))
        happened.extend(self._answered(state, act, acting))
        return tuple(happened)

    def _answered(self, state: GameState, act: Act, acting: Activation) -> tuple[Event, ...]:
        """Return the enemy asked whether to interrupt, or the guards ended that cannot answer what ended near them."""
        enemy = state.opponent(state.operative(act.operative).player)
        guards = [key for key in state.standing_of(enemy) if state.operative(key).on_guard]
        noticed = tuple(key for key in act.evidence.noticed if key in guards)
        over = tuple(activations.GuardEnded(operative=key) for key in noticed)
        if acting.doing is not ActivationKind.ACTIVATION or (act.free and not self.after_free):
            return over
        if enemy in acting.interrupted:
            return over if self.each_for_itself else ()
        perhaps = () if self.until_end else tuple(key for key in act.evidence.perhaps_noticed or () if key in guards)
        asked = activations.InterruptOffered(
            players=(enemy,), noticed=noticed, perhaps=perhaps, until_end=self.until_end
        )
        return (asked,) if guards else ()
