"""Which descriptors a process holds, while its threads open and close others."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def descriptors_of(pid: int | None = None) -> int:
    """How many a process, or this one, has open; what is closed while they are counted is none."""
    return len(_opened(pid))


def descriptors_on(file: Path, pid: int | None = None) -> int:
    """How many of them are on `file`."""
    mine = file.stat()
    return sum(os.path.samestat(mine, one) for one in _opened(pid))


def _opened(pid: int | None) -> list[os.stat_result]:
    opened = []
    for link in Path(f"/proc/{pid or os.getpid()}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            opened.append(link.stat())
    return opened
