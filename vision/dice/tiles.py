"""A picture too large to be looked at in one piece: tiles that overlap, each telling the dice of its own part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil, sqrt

from vision.dice.network import EDGE_PX, Image

WHOLE_PIXELS = 8_000_000
"""Pixels of the network's picture up to which it is looked at in one piece: 0.9 GB with four flips."""

MOST_PIXELS = 120_000_000
"""Pixels of the network's picture beyond which none is looked at: these take half a minute, two from the side."""

SIDE_EDGES = 48.0
"""Longest side of a tile's own part, in die edges: 3.7 million pixels, 0.5 GB with four flips."""

OVER_EDGES = 4.0
"""How far a tile reaches over its own part: what lies farther from a die than that is not seen with it."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a picture, whose first pixel is (`left`, `top`), and the bounds in it of what is the tile's own."""

    image: Image
    left: int
    top: int
    own: tuple[float, float, float, float]

    def owns(self, x_px: float, y_px: float) -> bool:
        """Whether the tile tells what lies there, in its own pixels."""
        left, top, right, bottom = self.own
        return left <= x_px <= right and top <= y_px <= bottom


def network_pixels(width: int, height: int, die_px: float) -> float:
    """Return how many pixels a picture has once a die's edge in it is as long as the network wants it."""
    return width * height * (EDGE_PX / die_px) ** 2


def least_edge_px(width: int, height: int) -> float:
    """Return the shortest edge of a die, px, that is looked for in a picture of that size."""
    return EDGE_PX * sqrt(width * height / MOST_PIXELS)


def tiles(image: Image, die_px: float) -> Iterator[Tile]:
    """Return the tiles of a BGR picture in which a die's edge is `die_px` long: the picture itself where it is small.

    Their own parts cover the picture and overlap by a tenth of an edge, so that a die on a border is told by one.
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
