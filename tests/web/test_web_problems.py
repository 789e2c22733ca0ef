"""Who opens an address that it may not see, or that is not there, reads a sentence and finds the link that mends it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest

from messages.message import Message
from tests.web.fake_table import FakeTable
from tests.web.looking import Look
from tests.web.serving import Served
from web.app import Ports, create_app
from web.auth.sessions import Sessions
from web.server.responses import problem_page
from web.server.settings import WebSettings

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.fixture
def private(server: Served) -> Iterator[httpx.Client]:
    """A client on another device, at a table that shows itself to paired devices alone."""
    server.show(FakeTable(moving=False))
    server.put(create_app(Ports(table=server.fake), WebSettings(private=True), Sessions(b"s" * 32, own_screen=False)))
    with server.client() as client:
        yield client


def test_a_browser_that_is_not_paired_is_led_to_pairing_and_back(private: httpx.Client) -> None:
    answer = private.get("/fairness?of=p1", headers=BROWSER)
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "open /pair" in answer.text
    assert 'href="/pair?back=%2Ffairness%3Fof%3Dp1"' in answer.text
    assert "detail" not in answer.text


def test_a_browser_at_an_address_that_is_not_there_is_led_to_the_table(client: httpx.Client) -> None:
    answer = client.get("/nowhere<b>", headers=BROWSER)
    assert answer.status_code == 404
    assert "&lt;b&gt;" in answer.text
    assert "<b>" not in answer.text
    assert '<a href="/">' in answer.text
    assert "/pair" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_browser_that_calls_the_table_by_another_name_reads_why(client: httpx.Client) -> None:
    answer = client.get("/", headers={**BROWSER, "Host": "evil.example"})
    assert answer.status_code == 400
    assert answer.text.startswith("<!doctype html>")
    assert "evil.example" in answer.text


@pytest.mark.parametrize("accept", ["*/*", "application/json"])
def test_a_program_reads_json(client: httpx.Client, private: httpx.Client, accept: str) -> None:
    answer = client.get("/nowhere", headers={"Accept": accept})
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": '"/nowhere" does not exist.',
        "message": {"code": "request-nothing-there", "args": {"path": "/nowhere"}},
    }
    refused = private.get("/api/snapshot", headers={"Accept": accept}).json()
    assert refused["message"]["code"] == "access-pair-first"


def test_what_is_sent_is_answered_in_json_to_a_browser_too(private: httpx.Client) -> None:
    headers = {**BROWSER, "Idempotency-Key": "key-0000001"}
    assert private.post("/api/buttons/undo", headers=headers).json()["message"]["code"] == "access-pair-first"


def test_a_page_of_a_wrong_role_leads_to_pairing() -> None:
    page = problem_page(403, Message.stored("This phone is p1's."), "/setup")
    assert "This phone is p1&#x27;s." in page
    assert 'href="/pair?back=%2Fsetup"' in page


@pytest.mark.nightly
def test_the_page_fits_a_phone(look: Look) -> None:
    look.expected = ("404",)
    page = look.at("/nowhere", "phone", ready="main a")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="To the table").click()
    page.wait_for_selector("body[data-ready]")


@pytest.mark.parametrize("page", ["/phone", "/setup", "/replay", "/overlay/score", "/director", "/health"])
@pytest.mark.parametrize("accept", [BROWSER["Accept"], "*/*"])
def test_a_page_s_address_with_a_slash_at_its_end_leads_to_the_page(
    client: httpx.Client, page: str, accept: str
) -> None:
    answer = client.get(f"{page}/?seat=p1", headers={"Accept": accept}, follow_redirects=False)
    assert answer.status_code == 307
    assert answer.headers["location"] == f"{page}?seat=p1"
    assert client.get(f"{page}/", headers={"Accept": accept}, follow_redirects=True).text == client.get(page).text


@pytest.mark.parametrize("path", ["/nowhere/", "//evil.example/", "/api/snapshot/", "/phone//", "/"])
def test_nothing_else_leads_anywhere(client: httpx.Client, path: str) -> None:
    answer = client.get(httpx.URL(str(client.base_url)).copy_with(raw_path=path.encode()), follow_redirects=False)
    assert answer.status_code == (200 if path == "/" else 404)
    assert "location" not in answer.headers


@pytest.mark.parametrize("page", ["/", "/phone", "/setup", "/replay?game=3"])
def test_a_private_tables_pages_lead_to_pairing_and_back(private: httpx.Client, page: str) -> None:
    answer = private.get(page, headers=BROWSER)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/pair?back={quote(page, safe='')}"
    assert private.get("/pair").status_code == 200
