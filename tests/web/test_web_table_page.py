"""The table's own page in a real browser: what it shows of the table and its rulings, and what it says is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web.fake_rulings import too_close
from tests.web.looking import (
    CONTRASTS,
    NAMELESS,
    PATIENCE_MS,
    SIZES,
    SMALL_TARGETS,
    Look,
    Scheme,
    Size,
    until,
)
from tests.web.serving import Served
from web.auth.sessions import PIN_S

pytestmark = pytest.mark.in_turn

PICTURED = "document.querySelector('#camera img').naturalWidth === 1280"


def place_of(page: Page, name: str) -> tuple[float, float]:
    """Return where an operative is drawn, pixels of the page."""
    box = page.get_by_role("button", name=name).locator(".base").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shown(page: Page, role: str) -> tuple[int, int]:
    """Return how many strokes of a role are drawn on the board and over the picture."""
    return page.locator(f"#board .witness g.{role}").count(), page.locator(f"#camera .witness g.{role}").count()


def test_the_page_shows_every_operative_terrain_part_and_marker(look: Look) -> None:
    page = look.at()
    expect(page.locator("#board .operative")).to_have_count(12)
    expect(page.locator("#board .part")).to_have_count(6)
    expect(page.locator("#board .marker")).to_have_count(3)
    expect(page.locator("#board .name")).to_have_count(12)
    expect(page.get_by_role("img", name="ruin west, 0 to 2 inches high, Heavy, Vantage")).to_be_visible()


def test_a_base_moves_when_it_moves_on_the_table(look: Look, served: Served) -> None:
    page = look.at()
    before, other = place_of(page, "A2 Rifle Arn"), place_of(page, "A1 Sergeant Ves")
    served.change(moving=True, time_s=2.0)
    expect(page.locator('.operative[data-state="moving"]')).to_have_count(1)
    after = place_of(page, "A2 Rifle Arn")
    board = page.locator("#board .floor").bounding_box()
    assert board is not None
    per_inch = board["width"] / 30
    step = served.do(served.fake.pace)
    assert after[0] - before[0] == pytest.approx(step[0] * per_inch, abs=1.5)
    assert before[1] - after[1] == pytest.approx(step[1] * per_inch, abs=1.5)
    assert place_of(page, "A1 Sergeant Ves") == other


def test_states_differ_by_shape(look: Look) -> None:
    page = look.at()
    dashes = {
        state: page.locator(f'[data-state="{state}"] .base').first.evaluate("e => getComputedStyle(e).strokeDasharray")
        for state in ("seen", "covered", "declared")
    }
    assert len(set(dashes.values())) == 3
    for state in ("covered", "lifted", "declared"):
        expect(page.locator(f'.operative[data-state="{state}"] .badge.state .sign')).to_have_count(1)
        expect(page.get_by_role("button", name=re.compile(f", {state},"))).to_have_count(1)
    expect(page.locator('.operative[data-state="seen"] .badge.state').first).to_be_hidden()


def test_a_ruling_appears_and_is_drawn(look: Look, served: Served, pictures: Path) -> None:
    page = look.at()
    expect(page.locator(".newest .verdict")).to_have_text("No")
    served.call(too_close())
    newest = page.locator(".newest")
    expect(newest.locator(".verdict")).to_have_text("Too close")
    expect(newest.locator(".claim")).to_have_text("Rifle Arn dashed at most 3 in")
    expect(newest.locator(".figures").first).to_have_text('2.99" (limit 3.00"), ±0.01"')
    expect(page.locator("#said")).to_have_text(re.compile("^Too close. Rifle Arn dashed"))
    assert shown(page, "path") == (1, 1)
    assert shown(page, "measure") == (1, 1), "where one would measure"
    page.screenshot(path=pictures / "table-ruling.png")


@pytest.mark.nightly
def test_hover_focus_and_touch_show_a_rulings_witness(look: Look) -> None:
    page = look.at()
    rulings = page.locator(".ruling")
    assert shown(page, "measure") == (1, 1)
    rulings.nth(1).hover()
    assert shown(page, "clear_line") == (1, 1)
    page.mouse.move(5, 5)
    assert shown(page, "clear_line") == (0, 0)
    assert shown(page, "measure") == (1, 1)
    rulings.nth(0).focus()
    page.keyboard.press("Tab")
    assert shown(page, "clear_line") == (1, 1)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(rulings.nth(2)).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".rulings > li").nth(2).locator(".findings code")).to_have_text("D24-04")
    assert shown(page, "path") == (1, 1)


@pytest.mark.nightly
def test_a_touch_shows_a_rulings_witness_and_keeps_it(look: Look, pictures: Path) -> None:
    page = look.at(size="phone")
    page.locator(".ruling").nth(1).tap()
    assert page.locator("#board .witness g.clear_line").count() == 1
    expect(page.locator(".rulings > li").nth(1).locator(".findings code")).to_have_count(2)
    page.screenshot(path=pictures / "table-phone-unfolded.png")


@pytest.mark.nightly
def test_the_witness_lies_over_the_picture_where_the_camera_sees_it(look: Look, served: Served) -> None:
    page = look.at()
    line = served.fake.rulings[0].findings[0].witness[1]
    assert line.points_px is not None
    over = page.locator("#camera .over")
    matrix = over.evaluate("e => { const m = e.getScreenCTM(); return [m.a, m.d, m.e, m.f]; }")
    picture = page.locator("#camera img").bounding_box()
    assert picture is not None
    scale = picture["width"] / 1280
    for x, y in line.points_px:
        drawn = (x * matrix[0] + matrix[2], y * matrix[1] + matrix[3])
        seen = (picture["x"] + x * scale, picture["y"] + y * scale)
        assert drawn == pytest.approx(seen, abs=0.6)


@pytest.mark.nightly
def test_the_camera_picture_is_shown(look: Look) -> None:
    page = look.at()
    until(page, PICTURED)


def test_an_undo_takes_the_ruling_back_and_shows_where_models_go(look: Look, served: Served, pictures: Path) -> None:
    page = look.at()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".newest .tail")).to_have_text("withdrawn")
    expect(page.locator("#board .ghost")).to_have_count(1)
    expect(page.get_by_role("status", name="Notices")).to_contain_text("A6 Breacher Ode goes back 3.50 in")
    assert [act for act, _, _ in served.fake.acts] == ["press undo"]
    page.screenshot(path=pictures / "table-undone.png")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".newest .tail")).to_be_empty()
    expect(page.locator("#board .ghost")).to_have_count(0)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


WRONG = (
    ("hand", "info", "Hand in view: rulings wait until the table is still"),
    ("camera_moved", "caution", "The camera moved by 4 mm: places are measured anew"),
    ("board_lost", "trouble", "Board lost: fewer than four of its tags are seen"),
    ("camera_lost", "trouble", "Camera lost: check its plug. The game is kept"),
)


def test_a_banner_says_what_is_wrong(look: Look, served: Served, pictures: Path) -> None:
    look.expected = ("503",)
    page = look.at()
    for fact, severity, words in WRONG:
        notice = page.locator(f'#notices [data-severity="{severity}"]')
        expect(notice).to_have_count(0)
        served.change(**{fact: True})
        expect(notice.locator("span")).to_have_text(words)
        assert notice.get_by_role("link", name="Table status").count() == (severity == "trouble")
        served.change(**{fact: False})
        expect(notice).to_have_count(0)
    served.change(**{fact: True for fact, _, _ in WRONG})
    expect(page.locator("#notices li")).to_have_count(4)
    page.screenshot(path=pictures / "table-all-is-wrong.png")


@pytest.mark.nightly
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", ["/", "/phone"])
def test_the_health_of_the_table_is_one_touch_away(look: Look, path: str, size: Size) -> None:
    page = look.at(path, size=size)
    page.get_by_role("banner").get_by_role("link", name="Table status").click()
    expect(page.get_by_role("heading", name="Table status")).to_be_visible()
    expect(page.locator("#parts li").first).to_be_visible()


@pytest.mark.nightly
def test_an_operative_is_chosen_by_keyboard_and_by_touch(look: Look) -> None:
    page = look.at(size="phone")
    card = page.get_by_role("status", name="Operative")
    x, y = place_of(page, "B4 Brute Grum")
    page.touchscreen.tap(x + 14, y + 4)
    expect(card).to_contain_text("Brute Grum")
    expect(card).to_contain_text("10 of 12 wounds left")
    page.get_by_role("button", name="B4 Brute Grum").focus()
    page.keyboard.press("Escape")
    expect(card).to_be_empty()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(card).to_contain_text("Seer Aun")
    expect(page.locator(".operative[tabindex='0']")).to_have_count(1)


@pytest.mark.nightly
def test_the_board_turns_and_stays_turned(look: Look) -> None:
    page = look.at()
    flat = place_of(page, "A1 Sergeant Ves")
    page.get_by_role("button", name="Turn the board").click()
    turned = place_of(page, "A1 Sergeant Ves")
    assert turned[1] < flat[1] - 100
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert place_of(page, "A1 Sergeant Ves") == pytest.approx(turned, abs=1)


@pytest.mark.nightly
def test_colours_can_be_chosen(look: Look) -> None:
    page = look.at(scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name="Colours: automatic").click()
    assert page.evaluate(ground) != dark
    page.get_by_role("button", name="Colours: light").click()
    assert page.evaluate(ground) == dark


@pytest.mark.nightly
def test_a_phone_shows_board_or_camera(look: Look, pictures: Path) -> None:
    page = look.at(size="phone")
    assert page.locator("#camera img").get_attribute("src") is None
    page.get_by_role("button", name="Camera").tap()
    until(page, PICTURED)
    expect(page.locator("#board")).to_be_hidden()
    page.screenshot(path=pictures / "table-phone-camera.png")
    page.get_by_role("button", name="Board", exact=True).tap()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#camera img")).not_to_have_attribute("src", re.compile("."))


PLACES: list[tuple[Size, Scheme]] = [
    ("phone", "dark"),
    ("phone", "light"),
    ("tablet", "light"),
    ("stream", "dark"),
    ("stream", "light"),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(844, 390), (740, 360)])
def test_on_a_phone_on_its_side_the_board_fills_its_place_and_all_else_stands_beside_it(
    look: Look, pictures: Path, width: int, height: int
) -> None:
    page = look.at(size="phone")
    page.set_viewport_size({"width": width, "height": height})
    page.screenshot(path=pictures / f"table-on-its-side-{width}.png")
    head, drawn, log, dock = (
        page.locator(one).bounding_box() for one in ("body > header", "#board .floor", "#log", "#dock")
    )
    assert head is not None
    assert drawn is not None
    assert log is not None
    assert dock is not None
    assert min(log["x"], dock["x"]) >= drawn["x"] + drawn["width"]
    assert max(drawn["width"] / log["x"], drawn["height"] / (height - head["height"])) > 0.85
    assert dock["y"] + dock["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "scheme"), PLACES)
def test_the_page_at_every_size(look: Look, pictures: Path, size: Size, scheme: Scheme) -> None:
    page = look.at(size=size, scheme=scheme)
    if size != "phone":
        until(page, PICTURED)
    page.locator(".ruling").nth(1).click()
    page.screenshot(path=pictures / f"table-{size}-{scheme}.png")
    width, height = SIZES[size]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(NAMELESS) == []
    for selector in ("#board", "#score", "#dock button:last-child"):
        box = page.locator(selector).bounding_box()
        assert box is not None, selector
        assert box["x"] >= -1, selector
        assert box["x"] + box["width"] <= width + 1, selector
        assert box["y"] + box["height"] <= height + 1, selector
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 20
    assert [found for found in contrasts if found[1] < 4.5] == []


def test_a_pin_that_was_used_is_soon_another_and_none_is_shown_while_the_table_is_away(
    look: Look, served: Served
) -> None:
    look.expected = ("503",)
    page = look.at()
    page.get_by_role("button", name="Pair a phone").click()
    pin = page.locator("#invitation b")
    expect(pin).to_have_text(re.compile(r"^PIN \d{3} \d{3}$"))
    used = pin.text_content() or ""
    body = {"pin": used.removeprefix("PIN "), "seat": "p1"}
    httpx.post(f"{served.url}/api/pair", json=body).raise_for_status()
    assert PIN_S > 2 * PATIENCE_MS / 1000, "it is another though its time is not over"
    expect(pin).not_to_have_text(used)
    served.away = True
    expect(pin).to_have_count(0)
    served.away = False
    expect(pin).to_have_text(re.compile(r"^PIN \d{3} \d{3}$"))


@pytest.mark.nightly
def test_the_pairing_panel_says_who_is_here_and_leaves_by_itself_with_the_last_seat(look: Look, served: Served) -> None:
    page = look.at()
    page.get_by_role("button", name="Pair a phone").click()
    panel = page.locator("#invitation")
    expect(panel).to_contain_text("not paired yet")
    waited = served.fake.snapshot().game.seats
    assert len(waited) == 2
    for seat in waited:
        expect(panel).to_be_visible()
        pin = httpx.get(f"{served.url}/api/pairing").json()["pin"]
        httpx.post(f"{served.url}/api/pair", json={"pin": pin, "seat": seat.player}).raise_for_status()
        if seat is not waited[-1]:
            expect(panel).to_contain_text(f"{seat.name}: paired")
    expect(panel).to_be_hidden()
    expect(page.get_by_role("button", name="Pair a phone")).to_have_attribute("aria-expanded", "false")
