"""Neural networks for dice: the detector and the classifier (ONNX), tiles of large images, and crops of dice."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import ceil, sqrt
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Array = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("dice.onnx")
LOOKS = Path(__file__).with_name("closer.onnx")
EDGE_PX = 40.0
"""Edge length of a die in the images that the detector was trained on."""

CELL_PX = 4
KINDS = 7
"""Number of kinds: faces one to six, and a cocked die."""

TELLS_NOBODY = "ORT_DISABLE_TELEMETRY"

_MULTIPLE = 8
_MOST_LOG_ODDS = np.float32(80)
"""Limit of the log odds: beyond it the exponential of a float32 soon overflows; the probability is 0 long before."""
_FLIPS = ((False, False, 1.0), (True, True, 1.12), (False, True, 0.86), (True, False, 1.0))
"""Each flip: upside down, mirrored, and the scale of the input."""

_UPRIGHT = ((False, False, 1.0), (False, True, 1.12), (False, False, 0.86), (False, True, 1.0))
"""The same for a camera at the side: only the up direction distinguishes a die's top from its sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Detector output for an image, per cell, (rows, columns).

    `kinds` (7, rows, columns) is the probability that a cell is the centre of a face 1 to 6, or of a cocked die;
    `edge_px` is that die's edge length in the network's input; `lean` (2, rows, columns) is the face's normal projected
    across the line of sight, x right and y down, zero if the face points at the camera.
    """

    kinds: Array
    edge_px: Array
    lean: Array


@dataclass(frozen=True, slots=True)
class Networks:
    """Both networks, each on one thread: `cells` is the detector for images, `looks` the classifier for single dice."""

    cells: Any
    looks: Any


def networks(cells: Path = WEIGHTS, looks: Path = LOOKS) -> Networks:
    """Return the networks with these weights, loaded once."""
    return Networks(_session_of(cells), _session_of(looks))


@cache
def _session_of(weights: Path) -> Any:
    # By default, onnxruntime reports each machine it runs on to its maker, under a persistent id.
    os.environ[TELLS_NOBODY] = "1"
    import onnxruntime  # 20 MB, so loaded only by tables with a tray

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])


def cells_of(image: Image, ratio: float = 1.0, flips: int = 4, session: Any = None, upright: bool = False) -> Cells:
    """Return the detector's cells for a BGR image that, scaled by `ratio`, has dice with an edge of about `EDGE_PX`.

    The mean over `flips` flips (1 to 4), each at a different scale: a die's size is never known exactly, and errors at
    different scales are independent. The cells are those of the image scaled by `ratio`. `session` replaces the
    committed weights; with `upright` no flip is upside down.
    """
    session = session or networks().cells
    size = max(8, round(image.shape[1] * ratio)), max(8, round(image.shape[0] * ratio))
    rows, columns = -(-size[1] // CELL_PX), -(-size[0] // CELL_PX)
    plain = _resized(image, size)
    total: Array | None = None
    for down, across, scale in (_UPRIGHT if upright else _FLIPS)[:flips]:
        shown = size if scale == 1 else (max(8, round(size[0] * scale)), max(8, round(size[1] * scale)))
        said = _said(session, _resized(plain, shown), down=down, across=across)
        said[KINDS] -= np.log2(shown[0] / size[0])
        if shown != size:
            said = _on_grid(said, (rows, columns), (shown[0] / size[0], shown[1] / size[1]))
        total = said[:, :rows, :columns].copy() if total is None else total + said[:, :rows, :columns]
    assert total is not None
    total /= flips
    return Cells(total[:KINDS], EDGE_PX * np.exp2(total[KINDS]), total[KINDS + 1 :])


def _resized(image: Image, size: tuple[int, int]) -> Image:
    if image.shape[1::-1] == size:
        return image
    way = cv2.INTER_AREA if size[0] < image.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=way), dtype=np.uint8)


def _said(session: Any, image: Image, *, down: bool, across: bool) -> Array:
    """Return the network's output for a flipped image, flipped back, as probabilities, (10, rows, columns)."""
    height, width = image.shape[:2]
    padded = cv2.copyMakeBorder(image, 0, -height % _MULTIPLE, 0, -width % _MULTIPLE, cv2.BORDER_REPLICATE)
    ways = (slice(None), slice(None, None, -1 if down else 1), slice(None, None, -1 if across else 1))
    plane = np.ascontiguousarray(padded.transpose(2, 0, 1)[ways]).astype(np.float32)
    plane -= 127
    plane *= np.float32(1 / 64)
    said: Array = session.run(None, {"x": plane[None]})[0][0]
    chances = said[:KINDS]
    np.negative(chances, out=chances)
    np.minimum(chances, _MOST_LOG_ODDS, out=chances)
    np.exp(chances, out=chances)
    chances += 1
    np.reciprocal(chances, out=chances)
    said[KINDS + 1] *= -1 if across else 1
    said[KINDS + 2] *= -1 if down else 1
    return said[ways]


def _on_grid(said: Array, shape: tuple[int, int], scale: tuple[float, float]) -> Array:
    """Resample the cells of an image scaled by `scale` to the grid of the unscaled one, aligned by pixel centres."""
    there = [
        ((np.arange(count, dtype=np.float32) + 0.5) * each - 0.5)
        for count, each in zip(shape[::-1], scale, strict=True)
    ]
    columns, rows = np.meshgrid(*there)
    return np.stack([cv2.remap(plane, columns, rows, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE) for plane in said])


Place = tuple[float, float, float]
"""Position and size of a die: x, y and edge, px."""

_FINER = 1.25
"""Oversampling of the patch relative to the crop before rotation, because rotation blurs."""


