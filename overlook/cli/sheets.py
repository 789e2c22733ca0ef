"""`overlook print`: sheets to print, vector and in exact millimetres."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from calibration.catalogue import load_catalogue
from calibration.errors import SheetError
from calibration.lens.target import load_target, target_json
from calibration.pose.accuracy import PLATE
from calibration.sheets import board_sheets, charuco_sheet, fitting_target, rim_sheet, tag_sheets, verify_sheet
from overlook.cli.terrain import library_of
from overlook.console import Exit, note
from overlook.first_run.kit import starter_kit
from overlook.setup.tagging import FIRST_ID, with_roster, with_terrain
from overlook.writing import write_file
from referee.records.files.roster_file import read_roster
from simulation.scene.example_table import example_catalogue
from vision.dice.tray_calibration import DICTIONARY, RIM_TAGS

Out = Annotated[Path, typer.Option("--out", help="The PDF to write.")]
Paper = Annotated[str, typer.Option("--paper", help="A4 or Letter.")]
Things = Annotated[
    Path | None, typer.Option("--catalogue", help="What carries which tag; without it, our own board's 16 tags.")
]


def _printed(pdf: bytes, out: Path) -> int:
    if out.suffix.lower() != ".pdf":
        raise SheetError(f"{out}: a sheet is a PDF: end the name in .pdf")
    write_file(out, pdf)
    note(f"wrote {out}: print it at 100 %, without scaling, and check that its ruler measures 100 mm")
    return Exit.DONE


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    group = typer.Typer(
        help="Sheets to print: tags, the board, the tray's rim, the calibration target, the verify plate."
    )
    app.add_typer(group, name="print")

    @group.command("kit")
    def kit(out: Out, paper: Paper = "A4") -> int:
        """Everything for a first game: board tags, tabs, terrain plates, markers, and a plan of what to cut."""
        return _printed(starter_kit(paper), out)

    @group.command("tags")
    def tags(
        out: Out,
        catalogue: Things = None,
        roster: Annotated[
            Path | None, typer.Option("--roster", help="A team that gets tags: ours or KTDash's.")
        ] = None,
        player: Annotated[str, typer.Option("--player", help="Whose team it is, as the catalogue names players.")] = "",
        base_mm: Annotated[
            float, typer.Option("--base-mm", min=10, max=160, help="Base of operatives whose roster does not say.")
        ] = 32.0,
        terrain: Annotated[
            list[str] | None,
            typer.Option("--terrain", help="A terrain library (a file, or one of ours) whose pieces get their tags."),
        ] = None,
        first_id: Annotated[
            int, typer.Option("--first-id", min=0, help="The roster's tags count from here.")
        ] = FIRST_ID,
        tag_mm: Annotated[float, typer.Option("--tag-mm", min=8, max=40, help="The roster's tags' side.")] = 14.0,
        save: Annotated[
            Path | None, typer.Option("--save", help="Write the catalogue with the roster's tags here.")
        ] = None,
        paper: Paper = "A4",
    ) -> int:
        """Tags for a roster, terrain and markers, on tabs with cut lines and names."""
        things = example_catalogue().bare if catalogue is None else load_catalogue(catalogue)
        for name in terrain or ():
            things = with_terrain(things, library_of(name).pieces)
        if roster is not None:
            team = read_roster(roster)
            things = with_roster(things, team, player=player, base_mm=base_mm, first_id=first_id, tag_mm=tag_mm)
            guessed = [one.name for one in team.operatives if one.base_mm is None]
            if guessed:
                note(f"{roster}: says no base for {', '.join(guessed)}; drawn for {base_mm:g} mm, see --base-mm")
        if save is not None:
            text = json.dumps(json.loads(things.model_dump_json()), indent=1) + "\n"
            write_file(save, text.encode())
            note(f"wrote {save}: it says which tag is whose")
        return _printed(tag_sheets(things, paper), out)

    @group.command("board")
    def board(out: Out, catalogue: Things = None, paper: Paper = "A4") -> int:
        """The board's own tags with their places."""
        things = example_catalogue().bare if catalogue is None else load_catalogue(catalogue)
        return _printed(board_sheets(things, paper), out)

    @group.command("charuco")
    def charuco(
        out: Out,
        target: Annotated[
            Path | None, typer.Option("--target", help="A target.json to print; without it, the largest that fits.")
        ] = None,
        save: Annotated[
            Path | None, typer.Option("--save", help="Where target.json is written; beside the PDF otherwise.")
        ] = None,
        paper: Paper = "A4",
    ) -> int:
        """The ChArUco sheet for calibrating a lens, and the target.json that says what it is."""
        sheet = fitting_target(paper) if target is None else load_target(target)
        pdf = charuco_sheet(sheet, paper)
        if target is None:
            where = save or out.with_suffix(".target.json")
            write_file(where, (json.dumps(target_json(sheet)) + "\n").encode())
            note(f"wrote {where}: 'overlook calibrate lens --target' asks for it")
        return _printed(pdf, out)

    @group.command("tray")
    def tray(
        out: Out,
        tag_mm: Annotated[float, typer.Option("--tag-mm", min=8, max=60, help="The tags' side.")] = 24.0,
        paper: Paper = "A4",
    ) -> int:
        """Four tags for the rim of a dice tray, one for each corner."""
        done = _printed(rim_sheet(DICTIONARY, RIM_TAGS, tag_mm, paper), out)
        note(f"'overlook tray --tags {','.join(map(str, RIM_TAGS))}' finds the tray by them")
        return done

    @group.command("verify")
    def verify(out: Out, paper: Paper = "A4") -> int:
        """The plate on which accuracy is verified; its tags are the dictionary's last."""
        return _printed(verify_sheet(PLATE, paper), out)
