"""From the demonstration to a judged move by the page alone, and back, on a screen and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import httpx
import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from tests.overlook.live_table import LiveTable
from tests.overlook.lobby.simulated_play import (
    PATIENCE_MS,
    comes_to_stand,
    drag,
    hand,
    lobby,
    model_on,
    on_screen,
    paired,
    played,
    stands,
    want,
)

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("lobby page")]

AXE = Path(".venv/page-tools/node_modules/axe-core/axe.min.js")
CATALOGUE = Path(__file__).parents[3] / "messages" / "en"
CODES = frozenset(
    code for area in CATALOGUE.glob("*.ftl") for code in re.findall(r"^([a-z0-9-]+) =", area.read_text(), re.M)
)
SIZES = {"phone": (390, 844), "desk": (1600, 900)}


@pytest.fixture
def demonstration(tmp_path: Path) -> Iterator[LiveTable]:
    """The program as `overlook run` starts it: the demonstration."""
    table = LiveTable(tmp_path).start()
    yield table
    assert table.stop() == 0, table.said
    assert "Traceback" not in "".join(table.said)


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """A ready game on the simulated table, at its first activation, A4 at work."""
    table = LiveTable(tmp_path_factory.mktemp("lobby")).start()
    played(table)
    assert table.act("activate", operative="a4", order="engage")[0]
    yield table
    table.stop()


def opened(chromium: Browser, address: str, size: str, cookies: dict[str, str] | None = None) -> Page:
    """Return a page at a size; `faults` of its scripts fail the test that closes it."""
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=size == "phone", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script("localStorage.setItem('overlook.turn', '0')")
    if cookies:
        context.add_cookies([{"name": name, "value": one, "url": address} for name, one in cookies.items()])
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"{address}: {error}"))
    page.goto(address)
    page.wait_for_selector("#board .operative")
    return page


@pytest.mark.parametrize("size", SIZES)
def test_who_has_only_the_page_comes_from_the_demonstration_to_a_judged_move(
    size: str, demonstration: LiveTable, chromium: Browser, artifacts: Path
) -> None:
    page = opened(chromium, demonstration.url, size)
    bar = page.locator("#lobby")
    expect(bar).to_contain_text("Demonstration")
    expect(page.locator("#board")).to_be_visible()
    if size == "phone":
        bar.locator("summary").first.click()
    page.screenshot(path=artifacts / f"lobby-demonstration-{size}.png")
    bar.get_by_role("button", name="Play on a simulated table").click()
    expect(page.locator("#lobby")).to_contain_text("Simulated table", timeout=PATIENCE_MS)
    fourth = page.locator("#prompts .orders li").nth(3)
    expect(fourth.locator("b")).to_have_text(re.compile("^A4 "), timeout=PATIENCE_MS)
    fourth.get_by_role("button", name=re.compile("engage", re.IGNORECASE)).click()
    demonstration.until(lambda now: now["game"]["active"] is not None, within_s=60)
    active = str(demonstration.snapshot()["game"]["active"])
    x, y = stands(demonstration, active)
    expect(page.locator("body[data-hand]")).to_be_attached(timeout=PATIENCE_MS)
    expect(page.locator("#offers")).to_contain_text("Reposition", timeout=PATIENCE_MS)
    drag(page, (x, y), (x + 1.0, y + 3.0))
    proposal = page.locator("#prompts .prompt").filter(has_text="Confirm this move?")
    expect(proposal).to_contain_text("moved 3.", timeout=PATIENCE_MS)
    expect(proposal).to_contain_text("Reposition")
    expect(page.locator("#rulings")).to_contain_text(f"{active.upper()} may Reposition there")
    page.screenshot(path=artifacts / f"lobby-judged-{size}.png")
    proposal.get_by_role("button", name=re.compile("Reposition")).click()
    expect(proposal).to_be_hidden(timeout=PATIENCE_MS)
    now = demonstration.snapshot()
    assert any("Reposition" in ruling["claim"] for ruling in now["rulings"])
    actions = page.locator("#offers")
    expect(actions).to_contain_text("Dash", timeout=PATIENCE_MS)
    expect(page.locator("#prompts .prompt")).to_be_hidden()
    page.screenshot(path=artifacts / f"lobby-actions-{size}.png")
    assert CODES & set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", page.inner_text("body"))) == set(), "texts not sent"
    actions.get_by_role("button", name="End activation").click()
    demonstration.until(lambda now: now["game"]["active"] is None, within_s=60)
    expect(actions).to_be_hidden(timeout=PATIENCE_MS)
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width_px", [320, 390, 820, 1600])
def test_axe_finds_nothing_on_bar_and_hand_and_nothing_is_wider_than_the_screen(
    width_px: int, scheme: Literal["light", "dark"], simulated: LiveTable, chromium: Browser, checkout: Path
) -> None:
    with chromium.new_context(
        viewport={"width": width_px, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        for path in ("", "phone"):
            page.goto(simulated.url + path)
            expect(page.locator("body[data-hand]")).to_be_attached()
            if not path:
                page.locator("#lobby > summary").click()
            model_on(page, "A4").click()
            page.get_by_role("button", name="Rotate right").click()
            page.evaluate((checkout / AXE).read_text(encoding="utf-8"))
            assert page.evaluate("axe.run().then((found) => found.violations.map((one) => one.id))") == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width_px


def test_the_tour_points_at_parts_that_are_there_and_hides_none(demonstration: LiveTable, chromium: Browser) -> None:
    page = opened(chromium, demonstration.url, "desk")
    page.get_by_role("button", name="Take the tour").click()
    tour = page.get_by_role("dialog", name="Tour of the page")
    expect(tour).to_be_visible()
    steps = 0
    while tour.count():
        steps += 1
        expect(page.locator(".toured")).to_have_count(1)
        expect(page.locator(".toured")).to_be_visible()
        tour.locator(".go").click()
    assert 4 <= steps <= 6
    expect(page.locator(".toured")).to_have_count(0)
    page.context.close()


def test_the_demonstration_comes_back_and_the_game_is_continued_where_its_models_stood(
    demonstration: LiveTable, chromium: Browser
) -> None:
    data = demonstration.folder
    played(demonstration)
    assert hand(demonstration, kind="put", thing="b2", x=15.0, y=8.0, rotation_deg=-90.0).status_code == 200
    comes_to_stand(demonstration, "b2", (15.0, 8.0))
    before = {path.name: path.stat().st_size for path in (data / "games").glob("*.game")}
    page = opened(chromium, demonstration.url, "desk")
    page.locator("#lobby summary").first.click()
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", refuse)
    page.get_by_role("button", name="Watch the demonstration").click()
    assert asked == ["A game is in progress. Leave it? It stays recorded and can be continued."]
    expect(page.locator("#lobby")).to_contain_text("Simulated table")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Watch the demonstration").click()
    expect(page.locator("#lobby")).to_contain_text("Demonstration", timeout=PATIENCE_MS)
    assert demonstration.snapshot()["game"]["title"] != "Crossed Lines"
    assert (data / "simulated" / "ready" / "games" / "0001.game").is_file()
    assert {path.name for path in (data / "games").glob("*.game")} == set(before)
    page.get_by_role("button", name=re.compile("^Continue")).click()
    expect(page.locator("#lobby")).to_contain_text("Simulated table", timeout=PATIENCE_MS)
    comes_to_stand(demonstration, "b2", (15.0, 8.0))
    assert demonstration.snapshot()["game"]["title"] == "Crossed Lines"
    page.context.close()


LATE = "const soon = setTimeout; window.setTimeout = (work, ms) => soon(work, ms === 700 ? 6000 : ms)"
"""What asks whether the other table is there comes late: the live channel hears of it first."""


def test_no_way_of_setting_up_ends_nowhere(demonstration: LiveTable, chromium: Browser) -> None:
    page = opened(chromium, demonstration.url, "desk")
    page.context.add_init_script(LATE)
    for dead_end in ("setup", "first"):
        page.goto(demonstration.url + dead_end)
        page.get_by_role("link", name=re.compile("^Set up a table")).click()
        page.locator("#lobby").get_by_role("button", name="An empty simulated table").wait_for()
    page.locator("#lobby").get_by_role("button", name="With your own camera").click()
    page.wait_for_url("**/first")
    page.get_by_role("button", name="Back to the simulated table").click()
    page.wait_for_selector("#lobby[data-runs=demonstration]")
    page.get_by_text("Set up this table").click()
    page.locator("#lobby").get_by_role("button", name="An empty simulated table").click()
    page.wait_for_url("**/setup")
    expect(page.locator("#box")).to_be_visible()
    page.goto(demonstration.url)
    expect(page.locator("#lobby")).to_contain_text("No game is in progress", timeout=PATIENCE_MS)
    page.context.close()


def test_a_finger_on_a_players_phone_drags_its_own_model_and_no_other(simulated: LiveTable, chromium: Browser) -> None:
    page = opened(chromium, simulated.url + "phone", "phone", paired(simulated, "p1"))
    expect(page.locator("body[data-hand]")).to_be_attached()
    finger = page.context.new_cdp_session(page)

    def swipe(start: tuple[float, float], end: tuple[float, float]) -> None:
        for kind, at in (("touchStart", start), ("touchMove", end), ("touchMove", end), ("touchEnd", None)):
            x, y = on_screen(page, at) if at else (0, 0)
            points = [{"x": x, "y": y}] if at else []
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    theirs, mine = stands(simulated, "b4"), stands(simulated, "a4")
    scrolled = page.locator("main").evaluate("main => main.scrollTop")
    swipe(theirs, (theirs[0], theirs[1] - 4))
    expect(page.locator(".hand > g")).to_have_count(0)
    swipe(mine, (mine[0] + 1.5, mine[1] + 3.0))
    comes_to_stand(simulated, "a4", (mine[0] + 1.5, mine[1] + 3.0), within_in=0.3)
    assert page.locator("main").evaluate("main => main.scrollTop") == scrolled
    assert stands(simulated, "b4") == pytest.approx(theirs, abs=0.05)
    page.context.close()


def test_the_keys_move_and_turn_what_is_chosen(simulated: LiveTable, chromium: Browser) -> None:
    page = opened(chromium, simulated.url, "desk")
    expect(page.locator("body[data-hand]")).to_be_attached()
    x, y = stands(simulated, "a5")
    model_on(page, "A5").focus()
    page.keyboard.press("Enter")
    bar = page.get_by_role("group", name="Move by hand")
    bar.get_by_role("button", name="Move", exact=True).focus()
    page.keyboard.press("Enter")
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "]", "]"):
        page.keyboard.press(key)
    expect(page.locator(".hand text")).to_have_text('1.1"')
    page.keyboard.press("Enter")
    comes_to_stand(simulated, "a5", (x - 0.5, y + 1.0))
    turned = next(one for one in simulated.snapshot()["table"]["operatives"] if one["id"] == "a5")["rotation_deg"]
    assert (turned - 60.0 + 5.0) % 360 < 10.0
    page.keyboard.press("Escape")
    page.context.close()


def test_a_model_is_taken_off_the_table_and_put_back(simulated: LiveTable, chromium: Browser) -> None:
    page = opened(chromium, simulated.url, "desk")
    expect(page.locator("body[data-hand]")).to_be_attached()
    model_on(page, "B6").click()
    bar = page.get_by_role("group", name="Move by hand")
    bar.get_by_role("button", name="Take off").click()
    back = bar.get_by_role("button", name=re.compile("^Put back B6"))
    expect(back).to_be_visible(timeout=PATIENCE_MS)
    assert not next(one for one in box(simulated) if one["thing"] == "b6")["on_table"]
    back.click()
    expect(back).to_be_hidden(timeout=PATIENCE_MS)
    assert next(one for one in box(simulated) if one["thing"] == "b6")["on_table"]
    page.context.close()


def box(table: LiveTable) -> list[dict[str, object]]:
    """Return what is in the table's box."""
    found: list[dict[str, object]] = httpx.get(table.url + "api/setup", timeout=30).json()["box"]
    return found


