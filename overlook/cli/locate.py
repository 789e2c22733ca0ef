"""`overlook locate`, `measure` and `example`: positions and measurements from photographs of a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer
from numpy.typing import ArrayLike, NDArray

from calibration.catalogue import Catalogue, load_catalogue
from calibration.rig import BoardPose, CameraModel, Rig, load_rig, project, save_rig
from geometry.base import MM_PER_INCH
from geometry.table import Operative, Table
from geometry.witness import Stroke, base_outline, densified
from messages.message import Message
from overlook.console import Exit, exit_with_error, print_json, print_notice
from overlook.image_files import Image, picture_paths, read_picture, write_picture
from overlook.table.observation.seen_table import observation_json, reading_json, table_of_observation, table_of_reading
from referee.editions.registry import edition_of
from referee.rules.judgement import Shot
from referee.rules.ports.edition import Edition
from referee.rules.position import Order, Position, Status
from referee.rules.ruling import Ruling, Threshold
from simulation.render.renderer import take_photo
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from vision.tracking.photograph import TableReading, locate
from vision.tracking.table_tracker import TableTracker
from web.camera.drawing import CASING, Bgr, paint_line, paint_stroke


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    _register_example(app)
    _register_locate(app)
    _register_measure(app)


def _register_example(app: typer.Typer) -> None:
    @app.command("example")
    def command(
        folder: Annotated[Path, typer.Argument(help="photo-help-example-folder")],
        width: Annotated[int, typer.Option("--width", min=640, max=4096, help="photo-help-width")] = 1920,
    ) -> int:
        """Photograph the simulated table: writes an image, the catalogue of its tags, and the camera's lens."""
        catalogue, rig = example_catalogue(), example_rig((width, width * 9 // 16))
        print_notice(Message.of("photo-rendering"))
        picture = take_photo(catalogue, example_poses(), rig)
        write_picture(folder / "table.png", picture.image)
        things = json.loads(catalogue.model_dump_json())
        (folder / "catalogue.json").write_text(json.dumps(things, indent=1) + "\n", encoding="utf-8")
        save_rig(rig, folder / "rig.json")
        print_notice(Message.of("photo-example-done", folder=folder))
        return Exit.DONE


Colour = Bgr

INK: Colour = (250, 250, 250)
TERRAIN: Colour = (190, 190, 60)
PLAYERS: tuple[Colour, ...] = ((230, 150, 40), (60, 90, 240), (90, 200, 90), (200, 90, 200))
RIM_POINTS = 48
AROUND = tuple((across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down)


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A copy of a photograph to draw on, with its camera and pose. Points are (x, y, z) in board inches."""

    image: Image
    camera: CameraModel
    pose: BoardPose

    @property
    def scale(self) -> float:
        """Width of a thin line on this image, in pixels."""
        return max(1.0, float(self.image.shape[1]) / 1600)

    def pixels(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return the pixels of board points (x, y, z), shape (n, 2)."""
        return project(self.camera, self.pose, np.asarray(points, dtype=np.float64) * MM_PER_INCH)

    def line(self, points: ArrayLike, colour: Colour, *, closed: bool = False, width: float = 1) -> None:
        """Draw a line through board points, with a dark casing so that it shows on any background."""
        drawn = self.pixels(densified(points, closed=closed))
        paint_line(self.image, drawn, colour, closed=closed, width=max(1, round(width * self.scale)), casing=2)

    def words(self, point: tuple[float, float, float], text: str, colour: Colour = INK, size: float = 0.5) -> None:
        """Write text centred on a board point."""
        scale = size * self.scale
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
        x, y = self.pixels([point])[0]
        weight = max(1, round(self.scale))
        left, top = round(x - width / 2), round(y + height / 2)
        for across, down in (*AROUND, (0, 0)):
            ink = CASING if across or down else colour
            place = (left + across * weight, top + down * weight)
            cv2.putText(self.image, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, weight, cv2.LINE_AA)


def player_colours(operatives: Iterable[Operative]) -> dict[str, Colour]:
    """Return a colour for each player, in the order of their names."""
    players = sorted({operative.player for operative in operatives})
    return {player: PLAYERS[index % len(PLAYERS)] for index, player in enumerate(players)}


def draw_table(canvas: Canvas, table: Table) -> None:
    """Draw the board, terrain with heights, bases with names, and markers."""
    board = table.board
    edge = [(0.0, 0.0, 0.0), (board.width, 0.0, 0.0), (board.width, board.depth, 0.0), (0.0, board.depth, 0.0)]
    canvas.line(edge, INK, closed=True)
    for part in table.terrain:
        corners = [(float(x), float(y)) for x, y in part.corners]
        canvas.line([(x, y, part.bottom) for x, y in corners], TERRAIN, closed=True)
        canvas.line([(x, y, part.top) for x, y in corners], TERRAIN, closed=True, width=2)
        for x, y in corners:
            canvas.line([(x, y, part.bottom), (x, y, part.top)], TERRAIN)
        middle = part.polygon.representative_point()
        canvas.words((middle.x, middle.y, part.top), f'{part.id} {part.top:.1f}"', TERRAIN)
    colours = player_colours(table.operatives.values())
    for operative in table.operatives.values():
        base = operative.base
        canvas.line(base_outline(base, RIM_POINTS), colours[operative.player], closed=True, width=2)
        canvas.words((base.x, base.y, base.z), operative.id)
    for marker in table.markers.values():
        canvas.line(base_outline(marker.base, RIM_POINTS), INK, closed=True)
        canvas.words((marker.placement.x, marker.placement.y, marker.placement.z), marker.id)


def draw_stroke(canvas: Canvas, stroke: Stroke) -> None:
    """Draw one shape of a witness in the colour of its role, with its label beside its middle."""
    points = canvas.pixels(densified(stroke.points, closed=stroke.closed))
    width = max(1, round(1.6 * canvas.scale))
    paint_stroke(canvas.image, stroke.role, points, closed=stroke.closed, label=stroke.label, width=width)


Images = Annotated[list[Path], typer.Argument(help="photo-help-photographs")]
RigFile = Annotated[Path, typer.Option("--rig", help="photo-help-rig")]
CatalogueFile = Annotated[Path, typer.Option("--catalogue", help="photo-help-catalogue")]
Picture = Annotated[Path | None, typer.Option("--picture", help="photo-help-picture")]
AsJson = Annotated[bool, typer.Option("--json", help="cli-help-json")]


def canvas_of(image: Image, rig: Rig, reading: TableReading) -> Canvas:
    """Return a copy of the photograph to draw on, with the pose that the reading found."""
    return Canvas(image.copy(), rig.camera, reading.registration.pose)


def _say(reading: TableReading, path: Path, catalogue: Catalogue) -> None:
    names = {entry.id: entry.name for entry in catalogue.operatives}
    pose = reading.registration.pose
    typer.echo(Message.of("photo-board", file=path, tags=pose.references, error=pose.residual_px or 0))
    for located in reading.operatives.values():
        place = located.placement
        typer.echo(
            f"  {located.id:6} {names.get(located.id, ''):14} x {place.x:6.2f}  y {place.y:6.2f}  z {place.z:5.2f} in"
            f"  +-{1.96 * place.sigma * MM_PER_INCH:.2f} mm  on {located.level}"
        )
    if reading.missing:
        typer.echo(f"  {Message.of('photo-missing', things=reading.missing)}")
    for warning in reading.warnings:
        print_notice(f"{path}: {warning}")


def _register_locate(app: typer.Typer) -> None:
    @app.command("locate")
    def command(
        images: Images,
        rig: RigFile,
        catalogue: CatalogueFile,
        picture: Picture = None,
        sequence: Annotated[bool, typer.Option("--sequence", help="photo-help-sequence")] = False,
        fps: Annotated[float, typer.Option("--fps", min=0.01, max=1000, help="photo-help-fps")] = 5.0,
        as_json: AsJson = False,
    ) -> int:
        """Locate all models and terrain on photographs of a table, with the measurement error."""
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
            print_json({"images": answers})
        return Exit.DONE


def _follow(
    images: list[Path], rig: Rig, catalogue: Catalogue, fps: float, drawings: list[Path | None], *, as_json: bool
) -> int:
    """Track one table through consecutive images."""
    tracker = TableTracker(rig, catalogue)
    answers = []
    for number, (path, drawing) in enumerate(zip(images, drawings, strict=True)):
        image = read_picture(path)
        seen = tracker.observe(image, number / fps)
        answers.append(observation_json(path.name, seen))
        if not as_json:
            _say_states(path, answers[-1])
        for warning in seen.warnings:
            print_notice(f"{path}: {warning}")
        if drawing is not None:
            canvas = Canvas(image.copy(), rig.camera, seen.registration.pose)
            draw_table(canvas, table_of_observation(seen, catalogue))
            write_picture(drawing, canvas.image)
    if as_json:
        print_json({"images": answers})
    return Exit.DONE


def _say_states(path: Path, answer: dict[str, Any]) -> None:
    unlike = [f"{one['id']} {one['state']}" for one in answer["operatives"] if one["state"] != "seen"]
    typer.echo(Message.of("photo-frame", file=path, hand=answer["hand"], settled=answer["settled"], others=unlike))


UNKNOWN = Status(Order.ENGAGE, apl=2, move=6, wounds=1, start_wounds=1)


def position_of(table: Table) -> Position:
    """Return a position for a table known from a photograph only: all operatives on Engage orders and unhurt."""
    return Position(table, dict.fromkeys(table.operatives, UNKNOWN))


def pairs_of(table: Table, looker: str | None, looked_at: str | None) -> Iterator[tuple[str, str]]:
    """Yield the ordered pairs of operatives to measure: all, or those with a given first or second operative."""
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


def _register_measure(app: typer.Typer) -> None:
    @app.command("measure")
    def command(
        images: Images,
        rig: RigFile,
        catalogue: CatalogueFile,
        looker: Annotated[str | None, typer.Option("--from", help="photo-help-from")] = None,
        looked_at: Annotated[str | None, typer.Option("--to", help="photo-help-to")] = None,
        edition: Annotated[str, typer.Option("--edition", help="photo-help-rules")] = "kt24",
        picture: Picture = None,
        as_json: AsJson = False,
    ) -> int:
        """Measure between operatives: gap, control range, visibility, cover, obscured, with the camera's error."""
        drawings = picture_paths(picture, images)
        camera, things, rules = load_rig(rig), load_catalogue(catalogue), edition_of(edition)
        known = {entry.id for entry in things.operatives}
        for name in (looker, looked_at):
            if name is not None and name not in known:
                exit_with_error(Message.of("photo-no-operative", file=catalogue, operative=name, known=sorted(known)))
        answers = []
        for path, drawing in zip(images, drawings, strict=True):
            image = read_picture(path)
            reading = locate(image, camera, things)
            table = table_of_reading(reading, things)
            for name in (looker, looked_at):
                if name is not None and name not in table.operatives:
                    exit_with_error(Message.of("photo-operative-unseen", file=path, operative=name))
            position = position_of(table)
            measured = [measure_pair(rules, position, a, b) for a, b in pairs_of(table, looker, looked_at)]
            answers.append({"image": path.name, "pairs": [entry for entry, _ in measured]})
            for warning in reading.warnings:
                print_notice(f"{path}: {warning}")
            if not as_json:
                _say_measured(path, [entry for entry, _ in measured])
            if drawing is not None:
                canvas = canvas_of(image, camera, reading)
                draw_table(canvas, table)
                if len(measured) <= 2 or looker or looked_at:
                    _draw(canvas, measured)
                write_picture(drawing, canvas.image)
        if as_json:
            print_json({"images": answers})
        return Exit.DONE


def _say_measured(path: Path, entries: list[dict[str, Any]]) -> None:
    typer.echo(f"{path}:")
    for entry in entries:
        verdicts = {name: entry[name] for name in ("control_range", "visible", "cover", "obscured")}
        gap, error = entry["gap_in"], 1.96 * entry["sigma_in"]
        typer.echo(Message.of("photo-pair", viewer=entry["a"], target=entry["b"], gap=gap, error=error, **verdicts))


def _draw(canvas: Canvas, measured: list[tuple[dict[str, Any], Iterable[Ruling]]]) -> None:
    for _, rulings in measured:
        for ruling in rulings:
            decisive = ruling.decisive
            if decisive is not None and decisive.witness is not None:
                for stroke in decisive.witness.strokes:
                    draw_stroke(canvas, stroke)
