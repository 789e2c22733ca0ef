"""Dice that may be a picture of dice: those inside a straight border, as a card's or a phone's, on another ground.

One picture tells neither thickness nor parallax. What tells a card is that four straight sides close around the die and
that the ground changes across each of them. A square of a mat, drawn in more than hairlines, is taken for one too.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import DetectedDie
from vision.dice.network import Image

EDGE_PX = 20.0
"""How long a die's edge is in the picture in which borders are looked for."""

SHORTEST, LONGEST = 1.5, 7.0
"""Shorter side of a card, in edges: above a die's own outline, below a tray's."""

EDGES = ((20, 60), (40, 120))
"""Canny's thresholds: the first find a dark phone on a dark mat, the second no grain of a light one."""

STRAIGHT = 0.03
"""How far a border may be from four straight lines, as a share of its length."""

OTHER_GROUND = 14.0
"""Difference of colour, CIE Lab as OpenCV codes it, across each side of a card."""

ACROSS_PX = 4.0
"""How far on either side of its border the ground is looked at, px: beyond what blur mixes."""

LEAST_FILLED = 0.85
"""Share of the tightest turned rectangle around a border that it fills: a card seen a little from the side too."""

Quad = NDArray[np.float64]


def in_flat_pictures(image: Image, dice: Sequence[DetectedDie]) -> list[bool]:
    """Return of each die of a BGR picture whether it lies inside a card's border; dice in the picture's pixels."""
    if not dice:
        return []
    scale = min(1.0, EDGE_PX / float(np.median([die.edge_px for die in dice])))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    edge = scale * float(np.median([die.edge_px for die in dice]))
    cards = _cards(small, edge)
    at = [((die.x_px + 0.5) * scale - 0.5, (die.y_px + 0.5) * scale - 0.5) for die in dice]
    return [any(cv2.pointPolygonTest(card.astype(np.float32), place, False) > 0 for card in cards) for place in at]


def _cards(image: Image, edge_px: float) -> list[Quad]:
    """Return the corners, (4, 2) px, of everything that is bounded as a card is."""
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(image, (3, 3), 0), cv2.COLOR_BGR2LAB), dtype=np.uint8)
    quads = [quad for low, high in EDGES for border in _borders(lab, low, high) for quad in _quad_of(border, edge_px)]
    return [quad for quad in quads if _on_another_ground(lab.astype(np.float32), quad)]


def _borders(lab: Image, low: int, high: int) -> Sequence[NDArray[np.int32]]:
    """Return the outlines of what edges close around, each (n, 1, 2) px."""
    lines = np.max([cv2.Canny(lab[..., k], low, high) for k in range(3)], axis=0).astype(np.uint8)
    found, _ = cv2.findContours(cv2.dilate(lines, np.ones((3, 3), np.uint8)), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(border, dtype=np.int32) for border in found]


def _quad_of(border: NDArray[np.int32], edge_px: float) -> list[Quad]:
    """Return the outline's four corners where it is as large as a card and as straight."""
    (_, (width, height), _) = cv2.minAreaRect(border)
    if not SHORTEST * edge_px < min(width, height) < LONGEST * edge_px:
        return []
    corners = cv2.approxPolyDP(cv2.convexHull(border), STRAIGHT * cv2.arcLength(border, True), True)
    if len(corners) != 4 or cv2.contourArea(corners) < LEAST_FILLED * width * height:
        return []
    return [np.asarray(corners.reshape(4, 2), dtype=np.float64)]


def _on_another_ground(lab: NDArray[np.float32], quad: Quad) -> bool:
    """Return whether the ground changes across each of the four sides."""
    middle = quad.mean(axis=0)
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = start + np.linspace(0.15, 0.85, 24)[:, None] * (end - start)
        normal = np.array([end[1] - start[1], start[0] - end[0]]) / max(1e-6, float(np.linalg.norm(end - start)))
        outward = normal * np.sign((start - middle) @ normal)
        inside, outside = (np.median(_colours(lab, along + way * ACROSS_PX * outward), axis=0) for way in (-1, 1))
        if float(np.linalg.norm(inside - outside)) < OTHER_GROUND:
            return False
    return True


def _colours(lab: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the colours at places, (n, 2), those of the border beyond it."""
    height, width = lab.shape[:2]
    x, y = places.round().astype(int).T
    return np.asarray(lab[y.clip(0, height - 1), x.clip(0, width - 1)])
