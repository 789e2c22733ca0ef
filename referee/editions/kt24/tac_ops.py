"""The tac op, 2024: each player is asked for it in secret while the battle is set up (rule A24-04)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.events import score
from referee.game.handlers.accounts import ON_A_CARD
from referee.game.intents import Answer, Intent, Seal
from referee.game.phase import Means
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState

TAC_OP = "tac_op"
NONE = "none"
NOT_TOLD = Choice(key=NONE, label="Not told now", says="It stays on your card: your phone takes it later, under Game.")


@dataclass(frozen=True, slots=True)
class TacOpAsked:
    """The question to each player with cards which tac op it has, from the phase `since` on until the battle begins.

    It holds nothing up: who leaves it, or does not tell, may tell the table at any time before it is revealed.
    """

    since: str

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question to each player who has cards and was not asked yet."""
        if state.turning_point or not (state.chosen or state.stage == self.since):
            return ()
        return tuple(
            Prompt(
                id=f"{TAC_OP}:{player}",
                topic=Topic.TAC_OP,
                about=player,
                owner=player,
                question=f"{player}: which tac op, in secret?",
                choices=(*(_choice(one.name, one.text) for one in side.tac_ops), NOT_TOLD),
                default=NONE,
            )
            for player, side in state.sides.items()
            if side.tac_ops and TAC_OP not in side.sealed
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the tac op sealed; one that is not told is sealed as a card, so that nobody can tell which it was."""
        if reply.choice == NONE:
            return (score.Sealed(player=prompt.owner, topic=TAC_OP, value=ON_A_CARD),)
        name = str(reply.choice).partition(":")[2]
        return Seal(id=reply.id, by=reply.by, player=prompt.owner, topic=TAC_OP, value=name)

    def allows(self, state: GameState, intent: Intent) -> bool:
        """Return whether it tells the tac op of a player with cards: the choice is made, the table hears it later."""
        if not isinstance(intent, Seal) or intent.topic != TAC_OP or intent.player not in state.sides:
            return False
        return bool(state.chosen) and bool(state.side(intent.player).tac_ops)


def _choice(name: str, text: str) -> Choice:
    return Choice(key=f"{TAC_OP}:{name}", label=name, says=text)
