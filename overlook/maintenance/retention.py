"""Disk space limit for images: deletes the oldest; games, rosters and calibrations are never touched."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

GIGABYTE = 10**9
SUFFIXES = (".clips", ".rolls")
"""Folders beside a game whose files may be deleted."""

MADE_AGAIN = ".mp4"
"""Films can be made again from their clips at any time.

They are deleted before any image, and backups leave them out.
"""

EVERY_S = 60.0


@dataclass(frozen=True, slots=True)
class Allowance:
    """The folder of a table's games, and the limit for its images."""

    games: Path
    most_bytes: int


@dataclass(frozen=True, slots=True)
class Pruned:
    """Amounts removed and left."""

    files: int
    removed_bytes: int
    left_bytes: int


@dataclass(frozen=True, slots=True, order=True)
class _Kept:
    picture: bool
    game: int
    written_ns: int
    path: Path
    size: int


def prune(games: Path, most_bytes: int) -> Pruned:
    """Remove films, then images, from the oldest games and oldest first, until the rest fits into `most_bytes`.

    Games are ordered by number, because a table without a network may have a wrong clock. Files that cannot be removed
    are skipped and count as left.
    """
    kept = sorted(_pictures(games))
    left, files, removed = sum(each.size for each in kept), 0, 0
    for each in kept:
        if left <= most_bytes:
            break
        try:
            each.path.unlink(missing_ok=True)
        except OSError:
            continue
        left, removed, files = left - each.size, removed + each.size, files + 1
    for folder in {each.path.parent for each in kept} if files else ():
        with contextlib.suppress(OSError):
            folder.rmdir()
    return Pruned(files, removed, left)


def _pictures(games: Path) -> Iterator[_Kept]:
    for folder in games.iterdir() if games.is_dir() else ():
        if folder.suffix not in SUFFIXES or not folder.stem.isdecimal():
            continue
        with contextlib.suppress(OSError):
            for path in folder.iterdir():
                with contextlib.suppress(OSError):
                    found = path.stat()
                    picture = MADE_AGAIN not in path.suffixes
                    yield _Kept(picture, int(folder.stem), found.st_mtime_ns, path, found.st_size)


async def keep_pruned(allowance: Allowance, told: Callable[[Pruned], None]) -> None:
    """Prune every `EVERY_S` in a thread, until cancelled; `told` receives what was removed."""
    while True:
        pruned = await asyncio.to_thread(prune, allowance.games, allowance.most_bytes)
        if pruned.files:
            told(pruned)
        await asyncio.sleep(EVERY_S)
