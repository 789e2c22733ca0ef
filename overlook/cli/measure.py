"""`overlook measure`: gaps, control range, visibility and cover between operatives, from photographs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any

import typer

from calibration.catalogue import load_catalogue
from calibration.rig import load_rig
from geometry.table import Table
from overlook.cli.locate import AsJson, CatalogueFile, Images, Picture, RigFile, canvas_of
from overlook.console import Exit, emit, note, stop
from overlook.drawing.canvas import Canvas, draw_stroke, draw_table
from overlook.drawing.pictures import picture_paths, read_picture, write_picture
from overlook.table.reading import table_of_reading
from referee.editions.registry import edition_of
from referee.rules.judgement import Shot
from referee.rules.ports.edition import Edition
from referee.rules.position import Order, Position, Status
from referee.rules.ruling import Ruling, Threshold
from vision.tracking.photograph import locate

UNKNOWN = Status(Order.ENGAGE, apl=2, move=6, wounds=1, start_wounds=1)


def position_of(table: Table) -> Position:
    """Return a table of which only the places are known: everybody engaged and unhurt."""
    return Position(table, dict.fromkeys(table.operatives, UNKNOWN))


def pairs_of(table: Table, looker: str | None, looked_at: str | None) -> Iterator[tuple[str, str]]:
    """Yield the ordered pairs asked for: all of them unless one end or both are named."""
    for a, b in permutations(table.operatives, 2):
        if looker in (None, a) and looked_at in (None, b):
            yield a, b


def measure_pair(edition: Edition, position: Position, a: str, b: str) -> tuple[dict[str, Any], Iterable[Ruling]]:
    """Return one entry of `measure --json` (docs/formats.md), and the rulings behind it."""
    reach = edition.engagement.engaged(position, a, b)
    shot = edition.judge_shot(position, Shot(a, b))
    threshold = Threshold()
    distance = reach.findings[0]
    entry = {
        "a": a,
        "b": b,
        "gap_in": round(distance.measured, 4),
        "sigma_in": round(distance.sigma, 5),
        "control_range": reach.verdict(threshold).value,
        "visible": shot.visible.verdict(threshold).value,
        "cover": shot.in_cover.verdict(threshold).value,
        "obscured": shot.obscured.verdict(threshold).value,
    }
    return entry, (reach, shot.visible, shot.in_cover, shot.obscured)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("measure")
    def command(
        images: Images,
        rig: RigFile,
        catalogue: CatalogueFile,
        looker: Annotated[str | None, typer.Option("--from", help="Only what this operative sees.")] = None,
        looked_at: Annotated[str | None, typer.Option("--to", help="Only how this operative is seen.")] = None,
        edition: Annotated[str, typer.Option("--edition", help="Whose cover and obscured: kt24 or kt21.")] = "kt24",
        picture: Picture = None,
        as_json: AsJson = False,
    ) -> int:
        """Measure between operatives: gap, control range, sight, cover, obscured, with the camera's error."""
        drawings = picture_paths(picture, images)
        camera, things, rules = load_rig(rig), load_catalogue(catalogue), edition_of(edition)
        known = {entry.id for entry in things.operatives}
        for name in (looker, looked_at):
            if name is not None and name not in known:
                stop(f"{catalogue}: no operative {name!r}; there are {', '.join(sorted(known))}")
        answers = []
        for path, drawing in zip(images, drawings, strict=True):
            image = read_picture(path)
            reading = locate(image, camera, things)
            table = table_of_reading(reading, things)
            for name in (looker, looked_at):
                if name is not None and name not in table.operatives:
                    stop(f"{path}: operative {name!r} is not seen: uncover its tag and photograph again")
            position = position_of(table)
            measured = [measure_pair(rules, position, a, b) for a, b in pairs_of(table, looker, looked_at)]
            answers.append({"image": path.name, "pairs": [entry for entry, _ in measured]})
            for warning in reading.warnings:
                note(f"{path}: {warning}")
            if not as_json:
                _say(path, [entry for entry, _ in measured])
            if drawing is not None:
                canvas = canvas_of(image, camera, reading)
                draw_table(canvas, table)
                if len(measured) <= 2 or looker or looked_at:
                    _draw(canvas, measured)
                write_picture(drawing, canvas.image)
        if as_json:
            emit({"images": answers})
        return Exit.DONE


def _say(path: Path, entries: list[dict[str, Any]]) -> None:
    typer.echo(f"{path}:")
    for entry in entries:
        typer.echo(
            f"  {entry['a']:5} -> {entry['b']:5} {entry['gap_in']:6.2f} in +-{1.96 * entry['sigma_in']:.2f}"
            f"  control range {entry['control_range']:9}  visible {entry['visible']:9}"
            f"  cover {entry['cover']:9}  obscured {entry['obscured']}"
        )


def _draw(canvas: Canvas, measured: list[tuple[dict[str, Any], Iterable[Ruling]]]) -> None:
    for _, rulings in measured:
        for ruling in rulings:
            decisive = ruling.decisive
            if decisive is not None and decisive.witness is not None:
                for stroke in decisive.witness.strokes:
                    draw_stroke(canvas, stroke)
