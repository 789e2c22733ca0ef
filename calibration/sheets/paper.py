"""Paper: pages with a ruler, cards in rows, and the tags, cut lines and names drawn on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from shapely import Polygon, box, unary_union

from calibration.errors import SheetError
from calibration.tags import patterns
from geometry.base import MM_PER_INCH
from messages.message import Message

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


MM = 72 / MM_PER_INCH
"""Points per millimetre."""

PAPERS: dict[str, tuple[float, float]] = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height of the papers, mm."""

EDGE_MM = 12.0
FOOT_MM = 26.0
GAP_MM = 4.0
HAIR_MM = 0.1
RULER_MM = 100

Draw = Callable[["Canvas"], None]


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """Piece to cut out: its size in mm, and a function that draws it in mm from its lower-left corner."""

    width_mm: float
    height_mm: float
    draw: Draw


def size_of(paper: str) -> tuple[float, float]:
    """Return a paper's width and height, mm; `SheetError` names the known papers."""
    try:
        return PAPERS[paper]
    except KeyError:
        raise SheetError("sheet-paper-unknown", paper=paper, known=list(PAPERS)) from None


def sheet(cards: Sequence[PrintedCard], title: Message, paper: str = "A4") -> bytes:
    """Return a PDF with the cards laid out in rows over as many pages as they need, each with a 100 mm ruler.

    Raises `SheetError` for a card larger than a page, or without cards.
    """
    width, height = size_of(paper)
    room = (width - 2 * EDGE_MM, height - EDGE_MM - FOOT_MM)
    for card in cards:
        if card.width_mm > room[0] or card.height_mm > room[1]:
            raise SheetError(
                "sheet-card-large",
                title=title,
                width=round(card.width_mm),
                height=round(card.height_mm),
                paper=paper,
                free_width=round(room[0]),
                free_height=round(room[1]),
            )
    if not cards:
        raise SheetError("sheet-empty", title=title)
    stream = BytesIO()
    from reportlab.pdfgen.canvas import Canvas  # slow to import, and needed for sheets only

    canvas = Canvas(stream, pagesize=(width * MM, height * MM), pageCompression=0, invariant=1)
    canvas.setTitle(str(title))
    x, top, row = EDGE_MM, height - EDGE_MM, 0.0
    _foot(canvas, title, paper)
    for card in cards:
        if x + card.width_mm > width - EDGE_MM:
            x, top, row = EDGE_MM, top - row - GAP_MM, 0.0
        if top - card.height_mm < FOOT_MM:
            canvas.showPage()
            _foot(canvas, title, paper)
            x, top, row = EDGE_MM, height - EDGE_MM, 0.0
        canvas.saveState()
        canvas.scale(MM, MM)
        canvas.translate(x, top - card.height_mm)
        card.draw(canvas)
        canvas.restoreState()
        x, row = x + card.width_mm + GAP_MM, max(row, card.height_mm)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _foot(canvas: Canvas, title: Message, paper: str) -> None:
    canvas.saveState()
    canvas.scale(MM, MM)
    canvas.setLineWidth(HAIR_MM)
    canvas.setFillGray(0)
    for tick in range(0, RULER_MM + 1):
        rise = 4.0 if tick % 10 == 0 else 3.0 if tick % 5 == 0 else 2.0
        canvas.line(EDGE_MM + tick, 14, EDGE_MM + tick, 14 + rise)
    canvas.line(EDGE_MM, 14, EDGE_MM + RULER_MM, 14)
    canvas.setFont("Helvetica", 2.6)
    for tick in range(0, RULER_MM + 1, 10):
        canvas.drawCentredString(EDGE_MM + tick, 10.8, str(tick))
    canvas.drawString(EDGE_MM, 6.5, str(Message.of("sheet-foot", title=title, paper=paper, ruler=RULER_MM)))
    canvas.restoreState()


_CUT_GRAY = 0.55
_FONT = "Helvetica"
_CUT_SHORT = "."


@cache
def _black(dictionary: str, tag_id: int) -> tuple[Polygon, ...]:
    """Return the black area of a tag as polygons in modules, y up from the lower-left corner."""
    pattern = patterns(dictionary)[tag_id]
    side = pattern.shape[0]
    cells = [box(x, side - 1 - y, x + 1, side - y) for y, x in np.argwhere(pattern < 0.5)]
    merged = unary_union(cells)
    return tuple(getattr(merged, "geoms", (merged,)))


def draw_tag(
    canvas: Canvas, dictionary: str, tag_id: int, size_mm: float, centre_mm: tuple[float, float], angle_deg: float = 0.0
) -> None:
    """Draw a tag, one path per black area so that no seams show; its top points up, rotated by the angle."""
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
    """Set the pen for cut lines: thin and grey, so that remains of them do not disturb a tag."""
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
    """Write a name centred at the point, `height_mm` high; text wider than `width_mm` is shrunk, then truncated.

    Letters shrink by at most a third.
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
    from reportlab.pdfbase.pdfmetrics import stringWidth  # needed for sheets only, like the canvas

    return float(stringWidth(text, _FONT, height_mm))
