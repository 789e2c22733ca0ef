"""Calibration sheets: the ChArUco sheet and the verify plate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.lens.target import Target
from calibration.pose.accuracy import PLATE, Plate
from calibration.sheets.paper import EDGE_MM, FOOT_MM, GAP_MM, PrintedCard, cut, draw_tag, name, sheet, size_of
from calibration.tags import MARGIN_MODULES, modules
from messages.message import Message

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


def charuco_sheet(target: Target, paper: str = "A4") -> bytes:
    """Return a PDF with the target, in portrait or landscape, whichever fits; `SheetError` if neither does.

    OpenCV's pattern: the top-left square is black, markers are in the white squares, in rows from the top.
    """
    columns, rows = target.squares
    side = target.square_mm
    width, height = columns * side, rows * side
    free = (size_of(paper)[0] - 2 * EDGE_MM, size_of(paper)[1] - EDGE_MM - FOOT_MM)
    lying = (width > free[0] or height > free[1]) and height <= free[0] and width <= free[1]

    def draw(canvas: Canvas) -> None:
        if lying:
            canvas.translate(height, 0)
            canvas.rotate(90)
        canvas.setFillGray(0)
        marker = 0
        for row in range(rows):
            for column in range(columns):
                x, y = column * side, height - (row + 1) * side
                if (row + column) % 2 == 0:
                    canvas.setFillGray(0)
                    canvas.rect(x, y, side, side, stroke=0, fill=1)
                else:
                    draw_tag(canvas, target.dictionary, marker, target.marker_mm, (x + side / 2, y + side / 2))
                    marker += 1

    card = PrintedCard(height, width, draw) if lying else PrintedCard(width, height, draw)
    title = Message.of(
        "sheet-title-charuco",
        columns=columns,
        rows=rows,
        square=side,
        marker=target.marker_mm,
        dictionary=target.dictionary,
    )
    return sheet([card], title, paper)


def fitting_target(paper: str = "A4", squares: tuple[int, int] = (11, 8), dictionary: str = "DICT_5X5_100") -> Target:
    """Return the largest target, in steps of half a millimetre, that fits a paper."""
    width, height = size_of(paper)
    free = sorted((width - 2 * EDGE_MM, height - EDGE_MM - FOOT_MM - GAP_MM))
    side = min(free[1] / max(squares), free[0] / min(squares))
    side = int(side * 2) / 2
    return Target(squares, side, round(side * 0.74, 1), dictionary)


def verify_sheet(plate: Plate = PLATE, paper: str = "A4") -> bytes:
    """Return a PDF with the plate; `SheetError` if it does not fit the paper."""
    margin = plate.size_mm * (0.5 + MARGIN_MODULES / modules(plate.dictionary))
    width = max(x for _, x, _ in plate.places) + 2 * margin
    height = max(y for _, _, y in plate.places) + 2 * margin

    def draw(canvas: Canvas) -> None:
        cut(canvas)
        canvas.rect(0, 0, width, height)
        for tag_id, x, y in plate.places:
            draw_tag(canvas, plate.dictionary, tag_id, plate.size_mm, (x + margin, y + margin))
        between = margin + plate.pitch_mm / 2
        name(canvas, width / 2, between, str(Message.of("sheet-verify-plate")))

    return sheet([PrintedCard(width, height, draw)], Message.of("sheet-title-verify"), paper)
