"""Calls for a judge between tables and the hub's desk: once each whatever is cut, words kept private, correctable."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from tests.venue.conftest import Mosquitto
from tests.venue.event_serving import EVENT, KEY, Organiser, served, store_at
from tests.venue.hall import Hub, Seat, until
from venue.hub.event_journal import EventJournal
from venue.hub.judge_calls import BELIEVED, JudgeDesk
from venue.hub.store import ReceivedBatch
from venue.protocol import (
    CALLED,
    WITHDRAWN,
    CallWithdrawn,
    GameMessage,
    JudgeAnswer,
    JudgeCalled,
    JudgeState,
    UnnumberedGameMessage,
)

TABLE = "table-01"
MARKUP = "<img src=x onerror=alert(1)>"


def about(call: str, **more: str) -> JudgeCalled:
    return JudgeCalled.model_validate(
        {"call": call, "by": "Ann", "words": "a secret word", "ruling": "Too far", **more}
    )


def called(number: int, call: str, *, at: datetime | None = None, **more: str) -> UnnumberedGameMessage:
    return said(number, about(call, **more), at=at)


def said(number: int, one: JudgeCalled | CallWithdrawn, *, at: datetime | None = None) -> UnnumberedGameMessage:
    return UnnumberedGameMessage(
        game="judge-0123abcd",
        sequence=number,
        cause=number,
        kind=CALLED if isinstance(one, JudgeCalled) else WITHDRAWN,
        data=one.model_dump(mode="json"),
        seal=f"seal-of-{number}-{one.call}",
        at=at or datetime.now(UTC),
    )


def put(seat: Seat, *messages: UnnumberedGameMessage) -> None:
    seat.outbox.append([one.model_dump_json() for one in messages])
    seat.publisher.wake()


def listed(organiser: Organiser) -> list[dict[str, Any]]:
    answer = organiser.client.get(f"{EVENT}/calls", headers={"Authorization": f"Bearer {KEY}"})
    found: list[dict[str, Any]] = answer.json()
    return found


def states(organiser: Organiser) -> dict[str, str]:
    return {one["call"]: one["state"] for one in listed(organiser)}


def is_told(seat: Seat, call: str, state: JudgeState, words: str = "") -> bool:
    answer = seat.publisher.judge
    return answer is not None and (answer.call, answer.state, answer.words) == (call, state, words)


def test_a_call_comes_to_the_desk_and_what_is_done_about_it_to_the_table(tmp_path: Path, broker: Mosquitto) -> None:
    seat = Seat(TABLE, tmp_path, broker.port).start()
    with served(tmp_path, broker=broker.port) as client:
        desk = Organiser(client)
        put(seat, called(1, "call-0001", words=MARKUP, link="http://t1:8000/replay#1/9"))
        until(lambda: is_told(seat, "call-0001", JudgeState.WAITING))
        assert seat.publisher.calls_answered
        (one,) = desk.view()["calls"]
        assert set(one) == {"table", "by", "since", "state", "ruling", "link"}
        assert (one["table"], one["by"], one["state"], one["ruling"]) == (TABLE, "Ann", "waiting", "Too far")
        assert listed(desk)[0]["words"] == MARKUP
        assert desk.act(kind="judge_coming", table=TABLE, call="call-0001").status_code == 200
        until(lambda: is_told(seat, "call-0001", JudgeState.COMING))
        assert desk.act(kind="judge_answered", table=TABLE, call="call-0001", words="No cover.").status_code == 200
        until(lambda: is_told(seat, "call-0001", JudgeState.ANSWERED, "No cover."))
        assert desk.view()["calls"] == []
        undone = len(desk.client.get(f"{EVENT}/acts", headers={"Authorization": f"Bearer {KEY}"}).json())
        assert desk.act(kind="undo", number=undone, why="the wrong table").status_code == 200
        until(lambda: is_told(seat, "call-0001", JudgeState.COMING))
        put(seat, said(2, CallWithdrawn(call="call-0001", by="Ann")))
        until(lambda: states(desk) == {"call-0001": "withdrawn"})
        until(lambda: is_told(seat, "call-0001", JudgeState.ENDED))
    seat.close()


def test_whatever_is_cut_each_call_is_kept_once_and_answered_to_its_table(tmp_path: Path, broker: Mosquitto) -> None:
    """Hub killed, table killed, broker killed and forgetful, in turn, between every two steps of each call."""
    seat = Seat(TABLE, tmp_path, broker.port).start()

    def told(call: str, state: JudgeState, words: str = "") -> None:
        until(lambda: is_told(seat, call, state, words), within_s=60)

    for number in range(1, 4):
        call = f"call-000{number}"
        put(seat, called(number, call))
        broker.kill()
        broker.start()
        with served(tmp_path, broker=broker.port) as client:
            desk = Organiser(client)
            desk.count = 100 * number
            told(call, JudgeState.WAITING)
            assert desk.act(kind="judge_coming", table=TABLE, call=call).status_code == 200
        seat.close()
        broker.kill()
        broker.start()
        with served(tmp_path, broker=broker.port) as client:
            desk = Organiser(client)
            desk.count = 100 * number + 50
            seat = Seat(TABLE, tmp_path, broker.port).start()
            told(call, JudgeState.COMING)
            broker.kill()
            assert desk.act(kind="judge_answered", table=TABLE, call=call, words="Yes.").status_code == 200
            broker.start()
            told(call, JudgeState.ANSWERED, "Yes.")
            assert states(desk) == {f"call-000{one}": "answered" for one in range(1, number + 1)}
    seat.close()


def test_what_comes_twice_is_one_call_also_in_another_stream(tmp_path: Path, broker: Mosquitto) -> None:
    seat = Seat(TABLE, tmp_path, broker.port).start()
    with served(tmp_path, broker=broker.port) as client:
        desk = Organiser(client)
        first = called(1, "call-0001")
        put(seat, first)
        until(lambda: is_told(seat, "call-0001", JudgeState.WAITING))
        acts = desk.view()["acts"]
        seat.publisher.renew()
        put(seat, first, called(2, "call-0001"), called(3, "call-0003"))
        until(lambda: is_told(seat, "call-0003", JudgeState.WAITING))
        assert states(desk) == {"call-0003": "waiting", "call-0001": "replaced"}
        assert desk.view()["acts"] == acts + 1
    seat.close()


def test_a_hub_without_an_event_says_that_it_answers_no_calls_and_keeps_all_in_order(
    tmp_path: Path, broker: Mosquitto
) -> None:
    hub = Hub(tmp_path, broker.port).start()
    seat = Seat(TABLE, tmp_path, broker.port).start()
    seat.say(2)
    put(seat, called(1, "call-0001"))
    seat.say(1)
    until(lambda: seat.outbox.waiting() == 0)
    assert seat.publisher.calls_answered is False
    assert hub.sequences(TABLE) == [1, 2, 1, 4]
    assert hub.store.results() == []
    hub.close()
    with served(tmp_path, broker=broker.port) as client:
        until(lambda: is_told(seat, "call-0001", JudgeState.WAITING))
        assert states(Organiser(client)) == {"call-0001": "waiting"}
    seat.close()


def test_an_answer_of_an_older_hub_means_that_nobody_answers_calls(tmp_path: Path, broker: Mosquitto) -> None:
    seat = Seat(TABLE, tmp_path, broker.port).start()
    until(lambda: seat.publisher.connected)
    older = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    older.connect("127.0.0.1", broker.port)
    older.loop_start()
    older.publish(f"overlook/v1/{TABLE}/have", b'{"v":1,"stream":"of-another","number":3}', qos=1)
    until(lambda: seat.publisher.calls_answered is False)
    for payload in (b"{", b"[]", b'{"v":1,"call":"x"}', b'{"v":1,"call":"call-0001","state":"lunch"}', b"x" * 300_000):
        older.publish(f"overlook/v1/{TABLE}/judge", payload, qos=1)
    older.publish(f"overlook/v1/{TABLE}/judge", b"", qos=1)
    topic = f"overlook/v1/{TABLE}/judge"
    until(lambda: sum(said.has("topic") and said["topic"] == topic for _, said in seat.reports) == 5)
    assert seat.publisher.judge is None
    older.loop_stop()
    seat.close()


class DeskInMemory:
    """A judges' desk without a server: what tables have said, and what they were told."""

    def __init__(self, folder: Path) -> None:
        self.store = store_at(folder)
        self.journal = EventJournal(self.store, "cup")
        self.told: list[tuple[str, JudgeAnswer]] = []
        self.desk = JudgeDesk(self.journal, self.store, lambda table, one: self.told.append((table, one)))
        self.number = 0

    def hear(self, *messages: UnnumberedGameMessage, table: str = TABLE) -> None:
        for one in messages:
            self.number += 1
            whole = GameMessage(**one.model_dump(), stream="s" * 32, number=self.number, oldest=self.number)
            self.store.keep(ReceivedBatch(said=[(table, whole)]))
        self.desk.ingest()
        self.desk.publish()

    @property
    def states(self) -> dict[str, str]:
        return {one.call: one.state for one in self.journal.event.calls}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskInMemory]:
    made = DeskInMemory(tmp_path)
    yield made
    made.store.close()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"call": "x", "by": "Ann"},
        {"call": "call 0001", "by": "Ann"},
        {"call": "call-0001", "by": ["Ann"]},
        {"call": ["call-0001"], "by": "Ann"},
        {"call": "call-0001", "by": "Ann", "words": {"a": 1}},
    ],
)
def test_what_is_no_call_stops_nothing(desk: DeskInMemory, data: dict[str, Any]) -> None:
    bad = called(1, "call-0000").model_copy(update={"data": data, "seal": "bad"})
    desk.hear(bad, called(2, "call-0002"))
    assert desk.states == {"call-0002": "waiting"}


