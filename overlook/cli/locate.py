"""`overlook locate`: everything on the table, from photographs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from calibration.catalogue import Catalogue, load_catalogue
from calibration.rig import Rig, load_rig
from geometry.base import MM_PER_INCH
from overlook.console import Exit, emit, note
from overlook.drawing.canvas import Canvas, draw_table
from overlook.drawing.pictures import Image, picture_paths, read_picture, write_picture
from overlook.table.reading import observation_json, reading_json, table_of_observation, table_of_reading
from vision.tracking.photograph import TableReading, locate
from vision.tracking.table_tracker import TableTracker

Images = Annotated[list[Path], typer.Argument(help="Photographs of the table.")]
RigFile = Annotated[Path, typer.Option("--rig", help="The camera's lens (and pose): rig.json.")]
CatalogueFile = Annotated[Path, typer.Option("--catalogue", help="What carries which tag: catalogue.json.")]
Picture = Annotated[Path | None, typer.Option("--picture", help="Draw the answer here; a folder for several images.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]


def canvas_of(image: Image, rig: Rig, reading: TableReading) -> Canvas:
    """Return a copy of the photograph to draw on, seen as the reading registered it."""
    return Canvas(image.copy(), rig.camera, reading.registration.pose)


def _say(reading: TableReading, path: Path, catalogue: Catalogue) -> None:
    names = {entry.id: entry.name for entry in catalogue.operatives}
    pose = reading.registration.pose
    typer.echo(f"{path}: board from {pose.references} tags, {pose.residual_px or 0:.2f} px")
    for located in reading.operatives.values():
        place = located.placement
        typer.echo(
            f"  {located.id:6} {names.get(located.id, ''):14} x {place.x:6.2f}  y {place.y:6.2f}  z {place.z:5.2f} in"
            f"  +-{1.96 * place.sigma * MM_PER_INCH:.2f} mm  on {located.level}"
        )
    if reading.missing:
        typer.echo(f"  not seen: {', '.join(reading.missing)}")
    for warning in reading.warnings:
        note(f"{path}: {warning}")


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("locate")
    def command(
        images: Images,
        rig: RigFile,
        catalogue: CatalogueFile,
        picture: Picture = None,
        sequence: Annotated[
            bool, typer.Option("--sequence", help="The pictures are consecutive frames of one table.")
        ] = False,
        fps: Annotated[float, typer.Option("--fps", min=0.01, max=1000, help="Frames a second of a sequence.")] = 5.0,
        as_json: AsJson = False,
    ) -> int:
        """Say what stands where on each photograph, with its error."""
        drawings = picture_paths(picture, images)
        camera, things = load_rig(rig), load_catalogue(catalogue)
        if sequence:
            return _follow(images, camera, things, fps, drawings, as_json=as_json)
        answers = []
        for path, drawing in zip(images, drawings, strict=True):
            image = read_picture(path)
            reading = locate(image, camera, things)
            answers.append(reading_json(path.name, reading))
            if not as_json:
                _say(reading, path, things)
            if drawing is not None:
                canvas = canvas_of(image, camera, reading)
                draw_table(canvas, table_of_reading(reading, things))
                write_picture(drawing, canvas.image)
        if as_json:
            emit({"images": answers})
        return Exit.DONE


def _follow(
    images: list[Path], rig: Rig, catalogue: Catalogue, fps: float, drawings: list[Path | None], *, as_json: bool
) -> int:
    """Follow one table through consecutive pictures."""
    tracker = TableTracker(rig, catalogue)
    answers = []
    for number, (path, drawing) in enumerate(zip(images, drawings, strict=True)):
        image = read_picture(path)
        seen = tracker.observe(image, number / fps)
        answers.append(observation_json(path.name, seen))
        if not as_json:
            _say_states(path, answers[-1])
        for warning in seen.warnings:
            note(f"{path}: {warning}")
        if drawing is not None:
            canvas = Canvas(image.copy(), rig.camera, seen.registration.pose)
            draw_table(canvas, table_of_observation(seen, catalogue))
            write_picture(drawing, canvas.image)
    if as_json:
        emit({"images": answers})
    return Exit.DONE


def _say_states(path: Path, answer: dict[str, Any]) -> None:
    unlike = [f"{one['id']} {one['state']}" for one in answer["operatives"] if one["state"] != "seen"]
    hand = "hand in view" if answer["hand"] else "no hand"
    rest = "settled" if answer["settled"] else "not settled"
    typer.echo(f"{path}: {hand}, {rest}{': ' if unlike else ''}{', '.join(unlike)}")
