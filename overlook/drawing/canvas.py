"""What was measured, drawn on the photograph in true perspective."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.rig import BoardPose, CameraModel, project
from geometry.base import MM_PER_INCH
from geometry.table import Operative, Table
from geometry.witness import Stroke, base_outline, densified
from web.camera.drawing import CASING, Bgr, paint_line, paint_stroke

Colour = Bgr
Image = NDArray[np.uint8]

INK: Colour = (250, 250, 250)
TERRAIN: Colour = (190, 190, 60)
PLAYERS: tuple[Colour, ...] = ((230, 150, 40), (60, 90, 240), (90, 200, 90), (200, 90, 200))
RIM_POINTS = 48
AROUND = tuple((across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down)


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

    def pixels(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return the pixels of board points (x, y, z), shape (n, 2)."""
        return project(self.camera, self.pose, np.asarray(points, dtype=np.float64) * MM_PER_INCH)

    def line(self, points: ArrayLike, colour: Colour, *, closed: bool = False, width: float = 1) -> None:
        """Draw a line through board points, dark underneath so that it shows on any ground."""
        drawn = self.pixels(densified(points, closed=closed))
        paint_line(self.image, drawn, colour, closed=closed, width=max(1, round(width * self.scale)), casing=2)

    def words(self, point: tuple[float, float, float], text: str, colour: Colour = INK, size: float = 0.5) -> None:
        """Write a few words centred on a board point."""
        scale = size * self.scale
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
        x, y = self.pixels([point])[0]
        weight = max(1, round(self.scale))
        left, top = round(x - width / 2), round(y + height / 2)
        for across, down in (*AROUND, (0, 0)):
            ink = CASING if across or down else colour
            place = (left + across * weight, top + down * weight)
            cv2.putText(self.image, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, weight, cv2.LINE_AA)


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
        canvas.line(base_outline(base, RIM_POINTS), colours[operative.player], closed=True, width=2)
        canvas.words((base.x, base.y, base.z), operative.id)
    for marker in table.markers.values():
        canvas.line(base_outline(marker.base, RIM_POINTS), INK, closed=True)
        canvas.words((marker.placement.x, marker.placement.y, marker.placement.z), marker.id)


def draw_stroke(canvas: Canvas, stroke: Stroke) -> None:
    """Draw one shape of a witness in the colour of its role, with its label beside its middle."""
    points = canvas.pixels(densified(stroke.points, closed=stroke.closed))
    width = max(1, round(1.6 * canvas.scale))
    paint_stroke(canvas.image, stroke.role, points, closed=stroke.closed, label=stroke.label, width=width)
