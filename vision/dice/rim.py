"""A tray's outline from four tags on its rim: the corner of each that looks inwards is a corner of the tray."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect import Detector
from vision.dice.network import Image
from vision.dice.tray import TrayError

DICTIONARY = "DICT_ARUCO_MIP_36h12"
RIM_TAGS = (210, 211, 212, 213)
"""The tags that are printed for a rim; no board, roster or plate of ours has them."""


def corners_of_tags(image: Image, ids: tuple[int, int, int, int], dictionary: str = DICTIONARY) -> NDArray[np.float64]:
    """Return the tray's corners, (4, 2) px clockwise from the upper left, of four tags in any order.

    Raises `TrayError` that names the tags which are not seen.
    """
    found = {
        sighting.id: np.asarray(sighting.corners_px, dtype=np.float64)
        for sighting in Detector(dictionary, frozenset(ids), (image.shape[1], image.shape[0])).detect(image).sightings
    }
    missing = [str(tag) for tag in ids if tag not in found]
    if missing:
        raise TrayError(f"tray: tag {', '.join(missing)} of the rim not seen: clean it, or light it, or give --corners")
    middle = np.mean([found[tag].mean(axis=0) for tag in ids], axis=0)
    inner = np.array([min(found[tag], key=lambda corner: float(np.linalg.norm(corner - middle))) for tag in ids])
    around = np.arctan2(inner[:, 1] - middle[1], inner[:, 0] - middle[0])
    clockwise = inner[np.argsort(around)]
    first = int(np.argmin(clockwise.sum(axis=1)))
    return np.asarray(np.roll(clockwise, -first, axis=0), dtype=np.float64)
