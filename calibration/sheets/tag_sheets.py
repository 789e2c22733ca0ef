"""Tag sheets: cards for the tags of the board, and of operatives, terrain and markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from calibration.catalogue import BoardTag, Catalogue, MarkerEntry, OperativeEntry, ThingTag
from calibration.sheets.paper import PrintedCard, cut, draw_tag, fold, name, sheet
from calibration.tags import MARGIN_MODULES, modules
from messages.message import Message

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


_BOARD_LABEL_MM = 8.0


def board_sheets(catalogue: Catalogue, paper: str = "A4") -> bytes:
    """Return a PDF with the tags of the board; `SheetError` if there is nothing to print.

    Each card states the tag's position: its centre from the board's lower-left corner, top edge towards +y.
    """
    return sheet(board_cards(catalogue), Message.of("sheet-title-board"), paper)


def board_cards(catalogue: Catalogue) -> list[PrintedCard]:
    """Return one card for each tag of the board."""
    return [_card(catalogue.dictionary, tag) for tag in catalogue.board.tags]


def _card(dictionary: str, tag: BoardTag) -> PrintedCard:
    side = tag.size_mm * (1 + 2 * MARGIN_MODULES / modules(dictionary))

    def draw(canvas: Canvas) -> None:
        cut(canvas)
        canvas.rect(0, _BOARD_LABEL_MM, side, side)
        draw_tag(canvas, dictionary, tag.id, tag.size_mm, (side / 2, _BOARD_LABEL_MM + side / 2))
        x, y = tag.centre_mm
        place = Message.of("sheet-board-tag", tag=tag.id, x=x, y=y)
        if tag.angle_deg:
            place = Message.of("sheet-board-tag-turned", tag=tag.id, x=x, y=y, degrees=tag.angle_deg)
        name(canvas, side / 2, 5.0, str(place), 1.9)
        name(canvas, side / 2, 2.0, str(Message.of("sheet-board-edge")), 1.6)

    return PrintedCard(max(side, 30.0), side + _BOARD_LABEL_MM, draw)


_UNDER_MM = 0.5
"""Distance between the base's rim and the edge of the paper disc under it."""

_TAB_LABEL_MM = 4.0


def tag_sheets(catalogue: Catalogue, paper: str = "A4") -> bytes:
    """Return a PDF with the tags of all operatives, terrain parts and markers of a catalogue.

    A tab and the disc under its base are one piece, concentric with the base: if the base is glued on the disc, its tag
    is at the catalogue's position. Raises `SheetError` if there is nothing to print or a piece fits no page.
    """
    return sheet(tag_cards(catalogue), Message.of("sheet-title-tags"), paper)


def rim_sheet(dictionary: str, ids: Sequence[int], size_mm: float, paper: str = "A4") -> bytes:
    """Return a PDF with four tags for the rim of a dice tray; `SheetError` if a page is too small for one."""
    tags = [ThingTag(id=each, size_mm=size_mm, offset_mm=(0, 0, 0)) for each in ids]
    return sheet([_square_card(dictionary, tag, "tray") for tag in tags], Message.of("sheet-title-tray"), paper)


def tag_cards(catalogue: Catalogue) -> list[PrintedCard]:
    """Return one card for each tag of all operatives, terrain parts and markers."""
    return list(_cards(catalogue))


def _cards(catalogue: Catalogue) -> Iterator[PrintedCard]:
    for operative in catalogue.operatives:
        for tag in operative.tags:
            yield _operative_card(catalogue.dictionary, operative, tag)
    for part in catalogue.terrain:
        for tag in part.tags:
            title = f"{part.piece or part.id} ({tag.offset_mm[0]:.0f}, {tag.offset_mm[1]:.0f})"
            yield _square_card(catalogue.dictionary, tag, title)
        for leaf in part.leaves:
            yield _square_card(catalogue.dictionary, leaf.tag_at("closed"), leaf.id)
    for marker in catalogue.markers:
        for tag in marker.tags:
            yield _disc_card(catalogue.dictionary, tag, marker.diameter_mm / 2, _title(marker))


def _title(thing: OperativeEntry | MarkerEntry) -> str:
    if isinstance(thing, MarkerEntry):
        return f"{thing.id} {thing.kind}"
    return thing.name or thing.id


def _operative_card(dictionary: str, operative: OperativeEntry, tag: ThingTag) -> PrintedCard:
    mount = operative.mount_of(tag)
    if mount == "tab":
        return _tab_card(dictionary, operative, tag)
    if mount == "whole":
        return _disc_card(dictionary, tag, operative.half_axes_mm[1], _title(operative))
    return _square_card(dictionary, tag, _title(operative))


