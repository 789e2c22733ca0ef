"""Tray: rectified view, calibration, shadow model, and the file `tray.json`."""

from __future__ import annotations

import base64
import binascii
import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from calibration.catalogue import read_json
from calibration.errors import first_fault
from messages.message import Message
from vision.dice.detections import FlatDie
from vision.dice.face_templates import Example
from vision.dice.networks import EDGE_PX, Image
from vision.dice.pips import Pips
from vision.frame import FrameError
from vision.image_file import ImageError, decode_image
from vision.intensity import largest, mean, smallest

Mask = NDArray[np.bool_]

SHADOW = (0.3, 0.97)
"""Share of the empty tray's light that a shadow leaves: limits."""

SHADOW_TINT = 0.1
"""Largest difference of that share between the three channels."""

DEEP_SHADOW = (0.12, 0.97)
"""The same limits for the shadow of a hard light, or of two; a black object on a grey mat may be as dark."""

DEEP_TINT = 0.06
"""The same as `SHADOW_TINT` for those."""

ROOM_TINT = 0.3
"""The same for the shadow of a die: the shadow of a warm lamp keeps the light of the sky, and dice tint their ground.

Measured in ten trays of another renderer with lamps, windows and sun: 0.12 to 0.19, with translucent dice 0.26. A black
or dark brown object is as dark.
"""

DARK_TRAY = 24.0
"""Level of the empty tray below which a channel has too little light for a meaningful share."""


@dataclass(frozen=True, slots=True, eq=False)
class LightRatio:
    """Share of the empty tray's light: its mean over the channels in `middle`, its range in `tint`, and where a channel
    is `lighter` than before by more than the threshold.
    """

    middle: NDArray[np.float32]
    tint: NDArray[np.float32]
    lighter: Mask

    @classmethod
    def of(cls, now: NDArray[np.float32], then: NDArray[np.float32], bar: float) -> LightRatio:
        """Compare two images, (h, w, 3).

        A channel that is dark in the empty tray, like red on a green mat, has no meaningful share; the brightest
        channel's share is used instead.
        """
        share = (now + 4) / (then + 4)
        brightest = np.where(then >= largest(then)[..., None], share, 0)
        share = np.where(then > DARK_TRAY, share, largest(brightest)[..., None])
        return cls(mean(share), largest(share) - smallest(share), largest(now - then) > bar)

    def in_shadow(self, left: tuple[float, float], most_tint: float) -> Mask:
        """Return where a shadow may be, given the limits of its light share and its largest tint."""
        dark = (self.middle > left[0]) & (self.middle < left[1]) & ~self.lighter
        return np.asarray(dark & (self.tint < most_tint))


CELL_PX = 8
"""Side of the cells for motion detection."""

LEAST_SIDE = 3.0
"""Shortest side of a tray, in edge lengths."""

OVERHANG = 0.05
"""Largest distance of a cut-off corner outside the image, as a share of its longer side."""

RIM_PX = 24
"""Width of the rim around the floor in a view, 0.6 edge lengths: a near camera sees the face of a die by the wall,
which is higher than the floor, over the wall.
"""

LARGEST_VIEW_PX = 2400
"""Longest side of the rectified view: a row of sixty dice."""

STIRRED = 6.0
"""Largest difference of a cell between images of a still, empty tray, in standard deviations of their noise."""

DARK_LEVEL = 12.0
"""Median grey level below which nothing can be read."""

BLOWN = 0.4
"""Share of pixels at 250 or more, beyond the empty tray's own, above which an image is overexposed."""

_SPARSE = 3

MEAN_OF_UNIT_NOISE = 1.128
"""Mean absolute difference of two samples of unit noise, 2 / sqrt(pi)."""

Pixel = TypeVar("Pixel", bound=np.generic)
Level = Annotated[float, Field(ge=0, le=255, allow_inf_nan=False)]


class TrayError(FrameError):
    """A malformed tray, or an image that does not fit it; the message names the fault and the remedy."""


