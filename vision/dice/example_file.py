"""The examples of a tray's dice as a document: which tray they belong to, and each face as a PNG."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.catalogue import first_fault
from vision.dice.likeness import SIDE_PX, Example
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
    """Version 1: `tray` is the digest of the calibration in whose light the faces lie, and which they belong to."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1]
    tray: str
    examples: Annotated[tuple[_ExampleEntry, ...], Field(max_length=1000)]


def digest_of(tray: Tray) -> str:
    """Return what tells one calibration of a tray from every other."""
    told = hashlib.sha256(tray.empty.tobytes())
    told.update(repr((tray.corners_px.tolist(), tray.die_px, tray.colours)).encode())
    return told.hexdigest()[:16]


def examples_document(examples: Sequence[Example], tray: Tray) -> dict[str, Any]:
    """Return what the file of a tray's examples holds."""
    return {
        "version": EXAMPLES_VERSION,
        "tray": digest_of(tray),
        "examples": [
            {"value": each.value, "roll": each.roll, "player": each.player, "face_png": _png(each)} for each in examples
        ],
    }


def parse_examples(document: Any, tray: Tray) -> tuple[Example, ...]:
    """Return the examples of a decoded document; none where they belong to another calibration.

    `TrayError` names the field, what was found and what was expected.
    """
    try:
        file = _ExamplesFile.model_validate(document)
    except ValidationError as fault:
        raise TrayError(f"examples of dice: {first_fault(fault)}") from None
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
        raise TrayError(f"examples of dice: face_png: expected a picture of {SIDE_PX} x {SIDE_PX}")
    return face
