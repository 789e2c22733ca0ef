"""What was measured, drawn on the photograph in true perspective."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project
from geometry.base import MM_PER_INCH, Base
from geometry.table import Operative, Table
from geometry.witness import Role, Stroke

Colour = tuple[int, int, int]
Image = NDArray[np.uint8]

INK: Colour = (250, 250, 250)
SHADE: Colour = (20, 20, 20)
TERRAIN: Colour = (190, 190, 60)
PLAYERS: tuple[Colour, ...] = ((230, 150, 40), (60, 90, 240), (90, 200, 90), (200, 90, 200))
ROLES: dict[Role, Colour] = {
    Role.MEASURE: (250, 250, 250),
    Role.CLEAR_LINE: (110, 220, 110),
    Role.BLOCKED_LINE: (80, 80, 240),
    Role.BREACH: (80, 80, 240),
    Role.COVER: (60, 180, 250),
    Role.OBSCURED: (220, 130, 220),
}
RIM_POINTS = 48
AROUND = tuple((across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down)
SHIFT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A photograph that is drawn on, with the camera that took it; every length is board inches."""

    image: Image
    camera: CameraModel
    pose: BoardPose

    @property
    def scale(self) -> float:
        """How thick a thin line is on this picture, pixels."""
        return max(1.0, float(self.image.shape[1]) / 1600)

    def pixels(self, points: Sequence[tuple[float, float, float]]) -> NDArray[np.float64]:
        """Return the pixels of board points (x, y, z), shape (n, 2)."""
        return project(self.camera, self.pose, np.asarray(points, dtype=np.float64) * MM_PER_INCH)

    def line(
        self, points: Sequence[tuple[float, float, float]], colour: Colour, *, closed: bool = False, width: float = 1
    ) -> None:
        """Draw a line through board points, dark underneath so that it shows on any ground."""
        drawn = [(self.pixels(along(points, closed=closed)) * (1 << SHIFT)).round().astype(np.int32)]
        thin = max(1, round(width * self.scale))
        for thickness, ink in ((thin + 2, SHADE), (thin, colour)):
            cv2.polylines(self.image, drawn, closed, ink, thickness, cv2.LINE_AA, SHIFT)

    def words(self, point: tuple[float, float, float], text: str, colour: Colour = INK, size: float = 0.5) -> None:
        """Write a few words centred on a board point."""
        scale = size * self.scale
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
        x, y = self.pixels([point])[0]
        weight = max(1, round(self.scale))
        left, top = round(x - width / 2), round(y + height / 2)
        for across, down in (*AROUND, (0, 0)):
            ink = SHADE if across or down else colour
            place = (left + across * weight, top + down * weight)
            cv2.putText(self.image, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, weight, cv2.LINE_AA)


def along(
    points: Sequence[tuple[float, float, float]], *, closed: bool, step: float = 1.0
) -> list[tuple[float, float, float]]:
    """Return the points with further ones between them, at most `step` inches apart: a lens bends long lines."""
    if len(points) < 2:
        return list(points)
    ring = [*points, points[0]] if closed else list(points)
    full: list[tuple[float, float, float]] = []
    for start, end in pairwise(ring):
        pieces = max(1, int(np.ceil(np.linalg.norm(np.subtract(end, start)) / step)))
        full.extend(tuple(np.add(start, np.subtract(end, start) * (k / pieces)).tolist()) for k in range(pieces))
    return full if closed else [*full, ring[-1]]


def rim(base: Base) -> list[tuple[float, float, float]]:
    """Return points round a base's outline."""
    angles = np.linspace(0, 2 * np.pi, RIM_POINTS, endpoint=False)
    turn = np.radians(base.rotation_deg)
    x, y = base.shape.long / 2 * np.cos(angles), base.shape.short / 2 * np.sin(angles)
    return [
        (
            float(base.x + a * np.cos(turn) - b * np.sin(turn)),
            float(base.y + a * np.sin(turn) + b * np.cos(turn)),
            base.z,
        )
        for a, b in zip(x, y, strict=True)
    ]


def player_colours(operatives: Iterable[Operative]) -> dict[str, Colour]:
    """Return a colour for each player, in the order of their names."""
    players = sorted({operative.player for operative in operatives})
    return {player: PLAYERS[index % len(PLAYERS)] for index, player in enumerate(players)}


def draw_table(canvas: Canvas, table: Table) -> None:
    """Draw the board, terrain with its height, bases with their names."""
    board = table.board
    edge = [(0.0, 0.0, 0.0), (board.width, 0.0, 0.0), (board.width, board.depth, 0.0), (0.0, board.depth, 0.0)]
    canvas.line(edge, INK, closed=True)
    for part in table.terrain:
        corners = [(float(x), float(y)) for x, y in part.corners]
        canvas.line([(x, y, part.bottom) for x, y in corners], TERRAIN, closed=True)
        canvas.line([(x, y, part.top) for x, y in corners], TERRAIN, closed=True, width=2)
        for x, y in corners:
            canvas.line([(x, y, part.bottom), (x, y, part.top)], TERRAIN)
        middle = part.polygon.representative_point()
        canvas.words((middle.x, middle.y, part.top), f'{part.id} {part.top:.1f}"', TERRAIN)
    colours = player_colours(table.operatives.values())
    for operative in table.operatives.values():
        base = operative.base
        canvas.line(rim(base), colours[operative.player], closed=True, width=2)
        canvas.words((base.x, base.y, base.z), operative.id)
    for marker in table.markers.values():
        canvas.line(rim(marker.base), INK, closed=True)
        canvas.words((marker.placement.x, marker.placement.y, marker.placement.z), marker.id)


def draw_stroke(canvas: Canvas, stroke: Stroke) -> None:
    """Draw one shape of a witness in the colour of its role, with its label at its middle."""
    colour = ROLES.get(stroke.role, INK)
    canvas.line(stroke.points, colour, closed=stroke.closed, width=2)
    if stroke.label:
        middle = np.mean(np.asarray(stroke.points, dtype=np.float64), axis=0)
        canvas.words((float(middle[0]), float(middle[1]), float(middle[2])), stroke.label, colour)
