"""Handlers of declarations about operatives and markers: damage, stats, tokens, positions (A24-14, L24-05)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.events import Event, activations, decisions, pieces
from referee.game.handlers.handler import Handler, condition
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
    Trigger,
)
from referee.game.state import GameState, LifeState
from referee.rules.errors import MalformedError
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
                self.ids.wounds, standing or not there, f"{intent.operative!r} is not on the killzone, or incapacitated"
            ),
            condition(self.ids.wounds, intent.amount != 0, "damage of 0 changes nothing"),
            condition(
                self.ids.wounds,
                intent.amount >= 0 or not standing or state.operatives[intent.operative].lost > 0,
                f"{intent.operative} has lost no wounds",
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
        stats = ", ".join(sorted(DECLARED_STATS))
        return (
            self.known(state, intent.operative),
            condition(self.ids.budget, known, f"no stat {intent.stat!r}; there are {stats}"),
            condition(self.ids.budget, intent.change != 0, f"{intent.stat} changed by 0 is as it was"),
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
                f"{intent.operative} keeps its {operative.order} order until it is activated again",
            ),
            condition(
                self.ids.tokens,
                intent.by in (REFEREE, ANY, CAMERA) or not turn,
                f"{intent.operative} is {'ready' if operative.ready else 'expended'}; the referee corrects that",
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
                f"{intent.operative!r} is not on the killzone: deploy it first",
            ),
        )

    def apply(self, state: GameState, intent: DeclarePlace) -> tuple[Event, ...]:
        """Return the operative placed; a correction is no move."""
        return (pieces.Placed(operative=intent.operative, place=intent.place, moved=False),)


@dataclass(frozen=True, slots=True)
class RemoveOperativeHandler(Handler):
    """Remove an operative from the killzone by declaration."""

    def check(self, state: GameState, intent: RemoveOperative) -> tuple[Finding, ...]:
        """Return whether it is on the killzone."""
        there = intent.operative in state.operatives
        on_board = there and state.operatives[intent.operative].on_board
        return (
            self.known(state, intent.operative),
            condition(self.ids.wounds, on_board or not there, f"{intent.operative!r} is not on the killzone"),
        )

    def apply(self, state: GameState, intent: RemoveOperative) -> tuple[Event, ...]:
        """Return it removed, regardless of its wounds; a carried marker stays at its position."""
        operative = state.operative(intent.operative)
        happened: list[Event] = []
        if operative.carrying is not None:
            if operative.place is None:
                raise MalformedError(
                    f"{intent.operative!r} carries {operative.carrying!r} but is not on the killzone: place it first"
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
            condition(self.ids.wounds, down, f"{intent.operative!r} is not incapacitated"),
            condition(self.ids.wounds, intent.wounds <= most, f"{intent.wounds} wounds: its card has {most}"),
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
                f"marker {intent.marker.id!r} is carried by {known.carried_by if known else ''}",
            ),
            *size_findings(self.ids, intent.marker),
            condition(
                self.ids.placement, intent.marker.place is not None, f"marker {intent.marker.id!r} needs a place"
            ),
            condition(
                self.ids.carried, intent.marker.carried_by is None, "a marker that is set up is carried by nobody"
            ),
        )

    def apply(self, state: GameState, intent: PlaceMarker) -> tuple[Event, ...]:
        """Return the marker set up, or placed again."""
        if intent.marker.id not in state.markers:
            return (pieces.MarkerSetUp(marker=intent.marker),)
        if intent.marker.place is None:
            raise MalformedError(f"marker {intent.marker.id!r} needs a place")
        return (pieces.MarkerPlaced(marker=intent.marker.id, place=intent.marker.place),)


@dataclass(frozen=True, slots=True)
class RemoveMarkerHandler(Handler):
    """Remove a marker from the game."""

    def check(self, state: GameState, intent: RemoveMarker) -> tuple[Finding, ...]:
        """Return whether it exists."""
        return (condition(self.ids.seats, intent.marker in state.markers, f"no marker {intent.marker!r} in this game"),)

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
            condition(self.ids.seats, not strangers, f"rules of players who have no seat: {', '.join(strangers)}"),
            condition(
                self.ids.simultaneous, len(set(intent.rules)) == len(intent.rules), "each rule once: one is named twice"
            ),
            condition(self.ids.simultaneous, not state.simultaneous, "decide the order that is open first"),
        )

    def apply(self, state: GameState, intent: Trigger) -> tuple[Event, ...]:
        """Return their order open."""
        return (decisions.RulesMet(rules=intent.rules),)
