"""`overlook backup`, `restore` and `report`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from overlook.console import Exit, print_notice
from overlook.distribution import program_version
from overlook.maintenance.backup import Sources, backup_name, make_backup, settings_files, verify_backup
from overlook.maintenance.reports import _report, _service_log, last_fault, write_report
from overlook.maintenance.restore import restore_backup
from overlook.process import ended_in_order
from overlook.settings import load_settings, settings_file


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    _register_backup(app)
    _register_report(app)


def _register_backup(app: typer.Typer) -> None:
    @app.command("backup")
    def backup(
        file: Annotated[
            Path | None, typer.Argument(help="Where to write it; overlook-DATE.backup when left out.")
        ] = None,
        data: Annotated[Path | None, typer.Option("--data", help="The folder where games are kept.")] = None,
        settings: Annotated[Path | None, typer.Option("--settings", help="A settings file.")] = None,
        check: Annotated[bool, typer.Option("--check", help="Only verify the backup that FILE is.")] = False,
    ) -> int:
        """Write games, calibrations and settings into one verified file. A running table may go on meanwhile."""
        now = datetime.now(UTC)
        target = file or Path(backup_name(now))
        if check:
            manifest = verify_backup(target)
            typer.echo(f"{target}: {len(manifest.files)} files of {manifest.made:%Y-%m-%d %H:%M} UTC, all as they were")
            return Exit.DONE
        chosen = load_settings(settings)
        sources = Sources(data or chosen.data.folder, settings_files(chosen, settings or settings_file()))
        with ended_in_order():
            manifest = make_backup(sources, target, program=program_version(), at=now, progress=print_notice)
        size_mb = target.stat().st_size / 1e6
        typer.echo(f"{target}: {len(manifest.files)} files, {size_mb:.1f} MB, written and read back")
        return Exit.DONE

    @app.command("restore")
    def restore(
        file: Annotated[Path, typer.Argument(help="A file that `overlook backup` wrote.")],
        data: Annotated[Path | None, typer.Option("--data", help="The folder where games are kept.")] = None,
        settings: Annotated[Path | None, typer.Option("--settings", help="A settings file.")] = None,
        replace: Annotated[
            bool, typer.Option("--replace", help="Put what is there aside, under a name with the date.")
        ] = False,
    ) -> int:
        """Put a backup back, after verifying every file of it. What was there is never deleted."""
        folder = data or load_settings(settings).data.folder
        with ended_in_order():
            done = restore_backup(file, folder, at=datetime.now(UTC), replace=replace)
        typer.echo(f"{done.data}: {len(done.manifest.files)} files, {done.games} games, each read through")
        if done.moved_aside is not None:
            print_notice(f"what was there is kept in {done.moved_aside}")
        if done.settings is not None:
            print_notice(f"the settings of then lie in {done.settings}: compare them with yours")
        return Exit.DONE


def _register_report(app: typer.Typer) -> None:
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
