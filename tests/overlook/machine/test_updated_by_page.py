"""Another version on the page of a running table: shown, confirmed, taken by the system, and said which one plays."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page

from overlook.machine.system_requests import POWER, SERVICE
from overlook.machine.updates import RELEASES
from tests.deploy.small_machine import SmallMachine
from tests.deploy.small_release import small_release
from tests.overlook.live_table import LiveTable

pytestmark = pytest.mark.nightly

PATIENCE_MS = 60_000
PART = {"Content-Type": "application/octet-stream"}


class Installed:
    """A table that runs as an installed one, and the system that hears what its page asks."""

    def __init__(self, folder: Path, checkout: Path) -> None:
        self.machine = SmallMachine(folder, checkout)
        self.machine.install_first()
        self.machine.start()
        self.table = LiveTable(self.machine.data, "--camera", "none")
        self._gone = threading.Event()
        self._listening = threading.Thread(target=self._listen, daemon=True)

    def _listen(self) -> None:
        while not self._gone.wait(0.05):
            if (self.machine.run / "update").exists():
                self.machine.heard()

    def start(self) -> None:
        self.table.start()
        self._listening.start()

    def close(self) -> None:
        self._gone.set()
        self._listening.join(60)
        self.table.stop()
        self.machine.stop()


@pytest.fixture
def installed(tmp_path: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installed]:
    one = Installed(tmp_path, checkout)
    monkeypatch.setenv(SERVICE, "as systemd sets it")
    monkeypatch.setenv(POWER, str(one.machine.run))
    monkeypatch.setenv(RELEASES, str(one.machine.prefix))
    one.start()
    yield one
    one.close()


@pytest.fixture
def page(chromium: Browser, installed: Installed) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 390, "height": 844}) as context:
        opened = context.new_page()
        opened.goto(f"{installed.table.url}update")
        opened.locator("body[data-ready]").wait_for(timeout=PATIENCE_MS)
        yield opened


def test_a_version_is_shown_then_confirmed_then_plays_and_one_goes_back(
    installed: Installed, page: Page, tmp_path: Path, artifacts: Path
) -> None:
    file = small_release(tmp_path, "0.3.0")
    assert page.locator("#plays").inner_text() == "Overlook 0.2.0 is running."
    assert page.locator("#before").is_hidden()
    page.locator("input[type=file]").set_input_files(str(file))
    page.get_by_text("It is version 0.3.0; 0.2.0 is running.").wait_for(timeout=PATIENCE_MS)
    assert "What is new in 0.3.0." in page.locator(".changes").inner_text()
    page.click("#take")
    page.get_by_text("Then 0.3.0 is installed beside 0.2.0").wait_for(timeout=PATIENCE_MS)
    assert "false" not in page.locator("#bring").inner_text()
    page.screenshot(path=artifacts / "update-390.png", full_page=True)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert installed.machine.version() == "0.2.0"
    page.click("#sure")
    page.get_by_text("0.3.0 plays; 0.2.0 is kept").wait_for(timeout=PATIENCE_MS)
    assert installed.machine.version() == installed.machine.plays() == "0.3.0"
    page.click("#back-to", timeout=PATIENCE_MS)
    page.screenshot(path=artifacts / "update-back-320.png", full_page=True)
    page.click("#sure")
    page.get_by_text("0.2.0 plays; 0.3.0 is kept").wait_for(timeout=PATIENCE_MS)
    assert installed.machine.version() == installed.machine.plays() == "0.2.0"


def test_a_plug_pulled_before_it_is_confirmed_leaves_the_old_and_nothing_of_what_came(
    installed: Installed, tmp_path: Path
) -> None:
    packed = small_release(tmp_path, "0.3.0").read_bytes()
    for come in (0, 500, len(packed)):
        address = f"{installed.table.url}api/machine/update"
        wish = {"kind": "bring", "name": "overlook-0.3.0-py3-none-any.whl", "size_bytes": len(packed)}
        number = httpx.post(address, json={"wish": wish}).json()["number"]
        if come:
            answer = httpx.post(f"{address}/{number}/0", content=packed[:come], headers=PART)
            assert answer.json()["come_bytes"] == come
        assert httpx.post(f"{address}/{number}/0", content=b"x" * ((1 << 20) + 1), headers=PART).status_code == 413
        installed.table.kill()
        installed.table.start()
        after = httpx.get(f"{installed.table.url}api/machine/update").json()
        assert (after["state"], after["plays"], after["said"]) == ("none", "0.2.0", "")
        assert not (installed.machine.data / "update").exists()
        assert installed.machine.version() == "0.2.0"
