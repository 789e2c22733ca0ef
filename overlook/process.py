"""The operating-system process: memory limits, malloc and garbage collector, SIGTERM as Ctrl-C.

glibc keeps freed blocks of up to 32 MiB for later, and a heap for each thread: of pictures of ten and more MiB that are
made and dropped all the time, this is a good part of what a table seems to need. What is smaller leaves holes: a block
that stays at the end of a heap keeps everything before it, which only asking for it gives back.

Reading a command makes some hundred thousand objects that all stay. Each search through everything looks at all of
them: while they are read, again and again in a table that plays (0.14 to 0.33 s at a time), and once more at the end,
when the system takes back everything anyhow.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Names of glibc's malloc.h."""

LARGE_BYTES = 4 << 20
"""Blocks from this size on are given back when they are freed; smaller ones are needed again too soon for that."""

HEAPS = 2


def give_back_early() -> bool:
    """Ask the allocator to keep little for later; return whether it is one that can be asked. Before any thread."""
    import ctypes  # every command reads this module

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    wishes = ((M_MMAP_THRESHOLD, LARGE_BYTES), (M_TRIM_THRESHOLD, LARGE_BYTES), (M_ARENA_MAX, HEAPS))
    return all(mallopt(wish, value) == 1 for wish, value in wishes)


def give_back_holes() -> bool:
    """Give back the pages in which no block lies; return whether that can be asked. It takes milliseconds."""
    import ctypes  # every command reads this module

    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return False
    trim(0)
    return True


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """Have SIGTERM end what is inside as Ctrl-C does: what was begun is taken away.

    It may come anywhere, so that what is half open cannot be closed: a fault after it is no fault of its own.
    """
    told = False

    def end(number: int, _: FrameType | None) -> NoReturn:
        nonlocal told
        told = True
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except Exception:
        if told:
            raise SystemExit(128 + signal.SIGTERM) from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def reading() -> Iterator[None]:
    """Read modules: nothing is searched meanwhile, and what has been read is never searched, not even at the end."""
    searched = gc.isenabled()
    gc.disable()
    atexit.register(gc.freeze)
    try:
        yield
    finally:
        gc.freeze()
        if searched:
            gc.enable()


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