def _padded(dictionary: str, tag: ThingTag) -> float:
    return tag.size_mm * (1 + 2 * MARGIN_MODULES / modules(dictionary))


def _square_card(dictionary: str, tag: ThingTag, title: str) -> PrintedCard:
    side = _padded(dictionary, tag)
    wide = max(side, 16.0)

    def draw(canvas: Canvas) -> None:
        cut(canvas)
        canvas.rect(0, _TAB_LABEL_MM, side, side)
        draw_tag(canvas, dictionary, tag.id, tag.size_mm, (side / 2, _TAB_LABEL_MM + side / 2))
        name(canvas, side / 2, 1.0, f"#{tag.id} {title}", 2.0, wide)

    return PrintedCard(wide, side + _TAB_LABEL_MM, draw)


def _disc_card(dictionary: str, tag: ThingTag, radius_mm: float, title: str) -> PrintedCard:
    def draw(canvas: Canvas) -> None:
        cut(canvas)
        canvas.circle(radius_mm, _TAB_LABEL_MM + radius_mm, radius_mm - _UNDER_MM)
        middle = (radius_mm + tag.offset_mm[0], _TAB_LABEL_MM + radius_mm + tag.offset_mm[1])
        draw_tag(canvas, dictionary, tag.id, tag.size_mm, middle, tag.angle_deg)
        name(canvas, radius_mm, 1.0, f"#{tag.id} {title}", 2.0, 2 * radius_mm)

    return PrintedCard(2 * radius_mm, 2 * radius_mm + _TAB_LABEL_MM, draw)


def _tab_card(dictionary: str, operative: OperativeEntry, tag: ThingTag) -> PrintedCard:
    """Return the card of a tab: a disc for the base with the tab beside it, rotated so that the tab is on the right.

    The tab's outline is the tag's margin, extended towards the base's centre.
    """
    long, short = operative.half_axes_mm
    side = _padded(dictionary, tag)
    reach = float(np.hypot(tag.offset_mm[0], tag.offset_mm[1]))
    direction = float(np.degrees(np.arctan2(tag.offset_mm[1], tag.offset_mm[0])))
    tall = max(2 * long, side)
    width = long + reach + side / 2

    def draw(canvas: Canvas) -> None:
        canvas.translate(long, _TAB_LABEL_MM + tall / 2)
        canvas.rotate(-direction)
        cut(canvas)
        canvas.ellipse(-long + _UNDER_MM, -short + _UNDER_MM, long - _UNDER_MM, short - _UNDER_MM)
        canvas.rotate(direction)
        canvas.setFillGray(1)
        canvas.rect(0, -side / 2, reach + side / 2, side, stroke=0, fill=1)
        for y in (-side / 2, side / 2):
            edge = _edge(long - _UNDER_MM, short - _UNDER_MM, direction, y)
            canvas.line(edge or 0.0, y, reach + side / 2, y)
            if edge is None:
                canvas.line(0, y, 0, float(np.sign(y)) * (short - _UNDER_MM))
        canvas.line(reach + side / 2, -side / 2, reach + side / 2, side / 2)
        fold(canvas)
        canvas.line(-4, 0, 4, 0)
        canvas.line(0, -4, 0, 4)
        draw_tag(canvas, dictionary, tag.id, tag.size_mm, (reach, 0), tag.angle_deg - direction)
        for y, text in ((5.6, f"#{tag.id}"), (-6.4, _title(operative))):
            room = 2 * long * float(np.sqrt(max(1 - ((abs(y) + 1.2) / short) ** 2, 0.04))) - 2
            name(canvas, 0, y, text, width_mm=room)
        front = Message.of("sheet-front-right")
        if abs(direction) >= 1:
            front = Message.of("sheet-front-angle", degrees=f"{-direction:+.0f}")
        name(canvas, 0, -tall / 2 - 3.0, str(front), 1.8)

    return PrintedCard(width, tall + _TAB_LABEL_MM, draw)


def _edge(long: float, short: float, direction_deg: float, y: float) -> float | None:
    """Return where a line at `y` leaves an ellipse rotated by minus the direction; None if it misses it."""
    c, s = np.cos(np.radians(direction_deg)), np.sin(np.radians(direction_deg))
    square = (c / long) ** 2 + (s / short) ** 2
    linear = c * s * y * (1 / short**2 - 1 / long**2)
    inside = linear**2 - square * ((s * y / long) ** 2 + (c * y / short) ** 2 - 1)
    return None if inside < 0 else float((np.sqrt(inside) - linear) / square)
