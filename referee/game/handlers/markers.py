"""Handlers and hooks of markers: picking up, placing, dropping, laying; their size."""

from __future__ import annotations

from dataclasses import dataclass

from geometry.base import MM_PER_INCH
from messages.message import Message
from referee.game.events import Event, pieces
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.handler import Handler, condition
from referee.game.intents import Act, DropMarker
from referee.game.policy import RuleIds
from referee.game.state import GameState, LifeState, MarkerState
from referee.rules.ports.edition import ActionSpec
from referee.rules.ports.markers import across_mm
from referee.rules.ruling import Finding, RuleId


@dataclass(frozen=True, slots=True)
class DropMarkerHandler(Handler):
    """Place a carried marker without an action: when incapacitated or, with `at_will`, in its activation.

    A ruling decides whether the position is within control range and visible.
    """

    at_will: bool

    def check(self, state: GameState, intent: DropMarker) -> tuple[Finding, ...]:
        """Return whether it carries a marker, and may place it now."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        acting = state.acting
        active = self.at_will and acting is not None and acting.operative == intent.operative
        fallen = operative.life is LifeState.INCAPACITATED
        return (
            condition(self.ids.carried, operative.carrying is not None, Message.of("marker-carries-one")),
            condition(
                self.ids.put_down,
                fallen or active or state.free,
                Message.of("marker-dropped-by-action", operative=intent.operative),
            ),
        )

    def apply(self, state: GameState, intent: DropMarker) -> tuple[Event, ...]:
        """Return the marker placed."""
        return (pieces.MarkerPlaced(marker=str(state.operative(intent.operative).carrying), place=intent.place),)


def check_marker_placement(state: GameState, act: Act, rule: RuleId, *, what: str) -> tuple[Finding, ...]:
    """Return whether the new marker has an unused name and a position; `what` it is, and the `rule` that sets it up."""
    new = act.marker is not None and act.marker not in state.markers
    own = (
        Message.of("marker-own-missing", kind=what)
        if act.marker is None
        else Message.of("marker-own-taken", marker=act.marker, kind=what)
    )
    return (
        condition(rule, new, own),
        condition(rule, act.marker_to is not None, Message.of("marker-kind-place-named", kind=what)),
    )


@dataclass(frozen=True, slots=True)
class PickUpHook(ActionHook):
    """The action that picks up a marker, if a rule permits it and the operative carries nothing.

    A ruling decides whether the operative controls it.
    """

    action: str

    @property
    def actions(self) -> frozenset[str]:
        """The action that picks up."""
        return frozenset({self.action})

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the marker may be picked up and the operative carries nothing."""
        marker = state.markers.get(act.marker or "")
        carries = state.operative(act.operative).carrying
        tests = [
            condition(spec.rule, carries is None, Message.of("marker-hands-free")),
            condition(
                spec.rule,
                marker is not None,
                Message.of("marker-named") if act.marker is None else Message.of("marker-known", marker=act.marker),
            ),
        ]
        if marker is not None:
            tests.append(
                condition(
                    spec.rule,
                    marker.carried_by is None,
                    Message.of("marker-not-carried", marker=marker.id, carrier=marker.carried_by or ""),
                )
            )
            tests.append(
                condition(spec.rule, marker.pick_up_allowed, Message.of("marker-may-be-picked-up", marker=marker.id))
            )
        return tuple(tests)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the marker picked up."""
        if act.marker is None:
            return ()
        return (pieces.MarkerTaken(operative=act.operative, marker=act.marker),)


@dataclass(frozen=True, slots=True)
class PlaceHook(ActionHook):
    """The action that places a carried marker, not in the activation in which it was picked up (rule D24-11)."""

    action: str
    lifted_by: str

    @property
    def actions(self) -> frozenset[str]:
        """The action that puts down."""
        return frozenset({self.action})

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether it carries that marker (by default its own), picked up earlier, and has a position for it."""
        carries = state.operative(act.operative).carrying
        acting = state.acting
        fresh = acting is not None and any(done.action == self.lifted_by for done in acting.performed)
        return (
            condition(
                spec.rule,
                carries is not None and act.marker in (None, carries),
                Message.of("marker-carries-one")
                if carries is None
                else Message.of("marker-carries-this", carried=carries, marker=act.marker or ""),
            ),
            condition(spec.rule, not fresh, Message.of("marker-not-just-picked-up")),
            condition(spec.rule, act.marker_to is not None, Message.of("marker-place-named")),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the marker placed."""
        marker = act.marker or state.operative(act.operative).carrying
        if marker is None or act.marker_to is None:
            return ()
        return (pieces.MarkerPlaced(marker=marker, place=act.marker_to),)


SIZE_TOLERANCE_MM = 1.0


def size_findings(ids: RuleIds, marker: MarkerState) -> tuple[Finding, ...]:
    """Return whether a marker has its size: an objective 40 mm, any other 20 mm (rule L24-01)."""
    if ids.sizes is None:
        return ()
    wanted = across_mm(marker.kind)
    size = marker.diameter * MM_PER_INCH
    other = Message.of("marker-size", marker=marker.id, kind=marker.kind, found=size, wanted=wanted)
    return (condition(ids.sizes, abs(size - wanted) <= SIZE_TOLERANCE_MM, other),)
