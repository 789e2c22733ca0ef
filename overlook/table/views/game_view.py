"""View of a game's state, and its questions with the players' names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from messages.message import Message
from overlook.table.games.new_game import NO_COLOUR, auto_opening_notice, seats_of
from overlook.table.games.ruling_history import ruled_in
from overlook.table.games.steps import PromptsOf, display_names, last_done, prompt_view, text_of, undo_message
from overlook.table.offers.table_facts import TableFacts
from overlook.table.views.attack_dice import in_words
from overlook.table.views.board_view import edges_of
from referee.game.card import MOST_NAME, title
from referee.game.engine.timeline import Timeline
from referee.game.handlers.handler import op_title
from referee.game.handlers.scoring_and_ploys import ON_A_CARD, SealHandler
from referee.game.intents import ANY, Reveal, Seal
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState, LifeState, OperativeState
from referee.rules.ports.edition import Edition
from web.contract.table.game_views import (
    AbsentView,
    CommitmentView,
    GameView,
    MemberView,
    OwnChoice,
    OwnChoices,
    PromptView,
    SeatOpView,
    SeatView,
    SecretOptionView,
    SecretView,
)


def game_view(
    state: GameState,
    timeline: Timeline,
    edition: Edition,
    *,
    prompts_of: PromptsOf,
    signed: tuple[str, ...] = (),
    number: int = 0,
) -> GameView:
    """Return the view of a game; `prompts_of` gives the open decisions of an earlier state."""
    acting, done, names = state.acting, last_done(timeline), display_names(state)
    undo = None if done is None else Message.of("hand-undo", step=undo_message(done, prompts_of))
    undone = timeline.undone
    redo = None if undone is None else Message.of("hand-redo", step=undo_message(undone.step, prompts_of))
    return GameView(
        number=number,
        edition=edition.id,
        title=state.mission or edition.title,
        turning_point=state.turning_point,
        phase=state.stage.replace("_", " "),
        phase_message=Message.of("term-phase", phase=state.stage),
        initiative=state.initiative,
        active=acting.operative if acting is not None else None,
        seats=tuple(
            SeatView(
                player=player,
                name=side.seat.name,
                colour=side.seat.colour or NO_COLOUR,
                cp=side.cp,
                vp=max(0, side.total_vp),
                ops=tuple(
                    SeatOpView(op=op, label=str(op_title(op)), vp=vp, message=op_title(op))
                    for op, vp in side.vp.items()
                    if vp
                ),
            )
            for player, side in state.sides.items()
        ),
        undo=None if undo is None else text_of(undo, names),
        redo=None if redo is None else text_of(redo, names),
        undo_message=undo,
        redo_message=redo,
        begun=state.begun,
        free=state.free,
        over=state.ended,
        winner=state.winner,
        turn=state.turn,
        signed=signed,
        commitments=tuple(commitments_of(state)),
        roster=tuple(_member(name, one) for name, one in state.operatives.items()),
        absent=tuple(
            AbsentView(id=name, player=one.player, name=one.card.name)
            for name, one in state.operatives.items()
            if one.life is LifeState.RESERVE or (one.on_board and one.place is None)
        ),
    )


def _member(name: str, one: OperativeState) -> MemberView:
    return MemberView(
        id=name,
        player=one.player,
        name=one.card.name,
        wounds=one.wounds,
        start_wounds=one.card.wounds,
        order=one.order,
        ready=one.ready,
        out=one.life in (LifeState.INCAPACITATED, LifeState.REMOVED),
        weapons=tuple(title(weapon) for weapon in one.card.weapons),
    )


def prompts_lookup(facts: TableFacts) -> PromptsOf:
    """Return a function that gives the open decisions in a state of the game, those about dice in a player's words."""
    return lambda state: tuple(in_words(one, facts.flow, state) for one in facts.decider.prompts(state))


def game_shown(facts: TableFacts) -> GameView:
    """Return the view of the game in play; before it begins, with the seats that it will have."""
    game = game_view(
        facts.state,
        facts.timeline,
        facts.edition,
        prompts_of=prompts_lookup(facts),
        signed=facts.signed,
        number=facts.number,
    )
    opening = auto_opening_notice(facts.timeline)
    more = {
        "opening": "" if opening is None else str(opening),
        "activations": facts.activations,
        "secrets": tuple(secrets_of(facts)),
        "ploys": facts.ploys,
        "app_dice": facts.defaults.app_dice,
        "reactions": facts.reactions,
        "expected": facts.expected,
    }
    game = game.model_copy(update=more | {"seats": _at_their_edges(facts, game.seats)})
    if game.begun or not facts.set_up_by_people:
        return game
    return game.model_copy(update={"seats": _seats_to_be(facts)})


def _at_their_edges(facts: TableFacts, seats: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
    edges = edges_of(facts.seen.table) if facts.seen is not None else {}
    return tuple(seat.model_copy(update={"edge": edges.get(seat.player, "")}) for seat in seats)


def secrets_of(facts: TableFacts) -> Iterator[SecretView]:
    """Yield the secrets that each player may enter or reveal now (rules A24-04, B21-05).

    They are the ops of which only their player knows what they score.
    """
    flow = facts.flow
    typed = tuple(op.partition(":")[0] for op in flow.counted.others)
    topics = [topic for topic in cast(SealHandler, flow.handlers[Seal]).topics if topic.startswith(typed)]
    for player, side in facts.state.sides.items():
        for topic in topics:
            about = {"id": "offer", "by": ANY, "player": player, "topic": topic}
            title = op_title(topic)
            view = SecretView(player=player, topic=topic, label=str(title), message=title)
            if not facts.rejection(Seal(**about, value=ON_A_CARD)):
                cards = facts.defaults.tac_ops(player)
                options = tuple(SecretOptionView(name=one.name[:MOST_NAME], text=one.text) for one in cards)
                yield view.model_copy(update={"options": options})
            if topic in side.sealed and not facts.rejection(Reveal(**about)):
                yield view.model_copy(update={"chosen": True})


def commitments_of(state: GameState) -> Iterator[CommitmentView]:
    """Yield the commitments to secret choices, those that were revealed with salt and values."""
    for player, side in state.sides.items():
        for topic, made in side.commitments.items():
            title = op_title(topic)
            opened: dict[str, Any] = {"salt": made.salt, "values": side.values_of(topic)} if made.opened else {}
            yield CommitmentView(
                player=player, topic=topic, label=str(title), message=title, digest=made.digest, **opened
            )


def own_choices(state: GameState, player: str) -> OwnChoices:
    """Return the sealed choices of a player; only that player may see them."""
    side = state.sides.get(player)
    if side is None:
        return OwnChoices()
    sealed = [topic for topic, made in side.commitments.items() if made.salt and not made.opened]
    return OwnChoices(
        choices=tuple(
            OwnChoice(topic=topic, label=str(op_title(topic)), message=op_title(topic), values=side.values_of(topic))
            for topic in sealed
        )
    )


def _seats_to_be(facts: TableFacts) -> tuple[SeatView, ...]:
    """Return the seats of a game that has not begun, so that phones can be paired for them."""
    seats = seats_of(facts.catalogue, facts.defaults.teams)
    return tuple(SeatView(player=seat.id, name=seat.name, colour=seat.colour) for seat in seats)


def worded_prompt(prompt: Prompt, timeline: Timeline) -> PromptView:
    """Return a prompt as pages show it; a challenge refers to the ruling that is shown."""
    if prompt.topic is Topic.CHALLENGE:
        prompt = prompt.model_copy(update={"about": str(ruled_in(timeline, int(prompt.about)))})
    return prompt_view(prompt, timeline.state)
