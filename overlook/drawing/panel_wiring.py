"""The panel's wires, drawn from the pins of the settings: which hole of the Pi's header goes where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hardware.panel import Button, PanelSettings
from overlook.drawing.svg import Drawing, Point

HEADER: dict[int, int] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36,
    17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""BCM number to the header's own count, which goes 1, 2 / 3, 4 / ... from the corner of the board."""
GROUND, POWER = 39, 1

PITCH, TOP, LEFT = 26.0, 96.0, 580.0
SIZE = (1040.0, 700.0)
PARTS_X, RAIL_X = 206.0, 46.0
LANE = 11.0
INK, QUIET, EARTH = "#1c1c1c", "#5b5b5b", "#333333"
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
    """One wire from a pin to a part: the part's name, what its end is called, its colour, its hole."""

    part: str
    end: str
    colour: str
    bcm: int

    @property
    def hole(self) -> int:
        """The hole of the header, as the Pi counts them."""
        return HEADER[self.bcm]


def wires(pins: PanelSettings) -> list[Wire]:
    """Return all signal wires of a panel, from the top of the header to its foot, those of one part together."""
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
    """Return where a hole of the header is drawn: odd ones left, even ones right, the first at the top."""
    return LEFT + (hole - 1) % 2 * PITCH, TOP + (hole - 1) // 2 * PITCH


def draw(pins: PanelSettings) -> str:
    """Return an SVG of the panel's wiring with these pins."""
    drawing = Drawing(*SIZE)
    drawing.words((24, 36), "The panel on the Raspberry Pi's header", size=22, bold=True)
    common = "its long leg to 3.3 V" if pins.common_anode else "its long leg to ground"
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
        (24, floor + 34), f"Buttons close to ground. The LED is {_kind(pins)}: {common},", size=14, colour=QUIET
    )
    drawing.words(
        (24, floor + 54),
        "330 ohm in each of its other legs. The buzzer is an active one for 3.3 V.",
        size=14,
        colour=QUIET,
    )
    return drawing.svg()


def _kind(pins: PanelSettings) -> str:
    if pins.amber is not None:
        return "three LEDs"
    return "an RGB LED with a common anode" if pins.common_anode else "an RGB LED with a common cathode"


def _ends(found: Sequence[Wire]) -> list[float]:
    """Where each wire ends at its part, y: near its hole, and far enough from the wire above."""
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
    """Where each wire turns, x: so that none crosses another."""
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
    """Draw what the wires end at, and return where each is earthed, y."""
    earthed = []
    for name in dict.fromkeys(wire.part for wire in found):
        mine = [(wire, end) for wire, end in zip(found, ends, strict=True) if wire.part == name]
        first, last = mine[0][1], mine[-1][1]
        top, height = first - 18, last - first + 36
        middle = (first + last) / 2
        drawing.box((PARTS_X - 120, top), (120, height), "#f3f0e8", edge=INK, round_px=8)
        for wire, end in mine:
            drawing.dot((PARTS_X - 14, end), 9 if len(mine) == 1 else 7, wire.colour)
            if name == "LED":
                drawing.box((PARTS_X + 18, end - 6), (34, 12), "#e7d3a6", edge=INK, round_px=3)
                drawing.words((PARTS_X + 60, end - 5), f"{wire.end}, 330 Ω", size=12, colour=QUIET)
            elif len(mine) > 1:
                drawing.words((PARTS_X + 12, end - 5), wire.end, size=12, colour=QUIET)
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
    drawing.words((LEFT + PITCH / 2, TOP - 32), "pin 1", size=12, anchor="middle", colour=QUIET)
    for hole in range(1, 41):
        x, y = hole_at(hole)
        if hole in used:
            fill = used[hole].colour
        elif hole == GROUND:
            fill = EARTH
        else:
            fill = "#d22b2b" if hole == POWER and pins.common_anode else "#ffffff"
        drawing.dot((x, y), 7.5, fill, edge=INK)
    words = {wire.hole: f"GPIO {wire.bcm} · {wire.part} {wire.end}".strip() for wire in used.values()}
    words[GROUND] = "ground"
    if pins.common_anode:
        words[POWER] = "3.3 V"
    for odd in range(1, 41, 2):
        said = " / ".join(f"{hole} · {words[hole]}" for hole in (odd, odd + 1) if hole in words)
        drawing.words((LEFT + PITCH + 20, hole_at(odd)[1] + 5), said, size=14)
