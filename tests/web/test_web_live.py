"""The live channel: whole first, then changes; resumes; skips for the slow; drops the stalled; shows that it lives."""

from __future__ import annotations

import itertools
import logging
import socket
import time

import httpx
import pytest

from tests.web.fake_rulings import within
from tests.web.fake_table import FakeTable
from tests.web.serving import PATIENCE_S, Served, events
from web.live import LiveChannel
from web.settings import WebSettings


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
