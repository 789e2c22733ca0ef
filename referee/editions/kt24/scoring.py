"""Scoring of 2024: initiative, command and victory points, primary op, tac op."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from messages.message import Message
from referee.editions.kt24.options import GRADE_BY_POINTS, GRADE_ENTERED, KILL_GRADE
from referee.game.events import Event, battle
from referee.game.handlers.scoring_and_ploys import ON_A_CARD
from referee.game.intents import Answer, Intent, Seal
from referee.game.phases.common_phases import higher
from referee.game.phases.phase import AnswerEffect
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState, LifeState
from referee.rules.ports.edition import note

KILL = "kill"
OPS = ("crit", "tac", KILL)
CRIT_OP = "crit_op"
CAP = 6
PRIMARY_CAP = 3
PRIMARY = "primary"
CAPS: Mapping[str, int] = MappingProxyType({**dict.fromkeys(OPS, CAP), PRIMARY: PRIMARY_CAP})


@dataclass(frozen=True, slots=True)
class FinalVP:
    """A player's final points: by op after caps, the bonus of the primary op, and the total."""

    ops: Mapping[str, int]
    primary_vp: int

    @property
    def total(self) -> int:
        """All points: 21 at most."""
        return sum(self.ops.values()) + self.primary_vp


def final_vp(ops: Mapping[str, int], primary: str | None) -> FinalVP:
    """Return the points that count (rules L24-14, L24-15): 6 per op, plus half of the primary op's, rounded up."""
    capped = {op: min(vp, CAP) for op, vp in ops.items()}
    half = (capped.get(primary, 0) + 1) // 2 if primary is not None else 0
    return FinalVP(capped, min(half, PRIMARY_CAP))


def kill_grade_bonus(grades: Mapping[str, int]) -> dict[str, int]:
    """Return who gains a point for the kill op (rule L24-16): the strictly higher grade; nobody if equal."""
    best = max(grades.values())
    alone = sum(1 for grade in grades.values() if grade == best) == 1
    return {player: int(alone and grade == best) for player, grade in grades.items()}


def initiative_decider(rolls: Mapping[str, int], previous: str | None) -> str:
    """Return who decides the initiative (rule B24-01): the higher die; on a tie the player who did not have it."""
    winner = higher(rolls)
    if winner is not None:
        return winner
    return next(player for player in rolls if player != previous)


def command_points(before: Mapping[str, int], initiative: str, turning_point: int) -> dict[str, int]:
    """Return each player's command points after the Ready step (rule B24-03): those `before` and those gained in it."""
    return {player: points + gained(player, initiative, turning_point) for player, points in before.items()}


def gained(player: str, initiative: str | None, turning_point: int) -> int:
    """Return a player's gain in the Ready step (rule B24-03): 1, or 2 without initiative from turning point 2 on."""
    return 2 if turning_point > 1 and player != initiative else 1


ACCOUNTS = {
    "seats": "A24-03",
    "ploys": "B24-07",
    "strategy_ploys": "B24-05",
    "firefight_ploys": "B24-09",
    "points": "B24-06",
    "caps": "L24-14",
    "secrets": "A24-08",
}
"""Rules on seats, ploys, points and sealed choices, by field of `RuleIds`."""


def end_of_battle(state: GameState, kill_grade: str = GRADE_BY_POINTS) -> tuple[Event, ...]:
    """Return the events that score the last points and end the battle: most points win (rule A24-12).

    These are the point for the higher kill grade (L24-16), read as `kill_grade`, and those for the primary ops
    (L24-15), which are revealed. A player without a primary op from the first Gambit step gets none for it.
    """
    happened: list[Event] = list(_kill_grade_point(state, kill_grade))
    for event in happened:
        state = event.apply(state)
    primaries = _primary_points(state)
    for event in primaries:
        state = event.apply(state)
    return (*happened, *primaries, battle.BattleEnded(winner=state.leader))


def _kill_grade_point(state: GameState, read_as: str) -> Iterator[Event]:
    """Yield the point for the player with the strictly higher kill grade, within the kill op's cap."""
    if read_as == GRADE_ENTERED:
        return
    for player, vp in kill_grade_bonus({player: _kill_grade(state, player, read_as) for player in state.sides}).items():
        if min(vp, CAP - state.side(player).vp.get(KILL, 0)) > 0:
            why = Message.of("score-kill-grade", reading=note(KILL_GRADE, read_as))
            yield battle.Scored(player=player, op=KILL, vp=vp, why=str(why))


def _kill_grade(state: GameState, player: str, read_as: str) -> int:
    if read_as == GRADE_BY_POINTS:
        return state.side(player).vp.get(KILL, 0)
    enemies = (one for one in state.operatives.values() if one.player != player)
    return sum(one.life in (LifeState.INCAPACITATED, LifeState.REMOVED) for one in enemies)


def _primary_points(state: GameState) -> tuple[Event, ...]:
    """Return the primary ops revealed, with the points that they add."""
    happened: list[Event] = []
    for player, side in state.sides.items():
        primary = side.sealed.get("primary_op")
        if primary is None:
            continue
        if "primary_op" not in side.revealed:
            happened.append(battle.Revealed(player=player, topic="primary_op"))
        bonus = final_vp(side.vp, primary).primary_vp - side.vp.get(PRIMARY, 0)
        if bonus > 0:
            happened.append(battle.Scored(player=player, op=PRIMARY, vp=bonus, why=f"primary op: {primary}"))
    return tuple(happened)


TAC_OP = "tac_op"
NONE = "none"
NOT_TOLD = Choice(key=NONE, label=Message.of("choice-tac-op-later"), says=Message.of("choice-tac-op-later-effect"))


@dataclass(frozen=True, slots=True)
class TacOpAsked:
    """Question to each player with cards about the tac op, from the phase `since` until the battle begins.

    It holds nothing up: a player may enter the tac op at any time before it is revealed.
    """

    since: str

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question to each player who has cards and has not answered yet."""
        if state.turning_point or not (state.chosen or state.stage == self.since):
            return ()
        return tuple(
            Prompt(
                id=f"{TAC_OP}:{player}",
                topic=Topic.TAC_OP,
                about=player,
                owner=player,
                question=Message.of("prompt-tac-op", player=player),
                choices=(*(_choice(one.name, one.text) for one in side.tac_ops), NOT_TOLD),
                default=NONE,
            )
            for player, side in state.sides.items()
            if side.tac_ops and TAC_OP not in side.sealed
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the intent to seal the chosen tac op; for "Not told now", the event that it is sealed on a card."""
        if reply.choice == NONE:
            return (battle.Sealed(player=prompt.owner, topic=TAC_OP, value=ON_A_CARD),)
        name = str(reply.choice).partition(":")[2]
        return Seal(id=reply.id, by=reply.by, player=prompt.owner, topic=TAC_OP, value=name)

    def allows(self, state: GameState, intent: Intent) -> bool:
        """Return whether an intent seals the tac op of a player with cards, at any time once equipment is revealed."""
        if not isinstance(intent, Seal) or intent.topic != TAC_OP or intent.player not in state.sides:
            return False
        return bool(state.chosen) and bool(state.side(intent.player).tac_ops)


def _choice(name: str, text: str) -> Choice:
    return Choice(key=f"{TAC_OP}:{name}", label=Message.stored(name), says=Message.stored(text) if text else None)
