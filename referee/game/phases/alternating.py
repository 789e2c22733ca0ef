"""Players take turns at something until both have passed in succession (rules B24-05, B21-04, B21-05, A24-06)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.intents import Answer, Intent, PassTurn
from referee.game.phase import Means
from referee.game.phases.plain import PlainPhase
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState
from referee.rules.errors import MalformedError

PASSING = "pass"


@dataclass(frozen=True, slots=True)
class Alternating(PlainPhase):
    """A phase in which the players alternate at `intents`, beginning with the player with initiative."""

    intents: frozenset[type[Intent]]
    question: str

    @property
    def allows(self) -> frozenset[type[Intent]]:
        """Return its own intents, and passing."""
        return self.intents | {PassTurn}

    def first(self, state: GameState) -> str | None:
        """Return the player with initiative."""
        return state.initiative

    def over(self, state: GameState) -> bool:
        """Return whether both have passed in succession."""
        return state.alternation is not None and state.alternation.passes >= len(state.sides)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question to whose turn it is: with a pass as the default."""
        alternation = state.alternation
        if alternation is None or self.over(state):
            return ()
        number = f"{state.turning_point}:{alternation.taken}:{alternation.passes}"
        return (
            Prompt(
                id=f"{self.name}:{number}",
                topic=Topic.TURN,
                about=self.name,
                owner=alternation.turn,
                question=f"{alternation.turn}: {self.asked(state, alternation.turn)}",
                choices=(*self.offers(state, alternation.turn), Choice(key=PASSING, label="Pass")),
                default=PASSING,
            ),
        )

    def asked(self, state: GameState, player: str) -> str:
        """Return what that player is asked to do."""
        return self.question

    def offers(self, state: GameState, player: str) -> tuple[Choice, ...]:
        """Return what can be chosen by key alone; the rest is done by its own intent."""
        return ()

    def chosen(self, state: GameState, player: str, reply: Answer) -> Means:
        """Return what a choice of `offers` means; `MalformedError` where nothing is offered."""
        raise MalformedError(f"phase {self.name!r} offers nothing but to pass, found {reply.choice!r}")

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the pass, or what was chosen."""
        if reply.choice == PASSING:
            return PassTurn(id=reply.id, by=reply.by, player=prompt.owner)
        return self.chosen(state, prompt.owner, reply)
