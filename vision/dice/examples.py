"""Confirmed rolls as labelled examples of dice faces, and their file format."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.errors import first_fault
from vision.dice.acceptance import ReadDie
from vision.dice.face_templates import SIDE_PX, Example
from vision.dice.networks import Image
from vision.dice.tray import Tray, TrayError
from vision.image_file import decode_image

EXAMPLES_VERSION = 1


class _ExampleEntry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    value: Annotated[int, Field(ge=1, le=6)]
    roll: Annotated[str, Field(max_length=64)]
    player: Annotated[str, Field(max_length=200)]
    face_png: Annotated[str, Field(max_length=20_000)]


class _ExamplesFile(BaseModel):
    """Version 1: `tray` is the digest of the calibration that the examples belong to; faces are lit as in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1]
    tray: str
    examples: Annotated[tuple[_ExampleEntry, ...], Field(max_length=1000)]


def digest_of(tray: Tray) -> str:
    """Return a digest of a tray's calibration."""
    told = hashlib.sha256(tray.empty.tobytes())
    told.update(repr((tray.corners_px.tolist(), tray.die_px, tray.colours)).encode())
    return told.hexdigest()[:16]


def examples_document(examples: Sequence[Example], tray: Tray) -> dict[str, Any]:
    """Return the JSON document of a tray's examples."""
    return {
        "version": EXAMPLES_VERSION,
        "tray": digest_of(tray),
        "examples": [
            {"value": each.value, "roll": each.roll, "player": each.player, "face_png": _png(each)} for each in examples
        ],
    }


def parse_examples(document: Any, tray: Tray) -> tuple[Example, ...]:
    """Return the examples of a decoded document; none if they belong to another calibration.

    `TrayError` names the field, what was found and what was expected.
    """
    try:
        file = _ExamplesFile.model_validate(document)
    except ValidationError as fault:
        raise TrayError("tray-examples-fault", fault=first_fault(fault)) from None
    if file.tray != digest_of(tray):
        return ()
    return tuple(Example(each.value, each.roll, each.player, _face(each.face_png)) for each in file.examples)


def _png(example: Example) -> str:
    return base64.b64encode(cv2.imencode(".png", example.face)[1].tobytes()).decode("ascii")


def _face(text: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    try:
        face = decode_image(base64.b64decode(text, validate=True), "face_png", most_side_px=SIDE_PX)
    except ValueError:
        face = None
    if face is None or face.shape != (SIDE_PX, SIDE_PX, 3):
        raise TrayError("tray-examples-face", side=SIDE_PX)
    return face


MOST_DOUBTED = 6
"""Most unsure dice in a roll for which values are assigned."""

MEANT = 0.96
"""Least probability that a given value belongs to a die."""

AS_READ, LEAST_AS_READ = 0.7, 0.3
"""Limits of the probability that an unsure die shows the value read; below 1 because networks are sure of emblems."""

KEPT = 8
"""Newest examples kept per value of a player's dice, so that wrong labels are dropped in time."""


def label_examples(
    dice: Sequence[ReadDie], faces: Sequence[Image], said: Sequence[int], *, roll: str, player: str
) -> tuple[Example, ...]:
    """Return the dice of a `roll` as examples with the values `said` by a player, which are in any order.

    `player` owns the dice whose colour belongs to nobody. Returns nothing if the number of values differs, or if the
    value of an accepted die is missing from them, since either may be wrong. A die read as cocked is no example.
    """
    left = Counter(said)
    left.subtract(value for die in dice if die.doubt is None and (value := die.value) is not None)
    doubted = [k for k, die in enumerate(dice) if die.doubt is not None]
    if len(said) != len(dice) or len(faces) != len(dice) or min(left.values()) < 0 or len(doubted) > MOST_DOUBTED:
        return ()
    values = {k: die.value for k, die in enumerate(dice) if die.doubt is None}
    values |= dict(zip(doubted, _meant([dice[k] for k in doubted], sorted(left.elements())), strict=True))
    return tuple(
        Example(value, roll, dice[k].owner or player, faces[k])
        for k, value in sorted(values.items())
        if value is not None and dice[k].value is not None
    )


def _meant(dice: Sequence[ReadDie], said: Sequence[int]) -> list[int | None]:
    """Return the value assigned to each die, None if it is ambiguous."""
    chances = np.zeros((len(dice), 7))
    for order in set(permutations(said)):
        chance = float(np.prod([_shows(die, value) for die, value in zip(dice, order, strict=True)]))
        chances[np.arange(len(dice)), list(order)] += chance
    if not chances.size:
        return []
    shares = chances / chances.sum(axis=1, keepdims=True)
    return [
        int(value) if share >= MEANT else None
        for value, share in zip(shares.argmax(axis=1), shares.max(axis=1), strict=True)
    ]


def _shows(die: ReadDie, value: int) -> float:
    """Return the probability that an unsure die shows a value, given the value read."""
    as_read = float(np.clip(die.seen.face, LEAST_AS_READ, AS_READ))
    return as_read if value == die.seen.value else (1 - as_read) / 5


def with_newer(examples: Sequence[Example], newer: Sequence[Example]) -> tuple[Example, ...]:
    """Return the examples with newer ones, the last `KEPT` of each value of each player's dice."""
    kept: list[Example] = []
    count: Counter[tuple[str, int]] = Counter()
    for each in reversed([*examples, *newer]):
        count[each.player, each.value] += 1
        if count[each.player, each.value] <= KEPT:
            kept.append(each)
    return tuple(reversed(kept))
