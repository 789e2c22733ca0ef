"""`overlook mount` and `overlook wiring`: camera heights and the panel's wiring, with SVG drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from calibration.tags import modules
from hardware.cameras.optics import MARGIN_MM, MODES, SensorMode, corner_angle_deg
from hardware.panel import Button, PanelSettings
from messages.message import Message
from overlook.atomic_files import write_file
from overlook.console import Exit, print_json, print_notice
from overlook.errors import SettingsError
from overlook.settings import load_settings
from overlook.setup.tags import NEEDED_PX
from simulation.scene.example_table import BOARD_MM, example_catalogue

Point = tuple[float, float]


class Drawing:
    """SVG drawing of a given size; later shapes are drawn over earlier ones."""

    def __init__(self, width: float, height: float) -> None:
        self._size = (width, height)
        self._parts: list[str] = []

    def line(self, points: Sequence[Point], colour: str, *, width: float = 2, dashed: bool = False) -> None:
        """Draw a line through points."""
        dashes = ' stroke-dasharray="6 5"' if dashed else ""
        self._parts.append(
            f'<polyline points="{_points(points)}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dashes}/>'
        )

    def area(self, points: Sequence[Point], fill: str, *, edge: str = "none", see_through: float = 1) -> None:
        """Fill a polygon."""
        self._parts.append(
            f'<polygon points="{_points(points)}" fill="{fill}" fill-opacity="{see_through:g}" stroke="{edge}"'
            ' stroke-width="1.5"/>'
        )

    def box(self, at: Point, size: Point, fill: str, *, edge: str = "none", round_px: float = 0) -> None:
        """Fill a rectangle whose upper left corner is `at`."""
        self._parts.append(
            f'<rect x="{at[0]:.1f}" y="{at[1]:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}" rx="{round_px:g}"'
            f' fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        )

    def dot(self, at: Point, radius: float, fill: str, *, edge: str = "none") -> None:
        """Fill a circle."""
        self._parts.append(
            f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:g}" fill="{fill}" stroke="{edge}" stroke-width="2"/>'
        )

    def words(
        self,
        at: Point,
        text: Message | str,
        *,
        size: float = 14,
        anchor: str = "start",
        colour: str = "#1c1c1c",
        bold: bool = False,
    ) -> None:
        """Write text; `anchor` sets whether `at` is its start, middle or end."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}"'
            f"{weight}>{escape(str(text))}</text>"
        )

    def svg(self) -> str:
        """Return the SVG document."""
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
            f' height="{height:g}" font-family="sans-serif">\n<rect width="100%" height="100%" fill="#ffffff"/>\n'
        )
        return head + "\n".join(self._parts) + "\n</svg>\n"


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


CELL = (372.0, 482.0)
COLUMNS = 3
INK, QUIET, FIELD, BOARD = "#1c1c1c", "#5b5b5b", "#2f6fb5", "#d8c9a8"
SCALE = 0.27
"""Scale of the drawing, in pixels per millimetre."""


@dataclass(frozen=True, slots=True)
class MountedCamera:
    """A camera mode at a height, and what it sees there. Tag sizes are the side of the black square."""

    mode: SensorMode
    height_mm: float
    field_mm: tuple[float, float]
    px_per_mm: float
    smallest_tag_mm: float
    corner_deg: float
    sees_all: bool


def mount_at(
    mode: SensorMode, board_mm: tuple[float, float], height_mm: float | None, px_per_module: float, side: int
) -> MountedCamera:
    """Return a mode at a height, or at the lowest height that shows the whole board if `height_mm` is None.

    `px_per_module` is the resolution needed to read a tag, `side` a tag's width in modules.
    """
    lowest_mm = mode.lowest_mm(board_mm)
    at_mm = lowest_mm if height_mm is None else height_mm
    return MountedCamera(
        mode,
        at_mm,
        mode.field_mm(at_mm),
        mode.px_per_mm(at_mm),
        mode.smallest_tag_mm(at_mm, px_per_module, side),
        corner_angle_deg(board_mm, at_mm),
        at_mm >= lowest_mm - 1e-6,
    )


