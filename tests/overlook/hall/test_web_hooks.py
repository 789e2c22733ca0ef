"""Web hooks: each event of a game comes signed, in order, again until it is taken, and never without bound."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from messages.message import Message
from overlook.hall import web_hooks
from overlook.hall import web_hooks as hook_post
from overlook.hall.outbox_relay import OutboxRelay
from overlook.hall.web_hooks import NotTakenError, WebHook
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.game.intents import Score
from referee.rules.ruling import Threshold
from venue.protocol import GameMessage
from web.contract.base import HealthState

SECRET = "a-secret-of-the-club"


class Club:
    """Somebody's server that is sent web hooks; it answers as `answers` says, then 204."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.deliveries: list[str] = []
        self.faults: list[str] = []
        self.answers: list[int] = []
        club = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = club.hear(self.headers["Overlook-Signature"], body, self.headers["Overlook-Delivery"])
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/overlook?club=7"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def hear(self, header: str, body: bytes, delivery: str) -> int:
        at, mine = (part.partition("=")[2] for part in header.split(","))
        right = hmac.new(SECRET.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(right, mine) or abs(time.time() - int(at)) > 300:
            self.faults.append(f"not signed: {header}")
            return 401
        self.deliveries.append(delivery)
        status = self.answers.pop(0) if self.answers else 204
        if 200 <= status < 300:
            self.taken += json.loads(body)["events"]
        return status

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def club() -> Iterator[Club]:
    made = Club()
    yield made
    made.close()
    assert made.faults == []


Play = Callable[[TableService], Awaitable[None]]


@pytest.fixture
def hooked(first_activation: TableSession, club: Club, monkeypatch: pytest.MonkeyPatch) -> Callable[[Play], None]:
    """A table that sends to the club, in a hurry."""
    monkeypatch.setattr(web_hooks, "LOOK_S", 0.01)
    monkeypatch.setattr(web_hooks, "FIRST_WAIT_S", 0.01)

    def run(play: Play, url: str = "") -> None:
        async def playing() -> None:
            service = TableService(first_activation, Threshold())
            hook = WebHook(url or club.url, SECRET, first_activation.games, Threshold())
            running = asyncio.create_task(hook.run(service))
            try:
                await until(lambda: parts(service)[0] is not None)
                await play(service)
            finally:
                running.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await running

        asyncio.run(playing())

    return run


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


def parts(service: TableService) -> tuple[HealthState | None, list[Message]]:
    """Return the state of the hook, and the messages of its health line."""
    for one in service.snapshot().health:
        if one.part == "hook 1 127.0.0.1" and one.message is not None:
            return one.state, list(one.message["parts"])
    return None, []


def codes(service: TableService) -> set[str]:
    return {part.code for part in parts(service)[1]}


def scored(table: TableSession, times: int = 1) -> None:
    for _ in range(times):
        table.submit(Score(id=table.new_id("score"), player="p1", op="crit", vp=1))


def numbered(club: Club) -> list[tuple[int, str]]:
    return [(one["sequence"], one["kind"]) for one in club.taken]


def test_what_happens_from_now_on_comes_once_and_in_order(
    first_activation: TableSession, club: Club, hooked: Callable[[Play], None]
) -> None:
    before = len(first_activation.game.log)

    async def play(service: TableService) -> None:
        assert club.taken == []
        for _ in range(3):
            scored(first_activation, 2)
            await until(lambda: len(club.taken) == len(first_activation.game.log) - before)
        assert parts(service) == (HealthState.OK, [Message.of("hook-sent")])

    hooked(play)
    assert numbered(club) == [(one.sequence, one.kind) for one in first_activation.game.log][before:]
    assert len(set(club.deliveries)) == len(club.deliveries)


@pytest.mark.parametrize("status", [302, 400, 404, 429, 500, 503])
def test_what_is_not_taken_is_sent_again_with_the_same_name_and_said(
    first_activation: TableSession,
    club: Club,
    hooked: Callable[[Play], None],
    monkeypatch: pytest.MonkeyPatch,
    status: int,
) -> None:
    before, said = len(first_activation.game.log), []
    report = TableService.report_health

    def heard(service: TableService, part: str, state: HealthState, message: Message) -> None:
        said.append(message)
        report(service, part, state, message)

    monkeypatch.setattr(TableService, "report_health", heard)

    async def play(_: TableService) -> None:
        club.answers = [status] * 3
        scored(first_activation)
        await until(lambda: bool(club.deliveries))
        scored(first_activation)
        await until(lambda: len(club.taken) == len(first_activation.game.log) - before)
        faults = [message["parts"][0]["fault"] for message in said if message["parts"][0].code == "hook-refused"]
        assert Message.of("hook-answered", status=status) in faults
        assert not any("club=7" in str(message) for message in said)

    hooked(play)
    assert len(set(club.deliveries[:4])) == 1
    assert len(set(club.deliveries)) == len(club.deliveries) - 3


def test_what_waits_outlives_the_table_and_a_receiver_that_is_away(
    first_activation: TableSession, club: Club, hooked: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = len(first_activation.game.log)

    async def away(service: TableService) -> None:
        def refused(*_: object) -> None:
            raise NotTakenError("hook-answered", status=502)

        with monkeypatch.context() as patched:
            patched.setattr(web_hooks, "post", refused)
            scored(first_activation, 3)
            await until(lambda: "hook-events-wait" in codes(service))

    async def back(_: TableService) -> None:
        await until(lambda: len(club.taken) == len(first_activation.game.log) - before)

    hooked(away)
    scored(first_activation)
    hooked(back)
    assert numbered(club) == [(one.sequence, one.kind) for one in first_activation.game.log][before:]


def test_what_waits_is_bounded_and_what_was_left_out_is_said(
    first_activation: TableSession, club: Club, hooked: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_hooks, "MOST_WAITING", 4)

    async def play(service: TableService) -> None:
        club.answers = [503]
        scored(first_activation, 6)
        await until(lambda: "hook-events-dropped" in codes(service))
        await until(lambda: bool(club.taken))

    hooked(play)
    assert numbered(club) == [(one.sequence, one.kind) for one in first_activation.game.log][-4:]


def test_a_receiver_that_says_nothing_holds_nobody_up(
    first_activation: TableSession, hooked: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook_post, "ANSWER_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:

        async def play(service: TableService) -> None:
            scored(first_activation)
            await until(lambda: "hook-refused" in codes(service))

        hooked(play, f"http://127.0.0.1:{silent.getsockname()[1]}/")


def test_a_table_that_stops_waits_for_no_receiver(
    first_activation: TableSession, hooked: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook_post, "ANSWER_S", 90.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:

        async def play(_: TableService) -> None:
            scored(first_activation)
            line, _ = await asyncio.to_thread(silent.accept)
            held.append(line)

        held: list[socket.socket] = []
        began_s = time.monotonic()
        hooked(play, f"http://127.0.0.1:{silent.getsockname()[1]}/")
        assert time.monotonic() - began_s < hook_post.ANSWER_S
        held[0].close()


def test_an_outbox_that_was_damaged_is_said(
    first_activation: TableSession, club: Club, hooked: Callable[..., None]
) -> None:
    async def play(service: TableService) -> None:
        scored(first_activation)
        await until(lambda: bool(club.taken))
        assert parts(service) == (HealthState.OK, [Message.of("hook-sent")])

    hooked(play)
    (outbox,) = first_activation.games.folder.parent.glob("hook-*.outbox")
    outbox.write_bytes(b"garbage " * 1000)

    async def again(service: TableService) -> None:
        await until(lambda: "hook-outbox-lost" in codes(service))

    hooked(again)


def test_each_event_is_as_the_hall_hears_it(
    first_activation: TableSession, club: Club, hooked: Callable[[Play], None]
) -> None:
    async def play(_: TableService) -> None:
        scored(first_activation)
        await until(lambda: bool(club.taken))

    hooked(play)
    assert next(GameMessage.model_validate(one).kind for one in club.taken) == "score"


def test_a_first_look_that_is_cut_leaves_nothing_of_the_past_to_send(
    first_activation: TableSession, club: Club, hooked: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = WebHook(club.url, SECRET, first_activation.games, Threshold())
    with monkeypatch.context() as patched:
        patched.setattr(OutboxRelay, "copy_new_events", cut)
        with pytest.raises(KeyboardInterrupt):
            hook._once()
    hook._outbox.close()
    before = len(first_activation.game.log)

    async def play(_: TableService) -> None:
        scored(first_activation)
        await until(lambda: bool(club.taken))

    hooked(play)
    assert numbered(club)[0][0] == before + 1


def cut(_: OutboxRelay) -> None:
    raise KeyboardInterrupt
