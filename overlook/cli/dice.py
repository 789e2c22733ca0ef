"""`overlook dice` and `overlook tray`: read and calibrate a dice tray from photographs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from overlook.atomic_files import write_json
from overlook.cli.locate import AsJson, Picture
from overlook.console import Exit, exit_with_error, print_json
from overlook.image_files import Image, picture_paths, read_picture, require_apart, write_picture
from vision.dice.acceptance import ReadDie, RollReading
from vision.dice.detector import find_scale
from vision.dice.networks import EDGE_PX, least_edge_px
from vision.dice.reader import read_dice
from vision.dice.tray import EmptyTrayError, Tray, load_tray, require_size, tray_document
from vision.dice.tray_calibration import corners_of_tags, tray_of_pictures

Photographs = Annotated[list[Path], typer.Argument(help="Photographs of dice that lie still.")]
LEAST_DIE_PX, LARGEST_DIE_PX = 6.0, 2000.0
BELIEVED = (110, 220, 110)
DOUBTFUL = (60, 60, 240)


def die_json(die: ReadDie) -> dict[str, Any]:
    """Return one die of `dice --json` (docs/formats.md); a cocked one has no value."""
    entry: dict[str, Any] = {
        "value": die.value,
        "box_px": list(die.seen.box_px),
        "confidence": round(die.confidence, 4),
        "state": die.state.value,
    }
    if die.owner is not None:
        entry["owner"] = die.owner
    if die.doubt is not None:
        entry["doubt"] = die.doubt.value
    return entry


def marked(image: Image, reading: RollReading) -> Image:
    """Return a copy of the image with box and value of each die; uncertain dice are red with a question mark."""
    drawn = image.copy()
    thick = max(1, round(image.shape[1] / 600))
    for die in reading.dice:
        colour = BELIEVED if die.doubt is None else DOUBTFUL
        left, top, width, height = die.seen.box_px
        cv2.rectangle(drawn, (left, top), (left + width, top + height), colour, thick)
        text = f"{die.value or 'cocked'}{'' if die.doubt is None else '?'}"
        cv2.putText(drawn, text, (left, max(12, top - 3)), cv2.FONT_HERSHEY_SIMPLEX, 0.5 * thick + 0.2, colour, thick)
    return drawn


def register(app: typer.Typer) -> None:
    """Add these commands to the program."""
    _register_dice(app)
    _register_tray(app)


def _register_dice(app: typer.Typer) -> None:
    @app.command("dice")
    def command(
        images: Photographs,
        count: Annotated[int | None, typer.Option("--count", help="How many dice were thrown.")] = None,
        die_px: Annotated[float | None, typer.Option("--die-px", help="A die's edge in the picture.")] = None,
        tray: Annotated[Path | None, typer.Option("--tray", help="The calibrated tray: tray.json.")] = None,
        picture: Picture = None,
        as_json: AsJson = False,
    ) -> int:
        """Read a roll; say unsure, and why, rather than guess."""
        if count is not None and count < 1:
            exit_with_error(f"--count: found {count}; expected how many dice were thrown, at least 1")
        if die_px is not None and not LEAST_DIE_PX <= die_px <= LARGEST_DIE_PX:
            exit_with_error(f"--die-px: found {die_px:g}; expected {LEAST_DIE_PX:g} to {LARGEST_DIE_PX:g} pixels")
        if tray is not None and die_px is not None:
            exit_with_error("--die-px and --tray: the tray knows how long a die's edge is; leave one of them out")
        drawings = picture_paths(picture, images)
        known: Tray | None = load_tray(tray) if tray is not None else None
        answers = []
        for path in images:
            _require_readable(read_picture(path), path, die_px, known)
        for path, drawing in zip(images, drawings, strict=True):
            image = read_picture(path)
            reading = read_dice(image, count=count, die_px=die_px, tray=known)
            answers.append(
                {
                    "image": path.name,
                    "call": reading.call,
                    "dice": [die_json(die) for die in reading.dice],
                    "why": None if reading.why is None else str(reading.why),
                }
            )
            if not as_json:
                _say(path, reading)
            if drawing is not None:
                write_picture(drawing, marked(image, reading))
        if as_json:
            print_json({"images": answers})
        return Exit.DONE


def _require_readable(image: Image, path: Path, die_px: float | None, tray: Tray | None) -> None:
    """Stop before any output if a photograph has the wrong size or its dice would be too small."""
    if tray is not None:
        require_size(image, tray.picture_px, str(path))
    width, height = image.shape[1], image.shape[0]
    least = least_edge_px(width, height)
    if die_px is not None and die_px < least:
        exit_with_error(
            f"--die-px: {die_px:g} in a picture of {width} x {height} ({path}); expected at least {least:.1f} there: "
            "measure a die's edge again, or crop the picture"
        )


def _say(path: Path, reading: RollReading) -> None:
    shown = " ".join(f"{die.value or 'cocked'}{'' if die.doubt is None else '?'}" for die in reading.dice) or "no dice"
    typer.echo(f"{path}: {reading.call}: {shown}")
    if reading.why is not None:
        typer.echo(f"  {reading.why}")


def parse_corners(text: str) -> NDArray[np.float64]:
    """Return four corners, (4, 2) px, of "x,y x,y x,y x,y"; exits with a one-line error for anything else."""
    try:
        corners = np.array([[float(v) for v in pair.split(",")] for pair in text.split()], dtype=np.float64)
    except ValueError:
        corners = np.zeros(0)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        exit_with_error(
            f"--corners: found {text!r}; expected four corners 'x,y x,y x,y x,y', clockwise from the upper left"
        )
    return corners


def _outline(corners: str | None, tags: str | None, picture: Image) -> NDArray[np.float64]:
    if (corners is None) == (tags is None):
        exit_with_error("--corners or --tags: say where the tray is by one of them")
    if corners is not None:
        return parse_corners(corners)
    words = (tags or "").split(",")
    if len(set(words)) != 4 or not all(word.strip().isdecimal() for word in words):
        exit_with_error(f"--tags: found {tags!r}; expected four different tags 'id,id,id,id'")
    one, two, three, four = (int(word) for word in words)
    return corners_of_tags(picture, (one, two, three, four))


def _named(words: list[str]) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for word in words:
        player, equals, path = word.partition("=")
        if not (player and equals and path) or player in named:
            exit_with_error(f"--dice: found {word!r}; expected PLAYER=PHOTOGRAPH, each player once")
        named[player] = Path(path)
    return named


def _edge(photos: dict[str, Image], named: dict[str, Path]) -> float:
    found = [edge for edge in (find_scale(photo) for photo in photos.values()) if edge is not None]
    if not photos:
        exit_with_error("a die's size is unknown: give --die-px, or photographs with dice by --dice")
    if not found:
        exit_with_error(
            f"{_listed(named.values())}: no dice seen, so their size is unknown: "
            "give --die-px, or other photographs by --dice"
        )
    return float(np.median(found))


def _listed(paths: Iterable[Path]) -> str:
    return ", ".join(map(str, paths))


def _register_tray(app: typer.Typer) -> None:
    @app.command("tray")
    def command(
        empty: Annotated[list[Path], typer.Argument(help="Two or more photographs of the empty tray, none moved.")],
        corners: Annotated[
            str | None, typer.Option("--corners", help="'x,y x,y x,y x,y', clockwise from the upper left.")
        ] = None,
        tags: Annotated[
            str | None, typer.Option("--tags", help="Four tags on the rim, 'id,id,id,id', in place of --corners.")
        ] = None,
        out: Annotated[Path, typer.Option("--out", help="Where the tray is written.")] = Path("tray.json"),
        die_px: Annotated[float | None, typer.Option("--die-px", help="A die's edge; measured unless given.")] = None,
        dice: Annotated[
            list[str] | None, typer.Option("--dice", help="PLAYER=PHOTOGRAPH of that player's dice.")
        ] = None,
        printed: Annotated[
            bool, typer.Option("--printed", help="What looks like dice in the empty tray is printed on it.")
        ] = False,
    ) -> int:
        """Calibrate a dice tray: outline, die size, how it looks empty, whose dice have which colour."""
        if die_px is not None and not (math.isfinite(die_px) and 6 <= die_px <= 1000):
            exit_with_error(f"--die-px: found {die_px:g}; expected 6 to 1000 pixels")
        named = _named(dice or [])
        require_apart(out, [*empty, *named.values()], "--out")
        pictures = [read_picture(path) for path in empty]
        outline = _outline(corners, tags, pictures[0])
        photos = {player: read_picture(path) for player, path in named.items()}
        size = pictures[0].shape[1], pictures[0].shape[0]
        for path, photo in zip([*empty, *named.values()], [*pictures, *photos.values()], strict=True):
            require_size(photo, size, str(path))
        edge = die_px if die_px is not None else _edge(photos, named)
        try:
            tray = tray_of_pictures(pictures, outline, edge, photos, printed=printed)
        except EmptyTrayError as fault:
            exit_with_error(f"{_listed(empty)}: {fault}")
        write_json(out, tray_document(tray))
        names = ", ".join(colour.player for colour in tray.colours) or "nobody"
        typer.echo(
            f"{out}: dice of {edge:.1f} px in a tray of {tray.empty.shape[1] / EDGE_PX:.1f} x "
            f"{tray.empty.shape[0] / EDGE_PX:.1f} dice, noise {tray.noise:.2f} grey levels; colours known of {names}"
        )
        return Exit.DONE