def rows(hangings: Iterable[MountedCamera]) -> list[tuple[str, ...]]:
    """Return a header row and one row for each mode, as text."""
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
    """Return a table as text with aligned columns."""
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table)
    return "\n".join(line.rstrip() for line in lines)


def as_markdown(table: list[tuple[str, ...]]) -> str:
    """Return a table as Markdown."""
    lines = [f"| {' | '.join(row)} |" for row in table]
    return "\n".join([lines[0], f"|{'---|' * len(table[0])}", *lines[1:]])


def lens_modes() -> tuple[SensorMode, ...]:
    """Return one mode of each camera module, since the height does not depend on the mode."""
    return tuple({mode.module: mode for mode in reversed(MODES)}.values())[::-1]


def draw_mount(hangings: Iterable[MountedCamera], board_mm: tuple[float, float]) -> str:
    """Return an SVG with each camera's field of view from the side, and the board from above."""
    cells = list(hangings)
    down = -(-len(cells) // COLUMNS)
    drawing = Drawing(CELL[0] * COLUMNS, CELL[1] * down + 34)
    for number, one in enumerate(cells):
        _draw_one(drawing, one, board_mm, (number % COLUMNS * CELL[0], number // COLUMNS * CELL[1]))
    drawing.words(
        (16, CELL[1] * down + 18),
        Message.of("mount-drawing-foot", margin=MARGIN_MM),
        size=15,
        colour=QUIET,
    )
    return drawing.svg()


def _draw_one(drawing: Drawing, one: MountedCamera, board_mm: tuple[float, float], corner: tuple[float, float]) -> None:
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
    field = Message.of("mount-drawing-field", width=one.field_mm[0], depth=one.field_mm[1])
    drawing.words(
        (beside, plan + 24),
        field,
        size=14,
    )
    drawing.words((beside, plan + 46), f"{one.px_per_mm:.2f} px/mm", size=14)
    drawing.words((beside, plan + 68), Message.of("mount-drawing-tags", size=one.smallest_tag_mm), size=14)


HEADER: dict[int, int] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36,
    17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""Header hole by BCM number. Holes are numbered in pairs (1, 2 / 3, 4 / ...) from the corner of the Pi."""
GROUND, POWER = 39, 1

PITCH, TOP, LEFT = 26.0, 96.0, 580.0
SIZE = (1040.0, 700.0)
PARTS_X, RAIL_X = 206.0, 46.0
LANE = 11.0
WIRING_INK, WIRING_QUIET, EARTH = "#1c1c1c", "#5b5b5b", "#333333"
COLOURS = {
    Button.CONFIRM: "#1b8a3a",
    Button.UNDO: "#c2571a",
    Button.MEASURE: "#2f6fb5",
    Button.NEXT: "#8d3fa8",
    Button.KNOB: "#7a5c00",
    "red": "#d22b2b",
    "green": "#2bae4a",
    "blue": "#2b55d2",
    "amber": "#d99a00",
    "buzzer": "#0b8f8f",
}


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from a header pin to a part: the part's name, the label of its end, its colour, its BCM number."""

    part: str
    end: str
    colour: str
    bcm: int

    @property
    def hole(self) -> int:
        """Hole of the header, in the Pi's numbering."""
        return HEADER[self.bcm]


def wires(pins: PanelSettings) -> list[Wire]:
    """Return all signal wires of a panel, sorted from the top of the header to its bottom and grouped by part."""
    pushed = [(button, pins.pin(button)) for button in Button if button is not Button.KNOB]
    buttons = [[Wire(f"{button} button", "", COLOURS[button], pin)] for button, pin in pushed if pin is not None]
    turned = [("A", pins.knob_a), ("B", pins.knob_b), ("push", pins.knob)]
    knob = [Wire("knob", end, COLOURS[Button.KNOB], pin) for end, pin in turned if pin is not None]
    led = [
        Wire("LED", name, COLOURS[name], pin)
        for name, pin in (("red", pins.red), ("amber", pins.amber), ("green", pins.green), ("blue", pins.blue))
        if pin is not None
    ]
    buzzer = [] if pins.buzzer is None else [[Wire("buzzer", "+", COLOURS["buzzer"], pins.buzzer)]]
    parts = [sorted(part, key=lambda wire: wire.hole) for part in (*buttons, knob, led, *buzzer) if part]
    return [wire for part in sorted(parts, key=lambda part: part[0].hole) for wire in part]


def hole_at(hole: int) -> Point:
    """Return the position of a hole in the drawing: odd holes left, even ones right, the first at the top."""
    return LEFT + (hole - 1) % 2 * PITCH, TOP + (hole - 1) // 2 * PITCH


def draw_wiring(pins: PanelSettings) -> str:
    """Return an SVG of the panel's wiring with these pins."""
    drawing = Drawing(*SIZE)
    drawing.words((24, 36), Message.of("mount-wiring-title"), size=22, bold=True)
    found = wires(pins)
    ends = _ends(found)
    for wire, end, lane in zip(found, ends, _lanes(found, ends), strict=True):
        _run(drawing, wire, end, lane)
    earthed = _parts(drawing, found, ends, pins)
    floor = TOP + 20.4 * PITCH
    x, y = hole_at(GROUND)
    drawing.line([(RAIL_X, min(earthed)), (RAIL_X, floor), (x - 24, floor), (x - 24, y), (x, y)], EARTH, width=3)
    _header(drawing, {wire.hole: wire for wire in found}, pins)
    drawing.words(
        (24, floor + 34),
        Message.of("mount-wiring-led", leds=_kind(pins), anode=pins.common_anode),
        size=14,
        colour=WIRING_QUIET,
    )
    drawing.words(
        (24, floor + 54),
        Message.of("mount-wiring-resistors"),
        size=14,
        colour=WIRING_QUIET,
    )
    return drawing.svg()


def _kind(pins: PanelSettings) -> str:
    if pins.amber is not None:
        return "three"
    return "anode" if pins.common_anode else "cathode"


def _ends(found: Sequence[Wire]) -> list[float]:
    """Return the y of each wire's end at its part: close to its hole, and a minimum distance from the wire above."""
    least = [PITCH if one.part == other.part else 2 * PITCH for one, other in pairwise(found)]
    wanted = [hole_at(wire.hole)[1] for wire in found]
    ends = [TOP]
    for step in least:
        ends.append(ends[-1] + step)
    slack = TOP + 19 * PITCH - ends[-1]
    for number, want in enumerate(wanted):
        push = min(slack, max(0.0, want - ends[number]))
        if number == 0 or found[number].part != found[number - 1].part:
            ends[number:] = [end + push for end in ends[number:]]
            slack -= push
    return ends


def _lanes(found: Sequence[Wire], ends: Sequence[float]) -> list[float]:
    """Return the x of each wire's vertical segment, chosen so that wires do not cross."""
    rises = [end < hole_at(wire.hole)[1] for wire, end in zip(found, ends, strict=True)]
    lanes, up, down = [], 0, sum(not rise for rise in rises)
    for rise in rises:
        up, down = (up + 1, down) if rise else (up, down - 1)
        lanes.append(LEFT - 40 - LANE * (up if rise else down + 1))
    return lanes


def _run(drawing: Drawing, wire: Wire, end: float, lane: float) -> None:
    x, y = hole_at(wire.hole)
    around = [] if wire.hole % 2 else [(x - PITCH / 2, y), (x - PITCH / 2, y + PITCH / 2)]
    level = y if wire.hole % 2 else y + PITCH / 2
    drawing.line([(x, y), *around, (lane, level), (lane, end), (PARTS_X, end)], wire.colour, width=3)


def _parts(drawing: Drawing, found: Sequence[Wire], ends: Sequence[float], pins: PanelSettings) -> list[float]:
    """Draw the parts that the wires lead to, and return the y of each part's ground wire."""
    earthed = []
    for name in dict.fromkeys(wire.part for wire in found):
        mine = [(wire, end) for wire, end in zip(found, ends, strict=True) if wire.part == name]
        first, last = mine[0][1], mine[-1][1]
        top, height = first - 18, last - first + 36
        middle = (first + last) / 2
        drawing.box((PARTS_X - 120, top), (120, height), "#f3f0e8", edge=WIRING_INK, round_px=8)
        for wire, end in mine:
            drawing.dot((PARTS_X - 14, end), 9 if len(mine) == 1 else 7, wire.colour)
            if name == "LED":
                drawing.box((PARTS_X + 18, end - 6), (34, 12), "#e7d3a6", edge=WIRING_INK, round_px=3)
                drawing.words((PARTS_X + 60, end - 5), f"{wire.end}, 330 Ω", size=12, colour=WIRING_QUIET)
            elif len(mine) > 1:
                drawing.words((PARTS_X + 12, end - 5), wire.end, size=12, colour=WIRING_QUIET)
        drawing.words((PARTS_X - 110, middle + 5), _title(name), size=15, bold=True)
        if name == "LED" and pins.common_anode:
            drawing.line(
                [(PARTS_X - 52, top), (PARTS_X - 52, TOP - 22), (hole_at(POWER)[0], TOP - 22), hole_at(POWER)],
                "#d22b2b",
                width=3,
            )
            continue
        drawing.line([(PARTS_X - 120, middle), (RAIL_X, middle)], EARTH, width=3)
        drawing.dot((RAIL_X, middle), 4, EARTH)
        earthed.append(middle)
    return earthed


def _title(part: str) -> str:
    return part if part.isupper() else part.removesuffix(" button").capitalize()


def _header(drawing: Drawing, used: dict[int, Wire], pins: PanelSettings) -> None:
    drawing.words((LEFT + PITCH / 2, TOP - 32), "pin 1", size=12, anchor="middle", colour=WIRING_QUIET)
    for hole in range(1, 41):
        x, y = hole_at(hole)
        if hole in used:
            fill = used[hole].colour
        elif hole == GROUND:
            fill = EARTH
        else:
            fill = "#d22b2b" if hole == POWER and pins.common_anode else "#ffffff"
        drawing.dot((x, y), 7.5, fill, edge=WIRING_INK)
    words = {wire.hole: f"GPIO {wire.bcm} · {wire.part} {wire.end}".strip() for wire in used.values()}
    words[GROUND] = "ground"
    if pins.common_anode:
        words[POWER] = "3.3 V"
    for odd in range(1, 41, 2):
        said = " / ".join(f"{hole} · {words[hole]}" for hole in (odd, odd + 1) if hole in words)
        drawing.words((LEFT + PITCH + 20, hole_at(odd)[1] + 5), said, size=14)


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""

    @app.command("mount")
    def mount(
        height_m: Annotated[float | None, typer.Option("--height-m", min=0.1, max=10, help="mount-help-height")] = None,
        drawing: Annotated[Path | None, typer.Option("--drawing", help="mount-help-drawing")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
        markdown: Annotated[bool, typer.Option("--markdown", help="mount-help-markdown")] = False,
    ) -> int:
        """Show how high to mount each camera, and the smallest tag it reads. By default, as low as possible."""
        side = modules(example_catalogue().dictionary)
        height_mm = None if height_m is None else height_m * 1000
        hung = [mount_at(mode, BOARD_MM, height_mm, NEEDED_PX, side) for mode in MODES]
        table = rows(hung)
        if as_json:
            print_json(
                {
                    "needed_px_per_module": NEEDED_PX,
                    "rows": [dict(zip(table[0], row, strict=True)) for row in table[1:]],
                }
            )
        else:
            typer.echo(as_markdown(table) if markdown else as_text(table))
            if not markdown:
                print_notice(Message.of("mount-smallest-tag", modules=side, pixels=NEEDED_PX))
        if drawing is not None:
            shown = [mount_at(mode, BOARD_MM, height_mm, NEEDED_PX, side) for mode in lens_modes()]
            _write(drawing, draw_mount(shown, BOARD_MM))
        return Exit.DONE

    @app.command("wiring")
    def wires(
        out: Annotated[Path, typer.Option("--out", help="mount-help-wiring-out")],
        settings: Annotated[Path | None, typer.Option("--settings", help="mount-help-settings")] = None,
    ) -> int:
        """Draw how the panel's buttons, light and buzzer are wired to the Pi's header, with the settings' pins."""
        _write(out, draw_wiring(load_settings(settings).panel))
        return Exit.DONE


def _write(out: Path, svg: str) -> None:
    if out.suffix.lower() != ".svg":
        raise SettingsError("mount-not-svg", file=out)
    write_file(out, svg.encode())
    print_notice(Message.of("cli-wrote", files=[out]))
