"""A recorded game on the page: scrubbed, played, jumped through, linked to; the page shows what the table says."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.fake_archive import FRAMES, HIGHLIGHTS, SHOT
from tests.web.looking import CONTRASTS, NAMELESS, SIZES, SMALL_TARGETS, Look, Scheme, Size, stop_the_clock, until
from tests.web.serving import Served

pytestmark = pytest.mark.in_turn

COUNT_TIMERS = """() => {
  const set = window.setTimeout;
  window.timers = [];
  window.setTimeout = (...asked) => { window.timers.push(asked[1]); return set(...asked); };
}"""
"""The clock may go on only when the page has set its timer for the next moment, which it does when this one is read."""


def stands_at(page: Page, index: int) -> None:
    expect(page.locator("#words b")).to_have_text(f"A3 does the thing numbered {index}")
    expect(page.locator("#words span")).to_have_text(f"{index + 1} of 40")


@pytest.mark.nightly
def test_it_opens_on_the_newest_game_that_can_be_read_and_says_which_cannot(look: Look) -> None:
    page = look.at("/replay")
    stands_at(page, 0)
    assert page.locator("#games option").all_text_contents() == [
        "Game 2 (cannot be read)",
        "1 · Mira – Jonas · 2026-05-02",
    ]
    expect(page.locator("#games")).to_have_value("1")


@pytest.mark.nightly
def test_every_highlight_is_marked_on_the_track_and_named_in_the_list(look: Look) -> None:
    page = look.at("/replay")
    assert page.locator("#highlights button span").all_text_contents() == [told for _, told in HIGHLIGHTS.values()]
    track = page.locator("#at").bounding_box()
    assert track is not None
    places = [
        box["x"] + box["width"] / 2 for box in (tick.bounding_box() for tick in page.locator("#ticks i").all()) if box
    ]
    shares = [(x - track["x"] - 8) / (track["width"] - 16) for x in places]
    assert shares == pytest.approx([index / 39 for index in HIGHLIGHTS], abs=0.01)
    page.get_by_role("button", name="B2 Blade Tor fell at 7 %").click()
    stands_at(page, 20)
    expect(page.locator("#highlights .here")).to_contain_text("fell at 7 %")


def test_board_score_and_rulings_are_those_of_the_moment(look: Look, served: Served) -> None:
    page = look.at("/replay#1/42")
    stands_at(page, 20)
    expect(page.locator("#score")).to_contain_text("Turning point 3")
    expect(page.get_by_role("button", name="A1 Sergeant Ves")).to_have_attribute(
        "aria-label", r"A1 Sergeant Ves, Harbour Watch, Engage, expended, 5 of 12 wounds left, at 7.00, 4.10 in"
    )
    expect(page.locator(".rulings > li")).to_have_count(2)
    page.keyboard.press("Home")
    stands_at(page, 0)
    expect(page.locator(".rulings > li")).to_have_count(1)
    assert served.archive.asked == [20, 0]


@pytest.mark.nightly
def test_dice_are_drawn_at_the_moment_at_which_they_lay(look: Look) -> None:
    page = look.at(f"/replay#1/{2 * SHOT + 2}")
    stands_at(page, SHOT)
    expect(page.locator("#combat .fighter")).to_have_count(2)
    expect(page.locator("#combat .cube")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    stands_at(page, SHOT + 1)
    expect(page.locator("#combat")).to_be_hidden()


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (844, 390), (1024, 768)])
def test_the_card_of_a_fight_leaves_the_board_in_view(look: Look, pictures: Path, width: int, height: int) -> None:
    page = look.at(f"/replay#1/{2 * SHOT + 2}", size="phone")
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator("#combat .fighter")).to_have_count(2)
    page.locator("#combat .fighter").first.evaluate(
        "(one) => one.append(...Array.from({ length: 12 }, () => Object.assign(document.createElement('p'), "
        "{ textContent: 'ceaseless: 1 re-rolled' })))"
    )
    page.screenshot(path=pictures / f"replay-fight-{width}.png")
    board, *others = (page.locator(one).bounding_box() for one in ("#board .floor", "#combat", "#when"))
    assert board is not None
    assert board["height"] > 0.3 * height
    for one in others:
        assert one is not None
        beside = one["x"] >= board["x"] + board["width"]
        assert beside or one["y"] >= board["y"] + board["height"]


@pytest.mark.nightly
def test_by_keyboard_alone(look: Look) -> None:
    page = look.at("/replay")
    for key, index in (
        ("ArrowRight", 1),
        ("PageDown", 3),
        ("PageDown", 11),
        ("PageUp", 3),
        ("ArrowLeft", 2),
        ("End", 39),
    ):
        page.keyboard.press(key)
        stands_at(page, index)
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")


@pytest.mark.nightly
def test_it_plays_by_the_times_at_the_speed_that_is_chosen_and_stops_at_the_end(look: Look) -> None:
    page = look.at("/replay#1/72", clock=True)
    stands_at(page, 35)
    stop_the_clock(page)
    page.evaluate(COUNT_TIMERS)
    page.get_by_role("button", name="Speed 1").click()
    expect(page.get_by_role("button", name="Speed 2")).to_have_text("2×")
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, "window.timers.includes(1000)")
    page.clock.run_for(900)
    stands_at(page, 35)
    for moment, index in enumerate((36, 37, 38, 39), 1):
        until(page, f"window.timers.filter((ms) => ms === 1000).length === {moment}")
        page.clock.run_for(1050)
        stands_at(page, index)
    page.clock.run_for(1050)
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")


def test_the_address_is_a_link_to_the_moment(look: Look, served: Served) -> None:
    page = look.at("/replay#1/24")
    stands_at(page, 11)
    page.keyboard.press("ArrowRight")
    stands_at(page, 12)
    assert page.url == f"{served.url}/replay#1/26"
    page.evaluate("location.hash = '#1/40'")
    stands_at(page, 19)


@pytest.mark.nightly
def test_the_frames_of_a_ruling_are_shown_with_what_was_drawn(look: Look, pictures: Path) -> None:
    page = look.at("/replay#1/24", size="stream")
    page.get_by_role("button", name="Show the clip").click()
    expect(page.locator(".clip .witness g.stroke").first).to_be_attached()
    for frame in range(FRAMES):
        until(page, f"document.querySelector('.clip img').src.endsWith('/{frame}.jpg')")
    page.screenshot(path=pictures / "replay-clip.png")


@pytest.mark.nightly
def test_the_frame_of_a_ruling_stays_when_a_phone_was_locked(look: Look) -> None:
    page = look.at("/replay#1/24", size="stream")
    page.get_by_role("button", name="Show the clip").click()
    until(page, "document.querySelector('.clip img')?.naturalWidth > 0")
    kept = page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { configurable: true, value: true });
          document.dispatchEvent(new Event("visibilitychange"));
          return document.querySelector(".clip img").hasAttribute("src");
        }"""
    )
    assert kept


