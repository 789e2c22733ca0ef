"""What undo takes back at a table: what somebody did last, and with it what the camera and the rules added to it."""

from __future__ import annotations

from collections.abc import Callable

from geometry.placement import Placement
from overlook.table.displaced import ELSEWHERE_IN
from referee.game.engine.timeline import Step, Timeline
from referee.game.intents import CAMERA, Answer, DeclarePlace, Intent, Propose, Redo, SpringMine, Undo


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
