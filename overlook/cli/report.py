"""`overlook report`: one file for whoever mends the program; also written by itself when a part or all of it fails."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from overlook.console import HEARD, Exit, note
from overlook.distribution import program_version
from overlook.errors import SettingsError
from overlook.maintenance.report import Report, fault_text, last_fault, write_report
from overlook.settings import Settings, load_settings
from overlook.table.games import game_files
from referee.records.journal.errors import JournalError
from referee.records.journal.reading import read_journal

LINES = 200


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("report")
    def command(
        file: Annotated[Path | None, typer.Argument(help="Where to write it; the data folder when left out.")] = None,
        settings: Annotated[Path | None, typer.Option("--settings", help="A settings file.")] = None,
    ) -> int:
        """Write versions, settings without secrets, games, last log lines and the last fault into one file."""
        chosen = load_settings(settings)
        folder = chosen.data.folder
        made = _report(chosen, last_fault(folder), tuple(_service_log()))
        if file is None:
            file = write_report(made, folder)
        else:
            file.write_text(made.text(), encoding="utf-8")
        typer.echo(f"{file}: read it through, then attach it to what you send")
        return Exit.DONE


def of_a_crash(fault: BaseException) -> None:
    """Write a report of a fault of the program and say where it is, unless no disk takes it."""
    settings = Settings()
    with contextlib.suppress(SettingsError):
        settings = load_settings()
    _written(settings, "the program has failed", fault_text(fault))


def of_a_part(settings: Settings, part: str, fault: BaseException) -> None:
    """Write a report of a part that failed while the program goes on, and say where it is."""
    _written(settings, f"{part} has failed", f"in {part}, while the program went on:\n{fault_text(fault)}")


def _written(settings: Settings, what: str, fault: str) -> None:
    made = _report(settings, fault, tuple(HEARD))
    for folder in (settings.data.folder, Path(tempfile.gettempdir())):
        with contextlib.suppress(OSError):
            note(f"overlook: {what}; a report for whoever mends it is in {write_report(made, folder)}")
            return


def report_of(settings: Settings) -> Report:
    """Return the report of a table that runs here: with what it said, and its last fault."""
    return _report(settings, last_fault(settings.data.folder), tuple(HEARD))


def _report(settings: Settings, fault: str, log: tuple[str, ...]) -> Report:
    return Report(
        at=datetime.now(UTC),
        program=f"overlook {program_version()}",
        settings=settings.model_dump(mode="json"),
        log=log,
        fault=fault,
        games=_games(settings.data.folder),
    )


def _games(folder: Path) -> dict[str, str]:
    said = {}
    for path in game_files(folder):
        try:
            said[path.name] = f"{len(read_journal(path))} events, {path.stat().st_size} bytes"
        except (JournalError, OSError) as fault:
            said[path.name] = str(fault)
    return said


def _service_log() -> list[str]:
    """Return the last lines of the service's log, none where there is no such service."""
    command = ["journalctl", "-u", "overlook", "-n", str(LINES), "--no-pager", "-o", "short-iso"]
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
        return done.stdout.splitlines()
    return []
