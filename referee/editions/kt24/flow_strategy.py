"""The Strategy phase, 2024: initiative, ready, gambits (rules A24-09, A24-10, B24-01 to B24-11)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.editions.kt24.accounts import gained, initiative_decider
from referee.game.events import Event, flow, markers
from referee.game.intents import ANY, Answer, Seal
from referee.game.phase import Means
from referee.game.phases.alternating import Alternating
from referee.game.phases.plain import PlainPhase
from referee.game.phases.rolling import decides, deciding_prompt, dice_prompts, rolled
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState

GAMBIT = "gambit"
PRIMARY_OPS = ("crit", "tac", "kill")
PRIMARY_GIVES = "in secret; half of its points again at the end"
SMOKE = "smoke"


def d3(die: int) -> int:
    """Return the D3 that a D6 shows: half of it, rounded up (rule L24-10)."""
    return (die + 1) // 2


@dataclass(frozen=True, slots=True)
class Initiative(PlainPhase):
    """Who has initiative: by the scouting options first, then by a roll-off whose winner decides.

    Equal options leave it to the player without initiative; what other options mean stands in the mission pack, so
    either player may say it. Initiative is settled anew in every turning point.
    """

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the phase entered; in the first turning point, who decides."""
        entered = flow.StageEntered(stage=self.name)
        if state.turning_point > 1:
            return (entered,)
        options = {side.revealed.get("scouting") for side in state.sides.values()}
        without = next(player for player in state.sides if player != state.had_initiative)
        return (entered, flow.DecisionGiven(player=without if len(options) == 1 else ANY))

    def over(self, state: GameState) -> bool:
        """Return whether the decision was made."""
        return state.stage_closed

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the decision given to the winner once both dice lie there."""
        if state.decider is not None or len(state.rolls) < len(state.sides):
            return ()
        return (flow.DecisionGiven(player=initiative_decider(state.rolls, state.had_initiative)),)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the dice, then the decision."""
        if state.stage_closed:
            return ()
        if state.decider is not None:
            return deciding_prompt(state, "initiative", decides(state))
        return dice_prompts(state, "initiative-roll", "roll off for initiative")

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the die rolled, or the initiative given."""
        if prompt.topic is Topic.ROLL_OFF:
            return rolled(prompt, reply)
        return (flow.InitiativeGiven(player=str(reply.choice)), flow.StageClosed(stage=self.name))


@dataclass(frozen=True, slots=True)
class Ready(PlainPhase):
    """Command points, everybody ready, and how long smoke lasts (rules B24-03, B24-04, B24-11)."""

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the points gained and both teams readied."""
        happened: list[Event] = [flow.StageEntered(stage=self.name)]
        for player in state.sides:
            points = gained(player, state.initiative, state.turning_point)
            happened.append(flow.CommandPointsChanged(player=player, by=points, why="ready"))
            happened.append(flow.Readied(player=player))
        return tuple(happened)

    def over(self, state: GameState) -> bool:
        """Return whether every smoke marker has its time."""
        return not self._untimed(state)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return a die for each smoke marker that lies since an earlier turning point."""
        return tuple(
            Prompt(
                id=f"smoke:{state.turning_point}:{marker}",
                topic=Topic.SMOKE,
                about=marker,
                owner=state.marker(marker).owner or ANY,
                question=f"D3 for smoke {marker}: it goes after that many activations",
                dice=1,
            )
            for marker in self._untimed(state)
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the marker's time: the die as a D3."""
        return (markers.MarkerTimed(marker=prompt.about, activations=d3(reply.dice[0])),)

    def _untimed(self, state: GameState) -> tuple[str, ...]:
        return tuple(key for key, each in state.markers.items() if each.kind == SMOKE and each.timer is None)


@dataclass(frozen=True, slots=True)
class Gambits(Alternating):
    """Strategic gambits in turn until both pass in succession; first, the secret primary op (A24-10, B24-05)."""

    def asked(self, state: GameState, player: str) -> str:
        """Return the question; a game that asks for primary ops says that this is the only time for one."""
        if not state.asks_primary or not self.offers(state, player):
            return self.question
        return f"{self.question}; this is the only time to choose a primary op"

    def offers(self, state: GameState, player: str) -> tuple[Choice, ...]:
        """Return the ops that can be made primary, in the first turning point and once."""
        if state.turning_point != 1 or "primary_op" in state.side(player).sealed:
            return ()
        return tuple(Choice(key=f"primary:{op}", label=f"Primary op: {op}", says=PRIMARY_GIVES) for op in PRIMARY_OPS)

    def chosen(self, state: GameState, player: str, reply: Answer) -> Means:
        """Return the primary op sealed."""
        op = str(reply.choice).partition(":")[2]
        return Seal(id=reply.id, by=reply.by, player=player, topic="primary_op", value=op)
