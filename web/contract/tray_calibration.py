"""What the page on which a tray is calibrated asks for, and what it shows."""

from __future__ import annotations

from typing import Protocol

from web.contract.views import View

Corners = tuple[tuple[float, float], ...]
"""The tray's corners that were touched so far, in pixels of its camera: from the upper left one, clockwise."""


class TrayCalibrationView(View):
    """What is known so far: whether the empty tray was looked at, each seat's id, name and whether its dice were."""

    empty: bool
    seats: tuple[tuple[str, str, bool], ...]
    said: str = ""


class TrayCalibrator(Protocol):
    """Who calibrates the tray; every method is called on the event loop and must not block it."""

    def view(self) -> TrayCalibrationView:
        """Return what is known so far."""
        ...

    async def picture(self, corners: Corners) -> bytes:
        """Return the newest picture as JPEG, with corners drawn in."""
        ...

    async def size_px(self) -> tuple[int, int]:
        """Return (width, height) of the pictures."""
        ...

    async def empty(self, corners: Corners) -> None:
        """Look at the empty tray."""
        ...

    async def dice(self, corners: Corners, player: str) -> None:
        """Look at a player's dice in the tray."""
        ...

    async def save(self, corners: Corners) -> None:
        """Make the tray of all that and use it."""
        ...
