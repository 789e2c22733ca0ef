"""Handlers of declarations about operatives and markers: damage, stats, tokens, positions (A24-14, L24-05)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from shapely.geometry import Point

from geometry.base import EXACT_TOLERANCE, Base, BaseShape
from messages.message import Message
from referee.game.board_place import BoardPlace
from referee.game.events import Event, activations, decisions, pieces
from referee.game.handlers.handler import DICE_OPEN, Handler, condition
from referee.game.handlers.markers import size_findings
from referee.game.intents import (
    ANY,
    CAMERA,
    REFEREE,
    DeclareDamage,
    DeclarePlace,
    DeclareStat,
    DeclareStatus,
    PlaceMarker,
    RemoveMarker,
    RemoveOperative,
    Revive,
    SetUpAgain,
    Trigger,
)
from referee.game.state import GameState, LifeState
from referee.rules.errors import MalformedError
from referee.rules.findings import footprint
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class DeclareDamageHandler(Handler):
    """Inflict damage, or restore wounds (rule L24-05)."""

    def check(self, state: GameState, intent: DeclareDamage) -> tuple[Finding, ...]:
        """Return whether the operative can lose or regain wounds."""
        there = intent.operative in state.operatives
        standing = there and state.operatives[intent.operative].standing
        return (
            self.known(state, intent.operative),
            condition(
                self.ids.wounds,
                standing or not there,
                Message.of("refusal-not-standing", operative=intent.operative),
            ),
            condition(self.ids.wounds, intent.amount != 0, Message.of("refusal-damage-zero")),
            condition(
                self.ids.wounds,
                intent.amount >= 0 or not standing or state.operatives[intent.operative].lost > 0,
                Message.of("refusal-no-wounds-lost", operative=intent.operative),
            ),
        )

    def apply(self, state: GameState, intent: DeclareDamage) -> tuple[Event, ...]:
        """Return the wounds lost or regained."""
        if intent.amount > 0:
            return (pieces.WoundsLost(operative=intent.operative, amount=intent.amount, why=intent.why),)
        regained = min(-intent.amount, state.operative(intent.operative).lost)
        return (pieces.WoundsRegained(operative=intent.operative, amount=regained, why=intent.why),)


DECLARED_STATS = frozenset({"apl", "move", "hit", "bs", "ws", "save"})
"""Stats that a rule may change temporarily; a weapon's skill is "hit", in 2021 also "bs" and "ws"."""

SHORT = {"m": "move", "sv": "save"}
"""Abbreviations on cards."""


def _stat(said: str) -> str:
    name = said.strip().casefold()
    return SHORT.get(name, name)


@dataclass(frozen=True, slots=True)
class DeclareStatHandler(Handler):
    """Change a stat temporarily (rules C24-10, C24-11)."""

    def check(self, state: GameState, intent: DeclareStat) -> tuple[Finding, ...]:
        """Return whether the operative and the stat exist."""
        known = _stat(intent.stat) in DECLARED_STATS
        unknown = Message.of("refusal-stat-unknown", stat=intent.stat, known=sorted(DECLARED_STATS))
        return (
            self.known(state, intent.operative),
            condition(self.ids.budget, known, unknown),
            condition(self.ids.budget, intent.change != 0, Message.of("refusal-stat-unchanged", stat=intent.stat)),
        )

    def apply(self, state: GameState, intent: DeclareStat) -> tuple[Event, ...]:
        """Return the stat changed."""
        change = pieces.StatChanged(
            operative=intent.operative, stat=_stat(intent.stat), by=intent.change, until=intent.until, why=intent.why
        )
        return (change,)


