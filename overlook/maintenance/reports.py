"""Problem reports: versions, settings without secrets, log, traceback; one report per kind of crash."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import logging
import platform
import re
import subprocess
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from messages.message import Message
from overlook.console import RECENT_LINES, kind_of, print_notice, without_address, without_secrets
from overlook.distribution import program_version
from overlook.errors import SettingsError
from overlook.process import OwnerRights
from overlook.settings import Settings, load_settings
from overlook.table.games.games import game_files
from referee.records.journal.errors import JournalError
from referee.records.journal.reading import read_journal

log = logging.getLogger(__name__)

Write = Callable[[str, BaseException], None]
"""Stores a fault for maintainers; the first argument names the part."""

MOST = 20
"""Limit of kinds of faults reported in one run, the same as the limit of stored reports."""

LOGGERS = ("asyncio", "concurrent.futures", "uvicorn.error")
"""Loggers in which libraries report exceptions of callbacks, futures and requests."""


class CrashReports:
    """Receives faults from any thread and writes each kind once, in a separate thread."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._known: set[tuple[str, str, str, int]] = set()
        self._lock = threading.Lock()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="faults")

    def report_once(self, part: str, fault: BaseException) -> None:
        """Report a fault of a part, unless one of the same type from the same line was reported.

        Cancellations are not faults: they occur when the program ends, for example during a video stream.
        """
        if isinstance(fault, asyncio.CancelledError):
            return
        kind = (part, *kind_of(fault))
        with self._lock:
            if kind in self._known or len(self._known) >= MOST:
                return
            self._known.add(kind)
            with suppress(RuntimeError):  # the program has closed already
                self._writer.submit(self._written, part, fault)

    def _written(self, part: str, fault: BaseException) -> None:
        try:
            self._write(part, fault)
        except Exception:  # runs in a thread, so log if no report can be written
            log.exception("no report of a fault in %s could be written", part)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Also report exceptions that end threads or that libraries only log; on exit, waits until all are written."""
        died = threading.excepthook

        def of_a_thread(what: threading.ExceptHookArgs) -> None:
            died(what)
            if what.exc_value is not None:
                self.report_once(what.thread.name if what.thread is not None else "a thread", what.exc_value)

        for name in LOGGERS:
            logging.getLogger(name).addFilter(self._logged)
        threading.excepthook = of_a_thread
        try:
            yield
        finally:
            threading.excepthook = died
            for name in LOGGERS:
                logging.getLogger(name).removeFilter(self._logged)
            self._writer.shutdown(wait=True)

    def _logged(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is not None and record.levelno >= logging.ERROR:
            self.report_once(record.name, fault)
        return True


FOLDER = "reports"
MOST_REPORTS = 20
NUMBERED = re.compile(r"overlook-report-(\d+)-\d{8}-\d{6}-\d{6}\.txt")


@dataclass(frozen=True, slots=True)
class Report:
    """Content of a report: time, program, settings, last log lines, fault, games."""

    at: datetime
    program: str
    settings: Mapping[str, Any]
    log: tuple[str, ...] = ()
    fault: str = ""
    games: Mapping[str, Message] = field(default_factory=dict)

    def text(self) -> str:
        """Return the report as text."""
        parts = {
            "report": f"{self.program}, {self.at:%Y-%m-%d %H:%M:%S} UTC",
            "what happened": self.fault or str(Message.of("report-requested")),
            "machine": f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}",
            "settings, without secrets": json.dumps(without_secrets(self.settings), indent=1, default=str),
            "games": "\n".join(f"{name}: {said}" for name, said in self.games.items()) or "none",
            "last lines said": "\n".join(map(without_address, self.log)) or "none",
            "installed": "\n".join(_installed()),
        }
        return "\n".join(f"== {name}\n{text.rstrip()}\n" for name, text in parts.items())


@functools.cache
def _installed() -> tuple[str, ...]:
    return tuple(sorted(f"{one.metadata['Name']} {one.version}" for one in distributions()))


def fault_text(fault: BaseException) -> str:
    """Return a fault with its traceback."""
    return without_address("".join(traceback.format_exception(fault)))


def write_report(report: Report, folder: Path) -> Path:
    """Write a report below a data folder and return its path; only the newest `MOST_REPORTS` are kept.

    Raises `OSError` if the disk fails.
    """
    with OwnerRights.of(folder).taken():
        place = folder / FOLDER
        place.mkdir(parents=True, exist_ok=True)
        before = _reports(place)
        path = place / f"overlook-report-{_number(before[-1]) + 1 if before else 1}-{report.at:%Y%m%d-%H%M%S-%f}.txt"
        path.write_text(report.text(), encoding="utf-8")
        for old in _reports(place)[:-MOST_REPORTS]:
            old.unlink(missing_ok=True)
    return path


def _reports(place: Path) -> list[Path]:
    """Return the reports of a folder in the order of their numbers, which is independent of the clock."""
    return sorted(place.glob("overlook-report-*.txt"), key=lambda path: (_number(path), path.name))


def _number(path: Path) -> int:
    """Return a report's number; 0 for reports of earlier versions of the program."""
    found = NUMBERED.fullmatch(path.name)
    return int(found[1]) if found else 0


def last_fault(folder: Path) -> str:
    """Return the fault in the newest report below a data folder that has one; empty if there is none."""
    for path in reversed(_reports(folder / FOLDER)):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        _, _, rest = text.partition("== what happened\n")
        said = rest.partition("\n== ")[0].strip()
        if said.startswith(("Traceback", "Exception")) or "\nTraceback" in said:
            return f"{path.name}:\n{said}"
    return ""


LINES = 200


def _games(folder: Path) -> dict[str, Message]:
    said = {}
    for path in game_files(folder):
        try:
            said[path.name] = Message.of("report-game", events=len(read_journal(path)), bytes=path.stat().st_size)
        except JournalError as fault:
            said[path.name] = fault.message
        except OSError as fault:
            said[path.name] = Message.stored(str(fault))
    return said


def _report(settings: Settings, fault: str, log: tuple[str, ...]) -> Report:
    return Report(
        at=datetime.now(UTC),
        program=f"overlook {program_version()}",
        settings=settings.model_dump(mode="json"),
        log=log,
        fault=fault,
        games=_games(settings.data.folder),
    )


def _written(settings: Settings, failed: Message, fault: str) -> None:
    made = _report(settings, fault, tuple(RECENT_LINES))
    for folder in (settings.data.folder, Path(tempfile.gettempdir())):
        with contextlib.suppress(OSError):
            print_notice(str(Message.of("report-written", failed=failed, file=write_report(made, folder))))
            return


def of_a_crash(fault: BaseException) -> None:
    """Write a report of a crash and print its path; only a failed write is ignored."""
    settings = Settings()
    with contextlib.suppress(SettingsError):
        settings = load_settings()
    _written(settings, Message.of("report-program-failed"), fault_text(fault))


def of_a_part(settings: Settings, part: str, fault: BaseException) -> None:
    """Write a report of a failed part while the program continues, and print its path."""
    heading = Message.of("report-part-fault", part=part)
    _written(settings, Message.of("report-part-failed", part=part), f"{heading}\n{fault_text(fault)}")


def report_of(settings: Settings) -> Report:
    """Return the report of the running table, with its last messages and its last fault."""
    return _report(settings, last_fault(settings.data.folder), tuple(RECENT_LINES))


def _service_log() -> list[str]:
    """Return the last lines of the systemd service's log; empty if there is no such service."""
    command = ["journalctl", "-u", "overlook", "-n", str(LINES), "--no-pager", "-o", "short-iso"]
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
        return done.stdout.splitlines()
    return []