class EmptyTrayError(TrayError):
    """Unusable images of the empty tray: too few, too dark or bright, or with dice or motion."""


class PlayersDice(BaseModel):
    """Look of a player's dice: CIE Lab in OpenCV's 8-bit coding, the spread of the dice around it, and their pips."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    player: Annotated[str, Field(min_length=1)]
    lab: tuple[Level, Level, Level]
    spread: Annotated[float, Field(gt=0, le=128, allow_inf_nan=False)] = 8.0
    pips: Pips | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Tray:
    """Calibrated tray in one camera's image.

    - `picture_px`: (width, height) of the camera's image.
    - `corners_px`: (4, 2), the tray's corners clockwise from the upper left.
    - `die_px`: a die's edge in the middle of the tray.
    - `empty`: the rectified empty tray, (h, w, 3) BGR.
    - `noise`: standard deviation of a pixel between two images of it, in grey levels.
    - `stir`: the largest `movement` between two of them.
    - `flat`: dice that were flat in it.
    - `examples`: faces whose values players have confirmed since.
    - `rim_px`: width of the rim around the floor in its views.
    - `shadow_tint`: largest difference between the channels' light shares in a die's shadow.

    Raises `TrayError` for an invalid outline.
    """

    picture_px: tuple[int, int]
    corners_px: NDArray[np.float64]
    die_px: float
    empty: Image
    noise: float
    colours: tuple[PlayersDice, ...] = ()
    stir: float = 0.0
    flat: tuple[FlatDie, ...] = ()
    examples: tuple[Example, ...] = ()
    rim_px: int = 0
    shadow_tint: float = ROOM_TINT

    def __post_init__(self) -> None:
        size = view_size(self.corners_px, self.die_px, self.rim_px)
        _require_inside(self.corners_px, self.picture_px)
        if self.empty.shape[1::-1] != size:
            height, width = self.empty.shape[:2]
            raise TrayError(
                "tray-empty-size", width=width, height=height, expected_width=size[0], expected_height=size[1]
            )

    @property
    def onto(self) -> NDArray[np.float64]:
        """Homography from the camera's image to the rectified view, (3, 3)."""
        return _homography(self.corners_px, view_size(self.corners_px, self.die_px), self.rim_px)

    def view(self, image: Image) -> Image:
        """Return the rectified tray, a die's edge `EDGE_PX` long, (h, w, 3) BGR; `TrayError` for another image size."""
        require_size(image, self.picture_px)
        return rectified(image, self.corners_px, self.die_px, self.rim_px)

    def unusable(self, view: Image) -> Message | None:
        """Return why a rectified image cannot be read at all, too dark or overexposed, or None."""
        grey, then = (cv2.cvtColor(floor_of(each, self.rim_px), cv2.COLOR_BGR2GRAY) for each in (view, self.empty))
        if float(np.median(grey)) < DARK_LEVEL and float(np.median(then)) >= DARK_LEVEL:
            return Message.of("tray-dark")
        blown = float((grey >= 250).mean()) - float((then >= 250).mean())
        if blown > BLOWN:
            return Message.of("tray-bright", share=round(blown, 2))
        return None


