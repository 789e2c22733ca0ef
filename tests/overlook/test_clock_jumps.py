"""The program itself under a clock that jumps in the middle of a game, and a power cut: phones stay paired."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.overlook.live_table import LiveTable
from tests.wall_clock import FIFTY_YEARS_S
from web.auth.sessions import COOKIE

SEATS = ("p1", "p2")
CLOCK = """
import time
real = time.time
def jumping():
    with open({file!r}) as ahead:
        return real() + float(ahead.read() or 0)
time.time = jumping
"""
"""Read by Python before the program is: its time of day is as far ahead as a file says."""


@pytest.fixture
def ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "ahead"
    file.write_text("0")
    (tmp_path / "sitecustomize.py").write_text(CLOCK.format(file=str(file)))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH")))))
    return file


@pytest.fixture
def table(tmp_path: Path, ahead: Path) -> Iterator[LiveTable]:
    folder = tmp_path / "data"
    folder.mkdir()
    found = LiveTable(folder, from_nothing=True).start()
    yield found
    found.stop()


def paired(table: LiveTable, seat: str) -> str:
    pin = httpx.get(f"{table.url}api/pairing").json()["pin"]
    return str(httpx.post(f"{table.url}api/pair", json={"pin": pin, "seat": seat}).cookies[COOKIE])


def seat_of(table: LiveTable, cookie: str) -> str:
    return str(httpx.get(f"{table.url}api/session", headers={"Cookie": f"{COOKIE}={cookie}"}).json()["seat"])


def test_two_phones_stay_paired_through_jumps_of_the_clock_and_a_power_cut(table: LiveTable, ahead: Path) -> None:
    table.until(lambda now: now["game"]["begun"] and not now["game"]["over"], within_s=60)
    phones = {seat: paired(table, seat) for seat in SEATS}
    for ahead_s in (FIFTY_YEARS_S, 0.0, -FIFTY_YEARS_S):
        ahead.write_text(str(ahead_s))
        assert {seat: seat_of(table, cookie) for seat, cookie in phones.items()} == dict(zip(SEATS, SEATS, strict=True))
    table.kill()
    ahead.write_text("0")
    table.start()
    assert {seat: seat_of(table, cookie) for seat, cookie in phones.items()} == dict(zip(SEATS, SEATS, strict=True))
