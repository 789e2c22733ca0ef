"""Where a camera module hangs above the board: as a table, and drawn to scale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hardware.cameras.optics import MARGIN_MM, MODES, Mode, corner_deg
from overlook.drawing.svg import Drawing

CELL = (372.0, 482.0)
COLUMNS = 3
INK, QUIET, FIELD, BOARD = "#1c1c1c", "#5b5b5b", "#2f6fb5", "#d8c9a8"
SCALE = 0.27
"""Pixels of the drawing for a millimetre."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """A mode at a height: what it sees there. Tags are squares, by the side of their black edge."""

    mode: Mode
    height_mm: float
    field_mm: tuple[float, float]
    px_per_mm: float
    smallest_tag_mm: float
    corner_deg: float
    sees_all: bool


def hang(
    mode: Mode, board_mm: tuple[float, float], height_mm: float | None, px_per_module: float, side: int
) -> Hanging:
    """Return a mode at a height, or at the least from which all of the board is seen when that is None.

    `px_per_module` is what a tag needs to be read, `side` how many modules it is wide.
    """
    lowest_mm = mode.lowest_mm(board_mm)
    at_mm = lowest_mm if height_mm is None else height_mm
    return Hanging(
        mode,
        at_mm,
        mode.field_mm(at_mm),
        mode.px_per_mm(at_mm),
        mode.smallest_tag_mm(at_mm, px_per_module, side),
        corner_deg(board_mm, at_mm),
        at_mm >= lowest_mm - 1e-6,
    )


def rows(hangings: Iterable[Hanging]) -> list[tuple[str, ...]]:
    """Return a heading and a row for each, in words."""
    found: list[tuple[str, ...]] = [
        ("module", "mode", "view", "lens above board", "px/mm", "smallest tag", "corner seen at")
    ]
    for one in hangings:
        across, down = one.mode.field_deg
        found.append(
            (
                one.mode.module.name,
                "{}x{}".format(*one.mode.size_px),
                f"{across:.0f}° x {down:.0f}°",
                f"{one.height_mm / 1000:.2f} m" if one.sees_all else f"{one.height_mm / 1000:.2f} m: too low",
                f"{one.px_per_mm:.2f}",
                f"{one.smallest_tag_mm:.0f} mm",
                f"{one.corner_deg:.0f}°",
            )
        )
    return found


def as_text(table: list[tuple[str, ...]]) -> str:
    """Return a table in columns."""
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table)
    return "\n".join(line.rstrip() for line in lines)


def as_markdown(table: list[tuple[str, ...]]) -> str:
    """Return a table as Markdown has it."""
    lines = [f"| {' | '.join(row)} |" for row in table]
    return "\n".join([lines[0], f"|{'---|' * len(table[0])}", *lines[1:]])


def lens_modes() -> tuple[Mode, ...]:
    """Return one mode of each module: where it must hang does not depend on which."""
    return tuple({mode.module: mode for mode in reversed(MODES)}.values())[::-1]


def draw(hangings: Iterable[Hanging], board_mm: tuple[float, float]) -> str:
    """Return an SVG: each camera from the side, with what it sees, and below it the board from above."""
    cells = list(hangings)
    down = -(-len(cells) // COLUMNS)
    drawing = Drawing(CELL[0] * COLUMNS, CELL[1] * down + 34)
    for number, one in enumerate(cells):
        _draw_one(drawing, one, board_mm, (number % COLUMNS * CELL[0], number // COLUMNS * CELL[1]))
    drawing.words(
        (16, CELL[1] * down + 18),
        f"To scale. Height is from the board to the lens; {MARGIN_MM:.0f} mm around the board stay in the picture.",
        size=15,
        colour=QUIET,
    )
    return drawing.svg()


def _draw_one(drawing: Drawing, one: Hanging, board_mm: tuple[float, float], corner: tuple[float, float]) -> None:
    left, top = corner
    middle, floor = left + CELL[0] / 2, top + 346.0
    seen, high = one.field_mm[0] / 2 * SCALE, one.height_mm * SCALE
    half, depth = board_mm[0] / 2 * SCALE, board_mm[1] / 2 * SCALE
    lens = (middle, floor - high)
    drawing.words((middle, top + 28), one.mode.module.name, size=17, anchor="middle", bold=True)
    drawing.area([lens, (middle - seen, floor), (middle + seen, floor)], FIELD, see_through=0.14)
    drawing.line([(middle - seen, floor), lens, (middle + seen, floor)], FIELD, width=1.5)
    drawing.box((middle - half, floor), (2 * half, 7), BOARD, edge=INK)
    pole = left + 24
    drawing.line([(pole, floor + 7), (pole, lens[1] - 12), (middle, lens[1] - 12)], INK, width=4)
    drawing.box((middle - 15, lens[1] - 17), (30, 14), INK, round_px=3)
    drawing.line([(middle, lens[1] + 2), (middle, floor - 2)], QUIET, width=1, dashed=True)
    drawing.words((pole + 10, floor - high * 0.62), f"{one.height_mm / 1000:.2f} m", size=17, bold=True)
    plan = floor + 26
    wide, far = one.field_mm[0] / 2 * SCALE * 0.5, one.field_mm[1] * SCALE * 0.5
    drawing.box((left + 100 - wide, plan), (2 * wide, far), "#dfe9f4", edge=FIELD)
    drawing.box((left + 100 - half / 2, plan + far / 2 - depth / 2), (half, depth), BOARD, edge=INK)
    beside = left + 196
    drawing.words((beside, plan + 24), f"sees {one.field_mm[0]:.0f} x {one.field_mm[1]:.0f} mm", size=14)
    drawing.words((beside, plan + 46), f"{one.px_per_mm:.2f} px/mm", size=14)
    drawing.words((beside, plan + 68), f"tags from {one.smallest_tag_mm:.0f} mm", size=14)
