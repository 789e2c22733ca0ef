"""A battle that was on when it was backed up goes on at another table, whose own battle is put aside whole."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from messages.message import Message
from overlook.maintenance.pending_restore import ASIDE
from referee.records.journal.reading import read_journal
from tests.overlook.first_run.running import Running, whole_table

PART_BYTES = 1 << 20
BEGIN = {"intent": {"kind": "begin"}}


def table_in(folder: Path) -> Running:
    folder.mkdir()
    whole_table(folder)
    return Running(folder, "--data", str(folder / "data"), settings=folder / "overlook.toml")


def posted(table: Running, path: str, body: dict[str, Any]) -> httpx.Response:
    key = {"Idempotency-Key": f"moved-{time.monotonic_ns()}"}
    return httpx.post(f"{table.url}{path}", json=body, headers=key, timeout=60)


def battle(table: Running) -> dict[str, Any]:
    snapshot = table.page("/api/snapshot").json()
    return {"game": snapshot["game"], "prompts": snapshot["prompts"]}


def machine(table: Running) -> dict[str, Any]:
    found: dict[str, Any] = table.page("/api/machine").json()
    return found


@pytest.mark.nightly
def test_a_battle_goes_on_where_its_back_up_is_put_in_place(tmp_path: Path) -> None:
    with table_in(tmp_path / "old") as old:
        old.until("a battle is begun", lambda: posted(old, "/api/intents", BEGIN).status_code == 200)
        before = battle(old)
        assert before["prompts"]
        posted(old, "/api/machine", {"wish": {"kind": "backup"}})
        old.until("it is written", lambda: machine(old)["copy_made"]["state"] == "ready")
        packed = httpx.get(f"{old.url}/api/machine/backup", timeout=60).content

    with table_in(tmp_path / "new") as new:
        new.until("another battle is begun", lambda: posted(new, "/api/intents", BEGIN).status_code == 200)
        own = new.page("/api/snapshot").json()["game"]
        wish = {"kind": "bring", "name": "old.backup", "size_bytes": len(packed)}
        number = posted(new, "/api/machine", {"wish": wish}).json()["restoring"]["number"]
        for at in range(0, len(packed), PART_BYTES):
            kind = {"Content-Type": "application/octet-stream"}
            address = f"{new.url}/api/machine/upload/{number}/{at}"
            assert httpx.post(address, content=packed[at : at + PART_BYTES], headers=kind, timeout=60).is_success
        new.until("it is verified", lambda: machine(new)["restoring"]["state"] == "ready")
        assert new.page("/api/snapshot").json()["game"] == own, "the battle that is on goes on meanwhile"
        mine = read_journal(tmp_path / "new" / "data" / "games" / "0001.game")
        assert posted(new, "/api/machine", {"wish": {"kind": "place", "number": number}}).status_code == 200
        new.until("the table is built anew", lambda: str(Message.of("start-again")) in new.said)
        new.until("the battle of the old table is here", lambda: battle(new) == before)
        (aside,) = (tmp_path / "new" / "data" / ASIDE).iterdir()
        assert read_journal(aside / "games" / "0001.game")[: len(mine)] == mine
        assert (tmp_path / "new" / "data" / "restored-settings" / "rig.json").exists()
        new.until("it can be played on", lambda: machine(new)["playing"])
