"""What the pages ask of the running table. The program implements it; the app factory takes it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.game.journal_entry import JournalEntry
from web.contract.changes import Change
from web.contract.fairness import FairnessView
from web.contract.intents import Button, Outcome, RequestedIntent
from web.contract.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG of the camera and its number, which grows from picture to picture."""

    number: int
    jpeg: bytes


class TablePort(Protocol):
    """A running table as its surfaces see it. Every method is called on the event loop and must not block it."""

    def snapshot(self) -> Snapshot:
        """Return everything a surface shows now."""
        ...

    def changes(self, after: int | None) -> AsyncIterator[Change]:
        """Yield what changed since revision `after`, first a whole snapshot when that is None or not remembered.

        A consumer that is slow gets the newest state next, never the ones it missed. `Feed.changes` does it.
        """
        ...

    async def submit(self, intent: RequestedIntent, *, player: str, key: str) -> Outcome:
        """Return whether the intent was taken; `key` is unique to the act and fit to be its event's id."""
        ...

    async def press(self, button: Button, *, key: str) -> Outcome:
        """Return whether the press was taken, the same as one of the panel's own button."""
        ...

    def events(self) -> Sequence[JournalEntry]:
        """Return the game's events as everybody may see them: what is still secret is veiled."""
        ...

    async def fairness(self) -> FairnessView:
        """Return how the dice fell in all games of this table."""
        ...

    def roll_picture(self, roll: str) -> bytes | None:
        """Return the JPEG of a roll of this game; None where there is none (any more)."""
        ...

    async def picture(self, after: int) -> Picture:
        """Return the newest picture with a number beyond `after`, waiting for it.

        Raises `web.contract.errors.ServiceUnavailableError` when there is no camera to wait for.
        """
        ...
