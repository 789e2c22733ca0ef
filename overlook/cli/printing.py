"""`overlook print` and `overlook terrain`: sheets to print, terrain libraries and images of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from calibration.catalogue import load_catalogue, parse_catalogue
from calibration.errors import LibraryError, SheetError
from calibration.lens.target import load_target, target_json
from calibration.pose import board_pose as registering
from calibration.pose.accuracy import PLATE
from calibration.rig import load_rig
from calibration.sheets import board_sheets, charuco_sheet, fitting_target, rim_sheet, tag_sheets, verify_sheet
from calibration.terrain_library import EXAMPLES, Library, entries_of, example_libraries, load_library, outline_of
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from messages.message import Message
from overlook.atomic_files import write_file
from overlook.cli.content import ExampleName, ExampleOut, listed, print_example
from overlook.console import Exit, exit_with_error, print_json, print_notice
from overlook.first_run.starter_kit import starter_kit
from overlook.image_files import read_picture, write_picture
from overlook.setup.tags import FIRST_ID, with_roster, with_terrain
from referee.records.files.roster_file import read_roster
from referee.rules.terrain_traits import unknown_words
from simulation.render.renderer import take_photo
from simulation.scene.example_table import BOARD_MM, example_catalogue, example_rig
from simulation.scene.scene import Poses
from vision.dice.tray_calibration import DICTIONARY, RIM_TAGS
from vision.tags.detector import Detector
from vision.terrain_outline import propose_outline

EDGE_MM, GAP_MM = 52.0, 16.0
SIZE_PX = (1600, 900)


def drawn_library(library: Library) -> NDArray[np.uint8]:
    """Return a rendered image of as many pieces as fit on the board, in rows; uint8 (height, width, 3) BGR.

    Raises `LibraryError` if no piece fits.
    """
    places = _laid_out(library)
    if not places:
        raise LibraryError("print-library-large", library=library.name)
    parts = [entry for piece in library.pieces if piece.id in places for entry in entries_of(piece)]
    bare = example_catalogue().model_dump(mode="json") | {"operatives": [], "markers": []}
    document = bare | {"dictionary": library.dictionary, "terrain": [part.model_dump(mode="json") for part in parts]}
    catalogue = parse_catalogue(document, source=library.name)
    terrain = {part.id: _as(part.id, places[part.piece or part.id]) for part in parts}
    return take_photo(catalogue, Poses(operatives={}, terrain=terrain, markers={}), example_rig(SIZE_PX)).image


def _as(name: str, place: Placement) -> Placement:
    return Placement(name, place.x, place.y)


def _laid_out(library: Library) -> dict[str, Placement]:
    """Return the pieces' placements, row by row from the top left; pieces that do not fit are left out."""
    width, depth = BOARD_MM
    x, y, row = EDGE_MM, depth - EDGE_MM, 0.0
    places: dict[str, Placement] = {}
    for piece in library.pieces:
        corners = np.asarray(outline_of(piece))
        low, (wide, deep) = corners.min(axis=0), np.ptp(corners, axis=0)
        if x + wide > width - EDGE_MM:
            x, y, row = EDGE_MM, y - row - GAP_MM, 0.0
        if y - deep < EDGE_MM:
            break
        at = np.array([x, y - deep]) - low
        places[piece.id] = Placement(piece.id, float(at[0]) / MM_PER_INCH, float(at[1]) / MM_PER_INCH)
        x, row = x + wide + GAP_MM, max(row, float(deep))
    return places


def library_of(name: str) -> Library:
    """Return a shipped library by its name, else the one in the file of that name."""
    return example_libraries().get(name) or load_library(name)


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    _register_terrain(app)
    _register_print(app)


