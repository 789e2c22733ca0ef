"""The log of calls is what was acknowledged, whatever happened to its file in between."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlook.hall.judge_calls import FILE, CallLog, JudgeCallEntry
from venue.protocol import CallWithdrawn, JudgeCalled

AT = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)


def filled(path: Path, count: int = 3) -> CallLog:
    log = CallLog(path)
    for number in range(count):
        log.add(JudgeCalled(call=f"call-{number:04}", by="Ann", words="Is “this” <b>cover</b>?"), AT)
    return log


def calls(log: CallLog) -> list[str]:
    return [one.call for one in log.facts]


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    log = filled(tmp_path / FILE)
    assert log.open is not None
    log.add(CallWithdrawn(call="call-0002", by="Ann"), AT)
    again = CallLog(tmp_path / FILE)
    assert again.facts == log.facts
    assert (again.game, again.open) == (log.game, None)
    assert len({one.seal for one in again.facts}) == 4
    assert again.facts[0].data["words"] == "Is “this” <b>cover</b>?"


def test_each_call_is_told_to_the_hall_with_its_place_in_the_log(tmp_path: Path) -> None:
    log = filled(tmp_path / FILE)
    assert [(one.sequence, one.cause, one.data["call"]) for one in log.messages(0)] == [
        (1, 1, "call-0000"),
        (2, 2, "call-0001"),
        (3, 3, "call-0002"),
    ]
    for known in range(4):
        assert log.messages(known) == log.messages(0)[known:]
    assert {one.game for one in log.messages(0)} == {log.game}


@given(cut=st.integers(0, 2000))
def test_a_file_that_was_cut_anywhere_keeps_its_whole_lines_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("log") / FILE
    log = filled(path)
    whole = path.read_bytes()
    kept = whole[: cut % (len(whole) + 1)]
    path.write_bytes(kept)
    again = CallLog(path)
    assert again.facts == log.facts[: kept.count(b"\n")]
    assert bool(again.fault) is (kept[-1:] not in (b"", b"\n"))
    again.add(JudgeCalled(call="call-after", by="Bob"), AT)
    assert calls(CallLog(path)) == [*calls(log)[: kept.count(b"\n")], "call-after"]


@pytest.mark.parametrize("spoilt", [b"not JSON\n", b'{"v":1}\n', b"\xff\xfe\n"])
def test_a_file_that_is_no_log_is_put_aside_and_a_new_one_begun(tmp_path: Path, spoilt: bytes) -> None:
    path = tmp_path / FILE
    old = filled(path)
    path.write_bytes(path.read_bytes() + spoilt)
    again = CallLog(path)
    assert again.facts == ()
    assert (tmp_path / f"{FILE}.damaged-1").is_file()
    assert again.fault is not None
    assert (again.fault.code, again.fault["aside"]) == ("judge-log-replaced", f"{FILE}.damaged-1")
    again.add(JudgeCalled(call="call-new1", by="Bob"), AT)
    assert again.game not in ("", old.game)


def test_a_line_that_was_changed_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / FILE
    filled(path)
    path.write_text(path.read_text().replace('"Ann"', '"Eve"', 1))
    assert CallLog(path).facts == ()


def test_a_disk_that_takes_nothing_adds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / FILE
    log = filled(path, 1)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            log.add(JudgeCalled(call="call-lost", by="Bob"), AT)
    assert path.read_bytes() == before
    assert calls(log) == calls(CallLog(path)) == ["call-0000"]


@pytest.mark.parametrize("taken", [0, 1, 40])
def test_a_disk_that_takes_a_part_of_a_line_adds_nothing_and_the_next_call_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    path = tmp_path / FILE
    log = filled(path, 1)
    write, left = os.pwrite, [taken]

    def nearly_full(file: int, line: bytes, at: int) -> int:
        if not left[0]:
            raise OSError(28, "No space left on device")
        part, left[0] = line[: left[0]], 0
        return write(file, part, at)

    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", nearly_full)
        with pytest.raises(OSError, match="No space"):
            log.add(JudgeCalled(call="call-lost", by="Bob"), AT)
    log.add(JudgeCalled(call="call-next", by="Bob"), AT)
    assert calls(log) == calls(CallLog(path)) == ["call-0000", "call-next"]
    assert path.stat().st_mode & 0o077 == 0


def test_what_cannot_be_read_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    log = CallLog(tmp_path / FILE)
    assert log.facts == ()
    assert (tmp_path / f"{FILE}.damaged-1").is_dir()
    log.add(JudgeCalled(call="call-new1", by="Bob"), AT)
    assert calls(CallLog(tmp_path / FILE)) == ["call-new1"]


def test_a_later_program_may_say_more_in_a_line(tmp_path: Path) -> None:
    fact = filled(tmp_path / FILE, 1).facts[0]
    assert JudgeCallEntry.model_validate_json(fact.model_dump_json()[:-1] + ',"new":1}') == fact
