"""What fails without ending the program leaves a report too, each kind once."""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from overlook.app.table_vision import FrameObserver
from overlook.machine.page_settings import with_values
from overlook.maintenance.reports import FOLDER, LOGGERS, MOST, CrashReports, last_fault, of_a_part, report_of
from overlook.settings import Settings
from referee.game.engine.timeline import Timeline
from referee.rules.ruling import Verdict
from simulation.cameras.tray_camera import SimulatedTrayCamera
from tests.overlook.played_table import Table, played
from vision.frame import Frame
from web.contract.table.board_views import RulingView


class Reporting(Table):
    """A table whose failing parts are heard by `faults`."""

    faults: CrashReports

    def failed(self, part: str, fault: BaseException) -> None:
        self.faults.report_once(part, fault)


class Kept:
    """Faults, and what was written of them once no more are taken."""

    def __init__(self) -> None:
        self.written: list[tuple[str, str]] = []
        self.faults = CrashReports(lambda part, fault: self.written.append((part, str(fault))))


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture(autouse=True)
def _quiet_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What dies of a fault here is meant to; nothing is left that listens."""

    def quiet(_: threading.ExceptHookArgs) -> None:
        """Say nothing."""

    monkeypatch.setattr(threading, "excepthook", quiet)
    yield
    assert threading.excepthook is quiet
    assert not [name for name in LOGGERS if logging.getLogger(name).filters]


def fail(words: str) -> None:
    raise ValueError(words)


def fault(words: str) -> ValueError:
    try:
        fail(words)
    except ValueError as found:
        return found
    raise AssertionError("it did not fail")


def test_one_kind_is_written_once_for_each_part(kept: Kept) -> None:
    with kept.faults.listening():
        for part, words in (("eye", "first"), ("eye", "again"), ("panel", "there too")):
            kept.faults.report_once(part, fault(words))
    assert kept.written == [("eye", "first"), ("panel", "there too")]


def test_no_more_kinds_are_written_than_there_are_reports(kept: Kept) -> None:
    with kept.faults.listening():
        for number in range(2 * MOST):
            kept.faults.report_once(f"part {number}", fault("it"))
    assert len(kept.written) == MOST


def test_a_report_that_cannot_be_made_is_said(caplog: pytest.LogCaptureFixture) -> None:
    def write(part: str, _: BaseException) -> None:
        raise TypeError(f"nothing is known of {part}")

    faults = CrashReports(write)
    with faults.listening():
        faults.report_once("eye", fault("it"))
    assert "no report of a fault in eye could be written" in caplog.text
    assert "nothing is known of eye" in caplog.text


@pytest.mark.parametrize("damage", ["noise", "a folder"])
def test_a_report_that_is_damaged_is_passed_over(tmp_path: Path, damage: str) -> None:
    settings = Settings.model_validate({"data": {"folder": str(tmp_path)}})
    of_a_part(settings, "the eye", fault("no such tag"))
    newest = tmp_path / FOLDER / "overlook-report-2-99991231-000000-000000.txt"
    newest.write_bytes(b"== what happened\n\xff\xfe") if damage == "noise" else newest.mkdir()
    assert "ValueError: no such tag" in last_fault(tmp_path)


def test_a_thread_that_dies_is_written(kept: Kept) -> None:
    with kept.faults.listening():
        dying = threading.Thread(target=fail, args=("a contact bounced",), name="buttons")
        dying.start()
        dying.join()
    assert kept.written == [("buttons", "a contact bounced")]


def test_what_libraries_catch_is_written_and_still_logged(kept: Kept, caplog: pytest.LogCaptureFixture) -> None:
    async def call() -> None:
        asyncio.get_running_loop().call_soon(fail, "in a callback")
        await asyncio.sleep(0)

    with kept.faults.listening():
        asyncio.run(call())
        try:
            fail("in a request")
        except ValueError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
        logging.getLogger("uvicorn.error").error("a line without a fault")
    assert kept.written == [("asyncio", "in a callback"), ("uvicorn.error", "in a request")]
    assert "in a callback" in caplog.text


def test_a_picture_that_cannot_be_looked_at_leaves_one_report_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings.model_validate({"data": {"folder": str(tmp_path)}})
    faults = CrashReports(partial(of_a_part, settings))
    look, looks = FrameObserver.look, itertools.count()
    looked: list[int] = []

    def failing(self: FrameObserver, frame: Any) -> Any:
        looked.append(next(looks))
        if 0 < looked[-1] < 4:
            raise KeyError("no such tag")
        return look(self, frame)

    monkeypatch.setattr(Reporting, "faults", faults, raising=False)
    monkeypatch.setattr(FrameObserver, "look", failing)

    async def play(table: Table) -> None:
        await table.until(lambda now: len(now.table.operatives) == 12 and len(looked) > 5)

    with faults.listening():
        played(tmp_path / "games", play, make=Reporting)
    (written,) = (tmp_path / FOLDER).iterdir()
    assert "in eye, while the program went on" in written.read_text(encoding="utf-8")
    assert "KeyError: 'no such tag'" in last_fault(tmp_path)


def test_a_report_is_written_of_a_table_with_what_the_command_line_and_its_page_say(tmp_path: Path) -> None:
    file = Settings.model_validate({"data": {"folder": str(tmp_path)}, "panel": {"presses": {"undo long": "undo"}}})
    settings = with_values(Settings.model_validate(file.model_dump()), {"camera.fps": 7.0})
    of_a_part(settings, "the eye", KeyError("no such tag"))
    (written,) = (tmp_path / FOLDER).iterdir()
    assert "KeyError: 'no such tag'" in written.read_text(encoding="utf-8")
    assert '"undo long": "undo"' in report_of(settings).text()


def test_a_driver_of_the_trays_camera_that_fails_leaves_a_report_and_the_tray_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: Kept
) -> None:
    frames, again = SimulatedTrayCamera.frames, threading.Event()

    def failing(self: SimulatedTrayCamera) -> Iterator[Frame]:
        if not again.is_set():
            again.set()
            raise ZeroDivisionError("no such row")
        return frames(self)

    monkeypatch.setattr(Reporting, "faults", kept.faults, raising=False)
    monkeypatch.setattr(SimulatedTrayCamera, "frames", failing)

    async def play(table: Table) -> None:
        await table.until(lambda now: again.is_set() and bool(now.tray) and not now.tray[0].fault)

    with kept.faults.listening():
        played(tmp_path, play, tray=True, make=Reporting)
    assert kept.written == [("tray", "no such row")]


def test_frames_of_a_ruling_that_cannot_be_written_leave_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: Kept
) -> None:
    def failing(*_: object) -> None:
        raise MemoryError("no room")

    ruling = RulingView(id="r1", sequence=1, claim="c", verdict=Verdict.YES, p_yes=1.0, sentence="It may.")
    monkeypatch.setattr(ZipFile, "open", failing)

    async def play(table: Table) -> None:
        now = await table.begun()
        table.clips.take_snapshot(now.model_copy(update={"rulings": (ruling,)}), Timeline())
        table.clips.close()

    with kept.faults.listening():
        played(tmp_path, play, make=Reporting)
    assert kept.written == [("concurrent.futures", "no room")]


def test_what_is_given_up_because_the_program_ends_is_no_fault() -> None:
    kept = Kept()
    with kept.faults.listening():
        for fault in (asyncio.CancelledError("Task cancelled, timeout graceful shutdown exceeded"), ValueError("torn")):
            logging.getLogger("uvicorn.error").error("Exception in ASGI application", exc_info=fault)
    assert kept.written == [("uvicorn.error", "torn")]
