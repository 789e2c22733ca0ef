"""A tac op of 2021 chosen on a player's own phone, in secret, and revealed from it (rule B21-05)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from overlook.play.script import script_of
from tests.overlook.play.scripts import KT21, script
from tests.overlook.shown_script import ShownScript
from tests.overlook.two_phones import SEATS, pair, window

NAME = "Headhunter"


def phone(chromium: Browser, url: str, seat: str) -> Page:
    """Return a player's phone with what belongs to the whole game open."""
    context = window(chromium, SEATS[seat], mobile=True)
    pair(context, url, seat)
    page = context.new_page()
    page.goto(f"{url}/phone")
    page.get_by_role("group", name="Below the board").get_by_role("button", name="Game").tap()
    page.get_by_text("Ploys, points, new game").tap()
    return page


@pytest.mark.slow
def test_b21_05_a_tac_op_is_chosen_and_revealed_on_its_players_own_phone(chromium: Browser) -> None:
    raw = {**script({"A1": [5.0, 11.0], "B1": [25.0, 11.0]}, begin="set_up", **KT21), "places": {}}
    with ShownScript(script_of(raw)) as table:
        own, other = (phone(chromium, table.url, seat) for seat in SEATS)
        own.get_by_label("Tac op 1, in secret").fill(NAME)
        own.get_by_role("button", name="Choose Tac op 1").tap()
        reveal = own.get_by_role("button", name="Reveal Tac op 1")
        expect(reveal).to_be_visible()
        expect(own.get_by_label("Tac op 1, in secret")).to_have_count(0)
        expect(other.get_by_label("Tac op 1, in secret")).to_be_visible()
        sealed = other.get_by_role("list", name="Secret choices").get_by_role("listitem")
        expect(sealed).to_have_attribute("data-check", "sealed")
        expect(own.get_by_role("list", name="What you chose")).to_contain_text(NAME)
        assert NAME not in other.content()
        reveal.tap()
        expect(reveal).to_have_count(0)
        expect(sealed).to_have_attribute("data-check", "checked")
        expect(sealed).to_contain_text(NAME)
        expect(own.get_by_role("list", name="What you chose").get_by_role("listitem")).to_have_count(0)
        for page in (own, other):
            page.context.close()
