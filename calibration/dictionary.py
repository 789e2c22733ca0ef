"""OpenCV's tag dictionaries by name, and their patterns."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator

MARGIN_MODULES = 1.5
"""White around a printed tag, in modules: less and dark ground touches it."""

DICTIONARIES = frozenset(name for name in dir(cv2.aruco) if name.startswith("DICT_"))


def _known(name: str) -> str:
    if name not in DICTIONARIES:
        raise ValueError("expected one of OpenCV's dictionary names, such as DICT_ARUCO_MIP_36h12")
    return name


DictionaryName = Annotated[str, AfterValidator(_known)]
"""A dictionary's name in a file."""


@cache
def dictionary(name: str) -> cv2.aruco.Dictionary:
    """Return OpenCV's predefined dictionary of that name, such as "DICT_ARUCO_MIP_36h12"."""
    if name not in DICTIONARIES:
        raise ValueError(f"unknown dictionary {name!r}; expected one of {', '.join(sorted(DICTIONARIES))}")
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))


def dictionary_size(name: str) -> int:
    """Return how many ids a dictionary has."""
    return int(dictionary(name).bytesList.shape[0])


def modules(name: str) -> int:
    """Return how many modules a tag is wide, black border of one module included."""
    return int(dictionary(name).markerSize) + 2


@cache
def patterns(name: str) -> NDArray[np.float32]:
    """Return all patterns of a dictionary, (ids, n, n) with n modules a side: 1 white, 0 black, border included."""
    tags = dictionary(name)
    side = modules(name)
    pictures = np.stack([cv2.aruco.generateImageMarker(tags, i, side) for i in range(dictionary_size(name))])
    result = (pictures > 127).astype(np.float32)
    result.setflags(write=False)
    return result
