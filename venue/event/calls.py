"""Calls for a judge in an event: what each act about them makes of it. A table has one open call at most."""

from __future__ import annotations

from dataclasses import replace

from venue.errors import EventRefusedError
from venue.event import acts
from venue.event.tournament import JudgeCall, Tournament

MOST_CALLS = 5000


def call_judge(event: Tournament, act: acts.CallJudge) -> Tournament:
    """Return the event with one more call; what the table says is so: an earlier open call of its own has ended."""
    if any(one.call == act.call and one.table == act.table for one in event.calls):
        raise EventRefusedError(f"{act.table}: call {act.call} is known already")
    if len(event.calls) >= MOST_CALLS:
        raise EventRefusedError(f"a judge was called {MOST_CALLS} times: expected no more in one event")
    before = tuple(
        replace(one, state="replaced", ended_at=act.at) if one.table == act.table and one.open else one
        for one in event.calls
    )
    new = JudgeCall(act.table, act.call, act.by, act.at, act.words, act.ruling, act.link)
    return replace(event, calls=(*before, new))


def withdraw_call(event: Tournament, act: acts.WithdrawCall) -> Tournament:
    """Return the event without the need of a judge at a table."""
    call = _open_call(event, act.table, act.call)
    return _with(event, replace(call, state="withdrawn", ended_at=act.at))


def judge_coming(event: Tournament, act: acts.JudgeComing) -> Tournament:
    """Return the event with somebody on the way to a table."""
    call = _open_call(event, act.table, act.call)
    if call.state == "coming":
        raise EventRefusedError(f"{call.judge} is on the way to {act.table} already")
    return _with(event, replace(call, state="coming", judge=act.by))


def judge_answered(event: Tournament, act: acts.JudgeAnswered) -> Tournament:
    """Return the event with a call that was answered."""
    call = _open_call(event, act.table, act.call)
    return _with(event, replace(call, state="answered", judge=act.by, answer=act.words, ended_at=act.at))


def _open_call(event: Tournament, table: str, call: str) -> JudgeCall:
    found = next((one for one in event.calls if one.table == table and one.call == call), None)
    if found is None:
        raise EventRefusedError(f"{table}: no judge was called there as {call}")
    if not found.open:
        raise EventRefusedError(f"the call of {table} was {found.state} already: take that back first")
    return found


def _with(event: Tournament, new: JudgeCall) -> Tournament:
    same = (new.table, new.call)
    return replace(event, calls=tuple(new if (one.table, one.call) == same else one for one in event.calls))
