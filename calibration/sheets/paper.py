"""Paper, the ruler on it, and cards laid out row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from calibration.errors import SheetError
from geometry.base import MM_PER_INCH

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

MM = 72 / MM_PER_INCH
"""Points in a millimetre."""

PAPERS: dict[str, tuple[float, float]] = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height of the papers, mm."""

EDGE_MM = 12.0
FOOT_MM = 26.0
GAP_MM = 4.0
HAIR_MM = 0.1
RULER_MM = 100

Draw = Callable[["Canvas"], None]


@dataclass(frozen=True, slots=True)
class Card:
    """Something to cut out: its size in mm, and what draws it with the origin at its lower-left corner, in mm."""

    width_mm: float
    height_mm: float
    draw: Draw


def size_of(paper: str) -> tuple[float, float]:
    """Return a paper's width and height, mm; `SheetError` names the papers there are."""
    try:
        return PAPERS[paper]
    except KeyError:
        raise SheetError(f"paper {paper!r}: expected {' or '.join(PAPERS)}") from None


def sheet(cards: Sequence[Card], title: str, paper: str = "A4") -> bytes:
    """Return a PDF with the cards laid out in rows over as many pages as they need, each with a 100 mm ruler.

    Raises `SheetError` for a card that no page holds, or no cards at all.
    """
    width, height = size_of(paper)
    room = (width - 2 * EDGE_MM, height - EDGE_MM - FOOT_MM)
    for card in cards:
        if card.width_mm > room[0] or card.height_mm > room[1]:
            raise SheetError(
                f"{title}: a piece of {card.width_mm:.0f} x {card.height_mm:.0f} mm does not fit {paper} "
                f"({room[0]:.0f} x {room[1]:.0f} mm are free); print it smaller or in parts"
            )
    if not cards:
        raise SheetError(f"{title}: nothing to print; the catalogue has no such tags")
    stream = BytesIO()
    from reportlab.pdfgen.canvas import Canvas  # slow to read, and for sheets alone

    canvas = Canvas(stream, pagesize=(width * MM, height * MM), pageCompression=0, invariant=1)
    canvas.setTitle(title)
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


def _foot(canvas: Canvas, title: str, paper: str) -> None:
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
    canvas.drawString(
        EDGE_MM, 6.5, f"{title} - {paper} - print at 100 %, no scaling: this line must measure {RULER_MM} mm"
    )
    canvas.restoreState()
