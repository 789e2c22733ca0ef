"""Storage of the tray: the image of each roll, and examples of dice learned from players' answers."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import read_json
from messages.message import Message
from overlook.atomic_files import write_json
from vision.dice.examples import examples_document, label_examples, parse_examples, with_newer
from vision.dice.face_templates import Example
from vision.dice.tray import Tray, TrayError
from vision.dice.tray_tracker import TrayRoll

EXAMPLES_FILE = "tray-examples.json"


class ExampleStore:
    """File with one table's examples of dice; those of another calibration are ignored.

    They never leave the table. `fault` is what was wrong with the file, or why it could not be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.fault: Message | None = None

    def read(self, tray: Tray) -> tuple[Example, ...]:
        """Return the stored examples of this calibration; empty if there are none or they cannot be read."""
        self.fault = None
        if not self._path.exists():
            return ()
        try:
            return parse_examples(read_json(self._path, TrayError, Message.of("file-kind-rolls")), tray)
        except TrayError as fault:
            self.fault = Message.of("tray-examples-unreadable", file=self._path.name, fault=fault)
            return ()

    def keep(self, examples: tuple[Example, ...], tray: Tray) -> None:
        """Write the examples; if the disk is full, only what was learned since is lost."""
        try:
            write_json(self._path, examples_document(examples, tray))
            self.fault = None
        except OSError as fault:
            self.fault = Message.of("tray-examples-not-stored", fault=fault.strerror or fault)


def store_beside(tray: Path) -> ExampleStore:
    """Return the store beside a tray's calibration file."""
    return ExampleStore(tray.with_name(EXAMPLES_FILE))


class LearnedDice:
    """Examples of the dice of one calibration, kept in `store` if there is one; they stay at the table."""

    def __init__(self, tray: Tray, store: ExampleStore | None = None) -> None:
        self._tray, self._store = tray, store
        self.examples: tuple[Example, ...] = () if store is None else store.read(tray)
        self._by: dict[str, tuple[Example, ...]] = {}
        """Examples from each answer since the program was started."""

    @property
    def fault(self) -> Message | None:
        """Why examples could not be read or stored; None if they were."""
        return None if self._store is None else self._store.fault

    def answered(self, roll: TrayRoll, dice: Sequence[int], said: Sequence[int], *, answer: str, player: str) -> None:
        """Learn from an answer with those `dice` of a roll, by index; `player` is the colour of its owner."""
        if len(roll.faces) != len(roll.reading.dice):
            return
        lying, faces = [roll.reading.dice[k] for k in dice], [roll.faces[k] for k in dice]
        examples = label_examples(lying, faces, said, roll=answer, player=player)
        if examples:
            self._by[answer] = examples
            self._keep(with_newer(self.examples, examples))

    def undone(self, standing: Collection[str]) -> None:
        """Forget what was learned from answers that were taken back: they may have been wrong, and are given again."""
        gone = [answer for answer in self._by if answer not in standing]
        wrong = {example for answer in gone for example in self._by.pop(answer)}
        if wrong:
            self._keep(tuple(each for each in self.examples if each not in wrong))

    def forget(self) -> None:
        """Forget everything: trusted dice turned out to show other values."""
        self._by.clear()
        if self.examples:
            self._keep(())

    def _keep(self, examples: tuple[Example, ...]) -> None:
        self.examples = examples
        if self._store is not None:
            self._store.keep(examples, self._tray)


Image = NDArray[np.uint8]
Box = tuple[int, int, int, int]
Encode = Callable[[Image, float], bytes]
"""Returns an image as JPEG, made smaller by a scale."""

SUFFIX = ".rolls"
WRONG = ".wrong.json"
LONGEST_PX = 960
ROLL_ID = re.compile(r"[A-Za-z0-9-]{1,64}")


class RollPictures:
    """The folder of one game's roll images: `0001.rolls/ROLL.jpg`."""

    def __init__(self, game: Path) -> None:
        self.folder = game.with_suffix(SUFFIX)

    def keep(self, roll: str, jpeg: bytes) -> str:
        """Write an image to a temporary file, then move it into place; return its SHA-256. Raises `OSError`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{roll}.jpg"
        part = path.with_suffix(".part")
        part.write_bytes(jpeg)
        part.replace(path)
        return hashlib.sha256(jpeg).hexdigest()

    def keep_wrong(self, roll: str, read: Sequence[tuple[int | None, Box]], right: Sequence[int]) -> None:
        """Write `ROLL.wrong.json` beside a roll's image: what was read in it and the values that a player gave.

        It is a local example of misread dice and stays in this folder. `read` has each die's value, None if it is
        cocked, and its box in the image. Nothing is written if there is no image. Raises `OSError` if the disk fails.
        """
        if self.find(roll) is None:
            return
        dice = [{"value": value, "box": list(box)} for value, box in read]
        path = self.folder / f"{roll}{WRONG}"
        part = path.with_suffix(".part")
        part.write_text(json.dumps({"version": 1, "image": f"{roll}.jpg", "read": dice, "right": sorted(right)}))
        part.replace(path)

    def find(self, roll: str) -> bytes | None:
        """Return a roll's image; None if there is none (any more)."""
        if ROLL_ID.fullmatch(roll) is None:
            return None
        try:
            return (self.folder / f"{roll}.jpg").read_bytes()
        except OSError:
            return None


def part_of(tray: Tray) -> Box:
    """Return the part of the camera's image with the tray and a margin of half a die: left, top, width, height."""
    width, height = tray.picture_px
    margin = 0.5 * tray.die_px
    low, high = tray.corners_px.min(axis=0) - margin, tray.corners_px.max(axis=0) + margin
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(width, int(np.ceil(high[0]))), min(height, int(np.ceil(high[1])))
    return left, top, right - left, bottom - top


def scale_of(part: Box) -> float:
    """Return the scale at which a part is stored, so that its longest side is at most `LONGEST_PX`."""
    return min(1.0, LONGEST_PX / max(part[2:]))


def cut_out(picture: Image, part: Box) -> Image:
    """Return that part of an image."""
    left, top, width, height = part
    return picture[top : top + height, left : left + width]


def in_part(box: Box, part: Box) -> Box:
    """Return a box of the camera's image in the pixels of the stored part."""
    scale = scale_of(part)
    left, top, width, height = box
    return (
        round((left - part[0]) * scale),
        round((top - part[1]) * scale),
        round(width * scale),
        round(height * scale),
    )
