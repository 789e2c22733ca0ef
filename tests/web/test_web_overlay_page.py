"""The stream's page: a transparent ground, what always stands there, and one card at a time as the director has it."""

from __future__ import annotations

import itertools
from pathlib import Path
from urllib.parse import quote

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import FloatRect, Page, expect

from referee.rules.position import Order
from tests.web.fake_rulings import defence_dice, shot, too_close
from tests.web.looking import READY, Look, listen_to, said
from tests.web.serving import Served
from web.contract.table.game_views import MemberView
from web.contract.table.on_air import CardKind
from web.stream import cards

pytestmark = pytest.mark.in_turn

SMALLEST_PX = 24.0
STANDING = {"score": "#score", "board": "#inset", "stage": "#stage", "feed": "#feed"}
OWN_STYLE = "#score .team { color: rgb(1, 2, 3) } #score { border-top: 7px solid rgb(250, 0, 250) }"
BOXES = """() => [...document.querySelectorAll("main > *")].filter((one) => one.checkVisibility()).map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.id || one.className, x, y, width, height];
}).filter(([, , , width, height]) => width > 1 && height > 1)"""
TYPE = """() => {
    const found = [];
    const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { parentElement: one, textContent: words } = walk.currentNode;
        if (!words.trim() || !one.checkVisibility() || one.closest(".hidden, svg")) continue;
        found.push([words, parseFloat(getComputedStyle(one).fontSize)]);
    }
    return found;
}"""
BAR = """() => {
    document.querySelector("#stage").innerHTML =
        "<section class=fighter><span class=wounds><i class=lost></i><i class=left></i></span></section>";
    return [".fighter", ".wounds", ".wounds .left"].map((name) => {
        const [r, g, b] = getComputedStyle(document.querySelector(`#stage ${name}`)).backgroundColor.match(/[\\d.]+/g);
        return 0.3 * r + 0.6 * g + 0.1 * b;
    });
}"""
"""How light a card, the empty part of a bar of wounds and its full part are."""

OBS_TEXT = "obsCSS.appendChild(document.createTextNode(decodeURIComponent(css)))"
OBS_MARKUP = "obsCSS.innerHTML = decodeURIComponent(css)"
INJECTED = """(css) => {{
    const obsCSS = document.createElement("style");
    {way};
    document.querySelector("head").appendChild(obsCSS);
}}"""
"""How a browser source puts custom CSS into a page: as text in some versions, as markup in others."""


def alpha_of(page: Page, path: Path) -> NDArray[np.uint8]:
    """Return the opacity of every pixel of the page, 0 to 255."""
    page.screenshot(path=path, omit_background=True)
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    assert image is not None
    assert image.shape == (1080, 1920, 4)
    return np.asarray(image[..., 3], dtype=np.uint8)


def overlapping(page: Page) -> list[tuple[str, str]]:
    """Return the parts that lie on each other."""
    boxes = page.evaluate(BOXES)
    return [
        (one[0], other[0])
        for one, other in itertools.combinations(boxes, 2)
        if min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1]) > 0.5
        and min(one[2] + one[4], other[2] + other[4]) - max(one[2], other[2]) > 0.5
    ]


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box


def test_the_ground_is_transparent_and_the_rest_is_where_it_belongs(look: Look, served: Served, pictures: Path) -> None:
    page = look.at("/overlay", "stream")
    served.call(shot())
    expect(page.locator("#stage .card")).to_be_visible()
    alpha = alpha_of(page, pictures / "overlay.png")
    assert alpha[120:560, 260:1660].max() == 0, "the middle is the camera's"
    assert max(alpha[:16].max(), alpha[-16:].max(), alpha[:, :16].max(), alpha[:, -16:].max()) == 0, "a safe margin"
    for selector in ("#score", "#stage", "#inset"):
        box = box_of(page, selector)
        x, y, w, h = (int(box[key]) for key in ("x", "y", "width", "height"))
        assert np.median(alpha[y + 12 : y + h - 12, x + 12 : x + w - 12]) > 220, selector
    assert (alpha > 0).mean() < 0.35
    assert overlapping(page) == []


def test_a_ruling_is_called_drawn_and_leaves(look: Look, served: Served) -> None:
    page = look.at("/overlay", "stream")
    stage = page.locator("#stage")
    expect(stage).to_be_empty()
    served.call(shot())
    expect(stage).to_contain_text("Gunner Sol may shoot Blade Tor")
    expect(page.locator("#board .witness g.clear_line")).to_have_count(1)
    expect(page.locator("#feed li").first).to_contain_text("Gunner Sol may shoot Blade Tor")
    expect(stage).to_be_empty()
    expect(page.locator("#board .witness g.clear_line")).to_have_count(0)


