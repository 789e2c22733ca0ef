"""How a check says what came of it: one line on the machine's second serial line."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LINE = Path("/dev/ttyS1")


def mark(name: str, good: bool, words: object = "") -> None:
    """Print `NAME ok WORDS` or `NAME failed WORDS` where the host reads it."""
    said = " ".join(str(words).split())[:600]
    with LINE.open("w") as line:
        line.write(f"{name} {'ok' if good else 'failed'} {said}\n")
    print(f"lab: {name} {'ok' if good else 'FAILED'} {said}", flush=True)


@contextmanager
def check(name: str) -> Iterator[Callable[..., None]]:
    """Mark a block: ok with the words that it was given when it ends, failed with the fault that ended it."""
    words: list[object] = []

    def say(*more: object) -> None:
        words.extend(more)

    try:
        yield say
    except Exception as fault:
        traceback.print_exc()
        mark(name, False, f"{type(fault).__name__}: {fault}")
    else:
        mark(name, True, " ".join(map(str, words)))