def test_words_that_are_too_long_are_cut_and_what_does_not_print_is_left_out(desk: DeskInMemory) -> None:
    raw = {
        "call": "call-0001",
        "by": "A\u202enn\n" + "y" * 300,
        "words": "two\nlines " + "x" * 500,
        "ruling": "r" * 900,
    }
    desk.hear(called(1, "call-0001").model_copy(update={"data": raw}))
    (one,) = desk.journal.event.calls
    assert one.words == ("two lines " + "x" * 500)[:120]
    assert one.by.startswith("A nn y")
    assert (len(one.by), len(one.ruling)) == (64, 200)


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "ftp://x", 'http://x/"onclick="', "http://x y", "//x", "http://" + "x" * 300]
)
def test_a_link_that_is_no_web_page_is_left_out(desk: DeskInMemory, link: str) -> None:
    desk.hear(called(1, "call-0001", link=link))
    assert desk.journal.event.calls[0].link == ""


def test_a_call_counts_from_when_the_table_made_it_unless_its_clock_is_far_off(desk: DeskInMemory) -> None:
    now = datetime.now(UTC)
    earlier = now - timedelta(minutes=20)
    desk.hear(
        called(1, "call-0001", at=earlier),
        called(2, "call-0002", at=now + timedelta(days=1)),
        called(3, "call-0003", at=now - BELIEVED - timedelta(hours=1)),
    )
    first, ahead, behind = (one.since for one in desk.journal.event.calls)
    assert first == earlier
    assert all(abs(one - now) < timedelta(minutes=5) for one in (ahead, behind))


