"""A command that is told to stop ends as by Ctrl-C: what it began is taken away."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """Have SIGTERM end what is inside as Ctrl-C does: what was begun is taken away."""

    def end(number: int, _: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
