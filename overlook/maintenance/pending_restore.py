"""Replacement of a table's data within its folder, decided in one step and completed even after interruptions.

An installed table may write only inside its data folder, so the folder itself cannot be swapped. The new data is
prepared in a subfolder whose name encodes the progress; a program that finds such a folder continues from there.
"""

from __future__ import annotations

import os
import shutil
from datetime import datetime
from pathlib import Path

from overlook.atomic_files import sync_folder
from overlook.data_folder import CLAIM_FILE as CLAIM
from overlook.data_folder import COOKIE_KEY_FILE as COOKIE_SECRET
from overlook.data_folder import HOLDERS_NAME as HOLDERS
from overlook.data_folder import LOCK_FILE as LOCK
from overlook.data_folder import NAME as PAIRINGS
from overlook.table.games.vault import FOLDER as VAULTS

UPLOAD = "upload"
"""Folder of an uploaded backup until it is decided on; deleted at the next start."""

UPDATE = "update"
"""Folder of an uploaded release; deleted at the next start."""

ASIDE = "put-aside"
BACK_UP = "back-up"
"""Folder of the last backup written from the page."""

EMPTYING, FILLING = "restoring-", "placing-"
STAYING = frozenset({COOKIE_SECRET, CLAIM, PAIRINGS, HOLDERS, LOCK, UPLOAD, UPDATE, ASIDE, BACK_UP, VAULTS})
"""Entries that a restore does not replace: phones paired now stay paired, formerly paired ones are not restored."""


def is_temporary_entry(name: str) -> bool:
    """Return whether an entry of a data folder is temporary or set aside, so not part of the table's data."""
    return name in {UPLOAD, UPDATE, ASIDE} or name.startswith((EMPTYING, FILLING))


def find_pending_restore(data: Path) -> Path | None:
    """Return the prepared folder that replaces the data, None if there is none."""
    found = [path for path in data.iterdir() if path.name.startswith((FILLING, EMPTYING))] if data.is_dir() else []
    return min(found, default=None)


def schedule_restore(fresh: Path, data: Path, *, at: datetime) -> Path:
    """Decide to replace the data by a folder below it; return where the present data will be moved.

    Every later start of the table completes the replacement. Files in `STAYING` are removed from `fresh`. Raises
    `OSError`; then nothing is decided.
    """
    when = f"{at:%Y%m%dT%H%M%S}"
    for name in STAYING:
        shutil.rmtree(fresh / name) if (fresh / name).is_dir() else (fresh / name).unlink(missing_ok=True)
    for folder in (fresh, *(path for path in fresh.rglob("*") if path.is_dir())):
        sync_folder(folder)
    aside = data / ASIDE / when
    aside.mkdir(parents=True)
    try:
        fresh.rename(data / f"{EMPTYING}{when}")
    except OSError:
        aside.rmdir()
        raise
    sync_folder(data)
    return aside


def put_in_place(data: Path) -> Path | None:
    """Complete a decided replacement; return where the previous data was moved, None if nothing was decided.

    Nothing may have files of the data folder open. It can be interrupted anywhere and is continued by the next call.
    Only uploads that were not decided on are deleted. Raises `OSError` if the disk fails.
    """
    coming, aside = find_pending_restore(data), None
    while coming is not None:
        when = coming.name.partition("-")[2]
        aside = data / ASIDE / when
        aside.mkdir(parents=True, exist_ok=True)
        if coming.name.startswith(EMPTYING):
            coming = _empty(data, aside, coming)
        _fill(data, aside, coming)
        coming = find_pending_restore(data)
    for brought in (UPLOAD, UPDATE):
        shutil.rmtree(data / brought, ignore_errors=True)
    return aside


def _empty(data: Path, aside: Path, coming: Path) -> Path:
    """Move everything not in `STAYING` aside, then record this step by renaming the prepared folder."""
    for path in sorted(data.iterdir()):
        if path.name not in STAYING and path != coming:
            _put(path, aside)
    for folder in (aside, aside.parent, data):
        sync_folder(folder)
    filling = coming.rename(coming.with_name(coming.name.replace(EMPTYING, FILLING, 1)))
    sync_folder(data)
    return filling


def _fill(data: Path, aside: Path, coming: Path) -> None:
    for path in sorted(coming.iterdir()):
        place = data / path.name
        if os.path.lexists(place):  # created by another program since the folder was emptied
            _put(place, aside)
        path.rename(place)
    for folder in (coming, aside, data):
        sync_folder(folder)
    coming.rmdir()
    sync_folder(data)


def _put(path: Path, aside: Path) -> None:
    target, number = aside / path.name, 2
    while os.path.lexists(target):
        target, number = aside / f"{path.name}~{number}", number + 1
    path.rename(target)
