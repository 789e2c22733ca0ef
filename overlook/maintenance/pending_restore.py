"""Other data in the place of a table's own, within its folder: decided in one step, then gone through to its end.

An installed table may write in its data folder and nowhere beside it, so that the folder cannot be changed for another.
What is to be there lies whole in a folder whose name says how far it is; a program that finds such a one goes on.
"""

from __future__ import annotations

import os
import shutil
from datetime import datetime
from pathlib import Path

from overlook.atomic_files import sync_folder
from overlook.data_folder import CLAIM_FILE as CLAIM
from overlook.data_folder import COOKIE_SECRET_FILE as COOKIE_SECRET
from overlook.data_folder import LOCK_FILE as LOCK
from overlook.data_folder import NAME as PAIRINGS

UPLOAD = "upload"
"""What is being brought to the page, until it is decided on; nothing of it is worth keeping over a start."""

UPDATE = "update"
"""A release of the program that is being brought to the page; nothing of it is worth keeping either."""

ASIDE = "put-aside"
BACK_UP = "back-up"
"""The folder of the back-up that the page has written last."""

EMPTYING, FILLING = "restoring-", "placing-"
STAYING = frozenset({COOKIE_SECRET, CLAIM, PAIRINGS, LOCK, UPLOAD, UPDATE, ASIDE, BACK_UP})
"""What stays of a table's own whatever is put in place: who is paired stays so, and who was at another time is not."""


def passing(name: str) -> bool:
    """Whether something at the top of a data folder is on its way or put aside: no part of the table's data."""
    return name in {UPLOAD, UPDATE, ASIDE} or name.startswith((EMPTYING, FILLING))


def decided(data: Path) -> Path | None:
    """Return what is to be put in place of the data, None when nothing is."""
    found = [path for path in data.iterdir() if path.name.startswith((FILLING, EMPTYING))] if data.is_dir() else []
    return min(found, default=None)


def decide(fresh: Path, data: Path, *, at: datetime) -> Path:
    """Decide that what is in a folder below the data shall be the data, and return where what is there will lie.

    From now on every start of the table goes through with it. What stays of the table's own is taken out of `fresh`.
    Raises `OSError`; then nothing is decided.
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
    """Go through with what was decided; return where what was there lies now, None when nothing was decided.

    Nobody may have anything of the data open. It can be cut off anywhere and called again: it goes on where it was.
    Nothing is deleted but what was uploaded and never decided on. Raises `OSError` when the disk fails.
    """
    coming, aside = decided(data), None
    while coming is not None:
        when = coming.name.partition("-")[2]
        aside = data / ASIDE / when
        aside.mkdir(parents=True, exist_ok=True)
        if coming.name.startswith(EMPTYING):
            coming = _empty(data, aside, coming)
        _fill(data, aside, coming)
        coming = decided(data)
    for brought in (UPLOAD, UPDATE):
        shutil.rmtree(data / brought, ignore_errors=True)
    return aside


def _empty(data: Path, aside: Path, coming: Path) -> Path:
    """Put everything aside that does not stay, then say in the name of what is coming that this is done."""
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
        if os.path.lexists(place):  # written by somebody since the folder was emptied
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
