"""What the program says, and where: answers to stdout alone, progress and messages to stderr, faults in one line."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import deque
from enum import IntEnum
from typing import Any, NoReturn


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


_CONTROLS = dict.fromkeys({*range(0x20), *range(0x7F, 0xA0)} - {ord("\t"), ord("\n")})

HEARD: deque[str] = deque(maxlen=200)
"""The last lines said to people, for a report."""


def note(text: str) -> None:
    """Say something to the person at the terminal, on stderr; where that cannot be written, nobody hears it.

    What a stranger's name or file holds must not steer the terminal: controls but tab and new line are left out.
    """
    HEARD.append(text)
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text.translate(_CONTROLS) + "\n")
            sys.stderr.flush()


def stop(text: str) -> NoReturn:
    """Say in one line what is wrong and leave with the status for bad input."""
    note("overlook: " + " ".join(text.split()))
    raise SystemExit(Exit.BAD_INPUT)
