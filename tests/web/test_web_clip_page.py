"""A clip on its page: it plays in the browser, leads back, and where none can be made its frames are shown."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from overlook.app.films import Encoder, Films
from referee.game.prompt import Topic
from tests.web.fake_archive import FRAMES, KILL
from tests.web.looking import CONTRASTS, NAMELESS, SIZES, SMALL_TARGETS, Look, Scheme, Size, until
from tests.web.serving import Served
from web.contract.table.game_views import PromptChoiceView, PromptView

pytestmark = pytest.mark.in_turn

VIDEO = "document.querySelector('video')"
BRIGHT = """() => {
  const video = document.querySelector("video");
  const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
  const context = canvas.getContext("2d");
  context.drawImage(video, 0, 0, 64, 64);
  const { data } = context.getImageData(0, 0, 64, 64);
  return [Math.max(...data.filter((_, at) => at % 4 < 3)), Math.min(...data.filter((_, at) => at % 4 < 3))];
}"""


def loaded(page: Page) -> None:
    until(page, f"{VIDEO}?.readyState >= 2")


def test_it_plays_in_the_browser(look: Look) -> None:
    page = look.at(f"/clip#1/{KILL}")
    loaded(page)
    expect(page.locator("h1")).to_have_text("Blade Tor is shot by Sergeant Ves.")
    assert page.evaluate(f"{VIDEO}.canPlayType('video/mp4; codecs=\"avc1.4D4028\"')") == "probably"
    length_s = page.evaluate(f"{VIDEO}.duration")
    assert length_s == pytest.approx(0.2 * FRAMES, abs=0.05)
    page.evaluate(f"{VIDEO}.loop = false; {VIDEO}.play()")
    until(page, f"{VIDEO}.currentTime > 0.1")
    until(page, f"{VIDEO}.ended")
    brightest, darkest = page.evaluate(BRIGHT)
    assert brightest > 150
    assert darkest < 40
    assert page.evaluate(f"[{VIDEO}.videoWidth % 2, {VIDEO}.videoHeight % 2, {VIDEO}.muted]") == [0, 0, True]


@pytest.mark.nightly
def test_it_is_there_to_be_kept_and_leads_back_to_the_game(look: Look, served: Served) -> None:
    page = look.at("/replay#1/40")
    link = page.locator("#highlights li", has_text="Blade Tor is incapacitated").get_by_role("link", name="Clip")
    link.click()
    page.wait_for_selector("body[data-ready] #film video")
    loaded(page)
    with page.expect_download() as kept:
        page.get_by_role("link", name="Download as MP4").click()
    assert kept.value.suggested_filename == f"game-0001-{KILL}.mp4"
    served_film = httpx.get(f"{served.url}/api/games/1/clips/{KILL}.mp4", timeout=30).content
    assert Path(kept.value.path()).read_bytes() == served_film
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator("#words b")).to_have_text("A3 does the thing numbered 19")


@pytest.mark.nightly
def test_a_challenge_leads_to_the_clip_of_the_ruling_it_doubts(look: Look) -> None:
    page = look.at("/replay#1/24")
    links = [
        page.locator("#highlights li", has_text=words).get_by_role("link", name="Clip").get_attribute("href")
        for words in ("Too close", "A ruling is challenged")
    ]
    assert links[0] == links[1] != f"/clip#1/{KILL}"


@pytest.mark.nightly
def test_without_ffmpeg_its_frames_are_shown_and_it_is_said_what_to_install(look: Look, served: Served) -> None:
    look.expected = ("503",)
    served.archive.films = Films(Encoder("no-such-ffmpeg"))
    sequence = served.fake.rulings[-2].sequence
    page = look.at(f"/clip#1/{sequence}")
    expect(page.locator("#words")).to_contain_text("sudo apt-get install ffmpeg")
    expect(page.locator(".clip .witness g.stroke").first).to_be_attached()
    until(page, f"document.querySelector('.clip img').src.endsWith('/{FRAMES - 1}.jpg')")
    expect(page.get_by_role("link", name="Download as MP4")).to_be_hidden()


@pytest.mark.nightly
def test_a_clip_that_is_gone_is_said(look: Look) -> None:
    look.expected = ("404",)
    page = look.at("/clip#1/999")
    expect(page.locator("#words")).to_contain_text("no frames were kept of event 999")
    page = look.at("/clip")
    expect(page.locator("#words")).to_contain_text("This address is not that of a clip")


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("tablet", "dark"), ("stream", "dark")])
def test_the_page_at_every_size(look: Look, pictures: Path, size: Size, scheme: Scheme) -> None:
    page = look.at(f"/clip#1/{KILL}", size=size, scheme=scheme)
    if size == "stream":
        page.set_viewport_size({"width": 1600, "height": 900})
    loaded(page)
    page.evaluate(f"{VIDEO}.currentTime = 0.5")
    until(page, f"!{VIDEO}.seeking")
    page.screenshot(path=pictures / f"clip-{size}-{scheme}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= min(SIZES[size][0], 1600)
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(NAMELESS) == []
    assert [found for found in page.evaluate(CONTRASTS) if found[1] < 4.5] == []
    expect(page.locator("video")).to_be_in_viewport(ratio=0.99)


@pytest.mark.nightly
def test_pictures_that_have_not_come_yet_are_fields_with_words(look: Look, served: Served) -> None:
    page = look.at("/phone", size="phone")
    page.route("**/api/games/*/clips/*", lambda route: None)
    choices = (PromptChoiceView(key="uphold", label="The ruling stands"),)
    doubt = PromptView(
        id="challenge:3", topic=Topic.CHALLENGE, about="3", owner="any", question="Challenge", choices=choices
    )
    served.change(number=1, prompts=(doubt,))
    expect(page.locator(".pair .frame")).to_have_count(2)
    for at, words in enumerate(("Before", "After")):
        field = page.locator(".pair .clip").nth(at)
        shown = field.evaluate("(one) => getComputedStyle(one, '::after').content")
        assert shown == f'"{words}"'
        ground = field.locator(".frame").evaluate("(one) => getComputedStyle(one).backgroundColor")
        assert ground != "rgb(10, 14, 16)", "no black picture"
