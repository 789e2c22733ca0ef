"""Steps of a game: as sentences with names for ids, what was changed by hand, what an undo takes back."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from geometry.placement import Placement
from overlook.table.observation.displaced import ELSEWHERE_IN
from referee.game.board_place import BoardPlace
from referee.game.dice.dice_text import thrown_said
from referee.game.engine.timeline import Step, Timeline
from referee.game.events.battle import Sealed
from referee.game.events.pieces import EquipmentChosen
from referee.game.handlers.handler import describe, secret_choice
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
    Propose,
    Redo,
    RemoveOperative,
    Revive,
    Score,
    Seal,
    SpringMine,
    Undo,
    UsePloy,
)
from referee.game.prompt import Prompt
from referee.game.state import GameState

PromptsOf = Callable[[GameState], Sequence[Prompt]]
"""Returns the decisions that are open in a state."""


def step_words(intent: Intent, *, before: GameState, after: GameState, prompts_of: PromptsOf) -> str:
    """Return an intent in words, an answer with its question, with the players' names and the models' labels."""
    return plain(_said(intent, before, prompts_of), after)


def undo_words(step: Step, prompts_of: PromptsOf) -> str:
    """Return what undo or redo would take back or do again: of an answer its question, as the choice may be secret.

    Dice are no secret: they lay on the table. How a secret choice was made is: an answer has fewer choices.
    """
    intent = step.intent
    if isinstance(intent, Answer | Seal | ChooseEquipment) and (made := _secret_choice(step)):
        return plain(made, step.after)
    if not isinstance(intent, Answer):
        return step_words(intent, before=step.before, after=step.after, prompts_of=prompts_of)
    prompt = next((one for one in prompts_of(step.before) if one.id == intent.prompt), None)
    asked = prompt.question if prompt is not None else "the last answer"
    return plain(f"{asked}: {dice_words(intent)}" if intent.dice else asked, step.after)


def _secret_choice(step: Step) -> str:
    """Return which secret choice a step made, in words without the choice; empty if it made none."""
    for event in step.events:
        if isinstance(event, Sealed):
            return secret_choice(event.player, event.topic)
        if isinstance(event, EquipmentChosen):
            return secret_choice(event.player, "equipment")
    return ""


def dice_words(answer: Answer) -> str:
    """Return the dice of an answer in words: "1, 1, 6"; of dice that somebody counted nobody knows the faces."""
    return "dice that were counted" if answer.counted else ", ".join(map(str, answer.dice))


def thrown_words(answer: Answer) -> str:
    """Return what was thrown for an answer, where that was more than once; empty where it was once."""
    return f" ({thrown_said(answer.thrown)})" if answer.thrown else ""


def by_whom(intent: Intent) -> str:
    """Return who did something: a player's id, else what the table's own devices are called."""
    return {ANY: "somebody at the table", CAMERA: "the camera"}.get(intent.by, intent.by)


def _said(intent: Intent, before: GameState, prompts_of: PromptsOf) -> str:
    if isinstance(intent, Propose):
        return intent.question
    if not isinstance(intent, Answer):
        return describe(intent)
    prompt = next((one for one in prompts_of(before) if one.id == intent.prompt), None)
    label = next((one.label for one in prompt.choices if one.key == intent.choice), None) if prompt else None
    reply = label or intent.choice or f"{' '.join(map(str, intent.dice))}{thrown_words(intent)}"
    return f"{prompt.question}: {reply}" if prompt is not None else reply


def plain(words: str, state: GameState) -> str:
    """Return words with the players' names, the models' labels and whose a marker is where the game has their ids."""
    names = {player: player_name(state, player) for player in state.sides}
    names |= {key: key.upper() for key in state.operatives}
    return with_names(words, names | marker_names(state))


def player_name(state: GameState, player: str) -> str:
    """Return what a player is called: a seat that was given no name by its id, as models are."""
    name = state.side(player).seat.name
    return player.upper() if name == player else name


def marker_names(state: GameState) -> dict[str, str]:
    """Return what markers are called of which the table made up the id, "comms device-27": "Red's comms device".

    With a number only where a player has several; it counts them as they were laid, so that undo and redo leave it.
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
    """Return words as a sentence begins, with names for the ids that stand alone in them."""
    told = called(words, names)
    return f"{told[:1].upper()}{told[1:]}"


def called(words: str, names: Mapping[str, str]) -> str:
    """Return words with names for the ids that stand alone in them."""
    return _any_of(tuple(names)).sub(lambda found: names[found.group()], words) if names else words


@lru_cache(maxsize=16)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)")


def by_hand(timeline: Timeline, prompts_of: PromptsOf) -> tuple[int, str] | None:
    """Return the last deed, its number and a sentence, where it was done by word alone or taken back; else None.

    It is told until somebody does something else; what the camera and the tray note in between is nobody's deed.
    """
    if timeline.undone is not None:
        who = timeline.undone.by
        by = f"{names[who].seat.name} took back" if who in (names := timeline.state.sides) else "Taken back"
        return timeline.sequence, f"{by}: {undo_words(timeline.undone.step, prompts_of)}"
    last = next((step for step in timeline.steps() if step.intent.by in (ANY, *step.after.sides)), None)
    if last is None:
        return None
    if last.withdraws:
        return last.sequence, "What was challenged has been taken back"
    said = _rolled_anew(last.intent, timeline) or _by_hand_words(last.intent, last.before)
    return (last.sequence, plain(f"{by_whom(last.intent)} {said}", last.after)) if said else None


