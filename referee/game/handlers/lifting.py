"""Lift a marker and put it down by an action (rules D24-10, D24-11, D21-08)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.events import Event, markers
from referee.game.handlers.acting import ActionHook
from referee.game.intent_handler import condition
from referee.game.intents import Act
from referee.game.state import GameState
from referee.rules.edition import ActionSpec
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class Lifting(ActionHook):
    """The action that picks a marker up: one that lies there and that a rule allows to be lifted, with free hands.

    Whether the operative controls it is the judge's to say.
    """

    action: str

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the marker may be lifted and the operative carries nothing."""
        if spec.name != self.action:
            return ()
        marker = state.markers.get(act.marker or "")
        carries = state.operative(act.operative).carrying
        tests = [
            condition(spec.rule, carries is None, f"it carries {carries} already"),
            condition(
                spec.rule,
                marker is not None,
                "say which marker" if act.marker is None else f"there is no marker {act.marker} in this game",
            ),
        ]
        if marker is not None:
            tests.append(condition(spec.rule, marker.carried_by is None, f"{marker.carried_by} carries {marker.id}"))
            tests.append(condition(spec.rule, marker.pick_up_allowed, f"no rule allows {marker.id} to be picked up"))
        return tuple(tests)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the marker taken."""
        if spec.name != self.action or act.marker is None:
            return ()
        return (markers.MarkerTaken(operative=act.operative, marker=act.marker),)


@dataclass(frozen=True, slots=True)
class PuttingDown(ActionHook):
    """The action that places a carried marker, not in the activation that lifted it (rule D24-11)."""

    action: str
    lifted_by: str

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether it carries that marker (the one it carries, unless named), and not only now; and where to."""
        if spec.name != self.action:
            return ()
        carries = state.operative(act.operative).carrying
        acting = state.acting
        fresh = acting is not None and any(done.action == self.lifted_by for done in acting.performed)
        return (
            condition(
                spec.rule,
                carries is not None and act.marker in (None, carries),
                f"it carries {carries}, not {act.marker}" if carries is not None else "it carries no marker",
            ),
            condition(spec.rule, not fresh, "the marker was picked up in this activation"),
            condition(spec.rule, act.marker_to is not None, "say where the marker goes"),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the marker placed."""
        marker = act.marker or state.operative(act.operative).carrying
        if spec.name != self.action or marker is None or act.marker_to is None:
            return ()
        return (markers.MarkerPlaced(marker=marker, place=act.marker_to),)
