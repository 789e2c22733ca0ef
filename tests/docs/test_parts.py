"""docs/parts.md and its drawings are what the program computes now."""

from __future__ import annotations

from pathlib import Path

from calibration.dictionary import modules
from hardware.cameras.optics import MODES
from hardware.panel.settings import PanelSettings
from hardware.simulated.example import BOARD_MM, example_catalogue
from overlook import mounting, wiring
from overlook.doctor.table import NEEDED_PX

SIDE = modules(example_catalogue().dictionary)


def test_the_table_of_heights_is_the_commands(checkout: Path) -> None:
    table = mounting.rows(mounting.hang(mode, BOARD_MM, None, NEEDED_PX, SIDE) for mode in MODES)
    assert mounting.as_markdown(table) in (checkout / "docs" / "parts.md").read_text(), (
        "run 'overlook mount --markdown' and put its table into docs/parts.md"
    )
    assert f"{NEEDED_PX:g} pixels" in (checkout / "docs" / "parts.md").read_text()


def test_the_drawings_are_the_commands(checkout: Path) -> None:
    pictures = checkout / "docs" / "pictures"
    hung = [mounting.hang(mode, BOARD_MM, None, NEEDED_PX, SIDE) for mode in mounting.lens_modes()]
    assert (pictures / "mount.svg").read_text() == mounting.draw(hung, BOARD_MM), (
        "run 'overlook mount --drawing docs/pictures/mount.svg'"
    )
    assert (pictures / "panel.svg").read_text() == wiring.draw(PanelSettings()), (
        "run 'overlook wiring --out docs/pictures/panel.svg'"
    )