@pytest.mark.nightly
def test_a_ruling_taken_back_is_not_on_air_any_more(
    look: Look, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards, "TIMINGS", {**cards.TIMINGS, CardKind.RULING: cards.Timing(5, 2.5, 600.0)})
    page = look.at("/overlay", "stream")
    served.call(shot())
    expect(page.locator("#stage")).to_contain_text("Gunner Sol may shoot Blade Tor")
    served.do(served.fake.undo)
    expect(page.locator("#stage")).to_be_empty()
    expect(page.locator("#feed")).not_to_contain_text("Gunner Sol may shoot")


@pytest.mark.nightly
def test_what_is_too_close_is_shown_as_large_as_it_needs(look: Look, served: Served, pictures: Path) -> None:
    page = look.at("/overlay", "stream")
    served.call(too_close())
    expect(page.locator("#stage .slab b")).to_have_text("Too close")
    expect(page.locator("#stage .zoom .witness .stroke").first).to_be_attached()
    page.screenshot(path=pictures / "overlay-too-close.png")
    inset = page.locator("#board").evaluate("(one) => one.viewBox.baseVal.width")
    zoomed = page.locator("#stage .zoom svg").evaluate("(one) => one.viewBox.baseVal.width")
    assert zoomed < inset / 1.5
    assert overlapping(page) == []


def test_questions_to_players_and_words_to_the_operator_are_not_on_air(look: Look, served: Served) -> None:
    page = look.at("/overlay", "stream")
    served.change(prompts=(defence_dice(),), hand=True)
    served.call(shot())
    expect(page.locator("#stage")).to_contain_text("Gunner Sol may shoot")
    for words in ("Command Re-roll", "roll three dice", "Hand in view", "no GPIO here"):
        expect(page.locator("main")).not_to_contain_text(words)


@pytest.mark.nightly
@pytest.mark.parametrize(("theme", "dark"), [("dark", True), ("light", False), ("contrast", True), ("unheard", True)])
def test_three_themes(look: Look, pictures: Path, theme: str, dark: bool) -> None:
    page = look.at(f"/overlay?theme={theme}", "stream")
    alpha_of(page, pictures / f"overlay-{theme}.png")
    image = cv2.imread(str(pictures / f"overlay-{theme}.png"))
    assert image is not None
    box = box_of(page, "#inset")
    edge = image[int(box["y"]) + 3, int(box["x"]) + 60].mean()
    assert (edge < 80) == dark


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_lost_wounds_never_look_like_wounds_that_are_left(look: Look, theme: str) -> None:
    page = look.at(f"/overlay?theme={theme}", "stream")
    ground, lost, left = page.evaluate(BAR)
    assert abs(lost - ground) < 0.6 * abs(left - ground)


@pytest.mark.nightly
@pytest.mark.parametrize("way", [OBS_TEXT, OBS_MARKUP])
def test_a_streamers_own_style_sheet_takes_effect_under_the_pages_policy(look: Look, way: str) -> None:
    page = look.at("/overlay", "stream")
    page.evaluate(INJECTED.format(way=way), quote(OWN_STYLE))
    expect(page.locator("#score .team").first).to_have_css("color", "rgb(1, 2, 3)")
    expect(page.locator("#score")).to_have_css("border-top-width", "7px")


@pytest.mark.nightly
def test_every_other_page_still_refuses_a_style_of_somebody_else(look: Look) -> None:
    look.expected = ("Content Security Policy",)
    page = look.at("/", "desk")
    page.evaluate(INJECTED.format(way=OBS_TEXT), quote("body { border-top: 7px solid red }"))
    expect(page.locator("body")).to_have_css("border-top-width", "0px")


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (3840, 2160)])
def test_type_is_large_and_nothing_overlaps_at_every_size(look: Look, served: Served, width: int, height: int) -> None:
    page = look.at("/overlay?sponsor=Our%20shop", "stream")
    page.set_viewport_size({"width": width, "height": height})
    served.call(too_close())
    expect(page.locator("#stage .card")).to_be_visible()
    sizes = page.evaluate(TYPE)
    assert len(sizes) > 10
    assert [words for words, px in sizes if px < SMALLEST_PX * width / 1920 - 0.01] == []
    assert overlapping(page) == []
    page.set_viewport_size({"width": 1920, "height": 1080})


