"""The starter kit: a PDF with board tags, tabs, terrain plates, markers, and a cutting plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calibration.catalogue import Catalogue, MarkerEntry, OperativeEntry, TerrainEntry, ThingTag
from calibration.sheets.paper import PrintedCard, name, sheet
from calibration.sheets.tag_sheets import board_cards, tag_cards
from calibration.tags import DEFAULT_TOLERANCE
from messages.message import Message
from overlook.setup.tags import KIT_TABS, RANGES, kit_bases, tab_tag
from simulation.scene.example_table import example_catalogue

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

TITLE = Message.of("sheet-title-starter-kit")
PLATES, PLATE_TAG_MM = 12, 20.0
MARKERS, MARKER_MM, MARKER_TAG_MM = 6, 40.0, 22.0
PLAN_MM = (180.0, 62.0)


def starter_kit_catalogue() -> Catalogue:
    """Return the catalogue of everything that the kit prints."""
    return example_catalogue().bare.model_copy(
        update={
            "operatives": tuple(_operatives()),
            "terrain": tuple(_plates()),
            "markers": tuple(_markers()),
        }
    )


def starter_kit(paper: str = "A4") -> bytes:
    """Return the kit as a PDF; raises `SheetError` for an unknown paper size."""
    things = starter_kit_catalogue()
    return sheet([_plan(things), *board_cards(things), *tag_cards(things)], TITLE, paper)


def _operatives() -> Iterator[OperativeEntry]:
    for player in ("p1", "p2"):
        for id_, base_mm in kit_bases(player).items():
            yield OperativeEntry(
                id=f"{player}-{id_}",
                player=player,
                name=f"{player} {base_mm:g} mm",
                base_mm=base_mm,
                tags=(tab_tag(id_, base_mm),),
            )


def _plates() -> Iterator[TerrainEntry]:
    flat = ((-15.0, -15.0), (15.0, -15.0), (15.0, 15.0), (-15.0, 15.0))
    for id_ in RANGES["terrain"][:PLATES]:
        tag = ThingTag(id=id_, size_mm=PLATE_TAG_MM, offset_mm=(0.0, 0.0, 0.3))
        yield TerrainEntry(
            id=f"plate-{id_}", feature="plate", footprint_mm=flat, z_mm=(0.0, 0.3), traits=(), tags=(tag,)
        )


def _markers() -> Iterator[MarkerEntry]:
    for id_ in RANGES["markers"][:MARKERS]:
        tag = ThingTag(id=id_, size_mm=MARKER_TAG_MM, offset_mm=(0.0, 0.0, 0.3))
        yield MarkerEntry(id=f"marker-{id_}", kind="objective", diameter_mm=MARKER_MM, tags=(tag,))


def _plan(things: Catalogue) -> PrintedCard:
    tabs = [Message.of("sheet-kit-tab", count=2 * number, base=f"{base_mm:g}") for base_mm, number in KIT_TABS.items()]
    lines = (
        TITLE,
        Message.of("sheet-kit-print"),
        Message.of("sheet-kit-board", tags=len(things.board.tags)),
        Message.of("sheet-kit-tabs", tabs=tabs),
        Message.of("sheet-kit-plates", plates=len(things.terrain)),
        Message.of("sheet-kit-markers", markers=len(things.markers)),
        Message.of("sheet-kit-margin"),
        Message.of("sheet-kit-centred", most=2 * DEFAULT_TOLERANCE.mount_mm),
    )

    def draw(canvas: Canvas) -> None:
        for number, line in enumerate(lines):
            name(canvas, PLAN_MM[0] / 2, PLAN_MM[1] - 8 - 6.6 * number, str(line), 4.5 if number == 0 else 2.8)

    return PrintedCard(*PLAN_MM, draw)
