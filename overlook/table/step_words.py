"""One step of a game in words, for its log and for what undo and redo would do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from referee.game.dice.dice_text import thrown_said
from referee.game.engine.timeline import Step
from referee.game.events.battle import Sealed
from referee.game.events.pieces import EquipmentChosen
from referee.game.handlers.handler import describe, secret_choice
from referee.game.intents import ANY, CAMERA, Answer, ChooseEquipment, Intent, Propose, Seal
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
