"""`overlook backup`, `restore` and `report`."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from messages.message import Message
from overlook.atomic_files import SECRET_MODE, copy_file
from overlook.console import Exit, print_notice
from overlook.distribution import program_version
from overlook.maintenance.backup import Manifest, Sources, backup_name, make_backup, settings_files, verify_backup
from overlook.maintenance.reports import _report, _service_log, last_fault, write_report
from overlook.maintenance.restore import restore_backup
from overlook.process import OwnerRights, ended_in_order, roomy_folder
from overlook.settings import load_settings, settings_file


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    _register_backup(app)
    _register_report(app)


def _register_backup(app: typer.Typer) -> None:
    @app.command("backup")
    def backup(
        file: Annotated[Path | None, typer.Argument(help="archive-help-backup")] = None,
        data: Annotated[Path | None, typer.Option("--data", help="cli-help-data")] = None,
        settings: Annotated[Path | None, typer.Option("--settings", help="cli-help-settings")] = None,
        check: Annotated[bool, typer.Option("--check", help="archive-help-check")] = False,
    ) -> int:
        """Write games, calibrations and settings into one verified file. The table can keep running."""
        now = datetime.now(UTC)
        target = file or Path(backup_name(now))
        if check:
            manifest = verify_backup(target)
            made = f"{manifest.made:%Y-%m-%d %H:%M}"
            typer.echo(Message.of("archive-backup-sound", file=target, files=len(manifest.files), made=made))
            return Exit.DONE
        chosen = load_settings(settings)
        sources = Sources(data or chosen.data.folder, settings_files(chosen, settings or settings_file()))
        with ended_in_order():
            manifest = _back_up(sources, target, now)
        size_mb = target.stat().st_size / 1e6
        typer.echo(Message.of("archive-backup-done", file=target, files=len(manifest.files), size=size_mb))
        return Exit.DONE

    @app.command("restore")
    def restore(
        file: Annotated[Path, typer.Argument(help="archive-help-restore")],
        data: Annotated[Path | None, typer.Option("--data", help="cli-help-data")] = None,
        settings: Annotated[Path | None, typer.Option("--settings", help="cli-help-settings")] = None,
        replace: Annotated[bool, typer.Option("--replace", help="archive-help-replace")] = False,
    ) -> int:
        """Restore a backup, after verifying every file of it. Existing data is never deleted."""
        folder = data or load_settings(settings).data.folder
        with ended_in_order():
            done = restore_backup(file, folder, at=datetime.now(UTC), replace=replace)
        files = len(done.manifest.files)
        typer.echo(Message.of("archive-restored", folder=done.data, files=files, games=done.games))
        if done.moved_aside is not None:
            print_notice(Message.of("archive-restored-aside", folder=done.moved_aside))
        if done.settings is not None:
            print_notice(Message.of("archive-restored-settings", file=done.settings))
        return Exit.DONE


def _back_up(sources: Sources, target: Path, at: datetime) -> Manifest:
    """Make a backup with the rights of the data's owner; a target that only root may write gets a copy."""
    rights = OwnerRights.of(sources.data)
    with contextlib.ExitStack() as ended:
        with rights.taken():
            made = target
            if rights.user is not None:
                made = Path(tempfile.mkdtemp(dir=roomy_folder())) / target.name
                ended.callback(rights.taken()(shutil.rmtree), made.parent)
            manifest = make_backup(sources, made, program=program_version(), at=at, progress=print_notice)
            written = ended.enter_context(made.open("rb"))
        if rights.user is not None:
            copy_file(written, target, mode=SECRET_MODE)
    return manifest


def _register_report(app: typer.Typer) -> None:
    @app.command("report")
    def command(
        file: Annotated[Path | None, typer.Argument(help="archive-help-report")] = None,
        settings: Annotated[Path | None, typer.Option("--settings", help="cli-help-settings")] = None,
    ) -> int:
        """Write versions, settings without secrets, games, the last log lines and the last fault into one file."""
        chosen = load_settings(settings)
        folder = chosen.data.folder
        log = tuple(_service_log())
        with OwnerRights.of(folder).taken():
            made = _report(chosen, last_fault(folder), log)
        if file is None:
            file = write_report(made, folder)
        else:
            file.write_text(made.text(), encoding="utf-8")
        typer.echo(Message.of("archive-report-done", file=file))
        return Exit.DONE
