"""Who may do what: the table's own screen, paired phones, overlays with a token, and everybody else."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.fake_table import FakeTable
from tests.web.looking import Look
from tests.web.serving import Served
from web.app import Ports, create_app
from web.auth.sessions import COOKIE, MOST_WRONG, PIN_S, WRONG_WINDOW_S, Identity, Sessions
from web.contract.permissions import Role
from web.server.settings import WebSettings

UNDO = {"intent": {"kind": "undo"}}
KEY = "pairing-{:05d}"


class Clock:
    now_s = 1_000_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(clock: Clock) -> Sessions:
    """A table that trusts nobody by its address, as if every browser were another device."""
    return Sessions(b"s" * 32, own_screen=False, steady=clock)


@pytest.fixture
def strange(server: Served, sessions: Sessions) -> Iterator[httpx.Client]:
    """A client on another device."""
    server.show(FakeTable(moving=False))
    server.put(create_app(Ports(table=server.fake), WebSettings(), sessions))
    with server.client() as client:
        yield client


def undo(client: httpx.Client, player: str = "any", number: int = 1) -> httpx.Response:
    return client.post("/api/intents", json={**UNDO, "player": player}, headers={"Idempotency-Key": KEY.format(number)})


def pair(client: httpx.Client, **said: str) -> httpx.Response:
    return client.post("/api/pair", json=said)


def test_the_tables_own_screen_needs_no_pin(client: httpx.Client) -> None:
    assert undo(client).status_code == 200
    assert client.get("/api/session").json()["role"] == "table"
    invited = client.get("/api/pairing").json()
    assert len(invited["pin"]) == 6
    assert invited["message"]["code"] == "access-invitation-local"


def test_a_stranger_looks_and_does_nothing(strange: httpx.Client, server: Served) -> None:
    assert strange.get("/api/snapshot").status_code == 200
    refused = undo(strange)
    assert refused.status_code == 401
    assert refused.json()["message"]["code"] == "access-pair-first"
    pressed = strange.post("/api/buttons/confirm", headers={"Idempotency-Key": KEY.format(2)})
    assert pressed.status_code == 401
    assert strange.get("/api/pairing").status_code == 401
    assert server.fake.acts == []


def test_the_pin_pairs_a_phone_of_each_player_once_and_for_one_seat(
    strange: httpx.Client, sessions: Sessions, server: Served
) -> None:
    pin, _ = sessions.pin()
    paired = pair(strange, pin=pin, seat="p1")
    assert paired.json() == {"role": "player", "seat": "p1"}
    cookie = paired.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert undo(strange).status_code == 200
    assert server.fake.acts == [("undo", "p1", KEY.format(1))]
    assert undo(strange, "p2", 2).status_code == 403
    assert undo(strange, "referee", 3).status_code == 403
    with server.client() as other:
        assert pair(other, pin=pin, seat="p2").json() == {"role": "player", "seat": "p2"}
        late = pair(other, pin=pin, seat="p2")
        assert late.status_code == 401
        assert late.json()["message"]["code"] == "access-pin-used"
        wrong = pair(other, pin=f"{(int(pin) + 1) % 10**6:06}", seat="p2")
        assert wrong.json()["message"]["code"] == "access-pin-wrong"


def test_one_key_serves_one_seat_though_both_send_the_same_request(
    strange: httpx.Client, sessions: Sessions, server: Served
) -> None:
    pin, _ = sessions.pin()
    pair(strange, pin=pin, seat="p1")
    with server.client() as other:
        pair(other, pin=pin, seat="p2")
        assert undo(strange).status_code == 200
        assert undo(other).status_code == 409
        pressed = [
            one.post("/api/buttons/confirm", headers={"Idempotency-Key": KEY.format(2)}) for one in (strange, other)
        ]
    assert [one.status_code for one in pressed] == [200, 409]
    assert [by for _, by, _ in server.fake.acts] == ["p1", "p1"]


def test_who_sits_down_second_is_told_which_seat_has_a_phone(
    client: httpx.Client, strange: httpx.Client, sessions: Sessions
) -> None:
    assert client.get("/api/session").json()["taken"] == []
    pair(strange, pin=sessions.pin()[0], seat="p2")
    assert client.get("/api/session").json()["taken"] == ["p2"]
    pair(client, pin=sessions.pin(staff=True)[0], seat="referee")
    assert client.get("/api/pairing").json()["taken"] == ["p2"]
    strange.post("/api/unpair")
    assert client.get("/api/session").json()["taken"] == []


def test_the_referee_speaks_for_everybody(strange: httpx.Client, sessions: Sessions) -> None:
    pair(strange, pin=sessions.pin(staff=True)[0], seat="referee")
    assert undo(strange, "p2").status_code == 200
    assert strange.get("/api/pairing").status_code == 200


def test_a_seat_that_is_not_there_is_named_and_costs_no_pin(strange: httpx.Client, sessions: Sessions) -> None:
    pin, _ = sessions.pin()
    refused = pair(strange, pin=pin, seat="p9")
    assert refused.status_code == 422
    assert "p1" in refused.json()["message"]["args"]["seats"]
    assert pair(strange, pin=pin, seat="p1").status_code == 200


def test_five_wrong_pins_a_minute_and_no_more(strange: httpx.Client, sessions: Sessions, clock: Clock) -> None:
    pin, _ = sessions.pin()
    wrong = "000000" if pin != "000000" else "111111"
    assert [pair(strange, pin=wrong).status_code for _ in range(MOST_WRONG)] == [401] * MOST_WRONG
    many = pair(strange, pin=pin)
    assert many.status_code == 429
    assert 0 < int(many.headers["retry-after"]) <= WRONG_WINDOW_S
    clock.now_s += WRONG_WINDOW_S
    assert pair(strange, pin=pin, seat="p1").status_code == 200


class Network:
    """Devices with addresses of their own that ask one table; its own screen is among them."""

    screen = "127.0.0.1"

    def __init__(self) -> None:
        app = create_app(Ports(table=FakeTable(moving=False)), WebSettings(host="0.0.0.0"), Sessions(b"s" * 32))
        self._app = app
        self._number = 0

    def ask(self, address: str, path: str, body: object = None, cookies: httpx.Cookies | None = None) -> httpx.Response:
        """Return the answer to GET, or to POST if there is a body."""
        self._number += 1

        async def answer() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, client=(address, 40_000))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
                if body is None:
                    return await client.get(path)
                return await client.post(path, json=body, headers={"Idempotency-Key": KEY.format(self._number)})

        return asyncio.run(answer())

    def pair(self, address: str, seat: str) -> httpx.Response:
        """Enter the PIN that the table's screen shows."""
        return self.ask(
            address, "/api/pair", {"pin": self.ask(self.screen, "/api/pairing").json()["pin"], "seat": seat}
        )

    def guess(self, address: str) -> int:
        """Enter a wrong PIN and return the status of the answer."""
        pin = self.ask(self.screen, "/api/pairing").json()["pin"]
        wrong = f"{(int(pin) + 1) % 10 ** len(pin):0{len(pin)}d}"
        return self.ask(address, "/api/pair", {"pin": wrong, "seat": "p1"}).status_code


