"""Strangers that ask for much hold up neither the game nor each other for good."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.auth.authorization import AT_ONCE, EACH, ExpensiveRouteLimiter
from web.auth.sessions import COOKIE, Identity, Sessions
from web.contract.permissions import ROUTES, Permission, Role
from web.contract.table.recordings import FairnessView
from web.server.settings import WebSettings

SECRET = bytes(range(32))
REPORT = "/api/games/3/report.html"


class Work:
    """An application that answers when it is told to, and counts what it is at."""

    def __init__(self) -> None:
        self.at_once = self.most = self.done = 0
        self.go_on = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        try:
            await self.go_on.wait()
        finally:
            self.at_once -= 1
        self.done += 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"all of it"})


Sent = list[Message]


async def asked(
    app: ExpensiveRouteLimiter,
    path: str = REPORT,
    *,
    address: str = "192.0.2.7",
    cookie: str = "",
    stalled: bool = False,
) -> Sent:
    sent: Sent = []

    async def send(message: Message) -> None:
        sent.append(message)
        if stalled:
            await asyncio.Event().wait()

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    host = b"localhost" if address == "127.0.0.1" else b"table.local"
    headers = [(b"host", host), *([(b"cookie", f"{COOKIE}={cookie}".encode())] if cookie else [])]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": headers,
        "client": (address, 5000),
        "server": ("table.local", 8765),
        "scheme": "http",
    }
    await app(scope, receive, send)
    return sent


Scene = Callable[[Work, ExpensiveRouteLimiter, Sessions], Coroutine[Any, Any, None]]


def played(scene: Scene) -> None:
    async def whole() -> None:
        sessions, work = Sessions(SECRET, own_screen=True), Work()
        await asyncio.wait_for(scene(work, ExpensiveRouteLimiter(work, sessions), sessions), 60)

    asyncio.run(whole())


async def settled() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


def test_each_costly_path_is_a_route_for_who_looks() -> None:
    costly = {(method, policy.permission) for (method, _), policy in ROUTES.items() if policy.costly}
    assert costly == {("GET", Permission.VIEW)}


def test_few_are_worked_out_at_once_and_all_are_answered() -> None:
    async def scene(work: Work, app: ExpensiveRouteLimiter, _: Sessions) -> None:
        many = [asyncio.create_task(asked(app, address=f"192.0.2.{number}")) for number in range(40)]
        await settled()
        assert work.at_once == AT_ONCE
        work.go_on.set()
        assert {sent[0]["status"] for sent in await asyncio.gather(*many)} == {200}
        assert (work.most, work.done) == (AT_ONCE, 40)

    played(scene)


def test_one_address_waits_for_no_more_than_a_browser_asks() -> None:
    async def scene(work: Work, app: ExpensiveRouteLimiter, _: Sessions) -> None:
        many = [asyncio.create_task(asked(app)) for _ in range(EACH + 5)]
        await settled()
        another = asyncio.create_task(asked(app, address="192.0.2.9"))
        await settled()
        work.go_on.set()
        found = [sent[0]["status"] for sent in await asyncio.gather(*many)]
        assert (found.count(200), found.count(503)) == (EACH, 5)
        assert (await another)[0]["status"] == 200
        assert (await asked(app))[0]["status"] == 200, "the address may ask again"

    played(scene)


def test_a_players_phone_and_the_tables_own_screen_do_not_wait() -> None:
    async def scene(work: Work, app: ExpensiveRouteLimiter, sessions: Sessions) -> None:
        many = [asyncio.create_task(asked(app)) for _ in range(EACH)]
        phone = sessions.cookie(Identity(Role.PLAYER, "p1"))
        await settled()
        own = [
            asyncio.create_task(asked(app, address="192.0.2.8", cookie=phone)),
            asyncio.create_task(asked(app, address="127.0.0.1")),
        ]
        await settled()
        assert work.at_once == AT_ONCE + len(own)
        work.go_on.set()
        await asyncio.gather(*many, *own)

    played(scene)


def test_who_reads_slowly_or_goes_away_holds_no_turn() -> None:
    async def scene(work: Work, app: ExpensiveRouteLimiter, _: Sessions) -> None:
        gone = [asyncio.create_task(asked(app, address="192.0.2.1")) for _ in range(4)]
        await settled()
        for task in gone:
            task.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        work.go_on.set()
        slow = [asyncio.create_task(asked(app, address="192.0.2.2", stalled=True)) for _ in range(6)]
        await settled()
        assert (await asked(app))[0]["status"] == 200
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    played(scene)


def test_what_costs_little_is_not_held_back() -> None:
    async def scene(work: Work, app: ExpensiveRouteLimiter, _: Sessions) -> None:
        many = [asyncio.create_task(asked(app, "/api/snapshot")) for _ in range(EACH + AT_ONCE + 1)]
        await settled()
        assert work.at_once == len(many)
        work.go_on.set()
        await asyncio.gather(*many)

    played(scene)


class SlowTable(FakeTable):
    """A table at which working out how the dice fell takes as long as the test says."""

    def __init__(self) -> None:
        super().__init__()
        self.at_once = self.most = 0
        self.go_on = asyncio.Event()

    async def fairness(self) -> FairnessView:
        """Count who asks."""
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await self.go_on.wait()
        self.at_once -= 1
        return await super().fairness()


@pytest.mark.parametrize("path", ["/api/fairness", "/api/v1/fairness", "/fairness"])
def test_the_whole_application_lets_strangers_wait(path: str) -> None:
    async def scene() -> None:
        table = SlowTable()
        app = create_app(Ports(table=table), WebSettings(), Sessions(SECRET, own_screen=True))
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app, client=("192.0.2.7", 5000)), base_url="http://localhost"
        ) as client:
            many = [asyncio.create_task(client.get(path)) for _ in range(EACH)]
            while table.at_once < AT_ONCE:
                await asyncio.sleep(0)
            await settled()
            table.go_on.set()
            assert {answer.status_code for answer in await asyncio.gather(*many)} == {200}
        assert table.most == AT_ONCE

    asyncio.run(asyncio.wait_for(scene(), 60))
