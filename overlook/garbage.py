"""Python's search for circular garbage passes over what a program has read and keeps until its end.

Reading a command makes some hundred thousand objects that all stay. Each search through everything looks at all of
them: while they are read, again and again in a table that plays (0.14 to 0.33 s at a time), and once more at the end,
when the system takes back everything anyhow.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
