"""A fresh table without a screen belongs to the first phone of its network, for a while, and to nobody after it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

import httpx
import pytest

from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.auth.pairing import near
from web.auth.sessions import ADMIN_COOKIE, COOKIE, OWNER_COOKIE, Identity, Sessions
from web.contract.permissions import ROUTES, Permission, Role
from web.server.settings import WebSettings

PHONE, OTHER, FAR = ("192.168.1.20", 4000), ("192.168.1.21", 4000), ("198.51.99.7", 4000)


@dataclass
class FakeClaim:
    left_s: int = 600
    taken: list[bool] = field(default_factory=list)

    def seconds(self) -> int:
        return self.left_s

    def take(self) -> bool:
        self.taken.append(self.left_s > 0)
        self.left_s = 0
        return self.taken[-1]


class Asking:
    """Devices that ask one table."""

    def __init__(self, claim: FakeClaim | None) -> None:
        self.sessions = Sessions(b"s" * 32, claim=claim)
        self._app = create_app(Ports(table=FakeTable(moving=False)), WebSettings(host="0.0.0.0"), self.sessions)

    def ask(
        self,
        device: tuple[str, int],
        method: str,
        path: str,
        *,
        cookies: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
        host: str = "192.168.1.9:8000",
    ) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, client=device)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}", cookies=cookies) as client:
                return await client.request(method, path, headers=headers)

        return asyncio.run(asked())

    def roles(self, answer: httpx.Response) -> tuple[str, ...]:
        found = (self.sessions.read(str(answer.cookies.get(name))) for name in (ADMIN_COOKIE, COOKIE))
        return tuple(identity.role.value for identity in found if identity is not None)


def test_the_first_phone_becomes_the_owners_and_no_other_does_and_nobody_the_referee() -> None:
    claim = FakeClaim()
    table = Asking(claim)
    assert table.ask(PHONE, "GET", "/api/claim").json() == {"seconds": 600, "owner": False}
    first = table.ask(PHONE, "POST", "/api/claim")
    assert first.status_code == 200
    assert table.roles(first) == ("owner", "screen")
    second = table.ask(OTHER, "POST", "/api/claim")
    assert second.status_code == 401
    assert second.json()["message"]["code"] == "access-claim-closed"
    assert not second.cookies
    assert claim.taken == [True]


@pytest.mark.parametrize("claim", [None, FakeClaim(0)])
def test_a_table_that_cannot_be_claimed_gives_nobody_anything(claim: FakeClaim | None) -> None:
    table = Asking(claim)
    assert table.ask(PHONE, "GET", "/api/claim").json()["seconds"] == 0
    refused = table.ask(PHONE, "POST", "/api/claim")
    assert refused.status_code == 401
    assert not refused.cookies


def test_a_refused_request_is_logged_with_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    owners = {key for key, policy in ROUTES.items() if policy.permission is Permission.ADMIN and "{" not in key[1]}
    method, path = min(owners)
    with caplog.at_level(logging.DEBUG, logger="overlook.web.auth"):
        assert Asking(FakeClaim()).ask(PHONE, method, path).status_code == 401
    assert f"refused: {method} {path} with 401: access-owner-only" in caplog.messages


def test_nobody_claims_it_from_beyond_its_network() -> None:
    claim = FakeClaim()
    table = Asking(claim)
    assert table.ask(FAR, "GET", "/api/claim").json()["seconds"] == 0
    assert table.ask(FAR, "POST", "/api/claim").status_code == 401
    assert claim.taken == []


@pytest.mark.parametrize(
    "foreign", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "evil.example"}]
)
def test_no_page_elsewhere_claims_it_through_a_browser(foreign: dict[str, str]) -> None:
    claim = FakeClaim()
    assert Asking(claim).ask(PHONE, "POST", "/api/claim", headers=foreign).status_code in {400, 403}
    assert claim.taken == []


def test_who_has_claimed_it_comes_back_when_its_pairing_has_ended() -> None:
    table = Asking(FakeClaim())
    owner = table.ask(PHONE, "POST", "/api/claim").cookies[OWNER_COOKIE]
    back = table.ask(PHONE, "POST", "/api/claim", cookies={OWNER_COOKIE: owner})
    assert table.roles(back) == ("owner", "screen")
    paired = {COOKIE: table.sessions.cookie(Identity(Role.PLAYER, "p1")), OWNER_COOKIE: owner}
    assert table.roles(table.ask(PHONE, "POST", "/api/claim", cookies=paired)) == ("owner",)
    assert table.ask(PHONE, "GET", "/api/claim", cookies={OWNER_COOKIE: owner}).json()["owner"]


@pytest.mark.parametrize("forged", ["", ".", "x.y", "0" * 16 + ".", "0" * 16 + "." + "A" * 43])
def test_a_forged_owner_is_none(forged: str) -> None:
    table = Asking(FakeClaim(0))
    assert table.ask(PHONE, "POST", "/api/claim", cookies={OWNER_COOKIE: forged}).status_code == 401
    other = Sessions(b"t" * 32).owner_cookie()
    assert table.ask(PHONE, "POST", "/api/claim", cookies={OWNER_COOKIE: other}).status_code == 401


def test_the_overlays_token_makes_no_owner() -> None:
    table = Asking(FakeClaim(0))
    assert not table.sessions.is_owner(f"overlay.{table.sessions.token}")
    assert not table.sessions.is_owner(f".{table.sessions.token}")


@pytest.mark.parametrize(
    ("address", "is_near"),
    [
        ("192.168.1.2", True),
        ("10.0.0.2", True),
        ("172.20.1.1", True),
        ("169.254.3.4", True),
        ("fe80::1", True),
        ("fd00::5", True),
        ("::ffff:192.168.1.2", True),
        ("127.0.0.1", True),
        ("8.8.8.8", False),
        ("2a00:1450::1", False),
        ("::ffff:8.8.8.8", False),
        ("", False),
        ("testclient", False),
    ],
)
def test_what_is_near(address: str, is_near: bool) -> None:
    assert near(address) is is_near


def test_its_own_screen_is_trusted_by_no_name_but_loopbacks() -> None:
    table = Asking(None)
    here = ("127.0.0.1", 4000)
    assert table.ask(here, "GET", "/api/session", host="localhost:8000").json()["role"] == "table"
    assert table.ask(here, "GET", "/api/session", host="127.0.0.1:8000").json()["role"] == "table"
    assert table.ask(here, "GET", "/api/session", host="192.168.1.9:8000").json()["role"] == "nobody"
