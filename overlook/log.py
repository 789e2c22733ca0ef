"""The program's log: what went wrong, with its lines, and never with what variables held."""

from __future__ import annotations

import logging

log = logging.getLogger("overlook")


def log_to_stderr() -> None:
    """Write what the program, its pages and its halls say to the log on standard error, each line with its time."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", datefmt="%Y-%m-%d %H:%M:%S")
    log.setLevel(logging.INFO)
