"""Handlers of ploys, secrets and victory points (rules B24-05 to B24-09, B21-04 to B21-07, A24-08, A24-10, L24-14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from messages.message import Message
from referee.game.card import PloyTime
from referee.game.events import Event, battle
from referee.game.handlers.handler import (
    Handler,
    condition,
    known_player,
    op_name,
    op_title,
    other_turn,
    phase_name,
)
from referee.game.intents import REFEREE, EndStage, Reveal, Score, Seal, UsePloy
from referee.game.state import GameState
from referee.rules.ruling import Finding

ON_A_CARD = "on a card"
"""Value of a secret choice made or shown on a card and not entered."""


def price_of(state: GameState, intent: UsePloy) -> int:
    """Return a ploy's cost: as declared, else its card's, else 1 (rule B24-06)."""
    if intent.cost is not None:
        return intent.cost
    side = state.sides.get(intent.player)
    card = None if side is None else side.ploy(intent.name)
    return 1 if card is None else card.cost


@dataclass(frozen=True, slots=True)
class UsePloyHandler(Handler):
    """Use a gambit or ploy: once per turning point, paid for, and in turn if players alternate.

    `in_turn` are the phases in which they alternate; `with_dice` are the ploys that may be repeated but only with dice,
    in lower case (B24-10, B21-06). A ploy with a card is used at the time stated on it.
    """

    in_turn: frozenset[str]
    with_dice: frozenset[str]

    def check(self, state: GameState, intent: UsePloy) -> tuple[Finding, ...]:
        """Return whether it is that player's turn, unused, and affordable."""
        side = state.sides.get(intent.player)
        if side is None:
            return (known_player(state, self.ids.seats, intent.player),)
        alternating = state.stage in self.in_turn
        card = None if state.free else side.ploy(intent.name)
        price = price_of(state, intent)
        beside_dice = intent.name.casefold() in self.with_dice and not state.free
        return (
            condition(
                self.ids.strategy_ploys,
                card is None or card.when is not PloyTime.STRATEGY or alternating,
                Message.of("refusal-strategy-ploy", ploy=intent.name),
            ),
            condition(
                self.ids.firefight_ploys,
                card is None or card.when is not PloyTime.FIREFIGHT or not alternating,
                Message.of("refusal-firefight-ploy", ploy=intent.name),
            ),
            condition(
                self.ids.firefight_ploys,
                not beside_dice or state.acting is not None,
                Message.of("refusal-ploy-with-dice", ploy=intent.name),
            ),
            condition(
                self.ids.alternation,
                not alternating or state.turn == intent.player,
                other_turn(state),
            ),
            condition(
                self.ids.ploys,
                intent.name.casefold() not in side.used,
                Message.of("refusal-ploy-used", ploy=intent.name),
            ),
            condition(
                self.ids.points,
                price <= side.cp,
                Message.of("refusal-cp-short", ploy=intent.name, price=price, left=side.cp),
            ),
        )

    def apply(self, state: GameState, intent: UsePloy) -> tuple[Event, ...]:
        """Return it used and paid for, and the turn passed on."""
        happened: list[Event] = []
        price = price_of(state, intent)
        if price:
            happened.append(battle.CommandPointsChanged(player=intent.player, by=-price, why=intent.name))
        happened.append(
            battle.PloyUsed(player=intent.player, name=intent.name, once=intent.name.casefold() not in self.with_dice)
        )
        if state.stage in self.in_turn:
            happened.append(battle.TurnTaken(player=intent.player, to=state.opponent(intent.player)))
        return tuple(happened)


