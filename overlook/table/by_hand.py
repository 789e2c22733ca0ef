"""What somebody changed by word alone, told to everybody: nobody judged it, and the other side may not have seen it."""

from __future__ import annotations

import math

from overlook.table.step_words import PromptsOf, by_whom, dice_words, plain, undo_words
from referee.game.board_place import BoardPlace
from referee.game.engine.timeline import Timeline
from referee.game.intents import (
    ANY,
    Answer,
    DeclareDamage,
    DeclarePlace,
    DeclareStat,
    DeclareStatus,
    EndStage,
    Intent,
    RemoveOperative,
    Revive,
    Score,
    UsePloy,
)
from referee.game.state import GameState


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
    said = _rolled_anew(last.intent, timeline) or _said(last.intent, last.before)
    return (last.sequence, plain(f"{by_whom(last.intent)} {said}", last.after)) if said else None


def _rolled_anew(intent: Intent, timeline: Timeline) -> str:
    before = timeline.taken_back.get(intent.prompt) if isinstance(intent, Answer) and intent.dice else None
    if before is None or not isinstance(intent, Answer) or before.dice == intent.dice:
        return ""
    return f"entered {dice_words(intent)} where {dice_words(before)} had been taken back"


def _said(intent: Intent, before: GameState) -> str:
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