@pytest.mark.parametrize("net", ["fe80::{:x}", "fd12:3456:789a::{:x}", "::ffff:192.168.1.{}", "192.168.1.{}"])
def test_a_phone_with_wrong_pins_locks_out_no_other_phone_of_its_network(net: str) -> None:
    network = Network()
    clumsy, owner = net.format(7), net.format(8)
    assert [network.guess(clumsy) for _ in range(MOST_WRONG + 1)] == [401] * MOST_WRONG + [429]
    assert network.pair(owner, "p1").status_code == 200


def test_a_guesser_with_many_addresses_locks_out_neither_paired_phones_nor_owners_with_the_right_pin() -> None:
    network = Network()
    paired = network.pair("fe80::1", "p1").cookies
    assert {network.guess(f"fe80::bad:{number:x}") for number in range(100)} == {401}
    assert network.ask("fe80::1", "/api/intents", UNDO | {"player": "p1"}, paired).status_code == 200
    assert network.pair("fe80::2", "p2").status_code == 200


def test_a_pin_is_good_for_three_minutes(strange: httpx.Client, sessions: Sessions, clock: Clock) -> None:
    pin, seconds = sessions.pin()
    assert seconds == PIN_S
    clock.now_s += PIN_S
    assert pair(strange, pin=pin, seat="p1").status_code == 401
    assert pair(strange, pin="", seat="p1").status_code == 401


def test_a_forged_cookie_is_nobodys(strange: httpx.Client, sessions: Sessions) -> None:
    good = sessions.cookie(Identity(Role.PLAYER, "p1"))
    body, _, signature = good.rpartition(".")
    claim = {"role": "referee", "seat": "", "id": "0" * 16, "ended": 0, "idle_s": 0.0}
    raised = base64.urlsafe_b64encode(json.dumps(claim).encode()).decode().rstrip("=")
    foreign = Sessions(b"x" * 32).cookie(Identity(Role.REFEREE))
    for number, cookie in enumerate((f"{raised}.{signature}", f"{body}.", body, ".", "a.b.c", foreign, good[:-1])):
        strange.cookies.set(COOKIE, cookie)
        assert undo(strange, number=number).status_code == 401, cookie
        strange.cookies.clear()
    strange.cookies.set(COOKIE, good)
    assert undo(strange, number=99).status_code == 200


def test_an_overlays_token_reads_a_private_table_and_does_nothing(server: Served, sessions: Sessions) -> None:
    server.show(FakeTable(moving=False))
    server.put(create_app(Ports(table=server.fake), WebSettings(private=True), sessions))
    with server.client() as client:
        for path in ("/api/snapshot", "/api/live", "/api/health", "/camera.jpg"):
            assert client.get(path).status_code == 401, path
        assert pair(client, token="guess").status_code == 401
        assert pair(client, token=sessions.token).json()["role"] == "viewer"
        assert client.get("/api/snapshot").status_code == 200
        assert client.get("/camera.jpg").status_code == 200
        assert undo(client).status_code == 401
        assert client.get("/api/pairing").status_code == 401


def test_another_sites_page_cannot_use_a_phones_cookie(strange: httpx.Client, sessions: Sessions) -> None:
    strange.cookies.set(COOKIE, sessions.cookie(Identity(Role.REFEREE)))
    evil = {"Origin": "https://elsewhere.example", "Idempotency-Key": KEY.format(1)}
    assert strange.post("/api/intents", json=UNDO, headers=evil).status_code == 403
    assert strange.get("/api/live", headers=evil).status_code == 403
    assert strange.post("/api/pair", json={"pin": "1"}, headers=evil).status_code == 403
    assert strange.get("/api/pairing", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


@pytest.mark.nightly
def test_no_picture_is_offered_to_a_phone_that_reaches_no_table(served: Served, look: Look) -> None:
    page = look.at("/")
    invitation = page.locator("#invitation")
    page.locator("#pairing").click()
    expect(invitation).to_contain_text("--host 0.0.0.0")
    expect(invitation.locator("img")).to_have_count(0)
    served.show(FakeTable(moving=False), WebSettings(host="0.0.0.0", names=("hall.local",)))
    page.reload()
    page.locator("#pairing").click()
    expect(invitation.locator("img")).to_be_visible()
    expect(invitation).to_contain_text("hall.local")
