"""A back-up put back on the page of a running table: shown, confirmed, in place; a spoilt one changes nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from overlook.data_folder import read_pairing_term
from overlook.maintenance.backup import Sources, make_backup
from overlook.maintenance.pending_restore import ASIDE
from overlook.maintenance.reports import FOLDER as REPORTS
from tests.overlook.live_table import LiveTable
from web.auth.sessions import COOKIE, Identity, Sessions
from web.contract.permissions import Role

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("restored by page")]

PATIENCE_MS = 60_000
PART_BYTES = 1 << 20
MARK = "of-then.txt"
"""Stands for everything that was made before the back-up, `NEWER` for what came since."""

NEWER = "of-now.txt"


class Tried:
    """A running table with its data folder, and what a program asks of it."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.table = LiveTable(data, *options, fps=None)

    def view(self) -> dict[str, Any]:
        """Return what stands on the machine's page, once the table answers."""
        end_s = time.monotonic() + PATIENCE_MS / 1000
        while True:
            try:
                answer = httpx.get(f"{self.table.url}api/machine", timeout=60)
                if answer.status_code == 200:
                    found: dict[str, Any] = answer.json()
                    return found
            except httpx.TransportError:
                pass
            assert time.monotonic() < end_s, self.table.said
            time.sleep(0.05)

    def ask(self, **wish: Any) -> httpx.Response:
        """Ask for something."""
        return httpx.post(f"{self.table.url}api/machine", json={"wish": wish}, timeout=60)

    def until(self, part: str, state: str) -> dict[str, Any]:
        """Wait until a back-up that is made, or that is brought, is so far."""
        end_s = time.monotonic() + PATIENCE_MS / 1000
        while (now := self.view()[part])["state"] != state:
            assert time.monotonic() < end_s, now
            time.sleep(0.05)
        found: dict[str, Any] = now
        return found

    def backup(self) -> bytes:
        """Return a back-up made by the page."""
        self.ask(kind="backup")
        self.until("copy_made", "ready")
        return httpx.get(f"{self.table.url}api/machine/backup", timeout=60).content

    def bring(self, packed: bytes) -> int:
        """Bring a back-up, and return its number."""
        brought = self.ask(kind="bring", name="my.backup", size_bytes=len(packed))
        number = int(brought.json()["restoring"]["number"])
        for at in range(0, len(packed), PART_BYTES):
            address = f"{self.table.url}api/machine/upload/{number}/{at}"
            kind = {"Content-Type": "application/octet-stream"}
            assert httpx.post(address, content=packed[at : at + PART_BYTES], headers=kind).status_code == 200
        return number

    def stands(self) -> str:
        """Return whether the data is that of then or of now; a mixture is neither."""
        found = {path.name for path in self.data.iterdir()}
        if any(name.startswith(("restoring-", "placing-")) for name in found):
            return "on its way"
        return {(True, False): "then", (False, True): "now"}.get((MARK in found, NEWER in found), f"mixed: {found}")


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tried]:
    one = Tried(tmp_path_factory.mktemp("restored"))
    one.table.start()
    yield one
    one.table.stop()


@pytest.fixture
def packed(tried: Tried) -> bytes:
    """A back-up, after which what was there is gone and something else is there."""
    (tried.data / NEWER).unlink(missing_ok=True)
    (tried.data / MARK).write_text("then")
    made = tried.backup()
    (tried.data / MARK).unlink()
    (tried.data / NEWER).write_text("now")
    return made


@pytest.fixture
def page(chromium: Browser, tried: Tried) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 390, "height": 844}) as context:
        opened = context.new_page()
        opened.goto(f"{tried.table.url}machine")
        opened.locator("body[data-ready]").wait_for(timeout=PATIENCE_MS)
        yield opened


def chosen(page: Page, file: Path) -> None:
    page.locator("input[type=file]").set_input_files(str(file))


def test_it_is_shown_then_confirmed_then_in_place_and_the_old_put_aside(
    tried: Tried, packed: bytes, page: Page, tmp_path: Path, artifacts: Path
) -> None:
    secret = bytes.fromhex((tried.data / "cookie-secret").read_text())
    paired = Sessions(secret, term=read_pairing_term(tried.data)).cookie(Identity(Role.REFEREE))
    before = tried.view()["restoring"]["line"]
    tried.ask(kind="settings", changes=[{"name": "camera.fps", "value": 7}])
    page.get_by_text("Set on this page. In the settings file: 10").wait_for(timeout=PATIENCE_MS, state="attached")
    file = tmp_path / "my.backup"
    file.write_bytes(packed)
    chosen(page, file)
    page.get_by_text("my.backup was made on").wait_for(timeout=PATIENCE_MS)
    assert "It contains one game" in page.locator("#restore").inner_text()
    page.click("#place")
    page.get_by_text("The present data is moved to").wait_for(timeout=PATIENCE_MS)
    assert tried.stands() == "now"
    page.locator("#restore").scroll_into_view_if_needed()
    page.screenshot(path=artifacts / "machine-restore-390.png", full_page=True)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.screenshot(path=artifacts / "machine-restore-820.png", full_page=True)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.click("#sure")
    page.locator("#restore .said").wait_for(timeout=PATIENCE_MS)
    said = page.locator("#restore .said").inner_text()
    assert said.startswith("The backup is restored.")
    assert said != before
    assert tried.stands() == "then"
    aside = max((tried.data / ASIDE).iterdir())
    assert str(aside) in said
    assert (aside / NEWER).read_text() == "now"
    assert any((aside / "games").glob("*.game"))
    assert page.get_by_text("Set on this page. In the settings file: 10").count() == 0
    who = httpx.get(f"{tried.table.url}api/session", cookies={COOKIE: paired}).json()
    assert who["role"] == "referee"
    tried.table.until(lambda now: now["camera"]["fps"] is not None, within_s=90)


