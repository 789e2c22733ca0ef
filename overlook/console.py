"""What the program says, and where: answers to stdout alone, progress and messages to stderr, faults in one line."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import deque
from enum import IntEnum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from rich.console import Console


class Exit(IntEnum):
    """Exit statuses of every command (docs/formats.md)."""

    DONE = 0
    ANSWER_IS_NO = 1
    BAD_INPUT = 2
    INTERRUPTED = 130


def emit(document: Any) -> None:
    """Write one JSON document to stdout, whole or not at all."""
    sys.stdout.write(json.dumps(document, allow_nan=False) + "\n")
    sys.stdout.flush()


HEARD: deque[str] = deque(maxlen=200)
"""The last lines said to people, for a report."""


def note(text: str) -> None:
    """Say something to the person at the terminal, on stderr; where that cannot be written, nobody hears it."""
    HEARD.append(text)
    with contextlib.suppress(OSError):
        _stderr().print(text, markup=False, soft_wrap=True)


@cache
def _stderr() -> Console:
    """Return how the terminal is written to; read when something is said for the first time, and not to say nothing."""
    made: Console = import_module("rich.console").Console(stderr=True, highlight=False)
    return made


def stop(text: str) -> NoReturn:
    """Say in one line what is wrong and leave with the status for bad input."""
    note("overlook: " + " ".join(text.split()))
    raise SystemExit(Exit.BAD_INPUT)
