"""The plate on which accuracy is verified: small tags at places that are known to the printer's exactness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.dictionary import MARGIN_MODULES, modules
from calibration.plate import PLATE, Plate
from calibration.sheets.marks import cut, draw_tag, name
from calibration.sheets.paper import Card, sheet

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


def verify_sheet(plate: Plate = PLATE, paper: str = "A4") -> bytes:
    """Return a PDF with the plate; `SheetError` when the paper does not hold it."""
    margin = plate.size_mm * (0.5 + MARGIN_MODULES / modules(plate.dictionary))
    width = max(x for _, x, _ in plate.places) + 2 * margin
    height = max(y for _, _, y in plate.places) + 2 * margin

    def draw(canvas: Canvas) -> None:
        cut(canvas)
        canvas.rect(0, 0, width, height)
        for tag_id, x, y in plate.places:
            draw_tag(canvas, plate.dictionary, tag_id, plate.size_mm, (x + margin, y + margin))
        between = margin + plate.pitch_mm / 2
        name(canvas, width / 2, between, "glue flat on stiff board, lay it on the killzone in several places")

    return sheet([Card(width, height, draw)], "Overlook verify plate", paper)