@dataclass(frozen=True, slots=True)
class DeclareStatusHandler(Handler):
    """Declare an operative's order and readiness (rules A24-14, C24-02).

    The order is kept until the next activation: only the referee may change it, or its player before the first action
    of its activation. Readiness follows the token, the referee or the shared table.
    """

    def check(self, state: GameState, intent: DeclareStatus) -> tuple[Finding, ...]:
        """Return whether this author may make the change now."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        activation = state.activation
        choosing = activation is not None and activation.operative == intent.operative and not activation.performed
        change = intent.order is not None and intent.order is not operative.order
        turn = intent.ready is not None and intent.ready != operative.ready
        referee = intent.by == REFEREE
        return (
            self.known(state, intent.operative),
            condition(
                self.ids.order,
                referee or not change or choosing,
                Message.of("refusal-order-kept", operative=intent.operative, order=operative.order),
            ),
            condition(
                self.ids.tokens,
                intent.by in (REFEREE, ANY, CAMERA) or not turn,
                Message.of("refusal-readiness", operative=intent.operative, ready=operative.ready),
            ),
            condition(
                self.ids.tokens,
                operative.standing or not (turn and intent.ready),
                Message.of("refusal-not-standing", operative=intent.operative),
            ),
        )

    def apply(self, state: GameState, intent: DeclareStatus) -> tuple[Event, ...]:
        """Return the changes; empty if there are none."""
        operative = state.operative(intent.operative)
        happened: list[Event] = []
        if intent.order is not None and intent.order is not operative.order:
            happened.append(activations.OrderChanged(operative=intent.operative, order=intent.order))
        if intent.ready is not None and intent.ready != operative.ready:
            happened.append(activations.ReadinessDeclared(operative=intent.operative, ready=intent.ready))
        return tuple(happened)


@dataclass(frozen=True, slots=True)
class DeclarePlaceHandler(Handler):
    """Declare an operative's position, without an action."""

    def check(self, state: GameState, intent: DeclarePlace) -> tuple[Finding, ...]:
        """Return whether it is on the killzone."""
        there = intent.operative in state.operatives
        on_board = there and state.operatives[intent.operative].on_board
        return (
            self.known(state, intent.operative),
            condition(
                self.ids.placement,
                on_board or not there,
                Message.of("refusal-not-deployed", operative=intent.operative),
            ),
        )

    def apply(self, state: GameState, intent: DeclarePlace) -> tuple[Event, ...]:
        """Return the operative placed; a correction is no move."""
        return (pieces.Placed(operative=intent.operative, place=intent.place, moved=False),)


@dataclass(frozen=True, slots=True)
class SetUpAgainHandler(Handler):
    """Set up an operative again that a rule removes: it is no longer on guard; in a counteraction it stays near."""

    def check(self, state: GameState, intent: SetUpAgain) -> tuple[Finding, ...]:
        """Return whether it stands, nothing else must be resolved, and it is near enough in a counteraction."""
        operative, acting = state.operatives.get(intent.operative), state.acting
        if operative is None:
            return (self.known(state, intent.operative),)
        there = Message.of("refusal-not-standing", operative=intent.operative)
        tests = [
            condition(self.ids.wounds, state.in_play(intent.operative), there),
            condition(self.ids.sequence, state.sequence is None, DICE_OPEN),
        ]
        own = acting is not None and acting.operative == intent.operative
        rule, before = self.ids.counteraction, operative.place
        if acting is not None and own and rule and acting.move_limit is not None and before is not None:
            shape, limit = operative.card.shape, acting.move_limit
            measured = _farthest(_base(shape, before), _base(shape, intent.place))
            near = Message.of("reaction-set-up-limit", measured=measured, required=limit)
            tests.append(condition(rule, measured <= limit + EXACT_TOLERANCE, near))
        return tuple(tests)

    def apply(self, state: GameState, intent: SetUpAgain) -> tuple[Event, ...]:
        """Return the operative placed as by a move, and questions about a move of its model closed."""
        closed = (
            decisions.ProposalClosed(proposal=one.id)
            for one in state.proposals
            if one.operative == intent.operative and one.to is not None
        )
        return (*closed, pieces.Placed(operative=intent.operative, place=intent.place))


def _base(shape: BaseShape, place: BoardPlace) -> Base:
    return Base(shape, place.x, place.y, place.z, place.rotation_deg)


def _farthest(old: Base, new: Base) -> float:
    """Return the distance in inches from a base to the farthest point of its new position."""
    if old.shape.is_round:
        across = math.dist((old.x, old.y), (new.x, new.y))
    else:
        before = footprint(old)
        across = max(before.distance(Point(x, y)) for x, y in footprint(new).exterior.coords)
    return math.hypot(across, new.z - old.z)


@dataclass(frozen=True, slots=True)
class RemoveOperativeHandler(Handler):
    """Remove an operative from the killzone by declaration."""

    def check(self, state: GameState, intent: RemoveOperative) -> tuple[Finding, ...]:
        """Return whether it is on the killzone."""
        there = intent.operative in state.operatives
        on_board = there and state.operatives[intent.operative].on_board
        return (
            self.known(state, intent.operative),
            condition(
                self.ids.wounds,
                on_board or not there,
                Message.of("refusal-off-killzone", operative=intent.operative),
            ),
        )

    def apply(self, state: GameState, intent: RemoveOperative) -> tuple[Event, ...]:
        """Return it removed, regardless of its wounds; a carried marker stays at its position."""
        operative = state.operative(intent.operative)
        happened: list[Event] = []
        if operative.carrying is not None:
            if operative.place is None:
                raise MalformedError(
                    "refusal-marker-without-place", operative=intent.operative, marker=operative.carrying
                )
            happened.append(pieces.MarkerPlaced(marker=operative.carrying, place=operative.place))
        happened.append(pieces.Removed(operative=intent.operative))
        return tuple(happened)


