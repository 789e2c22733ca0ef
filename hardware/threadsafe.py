"""From a driver's thread to the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any


def call_threadsafe(loop: asyncio.AbstractEventLoop, act: Callable[..., object], *args: Any) -> None:
    """Have `act` called in the loop; a loop that is closed has nobody left who wants it."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(act, *args)
