"""A table is claimed once, in its first ten minutes of running, and what is on disk decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.data_folder import AGAIN_OPEN_S, CLAIM_FILE, OPEN_S, TableClaim


class Clock:
    now_s = 50.0

    def __call__(self) -> float:
        return self.now_s


def claim(folder: Path, clock: Clock, *, wanted: bool = True) -> TableClaim:
    found = TableClaim(folder, wanted=wanted, steady=clock)
    found.note_time()
    return found


def test_a_fresh_table_is_claimed_once_and_never_again_after_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    fresh = claim(tmp_path, clock)
    assert fresh.seconds() == OPEN_S
    assert fresh.take()
    assert not fresh.take()
    assert claim(tmp_path, clock).seconds() == 0
    assert not claim(tmp_path, clock).take()


def test_ten_minutes_of_running_close_it_however_often_the_plug_is_pulled(tmp_path: Path) -> None:
    clock = Clock()
    for minutes in range(10):
        running = claim(tmp_path, clock)
        assert running.seconds() == pytest.approx(OPEN_S - 60 * minutes, abs=1)
        clock.now_s += 60
        running.note_time()
        clock.now_s += 10_000  # it is off
    assert claim(tmp_path, clock).seconds() == 0


@pytest.mark.parametrize("left", [b"", b"{", b'{"claimed": false, "used_s": -5}', b'{"version": 2}', b"\xff"])
def test_a_damaged_file_closes_it(tmp_path: Path, left: bytes) -> None:
    (tmp_path / CLAIM_FILE).write_bytes(left)
    assert not claim(tmp_path, Clock()).take()


@pytest.mark.parametrize("there", ["cookie-secret", "games"])
def test_a_table_that_was_used_before_is_not_fresh(tmp_path: Path, there: str) -> None:
    (tmp_path / there).mkdir()
    assert claim(tmp_path, Clock()).seconds() == 0


def test_where_the_disk_does_not_take_it_nobody_gets_it(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file stands where the folder should be")
    found = claim(tmp_path / "data", Clock())
    assert not found.take()
    found.reopen()
    assert not found.take()


def test_it_is_not_open_unless_the_settings_want_it(tmp_path: Path) -> None:
    assert claim(tmp_path, Clock(), wanted=False).seconds() == 0


def test_the_panels_button_opens_it_for_a_while_to_one_phone(tmp_path: Path) -> None:
    clock = Clock()
    old = claim(tmp_path, clock, wanted=False)
    old.reopen()
    clock.now_s += AGAIN_OPEN_S - 2
    assert old.seconds() > 0
    clock.now_s += 3
    assert old.seconds() == 0
    old.reopen()
    assert old.take()
    assert not old.take()
