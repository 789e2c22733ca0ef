"""A scripted game as a stream shows it: every shot, fight, kill and ruling legible, nothing private in any frame."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from overlook.play.script import Expect, script_of
from tests.overlook.shown_script import ShownScript
from tests.web.test_web_overlay_page import overlapping

pytestmark = pytest.mark.nightly

PATIENCE_S = 60.0
STILL = "Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))"
"""Until nothing fades any more: a still shows what a viewer reads."""

PRIVATE = {"prompts", "offers", "menu", "ghosts", "notices", "health", "camera", "undo", "redo", "tray", "activations"}
"""Parts of a snapshot that are for players and for who runs the table."""


def game(checkout: Path) -> dict[str, Any]:
    """Return the example's script, in which somebody also measures for itself."""
    raw: dict[str, Any] = json.loads((checkout / "examples" / "scripts" / "on_air.json").read_text())
    raw["steps"].insert(1, {"press": "measure"})
    return raw


def keys_of(value: Any) -> Iterator[str]:
    """Yield every field's name in a document."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from keys_of(inner)
    if isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def in_names(words: str, names: dict[str, str]) -> str:
    """Return words with the models' names: viewers do not know their labels."""
    return re.sub(r"\b[AB]\d\b", lambda found: names[found.group()], words)


@contextmanager
def listened_to(url: str) -> Iterator[list[str]]:
    """Gather every frame that is sent to an overlay."""
    frames: list[str] = []

    def listen() -> None:
        try:
            with httpx.stream("GET", f"{url}/api/air/live", timeout=PATIENCE_S) as response:
                frames.extend(line for line in response.iter_lines() if line.startswith("data: {"))
        except httpx.HTTPError:
            return

    # `extend` takes the lines as they come.
    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    yield frames


def read_off(show: ShownScript, page: Page, artifacts: Path, number: int) -> list[str]:
    """Return every card as the page says it until nothing waits any more; nothing may lie on anything meanwhile."""
    seen: list[str] = []
    before = 0
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        rundown = show.get("/api/director")
        at, shown = page.evaluate(
            "[+document.documentElement.dataset.shown, document.querySelector('#stage').innerText]"
        )
        if shown.strip() and (not seen or seen[-1] != shown):
            seen.append(shown)
            page.evaluate(STILL)
            page.screenshot(path=str(artifacts / f"{number:02d}-{len(seen)}.png"))
        assert overlapping(page) == []
        if before == rundown["revision"] <= at and not rundown["queue"]:
            return seen
        before = rundown["revision"]
        page.wait_for_timeout(200)
    raise AssertionError(f"what waits was never shown, the page is at {at}: {show.get('/api/director')}")


def test_a_scripted_game_on_air(chromium: Browser, checkout: Path, artifacts: Path) -> None:
    folder = artifacts / "show" / "game"
    folder.mkdir(parents=True, exist_ok=True)
    page = chromium.new_page(viewport={"width": 1920, "height": 1080})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    cards: list[str] = []
    questions: set[str] = set()
    measured: set[str] = set()
    with ShownScript(script_of(game(checkout))) as show, listened_to(show.url) as frames:
        page.goto(f"{show.url}/overlay", wait_until="commit")
        page.wait_for_selector("body[data-ready]")
        for number in range(1, 100):
            step = show.step()
            if step is None:
                break
            if isinstance(step, Expect):
                continue
            cards += read_off(show, page, folder, number)
            snapshot = show.get("/api/snapshot")
            questions |= {prompt["question"] for prompt in snapshot["prompts"]}
            names = {one["id"]: one["name"] for one in snapshot["game"]["roster"]}
            measured |= {in_names(one["claim"], names) for one in snapshot["rulings"] if one["id"].startswith("m")}
            ruled = {in_names(one["claim"], names) for one in snapshot["rulings"] if not one["id"].startswith("m")}
            missing = [claim for claim in ruled if not any(claim in card for card in cards)]
            assert missing == [], "every ruling is on air"
        assert show.played is not None
        assert show.played.held == show.played.of
    page.close()
    assert faults == []
    for words in (
        "Reaver Guard Dorn: 10 → 6",
        "Reaver Guard Dorn: 6 → 0, incapacitated",
        "to incapacitate",
        "average",
        "Trooper Lindqvist takes out Reaver Guard Dorn",
        "Sergeant Halvar Stonefist picks up",
        "TOO CLOSE",
        "Trooper Lindqvist may Charge there",
        "Ruling upheld",
        "New leader",
        "Turning point 2",
    ):
        assert any(words in card for card in cards), words
    assert len(frames) > 20
    assert not any(re.search(r"\b[AB]\d\b", card) for card in cards)
    assert len(questions) > 5
    assert len(measured) > 1
    for frame in frames:
        document = json.loads(frame.removeprefix("data: "))
        assert PRIVATE.isdisjoint(keys_of(document))
        assert not any(question in frame for question in questions)
        assert not any(json.dumps(claim)[1:-1] in frame for claim in measured - ruled)
        for card in document.get("card") or ():
            assert all(combat["options"] == [] and not combat["proposed"] for combat in card["combat"])