def _register_terrain(app: typer.Typer) -> None:
    group = typer.Typer()
    app.add_typer(group, name="terrain")
    _register_outline(group)

    @group.command("check")
    def check(
        file: Annotated[str, typer.Argument(help="print-help-library")],
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
    ) -> int:
        """Read a library and show its content; words that no rule uses are listed."""
        library = library_of(file)
        strange = [
            (piece.id, part.id, word)
            for piece in library.pieces
            for part in piece.parts
            for word in unknown_words(part.traits, part.role)
        ]
        if as_json:
            print_json({"library": library.model_dump(mode="json"), "unknown_words": strange})
            return Exit.DONE
        typer.echo(Message.of("print-library", library=library.name, pieces=len(library.pieces)))
        for piece in library.pieces:
            corners = np.asarray(outline_of(piece))
            wide, deep = np.ptp(corners, axis=0)
            tall = max(part.z_mm[1] for part in piece.parts)
            line = Message.of(
                "print-piece",
                piece=piece.id,
                name=piece.name,
                width=float(wide),
                depth=float(deep),
                height=tall,
                tags=piece.tag_ids,
            )
            typer.echo(f"  {line}")
        for piece_id, part_id, word in strange:
            print_notice(Message.of("print-word-unknown", piece=piece_id, part=part_id, word=word))
        return Exit.DONE

    @group.command("schema")
    def schema() -> int:
        """Print the JSON schema of a library file."""
        print_json(Library.model_json_schema())
        return Exit.DONE

    @group.command("example")
    def example(name: ExampleName = None, out: ExampleOut = None) -> int:
        """List the shipped libraries, or write one of them to a file."""
        libraries = example_libraries()
        if name is None:
            return listed(libraries)
        if name not in libraries:
            raise LibraryError("print-library-missing", library=name, known=libraries)
        text = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
        return print_example(libraries, name, out, text, load_library)

    @group.command("picture")
    def picture(
        file: Annotated[str, typer.Argument(help="print-help-library")],
        out: Annotated[Path, typer.Option("--out", help="print-help-library-picture")],
    ) -> int:
        """Render the pieces of a library as the simulated camera sees them."""
        write_picture(out, drawn_library(library_of(file)))
        print_notice(Message.of("cli-wrote", files=[out]))
        return Exit.DONE


