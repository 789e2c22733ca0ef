"""Victory points, 2024: caps, the primary op, the kill grade, the end (rules A24-12, L24-14 to L24-16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from referee.editions.kt24.accounts import OPS, PRIMARY, final_vp
from referee.game.events import Event, score
from referee.game.intents import Answer, EndStage, Intent, Seal
from referee.game.phase import Means
from referee.game.phases.ending import TurningPointEnd
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState

ACCOUNTS = {"seats": "A24-03", "ploys": "B24-07", "points": "B24-06", "caps": "L24-14", "secrets": "A24-08"}


def without_primary(state: GameState) -> tuple[str, ...]:
    """Return the players who have made no op primary (rule A24-10); nobody in free play, nor in games of old."""
    if state.free or not state.asks_primary:
        return ()
    return tuple(key for key, side in state.sides.items() if "primary_op" not in side.sealed)


@dataclass(frozen=True, slots=True)
class BattleCount(TurningPointEnd):
    """The end of a turning point; of the last one, who has made no op primary yet must do so now (rule A24-10).

    `last` is the number of that turning point.
    """

    last: int

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({EndStage, Seal})

    def over(self, state: GameState) -> bool:
        """Return whether the players said so, and nothing is owed."""
        return state.stage_closed and not self._owed(state)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question whether everything is scored, then the one for each op that must still be primary."""
        if not state.stage_closed:
            return super(BattleCount, self).prompts(state)
        return tuple(
            Prompt(
                id=f"primary:{player}",
                topic=Topic.TURNING_POINT_END,
                about=str(state.turning_point),
                owner=player,
                question=f"{player}: which op was primary? It gives half of its points again",
                choices=tuple(Choice(key=op, label=f"Primary op: {op}") for op in OPS),
                default=OPS[0],
            )
            for player in self._owed(state)
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the phase ended, or the primary op sealed."""
        if not state.stage_closed:
            return super(BattleCount, self).answer(state, prompt, reply)
        value = str(reply.choice)
        return Seal(id=reply.id, by=reply.by, player=prompt.owner, topic="primary_op", value=value)

    def _owed(self, state: GameState) -> tuple[str, ...]:
        return without_primary(state) if state.turning_point >= self.last else ()


def most_victory_points(state: GameState) -> tuple[Event, ...]:
    """Return the primary ops revealed and scored, and the end of the battle: most points win (rule A24-12)."""
    happened: list[Event] = []
    for player, side in state.sides.items():
        primary = side.sealed.get("primary_op")
        if primary is None:
            continue
        if "primary_op" not in side.revealed:
            happened.append(score.Revealed(player=player, topic="primary_op"))
        bonus = final_vp(side.vp, primary).primary_vp - side.vp.get(PRIMARY, 0)
        if bonus > 0:
            happened.append(score.Scored(player=player, op=PRIMARY, vp=bonus, why=f"primary op: {primary}"))
    for event in happened:
        state = event.apply(state)
    return (*happened, score.BattleEnded(winner=state.leader))
