"""A data folder that cannot be written: the page comes and says so, nothing is lost, the table opens when it can."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from referee.records.journal.reading import read_journal
from tests.faults.kept_files import GAME, whole_folder
from tests.faults.stand import small_disk
from tests.overlook.live_table import LiveTable

PATIENCE_S = 60.0


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def mounted(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", disk], check=True)


def shown(table: LiveTable) -> dict[str, object]:
    """Return the game that a table shows; nothing while none is open."""
    answer = httpx.get(f"{table.url}api/snapshot", timeout=PATIENCE_S)
    game: dict[str, object] = answer.json()["game"] if answer.status_code == 200 else {}
    return game


@pytest.mark.slow
def test_a_table_on_a_read_only_disk_says_so_on_its_page_and_opens_once_it_can_write(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 32) as disk:
        folder = disk / "table"
        with whole_folder() as whole:
            shutil.copytree(whole, folder)
        shutil.rmtree(folder / "first-run")
        before, events = contents(folder), read_journal(folder / "games" / f"{GAME}.game")
        mounted(disk, "ro")
        table = LiveTable(folder, "--camera", "simulated").start()
        try:
            said = httpx.get(f"{table.url}api/first", timeout=PATIENCE_S).text
            assert "read-only" in said
            assert "mount it writable" in said
            assert httpx.get(table.url, timeout=PATIENCE_S, follow_redirects=True).status_code == 200
            assert {name: data for name, data in contents(folder).items() if name in before} == before
            mounted(disk, "rw")
            end_s = time.monotonic() + PATIENCE_S
            while not shown(table):
                assert time.monotonic() < end_s, table.said
                time.sleep(0.2)
        finally:
            table.kill()
        assert read_journal(folder / "games" / f"{GAME}.game")[: len(events)] == events