def test_a_spoilt_one_is_refused_in_a_line_and_nothing_is_changed(
    tried: Tried, packed: bytes, page: Page, tmp_path: Path
) -> None:
    middle = len(packed) // 3
    spoilt = bytes(one ^ 0x5A for one in packed[middle : middle + 64])
    for name, content in {
        "cut.backup": packed[: len(packed) // 2],
        "spoilt.backup": packed[:middle] + spoilt + packed[middle + 64 :],
        "holiday.jpg": b"\xff\xd8\xff" + bytes(2000),
    }.items():
        file = tmp_path / name
        file.write_bytes(content)
        chosen(page, file)
        said = page.locator("#restore .said").filter(has_text=name)
        said.wait_for(timeout=PATIENCE_MS)
        assert said.inner_text().startswith("Refused; nothing was changed. ")
    assert tried.stands() == "now"
    assert not (tried.data / "upload").exists()


def test_one_that_is_cut_off_on_its_way_changes_nothing_and_another_may_come(tried: Tried, packed: bytes) -> None:
    number = int(tried.ask(kind="bring", name="my.backup", size_bytes=len(packed)).json()["restoring"]["number"])
    address = f"{tried.table.url}api/machine/upload/{number}/0"
    kind = {"Content-Type": "application/octet-stream"}
    assert httpx.post(address, content=packed[:500], headers=kind).json()["come_bytes"] == 500
    assert httpx.post(address, content=bytes((1 << 20) + 1), headers=kind).status_code == 413
    assert httpx.post(address, content=packed[:500]).status_code == 415
    assert tried.ask(kind="place", number=number).status_code == 409
    tried.bring(packed)
    again = tried.until("restoring", "ready")
    assert httpx.post(address, content=packed[:500], headers=kind).status_code == 409
    assert again["number"] != number
    assert tried.ask(kind="drop").json()["restoring"]["state"] == "none"
    assert tried.stands() == "now"


def test_a_fresh_table_takes_a_back_up_before_anything_is_set_up_and_stays_its_own(tmp_path: Path) -> None:
    then, now = tmp_path / "then", tmp_path / "now"
    then.mkdir()
    now.mkdir()
    (then / MARK).write_text("then")
    (then / "cookie-secret").write_text("00" * 32)
    (then / "claim.json").write_text('{"version": 1, "claimed": false}')
    made = tmp_path / "my.backup"
    make_backup(Sources(then), made, program="1", at=datetime.now(UTC), progress=lambda _: None)
    one = Tried(now, "--camera", "none")
    one.table.start()
    kept = {name: (now / name).read_bytes() for name in ("cookie-secret", "claim.json") if (now / name).exists()}
    number = one.bring(made.read_bytes())
    assert one.until("restoring", "ready")["games_here"] == 0
    assert one.ask(kind="place", number=number).status_code == 200
    end_s = time.monotonic() + PATIENCE_MS / 1000
    while not one.view()["restoring"]["line"].startswith("The backup is restored."):
        assert time.monotonic() < end_s, one.table.said
        time.sleep(0.05)
    assert (now / MARK).read_text() == "then"
    assert {name: (now / name).read_bytes() for name in kept} == kept
    assert "cookie-secret" in kept
    assert one.table.stop() == 0


@pytest.mark.parametrize("after_s", [0.0, 0.05, 0.3, 1.0, 2.0])
def test_a_plug_pulled_while_it_is_put_in_place_leaves_the_old_or_the_new(tmp_path: Path, after_s: float) -> None:
    one = Tried(tmp_path)
    one.table.start()
    (one.data / MARK).write_text("then")
    packed = one.backup()
    (one.data / MARK).unlink()
    (one.data / NEWER).write_text("now")
    number = one.bring(packed)
    one.until("restoring", "ready")
    assert one.ask(kind="place", number=number).status_code == 200
    time.sleep(after_s)
    one.table.kill()
    one.table.start()
    one.view()
    assert one.stands() == "then", "what was decided is gone through with"
    assert len(list((one.data / ASIDE).iterdir())) == 1
    assert not (one.data / REPORTS).exists()
    assert one.table.stop() == 0


def test_a_plug_pulled_before_it_is_confirmed_leaves_the_old(tmp_path: Path) -> None:
    one = Tried(tmp_path)
    one.table.start()
    (one.data / MARK).write_text("then")
    packed = one.backup()
    (one.data / MARK).rename(one.data / NEWER)
    one.bring(packed)
    one.table.kill()
    one.table.start()
    assert one.view()["restoring"]["state"] == "none"
    assert one.stands() == "now"
    assert not (one.data / "upload").exists()
    assert one.table.stop() == 0
