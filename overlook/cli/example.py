"""`overlook example`: a photograph of the simulated table, to try the other commands on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from calibration.rig import save_rig
from overlook.console import Exit, note
from overlook.drawing.pictures import write_picture
from simulation.render.renderer import photograph
from simulation.scene.example_table import example_catalogue, example_poses, example_rig


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("example")
    def command(
        folder: Annotated[Path, typer.Argument(help="Where to write table.png, catalogue.json and rig.json.")],
        width: Annotated[int, typer.Option("--width", min=640, max=4096, help="Width of the picture, pixels.")] = 1920,
    ) -> int:
        """Photograph the simulated table: a picture, what carries which tag, and the lens that took it."""
        catalogue, rig = example_catalogue(), example_rig((width, width * 9 // 16))
        note("rendering the simulated table")
        picture = photograph(catalogue, example_poses(), rig)
        write_picture(folder / "table.png", picture.image)
        things = json.loads(catalogue.model_dump_json())
        (folder / "catalogue.json").write_text(json.dumps(things, indent=1) + "\n", encoding="utf-8")
        save_rig(rig, folder / "rig.json")
        note(f"wrote table.png, catalogue.json and rig.json to {folder}")
        return Exit.DONE