@dataclass(frozen=True, slots=True)
class CropTransform:
    """View of a die for the classifier: mirrored left to right, then rotated, scaled by `scale`."""

    turn_deg: float
    mirrored: bool
    scale: float

    @property
    def onto(self) -> NDArray[np.float64]:
        """Matrix (2, 2) from directions in the image to directions in the crop, without scaling."""
        turn = np.radians(self.turn_deg)
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        mirror = np.diag([-1.0 if self.mirrored else 1.0, 1.0])
        return np.asarray(turned @ mirror, dtype=np.float64)

    @property
    def reach(self) -> float:
        """Half the width of the image area seen, in sides of the crop at scale 1."""
        return float(np.abs(self.onto).sum(axis=0).max()) / 2 / self.scale


@dataclass(frozen=True, slots=True)
class CropSize:
    """Side of a crop, and a die's edge length in it at scale 1, px."""

    side_px: int
    edge_px: float


def crops_of(image: Image, places: Sequence[Place], views: Sequence[CropTransform], frame: CropSize) -> Image:
    """Return each view of each die of a BGR image, (dice * views, side, side, 3)."""
    return np.stack([crop for place in places for crop in _crops(image, place, views, frame)])


def square_of(image: Image, left: int, top: int, side: int) -> Image:
    """Return a square of an image, with the border pixels repeated outside the image."""
    height, width = image.shape[:2]
    right, bottom = left + side, top + side
    part = image[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    over = max(0, -top), max(0, bottom - height), max(0, -left), max(0, right - width)
    if not any(over):
        return part
    return np.asarray(cv2.copyMakeBorder(part, *over, cv2.BORDER_REPLICATE), dtype=np.uint8)


def plane_of(crops: Image) -> Array:
    """Return crops as network input, (n, 3, side, side)."""
    plane = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)
    plane -= 127
    plane /= 64
    return plane


def _crops(image: Image, place: Place, views: Sequence[CropTransform], frame: CropSize) -> list[Image]:
    x_px, y_px, edge_px = place
    reach = int(np.ceil(max(view.reach for view in views) * frame.side_px / frame.edge_px * edge_px)) + 1
    left, top = int(np.floor(x_px)) - reach, int(np.floor(y_px)) - reach
    part = square_of(image, left, top, 2 * reach + 1)
    side = max(frame.side_px, round(part.shape[0] * _FINER * frame.edge_px / edge_px))
    way = cv2.INTER_AREA if side < part.shape[0] else cv2.INTER_LINEAR
    patch = cv2.resize(part, (side, side), interpolation=way)
    ratio = side / part.shape[0]
    centre = np.array([(x_px - left + 0.5) * ratio - 0.5, (y_px - top + 0.5) * ratio - 0.5])
    found = []
    for view in views:
        onto = frame.edge_px * view.scale / (edge_px * ratio) * view.onto
        shift = (frame.side_px - 1) / 2 - onto @ centre
        size = (frame.side_px, frame.side_px)
        crop = cv2.warpAffine(
            patch, np.hstack([onto, shift[:, None]]), size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        found.append(np.asarray(crop, dtype=np.uint8))
    return found


WHOLE_PIXELS = 8_000_000
"""Largest network input in pixels processed in one piece: 0.9 GB with four flips."""

MOST_PIXELS = 120_000_000
"""Largest network input in pixels processed at all: it takes half a minute, two from the side."""

SIDE_EDGES = 48.0
"""Longest side of a tile's core, in edge lengths: 3.7 million pixels, 0.5 GB with four flips."""

OVER_EDGES = 4.0
"""Overlap around a tile's core, in edge lengths; the network does not see farther around a die."""


@dataclass(frozen=True, slots=True)
class Tile:
    """Tile of an image: its first pixel is (`left`, `top`), its core is bounded by `own` in the tile's pixels."""

    image: Image
    left: int
    top: int
    own: tuple[float, float, float, float]

    def owns(self, x_px: float, y_px: float) -> bool:
        """Return whether the point, in the tile's pixels, is in its core."""
        left, top, right, bottom = self.own
        return left <= x_px <= right and top <= y_px <= bottom


def network_pixels(width: int, height: int, die_px: float) -> float:
    """Return the size in pixels of an image scaled to the network's edge length."""
    return width * height * (EDGE_PX / die_px) ** 2


def least_edge_px(width: int, height: int) -> float:
    """Return the shortest edge of a die, px, that is searched in an image of that size."""
    return EDGE_PX * sqrt(width * height / MOST_PIXELS)


def tiles(image: Image, die_px: float) -> Iterator[Tile]:
    """Yield the tiles of a BGR image in which a die's edge is `die_px` long; a small image is one tile.

    Their cores cover the image and overlap by a tenth of an edge, so that a die on a border is in at least one.
    """
    height, width = image.shape[:2]
    if network_pixels(width, height, die_px) <= WHOLE_PIXELS:
        yield Tile(image, 0, 0, (-die_px, -die_px, width + die_px, height + die_px))
        return
    across, down = (ceil(size / (SIDE_EDGES * die_px)) for size in (width, height))
    over, rim = round(OVER_EDGES * die_px), die_px / 10
    for row, column in product(range(down), range(across)):
        own = width * column / across, height * row / down, width * (column + 1) / across, height * (row + 1) / down
        left, top = max(0, round(own[0]) - over), max(0, round(own[1]) - over)
        part = image[top : round(own[3]) + over, left : round(own[2]) + over]
        yield Tile(part, left, top, (own[0] - left - rim, own[1] - top - rim, own[2] - left + rim, own[3] - top + rim))
