"""The program's log: what went wrong, with its lines, and never with what variables held."""

from __future__ import annotations

import logging
from traceback import extract_tb

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
