"""Where tests write: in memory where there is plenty of it, for a journal waits for its disk after every event."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ON_DISK = Path("/var/tmp")
"""For whole systems: gigabytes of them, with devices and programs of other users."""

LEAST_BYTES = 8 << 30
"""The tests of a whole run leave less than half of this at any time."""


def plenty(memory: Path = MEMORY, told: Path = Path("/proc/meminfo")) -> bool:
    """Return whether that folder can be written to, and both it and the machine have memory to spare."""
    if not os.access(memory, os.W_OK):
        return False
    held = os.statvfs(memory)
    available = re.search(r"^MemAvailable:\s+(\d+) kB", told.read_text(), re.MULTILINE)
    free = min(held.f_bavail * held.f_frsize, int(available[1]) << 10 if available else 0)
    return free >= LEAST_BYTES


def write_in_memory() -> None:
    """Let this process, and what it starts, keep temporary files in memory where there is plenty.

    Nothing is lost by it that a test could find: they kill programs and no machine, and what was written to a file by a
    program that was killed is in the file whether a disk has it or not. A folder that somebody named is left.
    """
    if "TMPDIR" not in os.environ and plenty():
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def on_disk() -> dict[str, str]:
    """Return the environment of a program that writes on disk all the same."""
    return {**os.environ, "TMPDIR": str(ON_DISK)}
