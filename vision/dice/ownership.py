"""Whose die it is: the colour of its body against the colours of the players' dice."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import DetectedDie
from vision.dice.network import Image
from vision.dice.tray import PlayersDice, TrayError

FACE_REACH = 0.42
"""Radius about a die's middle, in edges, that is face: pips are less than half of it, so the median is body."""

AROUND = (0.37, 0.48)
"""How far from a die's middle the border of its face lies, in edges, however it is turned."""

FAR = 5.0
"""Distance from a player's colour, in its spreads, beyond which a die is not that player's."""

NEARER = 2.0
"""How many times nearer one player's colour must be than the other's."""

LIGHTNESS = 0.5
"""Weight of lightness: light falls unevenly, colour less so."""


def body_lab(image: Image, die: DetectedDie, *, around: bool = False) -> NDArray[np.float64]:
    """Return the colour of a die's body, CIE Lab as OpenCV codes it in 8 bits, (3,).

    With `around` that of its face's border alone, where no pip, emblem or lamp's reflection is.
    """
    reach = max(2, round((AROUND[1] if around else FACE_REACH) * die.edge_px))
    x, y = round(die.x_px), round(die.y_px)
    left, top = max(0, x - reach), max(0, y - reach)
    part = image[top : y + reach + 1, left : x + reach + 1]
    if not part.size:
        return np.full(3, np.nan)
    pixels = cv2.cvtColor(part, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    if around:
        down, across = np.mgrid[: part.shape[0], : part.shape[1]]
        far = np.hypot(across + left - die.x_px, down + top - die.y_px).ravel() / die.edge_px
        border = pixels[(far >= AROUND[0]) & (far <= AROUND[1])]
        pixels = border if len(border) else pixels
    return np.asarray(np.median(pixels, axis=0), dtype=np.float64)


def colour_of(player: str, image: Image, dice: Sequence[DetectedDie]) -> PlayersDice:
    """Return a player's colour from dice that are all that player's; `TrayError` without any."""
    if not dice:
        raise TrayError(f"no dice of {player!r} seen in the tray: lay some of them flat into it and try again")
    bodies = np.array([body_lab(image, die) for die in dice])
    middle = np.median(bodies, axis=0)
    spread = float(np.median([_distance(body, middle) for body in bodies]))
    return PlayersDice(
        player=player, lab=(float(middle[0]), float(middle[1]), float(middle[2])), spread=max(6.0, 1.5 * spread)
    )


def owner_of(image: Image, die: DetectedDie, colours: Sequence[PlayersDice], *, around: bool = False) -> str | None:
    """Return the player whose dice have this one's colour; None when it fits nobody's, or nearly two players'.

    With `around` by the border of its face alone.
    """
    body = body_lab(image, die, around=around)
    ranked = sorted((_distance(body, np.array(colour.lab)) / colour.spread, colour.player) for colour in colours)
    if not ranked or not ranked[0][0] <= FAR:
        return None
    if len(ranked) > 1 and ranked[1][0] < NEARER * max(ranked[0][0], 1.0):
        return None
    return ranked[0][1]


def look_alike(one: PlayersDice, other: PlayersDice) -> bool:
    """Return whether a die of one player's very colour could be the other's as well."""
    far = _distance(np.array(one.lab), np.array(other.lab))
    return far < NEARER * max(one.spread, other.spread)


def _distance(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.linalg.norm((one - other) * [LIGHTNESS, 1, 1]))
