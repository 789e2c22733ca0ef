"""What the pages ask of the running table. The program implements it; the app factory takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from referee.game.engine.timeline import PublicEntry
from web.contract.changes import ChangeSource
from web.contract.fairness import FairnessView
from web.contract.intents import Button, Outcome, RequestedIntent
from web.contract.pictures import Perspective, PictureSource
from web.contract.snapshot import Snapshot


class TablePort(ChangeSource, PictureSource, Protocol):
    """A running table as its surfaces see it. Every method is called on the event loop and must not block it."""

    def snapshot(self) -> Snapshot:
        """Return everything a surface shows now."""
        ...

    async def submit(self, intent: RequestedIntent, *, player: str, key: str) -> Outcome:
        """Return whether the intent was taken; `key` is unique to the act and fit to be its event's id."""
        ...

    async def press(self, button: Button, *, player: str, key: str) -> Outcome:
        """Return whether the press was taken; `player` presses as its seat, "any" as the panel's own button."""
        ...

    def events(self) -> Sequence[PublicEntry]:
        """Return the game's events as everybody may see them: what is still secret is redacted."""
        ...

    async def fairness(self) -> FairnessView:
        """Return how the dice fell in all games of this table."""
        ...

    def roll_picture(self, roll: str) -> bytes | None:
        """Return the JPEG of a roll of this game; None where there is none (any more)."""
        ...

    def perspective(self) -> Perspective | None:
        """Return how the camera sees the board; None while it has no lens, or the board is lost."""
        ...
