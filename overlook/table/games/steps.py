"""Steps of a game: their text with names in place of ids, manual changes, and what undo takes back."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from geometry.placement import Placement
from messages.catalogue import ENGLISH
from messages.message import STORED, Message
from overlook.table.observation.displaced import ELSEWHERE_IN
from referee.game.board_place import BoardPlace
from referee.game.dice.dice_text import format_throws
from referee.game.engine.timeline import Timeline, TimelineStep
from referee.game.events.battle import Sealed
from referee.game.events.pieces import EquipmentChosen
from referee.game.events.secret_choices import REDACTED
from referee.game.handlers.handler import describe, op_name, secret_choice
from referee.game.intents import (
    ANY,
    CAMERA,
    Answer,
    ChooseEquipment,
    DeclareDamage,
    DeclarePlace,
    DeclareStat,
    DeclareStatus,
    EndStage,
    Intent,
    PassTurn,
    Propose,
    Redo,
    RemoveOperative,
    Revive,
    Score,
    Seal,
    SetTerrain,
    SpringMine,
    Undo,
    UsePloy,
)
from referee.game.prompt import Prompt
from referee.game.state import GameState
from web.contract.table.game_views import PromptChoiceView, PromptView

PromptsOf = Callable[[GameState], Sequence[Prompt]]
"""Returns the open decisions of a state."""


def step_message(intent: Intent, before: GameState, prompts_of: PromptsOf) -> Message:
    """Return what an intent did in the state `before`; an answer with its question, a choice unless it is sealed."""
    if isinstance(intent, Propose):
        return intent.message or Message.stored(intent.question)
    if isinstance(intent, Seal) and intent.value != REDACTED:
        return Message.of("intent-answer", question=describe(intent), answer=intent.value)
    if isinstance(intent, ChooseEquipment) and intent.options:
        return Message.of("intent-answer", question=describe(intent), answer=", ".join(intent.options))
    if not isinstance(intent, Answer):
        return describe(intent)
    prompt = next((one for one in prompts_of(before) if one.id == intent.prompt), None)
    if prompt is None and not (intent.choice or intent.dice):
        return Message.of("intent-last-answer")
    label = next((one.label for one in prompt.choices if one.key == intent.choice), None) if prompt else None
    reply = label or (Message.stored(intent.choice) if intent.choice else _dice_and_throws(intent))
    return Message.of("intent-answer", question=prompt.question, answer=reply) if prompt is not None else reply


def undo_message(step: TimelineStep, prompts_of: PromptsOf) -> Message:
    """Return what undo takes back or redo restores; an answer is shown without its choice.

    The choice may be secret. Dice are not: they lay on the table. Whether a secret choice was made by an answer is
    secret as well, because an answer has fewer choices.
    """
    intent = step.intent
    if isinstance(intent, Answer | Seal | ChooseEquipment) and (made := _secret_choice(step)) is not None:
        return made
    if isinstance(intent, Seal | ChooseEquipment):
        return describe(intent)
    if not isinstance(intent, Answer):
        return step_message(intent, step.before, prompts_of)
    prompt = next((one for one in prompts_of(step.before) if one.id == intent.prompt), None)
    asked = prompt.question if prompt is not None else Message.of("intent-last-answer")
    return Message.of("intent-answer", question=asked, answer=_dice(intent)) if intent.dice else asked


def _secret_choice(step: TimelineStep) -> Message | None:
    """Return which secret choice a step made, without its content; None if it made none."""
    for event in step.events:
        if isinstance(event, Sealed):
            return secret_choice(event.player, event.topic)
        if isinstance(event, EquipmentChosen):
            return secret_choice(event.player, "equipment")
    return None


def _dice(answer: Answer) -> Message | str:
    """Return the dice of an answer, such as "1, 1, 6"; the faces of counted dice are unknown."""
    return Message.of("hand-counted") if answer.counted else ", ".join(map(str, answer.dice))


def _dice_and_throws(answer: Answer) -> Message:
    """Return the dice of an answer, with all rolls thrown for it if there were several, or that the program rolled."""
    faces = " ".join(map(str, answer.dice))
    if answer.roll:
        return Message.of("intent-rolled", dice=faces)
    if not answer.thrown:
        return Message.of("intent-dice", dice=faces)
    return Message.of("intent-thrown", dice=faces, throws=format_throws(answer.thrown))


def doer_of(intent: Intent) -> Message | str:
    """Return who did something: a player's id, or a message for the table or the camera."""
    if intent.by == ANY:
        return Message.of("hand-table")
    return Message.of("hand-camera") if intent.by == CAMERA else intent.by


