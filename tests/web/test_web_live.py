"""The live channel: whole first, then changes; resumes; skips for the slow; drops the stalled; shows that it lives."""

from __future__ import annotations

import asyncio
import itertools
import logging
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator

import httpx
import pytest

from tests.web.fake_rulings import within
from tests.web.fake_table import FakeTable
from tests.web.serving import PATIENCE_S, Served, events
from web.contract.streams import Change
from web.server import live
from web.server.live import LiveChannel
from web.server.settings import WebSettings


def test_a_viewer_gets_the_table_then_each_change(served: Served, client: httpx.Client) -> None:
    with client.stream("GET", "/api/live") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store"
        stream = events(response)
        first = next(stream)
        assert first.kind == "snapshot"
        assert first.data["revision"] == served.fake.snapshot().revision
        served.change(hand=True)
        second = next(stream)
        assert (second.kind, second.data["since"]) == ("delta", first.data["revision"])
        assert second.data["flags"]["hand_in_view"] is True


@pytest.mark.parametrize("how", ["header", "query"])
def test_a_viewer_resumes_where_it_was(served: Served, client: httpx.Client, how: str) -> None:
    with client.stream("GET", "/api/live") as response:
        seen = next(events(response))
    served.do(served.fake.call, within())
    served.change(hand=True)
    assert seen.id is not None
    headers = {"Last-Event-ID": seen.id} if how == "header" else None
    params = {"after": seen.id} if how == "query" else None
    with client.stream("GET", "/api/live", headers=headers, params=params) as response:
        event = next(events(response))
    assert (event.kind, event.data["since"]) == ("delta", seen.data["revision"])
    assert event.data["revision"] == served.fake.snapshot().revision
    assert len(event.data["rulings"]["changed"]) == 1


@pytest.mark.parametrize("last", ["", "0123abcd.1", "nonsense", "{run}.999999", "{run}.x", "{run}.²"])
def test_an_id_of_another_run_begins_anew(served: Served, client: httpx.Client, last: str) -> None:
    with client.stream("GET", "/api/live") as response:
        run = (next(events(response)).id or "").partition(".")[0]
    with client.stream("GET", "/api/live", params={"after": last.format(run=run)}) as response:
        assert next(events(response)).kind == "snapshot"


def test_an_id_that_is_too_long_is_refused(client: httpx.Client) -> None:
    assert client.get("/api/live", params={"after": "x" * 65}).status_code == 422


def test_the_line_shows_that_it_lives(client: httpx.Client) -> None:
    with client.stream("GET", "/api/live") as response:
        stream = events(response, beats=True)
        kinds = [next(stream).kind for _ in range(3)]
    assert kinds == ["snapshot", "beat", "beat"]


def test_two_runs_have_ids_of_their_own() -> None:
    fake = FakeTable()
    assert LiveChannel(fake, WebSettings()).run != LiveChannel(fake, WebSettings()).run


def test_a_viewer_that_reads_late_gets_the_newest_not_the_backlog(served: Served, client: httpx.Client) -> None:
    with client.stream("GET", "/api/live") as response:
        stream = events(response)
        next(stream)
        before = served.fake.snapshot().revision

        def storm() -> None:
            for _ in range(50):
                served.fake.step(0.1)

        served.do(storm)
        event = next(stream)
    assert event.data["since"] == before
    assert event.data["revision"] == before + 50


def test_a_viewer_that_takes_nothing_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    with Served(socket_stall_s=PATIENCE_S) as served, socket.socket() as viewer:
        served.show(FakeTable(moving=False), WebSettings(stall_s=0.3))
        viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        viewer.connect(("127.0.0.1", served.port))
        viewer.sendall(b"GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n")

        def dropped() -> bool:
            return any("dropped" in record.getMessage() for record in caplog.records)

        served.fake.rulings = many = served.fake.rulings * 60
        ids = itertools.count()

        def much() -> None:
            served.fake.rulings = tuple(ruling.model_copy(update={"id": f"r{next(ids)}"}) for ruling in many)
            served.fake.publish()

        until = time.monotonic() + PATIENCE_S
        with caplog.at_level(logging.WARNING):
            while not dropped() and time.monotonic() < until:
                for _ in range(10):
                    served.do(much)
        assert dropped()
        with served.client() as other:
            assert other.get("/api/snapshot").status_code == 200


def test_many_viewers_see_the_same(served: Served) -> None:
    seen = []
    clients = [served.client() for _ in range(12)]
    streams = [client.stream("GET", "/api/live") for client in clients]
    followed = [events(stream.__enter__()) for stream in streams]
    for stream in followed:
        next(stream)
    served.change(hand=True)
    seen = [next(stream).data["revision"] for stream in followed]
    for opened, client in zip(streams, clients, strict=True):
        opened.__exit__(None, None, None)
        client.close()
    assert set(seen) == {served.fake.snapshot().revision}


class Waits:
    """Stands for `anyio` in the channel: its clock goes on by what is slept, and every wait is kept."""

    def __init__(self, now_s: float) -> None:
        self.now_s, self.slept = now_s, list[float]()

    def current_time(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds


class Hasty(FakeTable):
    """A table that always has something new."""

    async def changes(self, after: int | None) -> AsyncIterator[Change]:
        for revision in range(after or 0, 1000):
            yield Change("delta", revision, b"{}")


@pytest.mark.parametrize(("looking_on", "acting"), [(1, 0), (3, 2), (200, 5)])
def test_who_only_looks_on_is_told_the_more_seldom_the_more_viewers_there_are_and_all_of_them_at_the_same_moments(
    monkeypatch: pytest.MonkeyPatch, looking_on: int, acting: int
) -> None:
    waits = Waits(1234.5678)
    monkeypatch.setattr(live, "anyio", waits)
    channel = LiveChannel(Hasty(), WebSettings())

    async def follow() -> None:
        bodies = [channel.open(None, looks_on=k < looking_on).body_iterator for k in range(looking_on + acting)]
        streams = [body for body in bodies if isinstance(body, AsyncGenerator)]
        assert len(streams) == len(bodies)
        for stream in streams:
            assert [await anext(stream), await anext(stream)][1].startswith(b"id: ")
        assert waits.slept == []
        pace_s = (looking_on + acting) * live.PACE_PER_VIEWER_S
        for k, stream in enumerate(streams):
            began_s = waits.now_s = 1234.5678
            await anext(stream)
            if k >= looking_on:
                assert waits.now_s == began_s
                continue
            assert 0 < waits.now_s - began_s <= pace_s + 1e-9
            assert waits.now_s / pace_s == pytest.approx(round(waits.now_s / pace_s), abs=1e-6)
        for stream in streams[1:]:
            await stream.aclose()
        if looking_on:
            waits.slept.clear()
            await anext(streams[0])
            assert sum(waits.slept) <= live.PACE_PER_VIEWER_S + 1e-9, "who has left is not counted any more"

    asyncio.run(follow())


@pytest.mark.parametrize("own_screen", [True, False])
def test_who_may_act_is_told_at_once_and_who_may_not_looks_on(
    served: Served, monkeypatch: pytest.MonkeyPatch, own_screen: bool
) -> None:
    waited = []

    async def pause(channel: LiveChannel) -> None:
        waited.append(channel)

    served.show(FakeTable(moving=False), WebSettings(own_screen=own_screen))
    monkeypatch.setattr(LiveChannel, "_pause", pause)
    with served.client() as client, client.stream("GET", "/api/live") as response:
        stream = events(response)
        next(stream)
        served.change(hand=True)
        next(stream)
    assert bool(waited) is not own_screen
