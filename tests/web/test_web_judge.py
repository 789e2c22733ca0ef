"""The page /judge, and what leads to it: who may call, what is shown, and nothing of it without a hall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.web.fake_judge import FakeJudge
from tests.web.fake_table import FakeTable
from tests.web.looking import SIZES, SMALL_TARGETS, Look, until
from tests.web.serving import Served
from web.app import Ports, create_app
from web.auth.sessions import COOKIE, Identity, Sessions
from web.contract.base import Severity
from web.contract.permissions import Role
from web.contract.table.snapshot import NoticeView
from web.pages.pages import BEFORE_RULINGS, PAGES, PAGES_WITH_JUDGE_LINK
from web.pages.static_files import page_html
from web.server.settings import WebSettings

SECRET = b"s" * 32
LEADS = 'href="/judge"'
MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture
def judge(served: Served) -> FakeJudge:
    """A table that belongs to a hall, on its own screen."""
    fake = FakeJudge()
    served.put(create_app(Ports(table=served.fake, judge=fake), WebSettings()))
    return fake


@pytest.fixture
def strange(server: Served, judge: FakeJudge) -> Iterator[httpx.Client]:
    """A client on another device, paired as whoever a test says."""
    server.put(create_app(Ports(table=server.fake, judge=judge), WebSettings(), Sessions(SECRET, own_screen=False)))
    with server.client() as client:
        yield client


def as_who(role: Role, seat: str = "") -> dict[str, str]:
    return {COOKIE: Sessions(SECRET).cookie(Identity(role, seat))}


def call(client: httpx.Client, words: object = "", key: str = "judge-00001", do: str = "call") -> httpx.Response:
    return client.post("/api/judge", json={"do": do, "words": words}, headers={"Idempotency-Key": key})


def test_a_paired_seat_calls_for_itself_and_who_only_looks_does_not(strange: httpx.Client, judge: FakeJudge) -> None:
    assert call(strange).status_code == 401
    strange.cookies.update(as_who(Role.VIEWER))
    assert call(strange).status_code == 401
    assert strange.get("/api/judge").status_code == 401
    strange.cookies.update(as_who(Role.PLAYER, "p2"))
    assert call(strange, "Cover?").json()["words"] == "Cover?"
    strange.cookies.update(as_who(Role.REFEREE))
    assert call(strange, do="withdraw", key="judge-00002").json()["state"] == "none"
    assert judge.asked == [("call", "Cover?", "p2"), ("withdraw", "", "any")]


def test_what_is_sent_again_is_asked_once_and_another_call_is_refused_in_a_line(
    client: httpx.Client, judge: FakeJudge
) -> None:
    assert [call(client).status_code for _ in range(3)] == [200] * 3
    assert len(judge.asked) == 1
    refused = call(client, key="judge-00002")
    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("A judge is called already")


@pytest.mark.parametrize("words", ["x" * 121, "two\nlines", "nul\x00", 3, None, ["x"]])
def test_words_that_are_no_line_are_refused(client: httpx.Client, judge: FakeJudge, words: object) -> None:
    answer = call(client, words)
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert "words" in answer.json()["detail"]
    assert judge.asked == []


def test_a_table_without_a_hall_leads_nowhere_and_says_why(client: httpx.Client) -> None:
    for address in PAGES_WITH_JUDGE_LINK:
        assert LEADS not in client.get(address).text
        assert client.get(address).text == page_html(PAGES[address])
    assert "<h1>You cannot call a judge here</h1>" in client.get("/judge").text
    assert client.get("/api/judge").status_code == 404
    assert call(client).status_code == 404


def test_a_table_of_a_hall_leads_there_once_from_each_page_of_players(client: httpx.Client, judge: FakeJudge) -> None:
    for address in PAGES_WITH_JUDGE_LINK:
        page = client.get(address).text
        assert page_html(PAGES[address]).count(BEFORE_RULINGS) == 1
        assert page.count(LEADS) == 1
        assert page.index(LEADS) < page.index(BEFORE_RULINGS)
    assert LEADS not in client.get("/overlay").text


@pytest.mark.in_turn
def test_a_judge_is_called_from_a_phone(look: Look, served: Served, judge: FakeJudge, pictures: Path) -> None:
    phone = look.at("/phone", size="phone")
    leads = phone.get_by_role("link", name="Call a judge")
    leads.scroll_into_view_if_needed()
    phone.screenshot(path=pictures / "judge-phone-leads.png")
    assert phone.evaluate(SMALL_TARGETS) == []
    leads.tap()
    phone.wait_for_selector("body[data-ready]")
    look.expected = ("409",)
    phone.get_by_role("textbox").fill(MARKUP)
    phone.get_by_role("button", name="Call a judge").tap()
    expect(phone.get_by_role("status")).to_have_text("A judge is called; the hall has not heard it yet.")
    expect(phone.locator("#who")).to_contain_text(MARKUP)
    assert phone.locator("img").count() == 0
    assert judge.asked == [("call", MARKUP, "any")]
    phone.screenshot(path=pictures / "judge-phone-called.png")
    judge.now = judge.now.model_copy(update={"state": "coming", "sentence": "A judge is coming."})
    expect(phone.get_by_role("status")).to_have_text("A judge is coming.")
    judge.now = judge.now.model_copy(
        update={"state": "answered", "sentence": "The judge has answered.", "answer": "No cover " + "y" * 100}
    )
    expect(phone.locator("#answer")).to_contain_text("No cover")
    assert phone.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"][0]
    assert phone.evaluate(SMALL_TARGETS) == []
    phone.screenshot(path=pictures / "judge-phone-answered.png")
    expect(phone.get_by_role("button", name="Withdraw the call")).to_be_hidden()
    phone.get_by_role("button", name="Call a judge").tap()
    phone.get_by_role("button", name="Withdraw the call").tap()
    expect(phone.locator("#standing")).to_be_hidden()
    assert [do for do, _, _ in judge.asked] == ["call", "call", "withdraw"]


@pytest.mark.nightly
def test_a_refusal_and_why_nobody_can_be_called_stand_on_the_page(look: Look, judge: FakeJudge) -> None:
    page = look.at("/judge", size="phone", scheme="light")
    judge.now = judge.now.model_copy(update={"why_not": "Nobody at this hall's hub answers calls."})
    expect(page.get_by_text("Nobody at this hall's hub answers calls.")).to_be_visible()
    expect(page.get_by_role("button", name="Call a judge")).to_be_hidden()


@pytest.mark.nightly
def test_a_device_that_is_not_paired_is_led_to_pairing_and_back(
    look: Look, served: Served, strange: httpx.Client
) -> None:
    look.expected = ("401",)
    page = look.at("/judge", size="phone")
    expect(page.get_by_role("link", name="Pair this device")).to_have_attribute("href", "/pair?back=/judge")
    expect(page.get_by_role("button", name="Call a judge")).to_be_hidden()


@pytest.mark.nightly
@pytest.mark.parametrize(("path", "size"), [("/", "desk"), ("/phone", "phone")])
def test_phones_and_the_tables_page_say_how_it_stands(
    look: Look, served: Served, judge: FakeJudge, path: str, size: str, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming = NoticeView(id="judge", severity=Severity.INFO, sentence="A judge is coming.")
    monkeypatch.setattr(FakeTable, "_notices", lambda _: (coming,))
    served.do(served.fake.publish)
    page = look.at(path, size="phone" if size == "phone" else "desk")
    until(page, "document.querySelector('#notices').textContent.includes('A judge is coming.')")
    assert page.evaluate(SMALL_TARGETS) == []
    page.screenshot(path=pictures / f"judge-coming-{size}.png")
