"""The labelled photographs: where a die is, how long its edge, how surely its face's centre is known."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

SOURCES = ("nell-byler", "matteop65", "rune55-circle-gray", "epanemu")
EDGE_OF_BOX = {"matteop65": 1.05}
"""Die edge over the longer side of its box. One source boxes the read face, the others the whole die as it lies."""

_EDGE_OF_BOX = 0.87
_EXACT = ("matteop65",)
DOUBTFUL = Path(__file__).with_name("doubtful.txt")
"""Pictures whose labels are wrong or incomplete, one `source/image` a line; they are not trained on."""


@dataclass(frozen=True)
class Die:
    """A labelled die in px; `slack_px` is how far the face's centre may lie from the label's."""

    value: int
    x_px: float
    y_px: float
    edge_px: float
    slack_px: float


@dataclass(frozen=True)
class Photograph:
    """One picture of a source, (h, w, 3) BGR, with its dice."""

    source: str
    name: str
    image: NDArray[np.uint8]
    dice: tuple[Die, ...]


def photographs(folder: Path, source: str, doubtful: bool = False) -> list[Photograph]:
    """Return a source's pictures; those with doubtful labels only when asked for."""
    refused = set(DOUBTFUL.read_text().split()) if DOUBTFUL.exists() and not doubtful else set()
    ratio = EDGE_OF_BOX.get(source, _EDGE_OF_BOX)
    found = []
    for entry in json.loads((folder / source / "labels.json").read_text()):
        if f"{source}/{entry['image']}" in refused:
            continue
        image = cv2.imread(str(folder / source / entry["image"]))
        dice = []
        for die in entry["dice"]:
            x, y, w, h = die["bbox"]
            edge = max(w, h) * ratio
            dice.append(Die(die["value"], x + w / 2, y + h / 2, edge, 0.0 if source in _EXACT else 0.3 * edge))
        found.append(Photograph(source, entry["image"], image, tuple(dice)))
    return found
