"""The test card: a scripted minute that has every card once, and parts of another size at another place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.fake_archive import KILL
from tests.web.looking import Look
from tests.web.serving import Served
from tests.web.test_web_news import member
from tests.web.test_web_overlay_page import TYPE, overlapping
from tools.test_card import MINUTE_S, WRITTEN, lines
from web.contract.table.game_views import KeptFallView
from web.contract.table.on_air import AirDelta, AirView, CardKind
from web.contract.table.recordings import ClipOutlineView, ClipView, FallView

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
LONG = "Sergeant Halvar Stonefist"
CUT = """() => [...document.querySelectorAll(".squad .who, #feed li, .score .team")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 ||
        one.scrollHeight > one.clientHeight + 0.2 * parseFloat(getComputedStyle(one).fontSize))
    .map((one) => one.textContent)"""


@pytest.mark.in_turn
def test_it_is_what_the_script_comes_to_and_lasts_a_minute() -> None:
    written = WRITTEN.read_text().splitlines()
    assert written == lines(), "run 'python -m tools.test_card'"
    first, *others = (json.loads(line) for line in written)
    kinds = {card.kind for card in AirView.model_validate_json(json.dumps(first["air"])).card}
    for moment in others:
        kinds |= {card.kind for card in dict(AirDelta.model_validate_json(json.dumps(moment["delta"])))["card"] or ()}
    assert kinds == set(CardKind)
    times = [0.0, *(moment["at_s"] for moment in others)]
    assert times == sorted(times)
    assert MINUTE_S - 10 < times[-1] < MINUTE_S


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_long_names_are_whole_and_nothing_overlaps_while_it_plays(look: Look, width: int, height: int) -> None:
    page = look.at("/overlay?test&sponsor=Our%20shop", "stream", clock=True)
    page.set_viewport_size({"width": width, "height": height})
    for second in (2, 6, 5, 5, 6, 3, 9, 10, 3, 5, 3, 2):
        page.clock.run_for(1000 * second)
        assert overlapping(page) == []
        assert page.evaluate(CUT) == []
        assert [words for words, px in page.evaluate(TYPE) if px < 24 * width / 1920 - 0.01] == []
    expect(page.locator(".squad").first).to_contain_text(LONG)


@pytest.mark.nightly
def test_a_part_alone_is_as_large_and_where_it_is_asked_to_be(look: Look, pictures: Path) -> None:
    plain = look.at("/overlay/squads?test", "stream")
    expect(plain.locator(".squad").first).to_contain_text(LONG)
    large = look.at("/overlay/score?test&size=1.5&place=bottom-left", "stream")
    own = look.at("/overlay/score?test", "stream")
    expect(large.locator("#score")).to_contain_text("Iron Wolves")
    expect(own.locator("#score")).to_contain_text("Iron Wolves")
    box, usual = (page.locator("#score").bounding_box() for page in (large, own))
    assert box is not None
    assert usual is not None
    assert box["height"] == pytest.approx(1.5 * usual["height"], abs=1)
    assert box["x"] < 40
    assert box["y"] + box["height"] > 1040
    large.screenshot(path=pictures / "overlay-part-placed.png")


@pytest.mark.nightly
def test_what_is_too_close_is_replayed_from_the_frames_of_the_camera(
    look: Look, served: Served, monkeypatch: pytest.MonkeyPatch, pictures: Path
) -> None:
    served.do(lambda: setattr(served.fake, "number", 1))
    served.do(served.fake.publish)
    page = look.at("/overlay", "stream")
    (doubtful, *others) = served.fake.rulings
    kept = next(one for one in (doubtful, *others) if one.verdict.name == "TOO_CLOSE")
    fresh = kept.model_copy(update={"id": "r111", "sequence": 111, "clip": 4})
    asked: list[tuple[int, int]] = []
    kept_clip = served.archive.clip

    async def clip(number: int, sequence: int) -> ClipView:
        asked.append((number, sequence))
        return await kept_clip(1, kept.sequence)

    monkeypatch.setattr(served.archive, "clip", clip)
    served.do(lambda: setattr(served.fake, "rulings", (fresh, doubtful, *others)))
    served.do(served.fake.publish)
    replay = page.locator("#stage .replay")
    expect(replay.locator("img")).to_have_attribute("src", re.compile(r"/clips/111/[0-3]\.jpg$"))
    expect(replay.locator(".over .witness *").first).to_be_attached()
    assert asked == [(1, 111)]
    page.screenshot(path=pictures / "overlay-replay.png")
    assert overlapping(page) == []


@pytest.mark.nightly
def test_a_fall_is_replayed_with_who_fell_by_whose_hand(
    look: Look, served: Served, monkeypatch: pytest.MonkeyPatch, pictures: Path
) -> None:
    """The base that fell in red, the other's, and the line between them, over frames of the camera."""
    served.do(lambda: setattr(served.fake, "number", 1))
    served.do(served.fake.publish)
    page = look.at("/overlay", "stream")
    by, at = served.fake.snapshot().table.operatives[0], served.fake.snapshot().table.operatives[-1]
    assert by.outline_px
    assert at.outline_px
    fall = FallView(
        name=at.name,
        sentence=f"{at.name} is shot by {by.name}.",
        at=ClipOutlineView(name=at.name, colour="#c0392b", outline_px=at.outline_px),
        by=ClipOutlineView(name=by.name, colour="#2f7de1", outline_px=by.outline_px),
    )
    kept_clip = served.archive.clip

    async def clip(number: int, sequence: int) -> ClipView:
        return (await kept_clip(number, sequence)).model_copy(update={"falls": (fall,)})

    monkeypatch.setattr(served.archive, "clip", clip)
    for wounds in (2, 0):
        lying = member(at.id, at.player, wounds, out=not wounds)
        kept = () if wounds else (KeptFallView(operative=at.id, clip=4, clip_of=KILL),)
        served.do(served.fake.__dict__.update, {"roster": (lying,), "falls": kept})
        served.do(served.fake.publish)
    replay = page.locator("#stage [data-kind=kill] .replay")
    expect(replay.locator("img")).to_have_attribute("src", re.compile(rf"/clips/{KILL}/[0-3]\.jpg$"))
    expect(replay.locator(".over .witness .breach.area")).to_have_count(1)
    expect(replay.locator(".over .witness .measure.area")).to_have_count(1)
    expect(replay.locator(".over .witness .blocked_line.open")).to_have_count(1)
    page.screenshot(path=pictures / "overlay-kill-replay.png")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(replay.locator("img")).to_be_visible()
        assert overlapping(page) == []
