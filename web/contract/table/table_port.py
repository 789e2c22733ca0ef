"""`TablePort`, camera `Perspective`, the exported game."""

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
from web.contract.table.recordings import FairnessView
from web.contract.table.snapshot import Snapshot


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
    """How a calibrated camera sees the board; one and the same while neither moves."""

    @property
    def eye(self) -> Point3:
        """Where the camera is, board inches."""
        ...

    def __call__(self, points: NDArray[np.float64], /) -> NDArray[np.float64]:
        """Return the pixels, shape (n, 2), of board points of shape (n, 3)."""
        ...


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
