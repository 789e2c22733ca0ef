"""Things that are followed: `LatestValue`, `Change`/`ChangeSource`, `Picture`/`PictureSource`. No view model in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

T = TypeVar("T")


class Broadcast(Generic[T]):
    """A numbered slot: `publish` replaces, `after` waits. Nobody queues, so nobody falls behind.

    It belongs to one event loop; publish from another thread with `loop.call_soon_threadsafe`.
    """

    def __init__(self) -> None:
        self._value: T | None = None
        self._number = 0
        self._changed = asyncio.Event()
        self._waiting = 0

    @property
    def number(self) -> int:
        """How many values were published."""
        return self._number

    @property
    def waiting(self) -> int:
        """How many wait for the next value."""
        return self._waiting

    @property
    def watched(self) -> bool:
        """Whether anybody waits for the next value: work for nobody can be left undone."""
        return self._waiting > 0

    def publish(self, value: T) -> int:
        """Return the number of the value that now is the newest."""
        self._value = value
        self._number += 1
        self._changed.set()
        self._changed = asyncio.Event()
        return self._number

    async def after(self, number: int) -> tuple[int, T]:
        """Return (its number, the newest value) as soon as that number is greater than `number`."""
        while self._number <= number or self._value is None:
            self._waiting += 1
            try:
                await self._changed.wait()
            finally:
                self._waiting -= 1
        return self._number, self._value


@dataclass(frozen=True, slots=True)
class Change:
    """One message of the live channel, encoded once for all who need it: `kind` is "snapshot" or "delta"."""

    kind: Literal["snapshot", "delta"]
    revision: int
    json: bytes


class ChangeSource(Protocol):
    """Something that changes in revisions, and can be followed."""

    def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield what changed since revision `after`, first a whole snapshot when that is None or not remembered.

        A consumer that is slow gets the newest state next, never the ones it missed. `Feed.changes` does it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG of the camera and its number, which grows from picture to picture."""

    number: int
    jpeg: bytes


class PictureSource(Protocol):
    """Whatever gives pictures: the table, or somebody who draws on what it gives."""

    async def picture(self, after: int) -> Picture:
        """Return the newest picture with a number beyond `after`, waiting for it.

        Raises `web.contract.errors.ServiceUnavailableError` when there is no camera to wait for.
        """
        ...
