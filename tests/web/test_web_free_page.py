"""The page of the free table: a question from the form or in words, its answer on the board, and a notebook."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.looking import CONTRASTS, NAMELESS, SIZES, SMALL_TARGETS, Look, Scheme, Size
from tests.web.serving import Served

pytestmark = pytest.mark.in_turn


def test_the_form_writes_the_question_and_the_answer_is_drawn(look: Look, served: Served) -> None:
    page = look.at("/free")
    expect(page.locator("#game")).to_have_text("Ice Skiffs")
    page.select_option("#from", "a1")
    page.select_option("#to", "b1")
    page.fill("#limit", "harpoon")
    expect(page.locator("#question")).to_have_value("gap a1 b1 harpoon")
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.locator("#answer .question")).to_have_text("A1 to B1: 7.50 in")
    expect(page.locator("#answer li")).to_have_attribute("data-verdict", "TOO_CLOSE")
    expect(page.locator("#board .witness path").first).to_be_attached()
    assert served.advisor.asked_freely == ["gap a1 b1 harpoon"]


def test_each_kind_shows_what_it_needs(look: Look) -> None:
    page = look.at("/free")
    page.select_option("#kind", "move")
    page.select_option("#from", "a1")
    page.fill("#point", "3, 4")
    page.fill("#limit", "6")
    expect(page.locator("#question")).to_have_value("move a1 from 3,4 limit 6")
    expect(page.locator("#to")).to_be_hidden()
    page.select_option("#kind", "template")
    page.fill("#template", "crack")
    page.fill("#limit", "")
    expect(page.locator("#question")).to_have_value("template crack 3,4")
    page.select_option("#kind", "chain")
    page.select_option("#chain", ["a1", "b1"])
    expect(page.locator("#question")).to_have_value("chain a1 b1")


def test_a_question_that_is_not_understood_says_what_would_be(look: Look) -> None:
    page = look.at("/free")
    look.expected = ("404",)
    page.fill("#question", "gap a1 z9")
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.locator("#answer")).to_contain_text("There is no model")


def test_turns_and_notes_are_kept_and_undone(look: Look) -> None:
    page = look.at("/free")
    page.evaluate("localStorage.removeItem('overlook.notebook')")
    page.reload()
    expect(page.locator("#number")).to_have_text("lap 1")
    page.get_by_role("button", name="Next", exact=True).click()
    page.fill("#note", "The ice cracks")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#notes li")).to_have_text("lap 2: The ice cracks")
    page.reload()
    expect(page.locator("#notes li")).to_have_text("lap 2: The ice cracks")
    for _ in range(2):
        page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#notes li")).to_have_count(0)
    expect(page.locator("#number")).to_have_text("lap 1")


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("phone", "dark"), ("tablet", "light")])
def test_the_free_table_at_every_size(look: Look, pictures: Path, size: Size, scheme: Scheme) -> None:
    page = look.at("/free", size=size, scheme=scheme)
    page.screenshot(path=pictures / f"free-{size}-{scheme}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(NAMELESS) == []
    assert [found for found in page.evaluate(CONTRASTS) if found[1] < 4.5] == []
