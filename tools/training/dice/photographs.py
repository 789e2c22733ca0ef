"""Labelled photographs of dice, with the uncertainty of each label."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.image_file import read_image

Image = NDArray[np.uint8]
SOURCES = ("nell-byler", "matteop65", "rune55-circle-gray", "epanemu", "tomitomi3")
EDGE_OF_BOX = {"matteop65": 1.05}
"""Die edge over the longer side of its box. This source boxes the face that is read, the others the whole die."""

SLACK = 0.3
"""Largest distance of a face's centre from the middle of a box around the whole die, in edges."""

_EDGE_OF_BOX = 0.87
_EXACT = ("matteop65",)
_ONES_BY_THEIR_PIP = ("matteop65",)
"""Sources whose boxes around a one fit its pip loosely, so that they do not show the edge."""

EDGES = Path(__file__).with_name("edges.txt")
"""Edge of the dice in photographs that show only ones, px, one `source/image edge` per line.

Estimated by the detector as the median over its scales, with weights that were not trained on the source; checked by
eye.
"""

PLACES = Path(__file__).with_name("places.txt")
"""Positions of the die in photographs of one die without a box, `source/image x y edge` per line, px (`place.py`)."""

DOUBTFUL = Path(__file__).with_name("doubtful.txt")
"""Photographs with wrong or incomplete labels, one `source/image` per line; they are not used for training."""


@dataclass(frozen=True)
class Die:
    """A labelled die in px; `slack_px` is the largest distance of the face's centre from the label's."""

    value: int
    x_px: float
    y_px: float
    edge_px: float
    slack_px: float


@dataclass(frozen=True)
class Photograph:
    """One photograph of a source, (h, w, 3) BGR, with its dice."""

    source: str
    name: str
    image: Image
    dice: tuple[Die, ...]


def photographs(folder: Path, source: str, doubtful: bool = False) -> list[Photograph]:
    """Return a source's photographs; those with unreliable labels only if `doubtful`."""
    refused = set(DOUBTFUL.read_text().split()) if DOUBTFUL.exists() and not doubtful else set()
    ratio = EDGE_OF_BOX.get(source, _EDGE_OF_BOX)
    edges = {name: float(edge) for name, edge in (line.split() for line in EDGES.read_text().splitlines())}
    places = {name: place for name, *place in (line.split() for line in PLACES.read_text().splitlines())}
    found = []
    for entry in json.loads((folder / source / "labels.json").read_text()):
        if f"{source}/{entry['image']}" in refused:
            continue
        image = _read(folder / source / entry["image"])
        dice = []
        for die in entry["dice"]:
            if "bbox" not in die:
                x, y, edge = map(float, places[f"{source}/{entry['image']}"])
                dice.append(Die(die["value"], x, y, edge, SLACK * edge))
                continue
            x, y, w, h = die["bbox"]
            edge = max(w, h) * ratio
            dice.append(Die(die["value"], x + w / 2, y + h / 2, edge, 0.0 if source in _EXACT else SLACK * edge))
        if source in _ONES_BY_THEIR_PIP:
            dice = _ones_like_the_rest(dice, f"{source}/{entry['image']}", edges)
        found.append(Photograph(source, entry["image"], image, tuple(dice)))
    return found


def _read(path: Path) -> Image:
    try:
        return read_image(path)
    except OSError as fault:
        raise ValueError(f"{path}: cannot be read ({fault.strerror}): download the source's folder again") from fault


def _ones_like_the_rest(dice: list[Die], name: str, edges: dict[str, float]) -> list[Die]:
    """Return the dice with ones as large as the others in the photograph, or as listed in `edges` if there are none."""
    others = [die.edge_px for die in dice if die.value != 1]
    if len(others) == len(dice):
        return dice
    edge = float(np.median(others)) if others else edges[name]
    return [replace(die, edge_px=edge) if die.value == 1 else die for die in dice]
