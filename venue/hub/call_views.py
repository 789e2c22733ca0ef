"""What pages and files say of calls for a judge: everybody sees open ones without their words, the organiser all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import AwareDatetime, BaseModel, ConfigDict

from venue.event.tournament import JudgeCall
from venue.hub.standings import csv_text
from venue.judge_calls import KINDS, PRIVATE
from venue.messages import GameMessage

CALLS_HEAD = ("table", "called_by", "since", "state", "words", "ruling", "link", "judge", "answer", "ended", "call")


class OpenCallView(BaseModel):
    """A table that waits for a judge, as everybody sees it; `state` is `waiting` or `coming`."""

    model_config = ConfigDict(frozen=True)

    table: str
    by: str
    since: AwareDatetime
    state: str
    ruling: str
    link: str


class CallView(OpenCallView):
    """A call as the organiser sees it, with its words; `state` also `answered`, `withdrawn` or `replaced`."""

    call: str
    words: str
    judge: str
    answer: str
    ended_at: AwareDatetime | None


def open_calls(calls: Iterable[JudgeCall]) -> tuple[OpenCallView, ...]:
    """Return the calls that are open, the one that waits longest first."""
    waiting = sorted((one for one in calls if one.open), key=lambda one: (one.since, one.table))
    return tuple(
        OpenCallView(table=one.table, by=one.by, since=one.since, state=one.state, ruling=one.ruling, link=one.link)
        for one in waiting
    )


def calls_view(calls: Iterable[JudgeCall]) -> list[CallView]:
    """Return all calls for the organiser: the open ones first, the one that waits longest foremost, then the newest."""
    ordered = sorted(calls, key=lambda one: (one.open, one.since), reverse=True)
    waiting = [one for one in reversed(ordered) if one.open]
    return [
        CallView(
            table=one.table,
            by=one.by,
            since=one.since,
            state=one.state,
            ruling=one.ruling,
            link=one.link,
            call=one.call,
            words=one.words,
            judge=one.judge,
            answer=one.answer,
            ended_at=one.ended_at,
        )
        for one in (*waiting, *(one for one in ordered if not one.open))
    ]


def calls_csv(calls: Sequence[CallView]) -> str:
    """Return every call as CSV, the oldest first."""
    rows = [
        (
            *(one.table, one.by, one.since.isoformat(), one.state, one.words, one.ruling, one.link, one.judge),
            *(one.answer, one.ended_at.isoformat() if one.ended_at is not None else "", one.call),
        )
        for one in sorted(calls, key=lambda one: (one.since, one.table))
    ]
    return csv_text(CALLS_HEAD, rows)


def without_words(said: GameMessage) -> GameMessage:
    """Return what a table said as everybody may read it: a call for a judge without its words."""
    if said.kind not in KINDS:
        return said
    return said.model_copy(update={"data": {key: one for key, one in said.data.items() if key not in PRIVATE}})
