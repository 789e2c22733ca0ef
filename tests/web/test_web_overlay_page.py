"""The stream's page: a transparent ground, and everything where a stream expects it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page, expect

from tests.web.fake_rulings import defence_dice, shot
from tests.web.looking import READY, Look, listen_to, said
from tests.web.serving import Served
from web.contract.offers import MenuView


def alpha_of(page: Page, path: Path) -> NDArray[np.uint8]:
    """Return the opacity of every pixel of the page, 0 to 255."""
    page.screenshot(path=path, omit_background=True)
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    assert image is not None
    assert image.shape == (1080, 1920, 4)
    return np.asarray(image[..., 3], dtype=np.uint8)


def test_the_ground_is_transparent_and_the_rest_is_where_it_belongs(look: Look, pictures: Path) -> None:
    page = look.at("/overlay?hold=0", "stream")
    expect(page.locator("#third")).to_have_attribute("data-on", "true")
    alpha = alpha_of(page, pictures / "overlay.png")
    assert alpha[300:560, 100:1200].max() == 0, "the middle is the camera's"
    assert max(alpha[:20].max(), alpha[-20:].max(), alpha[:, :20].max(), alpha[:, -20:].max()) == 0, "a safe margin"
    for selector in ("#score", "#third", "#inset"):
        box = page.locator(selector).bounding_box()
        assert box is not None
        x, y, w, h = (int(box[key]) for key in ("x", "y", "width", "height"))
        assert np.median(alpha[y + 12 : y + h - 12, x + 12 : x + w - 12]) > 220, selector
    assert (alpha > 0).mean() < 0.35


def test_the_lower_third_says_the_newest_ruling_and_leaves(look: Look, served: Served) -> None:
    page = look.at("/overlay?hold=5", "stream")
    third = page.locator("#third")
    expect(third).to_have_attribute("data-on", "false")
    served.call(shot())
    expect(third).to_have_attribute("data-on", "true")
    expect(third).to_contain_text("Gunner Sol may shoot Blade Tor")
    assert page.locator("#board .witness g.clear_line").count() == 1
    expect(third).to_have_attribute("data-on", "false")
    assert page.locator("#board .witness g.clear_line").count() == 0


def test_a_ruling_taken_back_is_said_to_be(look: Look, served: Served) -> None:
    page = look.at("/overlay?hold=0", "stream")
    served.do(served.fake.undo)
    expect(page.locator("#third .sentence")).to_have_text("Taken back")


def test_open_decisions_and_notices_are_shown(look: Look, served: Served) -> None:
    page = look.at("/overlay", "stream")
    expect(page.locator("#strips")).to_contain_text("use Command Re-roll")
    served.change(hand=True, prompts=())
    expect(page.locator("#strips li")).to_have_text("Hand in view: rulings wait until the table is still")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_two_themes(look: Look, pictures: Path, theme: str) -> None:
    page = look.at(f"/overlay?hold=0&theme={theme}", "stream")
    alpha_of(page, pictures / f"overlay-{theme}.png")
    image = cv2.imread(str(pictures / f"overlay-{theme}.png"))
    assert image is not None
    box = page.locator("#inset").bounding_box()
    assert box is not None
    edge = image[int(box["y"]) + 3, int(box["x"]) + 60].mean()
    assert (edge < 80) == (theme == "dark")


def test_dice_that_are_asked_for_are_filled_as_they_are_entered_and_leave(look: Look, served: Served) -> None:
    page = look.at("/overlay/dice", "stream")
    roll = page.locator("#roll")
    expect(roll).to_have_attribute("data-on", "false")
    served.change(prompts=(defence_dice(),))
    expect(roll).to_have_attribute("data-on", "true")
    expect(roll.locator("p")).to_have_text("Rifle Arn defends: roll three dice")
    expect(roll.locator("b")).to_have_text(["", "", ""])
    entered = MenuView(question="Dice", marked="4", prompt="defence-9", at=4, of=6, entered=(5, 2))
    served.change(menu=(entered,))
    expect(roll.locator("b")).to_have_text(["5", "2", ""])
    served.change(prompts=(), menu=())
    expect(roll).to_have_attribute("data-on", "false")


PARTS = {
    "score": "#score",
    "ruling": "#third",
    "board": "#inset",
    "model": "#model",
    "notices": "#strips",
    "dice": "#roll",
}


def test_each_part_alone_stands_where_it_stands_in_the_whole(look: Look, served: Served) -> None:
    page = look.at("/overlay?hold=0", "stream")
    whole = {part: page.locator(selector).bounding_box() for part, selector in PARTS.items()}
    for part, selector in PARTS.items():
        page.goto(f"{served.url}/overlay/{part}?hold=0", wait_until="commit")
        page.wait_for_selector(READY)
        assert page.locator(selector).bounding_box() == whole[part], part
        for other in set(PARTS.values()) - {selector}:
            expect(page.locator(other)).to_be_hidden()


def test_a_new_turning_point_is_announced_and_leaves(look: Look, served: Served, pictures: Path) -> None:
    page = look.at("/overlay?hold=0", "stream")
    turn = page.locator("#turn")
    expect(turn).to_have_attribute("data-on", "false")
    listen_to(page, "#turn")
    served.change(turning_point=3)
    said(page, "#turn", "true Turning point 3")
    page.screenshot(path=pictures / "overlay-turn.png")
    expect(turn).to_have_attribute("data-on", "false", timeout=8000)


def test_a_delay_holds_everything_back(look: Look, served: Served) -> None:
    now, late = look.at("/overlay?hold=0", "stream"), look.at("/overlay?hold=0&delay=5", "stream")
    served.do(served.fake.call, shot())
    served.change(hand=True)
    expect(now.locator("#third")).to_contain_text("Gunner Sol may shoot")
    expect(late.locator("#third")).to_contain_text("Breacher Ode fights")
    expect(late.locator("#strips")).not_to_contain_text("Hand in view")
    expect(late.locator("#third")).to_contain_text("Gunner Sol may shoot")
    expect(late.locator("#strips")).to_contain_text("Hand in view")
