"""A disk that is full to its last byte: whatever is asked for is answered in words, and done once there is room."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.faults.stand import small_disk
from tests.faults.trials import fill
from tests.overlook.live_table import LiveTable
from web.auth.sessions import SECRET_BYTES

PATIENCE_S = 90.0
SETTING = {"wish": {"kind": "settings", "changes": [{"name": "game.sure", "value": 0.91}]}}
COPY = {"wish": {"kind": "backup"}}
Asks = tuple[tuple[str, Mapping[str, Any]], ...]


@dataclass
class OnSmallDisk:
    """A table on a disk of its own, which can be filled."""

    disk: Path
    table: LiveTable
    number: int = 0

    def asked(self, path: str, body: Mapping[str, Any]) -> httpx.Response:
        """Return what is answered, by the table that may just be being built anew."""
        self.number += 1
        end_s = time.monotonic() + PATIENCE_S
        while True:
            with contextlib.suppress(httpx.TransportError):
                key = {"Idempotency-Key": f"full-disk-{self.number:06}"}
                return httpx.post(self.table.url + path, json=body, headers=key, timeout=PATIENCE_S)
            assert self.table.runs, self.table.said
            assert time.monotonic() < end_s, self.table.said
            time.sleep(0.2)

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Fill the disk to its last byte, and make room again."""
        ballast = fill(self.disk)
        try:
            yield
        finally:
            ballast.unlink()

    def shown(self, page: str) -> dict[str, Any]:
        """Return what a page is told, once it is answered."""
        end_s = time.monotonic() + PATIENCE_S
        while True:
            with contextlib.suppress(httpx.TransportError):
                answer = httpx.get(self.table.url + page, timeout=PATIENCE_S)
                if answer.status_code == 200:
                    document: dict[str, Any] = answer.json()
                    return document
            assert self.table.runs, self.table.said
            assert time.monotonic() < end_s, self.table.said
            time.sleep(0.2)

    def wait_for_backup(self) -> None:
        """Wait until no backup is being written."""
        end_s = time.monotonic() + PATIENCE_S
        while self.shown("api/machine")["copy_made"]["state"] == "writing":
            assert time.monotonic() < end_s, self.table.said
            time.sleep(0.2)


@contextlib.contextmanager
def on_small_disk(tmp_path: Path, *options: str, settings: str = "") -> Iterator[OnSmallDisk]:
    with small_disk(tmp_path / "disk", 32) as disk:
        folder = disk / "table"
        folder.mkdir()
        if settings:
            (tmp_path / "overlook.toml").write_text(settings)
            options = (*options, "--settings", str(tmp_path / "overlook.toml"))
        table = LiveTable(folder, *options).start()
        try:
            yield OnSmallDisk(disk, table)
        finally:
            if table.runs:
                table.kill()


IN_PLAY: Asks = (
    ("api/intents", {"intent": {"kind": "clock", "do": "start"}}),
    ("api/intents", {"intent": {"kind": "begin", "free": True}}),
    ("api/intents", {"intent": {"kind": "undo"}}),
    ("api/machine", COPY),
    ("api/machine", SETTING),
)
SET_UP: Asks = (
    ("api/setup", {"wish": {"kind": "team_example", "player": "p1", "name": "saltglass"}}),
    ("api/setup", {"wish": {"kind": "swap_sides"}}),
    ("api/machine", SETTING),
)
FIRST: Asks = (
    ("api/first", {"wish": {"kind": "ruler", "ruler_mm": 100.5}}),
    ("api/first", {"wish": {"kind": "kit_board"}}),
    ("api/machine", SETTING),
)
NO_CAMERA = '[camera]\nsource = "none"\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "settings", "asks", "page"),
    [
        ((), "", IN_PLAY, "api/snapshot"),
        (("--set-up",), "", SET_UP, "api/setup"),
        ((), NO_CAMERA, FIRST, "api/first"),
    ],
    ids=["in play", "set up", "first run"],
)
def test_what_the_disk_does_not_take_is_refused_in_words_and_done_once_it_can(
    tmp_path: Path, options: tuple[str, ...], settings: str, asks: Asks, page: str
) -> None:
    with on_small_disk(tmp_path, *options, settings=settings) as at:
        if page == "api/snapshot":
            at.table.until(lambda now: now["camera"]["fps"] is not None, within_s=PATIENCE_S)
        before = at.shown("api/machine")
        with at.full():
            answers = {(path, str(body)): at.asked(path, body) for path, body in asks}
            assert at.shown(page)
            at.wait_for_backup()
            assert not list(at.disk.rglob("*.part"))
        for asked, answer in answers.items():
            assert answer.status_code in {200, 409}, (asked, answer.text)
            assert answer.status_code == 200 or "disk" in answer.json()["detail"].lower() or "No space" in answer.text
        assert answers["api/machine", str(SETTING)].status_code == 409
        assert at.shown("api/machine")["sections"] == before["sections"]
        for path, body in asks:
            end_s = time.monotonic() + PATIENCE_S
            while (answer := at.asked(path, body)).status_code != 200:
                assert time.monotonic() < end_s, (path, body, answer.text)
                time.sleep(0.5)


@pytest.mark.nightly
def test_a_game_begun_in_the_lobby_of_a_full_disk_ends_no_program(tmp_path: Path) -> None:
    with on_small_disk(tmp_path) as at:
        at.shown("api/snapshot")
        with at.full():
            at.asked("api/lobby", {"wish": "play"})
            said = at.shown("api/first")
            assert "No space left on device" in str(said["lacks"])
        assert at.table.runs
        at.asked("api/machine", {"wish": {"kind": "anew"}})
        assert at.shown("api/setup")


@pytest.mark.nightly
def test_a_table_that_starts_on_a_full_disk_signs_with_a_secret_of_its_own(tmp_path: Path) -> None:
    with on_small_disk(tmp_path) as at:
        at.shown("api/snapshot")
        secret = at.table.folder / "cookie-secret"
        with at.full():
            at.table.kill()
            secret.unlink()
            fill(at.disk)
            at.table.start()
            assert any("phones must be paired again" in line for line in at.table.said), at.table.said
            assert not secret.exists()
            assert at.shown("api/session")["role"] == "table"
        at.table.kill()
        at.table.start()
        assert len(bytes.fromhex(secret.read_text())) == SECRET_BYTES
