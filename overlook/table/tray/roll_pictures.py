"""The picture of each roll, kept in a folder beside its game."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.tray import Tray

Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]
Encode = Callable[[Image, float], bytes]
"""Returns a picture as JPEG, made smaller by a scale."""

SUFFIX = ".rolls"
WRONG = ".wrong.json"
LONGEST_PX = 960
NAME = re.compile(r"[A-Za-z0-9-]{1,64}")


class RollPictures:
    """The folder of one game's roll pictures: `0001.rolls/ROLL.jpg`."""

    def __init__(self, game: Path) -> None:
        self.folder = game.with_suffix(SUFFIX)

    def keep(self, roll: str, jpeg: bytes) -> str:
        """Write a picture aside and then in place; return its SHA-256. Raises `OSError` when the disk fails."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{roll}.jpg"
        part = path.with_suffix(".part")
        part.write_bytes(jpeg)
        part.replace(path)
        return hashlib.sha256(jpeg).hexdigest()

    def keep_wrong(self, roll: str, read: Sequence[tuple[int | None, Box]], right: Sequence[int]) -> None:
        """Write beside a roll's picture what was read in it and what a player said it shows: `ROLL.wrong.json`.

        A local example of dice that are misread; it stays in this folder. `read` has each die's value, None where it is
        cocked, and its box in the picture. Nothing is written where there is no picture. Raises `OSError` when the disk
        fails.
        """
        if self.find(roll) is None:
            return
        dice = [{"value": value, "box": list(box)} for value, box in read]
        path = self.folder / f"{roll}{WRONG}"
        part = path.with_suffix(".part")
        part.write_text(json.dumps({"version": 1, "image": f"{roll}.jpg", "read": dice, "right": sorted(right)}))
        part.replace(path)

    def find(self, roll: str) -> bytes | None:
        """Return a roll's picture, None where there is none (any more)."""
        if NAME.fullmatch(roll) is None:
            return None
        try:
            return (self.folder / f"{roll}.jpg").read_bytes()
        except OSError:
            return None


def part_of(tray: Tray) -> Box:
    """Return the part of the camera's picture that shows the tray with a little around it: left, top, width, height."""
    width, height = tray.picture_px
    margin = 0.5 * tray.die_px
    low, high = tray.corners_px.min(axis=0) - margin, tray.corners_px.max(axis=0) + margin
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(width, int(np.ceil(high[0]))), min(height, int(np.ceil(high[1])))
    return left, top, right - left, bottom - top


def scale_of(part: Box) -> float:
    """Return by how much a part is scaled down to be kept, its longest side at most `LONGEST_PX`."""
    return min(1.0, LONGEST_PX / max(part[2:]))


def cut_out(picture: Image, part: Box) -> Image:
    """Return that part of a picture."""
    left, top, width, height = part
    return picture[top : top + height, left : left + width]


def in_part(box: Box, part: Box) -> Box:
    """Return a box of the camera's picture in the pixels of the kept part."""
    scale = scale_of(part)
    left, top, width, height = box
    return (
        round((left - part[0]) * scale),
        round((top - part[1]) * scale),
        round(width * scale),
        round(height * scale),
    )
