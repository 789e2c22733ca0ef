"""The end of a turning point: the players score, then say that it is over (rules A24-02, L24-14, B21-01)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from referee.game.intents import ANY, Answer, EndStage, Intent
from referee.game.phase import Means
from referee.game.phases.plain import PlainPhase
from referee.game.prompt import Choice, Prompt
from referee.game.state import GameState

END = "end"


@dataclass(frozen=True, slots=True)
class TurningPointEnd(PlainPhase):
    """Points are scored while what lasts until the end of the turning point still lasts."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({EndStage})

    def over(self, state: GameState) -> bool:
        """Return whether the players said so."""
        return state.stage_closed

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question whether everything is scored."""
        if state.stage_closed:
            return ()
        return (
            Prompt(
                id=f"end:{state.turning_point}",
                owner=ANY,
                question=f"Turning point {state.turning_point} is over: score, then go on",
                choices=(Choice(key=END, label="Everything is scored"),),
                default=END,
            ),
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the phase ended."""
        return EndStage(id=reply.id, by=reply.by, stage=self.name)