def display_names(state: GameState) -> dict[str, str]:
    """Return the names of players, models and markers by the game's ids: "Mira", "A1", "Red's comms device"."""
    names = {player: player_name(state, player) for player in state.sides}
    names |= {key: key.upper() for key in state.operatives}
    return names | marker_names(state)


def text_of(message: Message, names: Mapping[str, str]) -> str:
    """Return the English text of a message with names; also of text without a code from an earlier journal."""
    text = ENGLISH.text(message, names)
    return with_names(text, names) if _has_stored(message) else text


def _has_stored(value: object) -> bool:
    """Return whether a message, or one within it, is text without a code."""
    if isinstance(value, Message):
        return value.code == STORED or any(_has_stored(each) for _, each in value.args)
    return isinstance(value, tuple) and any(map(_has_stored, value))


def player_name(state: GameState, player: str) -> str:
    """Return a player's name; a seat without one is called by its id in capitals, as models are."""
    name = state.side(player).seat.name
    return player.upper() if name == player else name


def marker_names(state: GameState) -> dict[str, str]:
    """Return names for markers whose id the table made up: "comms device-27" becomes "Red's comms device".

    A number is added only if a player has several. It follows the order in which they were laid, so that undo and redo
    do not change it.
    """
    alike: dict[tuple[str | None, str], list[str]] = {}
    for one in state.markers.values():
        alike.setdefault((one.owner, one.kind), []).append(one.id)
    found: dict[str, str] = {}
    for (owner, kind), ids in alike.items():
        what = kind if kind.endswith("ss") else kind.removesuffix("s")
        whose = f"{player_name(state, owner)}'s" if owner is not None and owner in state.sides else "the"
        for number, name in enumerate(ids, start=1):
            if _MADE_UP.fullmatch(name):
                said = f"{whose} {what}{f' {number}' if len(ids) > 1 else ''}"
                found |= {name: said, f"{name[:1].upper()}{name[1:]}": said}
    return found


_MADE_UP = re.compile(r".+-\d+")


def with_names(words: str, names: Mapping[str, str]) -> str:
    """Return text of an old journal with names in place of ids that are separate words, beginning with a capital.

    Only for text without a code (`Message.stored`): its ids are not arguments. No other text is edited.
    """
    named = _any_of(tuple(names)).sub(lambda found: names[found.group()], words) if names else words
    return f"{named[:1].upper()}{named[1:]}"


@lru_cache(maxsize=16)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)")


def by_hand(timeline: Timeline, prompts_of: PromptsOf) -> tuple[int, Message] | None:
    """Return number and message of the last step if it was only declared or was undone; else None.

    It is shown until a person takes the next step; notes by the camera and the tray do not count.
    """
    if timeline.undone is not None:
        who, step = timeline.undone.by, undo_message(timeline.undone.step, prompts_of)
        if who in timeline.state.sides:
            return timeline.sequence, Message.of("hand-undone-by", who=who, step=step)
        return timeline.sequence, Message.of("hand-undone", step=step)
    last = next((step for step in timeline.steps() if step.intent.by in (ANY, *step.after.sides)), None)
    if last is None:
        return None
    if last.withdraws:
        return last.sequence, Message.of("hand-challenge-withdrawn")
    message = _rolled_again(last.intent, timeline) or _declared_change(last.intent, last.before)
    return (last.sequence, message) if message is not None else None


def _rolled_again(intent: Intent, timeline: Timeline) -> Message | None:
    before = timeline.taken_back.get(intent.prompt) if isinstance(intent, Answer) and intent.dice else None
    if before is None or not isinstance(intent, Answer) or before.dice == intent.dice:
        return None
    return Message.of("hand-rolled-again", who=doer_of(intent), dice=_dice(intent), before=_dice(before))


def _declared_change(intent: Intent, before: GameState) -> Message | None:
    """Return a change that was only declared; None for any other intent."""
    who, change = doer_of(intent), None
    match intent:
        case DeclarePlace(operative=operative, place=place):
            change = _declared_place(who, operative, before.operatives[operative].place, place)
        case DeclareDamage(operative=operative, amount=amount):
            code = "hand-wounds-lost" if amount >= 0 else "hand-wounds-regained"
            change = Message.of(code, who=who, operative=operative, wounds=abs(amount))
        case DeclareStat(operative=operative, stat=stat, change=by, until=until):
            end = Message.of("hand-until", until=until.name.lower())
            change = Message.of("hand-stat", who=who, stat=stat, operative=operative, change=f"{by:+d}", until=end)
        case DeclareStatus(operative=operative, order=order, ready=ready):
            states = [] if order is None else [Message.of("hand-order", order=order)]
            states += [] if ready is None else [Message.of("hand-ready" if ready else "hand-expended")]
            change = Message.of("hand-status", who=who, operative=operative, states=states)
        case RemoveOperative(operative=operative):
            change = Message.of("hand-removed", who=who, operative=operative)
        case Revive(operative=operative, wounds=wounds):
            change = Message.of("hand-revived", who=who, operative=operative, wounds=wounds)
        case Score(player=player, op=op, vp=vp):
            change = Message.of("hand-scored", who=who, vp=vp, op=op_name(op), player=player)
        case UsePloy(name=name, cost=cost):
            change = Message.of("hand-ploy", who=who, ploy=name, cost=cost)
        case EndStage() if intent.by != ANY:
            change = Message.of("hand-phase-over", who=who)
    why = getattr(intent, "why", "")
    return Message.of("hand-because", change=change, why=why) if change is not None and why else change


