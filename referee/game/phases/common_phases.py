"""Common phases: alternating turns, roll-offs, deployment, end of a turning point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from messages.message import Message
from referee.game.events import Event, battle
from referee.game.handlers.handler import phase_name
from referee.game.handlers.set_up import reserve_of
from referee.game.intents import ANY, Answer, Deploy, EndStage, Intent, PassTurn
from referee.game.phases.phase import AnswerEffect, PlainPhase
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import GameState
from referee.rules.errors import MalformedError

PASSING = "pass"
PASS = Choice(key=PASSING, label=Message.of("choice-pass"))


@dataclass(frozen=True, slots=True)
class Alternating(PlainPhase):
    """A phase in which the players alternate with `intents`, starting with the player with initiative.

    `question` is the part of the question that says what they do.
    """

    intents: frozenset[type[Intent]]
    question: Message

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
                question=Message.of(
                    "prompt-turn", player=alternation.turn, question=self.asked(state, alternation.turn)
                ),
                choices=(*self.offers(state, alternation.turn), PASS),
                default=PASSING,
            ),
        )

    def asked(self, state: GameState, player: str) -> Message:
        """Return the part of the question that says what that player does."""
        return self.question

    def offers(self, state: GameState, player: str) -> tuple[Choice, ...]:
        """Return the choices by key; everything else is done by its own intent."""
        return ()

    def chosen(self, state: GameState, player: str, reply: Answer) -> AnswerEffect:
        """Return the meaning of a choice of `offers`; raises `MalformedError` if nothing is offered."""
        raise MalformedError("prompt-only-pass", phase=phase_name(self.name), found=str(reply.choice))

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
                question=Message.of("prompt-turning-point-end", number=state.turning_point),
                choices=(Choice(key=END, label=Message.of("choice-everything-scored")),),
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


def dice_prompts(state: GameState, named: str, *, zones: bool = False) -> tuple[Prompt, ...]:
    """Return the prompts of a roll-off for initiative: one die of each player who has not rolled.

    `zones` is true if the winner also chooses a drop zone.
    After a tie the prompts have new ids, so a late answer does not count for the repeated roll-off.
    """
    again = f":{state.ties}" if state.ties else ""
    return tuple(
        Prompt(
            id=f"{named}:{state.turning_point}:{player}{again}",
            topic=Topic.ROLL_OFF,
            about=player,
            owner=player,
            question=Message.of("prompt-roll-off-zones" if zones else "prompt-roll-off", player=player),
            dice=1,
        )
        for player in state.sides
        if player not in state.rolls
    )


def rolled(prompt: Prompt, reply: Answer) -> tuple[Event, ...]:
    """Return the die of the prompt's player."""
    return (battle.Rolled(player=prompt.owner, value=reply.dice[0]),)


def initiative_question(state: GameState) -> Message:
    """Return the question who has initiative, with both rolls and the player who decides, if they are known."""
    decider = state.decider
    if decider is None or decider not in state.sides:
        return Message.of("prompt-initiative")
    if len(state.rolls) < len(state.sides):
        return Message.of("prompt-initiative-player", player=decider)
    players = sorted(state.sides, key=lambda player: (player != decider, player))
    rolls = [Message.of("prompt-rolled", player=player, roll=state.rolls[player]) for player in players]
    return Message.of("prompt-initiative-rolls", rolls=rolls, player=decider)


def deciding_prompt(state: GameState, named: str) -> tuple[Prompt, ...]:
    """Return the prompt for the player who decides who has initiative."""
    decider = state.decider
    if decider is None:
        return ()
    choices = tuple(initiative_choice(player) for player in state.sides)
    owner = decider if decider in state.sides else ANY
    default = decider if decider in state.sides else None
    return (
        Prompt(
            id=f"{named}:{state.turning_point}",
            topic=Topic.INITIATIVE,
            owner=owner,
            question=initiative_question(state),
            choices=choices,
            default=default,
        ),
    )


def initiative_choice(player: str) -> Choice:
    """Return the choice that gives a player initiative."""
    return Choice(key=player, label=Message.of("choice-initiative", player=player))


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
            return tuple(with_drop_zones(state, one) for one in deciding_prompt(state, "first"))
        return dice_prompts(state, "first-roll", zones=True)

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

    def choice(key: str, player: str, zone: str) -> Choice:
        label = Message.of("choice-initiative-zone", player=player, owner=prompt.owner, zone=zone)
        return Choice(key=key, label=label)

    kept = [choice(player, player, own) for player in state.sides]
    changed = [choice(f"{player}:{EXCHANGED}", player, other) for player in state.sides]
    question = Message.of("prompt-and-drop-zone", question=prompt.question)
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
