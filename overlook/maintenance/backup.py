"""Backups: a ZIP file with a manifest, written and verified."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO, Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from calibration.errors import first_fault
from messages.message import MessageError
from overlook.maintenance.pending_restore import find_pending_restore, is_temporary_entry
from overlook.maintenance.retention import MADE_AGAIN
from overlook.settings import FILE_NAME, Settings
from overlook.table.games.vault import FOLDER as VAULTS
from referee.records.journal.database import lock_exclusively


class BackupError(MessageError, OSError):
    """A backup cannot be made, read or restored; the message is one line with what, where and what to do."""


class ManifestError(MessageError, ValueError):
    """A field of a backup's manifest is not valid."""


NAME = "manifest.json"
FORMAT: Literal[1] = 1


class ManifestEntry(BaseModel):
    """One file of a backup: its path inside, its size in bytes, its SHA-256."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    size: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]

    @field_validator("path")
    @classmethod
    def _inside(cls, path: str) -> str:
        parts = PurePosixPath(path).parts
        # Require the normal form: removing the prefix "data/" from "data//etc" would give an absolute path.
        plain = PurePosixPath(path).as_posix() == path
        if not parts or not plain or path.startswith("/") or ".." in parts or "\\" in path or path == NAME:
            raise ManifestError("backup-path-outside")
        return path


class Manifest(BaseModel):
    """Table of contents of a backup."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = FORMAT
    program: str
    made: AwareDatetime
    files: tuple[ManifestEntry, ...]

    @model_validator(mode="after")
    def _once_each(self) -> Manifest:
        paths = [kept.path for kept in self.files]
        if len(set(paths)) != len(paths):
            raise ManifestError("backup-path-twice")
        return self


def read_manifest(text: bytes, where: str) -> Manifest:
    """Parse a manifest; raises `BackupError`, which names the invalid field."""
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        raise BackupError("backup-manifest-invalid", file=where, manifest=NAME, fault=first_fault(error)) from error


DATA = "data"
SETTINGS = "settings"
RESTORED = "restored-settings"
"""Folder in the data folder for the settings of a restored backup; not included in backups."""

DATABASES = frozenset({".game", ".sqlite", ".db"})
PASSING = (".lock", "-wal", "-shm", "-journal", ".part", ".tail", ".backup")
"""File endings left out: files of a running program that are useless afterwards, and other backups."""

ELSEWHERE = (".outbox",)
"""File endings left out because restoring them does harm: an older outbox holds less than the hall has received.

The outbox is rebuilt from the journals.
"""

UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, RuntimeError)
"""Errors of `zipfile` for an archive that is damaged, encrypted or compressed with an unsupported method."""

BLOCK = 1 << 20
MOST_CONTENTS_BYTES = 32 << 20
"""Largest manifest that is read; enough for about 200,000 files."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Sources:
    """Input of a backup: the table's data folder, and single files by their names in the backup."""

    data: Path
    files: dict[str, Path] = field(default_factory=dict)


def make_backup(sources: Sources, target: Path, *, program: str, at: datetime, progress: Progress) -> Manifest:
    """Write a backup to `target` and return its manifest.

    The table may be running: databases are copied consistently with SQLite's backup function. The file gets its name
    only once it is complete and verified. Only its owner can read it, because it contains the settings and the table's
    keys. Leftovers of interrupted backups are deleted. Raises `BackupError`.
    """
    if find_pending_restore(sources.data) is not None:
        raise BackupError("backup-restore-pending", folder=sources.data)
    part = target.with_name(target.name + ".part")
    try:
        _without_leftovers(part)
        with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as held:
            _locked(held)
            with tempfile.TemporaryDirectory() as folder:
                kept = []
                with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                    for name, path in _files(sources, target):
                        progress(name)
                        kept.append(_keep(archive, name, path, Path(folder)))
                    manifest = Manifest(program=program, made=at, files=tuple(kept))
                    # `writestr` would use the current time, which fails before 1980.
                    with archive.open(NAME, "w") as into:
                        into.write(manifest.model_dump_json(indent=1).encode())
                with part.open("rb") as written:
                    os.fsync(written.fileno())
            verify_backup(part)
            part.replace(target)
    except BackupError:
        part.unlink(missing_ok=True)
        raise
    except OSError as fault:
        part.unlink(missing_ok=True)
        raise BackupError("backup-not-written", path=fault.filename or target, fault=fault.strerror or fault) from fault
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return manifest


def backup_name(at: datetime) -> str:
    """Return the default file name of a backup made at this time."""
    return f"overlook-{at:%Y%m%d-%H%M%S}.backup"


