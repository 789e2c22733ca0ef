"""docs/parts.md and its drawings are what the program computes now."""

from __future__ import annotations

from pathlib import Path

from calibration.tags import modules
from hardware.cameras.optics import MODES
from hardware.panel import PanelSettings
from overlook.cli import mount
from overlook.setup.tags import NEEDED_PX
from simulation.scene.example_table import BOARD_MM, example_catalogue

SIDE = modules(example_catalogue().dictionary)


def test_the_table_of_heights_is_the_commands(checkout: Path) -> None:
    table = mount.rows(mount.mount_at(mode, BOARD_MM, None, NEEDED_PX, SIDE) for mode in MODES)
    assert mount.as_markdown(table) in (checkout / "docs" / "parts.md").read_text(), (
        "run 'overlook mount --markdown' and put its table into docs/parts.md"
    )
    assert f"{NEEDED_PX:g} pixels" in (checkout / "docs" / "parts.md").read_text()


def test_the_drawings_are_the_commands(checkout: Path) -> None:
    pictures = checkout / "docs" / "pictures"
    hung = [mount.mount_at(mode, BOARD_MM, None, NEEDED_PX, SIDE) for mode in mount.lens_modes()]
    assert (pictures / "mount.svg").read_text() == mount.draw_mount(hung, BOARD_MM), (
        "run 'overlook mount --drawing docs/pictures/mount.svg'"
    )
    assert (pictures / "panel.svg").read_text() == mount.draw_wiring(PanelSettings()), (
        "run 'overlook wiring --out docs/pictures/panel.svg'"
    )