@dataclass(frozen=True, slots=True)
class ReviveHandler(Handler):
    """Let an operative stand again."""

    def check(self, state: GameState, intent: Revive) -> tuple[Finding, ...]:
        """Return whether it is incapacitated or removed and the wounds fit its card."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        down = operative.life in (LifeState.INCAPACITATED, LifeState.REMOVED)
        most = operative.card.wounds
        return (
            condition(self.ids.wounds, down, Message.of("refusal-not-down", operative=intent.operative)),
            condition(
                self.ids.wounds,
                intent.wounds <= most,
                Message.of("refusal-wounds-above-card", wounds=intent.wounds, operative=intent.operative, most=most),
            ),
        )

    def apply(self, state: GameState, intent: Revive) -> tuple[Event, ...]:
        """Return it standing."""
        happened: list[Event] = [pieces.Revived(operative=intent.operative, wounds=intent.wounds)]
        if intent.place is not None:
            happened.append(pieces.Placed(operative=intent.operative, place=intent.place))
        return tuple(happened)


@dataclass(frozen=True, slots=True)
class PlaceMarkerHandler(Handler):
    """Set up a marker, or correct its position."""

    def check(self, state: GameState, intent: PlaceMarker) -> tuple[Finding, ...]:
        """Return whether it has a position and is not carried."""
        known = state.markers.get(intent.marker.id)
        carried = known is not None and known.carried_by is not None
        return (
            condition(
                self.ids.carried,
                not carried,
                Message.of(
                    "marker-not-carried",
                    marker=intent.marker.id,
                    carrier=known.carried_by or "" if known is not None else "",
                ),
            ),
            *size_findings(self.ids, intent.marker),
            condition(
                self.ids.placement,
                intent.marker.place is not None,
                Message.of("marker-position-missing", marker=intent.marker.id),
            ),
            condition(self.ids.carried, intent.marker.carried_by is None, Message.of("marker-set-up-carried")),
        )

    def apply(self, state: GameState, intent: PlaceMarker) -> tuple[Event, ...]:
        """Return the marker set up, or placed again."""
        if intent.marker.id not in state.markers:
            return (pieces.MarkerSetUp(marker=intent.marker),)
        if intent.marker.place is None:
            raise MalformedError("marker-position-missing", marker=intent.marker.id)
        return (pieces.MarkerPlaced(marker=intent.marker.id, place=intent.marker.place),)


@dataclass(frozen=True, slots=True)
class RemoveMarkerHandler(Handler):
    """Remove a marker from the game."""

    def check(self, state: GameState, intent: RemoveMarker) -> tuple[Finding, ...]:
        """Return whether it exists."""
        unknown = Message.of("marker-known", marker=intent.marker)
        return (condition(self.ids.seats, intent.marker in state.markers, unknown),)

    def apply(self, state: GameState, intent: RemoveMarker) -> tuple[Event, ...]:
        """Return it removed."""
        return (pieces.MarkerRemoved(marker=intent.marker, why=intent.why),)


@dataclass(frozen=True, slots=True)
class TriggerHandler(Handler):
    """Declare that several rules would be resolved at the same time (rule A24-11)."""

    def check(self, state: GameState, intent: Trigger) -> tuple[Finding, ...]:
        """Return whether their owners are players of this game, each is named once, and no other order is open."""
        strangers = sorted({each.owner for each in intent.rules} - set(state.sides))
        return (
            condition(self.ids.seats, not strangers, Message.of("refusal-rule-owners", players=strangers)),
            condition(
                self.ids.simultaneous, len(set(intent.rules)) == len(intent.rules), Message.of("refusal-rule-twice")
            ),
            condition(self.ids.simultaneous, not state.simultaneous, Message.of("refusal-order-open")),
        )

    def apply(self, state: GameState, intent: Trigger) -> tuple[Event, ...]:
        """Return their order open."""
        return (decisions.RulesMet(rules=intent.rules),)
