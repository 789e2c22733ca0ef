"""What can be begun from the table's page, and what the program says of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, Protocol

from pydantic import ConfigDict

from web.contract.views import ClosedModel


class LobbyWish(StrEnum):
    """What is to run at this table.

    WATCH is the demonstration, PLAY a ready game on the simulated table, SET_UP an empty simulated table, CONTINUE the
    game that was left, CAMERA the choice of a real camera.
    """

    WATCH = "watch"
    PLAY = "play"
    SET_UP = "set_up"
    CONTINUE = "continue"
    CAMERA = "camera"


class LobbyView(ClosedModel):
    """What runs here, what who asks may have run instead, and the game that can be continued, in words.

    `laying` says in a sentence that a ready game is being laid, empty when none is. `opened` counts how often the
    program has opened a table: another number is another table.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        json_schema_extra={"examples": [{"runs": "demonstration", "wishes": ["play", "set_up", "camera"]}]},
    )

    runs: Literal["demonstration", "simulated", "camera"]
    wishes: tuple[LobbyWish, ...] = ()
    kept: str = ""
    laying: str = ""
    opened: int = 0


class AskedLobby(ClosedModel):
    """The body of a request: what is to run."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra={"examples": [{"wish": "play"}]})

    wish: LobbyWish


class LobbyPort(Protocol):
    """What runs at this table; called on the event loop."""

    def view(self) -> LobbyView:
        """Return what runs and what can be begun instead."""
        ...

    def do(self, wish: LobbyWish) -> str | None:
        """Have the table opened anew with something else; return why not, None where it will be."""
        ...
