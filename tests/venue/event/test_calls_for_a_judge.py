"""What acts about judges come to, against a book kept apart: one line a call, crossed out when it is over."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from venue.errors import EventRefusedError
from venue.tournament import commands
from venue.tournament.commands import ACT, AnyAct
from venue.tournament.reducer import event_of

AT = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)
KINDS = {
    "call": commands.CallJudge,
    "withdraw": commands.WithdrawCall,
    "coming": commands.JudgeComing,
    "answered": commands.JudgeAnswered,
}
TABLES = ("table-01", "table-02")
CALLS = tuple(f"call-000{number}" for number in range(4))


def act(kind: str, table: str = "table-01", call: str = "call-0000", **more: Any) -> AnyAct:
    made: AnyAct = KINDS[kind](table=table, call=call, at=more.pop("at", AT), by=more.pop("by", "Ref"), **more)
    return made


def standing(done: list[AnyAct]) -> dict[tuple[str, str], str]:
    return {(one.table, one.call): one.state for one in event_of(done).calls}


def may(book: dict[tuple[str, str], str], kind: str, table: str, call: str) -> bool:
    """What a judge with a book would do, and write into it."""
    now = book.get((table, call))
    if kind == "call":
        if now is not None:
            return False
        for key, state in book.items():
            if key[0] == table and state in {"waiting", "coming"}:
                book[key] = "replaced"
        book[table, call] = "waiting"
        return True
    if now not in {"waiting", "coming"} or (kind == "coming" and now == "coming"):
        return False
    book[table, call] = {"withdraw": "withdrawn", "coming": "coming", "answered": "answered"}[kind]
    return True


@given(
    st.lists(st.tuples(st.sampled_from(sorted(KINDS)), st.sampled_from(TABLES), st.sampled_from(CALLS)), max_size=30)
)
def test_calls_stand_as_in_a_book_and_a_table_never_has_two_that_are_open(steps: list[tuple[str, str, str]]) -> None:
    book: dict[tuple[str, str], str] = {}
    done: list[AnyAct] = []
    for kind, table, call in steps:
        allowed = may(book, kind, table, call)
        try:
            event_of([*done, act(kind, table, call)])
            taken = True
        except EventRefusedError:
            taken = False
        assert taken == allowed, (kind, table, call, book)
        if taken:
            done.append(act(kind, table, call))
    assert standing(done) == book
    for table in TABLES:
        assert sum(one.open for one in event_of(done).calls if one.table == table) <= 1


@given(
    st.lists(st.tuples(st.sampled_from(sorted(KINDS)), st.sampled_from(TABLES), st.sampled_from(CALLS)), max_size=12)
)
def test_what_is_taken_back_is_as_if_it_had_never_been(steps: list[tuple[str, str, str]]) -> None:
    done: list[AnyAct] = []
    for kind, table, call in steps:
        with contextlib.suppress(EventRefusedError):
            event_of([*done, act(kind, table, call)])
            done.append(act(kind, table, call))
    if done:
        undo = commands.Undo(number=len(done), why="by mistake", at=AT, by="Ref")
        assert event_of([*done, undo]).calls == event_of(done[:-1]).calls


def test_an_answer_keeps_who_gave_it_when_and_in_what_words() -> None:
    later = AT + timedelta(minutes=7)
    link = "http://t1/replay#1/2"
    called = act("call", by="Ann", words="Cover?", ruling="1 inch too far", link=link)
    (one,) = event_of([called, act("coming", by="Bo"), act("answered", by="Cy", words="No cover.", at=later)]).calls
    assert (one.by, one.since, one.words, one.ruling, one.link) == ("Ann", AT, "Cover?", "1 inch too far", link)
    assert (one.state, one.judge, one.answer, one.ended_at) == ("answered", "Cy", "No cover.", later)


@pytest.mark.parametrize(
    ("kind", "before", "code"),
    [
        ("coming", ["call", "coming"], "event-judge-coming"),
        ("answered", ["call", "withdraw"], "event-call-withdrawn"),
        ("withdraw", [], "event-call-unknown"),
        ("call", ["call"], "event-call-known"),
    ],
)
def test_commands_that_do_not_fit_a_calls_state_are_refused(kind: str, before: list[str], code: str) -> None:
    with pytest.raises(EventRefusedError) as refusal:
        event_of([*map(act, before), act(kind)])
    assert refusal.value.message.code == code


def test_words_of_more_than_a_line_are_no_act() -> None:
    raw = {"kind": "judge_answered", "table": "table-01", "call": "call-0000", "by": "Ref", "at": AT.isoformat()}
    assert ACT.validate_python({**raw, "words": "x" * 120})
    for words in ("x" * 121, "two\nlines"):
        with pytest.raises(ValueError, match="words"):
            ACT.validate_python({**raw, "words": words})
