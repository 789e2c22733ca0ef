"""The network over a picture: ten numbers for each cell of 4 pixels, four flips at three scales averaged."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
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
"""How long a die's edge is in the pictures that the network was trained for."""

CELL_PX = 4
KINDS = 7
"""Faces one to six, and a die that lies on no face."""

TELLS_NOBODY = "ORT_DISABLE_TELEMETRY"

_MULTIPLE = 8
_MOST_LOG_ODDS = np.float32(80)
"""Beyond this the exponential of a float32 overflows soon; the chance is 0 long before."""
_FLIPS = ((False, False, 1.0), (True, True, 1.12), (False, True, 0.86), (True, False, 1.0))
"""Each flip: upside down, mirrored, and the scale at which it is looked at."""

_UPRIGHT = ((False, False, 1.0), (False, True, 1.12), (False, False, 0.86), (False, True, 1.0))
"""The same where the camera looks from the side: a die's top is told from its sides by what is up."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """What the network says of a picture, cell by cell, (rows, columns).

    `kinds` (7, rows, columns) is how surely a cell is the middle of a face 1-6, or of a cocked die; `edge_px` how long
    that die's edge is in the network's picture; `lean` (2, rows, columns) the face's normal across the line of sight,
    x right and y down, zero when the face looks at the camera.
    """

    kinds: Array
    edge_px: Array
    lean: Array


@dataclass(frozen=True, slots=True)
class Networks:
    """Both networks, each on one thread: `cells` finds dice in a picture, `looks` looks at one die at a time."""

    cells: Any
    looks: Any


def networks(cells: Path = WEIGHTS, looks: Path = LOOKS) -> Networks:
    """Return the networks with these weights."""
    return Networks(_session_of(cells), _session_of(looks))


@cache
def _session_of(weights: Path) -> Any:
    # Left alone, it tells its maker of every table it runs on, and keeps a number for that machine.
    os.environ[TELLS_NOBODY] = "1"
    import onnxruntime  # 20 MB, for tables with a tray alone

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])


def cells_of(image: Image, ratio: float = 1.0, flips: int = 4, session: Any = None, upright: bool = False) -> Cells:
    """Return the cells of a BGR picture that, scaled by `ratio`, shows a die's edge about `EDGE_PX` long.

    The mean over `flips` flips (1-4), each at a scale of its own: a die's size is never known exactly, and errors at
    one scale are not those at another. The cells are those of the picture scaled by `ratio`. `session` runs other
    weights than the committed ones; with `upright` no flip is upside down.
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
    """Return the network's answer for a flipped picture, flipped back, as chances, (10, rows, columns)."""
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
    """Return cells of a picture scaled by `scale` at the cells of the plain one: middles of pixels upon middles."""
    there = [
        ((np.arange(count, dtype=np.float32) + 0.5) * each - 0.5)
        for count, each in zip(shape[::-1], scale, strict=True)
    ]
    columns, rows = np.meshgrid(*there)
    return np.stack([cv2.remap(plane, columns, rows, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE) for plane in said])