def test_a_withdrawal_of_an_unknown_or_ended_call_is_left_aside(desk: DeskInMemory) -> None:
    desk.hear(said(1, CallWithdrawn(call="call-none", by="Ann")), called(2, "call-0002"))
    desk.hear(said(3, CallWithdrawn(call="call-0002", by="Ann")), said(4, CallWithdrawn(call="call-0002", by="Ann")))
    assert desk.states == {"call-0002": "withdrawn"}
    assert [(one.call, one.state) for _, one in desk.told] == [
        ("call-0002", JudgeState.WAITING),
        ("call-0002", JudgeState.ENDED),
    ]


def test_calls_of_two_tables_do_not_meet_though_they_have_one_name(desk: DeskInMemory) -> None:
    desk.hear(called(1, "call-0001"))
    desk.hear(called(1, "call-0001").model_copy(update={"seal": "another"}), table="table-02")
    assert [(one.table, one.state) for one in desk.journal.event.calls] == [
        (TABLE, "waiting"),
        ("table-02", "waiting"),
    ]
    assert {table for table, _ in desk.told} == {TABLE, "table-02"}


@contextlib.contextmanager
def called_before(folder: Path) -> Iterator[Organiser]:
    """A hub that finds a table's call in its database."""
    before = DeskInMemory(folder)
    before.hear(called(1, "call-0001"))
    before.store.close()
    with served(folder) as client:
        desk = Organiser(client)
        until(lambda: len(desk.view()["calls"]) == 1)
        yield desk