def test_while_a_game_is_on_a_seats_hand_moves_its_own_models_alone(simulated: LiveTable) -> None:
    blue, red = paired(simulated, "p1"), paired(simulated, "p2")
    place = {"x": 26.0, "y": 11.0, "rotation_deg": 90.0}
    for cookies, thing, why in (
        (blue, "b1", "belongs to Red"),
        (red, "a1", "belongs to Blue"),
        (blue, "bunker", "table's screen"),
    ):
        for wish in ({"kind": "put", "thing": thing, **place}, {"kind": "take_off", "thing": thing}):
            refused = hand(simulated, cookies, **wish)
            assert refused.status_code == 409, wish
            assert why in refused.json()["detail"]
    for who, thing in ((blue, "a1"), (red, "b1"), (None, "a1"), (None, "b1")):
        assert hand(simulated, who, kind="put", thing=thing, **place).status_code == 200
        place["y"] -= 2.0


def test_who_plays_or_watches_reads_the_lobby_and_starts_nothing_else(simulated: LiveTable) -> None:
    seat = paired(simulated, "p1")
    assert lobby(simulated, seat)["wishes"] == []
    assert lobby(simulated)["wishes"] == ["watch", "play", "set_up", "camera"]
    for wish in ("watch", "play", "set_up", "continue", "camera"):
        answer = httpx.post(simulated.url + "api/lobby", json={"wish": wish}, cookies=seat, timeout=30)
        assert answer.status_code == 401
    assert httpx.post(simulated.url + "api/lobby", json={"wish": "continue"}, timeout=30).status_code == 409


def test_a_new_game_is_laid_anew_and_the_one_before_is_kept(simulated: LiveTable) -> None:
    want(simulated, "play")
    now = simulated.until(lambda now: bool(now["game"]["activations"]), within_s=60)
    assert now["game"]["number"] == 2
    assert stands(simulated, "a4") == pytest.approx((14.6, 2.2), abs=0.1)
    games = simulated.folder / "simulated" / "ready" / "games"
    assert {path.name for path in games.glob("*.game")} == {"0001.game", "0002.game"}
