"""`overlook terrain`: libraries of terrain pieces checked, shown, and the outline of a box in a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from calibration.catalogue import load_catalogue
from calibration.errors import LibraryError
from calibration.pose import board_pose as registering
from calibration.rig import load_rig
from calibration.terrain_library import EXAMPLES, Library, example_libraries, load_library, outline_of
from overlook.cli.shipped import ExampleName, ExampleOut, hand_out, listed
from overlook.console import Exit, emit, note, stop
from overlook.drawing.library_preview import drawn_library
from overlook.drawing.pictures import read_picture, write_picture
from referee.rules.terrain_traits import unknown_words
from vision.tags.detector import Detector
from vision.terrain_outline import propose_outline


def library_of(name: str) -> Library:
    """Return one of our own libraries by its name, else the one in that file."""
    return example_libraries().get(name) or load_library(name)


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    group = typer.Typer(help="Terrain: libraries of pieces, and the outline of a box in a picture.")
    app.add_typer(group, name="terrain")
    _register_outline(group)

    @group.command("check")
    def check(
        file: Annotated[str, typer.Argument(help="A library file, or the name of one of ours.")],
        as_json: Annotated[bool, typer.Option("--json", help="Print what was understood as JSON.")] = False,
    ) -> int:
        """Read a library and say what is in it; words that no rule knows are pointed out."""
        library = library_of(file)
        strange = [
            (piece.id, part.id, word)
            for piece in library.pieces
            for part in piece.parts
            for word in unknown_words(part.traits, part.role)
        ]
        if as_json:
            emit({"library": library.model_dump(mode="json"), "unknown_words": strange})
            return Exit.DONE
        typer.echo(f"{library.name}: {len(library.pieces)} pieces")
        for piece in library.pieces:
            corners = np.asarray(outline_of(piece))
            wide, deep = np.ptp(corners, axis=0)
            tall = max(part.z_mm[1] for part in piece.parts)
            tags = ", ".join(map(str, piece.tag_ids)) or "none"
            typer.echo(f"  {piece.id}: {piece.name}, {wide:.0f} x {deep:.0f} x {tall:.0f} mm, tags {tags}")
        for piece_id, part_id, word in strange:
            note(f"{piece_id}, part {part_id}: no rule knows {word!r}: it is kept, and nothing comes of it")
        return Exit.DONE

    @group.command("schema")
    def schema() -> int:
        """Print the JSON schema of a library file."""
        emit(Library.model_json_schema())
        return Exit.DONE

    @group.command("example")
    def example(name: ExampleName = None, out: ExampleOut = None) -> int:
        """List the libraries that ship with Overlook, or write one of them to a file."""
        libraries = example_libraries()
        if name is None:
            return listed(libraries)
        if name not in libraries:
            raise LibraryError(f"library {name!r}: expected one of {', '.join(libraries)}")
        text = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
        return hand_out(libraries, name, out, text, load_library)

    @group.command("picture")
    def picture(
        file: Annotated[str, typer.Argument(help="A library file, or the name of one of ours.")],
        out: Annotated[Path, typer.Option("--out", help="The picture to write, PNG or JPEG.")],
    ) -> int:
        """Draw every piece of a library as the simulated camera sees it."""
        write_picture(out, drawn_library(library_of(file)))
        note(f"wrote {out}")
        return Exit.DONE


def _register_outline(group: typer.Typer) -> None:
    @group.command("outline")
    def outline(
        image: Annotated[Path, typer.Argument(help="A picture of the table.")],
        rig: Annotated[Path, typer.Option("--rig", help="The camera's rig.json.")],
        catalogue: Annotated[Path, typer.Option("--catalogue", help="The board's tags, and sizes of others.")],
        at: Annotated[tuple[float, float], typer.Option("--at", help="The pixel that is touched: across, down.")],
        height_mm: Annotated[
            float | None, typer.Option("--height-mm", min=0, max=1000, help="The top's height, if measured.")
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print the outline as JSON.")] = False,
    ) -> int:
        """Propose the outline of the box at a pixel, at its top edge, in board millimetres."""
        camera, things = load_rig(rig).camera, load_catalogue(catalogue)
        pixels = read_picture(image)
        width, height = pixels.shape[1], pixels.shape[0]
        camera.require_size((width, height))
        if not (0 <= at[0] < width and 0 <= at[1] < height):
            stop(f"--at: found {at[0]:g} {at[1]:g}; expected a pixel of the picture of {width} x {height}")
        sightings = Detector(things.dictionary, things.tag_ids, camera.size_px).detect(pixels).sightings
        pose = registering.register(camera, things.model_copy(update={"terrain": ()}), sightings).pose
        tags = [(one, things.tag_sizes_mm[one.id]) for one in sightings]
        found = propose_outline(pixels, camera, pose, at, top_mm=height_mm, tags=tags)
        if found is None:
            note(f"{image}: no box is found at {at[0]:g}, {at[1]:g}: draw it by hand")
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
            emit(document)
        else:
            typer.echo(json.dumps(document))
        return Exit.DONE
