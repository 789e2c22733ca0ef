"""Victory points of 2021: the mission's, and two conditions of each revealed tac op (rules B21-05, B21-07)."""

from __future__ import annotations

from dataclasses import dataclass

from messages.message import Message
from referee.game.events import Event, battle
from referee.game.handlers.handler import Handler, condition, known_player, op_name, op_title, other_turn
from referee.game.handlers.scoring_and_ploys import ON_A_CARD, RevealHandler, SealHandler
from referee.game.intents import REFEREE, Answer, Reveal, Score, Seal
from referee.game.phases.common_phases import Alternating
from referee.game.phases.phase import AnswerEffect
from referee.game.prompt import Choice
from referee.game.state import GameState
from referee.rules.ruling import Finding

MISSION = "mission"
TAC_OPS = ("tac_op_1", "tac_op_2", "tac_op_3")
CONDITIONS = tuple(f"{tac_op}:{number}" for tac_op in TAC_OPS for number in (1, 2))
REVEAL = "target_reveal"
ACCOUNTS = {
    "seats": "B21-01",
    "ploys": "B21-04",
    "strategy_ploys": "B21-04",
    "firefight_ploys": "B21-06",
    "points": "B21-06",
    "caps": "B21-07",
    "secrets": "B21-05",
}


def hidden(state: GameState, player: str) -> tuple[str, ...]:
    """Return the tac ops that a player may still reveal (rule B21-05).

    A player who entered none has all of them on cards.
    """
    side = state.side(player)
    told = [topic for topic in TAC_OPS if topic in side.sealed and side.sealed[topic] != ON_A_CARD]
    return tuple(topic for topic in told or TAC_OPS if topic not in side.revealed)


@dataclass(frozen=True, slots=True)
class TargetReveal(Alternating):
    """Tac ops are revealed in turn until both have passed in succession (rule B21-05)."""

    def offers(self, state: GameState, player: str) -> tuple[Choice, ...]:
        """Return the tac ops that may be revealed, by number: their names are secret until then."""
        return tuple(
            Choice(key=topic, label=Message.of("choice-reveal", op=op_name(topic))) for topic in hidden(state, player)
        )

    def chosen(self, state: GameState, player: str, reply: Answer) -> AnswerEffect:
        """Return the tac op revealed."""
        return Reveal(id=reply.id, by=reply.by, player=player, topic=str(reply.choice))


@dataclass(frozen=True, slots=True)
class RevealInTurnHandler(RevealHandler):
    """Reveal a tac op: in turn during the target reveal, or at the time stated on it (rule B21-05).

    A player who entered no tac op keeps them on cards, and shows one.
    """

    def check(self, state: GameState, intent: Reveal) -> tuple[Finding, ...]:
        """Return whether there is one to reveal, and whose turn it is in the target reveal."""
        turn = state.stage != REVEAL or state.turn == intent.player
        card = intent.player in state.sides and intent.topic in hidden(state, intent.player)
        return (
            *(() if card else RevealHandler.check(self, state, intent)),
            condition("B21-05", turn, other_turn(state)),
        )

    def apply(self, state: GameState, intent: Reveal) -> tuple[Event, ...]:
        """Return it revealed, and the turn passed on in the target reveal."""
        revealed = RevealHandler.apply(self, state, intent)
        if intent.topic not in state.side(intent.player).sealed:
            revealed = (battle.Sealed(player=intent.player, topic=intent.topic, value=ON_A_CARD), *revealed)
        if state.stage != REVEAL:
            return revealed
        return (*revealed, battle.TurnTaken(player=intent.player, to=state.opponent(intent.player)))


@dataclass(frozen=True, slots=True)
class ScoreTacOpsHandler(Handler):
    """Score the mission's points at any time, each of a tac op's two conditions once, and not before its reveal."""

    def check(self, state: GameState, intent: Score) -> tuple[Finding, ...]:
        """Return whether it can be scored now (rule B21-07)."""
        side = state.sides.get(intent.player)
        if side is None:
            return (known_player(state, self.ids.seats, intent.player),)
        has = side.vp.get(intent.op, 0)
        correction = intent.by == REFEREE and intent.vp < 0
        tac_op = intent.op.partition(":")[0]
        known, op = intent.op in (MISSION, *CONDITIONS), op_title(intent.op)
        ops = [op_name(MISSION), *map(op_name, CONDITIONS)]
        tests = [
            condition(
                self.ids.caps,
                known,
                Message.of("refusal-op-unknown", known=ops),
            ),
            condition(self.ids.caps, intent.vp > 0 or correction, Message.of("refusal-vp-back")),
            condition(
                self.ids.caps,
                has + intent.vp >= 0,
                Message.of("refusal-vp-below-zero", op=op, has=has),
            ),
        ]
        if tac_op in TAC_OPS and not correction:
            tests.append(
                condition(
                    self.ids.caps, tac_op in side.revealed, Message.of("edition-tac-op-hidden", op=op_title(tac_op))
                )
            )
            tests.append(condition(self.ids.caps, has == 0, Message.of("edition-condition-scored", op=op)))
        return tuple(tests)

    def apply(self, state: GameState, intent: Score) -> tuple[Event, ...]:
        """Return the points."""
        return (battle.Scored(player=intent.player, op=intent.op, vp=intent.vp, why=intent.why),)


EXCLUDED = {
    name: frozenset({"seize ground", "hold the line", "sabotage", "vantage"})
    for name in ("close quarters", "gallowdark")
}
"""Tac ops that a killzone excludes (rule N21-05)."""


@dataclass(frozen=True, slots=True)
class SealTacOpsHandler(SealHandler):
    """Choose a tac op in secret: one that the killzone does not exclude, and each once (rules B21-05, N21-05)."""

    def check(self, state: GameState, intent: Seal) -> tuple[Finding, ...]:
        """Return the conditions of every secret choice, and whether this op is permitted here."""
        tests = SealHandler.check(self, state, intent)
        if not intent.topic.startswith("tac_op") or intent.value == ON_A_CARD:
            return tests
        ruled_out = _card(intent.value) in EXCLUDED.get((state.killzone or "").casefold(), frozenset())
        means = Message.of("edition-tac-op-excluded", name=intent.value, killzone=state.killzone or "")
        chosen = state.sides[intent.player].sealed if intent.player in state.sides else {}
        twice = next((topic for topic, value in chosen.items() if _card(value) == _card(intent.value)), intent.topic)
        again = condition(
            "B21-05", twice == intent.topic, Message.of("edition-tac-op-twice", name=intent.value, op=op_name(twice))
        )
        return (*tests, condition("N21-05", not ruled_out, means), again)


def _card(value: str) -> str:
    """Return the card's name in a normal form, regardless of spaces and case."""
    return " ".join(value.split()).casefold()


def end_of_battle(state: GameState) -> tuple[Event, ...]:
    """Return the event that ends the battle: most points win (rule B21-01)."""
    return (battle.BattleEnded(winner=state.leader),)
