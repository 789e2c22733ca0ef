"""The wiring picture says which hole each wire goes to, for any pins that a panel can have."""

from __future__ import annotations

from xml.etree import ElementTree

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from hardware.panel import PanelSettings
from overlook.cli import mount

NAMES = ("confirm", "undo", "measure", "next", "knob_a", "knob_b", "knob", "red", "green", "blue", "buzzer")


@pytest.mark.parametrize("bcm", sorted(mount.HEADER))
def test_holes_are_gpiozeros(bcm: int) -> None:
    board = MockFactory().board_info.headers["J8"]
    assert mount.HEADER[bcm] == next(number for number, pin in board.pins.items() if pin.name == f"GPIO{bcm}")


def test_ground_and_power_are_gpiozeros() -> None:
    pins = gpiozero.pins.mock.MockFactory().board_info.headers["J8"].pins
    assert pins[mount.GROUND].name == "GND"
    assert pins[mount.POWER].name == "3V3"


@given(st.permutations(sorted(mount.HEADER)), st.booleans())
def test_every_wire_is_named_and_ends_at_a_place_of_its_own(bcm: list[int], anode: bool) -> None:
    pins = TypeAdapter(PanelSettings).validate_python({**dict(zip(NAMES, bcm, strict=False)), "common_anode": anode})
    root = ElementTree.fromstring(mount.draw_wiring(pins))
    said = " ".join(text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text"))
    for wire in mount.wires(pins):
        assert f"{wire.hole} · GPIO {wire.bcm} · {wire.part} {wire.end}".strip() in said
    lines = [line.get("points", "") for line in root.iter("{http://www.w3.org/2000/svg}polyline")]
    ends = [float(points.split(",")[-1]) for points in lines if points.split()[-1].startswith(f"{mount.PARTS_X:.1f},")]
    assert len(ends) == len(NAMES)
    assert ends == sorted(set(ends))


def test_three_leds_are_drawn_as_three() -> None:
    svg = mount.draw_wiring(PanelSettings(blue=None, amber=22))
    assert "amber, 330" in svg
    assert "Three LEDs" in svg
