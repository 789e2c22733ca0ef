"""The grey wedge as it is printed."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from calibration.sheets.marks import cut, name
from calibration.sheets.paper import Card
from calibration.wedge import WEDGE, Wedge


def wedge_card(wedge: Wedge = WEDGE) -> Card:
    """Return the card of a wedge."""
    width, height = wedge.size_mm
    label = 6.0

    def draw(canvas: Canvas) -> None:
        cut(canvas)
        canvas.rect(0, label, width, height)
        canvas.setFillGray(0)
        path = canvas.beginPath()
        path.rect(0, label, width, height)
        path.rect(wedge.frame_mm, label + wedge.frame_mm, width - 2 * wedge.frame_mm, wedge.patch_mm)
        canvas.drawPath(path, stroke=0, fill=1, fillMode=0)
        lines = round(wedge.patch_mm / wedge.pitch_mm)
        for step in range(1, wedge.steps):
            x = wedge.frame_mm + step * wedge.patch_mm
            thick = wedge.pitch_mm * (1 - wedge.light(step))
            for line in range(lines):
                y = label + wedge.frame_mm + (line + 0.5) * wedge.pitch_mm - thick / 2
                canvas.rect(x, y, wedge.patch_mm, thick, stroke=0, fill=1)
        name(
            canvas, width / 2, 2.0, "grey wedge: lay it flat in the board's light; the camera's tone is measured on it"
        )

    return Card(width, height + label, draw)
