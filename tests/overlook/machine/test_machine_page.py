"""The machine's page at a running table: settings, back-up and report; no shell needed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from messages.message import Message
from overlook.machine.page_settings import NAME
from overlook.maintenance.backup import verify_backup
from tests.overlook.first_run.running import Running, whole_table
from tests.overlook.live_table import LiveTable

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("machine page")]

SECRET = "hunter2-of-the-machine"
PATIENCE_MS = 60_000


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    folder = tmp_path_factory.mktemp("machine")
    running = LiveTable(folder, fps=None).start()
    yield running
    running.stop()


@pytest.fixture
def page(chromium: Browser, table: LiveTable) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 390, "height": 844}, accept_downloads=True) as context:
        opened = context.new_page()
        opened.goto(f"{table.url}machine")
        opened.locator("body[data-ready]").wait_for(timeout=PATIENCE_MS)
        yield opened


def changed(page: Page, section: str, field: str, words: str) -> None:
    page.locator(f"[data-section={section}] > summary").click()
    page.fill(f"#set-{section}-{field}", words)


def test_a_setting_is_applied_by_opening_the_table_anew_and_no_secret_shows(table: LiveTable, page: Page) -> None:
    changed(page, "camera", "fps", "7")
    changed(page, "obs", "password", SECRET)
    page.click("#apply")
    page.get_by_text("Set on this page. In the settings file: 10").wait_for(timeout=PATIENCE_MS)
    end_s = time.monotonic() + PATIENCE_MS / 1000
    while not any("restarts with the new" in line for line in table.said):
        assert time.monotonic() < end_s, table.said
        time.sleep(0.1)
    table.until(lambda now: now["camera"]["fps"] is not None, within_s=90)
    shown = httpx.get(f"{table.url}api/machine").text
    assert SECRET not in shown
    assert str(table.folder) not in shown
    report = httpx.get(f"{table.url}api/machine/report.txt")
    assert (report.status_code, SECRET in report.text) == (200, False)
    assert "(left out)" in report.text
    (said,) = [
        one for section in json.loads(shown)["sections"] for one in section["settings"] if one["name"] == "obs.password"
    ]
    assert (said["value"], said["in_file"], said["changed"]) == (True, False, True)


def test_a_password_is_erased_with_a_change_of_where_it_is_sent_and_the_page_says_so(page: Page) -> None:
    changed(page, "obs", "password", SECRET)
    page.click("#apply")
    page.locator("#send").wait_for(state="hidden", timeout=PATIENCE_MS)
    page.locator("#set-obs-password[placeholder='set']").wait_for(state="attached", timeout=PATIENCE_MS)
    page.fill("#set-obs-url", "ws://stranger.example:4455")
    page.click("#apply")
    page.get_by_text("Erased, because its address was changed: obs.password.").first.wait_for(timeout=PATIENCE_MS)
    page.locator("#set-obs-password[placeholder='not set']").wait_for(state="attached", timeout=PATIENCE_MS)
    assert page.locator("#notice").is_visible()


def test_what_cannot_be_is_refused_in_words_and_stays_to_be_corrected(page: Page) -> None:
    changed(page, "panel", "confirm", "6")
    page.click("#apply")
    page.get_by_text("is already used by").wait_for(timeout=PATIENCE_MS)
    assert page.locator("#changes").inner_text().startswith("One setting changed")
    assert page.input_value("#set-panel-confirm") == "6"


def test_a_back_up_is_made_and_downloaded_whole(page: Page, tmp_path: Path) -> None:
    changed(page, "obs", "password", SECRET)
    page.click("#apply")
    page.locator("#set-obs-password[placeholder='set']").wait_for(state="attached", timeout=PATIENCE_MS)
    page.click("#backup")
    link = page.get_by_role("link", name="Download overlook-")
    link.wait_for(timeout=PATIENCE_MS)
    with page.expect_download() as coming:
        link.click()
    file = tmp_path / "downloaded.backup"
    coming.value.save_as(file)
    kept = {one.path for one in verify_backup(file).files}
    assert f"data/{NAME}" in kept
    assert any(path.endswith(".game") for path in kept)
    assert not any("back-up/" in path for path in kept)


def test_nothing_of_it_stands_wider_than_a_small_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_battle_that_is_on_goes_on_where_it_was(tmp_path: Path) -> None:
    def posted(table: Running, path: str, body: dict[str, Any]) -> httpx.Response:
        key = {"Idempotency-Key": f"machine-{time.monotonic_ns()}"}
        return httpx.post(f"{table.url}{path}", json=body, headers=key, timeout=60)

    def battle(table: Running) -> dict[str, Any]:
        snapshot = table.page("/api/snapshot").json()
        return {"game": snapshot["game"], "prompts": snapshot["prompts"]}

    whole_table(tmp_path)
    with Running(tmp_path, "--data", str(tmp_path / "data"), settings=tmp_path / "overlook.toml") as table:
        begun = {"intent": {"kind": "begin"}}
        table.until("a battle is begun", lambda: posted(table, "/api/intents", begun).status_code == 200)
        before = battle(table)
        assert before["prompts"]
        change = {"kind": "settings", "changes": [{"name": "game.sure", "value": 0.9}]}
        assert posted(table, "/api/machine", {"wish": change}).status_code == 200
        table.until("the table is built anew", lambda: str(Message.of("start-again")) in table.said)
        table.until("the battle is there again", lambda: battle(table) == before)
