"""Firefight phase: activations in turn, reactions between them, interrupts within them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from messages.message import Message
from referee.game.events import Event, activations, battle
from referee.game.handlers.activating import Reactions, TurnOrder
from referee.game.intents import Act, Activate, Answer, EndActivation, Intent, PassTurn, React, Seal, UsePloy
from referee.game.phases.common_phases import PASSING
from referee.game.phases.phase import AnswerEffect, PlainPhase
from referee.game.prompt import Choice, Prompt, Topic
from referee.game.state import Activation, ActivationKind, GameState, OperativeState
from referee.rules.position import Order

END = "end"


def _operative_choice(state: GameState, key: str) -> Choice:
    name = state.operative(key).card.name
    return Choice(key=key, label=Message.of("choice-operative", operative=key, name=name))


PASSING_NEAR = "pass near"
"""Choice to let an action pass and confirm that it ended within control range, if that was too close to call."""


@dataclass(frozen=True, slots=True)
class Firefight(PlainPhase):
    """Activations in turn; a player without ready operatives may react; ends when all are expended (C24-01, C21-01)."""

    reactions: Reactions
    turn_order: TurnOrder
    changed_apl: Message | None = None

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Activate, Act, EndActivation, React, PassTurn, Seal, UsePloy})

    def first(self, state: GameState) -> str | None:
        """Return the player with initiative."""
        return state.initiative

    def over(self, state: GameState) -> bool:
        """Return whether no operative is active and all are expended."""
        return state.acting is None and not any(state.ready_of(player) for player in state.sides)

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the turn passed on if its player cannot activate or react, and impossible interrupts declined."""
        if state.sequence is not None:
            return ()
        if state.activation is not None and state.activation.awaiting and state.reaction is None:
            return self._unanswerable(state, state.activation)
        turn = state.turn
        if state.acting is not None or turn is None or self.over(state) or self.turn_order.able(state, turn):
            return ()
        if self.reactions.able(state, turn, self.reactions.instead):
            return ()
        return (battle.TurnPassed(player=turn, to=state.opponent(turn)),)

    def _unanswerable(self, state: GameState, activation: Activation) -> tuple[Event, ...]:
        gone = not state.operative(activation.operative).standing
        return tuple(
            activations.InterruptDeclined(player=player)
            for player in activation.awaiting
            if gone or not self.reactions.able(state, player, self.reactions.within)
        )

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return who may interrupt, the active operative's next action, or who is activated or reacts."""
        if state.sequence is not None:
            return ()
        acting = state.acting
        if acting is None:
            return self._turn(state)
        if acting.doing is ActivationKind.ACTIVATION and acting.awaiting:
            return tuple(self._interrupt(state, acting, player) for player in acting.awaiting)
        return (self._next_action(state, acting),)

    def _turn(self, state: GameState) -> tuple[Prompt, ...]:
        turn = state.turn
        if turn is None or state.alternation is None or self.over(state):
            return ()
        number = f"{state.turning_point}:{state.alternation.taken}:{state.alternation.passes}"
        ready, reading = self.turn_order.able(state, turn), self.turn_order.note(state, turn)
        if ready:
            choices = tuple(
                Choice(
                    key=f"{key}:{order}",
                    label=Message.of(
                        "choice-activate", operative=key, name=state.operative(key).card.name, order=order
                    ),
                )
                for key in ready
                for order in Order
            )
            return (
                Prompt(
                    id=f"activate:{number}",
                    topic=Topic.ACTIVATION,
                    about=turn,
                    owner=turn,
                    question=(
                        Message.of("prompt-activate-note", player=turn, note=reading)
                        if reading
                        else Message.of("prompt-activate", player=turn)
                    ),
                    choices=choices,
                ),
            )
        reactors = self.reactions.able(state, turn, self.reactions.instead)
        if not reactors:
            return ()
        choices = tuple(_operative_choice(state, key) for key in reactors)
        passing = Choice(key=PASSING, label=Message.of("choice-nobody"))
        return (
            Prompt(
                id=f"react:{number}",
                topic=Topic.REACTION,
                about=turn,
                owner=turn,
                question=Message.of("prompt-react", player=turn, reaction=self.reactions.instead.word),
                choices=(*choices, passing),
                default=PASSING,
            ),
        )

    def _interrupt(self, state: GameState, acting: Activation, player: str) -> Prompt:
        able = self.reactions.able(state, player, self.reactions.within)
        choices = tuple(_operative_choice(state, key) for key in able)
        notes = self.reactions.notes_on(acting)
        near = tuple(key for key in acting.perhaps if state.operative(key).player == player)
        letting: tuple[Choice, ...] = (Choice(key=PASSING, label=Message.of("choice-no-interrupt")),)
        who = {"player": player, "operative": acting.operative}
        question = Message.of("prompt-interrupt", **who)
        if notes:
            one = Message.of("prompt-interrupt-note", **who, note=notes[0])
            question = one if len(notes) == 1 else Message.of("prompt-interrupt-notes", **who, notes=list(notes))
        if near:
            question = Message.of("prompt-interrupt-near", **who, guards=near)
            letting = (
                Choice(key=PASSING, label=Message.of("choice-no-interrupt-outside", guards=near)),
                Choice(key=PASSING_NEAR, label=Message.of("choice-no-interrupt-inside", guards=near)),
            )
        return Prompt(
            id=f"interrupt:{state.turning_point}:{state.activations}:{len(acting.performed)}:{player}",
            topic=Topic.INTERRUPT,
            about=acting.operative,
            owner=player,
            question=question,
            choices=(*choices, *letting),
            default=PASSING,
        )

    def _next_action(self, state: GameState, acting: Activation) -> Prompt:
        operative = state.operative(acting.operative)
        points = max(0, state.points_left(acting))
        done = len(acting.performed)
        card = operative.card
        unnamed = card.name.casefold() == card.id.casefold()
        who = card.id if unnamed else Message.of("choice-operative", operative=card.id, name=card.name)
        question = (
            self._points(who, operative, points, began=acting.apl)
            if acting.left is None
            else Message.of("prompt-reaction-action", who=who, order=operative.order, reaction=acting.name)
        )
        end = Message.of("choice-end", reaction=acting.name, operative=acting.operative)
        return Prompt(
            id=f"act:{state.turning_point}:{state.activations}:{acting.doing}:{acting.operative}:{done}",
            topic=Topic.ACTION,
            about=acting.operative,
            owner=operative.player,
            question=question,
            choices=(Choice(key=END, label=end),),
            default=END if acting.left is None and points == 0 else None,
        )

    def _points(self, who: str | Message, operative: OperativeState, points: int, *, began: int | None) -> Message:
        """Return the question for the next action; if the APL has changed meanwhile, with the reading of that."""
        fields = {"who": who, "order": operative.order, "points": points}
        if self.changed_apl is None or began in (None, operative.apl):
            return Message.of("prompt-next-action", **fields)
        return Message.of("prompt-next-action-read", **fields, note=self.changed_apl)

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the chosen activation, reaction, pass or end."""
        said = str(reply.choice)
        if said in (PASSING, PASSING_NEAR):
            return PassTurn(id=reply.id, by=reply.by, player=prompt.owner, near=said == PASSING_NEAR)
        if prompt.topic is Topic.ACTIVATION:
            operative, _, order = said.rpartition(":")
            return Activate(id=reply.id, by=reply.by, operative=operative, order=Order(order))
        if prompt.topic in (Topic.REACTION, Topic.INTERRUPT):
            return React(id=reply.id, by=reply.by, operative=said)
        acting = state.acting
        return EndActivation(id=reply.id, by=reply.by, operative=acting.operative if acting else "")
