"""What a person sends when something went wrong: versions, settings without secrets, log and traceback in one file."""

from __future__ import annotations

import functools
import json
import platform
import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from overlook.maintenance.file_ownership import hand_over
from overlook.maintenance.redaction import without_address, without_secrets

FOLDER = "reports"
MOST_REPORTS = 20
NUMBERED = re.compile(r"overlook-report-(\d+)-\d{8}-\d{6}-\d{6}\.txt")


@dataclass(frozen=True, slots=True)
class Report:
    """What is in a report: when, with what program, how it was set, what was said last, and what happened."""

    at: datetime
    program: str
    settings: Mapping[str, Any]
    log: tuple[str, ...] = ()
    fault: str = ""
    games: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Return it as people read it."""
        parts = {
            "report": f"{self.program}, {self.at:%Y-%m-%d %H:%M:%S} UTC",
            "what happened": self.fault or "nothing: a person asked for this report",
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
    """Write a report below a data folder, and return where; the oldest beyond the last twenty are deleted.

    Raises `OSError` when the disk fails.
    """
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    before = _reports(place)
    path = place / f"overlook-report-{_number(before[-1]) + 1 if before else 1}-{report.at:%Y%m%d-%H%M%S-%f}.txt"
    path.write_text(report.text(), encoding="utf-8")
    for old in _reports(place)[:-MOST_REPORTS]:
        old.unlink(missing_ok=True)
    hand_over(place, like=folder)
    return path


def _reports(place: Path) -> list[Path]:
    """Return the reports of a folder in the order in which they were written, whatever the clock said then."""
    return sorted(place.glob("overlook-report-*.txt"), key=lambda path: (_number(path), path.name))


def _number(path: Path) -> int:
    """Return a report's number; 0 for one of an earlier version of the program."""
    found = NUMBERED.fullmatch(path.name)
    return int(found[1]) if found else 0


def last_fault(folder: Path) -> str:
    """Return what the newest report below a data folder says that happened; empty when none can be read."""
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