def _without_leftovers(part: Path) -> None:
    """Delete leftovers of interrupted backups; those in progress are locked."""
    part.unlink(missing_ok=True)
    for old in part.parent.glob("*.backup.part"):
        with contextlib.suppress(OSError), old.open("rb") as file:  # files of other users stay
            if _locked(file):
                old.unlink(missing_ok=True)


def _locked(file: IO[Any]) -> bool:
    """Lock a file until it is closed; return False if it is locked already or locks are not supported."""
    try:
        lock_exclusively(file)
    except OSError:
        return False
    return True


def verify_backup(path: Path, progress: Progress = lambda _: None) -> Manifest:
    """Check every file of a backup against its manifest and return it; raises `BackupError` at the first mismatch."""
    with open_backup(path) as (archive, manifest):
        for kept in manifest.files:
            progress(kept.path)
            digest, size = hashlib.sha256(), 0
            for block in blocks(archive, kept, path):
                digest.update(block)
                size += len(block)
            if size != kept.size or digest.hexdigest() != kept.sha256:
                raise BackupError("backup-file-changed", file=path, path=kept.path)
    return manifest


@contextlib.contextmanager
def open_backup(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """Open a backup and yield its archive and manifest; raises `BackupError` if it is invalid or a file is missing."""
    try:
        archive = zipfile.ZipFile(path)
    except (*UNREADABLE, OSError) as fault:
        why = getattr(fault, "strerror", None) or fault
        raise BackupError("backup-unreadable", file=path, fault=why) from fault
    with archive:
        names = set(archive.namelist())
        if NAME not in names:
            raise BackupError("backup-foreign", file=path, manifest=NAME)
        if archive.getinfo(NAME).file_size > MOST_CONTENTS_BYTES:
            raise BackupError("backup-manifest-large", file=path, manifest=NAME)
        try:
            text = archive.read(NAME)
        except (*UNREADABLE, OSError) as fault:
            raise BackupError("backup-manifest-unreadable", file=path, manifest=NAME, fault=fault) from fault
        manifest = read_manifest(text, str(path))
        for kept in manifest.files:
            if kept.path not in names:
                raise BackupError("backup-file-missing", file=path, path=kept.path)
        yield archive, manifest


def blocks(archive: zipfile.ZipFile, kept: ManifestEntry, where: Path) -> Iterator[bytes]:
    """Yield the blocks of a file in the archive, up to one byte more than its manifest states."""
    try:
        with archive.open(kept.path) as source:
            left = kept.size + 1
            while left > 0 and (block := source.read(min(BLOCK, left))):
                left -= len(block)
                yield block
    except (*UNREADABLE, OSError) as fault:
        raise BackupError("backup-file-unreadable", file=where, path=kept.path, fault=fault) from fault


def _files(sources: Sources, target: Path) -> Iterator[tuple[str, Path]]:
    """Yield each file to keep with its name in the backup.

    Other backups are left out, and choices that are still sealed: whoever makes the backup may be one of the players.
    """
    if sources.data.is_dir():
        for path in sorted(sources.data.rglob("*")):
            inside = path.relative_to(sources.data)
            mine = (
                path.resolve() != target.resolve()
                and inside.parts[0] not in {RESTORED, VAULTS}
                and not is_temporary_entry(inside.parts[0])
            )
            mine = mine and not path.name.endswith((*ELSEWHERE, *PASSING, MADE_AGAIN))
            if mine and path.is_file() and not path.is_symlink():
                yield f"{DATA}/{inside.as_posix()}", path
    for name, path in sorted(sources.files.items()):
        yield f"{SETTINGS}/{name}", path


def _keep(archive: zipfile.ZipFile, name: str, path: Path, folder: Path) -> ManifestEntry:
    """Add a file to the archive and return its manifest entry; databases are copied first to get a consistent state."""
    if path.suffix in DATABASES:
        path = _copied(path, folder / "copy")
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as source, archive.open(name, "w", force_zip64=True) as into:
        while block := source.read(BLOCK):
            digest.update(block)
            size += len(block)
            into.write(block)
    try:
        return ManifestEntry(path=name, size=size, sha256=digest.hexdigest())
    except ValidationError as fault:
        raise BackupError("backup-file-name", path=name) from fault


def _copied(path: Path, copy: Path) -> Path:
    copy.unlink(missing_ok=True)
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as source,
            contextlib.closing(sqlite3.connect(copy)) as into,
        ):
            source.backup(into)
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        raise BackupError("backup-database-failed", path=path, fault=fault) from fault
    return copy


def settings_files(settings: Settings, file: Path | None) -> dict[str, Path]:
    """Return the existing files named by the settings, with the settings file: settings, rig, catalogue."""
    named = {FILE_NAME: file, "rig.json": settings.camera.rig, "catalogue.json": settings.camera.catalogue}
    return {name: path for name, path in named.items() if path is not None and path.is_file()}