def blind(image: Image) -> Message | None:
    """Return why a BGR image without a tray cannot be read at all, too dark or overexposed, or None."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if float(np.median(grey)) < DARK_LEVEL:
        return Message.of("tray-image-dark")
    blown = float((grey >= 250).mean())
    return Message.of("tray-image-bright", share=round(blown, 2)) if blown > BLOWN else None


def require_size(image: Image, picture_px: tuple[int, int], where: str = "tray") -> None:
    """Raise `TrayError`, prefixed with `where`, unless an image has the size at which the tray was calibrated."""
    if image.shape[1::-1] != picture_px:
        raise TrayError(
            "tray-image-size",
            file=where,
            width=image.shape[1],
            height=image.shape[0],
            calibrated_width=picture_px[0],
            calibrated_height=picture_px[1],
        )


def _require_inside(corners_px: NDArray[np.float64], picture_px: tuple[int, int]) -> None:
    """Raise `TrayError` if a corner of the tray is outside its image by more than `OVERHANG`."""
    over = OVERHANG * max(picture_px)
    outside = corners_px[((corners_px < -over) | (corners_px > np.array(picture_px) + over)).any(axis=1)]
    if len(outside):
        corners = str(outside.round(1).tolist())
        raise TrayError("tray-corners-outside", corners=corners, width=picture_px[0], height=picture_px[1])


def view_size(corners_px: NDArray[np.float64], die_px: float, rim_px: int = 0) -> tuple[int, int]:
    """Return (width, height) of the view with its rim, multiples of 8 px; `TrayError` for an invalid outline."""
    corners = np.asarray(corners_px, dtype=np.float64)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise TrayError("tray-corners-four")
    along = np.roll(corners, -1, axis=0) - corners
    after = np.roll(along, -1, axis=0)
    if not (along[:, 0] * after[:, 1] - along[:, 1] * after[:, 0] > 0).all():
        raise TrayError("tray-corners-order", corners=str(corners.round(1).tolist()))
    sides = np.linalg.norm(along, axis=1)
    width, height = (float(sides[k] + sides[k + 2]) / 2 / die_px for k in (0, 1))
    if min(width, height) < LEAST_SIDE:
        raise TrayError("tray-die-large", die=die_px, width=width, height=height, least=LEAST_SIDE)
    size = (round(width * EDGE_PX / 8) * 8, round(height * EDGE_PX / 8) * 8)
    if max(size) > LARGEST_VIEW_PX:
        most = LARGEST_VIEW_PX / EDGE_PX
        raise TrayError("tray-die-small", die=die_px, width=width, height=height, most=most)
    return size[0] + 2 * rim_px, size[1] + 2 * rim_px


def _homography(corners_px: NDArray[np.float64], floor: tuple[int, int], rim_px: int) -> NDArray[np.float64]:
    width, height = floor
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) + rim_px - 0.5
    return np.asarray(cv2.getPerspectiveTransform(corners_px.astype(np.float32), target), dtype=np.float64)


def floor_of(view: NDArray[Pixel], rim_px: int) -> NDArray[Pixel]:
    """Return the part of a rectified view, (h, w, ...), that is the tray's floor."""
    return view[rim_px : view.shape[0] - rim_px, rim_px : view.shape[1] - rim_px]


def rectified(image: Image, corners_px: NDArray[np.float64], die_px: float, rim_px: int = 0) -> Image:
    """Return the tray with its rim from above, a die's edge `EDGE_PX` long, without aliasing, (h, w, 3) BGR."""
    size = view_size(corners_px, die_px, rim_px)
    onto = _homography(corners_px, view_size(corners_px, die_px), rim_px)
    shrink = EDGE_PX / die_px
    if shrink < 0.7:
        small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        fx, fy = small.shape[1] / image.shape[1], small.shape[0] / image.shape[0]
        to_small = np.array([[fx, 0, (fx - 1) / 2], [0, fy, (fy - 1) / 2], [0, 0, 1]])
        onto, image = onto @ np.linalg.inv(to_small), np.asarray(small, dtype=np.uint8)
    return np.asarray(cv2.warpPerspective(image, onto, size, flags=cv2.INTER_LINEAR), dtype=np.uint8)