def _declared_place(who: Message | str, operative: str, stood: BoardPlace | None, place: BoardPlace) -> Message:
    if stood is None:
        return Message.of("hand-placed-new", who=who, operative=operative)
    apart = math.hypot(place.x - stood.x, place.y - stood.y)
    return Message.of("hand-placed", who=who, operative=operative, apart=apart)


AUTOMATIC = (Propose, SpringMine, DeclarePlace, Answer, SetTerrain, PassTurn)
"""Intents that the program takes by itself, as the camera."""


def automatic(intent: Intent) -> bool:
    """Return whether the program took that step.

    A seen move was proposed, a mine went off, a model was found again, a hatch was turned before the battle, or a turn
    passed in which no operative may react.

    Order tokens that the camera reads count as steps of the players.
    """
    return intent.by == CAMERA and isinstance(intent, AUTOMATIC)


def last_done(timeline: Timeline) -> TimelineStep | None:
    """Return the step that undo takes back: the last one that a person took; None if there is none."""
    return next((step for step in timeline.steps() if not automatic(step.intent)), None)


def stands_as_undone(timeline: Timeline, operative: str, place: Placement) -> bool:
    """Return whether a model is where it would be after redoing everything.

    While it is, nothing new is proposed about it, because then nothing could be redone any more.
    """
    last = timeline.undone
    while last is not None and last.under is not None:
        last = last.under
    known = None if last is None else last.step.after.operatives.get(operative)
    return known is not None and known.place is not None and known.place.distance_to(place) <= ELSEWHERE_IN


def stands_as_withdrawn(timeline: Timeline, operative: str, place: Placement) -> bool:
    """Return whether a model is still where a move led that a challenge has just taken back.

    The players have agreed that the move does not stand: the model is set back by hand and the move is not proposed
    again.
    """
    last = timeline.past
    known = last.before.operatives.get(operative) if last is not None and last.withdraws else None
    return known is not None and known.place is not None and known.place.distance_to(place) <= ELSEWHERE_IN


def stood_before(timeline: Timeline, operative: str, place: Placement) -> bool:
    """Return whether an active model is at its start or an earlier place of its activation, with more to redo.

    After an undo, players set the model back by hand and redo before they move it again, so its lag is not reported.
    """
    if timeline.undone is None:
        return False
    states = [timeline.state]
    for step in timeline.steps():
        if step.after.acting is None or step.after.acting.operative != operative:
            break
        states.append(step.before)
    known = (one.operatives[operative].place for one in states if operative in one.operatives)
    return any(one is not None and one.distance_to(place) <= ELSEWHERE_IN for one in known)


def accompanying_undo(intent: Intent, timeline: Timeline, new_id: Callable[[str], str]) -> Intent | None:
    """Return the intent that an undo or a redo brings along; None if there is none.

    `timeline` is the one after it. A mere question is taken back together with the step before it, because the camera
    would ask it again at once.
    """
    undone = timeline.undone
    if undone is None or not automatic(undone.step.intent):
        return None
    if isinstance(intent, Redo):
        return Redo(id=new_id("redo"), by=intent.by)
    if isinstance(intent, Undo) and timeline.past is not None:
        return Undo(id=new_id("undo"), by=intent.by)
    return None


def prompt_view(prompt: Prompt, state: GameState) -> PromptView:
    """Return a prompt as pages show it, with the names of this game."""
    names = display_names(state)
    choices = (
        PromptChoiceView(
            key=choice.key,
            label=text_of(choice.label, names),
            says="" if choice.says is None else ENGLISH.text(choice.says, names),
            whose=choice.whose,
            message=choice.label.coded,
            effect=None if choice.says is None else choice.says.coded,
        )
        for choice in prompt.choices
    )
    return PromptView(
        id=prompt.id,
        topic=prompt.topic,
        about=prompt.about,
        owner=prompt.owner,
        question=text_of(prompt.question, names),
        choices=tuple(choices),
        default=prompt.default,
        dice=prompt.dice,
        grades=prompt.grades,
        picks=prompt.picks,
        message=prompt.question.coded,
    )