@dataclass(frozen=True, slots=True)
class SealHandler(Handler):
    """Make a secret choice, once, in its phase. `topics` are the phases of each topic.

    In the phases of `in_turn` it is a gambit; topics of `first` are chosen in the first turning point only. Topics of
    `told_later` may be entered at any time by players with cards of them, if the choice so far is one on a card.
    """

    topics: Mapping[str, frozenset[str]]
    in_turn: frozenset[str]
    first: frozenset[str] = frozenset()
    told_later: frozenset[str] = frozenset()

    def check(self, state: GameState, intent: Seal) -> tuple[Finding, ...]:
        """Return whether this is the time for it, and it was not made before."""
        side = state.sides.get(intent.player)
        if side is None:
            return (known_player(state, self.ids.seats, intent.player),)
        phases = self.topics.get(intent.topic)
        known = map(op_name, sorted(self.topics))
        later = intent.topic in self.told_later and bool(side.tac_ops)
        in_time = state.free or phases is None or state.stage in phases or later
        late = intent.topic in self.first and state.turning_point > 1 and not state.free
        topic = op_name(intent.topic)
        alternating = self._is_gambit(state, intent) and not state.free
        untold = later and side.sealed.get(intent.topic) == ON_A_CARD and intent.topic not in side.revealed
        made = intent.topic in side.sealed and not untold
        return (
            condition(
                self.ids.secrets,
                phases is not None,
                Message.of("refusal-secret-unknown", topic=intent.topic, known=known),
            ),
            condition(
                self.ids.secrets,
                in_time,
                Message.of("refusal-secret-phase", topic=topic, phase=phase_name(state.stage)),
            ),
            condition(self.ids.secrets, not late, Message.of("refusal-secret-late", topic=topic)),
            condition(self.ids.secrets, not made, Message.of("refusal-secret-made", topic=topic)),
            condition(
                self.ids.alternation,
                not alternating or state.turn == intent.player,
                other_turn(state),
            ),
        )

    def apply(self, state: GameState, intent: Seal) -> tuple[Event, ...]:
        """Return it sealed, and the turn passed on if it is a gambit."""
        sealed = battle.Sealed(player=intent.player, topic=intent.topic, value=intent.value)
        if not self._is_gambit(state, intent):
            return (sealed,)
        return (sealed, battle.TurnTaken(player=intent.player, to=state.opponent(intent.player)))

    def _is_gambit(self, state: GameState, intent: Seal) -> bool:
        return state.stage in self.in_turn & self.topics.get(intent.topic, frozenset())


@dataclass(frozen=True, slots=True)
class RevealHandler(Handler):
    """Reveal a secret choice."""

    def check(self, state: GameState, intent: Reveal) -> tuple[Finding, ...]:
        """Return whether there is a choice to reveal."""
        side = state.sides.get(intent.player)
        if side is None:
            return (known_player(state, self.ids.seats, intent.player),)
        topic = op_name(intent.topic)
        missing, shown = Message.of("refusal-secret-missing", topic=topic), intent.topic in side.revealed
        return (
            condition(self.ids.secrets, intent.topic in side.sealed, missing),
            condition(self.ids.secrets, not shown, Message.of("refusal-secret-revealed", topic=topic)),
        )

    def apply(self, state: GameState, intent: Reveal) -> tuple[Event, ...]:
        """Return it revealed."""
        return (battle.Revealed(player=intent.player, topic=intent.topic),)


@dataclass(frozen=True, slots=True)
class ScoreHandler(Handler):
    """Score victory points: points above an op's cap are lost (rule L24-14). `caps` are the known ops.

    Ops of `at_end` are counted when the battle ends (A24-12): only the referee may score them by hand.
    """

    caps: Mapping[str, int]
    at_end: frozenset[str] = frozenset()

    def check(self, state: GameState, intent: Score) -> tuple[Finding, ...]:
        """Return whether the op exists and is below its cap; only the referee may subtract points."""
        side = state.sides.get(intent.player)
        if side is None:
            return (known_player(state, self.ids.seats, intent.player),)
        has = side.vp.get(intent.op, 0)
        cap = self.caps.get(intent.op)
        op, unknown = op_title(intent.op), Message.of("refusal-op-unknown", known=map(op_name, self.caps))
        return (
            condition(self.ids.caps, cap is not None, unknown),
            condition(self.ids.caps, intent.vp != 0, Message.of("refusal-vp-zero")),
            condition(
                self.ids.caps,
                intent.vp <= 0 or cap is None or has < cap,
                Message.of("refusal-op-full", op=op, cap=cap or 0),
            ),
            condition(self.ids.caps, intent.vp > 0 or intent.by == REFEREE, Message.of("refusal-vp-back")),
            condition(
                self.ids.caps,
                intent.op not in self.at_end or intent.by == REFEREE,
                Message.of("refusal-op-at-end", op=op),
            ),
            condition(self.ids.caps, has + intent.vp >= 0, Message.of("refusal-vp-below-zero", op=op, has=has)),
        )

    def apply(self, state: GameState, intent: Score) -> tuple[Event, ...]:
        """Return the points that count; an op unknown to the rules that the players accepted has no cap."""
        has = state.side(intent.player).vp.get(intent.op, 0)
        vp = min(intent.vp, self.caps.get(intent.op, has + intent.vp) - has)
        return (battle.Scored(player=intent.player, op=intent.op, vp=vp, why=intent.why),)


@dataclass(frozen=True, slots=True)
class EndStageHandler(Handler):
    """Declare a phase over that players end by declaration."""

    def check(self, state: GameState, intent: EndStage) -> tuple[Finding, ...]:
        """Return whether that phase is the current one."""
        other = Message.of("refusal-phase", phase=phase_name(state.stage))
        return (condition(self.ids.sequence, state.stage == intent.stage, other),)

    def apply(self, state: GameState, intent: EndStage) -> tuple[Event, ...]:
        """Return it closed."""
        return (battle.StageClosed(stage=intent.stage),)
