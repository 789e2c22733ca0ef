"""Common phases: alternating turns, roll-offs, deployment, end of a turning point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from referee.game.events import Event, battle
from referee.game.handlers.set_up import reserve_of
from referee.game.intents import ANY, Answer, Deploy, EndStage, Intent, PassTurn
from referee.game.phases.phase import AnswerEffect, PlainPhase
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState
from referee.rules.errors import MalformedError

PASSING = "pass"


@dataclass(frozen=True, slots=True)
class Alternating(PlainPhase):
    """A phase in which the players alternate with `intents`, starting with the player with initiative."""

    intents: frozenset[type[Intent]]
    question: str

    @property
    def allows(self) -> frozenset[type[Intent]]:
        """The phase's intents, and passing."""
        return self.intents | {PassTurn}

    def first(self, state: GameState) -> str | None:
        """Return the player with initiative."""
        return state.initiative

    def over(self, state: GameState) -> bool:
        """Return whether both have passed in succession."""
        return state.alternation is not None and state.alternation.passes >= len(state.sides)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question to the player whose turn it is, with a pass as the default."""
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
        """Return the question to that player."""
        return self.question

    def offers(self, state: GameState, player: str) -> tuple[Choice, ...]:
        """Return the choices by key; everything else is done by its own intent."""
        return ()

    def chosen(self, state: GameState, player: str, reply: Answer) -> AnswerEffect:
        """Return the meaning of a choice of `offers`; raises `MalformedError` if nothing is offered."""
        raise MalformedError(f"phase {self.name!r} offers nothing but to pass, found {reply.choice!r}")

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the pass, or the meaning of the choice."""
        if reply.choice == PASSING:
            return PassTurn(id=reply.id, by=reply.by, player=prompt.owner)
        return self.chosen(state, prompt.owner, reply)


END = "end"


@dataclass(frozen=True, slots=True)
class TurningPointEnd(PlainPhase):
    """Scoring while effects until the end of the turning point still last."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({EndStage})

    def over(self, state: GameState) -> bool:
        """Return whether the players declared it over."""
        return state.stage_closed

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the question whether everything is scored."""
        if state.stage_closed:
            return ()
        return (
            Prompt(
                id=f"end:{state.turning_point}",
                topic=Topic.TURNING_POINT_END,
                about=str(state.turning_point),
                owner=ANY,
                question=f"Turning point {state.turning_point} is over: score, then go on",
                choices=(Choice(key=END, label="Everything is scored"),),
                default=END,
            ),
        )

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the end of the phase."""
        return EndStage(id=reply.id, by=reply.by, stage=self.name)


def higher(rolls: Mapping[str, int]) -> str | None:
    """Return the player with the highest roll, None for a tie."""
    best = max(rolls.values())
    winners = [player for player, value in rolls.items() if value == best]
    return winners[0] if len(winners) == 1 else None


def dice_prompts(state: GameState, named: str, question: str) -> tuple[Prompt, ...]:
    """Return the prompts of a roll-off: one die of each player who has not rolled.

    After a tie the prompts have new ids, so a late answer does not count for the repeated roll-off.
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
    """Return the die of the prompt's player."""
    return (battle.Rolled(player=prompt.owner, value=reply.dice[0]),)


def decides(state: GameState) -> str:
    """Describe who decides the initiative, with both rolls: "p1 rolled 6, p2 2: p1 decides ..."."""
    decider = state.decider
    who = f"{decider} decides who has initiative" if decider in state.sides else "Who has initiative?"
    if len(state.rolls) < len(state.sides) or decider not in state.sides:
        return who
    best, *others = sorted(state.sides, key=lambda player: (player != decider, player))
    rolls = [f"{best} rolled {state.rolls[best]}", *(f"{player} {state.rolls[player]}" for player in others)]
    return f"{', '.join(rolls)}: {who}"


def deciding_prompt(state: GameState, named: str, question: str) -> tuple[Prompt, ...]:
    """Return the prompt for the player who decides who gets it."""
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
    """Before the battle: the winner of a roll-off, ties repeated, decides who has initiative (rule A24-03).

    If the mission has two drop zones, the same answer selects the winner's; without it the assignment is kept.
    """

    def over(self, state: GameState) -> bool:
        """Return whether a player has initiative."""
        return state.initiative is not None

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the decision given to the winner, or the tie."""
        if state.initiative is not None or state.decider is not None or len(state.rolls) < len(state.sides):
            return ()
        winner = higher(state.rolls)
        return (battle.RollsTied(),) if winner is None else (battle.DecisionGiven(player=winner),)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the dice, then the decision."""
        if state.decider is not None:
            return tuple(with_drop_zones(state, one) for one in deciding_prompt(state, "first", decides(state)))
        return dice_prompts(state, "first-roll", "roll off for initiative and drop zones")

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the die rolled or the initiative given."""
        if prompt.topic is Topic.ROLL_OFF:
            return rolled(prompt, reply)
        first, _, exchanged = str(reply.choice).partition(":")
        given = battle.InitiativeGiven(player=first)
        return (given, battle.GroundsExchanged(player=prompt.owner)) if exchanged else (given,)


EXCHANGED = "exchanged"


def with_drop_zones(state: GameState, prompt: Prompt) -> Prompt:
    """Return the initiative prompt extended by the choice of drop zone, if the mission has two."""
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


@dataclass(frozen=True, slots=True)
class Deployment(PlainPhase):
    """Players set up their operatives in turn, a part of the team at a time, starting with initiative."""

    parts: int

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Deploy})

    def first(self, state: GameState) -> str | None:
        """Return the player with initiative, or the other one if that player has nobody left to set up."""
        if state.initiative is not None and not reserve_of(state, state.initiative):
            return state.opponent(state.initiative)
        return state.initiative

    def over(self, state: GameState) -> bool:
        """Return whether everybody is set up."""
        return not any(reserve_of(state, player) for player in state.sides)

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the turn passed on if a player has nobody left to set up."""
        turn = state.turn
        if turn is None or self.over(state) or reserve_of(state, turn):
            return ()
        return (battle.TurnPassed(player=turn, to=state.opponent(turn)),)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return nothing: set-up is seen by the camera or declared."""
        return ()
