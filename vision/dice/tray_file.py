"""A calibrated tray in a file (`tray.json`): written whole, and refused by the field that is broken."""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from calibration.catalogue import first_fault, read_json
from vision.dice.dimmed import ROOM_TINT
from vision.dice.tilt import FlatDie
from vision.dice.tray import LARGEST_VIEW_PX, PlayersDice, Tray, TrayError
from vision.image_file import ImageError, decode_image

TRAY_VERSION = 7
"""Version 7 has `shadow_tint`, 6 `rim_px`, 5 what `pips` leave unexplained and have shown, 4 `pips`, 3 `flat`, 2
`stir`.

What an older one lacks is not known.
"""

Px = Annotated[float, Field(gt=-100_000, lt=100_000, allow_inf_nan=False)]
Lean = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]


class _TrayFile(BaseModel):
    """`tray.json`, versions 1 to 7: lengths in pixels of the camera's picture, the empty tray as a PNG in base64."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1, 2, 3, 4, 5, 6, 7]
    picture_px: tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]]
    corners_px: tuple[tuple[Px, Px], tuple[Px, Px], tuple[Px, Px], tuple[Px, Px]]
    die_px: Annotated[float, Field(ge=6, le=1000, allow_inf_nan=False)]
    noise: Annotated[float, Field(gt=0, le=64, allow_inf_nan=False)]
    stir: Annotated[float, Field(ge=0, le=64, allow_inf_nan=False)] = 0.0
    empty_png: str
    colours: tuple[PlayersDice, ...] = ()
    flat: Annotated[tuple[tuple[Px, Px, Lean, Lean], ...], Field(max_length=200)] = ()
    rim_px: Annotated[int, Field(ge=0, le=200)] = 0
    shadow_tint: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = ROOM_TINT

    @field_validator("colours")
    @classmethod
    def _one_colour_each(cls, colours: tuple[PlayersDice, ...]) -> tuple[PlayersDice, ...]:
        if len({colour.player for colour in colours}) != len(colours):
            raise ValueError("a player has one colour; merge the entries or name the players apart")
        return colours


def tray_document(tray: Tray) -> dict[str, Any]:
    """Return what `tray.json` holds."""
    png = cv2.imencode(".png", tray.empty)[1]
    return {
        "version": TRAY_VERSION,
        "picture_px": list(tray.picture_px),
        "corners_px": [[float(v) for v in corner] for corner in tray.corners_px],
        "die_px": tray.die_px,
        "noise": tray.noise,
        "stir": tray.stir,
        "empty_png": base64.b64encode(png.tobytes()).decode("ascii"),
        "colours": [colour.model_dump(mode="json") for colour in tray.colours],
        "flat": [[die.x_px, die.y_px, *die.lean] for die in tray.flat],
        "rim_px": tray.rim_px,
        "shadow_tint": tray.shadow_tint,
    }


def parse_tray(document: Any, where: str = "tray") -> Tray:
    """Return the tray of a decoded document; `TrayError` names the field, what was found and what was expected."""
    version = document.get("version") if isinstance(document, dict) else None
    if isinstance(version, int) and version > TRAY_VERSION:
        raise TrayError(f"{where}: version: found {version}; this program reads {TRAY_VERSION}: update it")
    try:
        file = _TrayFile.model_validate(document)
    except ValidationError as error:
        raise TrayError(f"{where}: {first_fault(error)}; calibrate the tray again") from None
    try:
        packed = base64.b64decode(file.empty_png, validate=True)
        empty = decode_image(packed, f"{where}: empty_png", most_side_px=LARGEST_VIEW_PX + 2 * file.rim_px)
    except binascii.Error:
        raise TrayError(f"{where}: empty_png: no picture; calibrate the tray again") from None
    except ImageError as fault:
        raise TrayError(f"{fault}; or calibrate the tray again") from None
    corners = np.array(file.corners_px, dtype=np.float64)
    try:
        flat = tuple(FlatDie(x, y, (right, down)) for x, y, right, down in file.flat)
        return Tray(
            file.picture_px,
            corners,
            file.die_px,
            empty,
            file.noise,
            file.colours,
            file.stir,
            flat,
            rim_px=file.rim_px,
            shadow_tint=file.shadow_tint,
        )
    except TrayError as fault:
        raise TrayError(f"{where}:{str(fault).removeprefix('tray:')}") from None


def load_tray(path: Path) -> Tray:
    """Return the tray of a file; `TrayError` in one line when it is missing or broken."""
    return parse_tray(read_json(path, TrayError, "a calibrated tray"), str(path))