def test_only_the_organiser_reads_the_words(tmp_path: Path) -> None:
    with called_before(tmp_path) as desk:
        for path in (f"{EVENT}/calls", f"{EVENT}/calls.csv", f"{EVENT}/acts"):
            assert desk.client.get(path).status_code == 401
        for path in (EVENT, f"/api/tables/{TABLE}/said", "/api/tables", "/api/challenges", f"{EVENT}/matches.csv"):
            answer = desk.client.get(path)
            assert answer.status_code == 200
            assert "secret" not in answer.text, path
        lines = desk.client.get(f"/api/tables/{TABLE}/said").text.splitlines()
        assert [json.loads(line)["data"]["by"] for line in lines] == ["Ann"]


def test_the_log_of_calls_is_a_file(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        desk = Organiser(client)
        call = {"kind": "call_judge", "table": TABLE, "call": "call-0001", "words": "=1+1", "ruling": "Too far"}
        assert desk.act(**call).status_code == 200
        assert desk.act(**call).status_code == 409
        desk.act(kind="judge_answered", table=TABLE, call="call-0001", words="No.")
        answer = client.get(f"{EVENT}/calls.csv", headers={"Authorization": f"Bearer {KEY}"})
        (row,) = csv.DictReader(io.StringIO(answer.text, newline=""))
        found = (row["table"], row["called_by"], row["state"], row["words"], row["judge"], row["answer"])
        assert found == (TABLE, "Ref", "answered", "'=1+1", "Ref", "No.")
        assert row["since"] <= row["ended"]


def test_a_call_that_an_earlier_event_has_heard_is_not_heard_again_by_the_next(desk: DeskInMemory) -> None:
    desk.hear(called(1, "call-0001"))
    sunday, told = EventJournal(desk.store, "cup-sunday"), []
    next_desk = JudgeDesk(sunday, desk.store, lambda table, one: told.append((table, one)))
    next_desk.ingest()
    next_desk.publish()
    assert (sunday.event.calls, told) == ((), [])
    desk.number += 1
    message = GameMessage(**called(2, "call-0002").model_dump(), stream="s" * 32, number=desk.number, oldest=1)
    desk.store.keep(ReceivedBatch(said=[(TABLE, message)]))
    next_desk.ingest()
    assert [one.call for one in sunday.event.calls] == ["call-0002"]


def test_a_call_noted_at_the_desk_never_hides_the_tables_own(tmp_path: Path) -> None:
    with called_before(tmp_path) as desk:
        noted = {"kind": "call_judge", "table": TABLE, "call": "at-the-desk", "words": ""}
        refused = desk.act(**noted)
        assert refused.status_code == 409
        assert refused.json()["message"] == {"code": "event-call-open", "args": {"table": TABLE}}
        assert desk.act(kind="judge_answered", table=TABLE, call="call-0001", words="No.").status_code == 200
        assert desk.act(**noted).status_code == 200
