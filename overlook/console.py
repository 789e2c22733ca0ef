"""Output of a command: exit statuses, stdout, stderr, log, and removal of secrets from both."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sys
from collections import deque
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from traceback import extract_tb
from typing import Any, NoReturn

from messages.message import Message


class Exit(IntEnum):
    """Exit statuses of every command (docs/formats.md)."""

    DONE = 0
    ANSWER_IS_NO = 1
    BAD_INPUT = 2
    INTERRUPTED = 130


def print_json(document: Any) -> None:
    """Write one JSON document to stdout; nothing is written if it cannot be encoded."""
    sys.stdout.write(json.dumps(document, allow_nan=False) + "\n")
    sys.stdout.flush()


_CONTROLS = dict.fromkeys({*range(0x20), *range(0x7F, 0xA0)} - {ord("\t"), ord("\n")})

RECENT_LINES: deque[str] = deque(maxlen=200)
"""The last messages to the user, for the report."""


def print_notice(message: Message | str, *, reported: bool = True) -> None:
    """Write a message to stderr for the user; ignored if stderr cannot be written.

    Control characters except tab and newline are removed: text from a stranger's name or file must not control the
    terminal. A secret is not `reported`: it stays out of the report.
    """
    text = str(message)
    if reported:
        RECENT_LINES.append(text)
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text.translate(_CONTROLS) + "\n")
            sys.stderr.flush()


QR_QUIET = 2
"""Quiet zone of a QR code in a terminal, in modules: half of the standard's, which phones read, to keep it small."""

_HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def qr_lines(text: str) -> list[str]:
    """Return a QR code as lines of half blocks, light modules drawn, for a terminal with a dark background."""
    import segno  # imported late: most starts pair no phone

    rows = [[not dark for dark in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=QR_QUIET)]
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(map(_HALVES.__getitem__, zip(*pair, strict=True))) for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def prints_blocks() -> bool:
    """Return whether stderr can show the half blocks of a QR code."""
    try:
        "█▀▄".encode(getattr(sys.stderr, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_logged_by_system() -> bool:
    """Return whether stderr goes to the system's journal, which other users may read."""
    try:
        where = os.fstat(sys.stderr.fileno())
    except (OSError, AttributeError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{where.st_dev}:{where.st_ino}"


def exit_with_error(message: Message | str) -> NoReturn:
    """Write a one-line error to stderr and exit with the status for bad input."""
    print_notice("overlook: " + " ".join(str(message).split()))
    raise SystemExit(Exit.BAD_INPUT)


log = logging.getLogger("overlook")

MOST_FAULTS = 200
"""Limit of remembered kinds of faults; further ones are not logged."""


def log_to_stderr() -> None:
    """Send the log to stderr, each line with its time."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", datefmt="%Y-%m-%d %H:%M:%S")
    log.setLevel(logging.INFO)


def set_log_levels(levels: Mapping[str, str]) -> None:
    """Set the level of each area of the log, such as `vision` for `overlook.vision`."""
    for area, level in levels.items():
        logging.getLogger(f"overlook.{area}").setLevel(level.upper())


def kind_of(fault: BaseException) -> tuple[str, str, int]:
    """Return the type of a fault and the file and line that raised it."""
    frames = extract_tb(fault.__traceback__)
    where = (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
    return type(fault).__name__, *where


class NewFaults:
    """Filter that lets each kind of fault through once, so that a fault in every frame is logged only once."""

    def __init__(self) -> None:
        self._known: set[tuple[object, ...]] = set()

    def is_new(self, fault: BaseException, *moment: object) -> bool:
        """Return whether no fault of this kind has occurred at that moment yet, and remember it."""
        key = (*kind_of(fault), *moment)
        if key in self._known or len(self._known) >= MOST_FAULTS:
            return False
        self._known.add(key)
        return True


SECRET = re.compile(r"pass|secret|token|key|urls", re.IGNORECASE)
"""Field names that hold secrets. `urls`: web hook receivers often authenticate senders by a secret path."""
IN_ADDRESS = re.compile(r"(?<=://)[^/\s]+@")
QUERY = re.compile(r"(://[^\s?#'\"]*)[?#][^\s'\"]*")
"""Query strings in addresses: cameras often take tokens and passwords there."""

HIDDEN = "(left out)"


def without_secrets(settings: Any, name: str = "") -> Any:
    """Return settings with secrets, and passwords within addresses, replaced by a placeholder.

    `name` is the field that holds them. The value of a secret field is replaced for every type, unless it is empty.
    """
    if SECRET.search(name) and settings and settings is not True:
        return HIDDEN
    if isinstance(settings, Mapping):
        return {key: without_secrets(value, str(key)) for key, value in settings.items()}
    if isinstance(settings, list | tuple):
        return [without_secrets(value) for value in settings]
    return without_address(settings) if isinstance(settings, str) else settings


def without_addresses(message: Message) -> Message:
    """Return a message without the secrets of addresses in its arguments."""
    return message.map_text(without_address)


def without_folder(message: Message, folder: Path) -> Message:
    """Return a message with names in place of paths of a folder, for pages: strangers read them."""
    return message.map_text(lambda text: hide_folder(text, folder))


def hide_folder(text: str, folder: Path) -> str:
    """Return a text with names in place of paths of a folder."""
    for path in (folder, folder.resolve()):
        text = text.replace(f"{path}/", "").replace(str(path), path.name) if path.is_absolute() else text
    return text


def without_address(text: str) -> str:
    """Return a text without the secrets of addresses such as rtsp://user:password@camera/live?token=1."""
    return QUERY.sub(rf"\1?{HIDDEN}", IN_ADDRESS.sub("", text))
