"""The program's log: what went wrong, with its lines, and never with what variables held."""

from __future__ import annotations

import sys

import structlog
from structlog.dev import ConsoleRenderer, plain_traceback

# As shipped, structlog shows the locals of each frame where rich is installed: secrets and addresses among them.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.StackInfoRenderer(),
        structlog.dev.set_exc_info,
        structlog.processors.TimeStamper(fmt="%Y-%m-%d %H:%M:%S", utc=False),
        ConsoleRenderer(colors=sys.stdout is not None and sys.stdout.isatty(), exception_formatter=plain_traceback),
    ]
)

log = structlog.get_logger()
