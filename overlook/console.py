"""stdout, stderr and log of a command: exit statuses, one-line faults, last lines for reports, secrets removed."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import sys
from collections import deque
from collections.abc import Mapping
from enum import IntEnum
from traceback import extract_tb
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


log = logging.getLogger("overlook")

MOST_FAULTS = 200
"""How many faults are remembered: a program in which more go wrong has logged enough."""


def log_to_stderr() -> None:
    """Write what the program, its pages and its halls say to the log on standard error, each line with its time."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", datefmt="%Y-%m-%d %H:%M:%S")
    log.setLevel(logging.INFO)


def kind_of(fault: BaseException) -> tuple[str, str, int]:
    """Return the type of a fault with the file and line that raised it."""
    frames = extract_tb(fault.__traceback__)
    where = (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
    return type(fault).__name__, *where


class NewFaults:
    """Tells faults that have not come yet from those that come again, as with every frame: these are logged once."""

    def __init__(self) -> None:
        self._known: set[tuple[object, ...]] = set()

    def is_new(self, fault: BaseException, *moment: object) -> bool:
        """Return whether no fault of its kind has come at that moment yet, and remember it."""
        key = (*kind_of(fault), *moment)
        if key in self._known or len(self._known) >= MOST_FAULTS:
            return False
        self._known.add(key)
        return True


SECRET = re.compile(r"pass|secret|token|key|urls", re.IGNORECASE)
"""Addresses of web hooks are secret too: many receivers know their senders by a path that nobody can guess."""
IN_ADDRESS = re.compile(r"(?<=://)[^/\s]+@")
QUERY = re.compile(r"(://[^\s?#'\"]*)[?#][^\s'\"]*")
"""What follows a question mark in an address of another machine: cameras take tokens and passwords there."""

HIDDEN = "(left out)"


def without_secrets(settings: Any, name: str = "") -> Any:
    """Return settings as they are, but for what is secret, and passwords within addresses.

    `name` is the field that holds them. What a secret field holds is left out whatever it is, unless it says nothing.
    """
    if SECRET.search(name) and settings and settings is not True:
        return HIDDEN
    if isinstance(settings, Mapping):
        return {key: without_secrets(value, str(key)) for key, value in settings.items()}
    if isinstance(settings, list | tuple):
        return [without_secrets(value) for value in settings]
    return without_address(settings) if isinstance(settings, str) else settings


def without_address(text: str) -> str:
    """Return a text without what is secret within addresses such as rtsp://user:password@camera/live?token=1."""
    return QUERY.sub(rf"\1?{HIDDEN}", IN_ADDRESS.sub("", text))
