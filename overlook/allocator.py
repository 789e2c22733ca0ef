"""Memory that is done with goes back to the machine, which on a small board is all there is.

glibc keeps freed blocks of up to 32 MiB for later, and a heap for each thread: of pictures of ten and more MiB that are
made and dropped all the time, this is a good part of what a table seems to need. What is smaller leaves holes: a block
that stays at the end of a heap keeps everything before it, which only asking for it gives back.
"""

from __future__ import annotations

import asyncio
import ctypes

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Names of glibc's malloc.h."""

LARGE_BYTES = 4 << 20
"""Blocks from this size on are given back when they are freed; smaller ones are needed again too soon for that."""

HEAPS = 2
EVERY_S = 60.0


def give_back_early() -> bool:
    """Ask the allocator to keep little for later; return whether it is one that can be asked. Before any thread."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    wishes = ((M_MMAP_THRESHOLD, LARGE_BYTES), (M_TRIM_THRESHOLD, LARGE_BYTES), (M_ARENA_MAX, HEAPS))
    return all(mallopt(wish, value) == 1 for wish, value in wishes)


def give_back_holes() -> bool:
    """Give back the pages in which no block lies; return whether that can be asked. It takes milliseconds."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return False
    trim(0)
    return True


async def keep_giving_back(every_s: float = EVERY_S) -> None:
    """Give holes back again and again, in a thread; ends where that cannot be asked."""
    while await asyncio.to_thread(give_back_holes):
        await asyncio.sleep(every_s)
