"""What is drawn on cards: tags without seams, cut lines, names."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from shapely import Polygon, box, unary_union

from calibration.dictionary import patterns
from calibration.sheets.paper import HAIR_MM

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_CUT_GRAY = 0.55
_FONT = "Helvetica"
_CUT_SHORT = "."


@cache
def _black(dictionary: str, tag_id: int) -> tuple[Polygon, ...]:
    """Return the black of a tag as polygons in modules, y up from the lower-left corner."""
    pattern = patterns(dictionary)[tag_id]
    side = pattern.shape[0]
    cells = [box(x, side - 1 - y, x + 1, side - y) for y, x in np.argwhere(pattern < 0.5)]
    merged = unary_union(cells)
    return tuple(getattr(merged, "geoms", (merged,)))


def draw_tag(
    canvas: Canvas, dictionary: str, tag_id: int, size_mm: float, centre_mm: tuple[float, float], angle_deg: float = 0.0
) -> None:
    """Draw a tag's black, one path per connected part so that no seams show; its top points up, turned by the angle."""
    scale = size_mm / patterns(dictionary).shape[1]
    canvas.saveState()
    canvas.translate(*centre_mm)
    canvas.rotate(angle_deg)
    canvas.translate(-size_mm / 2, -size_mm / 2)
    canvas.setFillGray(0)
    for part in _black(dictionary, tag_id):
        path = canvas.beginPath()
        for ring in (part.exterior, *part.interiors):
            points = [(x * scale, y * scale) for x, y in ring.coords[:-1]]
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
            path.close()
        canvas.drawPath(path, stroke=0, fill=1, fillMode=0)
    canvas.restoreState()


def cut(canvas: Canvas) -> None:
    """Set the pen for cut lines: thin and grey, so that what is left of one disturbs no tag."""
    canvas.setStrokeGray(_CUT_GRAY)
    canvas.setLineWidth(HAIR_MM)
    canvas.setDash()


def fold(canvas: Canvas) -> None:
    """Set the pen for lines that are not cut."""
    canvas.setStrokeGray(_CUT_GRAY)
    canvas.setLineWidth(HAIR_MM)
    canvas.setDash(1, 1)


def name(
    canvas: Canvas, x_mm: float, y_mm: float, text: str, height_mm: float = 2.4, width_mm: float | None = None
) -> None:
    """Write a name, its line's middle below the point, in a height that is given in mm; what is too wide is cut short.

    Letters shrink by a third at most before words are left out.
    """
    if width_mm is not None:
        least_mm = height_mm * 2 / 3
        height_mm = min(height_mm, max(least_mm, height_mm * width_mm / max(_width_mm(text, height_mm), 1e-6)))
        if _width_mm(text, height_mm) > width_mm:
            while text and _width_mm(text + _CUT_SHORT, height_mm) > width_mm:
                text = text[:-1].rstrip()
            text += _CUT_SHORT
    canvas.setFillGray(0.25)
    canvas.setFont(_FONT, height_mm)
    canvas.drawCentredString(x_mm, y_mm, text)


def _width_mm(text: str, height_mm: float) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth  # as the canvas: for sheets alone

    return float(stringWidth(text, _FONT, height_mm))
