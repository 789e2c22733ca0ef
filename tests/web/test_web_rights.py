"""Every route as everybody: what is stated of it is so, and what nothing is stated of does not exist."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from tests.web.fake_advisor import FakeAdvisor
from tests.web.fake_archive import FakeArchive
from tests.web.fake_table import FakeTable
from tests.web.test_web_requests import GIVEN
from web.app import Ports, create_app
from web.auth.authorization import Gate
from web.auth.request_guard import find_policy
from web.auth.sessions import ADMIN_COOKIE, COOKIE, Identity, Sessions
from web.contract.permissions import BUTTON_SCOPES, JUDGE_CALL_SCOPES, REQUEST_SCOPES, ROUTES, SETUP_SCOPES, Role
from web.contract.requests import GAME_REQUESTS, TABLE_REQUESTS, Button
from web.contract.setup import actions
from web.contract.table.judge_call import AskedJudge
from web.server.settings import WebSettings

SECRET = b"s" * 32
ELSEWHERE, HERE = ("192.0.2.7", 40000), ("127.0.0.1", 40000)
OWNER = Identity(Role.OWNER)
ACTORS = {
    "nobody": (None, ELSEWHERE),
    "owner": (OWNER, ELSEWHERE),
    "owner as first seat": (Identity(Role.PLAYER, "p1", owner=True), ELSEWHERE),
    "overlay token": (Identity(Role.VIEWER), ELSEWHERE),
    "first seat": (Identity(Role.PLAYER, "p1"), ELSEWHERE),
    "other seat": (Identity(Role.PLAYER, "p2"), ELSEWHERE),
    "referee": (Identity(Role.REFEREE), ELSEWHERE),
    "paired screen": (Identity(Role.SCREEN), ELSEWHERE),
    "own screen": (None, HERE),
}
ACTING = {"first seat", "other seat", "owner as first seat", "referee", "paired screen", "own screen"}
ADMINISTERING = {"owner", "owner as first seat", "own screen"}
INVITING = ADMINISTERING | {"referee", "paired screen"}
OPEN_TO_ALL = re.compile(
    r"^/(|phone|pair|health|replay|clip|overlay(/.*)?|setup|first|machine|update|help|judge|certificate|static/.*|api/openapi\.json|api/session|api/claim)$"
)


class Nobody:
    """Stands where a tray's calibration or a set-up would: its routes are there, and only who may comes so far."""

    def __getattr__(self, name: str) -> Any:
        def reached(*_: object, **__: object) -> None:
            raise AssertionError(f"{name} was reached")

        return reached


@cache
def application() -> FastAPI:
    """A table with everything that a table can have."""
    fake = FakeTable(moving=False)
    nowhere: Any = Nobody()
    ports = Ports(
        table=fake,
        advisor=FakeAdvisor(fake),
        archive=FakeArchive(fake),
        tray=nowhere,
        setup=nowhere,
        first_run=nowhere,
        machine=nowhere,
        judge=nowhere,
    )
    return create_app(ports, WebSettings(), Sessions(SECRET))


