"""The operating-system process: memory limits, malloc and garbage collector settings, SIGTERM, rights of a command.

glibc keeps freed blocks of up to 32 MiB and one heap per thread. With images of 10 MiB and more allocated and freed all
the time, that is much of a table's memory. Smaller blocks fragment the heap: one block in use at its end keeps all
freed pages before it until `malloc_trim`.

Importing the modules of a command creates several hundred thousand objects that are never freed. Every full garbage
collection traverses them: while modules are imported, repeatedly during a game (0.14 to 0.33 s each), and once more at
exit.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Constants of glibc's malloc.h."""

LARGE_BYTES = 4 << 20
"""Blocks from this size on are returned to the system when freed; smaller ones are soon needed again."""

HEAPS = 2


def configure_malloc() -> bool:
    """Make malloc return freed memory early; return whether it supports this. Call it before any thread starts."""
    import ctypes  # imported here because every command imports this module

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    wishes = ((M_MMAP_THRESHOLD, LARGE_BYTES), (M_TRIM_THRESHOLD, LARGE_BYTES), (M_ARENA_MAX, HEAPS))
    return all(mallopt(wish, value) == 1 for wish, value in wishes)


def trim_heap() -> bool:
    """Return the free pages within the heap to the system; return whether malloc supports this. Takes milliseconds."""
    import ctypes  # imported here because every command imports this module

    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return False
    trim(0)
    return True


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """Make SIGTERM raise `SystemExit` in the body, so that its clean-up code runs as for Ctrl-C.

    The signal may arrive anywhere and can make clean-up fail; exceptions that follow it are replaced by `SystemExit`.
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
def gc_frozen_during_import() -> Iterator[None]:
    """Import modules with the garbage collector off, and exempt all objects from later collections, also at exit."""
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
"""Address space in MB that a table needs, including what its libraries map and do not use."""

HOPELESS_MB = 500
"""Address space in MB below which a table's libraries cannot be loaded: some then end the process without a message."""

RESIDENT_MB = 400
"""Memory in MB of a table with a real camera, with room to encode a film."""

CGROUP = Path("/sys/fs/cgroup")
OWN_GROUP = Path("/proc/self/cgroup")
MEGABYTE = 1 << 20


def is_address_space_too_small() -> bool:
    """Return whether the address space limit of this process is too low to import the modules of a table."""
    addresses = _address_limit()
    return addresses is not None and addresses < HOPELESS_MB * MEGABYTE


def memory_limit_problem() -> str:
    """Return one sentence about the limit that leaves a table too little memory; empty if there is none.

    The sentence is not in the catalogue, because the catalogue cannot be read with too little memory.
    """
    addresses = _address_limit()
    if addresses is not None and addresses < ADDRESSES_MB * MEGABYTE:
        return _too_little("map", addresses, "ulimit -v, LimitAS", ADDRESSES_MB)
    most = _of_group()
    if most is not None and most < RESIDENT_MB * MEGABYTE:
        return _too_little("take", most, "MemoryMax, container", RESIDENT_MB)
    return ""


def _address_limit() -> int | None:
    """Return the limit of the address space in bytes; None without one, and on systems without such limits."""
    try:
        import resource  # imported here because Windows does not have it
    except ImportError:
        return None
    addresses = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if addresses == resource.RLIM_INFINITY else addresses


def _too_little(what: str, given: int, limit: str, needed_mb: int) -> str:
    return (
        f"this program may {what} {given / MEGABYTE:.0f} MB of memory ({limit}), and a table needs {needed_mb} MB: "
        "raise the limit"
    )


def _of_group() -> int | None:
    """Return the lowest memory limit in bytes of the process's control group and its parents; None without any."""
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


def roomy_folder() -> Path | None:
    """Return the folder for temporary files as large as a backup, since `/tmp` may be in memory; None if missing."""
    folder = Path("/var") / "tmp"
    return folder if folder.is_dir() else None


@dataclass(frozen=True, slots=True)
class OwnerRights:
    """Rights of a folder's owner, which a command that root runs takes on before it touches that folder.

    Whoever may write in a folder can lay links there. With these rights a link leads nowhere that its owner could not
    go without it, and new files belong to the owner. `user` is None if there is nothing to change: the command was not
    started by root, or the folder is root's or does not exist.
    """

    user: int | None = None
    group: int = 0

    @classmethod
    def of(cls, folder: Path) -> OwnerRights:
        """Return the rights of the owner of a folder."""
        if os.geteuid() != 0:
            return cls()
        try:
            owner = folder.stat()
        except FileNotFoundError:
            return cls()
        return cls(owner.st_uid, owner.st_gid) if owner.st_uid != 0 else cls()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Act with these rights in the body."""
        if self.user is None:
            yield
            return
        groups = os.getgroups()
        try:
            os.setgroups(self._groups())
            os.setegid(self.group)
            os.seteuid(self.user)
            yield
        finally:
            os.seteuid(0)
            os.setegid(0)
            os.setgroups(groups)

    @contextmanager
    def left(self) -> Iterator[None]:
        """Act as root again in the body, for what only root may do."""
        if self.user is None:
            yield
            return
        os.seteuid(0)
        os.setegid(0)
        try:
            yield
        finally:
            os.setegid(self.group)
            os.seteuid(self.user)

    def _groups(self) -> list[int]:
        assert self.user is not None
        try:
            import pwd  # imported here because Windows does not have it

            return os.getgrouplist(pwd.getpwuid(self.user).pw_name, self.group)
        except KeyError:
            return [self.group]
