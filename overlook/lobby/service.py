"""What somebody may begin at this table from its page, and how it comes to run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Literal

from overlook.lobby.ready_game import begin_ready_game
from overlook.lobby.simulated_tables import SimulatedTables
from overlook.setup.service import SetupService
from overlook.table.service import TableService
from web.contract.setup.startup import LobbyView, LobbyWish

RUNS: Mapping[LobbyWish, Literal["demonstration", "camera"]] = {
    LobbyWish.WATCH: "demonstration",
    LobbyWish.CAMERA: "camera",
}
LAYING = "The table is being laid: both example teams, terrain and a mission. The game begins by itself."


class LobbyService:
    """The lobby of one program at its simulated tables. It belongs to the event loop.

    `again` is set when the table is to be opened anew.
    """

    def __init__(self, tables: SimulatedTables, again: asyncio.Event) -> None:
        self._tables = tables
        self._again = again
        self._laid: Callable[[], bool] = lambda: True

    def works(self, setup: SetupService) -> Mapping[str, Callable[[TableService], Coroutine[Any, Any, None]]]:
        """Return what goes on beside the table that runs: a ready game is begun once it is laid."""
        if self._tables.now.runs is not LobbyWish.PLAY:
            return {}
        self._laid = lambda: setup.draft.started
        return {"ready game": partial(begin_ready_game, setup)}

    @property
    def practice(self) -> bool:
        """Whether the games of the table that runs are practice."""
        return self._tables.practice

    def view(self) -> LobbyView:
        """Return what runs and what can be begun instead."""
        now, kept = self._tables.now.runs, self._tables.kept
        here = {LobbyWish.WATCH, LobbyWish.CAMERA} & {now}
        return LobbyView(
            runs=RUNS.get(now, "simulated"),
            wishes=tuple(one for one in LobbyWish if one not in here and (kept or one is not LobbyWish.CONTINUE)),
            kept=kept[0].name if kept else "",
            opened=self._tables.opened,
            laying=LAYING if now is LobbyWish.PLAY and not self._laid() else "",
        )

    def do(self, wish: LobbyWish) -> str | None:
        """Have the table opened anew with something else; return why not, None where it will be."""
        if wish is LobbyWish.CONTINUE and not self._tables.kept:
            return "No game was left here: begin one"
        if self._again.is_set():
            return "The table is being opened anew already: wait a moment"
        self._tables.want(wish)
        self._again.set()
        return None