def routes_of(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Yield every route of an application by method and path, described or not."""
    for found in app.routes:
        router = getattr(found, "original_router", None)
        inner = router.routes if isinstance(router, APIRouter) else [found]
        for route in inner:
            for method in getattr(route, "methods", None) or {"GET"}:
                if method != "HEAD":
                    yield method, str(getattr(route, "path", ""))


def filled(path: str) -> str:
    """Return an address of a route."""
    names = {"player": "p1", "number": "3", "sequence": "57", "frame": "0", "action": "Dash", "name": "confirm"}
    spelled = re.sub(r"{(\w+)(:\w+)?}", lambda found: names.get(found[1], "a2"), path)
    return spelled + ("/shared/dom.js" if path == "/static" else "")


ALL = sorted(set(routes_of(application())))


PAGES_OF_THE_GAME = {"/", "/phone", "/health", "/replay", "/free", "/clip", "/setup", "/judge"}


def may(actor: str, method: str, path: str, *, private: bool = False) -> bool:
    """Return who may by the rule as people would say it: the test's own word, not the program's table."""
    if (method == "POST" and path in {"/api/first", "/api/lobby"}) or path.startswith("/api/machine"):
        return actor in ADMINISTERING
    if path in {"/api/director/{cut}", "/api/pairing", "/api/pairing/qr.svg"}:
        return actor in INVITING
    if OPEN_TO_ALL.match(filled(path)) or path in {"/api/pair", "/api/unpair", "/api/claim"}:
        return True
    if method != "GET" or path.startswith(("/tray", "/api/tray", "/api/judge", "/api/choices")):
        return actor in ACTING
    return not private or actor != "nobody"


def cookies_of(actor: str, sessions: Sessions) -> dict[str, str]:
    """Return what a device of that kind sends: its pairing, and that it is the owner's."""
    identity, _ = ACTORS[actor]
    if identity is None:
        return {}
    paired = {} if identity is OWNER else {COOKIE: sessions.cookie(identity)}
    return paired | ({ADMIN_COOKIE: sessions.cookie(OWNER)} if identity is OWNER or identity.owner else {})


async def asked(app: Any, actor: str, method: str, path: str, sessions: Sessions) -> int:
    _, address = ACTORS[actor]
    cookies = cookies_of(actor, sessions)
    transport = httpx.ASGITransport(app, client=address)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
        return (await client.request(method, path)).status_code


async def let_in(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("let in", 299)(scope, receive, send)


@pytest.mark.parametrize("private", [False, True])
def test_every_route_lets_in_whom_it_should_and_nobody_else(private: bool) -> None:
    sessions = Sessions(SECRET)
    gate = Gate(let_in, sessions, WebSettings(private=private))
    tried = 0
    for (method, path), actor in itertools.product(ALL, ACTORS):
        status = asyncio.run(asked(gate, actor, method, filled(path), sessions))
        must_pair = private and actor == "nobody" and method == "GET" and path in PAGES_OF_THE_GAME
        expected = 303 if must_pair else 299 if may(actor, method, path, private=private) else 401
        assert status == expected, (actor, method, path)
        tried += 1
    assert tried == len(ALL) * len(ACTORS) >= 200
    print(f"\nroutes and actors tried: {tried}, private {private}")


def test_every_described_route_is_stated_and_no_other() -> None:
    app = application()
    described = {(method.upper(), path) for path, methods in app.openapi()["paths"].items() for method in methods}
    assert described <= set(ALL)
    assert {(method, path) for method, path in ALL if find_policy(method, filled(path)) is None} == set()
    reached = {key for key in ROUTES if any(key[0] == m and find_policy(m, filled(p)) for m, p in ALL)}
    assert reached == set(ROUTES)


def test_a_route_has_the_policy_of_its_kind() -> None:
    """Sheets, searches and whole games are costly; files are long; programs read without a certificate."""
    slow = re.compile(
        r"\.pdf$|fairness$|measure$|outline$|operatives/|^/api/games$|/api/games/{number}($|/moments|/rep)"
    )
    programs = re.compile(r"/(api|camera|metrics|overlay(?!s)|static)")
    for (method, path), policy in ROUTES.items():
        assert policy.costly == bool(method == "GET" and slow.search(path)), path
        assert policy.plaintext == bool(method == "GET" and programs.match(path)), path
        files = method == "POST" and (path == "/api/setup" or path.endswith("{offset}"))
        assert policy.max_body_bytes == (1 << 20 if files else 1 << 16), path


def test_what_nothing_is_stated_of_is_not_there_even_when_a_route_is() -> None:
    app = create_app(Ports(table=FakeTable(moving=False)), WebSettings(), Sessions(SECRET))

    @app.get("/api/forgotten")
    async def forgotten() -> str:
        return "reached"

    sessions = Sessions(SECRET)
    for actor in ACTORS:
        assert asyncio.run(asked(app, actor, "GET", "/api/forgotten", sessions)) == 404, actor


@pytest.mark.parametrize(
    "path",
    [
        "/api/pairing/",
        "//api/pairing",
        "/api//pairing",
        "/API/pairing",
        "/api/pairing%2f",
        "/api/./pairing",
        "/api/intents/",
        "/x/../api/pairing",
    ],
)
def test_another_spelling_of_a_path_opens_nothing(path: str) -> None:
    sessions = Sessions(SECRET)
    for method in ("GET", "POST", "HEAD"):
        assert asyncio.run(asked(application(), "nobody", method, path, sessions)) in {401, 404, 405}, method


def test_the_whole_application_refuses_before_it_reads_a_body() -> None:
    app = application()

    async def posted(path: str) -> httpx.Response:
        transport = httpx.ASGITransport(app, client=ELSEWHERE)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.post(path, content=b"{" * 5000, headers={"Content-Type": "application/json"})

    for method, path in ALL:
        if method == "POST" and path not in {"/api/pair", "/api/unpair", "/api/claim"}:
            answer = asyncio.run(posted(filled(path)))
            assert answer.status_code == 401, path
            assert answer.json()["message"]["code"].startswith("access-"), path


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_a_method_that_no_route_has_is_refused_for_everybody(method: str) -> None:
    sessions = Sessions(SECRET)
    for actor in ACTORS:
        assert asyncio.run(asked(application(), actor, method, "/api/intents", sessions)) in {403, 405}, actor


def test_every_request_button_and_wish_states_what_a_seat_may() -> None:
    kinds = {*GAME_REQUESTS} | {str(get_args(one.model_fields["kind"].annotation)[0]) for one in TABLE_REQUESTS}
    stated = {kind.partition(" ")[0] for kind in REQUEST_SCOPES}
    assert kinds - stated == set(), "web/contract/permissions.py: REQUEST_SCOPES says nothing of these"
    assert stated - kinds == set()
    assert {*BUTTON_SCOPES} == {str(button) for button in Button}
    wishes = {str(get_args(one.model_fields["kind"].annotation)[0]) for one in get_args(actions.SetupAction)}
    assert {*SETUP_SCOPES} == wishes, "web/contract/permissions.py: SETUP_SCOPES"
    assert {*JUDGE_CALL_SCOPES} == {*get_args(AskedJudge.model_fields["do"].annotation)}, (
        "web/contract/permissions.py: JUDGE_CALL_SCOPES"
    )


def test_a_players_phone_is_told_whose_it_is_what_it_may_not() -> None:
    app, sessions = application(), Sessions(SECRET)

    async def answered(actor: str) -> str:
        _, address = ACTORS[actor]
        cookies = cookies_of(actor, sessions)
        transport = httpx.ASGITransport(app, client=address)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
            return str((await client.post("/api/director/hold")).json()["message"]["code"])

    assert asyncio.run(answered("first seat")) == "access-referee-only"
    assert asyncio.run(answered("nobody")) == "access-pair-first"


SAID = {**GIVEN, "begin": {}, "sign": {"player": "p1"}, "clock": {"do": "start"}, "request": {"act": {"kind": "undo"}}}
SAID |= {"play_on": {"game": 1, "sequence": 5}}
SAID |= {"answer_request": {"answer": "accept"}, "withdraw_request": {}}
IN_PERSON = ("answer_request", "request", "withdraw_request")
NAMED = ("any", "p1", "p2", "referee", "camera")


def author(actor: str, kind: str, named: str) -> str | None:
    """Return the author of a request as people would say it, None for a refusal."""
    own = {"other seat": "p2", "referee": "referee", "paired screen": "any", "own screen": "any"}.get(actor, "p1")
    if kind in IN_PERSON or actor.endswith("seat"):
        return own if named in ("any", own) else None
    return named if named in ("any", "p1", "p2", own) else None


@pytest.mark.parametrize("actor", sorted(ACTING))
def test_every_request_has_the_author_that_its_device_may_be(actor: str) -> None:
    """A device acts for players as they sit around it, but is nobody else when players agree, and never the camera."""
    fake, sessions = FakeTable(moving=False), Sessions(SECRET)
    app = create_app(Ports(table=fake), WebSettings(), sessions)
    _, address = ACTORS[actor]
    cookies = cookies_of(actor, sessions)

    async def submitted() -> dict[tuple[str, str], tuple[int, list[str]]]:
        found = {}
        transport = httpx.ASGITransport(app, client=address)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
            for number, (kind, named) in enumerate(itertools.product(SAID, NAMED)):
                fake.acts.clear()
                body = {"player": named, "intent": {"kind": kind, **SAID[kind]}}
                key = {"Idempotency-Key": f"author-{number:05d}"}
                answer = await client.post("/api/intents", json=body, headers=key)
                found[kind, named] = answer.status_code, [by for _, by, _ in fake.acts]
        return found

    kinds = {*GAME_REQUESTS} | {str(get_args(one.model_fields["kind"].annotation)[0]) for one in TABLE_REQUESTS}
    assert set(SAID) == kinds
    for (kind, named), (status, authors) in asyncio.run(submitted()).items():
        expected = author(actor, kind, named)
        assert authors == ([] if expected is None else [expected]), (kind, named)
        assert (status == 403) == (expected is None), (kind, named)
    print(f"\n{actor}: {len(SAID)} requests, each for {len(NAMED)} authors")


def test_only_the_owner_cookie_in_its_own_place_makes_an_owner() -> None:
    sessions = Sessions(SECRET)
    referee, owner = sessions.cookie(Identity(Role.REFEREE)), sessions.cookie(OWNER)

    async def told(cookies: dict[str, str]) -> dict[str, Any]:
        transport = httpx.ASGITransport(
            create_app(Ports(table=FakeTable(moving=False)), sessions=sessions), client=ELSEWHERE
        )
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
            found: dict[str, Any] = (await client.get("/api/session")).json()
            return found

    said = {name: asyncio.run(told(cookies)) for name, cookies in {
        "owner": {ADMIN_COOKIE: owner},
        "both": {COOKIE: referee, ADMIN_COOKIE: owner},
        "referee as owner": {ADMIN_COOKIE: referee},
        "revoked": {ADMIN_COOKIE: owner[:-1]},
    }.items()}  # fmt: skip
    assert {name: (one["role"], one["owner"]) for name, one in said.items()} == {
        "owner": ("owner", True),
        "both": ("referee", True),
        "referee as owner": ("nobody", False),
        "revoked": ("nobody", False),
    }
    sessions.revoke(owner)
    assert asyncio.run(told({ADMIN_COOKIE: owner}))["role"] == "nobody"
