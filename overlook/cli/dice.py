"""`overlook dice`: what a roll shows, from photographs of a tray."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import cv2
import typer

from overlook.cli.locate import AsJson, Picture
from overlook.console import Exit, emit, stop
from overlook.drawing.pictures import Image, picture_paths, read_picture, write_picture
from vision.dice.acceptance import ReadDie, Reading
from vision.dice.networks import least_edge_px
from vision.dice.reader import read_dice
from vision.dice.tray import Tray, load_tray, require_size

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


def marked(image: Image, reading: Reading) -> Image:
    """Return the photograph with a box and the value on every die, the doubtful ones red with a question mark."""
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
    """Add the command to the program."""

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
            stop(f"--count: found {count}; expected how many dice were thrown, at least 1")
        if die_px is not None and not LEAST_DIE_PX <= die_px <= LARGEST_DIE_PX:
            stop(f"--die-px: found {die_px:g}; expected {LEAST_DIE_PX:g} to {LARGEST_DIE_PX:g} pixels")
        if tray is not None and die_px is not None:
            stop("--die-px and --tray: the tray knows how long a die's edge is; leave one of them out")
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
                    "why": reading.why,
                }
            )
            if not as_json:
                _say(path, reading)
            if drawing is not None:
                write_picture(drawing, marked(image, reading))
        if as_json:
            emit({"images": answers})
        return Exit.DONE


def _require_readable(image: Image, path: Path, die_px: float | None, tray: Tray | None) -> None:
    """Stop before anything is read or written where one of the photographs cannot be."""
    if tray is not None:
        require_size(image, tray.picture_px, str(path))
    width, height = image.shape[1], image.shape[0]
    least = least_edge_px(width, height)
    if die_px is not None and die_px < least:
        stop(
            f"--die-px: {die_px:g} in a picture of {width} x {height} ({path}); expected at least {least:.1f} there: "
            "measure a die's edge again, or crop the picture"
        )


def _say(path: Path, reading: Reading) -> None:
    shown = " ".join(f"{die.value or 'cocked'}{'' if die.doubt is None else '?'}" for die in reading.dice) or "no dice"
    typer.echo(f"{path}: {reading.call}: {shown}")
    if reading.why is not None:
        typer.echo(f"  {reading.why}")