def _register_outline(group: typer.Typer) -> None:
    @group.command("outline")
    def outline(
        image: Annotated[Path, typer.Argument(help="print-help-outline-image")],
        rig: Annotated[Path, typer.Option("--rig", help="print-help-rig")],
        catalogue: Annotated[Path, typer.Option("--catalogue", help="print-help-outline-catalogue")],
        at: Annotated[tuple[float, float], typer.Option("--at", metavar="X Y", help="print-help-at")],
        height_mm: Annotated[
            float | None, typer.Option("--height-mm", min=0, max=1000, help="print-help-height")
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
    ) -> int:
        """Propose the outline of the box at a pixel, at its top edge, in board millimetres."""
        camera, things = load_rig(rig).camera, load_catalogue(catalogue)
        pixels = read_picture(image)
        width, height = pixels.shape[1], pixels.shape[0]
        camera.require_size((width, height))
        if not (0 <= at[0] < width and 0 <= at[1] < height):
            exit_with_error(Message.of("print-at-outside", x=at[0], y=at[1], width=width, height=height))
        sightings = Detector(things.dictionary, things.tag_ids, camera.size_px).detect(pixels).sightings
        pose = registering.register(camera, things.model_copy(update={"terrain": ()}), sightings).pose
        tags = [(one, things.tag_sizes_mm[one.id]) for one in sightings]
        found = propose_outline(pixels, camera, pose, at, top_mm=height_mm, tags=tags)
        if found is None:
            print_notice(Message.of("print-no-box", file=image, x=at[0], y=at[1]))
            return Exit.ANSWER_IS_NO
        document = {
            "corners_mm": [[round(float(x), 2), round(float(y), 2)] for x, y in found.corners_mm],
            "top_mm": round(found.top_mm, 2),
            "height_known": found.height_known,
            "height_sigma_mm": round(found.height_sigma_mm, 2),
            "sigma_mm": round(found.sigma_mm, 3),
            "support": round(found.support, 3),
        }
        if as_json:
            print_json(document)
        else:
            typer.echo(json.dumps(document))
        return Exit.DONE


Out = Annotated[Path, typer.Option("--out", help="print-help-out")]
Paper = Annotated[str, typer.Option("--paper", help="print-help-paper")]
Things = Annotated[Path | None, typer.Option("--catalogue", help="print-help-catalogue")]


def _printed(pdf: bytes, out: Path) -> int:
    if out.suffix.lower() != ".pdf":
        raise SheetError("print-not-pdf", file=out)
    write_file(out, pdf)
    print_notice(Message.of("print-done", file=out))
    return Exit.DONE


def _register_print(app: typer.Typer) -> None:
    group = typer.Typer()
    app.add_typer(group, name="print")

    @group.command("kit")
    def kit(out: Out, paper: Paper = "A4") -> int:
        """All sheets for a first game, with a plan of what to cut: board tags, tabs, terrain plates, markers."""
        return _printed(starter_kit(paper), out)

    @group.command("tags")
    def tags(
        out: Out,
        catalogue: Things = None,
        roster: Annotated[Path | None, typer.Option("--roster", help="print-help-roster")] = None,
        player: Annotated[str, typer.Option("--player", help="print-help-player")] = "",
        base_mm: Annotated[float, typer.Option("--base-mm", min=10, max=160, help="print-help-base")] = 32.0,
        terrain: Annotated[
            list[str] | None,
            typer.Option("--terrain", help="print-help-terrain"),
        ] = None,
        first_id: Annotated[int, typer.Option("--first-id", min=0, help="print-help-first-id")] = FIRST_ID,
        tag_mm: Annotated[float, typer.Option("--tag-mm", min=8, max=40, help="print-help-tag-mm")] = 14.0,
        save: Annotated[Path | None, typer.Option("--save", help="print-help-save")] = None,
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
                print_notice(Message.of("print-base-guessed", file=roster, operatives=guessed, base=base_mm))
        if save is not None:
            text = json.dumps(json.loads(things.model_dump_json()), indent=1) + "\n"
            write_file(save, text.encode())
            print_notice(Message.of("print-catalogue-done", file=save))
        return _printed(tag_sheets(things, paper), out)

    @group.command("board")
    def board(out: Out, catalogue: Things = None, paper: Paper = "A4") -> int:
        """The board's own tags with their places."""
        things = example_catalogue().bare if catalogue is None else load_catalogue(catalogue)
        return _printed(board_sheets(things, paper), out)

    @group.command("charuco")
    def charuco(
        out: Out,
        target: Annotated[Path | None, typer.Option("--target", help="print-help-target")] = None,
        save: Annotated[Path | None, typer.Option("--save", help="print-help-target-out")] = None,
        paper: Paper = "A4",
    ) -> int:
        """The ChArUco sheet for calibrating a lens, and its target.json."""
        sheet = fitting_target(paper) if target is None else load_target(target)
        pdf = charuco_sheet(sheet, paper)
        if target is None:
            where = save or out.with_suffix(".target.json")
            write_file(where, (json.dumps(target_json(sheet)) + "\n").encode())
            print_notice(Message.of("print-target-done", file=where))
        return _printed(pdf, out)

    @group.command("tray")
    def tray(
        out: Out,
        tag_mm: Annotated[float, typer.Option("--tag-mm", min=8, max=60, help="print-help-rim-tag-mm")] = 24.0,
        paper: Paper = "A4",
    ) -> int:
        """Four tags for the rim of a dice tray, one for each corner."""
        done = _printed(rim_sheet(DICTIONARY, RIM_TAGS, tag_mm, paper), out)
        print_notice(Message.of("print-rim-done", tags=",".join(map(str, RIM_TAGS))))
        return done

    @group.command("verify")
    def verify(out: Out, paper: Paper = "A4") -> int:
        """The plate for verifying accuracy; its tags are the dictionary's last."""
        return _printed(verify_sheet(PLATE, paper), out)
