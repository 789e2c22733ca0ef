"""Write files whole or not at all: fsync, digest, read back, mode, owner."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from calibration.files import digested, digested_json


def hand_over(path: Path, like: Path) -> None:
    """Give a file, or a folder with all in it, to who owns `like`; nothing happens unless this is root.

    Raises `OSError` when the disk knows no owners.
    """
    if os.geteuid() != 0:
        return
    owner = like.stat()
    for each in (path, *path.rglob("*")):
        os.chown(each, owner.st_uid, owner.st_gid, follow_symlinks=False)


T = TypeVar("T")


USUAL_MODE = 0o644
SECRET_MODE = 0o600


def write_file(path: Path, data: bytes, *, mode: int = USUAL_MODE) -> None:
    """Write a file so that a reader, or a pulled plug, finds the old one or the new one; makes its folder.

    `mode` says who may read it; nobody else ever can, not for a moment.
    """
    _write(path, data, lambda _: None, mode)


def write_json(path: Path, data: object) -> None:
    """Write an object as JSON with its digest, as `write_file` does."""
    write_file(path, digested_json(data))


def write_digested(path: Path, text: str, *, mode: int = USUAL_MODE) -> None:
    """Write an object's JSON with its digest, as `write_file` does."""
    write_file(path, digested(text.encode()), mode=mode)


def write_read_back(path: Path, data: bytes, read: Callable[[Path], T], same_as: T) -> None:
    """Write a file as `write_file` does, once it has been read back and says what it was to say.

    `read` raises what it raises for a broken file; a file that says something else than `same_as` raises `OSError`.
    In both cases the old file stays.
    """

    def check(written: Path) -> None:
        if read(written) != same_as:
            raise OSError(f"{path}: what was written is read back otherwise; the old file was kept")

    _write(path, data, check)


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
    """Have the names in a folder on disk before anything is done that counts on them."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def free_aside(path: Path) -> Path:
    """Return the name, beside a damaged file, under which it is kept from now on."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in range(1, 10_000))
    return next(name for name in names if not name.exists())
