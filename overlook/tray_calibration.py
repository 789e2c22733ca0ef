"""The tray calibrated at the table: its corners touched, looked at empty, then with each player's dice; saved, used."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from overlook.drawing.jpeg import jpeg
from overlook.writing import write_json
from vision.dice.detector import find_scale
from vision.dice.reader import read_dice
from vision.dice.tray import Tray, TrayError, tray_document
from vision.dice.tray_calibration import tray_of_pictures
from web.contract.errors import ServiceUnavailableError
from web.contract.setup.calibration import Corners, TrayCalibrationView

Image = NDArray[np.uint8]
EMPTY_PICTURES = 6
SHOWN = (60, 220, 255)
PATIENCE_S = 10.0
QUALITY = 80
HARDLY = (
    "Most dice of {} cannot be read there: turn the lamp until their pips stand out, neither burnt out nor dark, and "
    "look again, or every roll of theirs will be asked about."
)
UNSEEN = "No dice are seen in the tray: lay some flat into it and look again"


@dataclass
class Draft:
    """What was looked at so far."""

    empty: list[Image] = field(default_factory=list)
    dice: dict[str, Image] = field(default_factory=dict)
    said: str = ""


class TrayCalibration:
    """Makes the tray's file from what its camera sees.

    `look(count)` gives the next pictures, `seats` the players to be told apart, `use` begins to read the new tray.
    """

    def __init__(
        self,
        out: Path,
        look: Callable[[int], Awaitable[list[Image]]],
        seats: Callable[[], tuple[tuple[str, str], ...]],
        use: Callable[[Tray], None],
    ) -> None:
        self._out, self._look, self._seats, self._use = out, look, seats, use
        self._draft = Draft()

    def view(self) -> TrayCalibrationView:
        """Return what was looked at, and what came of the last step."""
        seats = tuple((player, name, player in self._draft.dice) for player, name in self._seats())
        return TrayCalibrationView(empty=bool(self._draft.empty), seats=seats, said=self._draft.said)

    async def picture(self, corners: Corners) -> bytes:
        """Return the newest picture as JPEG with the corners touched so far drawn in."""
        (image,) = await self._pictures(1)
        drawn = image.copy()
        points = np.array(corners, dtype=np.int32).reshape(-1, 1, 2)
        if len(corners):
            cv2.polylines(drawn, [points], len(corners) == 4, SHOWN, max(2, image.shape[1] // 320))
            for x, y in corners:
                cv2.circle(drawn, (round(x), round(y)), max(4, image.shape[1] // 120), SHOWN, -1)
        return jpeg(drawn, quality=QUALITY)

    async def size_px(self) -> tuple[int, int]:
        """Return (width, height) of the pictures."""
        (image,) = await self._pictures(1)
        return image.shape[1], image.shape[0]

    async def empty(self, corners: Corners) -> None:
        """Look at the tray while nothing is in it."""
        pictures = await self._pictures(EMPTY_PICTURES)
        lying = len((await asyncio.to_thread(read_dice, _inside(pictures[0], corners))).sure)
        if lying:
            self._draft.said = f"{lying} dice lie in the tray: take them out and look at it again."
            return
        self._draft.empty = pictures
        self._draft.said = "The empty tray is known. Lay some dice in, apart from each other."

    async def dice(self, corners: Corners, player: str) -> None:
        """Look at the tray while one player's dice are in it."""
        (picture,) = await self._pictures(1)
        if await asyncio.to_thread(find_scale, _inside(picture, corners)) is None:
            self._draft.said = UNSEEN
            return
        self._draft.dice[player] = picture
        self._draft.said = "Those dice are known."

    async def save(self, corners: Corners) -> None:
        """Make the tray, write it and use it; what is wrong is said."""
        draft = self._draft
        try:
            tray = await asyncio.to_thread(tray_of, draft.empty, draft.dice, corners)
            await asyncio.to_thread(write_json, self._out, tray_document(tray))
        except (TrayError, ValueError) as fault:
            draft.said = str(fault)
        except OSError as fault:
            draft.said = f"{self._out}: not written ({fault.strerror}): free some space"
        else:
            self._use(tray)
            names = dict(self._seats())
            hard = [names.get(player, player) for player in await asyncio.to_thread(hardly_read, tray, draft.dice)]
            draft.said = f"Saved: dice of {tray.die_px:.0f} pixels. The tray is read from now on."
            draft.said += "".join(f" {HARDLY.format(name)}" for name in hard)

    async def _pictures(self, count: int) -> list[Image]:
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._look(count)
        except TimeoutError:
            raise ServiceUnavailableError("The tray's camera gives no picture: look at its cable") from None


def tray_of(empty: list[Image], dice: dict[str, Image], corners: Corners) -> Tray:
    """Return the tray of what was looked at; `TrayError` or `ValueError` in one line for what cannot be one."""
    outline = np.array(corners, dtype=np.float64)
    if not dice:
        raise TrayError("Lay some dice in and let them be looked at first: their size is not known")
    edges = [edge for edge in (find_scale(_inside(picture, corners)) for picture in dice.values()) if edge is not None]
    if not edges:
        raise TrayError(UNSEEN)
    return tray_of_pictures(empty, outline, float(np.median(edges)), dice)


def hardly_read(tray: Tray, dice: Mapping[str, Image]) -> tuple[str, ...]:
    """Return the players of whose dice, by the picture each was calibrated with, the tray believes less than half."""
    readings = {player: read_dice(picture, tray=tray) for player, picture in dice.items()}
    return tuple(player for player, reading in readings.items() if 2 * len(reading.sure) < max(1, len(reading.dice)))


def _inside(picture: Image, corners: Corners) -> Image:
    """Return the part of a picture in which the tray lies; all of it while its corners do not say."""
    if len(corners) < 4:
        return picture
    outline = np.array(corners, dtype=np.float64)
    low, high = np.floor(outline.min(axis=0)).astype(int), np.ceil(outline.max(axis=0)).astype(int)
    part = picture[max(0, low[1]) : high[1], max(0, low[0]) : high[0]]
    return part if part.size else picture