def _rolled_anew(intent: Intent, timeline: Timeline) -> str:
    before = timeline.taken_back.get(intent.prompt) if isinstance(intent, Answer) and intent.dice else None
    if before is None or not isinstance(intent, Answer) or before.dice == intent.dice:
        return ""
    return f"entered {dice_words(intent)} where {dice_words(before)} had been taken back"


def _by_hand_words(intent: Intent, before: GameState) -> str:
    """Return what was done, empty where it is nothing that is done by word alone."""
    said = ""
    match intent:
        case DeclarePlace(operative=operative, place=place):
            said = f"placed {operative} by hand{_off(before.operatives[operative].place, place)}"
        case DeclareDamage(operative=operative, amount=amount):
            said = f"took {amount} wounds off {operative}" if amount >= 0 else f"gave {-amount} wounds to {operative}"
        case DeclareStat(operative=operative, stat=stat, change=change, until=until):
            said = f"changed the {stat} of {operative} by {change:+d}, until the {until.value}"
        case DeclareStatus(operative=operative, order=order, ready=ready):
            now = [] if order is None else [f"{order.value} order"]
            said = f"set {operative} by hand: {', '.join([*now, *_ready(ready)])}"
        case RemoveOperative(operative=operative):
            said = f"took {operative} off the table"
        case Revive(operative=operative, wounds=wounds):
            said = f"put {operative} back on the table with {wounds} wounds"
        case Score(player=player, op=op, vp=vp):
            whose = "" if player == intent.by else f" for {player}"
            said = f"scored {vp} from the {op.replace('_', ' ')}{whose}"
        case UsePloy(name=name, cost=cost):
            said = f"used the ploy {name} for {cost} CP"
        case EndStage() if intent.by != ANY:
            said = "said that this phase is over"
    why = getattr(intent, "why", "")
    return f"{said}: {why}" if said and why else said


def _off(stood: BoardPlace | None, place: BoardPlace) -> str:
    if stood is None:
        return ", judged by nobody"
    return f', {math.hypot(place.x - stood.x, place.y - stood.y):.1f}" from where it stood, judged by nobody'


def _ready(ready: bool | None) -> list[str]:
    return [] if ready is None else ["ready" if ready else "not ready"]


def automatic(intent: Intent) -> bool:
    """Return whether nobody did that: a move was seen and asked about, a mine went off, a model was found again.

    Order tokens that the camera reads are players' own doing.
    """
    return intent.by == CAMERA and isinstance(intent, Propose | SpringMine | DeclarePlace | Answer)


def last_done(timeline: Timeline) -> Step | None:
    """Return the step that undo is about: the last that somebody did; None where there is none."""
    return next((step for step in timeline.steps() if not automatic(step.intent)), None)


def stands_as_undone(timeline: Timeline, operative: str, place: Placement) -> bool:
    """Return whether a model stands where redo would have it in the end: that it does so is no news.

    While that is so nothing new is asked about it, or there would be nothing to redo any more.
    """
    last = timeline.undone
    while last is not None and last.under is not None:
        last = last.under
    known = None if last is None else last.step.after.operatives.get(operative)
    return known is not None and known.place is not None and known.place.distance_to(place) <= ELSEWHERE_IN


def stands_as_withdrawn(timeline: Timeline, operative: str, place: Placement) -> bool:
    """Return whether a model still stands where the move led that a challenge has just taken back.

    The players have agreed that it does not: it is set back by hand, and asked about no second time.
    """
    last = timeline.past
    known = last.before.operatives.get(operative) if last is not None and last.withdraws else None
    return known is not None and known.place is not None and known.place.distance_to(place) <= ELSEWHERE_IN


def stood_before(timeline: Timeline, operative: str, place: Placement) -> bool:
    """Return whether an active model stands where it began or was during its activation, with more to redo.

    Who undoes sets it back by hand, and redoes before it is moved again: that it lags behind is no news.
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


def goes_with(intent: Intent, timeline: Timeline, new_id: Callable[[str], str]) -> Intent | None:
    """Return what an undo or a redo takes along, None for nothing more.

    `timeline` is what stands once it is done. A question that was only asked is taken back with what was done before
    it: the camera would ask it again at once.
    """
    undone = timeline.undone
    if undone is None or not automatic(undone.step.intent):
        return None
    if isinstance(intent, Redo):
        return Redo(id=new_id("redo"), by=intent.by)
    if isinstance(intent, Undo) and timeline.past is not None:
        return Undo(id=new_id("undo"), by=intent.by)
    return None


def named(prompt: Prompt, state: GameState) -> Prompt:
    """Return a prompt with the players' names and the models' labels in its words, where the game has their ids."""
    choices = tuple(
        choice.model_copy(
            update={
                "label": plain(choice.label, state),
                "says": plain(choice.says, state) if choice.whose else choice.says,
            }
        )
        for choice in prompt.choices
    )
    return prompt.model_copy(update={"question": plain(prompt.question, state), "choices": choices})
