"""The network over a picture: ten numbers for each cell of 4 pixels, four flips averaged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Array = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("dice.onnx")
EDGE_PX = 40.0
"""How long a die's edge is in the pictures that the network was trained for."""

CELL_PX = 4
KINDS = 7
"""Faces one to six, and a die that lies on no face."""

_MULTIPLE = 8
_FLIPS = ((False, False), (True, True), (False, True), (True, False))


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


@cache
def _session(threads: int) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(WEIGHTS), options, providers=["CPUExecutionProvider"])


def cells_of(image: Image, flips: int = 4, threads: int = 1, session: Any = None) -> Cells:
    """Return the cells of a BGR picture in which a die's edge is about `EDGE_PX`, the mean over `flips` flips (1-4)."""
    session = session or _session(threads)
    height, width = image.shape[:2]
    padded = cv2.copyMakeBorder(image, 0, -height % _MULTIPLE, 0, -width % _MULTIPLE, cv2.BORDER_REPLICATE)
    plane = np.ascontiguousarray(((padded.astype(np.float32) - 127) / 64).transpose(2, 0, 1))
    total: Array | None = None
    for down, across in _FLIPS[:flips]:
        ways = (slice(None), slice(None, None, -1 if down else 1), slice(None, None, -1 if across else 1))
        said: Array = session.run(None, {"x": np.ascontiguousarray(plane[ways])[None]})[0][0][ways]
        said[:KINDS] = 1 / (1 + np.exp(-said[:KINDS]))
        said[KINDS + 1] *= -1 if across else 1
        said[KINDS + 2] *= -1 if down else 1
        total = said if total is None else total + said
    assert total is not None
    total /= flips
    rows, columns = -(-height // CELL_PX), -(-width // CELL_PX)
    total = total[:, :rows, :columns]
    return Cells(total[:KINDS], EDGE_PX * np.exp2(total[KINDS]), total[KINDS + 1 :])
