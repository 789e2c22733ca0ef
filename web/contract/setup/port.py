"""What the pages of the set-up ask of the set-up behind them. The program implements it; the app factory takes it."""

from __future__ import annotations

from typing import Protocol

from web.contract.changes import ChangeSource
from web.contract.intents import Outcome
from web.contract.setup.actions import SetupAction
from web.contract.setup.views import LibraryView, OutlineView, SetupView


class SetupPort(ChangeSource, Protocol):
    """The set-up of one table; every method is called on the event loop and must not block it.

    Its changes are the whole view as it is now, and again whenever it has become another.
    """

    def view(self) -> SetupView:
        """Return everything that the pages show now."""
        ...

    def libraries(self) -> tuple[LibraryView, ...]:
        """Return the libraries of terrain there are."""
        ...

    async def do(self, action: SetupAction, *, player: str) -> Outcome:
        """Return whether an action was taken; `player` speaks only for its own team, "any" for both."""
        ...

    async def outline(self, at_px: tuple[float, float], top: float | None) -> OutlineView | None:
        """Return the outline proposed for what is at a point of the picture, None where there is nothing to see."""
        ...

    def tag_sheet(self, player: str, paper: str) -> bytes:
        """Return a PDF of the tags of one team; `UnknownError` when there is nothing to print."""
        ...

    def terrain_sheet(self, library: str, paper: str) -> bytes:
        """Return a PDF of the tags of a library's pieces; `UnknownError` when there is no such library."""
        ...

    def marker_sheet(self, paper: str) -> bytes:
        """Return a PDF of the tags of the mission's markers; `UnknownError` when there is none."""
        ...

    def library_file(self, library: str) -> str:
        """Return a library as the text of its file."""
        ...

    def mission_file(self) -> str:
        """Return the mission as the text of its file."""
        ...