NAMED = """([teams, models]) => {
    const set = (selector, names) => [...document.querySelectorAll(selector)].forEach((one, at) => {
        one.textContent = names[at % names.length];
    });
    set(".score .team", teams);
    set(".squad .who", models);
    return [...document.querySelectorAll(".score .team, .squad .who")].map((one) => ({
        cut: one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight * 1.2,
        lines: Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)),
        inside: one.closest(".side, li").offsetHeight >= one.closest(".who").offsetHeight,
    }));
}"""
"""Names put into the score and the squads: whether each is cut, in how many lines, and within its part."""

TEAMS = ["The Saltglass Company", "The Thistledown Rooks"]
MODELS = ["Captain Orsolya Brine", "Lamplighter Quill", "Bellows-bearer Dock", "Spindle-gunner Yarrow"]
LONG = "The Extraordinarily Long-Winded Brotherhood of the Unpronounceable Northern Reach"


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_names_of_the_example_teams_are_whole_and_longer_ones_take_two_lines_or_a_models_three(
    look: Look, served: Served, width: int, height: int
) -> None:
    one = MemberView(id="a1", player="p1", name="A", wounds=8, start_wounds=8, order=Order.ENGAGE, ready=True)
    served.change(roster=tuple(one.model_copy(update={"id": f"a{n}"}) for n in range(1, 7)))
    page = look.at("/overlay", "stream")
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".squad .who")).to_have_count(6)
    found = page.evaluate(NAMED, [TEAMS, MODELS])
    assert [one for one in found if one["cut"] or not one["inside"]] == []
    long = page.evaluate(NAMED, [[LONG], [LONG]])
    assert {one["lines"] for one in long} == {2, 3}
    assert all(one["inside"] for one in long)
    assert overlapping(page) == []


@pytest.mark.nightly
def test_each_part_alone_stands_where_it_stands_in_the_whole(look: Look, served: Served) -> None:
    page = look.at("/overlay", "stream")
    for part, selector in STANDING.items():
        page.goto(f"{served.url}/overlay", wait_until="commit")
        page.wait_for_selector(READY)
        served.call(shot())
        expect(page.locator("#stage .card")).to_be_visible()
        whole = page.locator(selector).bounding_box()
        page.goto(f"{served.url}/overlay/{part}", wait_until="commit")
        page.wait_for_selector(READY)
        served.call(shot())
        expect(page.locator(selector).locator(":scope > *").first).to_be_visible()
        if part != "feed":
            assert page.locator(selector).bounding_box() == whole, part
        for other in set(STANDING.values()) - {selector}:
            expect(page.locator(other)).to_be_hidden()


@pytest.mark.nightly
def test_a_kind_of_card_alone_leaves_the_others_out(look: Look, served: Served) -> None:
    rulings, turns = look.at("/overlay/ruling", "stream"), look.at("/overlay/turn", "stream")
    served.call(shot())
    expect(rulings.locator("#stage")).to_contain_text("Gunner Sol may shoot Blade Tor")
    expect(turns.locator("#stage")).to_be_empty()
    expect(rulings.locator("#score")).to_be_hidden()


@pytest.mark.nightly
def test_a_new_turning_point_is_announced_and_leaves(look: Look, served: Served, pictures: Path) -> None:
    page = look.at("/overlay", "stream")
    stage = page.locator("#stage")
    expect(stage).to_be_empty()
    listen_to(page, "#stage")
    served.change(turning_point=3)
    said(page, "#stage", "Turning point 3")
    page.screenshot(path=pictures / "overlay-turn.png")
    assert cards.TIMINGS[CardKind.TURN].idle_s < 8
    expect(stage).to_be_empty()


def test_a_delay_holds_everything_back(look: Look, served: Served) -> None:
    now, late = look.at("/overlay", "stream"), look.at("/overlay?delay=4", "stream")
    served.change(turning_point=4)
    expect(now.locator("#stage")).to_contain_text("Turning point 4")
    expect(now.locator("#score")).to_contain_text("Turning point 4")
    expect(late.locator("#stage")).to_be_empty()
    expect(late.locator("#score")).not_to_contain_text("Turning point 4")
    expect(late.locator("#feed")).to_be_empty()
    expect(late.locator("#stage")).to_contain_text("Turning point 4")
    expect(late.locator("#score")).to_contain_text("Turning point 4")
