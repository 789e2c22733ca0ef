"""Only this table's own pages, called by this table's own name, may act or follow."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from pydantic import ValidationError

import web
from messages.message import Message
from tests.web.fake_table import FakeTable
from tests.web.serving import Served
from web.app import Ports, create_app
from web.auth.request_guard import host_name
from web.contract.permissions import BODY_BYTES, ROUTES
from web.server.settings import WebSettings

KEY = {"Idempotency-Key": "key-0000001"}
GUARDED = [
    ("POST", "/api/buttons/undo"),
    ("POST", "/api/intents"),
    ("GET", "/api/live"),
    ("GET", "/api/snapshot"),
    ("GET", "/camera.jpg"),
    ("GET", "/camera.mjpg"),
]


def status_of(client: httpx.Client, method: str, path: str, headers: dict[str, str]) -> int:
    """Return the status alone: a live channel that is let in never ends."""
    body = b'{"intent":{"kind":"undo"}}' if path == "/api/intents" else None
    kind = {"Content-Type": "application/json"} if body else {}
    with client.stream(method, path, content=body, headers={**KEY, **kind, **headers}) as response:
        return response.status_code


@pytest.mark.parametrize(
    "foreign",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost"},
        {"Origin": "https://localhost:{port}"},
        {"Origin": "http://localhost:{port}.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example", "Cookie": "seat=p1", "Sec-Fetch-Site": "cross-site"},
    ],
    ids=["other", "null", "other port", "other scheme", "longer", "cross-site", "same-site", "with cookies"],
)
def test_another_site_is_refused(served: Served, client: httpx.Client, foreign: dict[str, str]) -> None:
    headers = {name: value.format(port=served.port) for name, value in foreign.items()}
    for method, path in GUARDED:
        assert status_of(client, method, path, headers) == 403, path
    assert served.fake.acts == []


@pytest.mark.parametrize(("method", "path"), GUARDED)
def test_the_tables_own_page_is_let_in(served: Served, client: httpx.Client, method: str, path: str) -> None:
    own = {"Origin": served.url, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
    assert status_of(client, method, path, own) == 200


def test_a_link_from_another_site_may_open_a_page_but_not_act(client: httpx.Client) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert status_of(client, "GET", "/", link) == 200
    assert status_of(client, "POST", "/api/buttons/undo", link) == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.168.1.9", "", "a b", "localhost:x", "me@localhost"]
)
def test_another_host_name_is_refused(client: httpx.Client, host: str) -> None:
    for path in ("/", "/overlay", "/api/snapshot", "/api/live", "/static/shared/dom.js"):
        response = client.get(path, headers={"Host": host})
        assert response.status_code == 400, path
        assert "\n" not in response.json()["detail"]


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:{port}", "127.0.0.1:{port}", "[::1]:{port}"])
def test_loopback_names_are_its_own(served: Served, client: httpx.Client, host: str) -> None:
    assert client.get("/", headers={"Host": host.format(port=served.port)}).status_code == 200


@pytest.mark.parametrize(
    ("settings", "name", "answers"),
    [
        (WebSettings(), "192.168.1.9", False),
        (WebSettings(host="0.0.0.0"), "192.168.1.9", True),
        (WebSettings(host="0.0.0.0"), "fe80::1", True),
        (WebSettings(host="0.0.0.0"), "table.local", False),
        (WebSettings(host="0.0.0.0", names=("table.local",)), "TABLE.local", True),
        (WebSettings(host="192.168.1.9"), "192.168.1.9", True),
        (WebSettings(names=("table.local",)), "table.local", True),
    ],
)
def test_names_by_which_it_may_be_called(settings: WebSettings, name: str, answers: bool) -> None:
    assert settings.answers_to(name) is answers


def test_it_listens_on_loopback_unless_told() -> None:
    assert not WebSettings().beyond_loopback
    assert WebSettings(host="0.0.0.0").beyond_loopback
    assert not WebSettings(host="localhost").beyond_loopback


@pytest.mark.parametrize("name", ["", "http://table.local", "table.local:8765", " table"])
def test_a_name_that_no_browser_could_send_is_refused(name: str) -> None:
    with pytest.raises(ValidationError) as error:
        WebSettings(names=(name,))
    (found,) = error.value.errors()
    assert found["ctx"]["error"].message == Message.of("web-name-invalid", name=name)


@pytest.mark.parametrize(
    ("header", "name"), [("a:1", "a"), ("[::1]:2", "::1"), ("a/b", None), ("a:b", None), ("u@a", None)]
)
def test_the_name_in_a_host_header(header: str, name: str | None) -> None:
    assert host_name(header) == name


@pytest.mark.parametrize("path", ["/", "/overlays", "/static/shared/dom.js", "/api/snapshot", "/nowhere"])
def test_every_answer_carries_its_security_headers(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("path", ["/overlay", "/overlay/score"])
def test_an_overlay_takes_a_style_of_the_streamers_own_and_nothing_else(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["style-src"] == "'self' 'unsafe-inline'"
    others = ("script-src", "connect-src", "img-src", "font-src", "frame-ancestors")
    assert {policy[name] for name in others} == {"'self'"}
    assert "frame-src" not in policy
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert headers["x-content-type-options"] == "nosniff"


def test_the_overlays_may_be_framed_by_their_own_list_alone(client: httpx.Client) -> None:
    framing = {path: client.get(path).headers for path in ("/", "/phone", "/overlays", "/overlay")}
    frames = {path: "frame-src 'self'" in found["content-security-policy"] for path, found in framing.items()}
    assert frames == {"/": False, "/phone": False, "/overlays": True, "/overlay": False}
    refused = [path for path, found in framing.items() if found["x-frame-options"] == "DENY"]
    assert refused == ["/", "/phone", "/overlays"]


def test_a_refusal_carries_them_too(client: httpx.Client) -> None:
    assert "content-security-policy" in client.get("/", headers={"Host": "evil.example"}).headers


def test_a_preflight_grants_nothing(served: Served, client: httpx.Client) -> None:
    asks = {
        "Origin": "http://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "idempotency-key",
    }
    response = client.options("/api/intents", headers=asks)
    assert response.status_code == 403
    assert not [name for name in response.headers if name.startswith("access-control")]


def test_a_long_body_is_refused(served: Served, client: httpx.Client) -> None:
    response = client.post(
        "/api/intents", content=b" " * (BODY_BYTES + 1), headers={**KEY, "Content-Type": "application/json"}
    )
    assert response.status_code == 413

    def unannounced() -> Iterator[bytes]:
        for _ in range(3):
            yield b" " * BODY_BYTES

    response = client.post(
        "/api/intents",
        content=unannounced(),
        headers={**KEY, "Content-Type": "application/json"},
    )
    assert response.status_code == 413
    assert served.fake.acts == []


@pytest.mark.parametrize("path", [path for method, path in ROUTES if method == "POST" and path.endswith("{offset}")])
def test_a_part_of_a_file_may_be_as_long_as_pages_send_it(path: str) -> None:
    parts = (Path(web.__file__).parent / "static" / "machine" / "parts.js").read_text()
    sent = re.search(r"const PART_BYTES = 1 << (\d+);", parts)
    assert sent is not None
    assert ROUTES["POST", path].max_body_bytes >= 1 << int(sent[1])


def test_web_sockets_are_not_served(client: httpx.Client) -> None:
    asks = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Key": "x" * 22 + "==",
        "Sec-WebSocket-Version": "13",
    }
    assert client.get("/api/socket", headers=asks).status_code == 404


OPENER = "cross-origin-opener-policy"


@pytest.mark.parametrize(
    ("host", "scheme", "sent"),
    [
        ("localhost:{port}", "http", True),
        ("127.0.0.1:{port}", "http", True),
        ("[::1]:{port}", "http", True),
        ("192.168.1.9:{port}", "http", False),
        ("table.local", "http", False),
        ("table.local", "https", True),
    ],
)
def test_the_opener_policy_is_sent_where_a_browser_heeds_it(host: str, scheme: str, sent: bool) -> None:
    app = create_app(Ports(table=FakeTable(moving=False)), WebSettings(host="0.0.0.0", names=("table.local",)))

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"{scheme}://localhost") as client:
            return await client.get("/", headers={"Host": host.format(port=8765)})

    answer = asyncio.run(ask())
    assert answer.status_code == 200
    assert answer.headers.get(OPENER) == ("same-origin" if sent else None)


CLUB = "https://club.example"
CROSS = {"Origin": CLUB, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}


@pytest.fixture
def club(server: Served) -> Iterator[httpx.Client]:
    """A client of a table whose owner lets one other site read; it is the table's own screen by its address."""
    server.show(FakeTable(moving=False), WebSettings(origins=(CLUB, "http://10.0.0.7:8080")))
    with server.client() as client:
        yield client


