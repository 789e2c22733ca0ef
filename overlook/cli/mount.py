"""`overlook mount` and `overlook wiring`: what to know before the table is built."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from calibration.tags import modules
from hardware.cameras.optics import MODES
from overlook.console import Exit, emit, note
from overlook.drawing import camera_mount, panel_wiring
from overlook.errors import SettingsError
from overlook.settings import load_settings
from overlook.setup.tag_size_advice import NEEDED_PX
from overlook.writing import write_file
from simulation.scene.example_table import BOARD_MM, example_catalogue


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""

    @app.command("mount")
    def mount(
        height_m: Annotated[
            float | None, typer.Option("--height-m", min=0.1, max=10, help="The lens above the board, in metres.")
        ] = None,
        drawing: Annotated[Path | None, typer.Option("--drawing", help="Write a drawing to scale here, SVG.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
        markdown: Annotated[bool, typer.Option("--markdown", help="Print the table as Markdown.")] = False,
    ) -> int:
        """How high each camera must hang, and how small a tag it reads. Without a height: as low as it may."""
        side = modules(example_catalogue().dictionary)
        height_mm = None if height_m is None else height_m * 1000
        hung = [camera_mount.hang(mode, BOARD_MM, height_mm, NEEDED_PX, side) for mode in MODES]
        table = camera_mount.rows(hung)
        if as_json:
            emit(
                {
                    "needed_px_per_module": NEEDED_PX,
                    "rows": [dict(zip(table[0], row, strict=True)) for row in table[1:]],
                }
            )
        else:
            typer.echo(camera_mount.as_markdown(table) if markdown else camera_mount.as_text(table))
            if not markdown:
                note(f"smallest tag: {side} modules of {NEEDED_PX:g} px each, which loses at most one in a hundred")
        if drawing is not None:
            shown = [
                camera_mount.hang(mode, BOARD_MM, height_mm, NEEDED_PX, side) for mode in camera_mount.lens_modes()
            ]
            _write(drawing, camera_mount.draw(shown, BOARD_MM))
        return Exit.DONE

    @app.command("wiring")
    def wires(
        out: Annotated[Path, typer.Option("--out", help="The SVG to write.")],
        settings: Annotated[Path | None, typer.Option("--settings", help="A settings file with other pins.")] = None,
    ) -> int:
        """Draw which hole of the Pi's header goes to which button, light and buzzer, by the pins of the settings."""
        _write(out, panel_wiring.draw(load_settings(settings).panel))
        return Exit.DONE


def _write(out: Path, svg: str) -> None:
    if out.suffix.lower() != ".svg":
        raise SettingsError(f"{out}: a drawing is an SVG: end the name in .svg")
    write_file(out, svg.encode())
    note(f"wrote {out}")
