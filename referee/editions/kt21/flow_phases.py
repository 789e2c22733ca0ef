"""The phases of a 2021 turning point: initiative, command points and ploys (rules B21-01 to B21-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from referee.game.events import Event, activations, flow
from referee.game.intents import ANY, Answer, Deploy, Intent, Seal
from referee.game.phase import Means
from referee.game.phases.alternating import Alternating
from referee.game.phases.plain import PlainPhase
from referee.game.phases.rolling import dice_prompts, rolled
from referee.game.phases.setting_up import reserve_of
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState
from referee.rules.position import Order
from referee.rules.roll_off import higher


def initiative_taken(rolls: Mapping[str, int], previous: str | None) -> str:
    """Return who takes initiative (rule B21-02): the higher die; on a tie who did not have it before."""
    return higher(rolls) or next(player for player in rolls if player != previous)


@dataclass(frozen=True, slots=True)
class Mission(PlainPhase):
    """The mission says who has initiative in the first turning point (rule B21-02); tac ops are chosen in secret."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Seal})

    def over(self, state: GameState) -> bool:
        """Return whether somebody has initiative."""
        return state.initiative is not None

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question whom the mission gives initiative."""
        choices = tuple(Choice(key=player, label=f"{player} has it") for player in state.sides)
        question = "Whom does the mission give initiative?"
        return (Prompt(id="mission:0", topic=Topic.INITIATIVE, owner=ANY, question=question, choices=choices),)

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the initiative given."""
        return (flow.InitiativeGiven(player=str(reply.choice)),)


@dataclass(frozen=True, slots=True)
class SettingUp(PlainPhase):
    """Operatives are set up in the order of the mission, which the sources leave to it."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Deploy})

    def over(self, state: GameState) -> bool:
        """Return whether everybody is set up."""
        return not any(reserve_of(state, player) for player in state.sides)


@dataclass(frozen=True, slots=True)
class Initiative(PlainPhase):
    """Everybody is readied; later on, the winner of a roll-off takes initiative (rules B21-01, B21-02).

    `given` is the order that operatives have before they are activated for the first time.
    """

    given: Order = Order.CONCEAL

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return both teams readied; in the first turning point with the order that they have until they are asked."""
        ready = (flow.StageEntered(stage=self.name), *(flow.Readied(player=player) for player in state.sides))
        if state.turning_point > 1:
            return ready
        others = (key for key, one in state.operatives.items() if one.standing and one.order is not self.given)
        return (*ready, *(activations.OrderChanged(operative=key, order=self.given) for key in others))

    def over(self, state: GameState) -> bool:
        """Return whether initiative was taken."""
        return state.turning_point == 1 or state.stage_closed

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the initiative taken once both dice lie there."""
        if self.over(state) or len(state.rolls) < len(state.sides):
            return ()
        taken = flow.InitiativeGiven(player=initiative_taken(state.rolls, state.had_initiative))
        return (taken, flow.StageClosed(stage=self.name))

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the dice that are still to be rolled."""
        return () if self.over(state) else dice_prompts(state, "initiative-roll", "roll off for initiative")

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the die rolled."""
        return rolled(prompt, reply)


@dataclass(frozen=True, slots=True)
class Ploys(Alternating):
    """Each player gains 1 CP; then strategic ploys in turn until both pass in succession (rules B21-03, B21-04)."""

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the points gained and the first turn."""
        gained = (flow.CommandPointsChanged(player=each, by=1, why="command points") for each in state.sides)
        return (flow.StageEntered(stage=self.name, first=state.initiative), *gained)
