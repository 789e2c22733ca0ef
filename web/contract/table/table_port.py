"""Port of a running table, with the camera's perspective and the exported game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict

from referee.game.engine.timeline import PublicEntry
from web.contract.base import VERSION, Point3, View
from web.contract.requests import Button, Outcome, RequestedIntent
from web.contract.streams import ChangeSource, PictureSource
from web.contract.table.game_views import OwnChoices
from web.contract.table.recordings import FairnessView
from web.contract.table.snapshot import Snapshot

PhoneEvent = Literal["connected", "disconnected", "heard", "unpaired"]
HandOverState = Literal["open", "accepted", "declined"]


class GameDocument(View):
    """A whole game: its edition and every event, the first one first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "version": 1,
                    "edition": "kt24",
                    "events": [
                        {
                            "sequence": 7,
                            "id": "undo-7",
                            "cause": 7,
                            "edition": "kt24",
                            "kind": "undo",
                            "data": {"by": "any"},
                        }
                    ],
                }
            ]
        }
    )

    version: Literal[1] = VERSION
    edition: str
    events: tuple[PublicEntry, ...]


class Perspective(Protocol):
    """Projection of a calibrated camera; the object stays the same while neither camera nor board moves."""

    @property
    def eye(self) -> Point3:
        """Position of the camera in board inches."""
        ...

    def __call__(self, points: NDArray[np.float64], /) -> NDArray[np.float64]:
        """Return the pixels, shape (n, 2), of board points of shape (n, 3)."""
        ...


class TablePort(ChangeSource, PictureSource, Protocol):
    """A running table behind its pages; methods are called on the event loop and must not block it."""

    def snapshot(self) -> Snapshot:
        """Return everything that a page shows now."""
        ...

    async def submit(self, intent: RequestedIntent, *, player: str, key: str) -> Outcome:
        """Submit an intent and return the outcome; `key` is unique to the act and becomes its event's id."""
        ...

    async def press(self, button: Button, *, player: str, key: str) -> Outcome:
        """Press a button and return the outcome; `player` presses for its seat, "any" as the panel's own button."""
        ...

    def note_phone(self, seat: str, event: PhoneEvent) -> None:
        """Note that a player's phone connected, disconnected, was heard or gave up its seat."""
        ...

    def is_phone_here(self, seat: str) -> bool:
        """Return whether a seat has a phone that was heard in the last 30 seconds."""
        ...

    def ask_hand_over(self, seat: str) -> str | None:
        """Ask a seat's phone to hand the seat over; return the ticket of the asking device, None if one is asked."""
        ...

    def hand_over(self, ticket: str, seat: str) -> HandOverState:
        """Return what became of a ticket for a seat; "accepted" is returned once."""
        ...

    def events(self) -> Sequence[PublicEntry]:
        """Return the game's events with secrets redacted."""
        ...

    def own_choices(self, player: str) -> OwnChoices:
        """Return the sealed choices of a player, for that player alone."""
        ...

    async def fairness(self) -> FairnessView:
        """Return the dice statistics of all games of this table."""
        ...

    def roll_picture(self, roll: str) -> bytes | None:
        """Return the JPEG of a roll of this game, or None if it is not kept."""
        ...

    def perspective(self) -> Perspective | None:
        """Return the camera's projection, or None without a lens calibration or while the board is lost."""
        ...
