"""The board's own tags, each on a card that says where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.catalogue import BoardTag, Catalogue
from calibration.dictionary import MARGIN_MODULES, modules
from calibration.sheets.marks import cut, draw_tag, name
from calibration.sheets.paper import Card, sheet

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_LABEL_MM = 8.0


def board_sheets(catalogue: Catalogue, paper: str = "A4") -> bytes:
    """Return a PDF with the tags of the board; `SheetError` when there is nothing to print.

    Each card names the tag's place: its centre from the board's lower-left corner, top edge towards +y.
    """
    return sheet(board_cards(catalogue), "Overlook board", paper)


def board_cards(catalogue: Catalogue) -> list[Card]:
    """Return one card for each tag of the board."""
    return [_card(catalogue.dictionary, tag) for tag in catalogue.board.tags]


def _card(dictionary: str, tag: BoardTag) -> Card:
    side = tag.size_mm * (1 + 2 * MARGIN_MODULES / modules(dictionary))

    def draw(canvas: Canvas) -> None:
        cut(canvas)
        canvas.rect(0, _LABEL_MM, side, side)
        draw_tag(canvas, dictionary, tag.id, tag.size_mm, (side / 2, _LABEL_MM + side / 2))
        turn = f", turned {tag.angle_deg:g} deg" if tag.angle_deg else ""
        name(canvas, side / 2, 5.0, f"#{tag.id}: centre {tag.centre_mm[0]:g}, {tag.centre_mm[1]:g} mm{turn}", 1.9)
        name(canvas, side / 2, 2.0, "this edge towards the front of the board", 1.6)

    return Card(max(side, 30.0), side + _LABEL_MM, draw)