@pytest.mark.nightly
def test_a_game_in_progress_grows_while_one_looks(look: Look, served: Served) -> None:
    served.archive.running = True
    page = look.at("/replay#1/80")
    stands_at(page, 39)
    served.archive.length = 41
    expect(page.locator("#words span")).to_have_text("41 of 41")


def test_a_game_is_played_on_from_the_moment_that_is_shown(look: Look, served: Served) -> None:
    page = look.at("/replay#1/42")
    stands_at(page, 20)
    page.once("dialog", lambda dialog: dialog.accept())
    with page.expect_request("**/api/intents") as sent:
        page.get_by_role("button", name="Play on from here").click()
    assert sent.value.post_data_json == {"intent": {"kind": "play_on", "game": 1, "sequence": 42}}
    page.wait_for_url(f"{served.url}/")
    assert [kind for kind, _, _ in served.fake.acts] == ["play_on"]


@pytest.mark.nightly
def test_without_a_game_it_says_so_and_what_makes_one(look: Look, served: Served) -> None:
    served.archive.games_there = False
    page = look.at("/replay")
    expect(page.locator("#words")).to_have_text("No recorded games. Start one on a phone or on the set-up page.")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("size", "scheme"), [("phone", "light"), ("phone", "dark"), ("tablet", "light"), ("stream", "dark")]
)
def test_the_replay_page_at_every_size(look: Look, pictures: Path, size: Size, scheme: Scheme) -> None:
    page = look.at("/replay#1/24", size=size, scheme=scheme)
    stands_at(page, 11)
    page.screenshot(path=pictures / f"replay-{size}-{scheme}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(NAMELESS) == []
    assert [found for found in page.evaluate(CONTRASTS) if found[1] < 4.5] == []
    for name in ("Previous highlight", "Play", "Speed 1"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()


@pytest.mark.nightly
def test_the_list_of_games_can_be_read_beside_the_score(look: Look, pictures: Path) -> None:
    page = look.at("/replay")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.screenshot(path=pictures / "replay-games-1280.png")
    games, score, board = (page.locator(one).bounding_box() for one in ("#games", "#score", "h1"))
    assert games is not None
    assert score is not None
    assert board is not None
    assert games["width"] >= 200
    assert board["x"] + board["width"] <= score["x"]
    assert score["x"] + score["width"] <= games["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
