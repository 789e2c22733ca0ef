"""A table with a certificate: nobody else acts unencrypted, and everybody is led to where one can."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.certified import NAME
from tests.web.fake_table import FakeTable
from tests.web.serving import Served
from tests.web.test_web_rights import application, routes_of
from web.app import Ports, create_app
from web.auth.request_guard import SAFE_METHODS
from web.auth.sessions import COOKIE, Identity, Sessions
from web.contract.permissions import Role
from web.server.settings import WebSettings

SETTINGS = WebSettings(names=(NAME,), tls_certificate=Path("table.crt"), tls_key=Path("table.key"), tls_port=9443)
"""The files are read where the server begins, not where requests are answered."""

REFUSED = {"code": "request-encrypted-only", "args": {"address": f"https://{NAME}:9443/"}}


@pytest.fixture
def sessions() -> Sessions:
    return Sessions(b"s" * 32)


@pytest.fixture
def other(server: Served, sessions: Sessions) -> Iterator[httpx.Client]:
    """A phone that calls the table by its name, unencrypted; a referee's cookie is in it."""
    server.show(FakeTable(moving=False))
    server.put(create_app(Ports(table=server.fake), SETTINGS, sessions))
    with server.client() as client:
        client.headers["Host"] = f"{NAME}:{server.port}"
        client.headers["Cookie"] = f"{COOKIE}={sessions.cookie(Identity(Role.REFEREE))}"
        yield client


def test_no_route_that_changes_something_is_reached(other: httpx.Client) -> None:
    tried = 0
    for method, path in routes_of(application()):
        if method in SAFE_METHODS:
            continue
        answer = other.request(method, path.replace("{", "").replace("}", ""), json={})
        assert answer.status_code == 403, (method, path, answer.text)
        assert answer.json()["message"] == REFUSED
        tried += 1
    assert tried > 12


def test_a_page_leads_to_the_encrypted_one(other: httpx.Client) -> None:
    for asked in ("/", "/phone", "/pair", "/setup?step=2", "/machine", "/overlays", "/replay", "/nothing"):
        answer = other.get(asked)
        assert (answer.status_code, answer.headers["location"]) == (307, f"https://{NAME}:9443{asked}")


def test_what_everybody_may_read_is_given_and_a_cookie_counts_for_nothing(other: httpx.Client) -> None:
    assert other.get("/api/snapshot").status_code == 200
    assert other.get("/overlay").status_code == 200
    assert other.get("/static/shared/icon.svg").status_code == 200
    assert other.get("/api/session").json()["role"] == "nobody"
    assert other.get("/api/pairing").status_code == 401


def test_the_tables_own_machine_goes_on_as_before(server: Served, sessions: Sessions) -> None:
    server.show(FakeTable(moving=False))
    server.put(create_app(Ports(table=server.fake), SETTINGS, sessions))
    with server.client() as client:
        assert client.get("/").status_code == 200
        assert client.get("/api/session").json()["role"] == "table"
        undone = client.post(
            "/api/intents", json={"intent": {"kind": "undo"}}, headers={"Idempotency-Key": "unencrypted-1"}
        )
        assert undone.status_code == 200


def test_without_a_certificate_nothing_is_led_elsewhere(server: Served, sessions: Sessions) -> None:
    server.show(FakeTable(moving=False))
    server.put(create_app(Ports(table=server.fake), WebSettings(names=(NAME,)), sessions))
    with server.client() as client:
        client.headers["Host"] = NAME
        assert client.get("/").status_code == 200
