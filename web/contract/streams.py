"""Values that can be followed: a broadcast slot, changes in revisions, and camera frames."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

T = TypeVar("T")


class LatestValue(Generic[T]):
    """Broadcast of the newest value: `publish` replaces it, `after` waits for a newer one. There is no queue.

    It belongs to one event loop; publish from another thread with `loop.call_soon_threadsafe`.
    """

    def __init__(self) -> None:
        self._value: T | None = None
        self._number = 0
        self._changed = asyncio.Event()
        self._waiting = 0

    @property
    def number(self) -> int:
        """Number of values published."""
        return self._number

    @property
    def waiting(self) -> int:
        """Number of tasks that wait for the next value."""
        return self._waiting

    @property
    def watched(self) -> bool:
        """Whether any task waits for the next value; if not, its computation can be skipped."""
        return self._waiting > 0

    def publish(self, value: T) -> int:
        """Replace the value, wake the waiting tasks and return the value's number."""
        self._value = value
        self._number += 1
        self._changed.set()
        self._changed = asyncio.Event()
        return self._number

    async def after(self, number: int) -> tuple[int, T]:
        """Return the number and value of the newest value, as soon as its number is greater than `number`."""
        while self._number <= number or self._value is None:
            self._waiting += 1
            try:
                await self._changed.wait()
            finally:
                self._waiting -= 1
        return self._number, self._value


@dataclass(frozen=True, slots=True)
class Change:
    """Message of the live channel, encoded once for all viewers."""

    kind: Literal["snapshot", "delta"]
    revision: int
    json: bytes


class ChangeSource(Protocol):
    """Source of changes in numbered revisions."""

    def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield the changes since revision `after`, first a whole snapshot if that is None or too old.

        A slow consumer gets the newest state next, not the ones it missed. Implemented by `Feed.changes`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG of the camera with its number, which increases from frame to frame."""

    number: int
    jpeg: bytes


class PictureSource(Protocol):
    """Source of camera frames, plain or annotated."""

    async def picture(self, after: int) -> Picture:
        """Return the newest frame with a number greater than `after`, waiting for it.

        Raises `web.contract.errors.ServiceUnavailableError` if there is no camera to wait for.
        """
        ...
