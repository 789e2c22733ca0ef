"""A camera that draws what it would see: plain shapes through a real lens model."""

from __future__ import annotations

import itertools
import math

import cv2
import numpy as np
from numpy.typing import NDArray

from geometry.base import Base
from geometry.table import Table
from web.contract.table.view_builders import Projector

SIZE_PX = (1280, 720)
Corners = list[tuple[float, float, float]]


EYE = (15.3, 10.6, 44.0)


class DrawnCamera:
    """A camera's perspective, by a projector."""

    eye = EYE

    def __init__(self, projector: Projector) -> None:
        self._projector = projector

    def __call__(self, points: NDArray[np.float64], /) -> NDArray[np.float64]:
        return self._projector(points)


def camera() -> DrawnCamera:
    """Return the perspective of a camera 44 inches above the board, tilted a little, with a barrel lens."""
    width, height = SIZE_PX
    matrix = np.array([[1090.0, 0, width / 2], [0, 1090.0, height / 2], [0, 0, 1]])
    bend = np.array([-0.09, 0.02, 0.0005, -0.0003, 0.0])
    look = cv2.Rodrigues(np.array([math.pi, 0.0, 0.0]))[0] @ cv2.Rodrigues(np.array([0.012, -0.012, 0.02]))[0]
    rvec = cv2.Rodrigues(look)[0]
    tvec = -look @ np.array(EYE)

    def project(points: NDArray[np.float64], /) -> NDArray[np.float64]:
        image, _ = cv2.projectPoints(np.asarray(points, dtype=np.float64).reshape(-1, 1, 3), rvec, tvec, matrix, bend)
        return np.asarray(image, dtype=np.float64).reshape(-1, 2)

    return DrawnCamera(project)


def circle(x: float, y: float, radius: float, count: int = 48) -> tuple[tuple[float, float, float], ...]:
    """Return the corners of a flat disc."""
    turns = (index * 2 * math.pi / count for index in range(count))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn), 0.0) for turn in turns)


def draw(table: Table, project: Projector, *, hand: bool) -> NDArray[np.uint8]:
    """Return a plain picture of the table as the camera would see it, BGR."""
    width, height = SIZE_PX
    grain = np.random.default_rng(7).normal(0, 3.0, (height // 4, width // 4))
    light = 62 - 16 * np.hypot(*np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height)))
    image = np.repeat((light + cv2.resize(grain, (width, height)))[..., None], 3, axis=2).clip(0, 255).astype(np.uint8)
    board: Corners = [(0, 0, 0), (30, 0, 0), (30, 22, 0), (0, 22, 0)]
    _fill(image, project, _edged(board), (104, 112, 108))
    for x, y in itertools.product((1.1, 15.0, 28.9), (1.1, 20.9)):
        _tag(image, project, x, y, 0.0, 0.55)
    for part in sorted(table.terrain, key=lambda part: part.top):
        corners = part.corners
        for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            wall = [(x0, y0, 0), (x1, y1, 0), (x1, y1, part.top), (x0, y0, part.top)]
            _fill(image, project, wall, (70, 78, 72))
        _fill(image, project, [(x, y, part.top) for x, y in corners], (92, 110, 100))
    for operative in table.operatives.values():
        base = operative.base
        _fill(image, project, _round(base, 1.0), (38, 40, 38))
        coat = (190, 130, 70) if operative.player == "p1" else (110, 160, 190)
        _fill(image, project, [(x, y, z + 1.2) for x, y, z in _round(base, 0.5)], coat)
        _fill(image, project, [(x, y, z + 1.5) for x, y, z in _round(base, 0.22)], (150, 180, 210))
        _tag(image, project, base.x + base.radius + 0.3, base.y, base.z, 0.26)
    if hand:
        arm = [(7.5, -2.0, 4.0), (10.5, -2.0, 4.0), (9.9, 7.4, 2.0), (8.8, 8.6, 1.0), (7.6, 7.0, 2.0)]
        _fill(image, project, arm, (120, 150, 205))
    return image


def _edged(corners: Corners) -> Corners:
    points = np.array(corners, dtype=np.float64)
    steps = np.linspace(0, 1, 12, endpoint=False)[:, None]
    ends = np.roll(points, -1, axis=0)
    sides = [start + (end - start) * steps for start, end in zip(points, ends, strict=True)]
    return [(float(x), float(y), float(z)) for x, y, z in np.concatenate(sides)]


def _round(base: Base, scale: float) -> Corners:
    return [(x, y, base.z + 0.15) for x, y, _ in circle(base.x, base.y, base.radius * scale, 28)]


def _fill(image: NDArray[np.uint8], project: Projector, points: Corners, colour: tuple[int, int, int]) -> None:
    corners = project(np.array(points, dtype=np.float64))
    cv2.fillPoly(image, [np.round(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _tag(image: NDArray[np.uint8], project: Projector, x: float, y: float, z: float, half: float) -> None:
    for size, colour in ((half * 1.25, (225, 225, 225)), (half, (24, 24, 24)), (half * 0.45, (215, 215, 215))):
        square = [(x + dx * size, y + dy * size, z) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        _fill(image, project, square, colour)
