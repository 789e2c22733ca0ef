"""Whether this process may take the memory that a table takes: where it may not, that is said before it fails."""

from __future__ import annotations

import contextlib
import resource
from pathlib import Path

ADDRESSES_MB = 1200
"""The address space of a table that plays, with what its libraries map and do not use."""

HOPELESS_MB = 500
"""Less than the libraries of a table map alone: some of them end the process without a word where they get no more."""

RESIDENT_MB = 400
"""The memory of a table with a real camera, and room for a film."""

CGROUP = Path("/sys/fs/cgroup")
OWN_GROUP = Path("/proc/self/cgroup")
MEGABYTE = 1 << 20


def hopeless() -> bool:
    """Return whether this process may not even read what a table is made of."""
    addresses = resource.getrlimit(resource.RLIMIT_AS)[0]
    return addresses != resource.RLIM_INFINITY and addresses < HOPELESS_MB * MEGABYTE


def memory_room() -> str:
    """Return in one sentence which limit leaves a table too little memory; empty where none does."""
    addresses = resource.getrlimit(resource.RLIMIT_AS)[0]
    if addresses != resource.RLIM_INFINITY and addresses < ADDRESSES_MB * MEGABYTE:
        return (
            f"this program may map {addresses / MEGABYTE:.0f} MB of memory (ulimit -v, LimitAS), and a table needs "
            f"{ADDRESSES_MB} MB: raise the limit"
        )
    most = _of_group()
    if most is not None and most < RESIDENT_MB * MEGABYTE:
        return (
            f"this program may take {most / MEGABYTE:.0f} MB of memory (MemoryMax of its service or container), and a "
            f"table needs {RESIDENT_MB} MB: raise the limit"
        )
    return ""


def _of_group() -> int | None:
    """Return the least limit of this process's control group and those around it, None where there is none."""
    try:
        path = OWN_GROUP.read_text().strip().splitlines()[-1].partition("::")[2].lstrip("/")
    except (OSError, IndexError):
        return None
    found = []
    group = CGROUP / path
    while group.is_relative_to(CGROUP):
        with contextlib.suppress(OSError, ValueError):  # "max", or no such file
            found.append(int((group / "memory.max").read_text()))
        if group == CGROUP:
            break
        group = group.parent
    return min(found, default=None)
