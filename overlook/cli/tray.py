"""`overlook tray`: calibrate a dice tray from photographs of it, empty and with each player's dice."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from overlook.console import Exit, stop
from overlook.drawing.pictures import Image, read_picture, require_apart
from overlook.writing import write_json
from vision.dice.detector import find_scale
from vision.dice.networks import EDGE_PX
from vision.dice.tray import EmptyTrayError, require_size, tray_document
from vision.dice.tray_calibration import corners_of_tags, tray_of_pictures


def parse_corners(text: str) -> NDArray[np.float64]:
    """Return four corners, (4, 2) px, of "x,y x,y x,y x,y"; leaves with one line for anything else."""
    try:
        corners = np.array([[float(v) for v in pair.split(",")] for pair in text.split()], dtype=np.float64)
    except ValueError:
        corners = np.zeros(0)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        stop(f"--corners: found {text!r}; expected four corners 'x,y x,y x,y x,y', clockwise from the upper left")
    return corners


def _outline(corners: str | None, tags: str | None, picture: Image) -> NDArray[np.float64]:
    if (corners is None) == (tags is None):
        stop("--corners or --tags: say where the tray is by one of them")
    if corners is not None:
        return parse_corners(corners)
    words = (tags or "").split(",")
    if len(set(words)) != 4 or not all(word.strip().isdecimal() for word in words):
        stop(f"--tags: found {tags!r}; expected four different tags 'id,id,id,id'")
    one, two, three, four = (int(word) for word in words)
    return corners_of_tags(picture, (one, two, three, four))


def _named(words: list[str]) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for word in words:
        player, equals, path = word.partition("=")
        if not (player and equals and path) or player in named:
            stop(f"--dice: found {word!r}; expected PLAYER=PHOTOGRAPH, each player once")
        named[player] = Path(path)
    return named


def _edge(photos: dict[str, Image], named: dict[str, Path]) -> float:
    found = [edge for edge in (find_scale(photo) for photo in photos.values()) if edge is not None]
    if not photos:
        stop("a die's size is unknown: give --die-px, or photographs with dice by --dice")
    if not found:
        stop(
            f"{_listed(named.values())}: no dice seen, so their size is unknown: "
            "give --die-px, or other photographs by --dice"
        )
    return float(np.median(found))


def _listed(paths: Iterable[Path]) -> str:
    return ", ".join(map(str, paths))


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

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
            stop(f"--die-px: found {die_px:g}; expected 6 to 1000 pixels")
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
            stop(f"{_listed(empty)}: {str(fault).removeprefix('tray: ')}")
        write_json(out, tray_document(tray))
        names = ", ".join(colour.player for colour in tray.colours) or "nobody"
        typer.echo(
            f"{out}: dice of {edge:.1f} px in a tray of {tray.empty.shape[1] / EDGE_PX:.1f} x "
            f"{tray.empty.shape[0] / EDGE_PX:.1f} dice, noise {tray.noise:.2f} grey levels; colours known of {names}"
        )
        return Exit.DONE
