"""Restore: verify a backup, unpack it beside the data folder, then swap the folders; the old data is kept."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from messages.message import Message
from overlook.maintenance.backup import (
    DATA,
    RESTORED,
    BackupError,
    Manifest,
    Progress,
    blocks,
    open_backup,
    verify_backup,
)
from overlook.maintenance.pending_restore import UPLOAD, is_temporary_entry
from overlook.process import OwnerRights, roomy_folder
from overlook.table.games.games import SUFFIX, game_files
from overlook.table.games.vault import FOLDER as VAULTS
from referee.records.journal.errors import JournalBusyError, JournalError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_journal

OWNERS_ALONE = frozenset(
    {"cookie-secret", "seal-key", "claim.json", "pairings.json", "seat-holders.json", "page-settings.json"}
    | {"first-run/choices.json"}
)
"""Files of the data with passwords and keys, readable by their owner only; so are the restored settings."""

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Restored:
    """Result of a restore: manifest, data folder, where the old data was moved, restored settings, number of games."""

    manifest: Manifest
    data: Path
    moved_aside: Path | None
    settings: Path | None
    games: int


def restore_backup(backup: Path, data: Path, *, at: datetime, replace: bool) -> Restored:
    """Restore a backup into a data folder.

    Every file is verified, and every game read through, before anything is changed. A folder that is not empty is
    refused unless `replace`; it is then renamed with a date suffix. The backup's settings are not applied but stored in
    the data folder as `restored-settings`. Raises `BackupError`.

    For root, both folders are read and written with the rights of the data's owner (`OwnerRights`); root itself only
    copies the backup for that owner, and renames the folders.
    """
    rights = OwnerRights.of(data)
    with _readable(backup, rights) as source, rights.taken():
        manifest = verify_backup(source)
        holds = data.is_dir() and any(data.iterdir())
        if holds and not replace:
            raise BackupError("restore-folder-used", folder=data)
        _not_running(data)
        return _restored(source, data, manifest, at, rights)


def _restored(backup: Path, data: Path, manifest: Manifest, at: datetime, rights: OwnerRights) -> Restored:
    try:
        with rights.left():
            data.parent.mkdir(parents=True, exist_ok=True)
            fresh = Path(tempfile.mkdtemp(dir=data.parent, prefix=f".{data.name}-"))
            if rights.user is not None:
                os.chown(fresh, rights.user, rights.group)
    except OSError as fault:
        raise BackupError("restore-folder-closed", folder=data.parent, fault=fault.strerror or fault) from fault
    try:
        games = unpack(backup, fresh)
        if (data / VAULTS).is_dir():
            shutil.copytree(data / VAULTS, fresh / VAULTS, dirs_exist_ok=True)
        fresh.chmod(0o755)
        with rights.left():
            aside = _put(fresh, data, at)
    except OSError as fault:
        _remove(fresh, rights)
        if isinstance(fault, BackupError):
            raise
        raise BackupError("restore-failed", path=fault.filename or data, fault=fault.strerror or fault) from fault
    except BaseException:
        _remove(fresh, rights)
        raise
    settings = data / RESTORED
    return Restored(manifest, data, aside, settings if settings.is_dir() else None, games)


def _remove(fresh: Path, rights: OwnerRights) -> None:
    shutil.rmtree(fresh, ignore_errors=True)
    with rights.left(), contextlib.suppress(OSError):  # gone already, unless root made it
        fresh.rmdir()


@contextlib.contextmanager
def _readable(backup: Path, rights: OwnerRights) -> Iterator[Path]:
    """Yield a path of the backup that the owner of those rights may read: a copy, if root reads it for another user."""
    if rights.user is None:
        yield backup
        return
    with contextlib.ExitStack() as ended:
        try:
            given = ended.enter_context(backup.open("rb"))
            copied = ended.enter_context(tempfile.NamedTemporaryFile(dir=roomy_folder(), prefix=f"{backup.name}-"))
            shutil.copyfileobj(given, copied)
            copied.flush()
        except OSError as fault:
            raise BackupError("backup-unreadable", file=backup, fault=fault.strerror or fault) from fault
        os.fchown(copied.fileno(), rights.user, rights.group)
        yield Path(copied.name)


def _not_running(data: Path) -> None:
    """Raise `BackupError` if a table has a game of that folder open."""
    for game in game_files(data):
        try:
            Journal.open(game).close()
        except JournalBusyError as busy:
            raise BackupError("restore-table-running", busy=busy) from busy
        except JournalError:
            continue


def unpack(backup: Path, fresh: Path, progress: Progress = lambda _: None) -> int:
    """Unpack a verified backup into an empty folder; return the number of games, each read through.

    Raises `BackupError`, or `OSError` if the disk fails.
    """
    with open_backup(backup) as (archive, manifest):
        for kept in manifest.files:
            progress(kept.path)
            head, _, rest = kept.path.partition("/")
            inside = PurePosixPath(rest if head == DATA else f"{RESTORED}/{rest}")
            if (
                inside.is_absolute()
                or ".." in inside.parts
                or is_temporary_entry(inside.parts[0] if inside.parts else UPLOAD)
            ):
                raise BackupError("restore-path-foreign", file=backup, path=kept.path)
            target = fresh / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            digest = hashlib.sha256()
            secret = head != DATA or rest in OWNERS_ALONE
            with open(target, "wb", opener=_owners_alone if secret else None) as into:
                for block in blocks(archive, kept, backup):
                    digest.update(block)
                    into.write(block)
                into.flush()
                os.fsync(into.fileno())
            if digest.hexdigest() != kept.sha256:
                raise BackupError("restore-file-changed", file=backup, path=kept.path)
    return _read_through(fresh, progress)


def _owners_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _read_through(fresh: Path, progress: Progress) -> int:
    """Return the number of games after reading every event of each."""
    games = sorted(fresh.rglob(f"*{SUFFIX}"))
    for game in games:
        progress(game.name)
        try:
            read_journal(game)
        except JournalError as fault:
            raise BackupError("restore-game-damaged", fault=fault) from fault
    return len(games)


def _put(fresh: Path, data: Path, at: datetime) -> Path | None:
    """Put the new folder in the old one's place; return where the old one was moved, None if there was none.

    Choices that are still sealed are copied from the old folder, because no backup has them.
    Signals that stop the program are delayed until both folders have their final names.
    """
    aside = None
    with _heard_later():
        if data.is_dir() and any(data.iterdir()):
            aside = data.with_name(f"{data.name}.before-{at:%Y%m%dT%H%M%S}")
            data.replace(aside)
        fresh.replace(data)
    return aside


@contextlib.contextmanager
def _heard_later() -> Iterator[None]:
    """Delay signals that stop the program until the body is done; only the main thread receives signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked: list[int] = []
    before = {stop: signal.signal(stop, lambda number, _: asked.append(number)) for stop in STOPS}
    try:
        yield
    finally:
        for stop, handler in before.items():
            signal.signal(stop, handler)
        for number in asked:
            signal.raise_signal(number)


def interrupted_restore(data: Path) -> Message | None:
    """Return a message if a restore was killed between moving the old data away and installing the new, else None."""
    if game_files(data):
        return None
    aside = max(data.parent.glob(f"{data.name}.before-*"), default=None)
    if aside is None or not any(path.is_dir() for path in data.parent.glob(f".{data.name}-*")):
        return None
    return Message.of("restore-interrupted", folder=aside)