def calibrate_tray(
    empty_pictures: list[Image],
    corners_px: NDArray[np.float64],
    die_px: float,
    colours: tuple[PlayersDice, ...] = (),
) -> Tray:
    """Return a tray from two or more images of it empty and still; `EmptyTrayError` if they are not.

    The reference is their median, the noise a robust standard deviation between them.
    """
    if len(empty_pictures) < 2:
        raise EmptyTrayError("tray-empty-few", images=len(empty_pictures))
    size = empty_pictures[0].shape[1], empty_pictures[0].shape[0]
    for picture in empty_pictures:
        require_size(picture, size)
    whole = np.stack([rectified(picture, corners_px, die_px, RIM_PX) for picture in empty_pictures]).astype(np.float32)
    corners = np.asarray(corners_px, dtype=np.float64)
    _require_inside(corners, size)
    views = np.stack([floor_of(view, RIM_PX) for view in whole])
    empty = np.median(views, axis=0)
    noise = _noise(np.abs(np.diff(views, axis=0)))
    stir = max(movement(before, now) for before, now in itertools.pairwise(views))
    grey = float(np.median(empty))
    if grey < DARK_LEVEL:
        raise EmptyTrayError("tray-empty-dark", grey=grey)
    if float((smallest(empty) >= 250).mean()) > BLOWN:
        raise EmptyTrayError("tray-empty-bright")
    shifts = np.abs(views - empty[None]).mean(axis=(1, 2, 3))
    if float(shifts.max()) > 4 * noise + 2 or stir > STIRRED * noise + 3:
        raise EmptyTrayError("tray-empty-moving")
    seen = np.median(whole, axis=0).round().astype(np.uint8)
    return Tray(size, corners, die_px, seen, noise, colours, stir, rim_px=RIM_PX)


def _noise(differences: NDArray[np.float32]) -> float:
    """Return a pixel's standard deviation without outliers, from the mean: whole grey levels make a median jump."""
    bar = 6 * float(np.median(differences)) + 3
    return max(0.5, float(differences[differences < bar].mean()) / MEAN_OF_UNIT_NOISE)


def movement(before: NDArray[np.float32], now: NDArray[np.float32]) -> float:
    """Return the largest mean absolute difference, in grey levels, of a cell of 8 x 8 pixels between two images.

    The median difference is subtracted, so that a slow change of lighting is not motion.
    """
    size = (before.shape[1] // CELL_PX, before.shape[0] // CELL_PX)
    difference = now - before
    difference = np.abs(difference - np.median(difference[::_SPARSE, ::_SPARSE], axis=(0, 1)))
    return float(cv2.resize(mean(difference), size, interpolation=cv2.INTER_AREA).max())


TRAY_VERSION = 7
"""Version of `tray.json`: 2 adds `stir`, 3 `flat`, 4 `pips`, 5 its `misfit` and `shown`, 6 `rim_px`, 7 `shadow_tint`.

Fields that an older version lacks get their defaults.
"""

Px = Annotated[float, Field(gt=-100_000, lt=100_000, allow_inf_nan=False)]
Lean = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]


class _TrayFile(BaseModel):
    """`tray.json`, versions 1 to 7: lengths in pixels of the camera's image, the empty tray as a PNG in base64."""

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
            raise TrayError("tray-colour-twice")
        return colours


def tray_document(tray: Tray) -> dict[str, Any]:
    """Return the JSON document of a tray."""
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
        raise TrayError("tray-file-version", file=where, found=version, most=TRAY_VERSION)
    try:
        file = _TrayFile.model_validate(document)
    except ValidationError as error:
        raise TrayError("tray-file-fault", file=where, fault=first_fault(error)) from None
    try:
        packed = base64.b64decode(file.empty_png, validate=True)
        empty = decode_image(packed, f"{where}: empty_png", most_side_px=LARGEST_VIEW_PX + 2 * file.rim_px)
    except binascii.Error:
        raise TrayError("tray-file-image", file=where) from None
    except ImageError as fault:
        raise TrayError("tray-image-fault", fault=fault) from None
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
        raise TrayError("file-fault", file=where, fault=fault) from None


def load_tray(path: Path) -> Tray:
    """Return the tray of a file; raises `TrayError` if it is missing or broken."""
    return parse_tray(read_json(path, TrayError, Message.of("file-kind-tray")), str(path))
