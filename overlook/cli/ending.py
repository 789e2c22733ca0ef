"""A command that is told to stop ends as by Ctrl-C: what it began is taken away."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """Have SIGTERM end what is inside as Ctrl-C does: what was begun is taken away.

    It may come anywhere, so that what is half open cannot be closed: a fault after it is no fault of its own.
    """
    told = False

    def end(number: int, _: FrameType | None) -> NoReturn:
        nonlocal told
        told = True
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except Exception:
        if told:
            raise SystemExit(128 + signal.SIGTERM) from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