def test_a_site_that_the_owner_allows_reads_and_is_let_to(club: httpx.Client) -> None:
    for path in ("/api/snapshot", "/api/v1/snapshot", "/api/game.csv", "/camera.jpg"):
        answer = club.get(path, headers=CROSS)
        assert answer.status_code == 200, path
        assert answer.headers["access-control-allow-origin"] == CLUB
        assert "access-control-allow-credentials" not in answer.headers
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    with club.stream("GET", "/api/live", headers=CROSS) as live:
        assert (live.status_code, live.headers["access-control-allow-origin"]) == (200, CLUB)


def test_it_reads_as_somebody_who_is_not_paired_and_never_acts(server: Served, club: httpx.Client) -> None:
    assert club.get("/api/session").json()["role"] == "table"
    assert club.get("/api/session", headers=CROSS).json()["role"] == "nobody"
    for path in ("/api/pairing", "/api/pairing/qr.svg", "/api/machine"):
        assert club.get(path, headers=CROSS).status_code == 401, path
    for method, path in GUARDED[:2]:
        assert status_of(club, method, path, CROSS) == 403
    assert status_of(club, "OPTIONS", "/api/intents", CROSS) in {403, 405}
    assert server.fake.acts == []


def test_no_other_site_and_no_page_is_opened_by_it(club: httpx.Client) -> None:
    for origin in ("https://evil.example", "http://club.example", "https://club.example:444", "null", CLUB + ".evil"):
        answer = club.get("/api/snapshot", headers={**CROSS, "Origin": origin})
        assert answer.status_code == 403, origin
        assert "access-control-allow-origin" not in answer.headers
    page = club.get("/", headers=CROSS)
    assert "access-control-allow-origin" not in page.headers
    assert page.headers["cross-origin-resource-policy"] == "same-origin"


def test_a_cache_keeps_what_sites_are_answered_apart(club: httpx.Client) -> None:
    for headers in ({}, CROSS):
        assert "origin" in club.get("/api/snapshot", headers=headers).headers["vary"].lower()


def test_a_private_table_is_read_by_no_other_site(server: Served) -> None:
    server.show(FakeTable(moving=False), WebSettings(origins=(CLUB,), private=True))
    with server.client() as client:
        assert client.get("/api/snapshot").status_code == 200
        assert client.get("/api/snapshot", headers=CROSS).status_code == 401


@pytest.mark.parametrize(
    "origin",
    [
        "*",
        "null",
        "",
        "club.example",
        CLUB + "/",
        "https://Club.example",
        "ftp://x",
        "https://*.example",
        "https://a b",
    ],
)
def test_what_is_no_site_is_no_setting(origin: str) -> None:
    with pytest.raises(ValueError, match=r"web\.origins") as refusal:
        WebSettings(origins=(origin,))
    assert "https://club.example" in str(refusal.value)
