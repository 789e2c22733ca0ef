"""Both players roll a die (rules B24-01, B24-02, A21-04)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.events import Event, flow
from referee.game.intents import ANY, Answer
from referee.game.phase import Means
from referee.game.phases.plain import PlainPhase
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState
from referee.rules.roll_off import higher


def dice_prompts(state: GameState, named: str, question: str) -> tuple[Prompt, ...]:
    """Return the prompts of a roll-off: one die of each player who has not rolled.

    After a tie they are other prompts: an answer that was on its way is none to the new roll-off.
    """
    again = f":{state.ties}" if state.ties else ""
    return tuple(
        Prompt(
            id=f"{named}:{state.turning_point}:{player}{again}",
            topic=Topic.ROLL_OFF,
            about=player,
            owner=player,
            question=f"{player}: {question}: one D6",
            dice=1,
        )
        for player in state.sides
        if player not in state.rolls
    )


def rolled(prompt: Prompt, reply: Answer) -> tuple[Event, ...]:
    """Return the die of the player who was asked."""
    return (flow.Rolled(player=prompt.owner, value=reply.dice[0]),)


def decides(state: GameState) -> str:
    """Return who decides who has initiative, with what both rolled: "p1 rolled 6, p2 2: p1 decides ..."."""
    decider = state.decider
    who = f"{decider} decides who has initiative" if decider in state.sides else "Who has initiative?"
    if len(state.rolls) < len(state.sides) or decider not in state.sides:
        return who
    best, *others = sorted(state.sides, key=lambda player: (player != decider, player))
    rolls = [f"{best} rolled {state.rolls[best]}", *(f"{player} {state.rolls[player]}" for player in others)]
    return f"{', '.join(rolls)}: {who}"


def deciding_prompt(state: GameState, named: str, question: str) -> tuple[Prompt, ...]:
    """Return the prompt for the player to whom it fell to choose a player."""
    decider = state.decider
    if decider is None:
        return ()
    choices = tuple(Choice(key=player, label=f"{player} has it") for player in state.sides)
    owner = decider if decider in state.sides else ANY
    default = decider if decider in state.sides else None
    return (
        Prompt(
            id=f"{named}:{state.turning_point}",
            topic=Topic.INITIATIVE,
            owner=owner,
            question=question,
            choices=choices,
            default=default,
        ),
    )


@dataclass(frozen=True, slots=True)
class FirstRollOff(PlainPhase):
    """Before the battle: the winner of a roll-off, ties rolled again, decides who has initiative (rule A24-03).

    Where the mission has two drop zones it selects its own with the same answer; no word of them keeps what it has.
    """

    def over(self, state: GameState) -> bool:
        """Return whether somebody has initiative."""
        return state.initiative is not None

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the decision given to the winner, or the tie."""
        if state.initiative is not None or state.decider is not None or len(state.rolls) < len(state.sides):
            return ()
        winner = higher(state.rolls)
        return (flow.RollsTied(),) if winner is None else (flow.DecisionGiven(player=winner),)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the dice, then the decision."""
        if state.decider is not None:
            return tuple(with_drop_zones(state, one) for one in deciding_prompt(state, "first", decides(state)))
        return dice_prompts(state, "first-roll", "roll off for initiative and drop zones")

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the die rolled or the initiative given."""
        if prompt.topic is Topic.ROLL_OFF:
            return rolled(prompt, reply)
        first, _, exchanged = str(reply.choice).partition(":")
        given = flow.InitiativeGiven(player=first)
        return (given, flow.GroundsExchanged(player=prompt.owner)) if exchanged else (given,)


EXCHANGED = "exchanged"


def with_drop_zones(state: GameState, prompt: Prompt) -> Prompt:
    """Return who has initiative asked together with where its owner sets up, where the mission has two drop zones."""
    if prompt.owner not in state.sides or len(state.grounds) < len(state.sides):
        return prompt
    own, other = (state.grounds[player].name for player in (prompt.owner, state.opponent(prompt.owner)))
    kept = [Choice(key=one.key, label=f"{one.label}, {prompt.owner} sets up: {own}") for one in prompt.choices]
    changed = [
        Choice(key=f"{one.key}:{EXCHANGED}", label=f"{one.label}, {prompt.owner} sets up: {other}")
        for one in prompt.choices
    ]
    question = f"{prompt.question}, and selects its drop zone"
    return prompt.model_copy(update={"choices": (*kept, *changed), "question": question})
