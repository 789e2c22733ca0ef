"""A roster by its address: which addresses are known, what is fetched, and what is said where it cannot be had."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from overlook.cli.content import MOST_BYTES, interface_of, shared_roster
from overlook.errors import SetupRefusedError
from referee.records.files.roster_file import roster_text
from tests.referee.records.rosters.test_rosters import DASH

ANSWERS = {
    "/api/rosters/good": json.dumps(DASH).encode(),
    "/api/rosters/long": b" " * (MOST_BYTES + 1),
    "/api/rosters/bytes": b"\xff\xfe",
}


class Site(BaseHTTPRequestHandler):
    """Answers as the site does."""

    def do_GET(self) -> None:
        """Give a roster, or 404."""
        data = ANSWERS.get(self.path)
        self.send_response(404 if data is None else 200)
        self.end_headers()
        self.wfile.write(data or b"")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join(60)
    server.server_close()


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("https://ktdash.app/rosters/Ab12_-x", "S/api/rosters/Ab12_-x"),
        (" http://www.ktdash.app/rosters/x/?a=b#c ", "S/api/rosters/x"),
        ("ktdash.app/killteams/IMP-AOD", "S/api/killteams/IMP-AOD"),
        ("https://ktdash.app.example/rosters/x", None),
        ("https://ktdash.app/rosters/../users", None),
        ("https://example.com/?https://ktdash.app/rosters/x", None),
        ("team.json", None),
    ],
)
def test_the_address_of_a_roster_is_known_and_no_other(address: str, where: str | None) -> None:
    assert interface_of(address, site="S") == where


def test_a_shared_roster_is_the_roster(site: str) -> None:
    text = shared_roster("https://ktdash.app/rosters/good", site=site)
    assert roster_text(text, "good").operatives == roster_text(json.dumps(DASH), "good").operatives


@pytest.mark.parametrize(
    ("name", "code"),
    [("gone", "content-site-refused"), ("long", "content-site-long"), ("bytes", "content-site-encoding")],
)
def test_what_is_no_roster_is_said_in_one_line(site: str, name: str, code: str) -> None:
    with pytest.raises(SetupRefusedError) as caught:
        shared_roster(f"https://ktdash.app/rosters/{name}", site=site)
    assert caught.value.message.code == code
    assert name != "gone" or caught.value.message["status"] == 404
    assert "\n" not in str(caught.value)


def test_a_site_that_is_not_there_is_said_in_one_line() -> None:
    with pytest.raises(SetupRefusedError) as unreachable:
        shared_roster("https://ktdash.app/rosters/x", site="http://127.0.0.1:1")
    assert unreachable.value.message.code == "content-site-unreachable"
    with pytest.raises(SetupRefusedError) as other_place:
        shared_roster("https://example.com/x")
    assert other_place.value.message.code == "content-site-address"
