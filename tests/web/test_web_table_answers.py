"""The table's page is answered: buttons, questions, equipment, dice; a refusal is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.fake_rulings import defence_dice, equipment
from tests.web.looking import Look, until
from tests.web.serving import Served

pytestmark = pytest.mark.in_turn


@pytest.mark.nightly
def test_the_panels_buttons_are_on_the_page(look: Look, served: Served) -> None:
    page = look.at(size="phone")
    names = ("Confirm", "Next", "Challenge")
    for count, name in enumerate(names, start=1):
        page.get_by_role("navigation", name="Panel").get_by_role("button", name=name).tap()
        until(page, "!document.querySelector('.pressed')")
        assert len(served.fake.acts) == count
    assert [act for act, _, _ in served.fake.acts] == [f"press {name.lower()}" for name in names]


def test_a_prompt_is_answered_by_a_button_and_its_default_is_marked(look: Look, served: Served) -> None:
    page = look.at(size="phone")
    prompt = page.get_by_role("region", name="Salt Reavers: use Command Re-roll on the attack dice?")
    expect(prompt.locator(".default")).to_have_text("Keep the dice")
    prompt.get_by_role("button", name="Re-roll one die").tap()
    expect(prompt).to_have_count(0)
    assert [act[:2] for act in served.fake.acts] == [("answer", "p2")]


@pytest.mark.nightly
@pytest.mark.parametrize("taken_by", ["Take 2 of at most 4", "Confirm"])
def test_equipment_is_picked_and_then_taken(look: Look, served: Served, pictures: Path, taken_by: str) -> None:
    page = look.at("/phone", size="phone")
    served.change(prompts=(equipment(),))
    prompt = page.get_by_role("region", name="Iron Wolves: which equipment?")
    for name in ("Mines", "Ammo cache", "Ladders", "Razor wire", "Light barricades"):
        prompt.get_by_role("button", name=name).tap()
    expect(prompt.locator("[aria-pressed=true]")).to_have_count(4)
    expect(prompt.get_by_role("button", name="No equipment")).to_be_hidden()
    page.screenshot(path=pictures / "phone-equipment.png")
    for name in ("Ammo cache", "Razor wire"):
        prompt.get_by_role("button", name=name).tap()
    page.get_by_role("button", name=taken_by).tap()
    expect(prompt).to_have_count(0)
    assert served.fake.equipment == {"p1": ("mines", "ladders")}
    assert [act[:2] for act in served.fake.acts] == [("choose_equipment", "p1")]


@pytest.mark.nightly
def test_no_equipment_is_one_touch_and_picks_can_be_put_back(look: Look, served: Served) -> None:
    page = look.at("/phone", size="phone")
    served.change(prompts=(equipment(),))
    prompt = page.get_by_role("region", name="Iron Wolves: which equipment?")
    prompt.get_by_role("button", name="Mines").tap()
    prompt.get_by_role("button", name="Mines").tap()
    expect(prompt.get_by_role("button", name="Take")).to_be_hidden()
    prompt.get_by_role("button", name="No equipment").tap()
    expect(prompt).to_have_count(0)
    assert [act[:2] for act in served.fake.acts] == [("answer", "p1")]
    assert served.fake.equipment == {}


def test_dice_are_entered_by_big_buttons(look: Look, served: Served, pictures: Path) -> None:
    page = look.at(size="phone")
    served.change(prompts=(defence_dice(),))
    prompt = page.get_by_role("region", name="Rifle Arn defends: roll three dice")
    enter = prompt.get_by_role("button", name="Enter dice")
    expect(enter).to_be_disabled()
    for die in ("6", "2", "5"):
        prompt.get_by_role("button", name=die, exact=True).tap()
    prompt.get_by_role("button", name="Delete last die").tap()
    prompt.get_by_role("button", name="4", exact=True).tap()
    expect(prompt.get_by_role("status", name="Dice entered")).to_contain_text("6, 2, 4; 0 to go")
    page.screenshot(path=pictures / "table-phone-dice.png")
    enter.tap()
    expect(prompt).to_have_count(0)
    assert [act[:2] for act in served.fake.acts] == [("answer", "p1")]


@pytest.mark.nightly
def test_what_is_entered_stays_while_the_table_moves(look: Look, served: Served) -> None:
    page = look.at()
    served.change(prompts=(defence_dice(),))
    page.get_by_role("button", name="6", exact=True).click()
    for _ in range(5):
        served.do(served.fake.step)
    expect(page.get_by_role("status", name="Dice entered")).to_contain_text("6; 2 to go")


@pytest.mark.nightly
def test_a_refusal_is_said(look: Look, served: Served) -> None:
    look.expected = ("409",)
    page = look.at()
    served.change(prompts=())
    expect(page.locator("#prompts")).to_be_hidden()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("alert")).to_have_text("There is nothing to confirm")


def test_dice_typed_for_what_was_undone_are_no_others(look: Look, served: Served) -> None:
    page = look.at()
    entered = page.get_by_role("status", name="Dice entered")
    served.change(prompts=(defence_dice(),))
    page.get_by_role("button", name="6", exact=True).click()
    expect(entered).to_contain_text("6; 2 to go")
    served.do(served.fake.undo)
    served.change(prompts=())
    expect(page.locator("#prompts")).to_be_hidden()
    served.change(prompts=(defence_dice(),))
    expect(entered).to_contain_text("No dice; 3 to go")
