"""Atomic file writes, with fsync, digest, read-back check, mode and owner."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, TypeVar

from calibration.files import digested_json, with_digest
from messages.message import Message

T = TypeVar("T")


USUAL_MODE = 0o644
SECRET_MODE = 0o600


def write_file(path: Path, data: bytes, *, mode: int = USUAL_MODE) -> None:
    """Write a file atomically: after a crash or power cut it has its old or its new content. Creates the folder.

    The file never has wider permissions than `mode`, not even while it is written.
    """
    _write(path, data, lambda _: None, mode)


def write_json(path: Path, data: object) -> None:
    """Write an object as JSON with its digest, atomically (see `write_file`)."""
    write_file(path, digested_json(data))


def write_digested(path: Path, text: str, *, mode: int = USUAL_MODE) -> None:
    """Write the JSON text of an object with its digest, atomically (see `write_file`)."""
    write_file(path, with_digest(text.encode()), mode=mode)


def write_read_back(path: Path, data: bytes, read: Callable[[Path], T], same_as: T) -> None:
    """Write a file atomically, but only if reading it back with `read` gives `same_as`.

    Raises `OSError` if it gives something else, and the errors of `read` for a broken file. The old file stays in both
    cases.
    """

    def check(written: Path) -> None:
        if read(written) != same_as:
            raise OSError(str(Message.of("cli-read-back", file=path)))

    _write(path, data, check)


def copy_file(source: IO[bytes], path: Path, *, mode: int) -> None:
    """Write what is left to read of an open file to `path`, atomically."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            shutil.copyfileobj(source, file)
            file.flush()
            os.fsync(file.fileno())
            os.fchmod(file.fileno(), mode)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _write(path: Path, data: bytes, check: Callable[[Path], None], mode: int = USUAL_MODE) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        check(new)
        new.chmod(mode)
        new.replace(path)
    except (OSError, ValueError):
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk, so that new and renamed files survive a power cut."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def find_unused_path(path: Path) -> Path:
    """Return a free name beside a damaged file, to rename it to."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in range(1, 10_000))
    return next(name for name in names if not name.exists())
