"""Which descriptors a process holds on a file, while its threads open and close others."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def descriptors_on(file: Path, pid: int | None = None) -> int:
    """How many a process, or this one, has open on `file`; what is closed while they are counted is none."""
    mine, count = file.stat(), 0
    for link in Path(f"/proc/{pid or os.getpid()}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            count += os.path.samestat(mine, link.stat())
    return count
