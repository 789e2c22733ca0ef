"""`overlook dice` and `overlook tray`: read and calibrate a dice tray from photographs, and publish its rolls."""

from __future__ import annotations

import asyncio
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from messages.message import Message
from overlook.atomic_files import write_json
from overlook.cli.locate import AsJson, Picture
from overlook.console import Exit, exit_with_error, print_json, print_notice, prints_blocks
from overlook.image_files import Image, picture_paths, read_picture, require_apart, write_picture
from vision.dice.acceptance import ReadDie, RollReading, accept_value, open_die
from vision.dice.detector import find_scale
from vision.dice.networks import EDGE_PX, CropSize, crops_of, least_edge_px
from vision.dice.pips import STRAIGHT_ON
from vision.dice.reader import read_dice
from vision.dice.tray import EmptyTrayError, Tray, load_tray, require_size, tray_document
from vision.dice.tray_calibration import corners_of_tags, tray_of_pictures

if TYPE_CHECKING:
    from hardware.cameras.camera import Camera
    from venue.mqtt import Broker

Photographs = Annotated[list[Path], typer.Argument(help="photo-help-dice")]
SIMULATED = "simulated"
"""Camera of `tray --publish` without a tray of one's own."""

LEAST_DIE_PX, LARGEST_DIE_PX = 6.0, 2000.0
SHOWN_PX, SHOWN_EDGES = 32, 1.8
"""Side of a die's image in a terminal, in pixels, and in edge lengths of the die."""

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
        count: Annotated[int | None, typer.Option("--count", help="photo-help-count")] = None,
        die_px: Annotated[float | None, typer.Option("--die-px", help="photo-help-die-px")] = None,
        tray: Annotated[Path | None, typer.Option("--tray", help="photo-help-tray")] = None,
        picture: Picture = None,
        as_json: AsJson = False,
    ) -> int:
        """Read a roll from photographs; dice that cannot be read with certainty are marked, with the reason."""
        if count is not None and count < 1:
            exit_with_error(Message.of("photo-count-low", found=count))
        if die_px is not None and not LEAST_DIE_PX <= die_px <= LARGEST_DIE_PX:
            exit_with_error(Message.of("photo-die-px-range", found=die_px, least=LEAST_DIE_PX, most=LARGEST_DIE_PX))
        if tray is not None and die_px is not None:
            exit_with_error(Message.of("photo-die-px-and-tray"))
        drawings = picture_paths(picture, images)
        known: Tray | None = load_tray(tray) if tray is not None else None
        answers = []
        for path in images:
            _require_readable(read_picture(path), path, die_px, known)
        for path, drawing in zip(images, drawings, strict=True):
            image = read_picture(path)
            reading = read_dice(image, count=count, die_px=die_px, tray=known)
            asked = open_die(reading) if count is not None else None
            if asked is not None and not as_json and is_terminal():
                reading, asked = accept_value(reading, asked, _ask_value(path, image, reading.dice[asked])), None
            answers.append(
                {
                    "image": path.name,
                    "call": reading.call,
                    "dice": [die_json(die) for die in reading.dice],
                    "why": None if reading.why is None else str(reading.why),
                }
                | ({} if asked is None else {"ask": asked})
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
            Message.of("photo-die-px-small", found=die_px, least=least, file=path, width=width, height=height)
        )


def is_terminal() -> bool:
    """Return whether a person can answer a question of this command."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _ask_value(path: Path, image: Image, die: ReadDie) -> int:
    """Return the value of a die that the user sees in the terminal; Enter accepts the value that was read."""
    if prints_blocks():
        for line in shown_in_terminal(image, die):
            typer.echo(line)
    x, y = round(die.seen.x_px), round(die.seen.y_px)
    question = str(Message.of("photo-open-die", file=path, x=x, y=y))
    while (value := int(typer.prompt(question, default=die.seen.value, type=int))) not in range(1, 7):
        pass
    return value


def shown_in_terminal(image: Image, die: ReadDie) -> list[str]:
    """Return a die and its surroundings as lines of coloured half blocks."""
    place = die.seen.x_px, die.seen.y_px, die.seen.edge_px
    (crop,) = crops_of(image, [place], STRAIGHT_ON, CropSize(SHOWN_PX, SHOWN_PX / SHOWN_EDGES))
    return [
        "".join(
            f"\x1b[38;2;{r};{g};{b}m\x1b[48;2;{red};{green};{blue}m▀"
            for (b, g, r), (blue, green, red) in zip(above.tolist(), below.tolist(), strict=True)
        )
        + "\x1b[0m"
        for above, below in zip(crop[::2], crop[1::2], strict=True)
    ]


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
        exit_with_error(Message.of("photo-corners-four", found=text))
    return corners


def _outline(corners: str | None, tags: str | None, picture: Image) -> NDArray[np.float64]:
    if (corners is None) == (tags is None):
        exit_with_error(Message.of("photo-corners-or-tags"))
    if corners is not None:
        return parse_corners(corners)
    words = (tags or "").split(",")
    if len(set(words)) != 4 or not all(word.strip().isdecimal() for word in words):
        exit_with_error(Message.of("photo-tags-four", found=str(tags)))
    one, two, three, four = (int(word) for word in words)
    return corners_of_tags(picture, (one, two, three, four))


def _named(words: list[str]) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for word in words:
        player, equals, path = word.partition("=")
        if not (player and equals and path) or player in named:
            exit_with_error(Message.of("photo-owner-form", found=word))
        named[player] = Path(path)
    return named


def _edge(photos: dict[str, Image], named: dict[str, Path]) -> float:
    found = [edge for edge in (find_scale(photo) for photo in photos.values()) if edge is not None]
    if not photos:
        exit_with_error(Message.of("photo-die-size-missing"))
    if not found:
        exit_with_error(Message.of("photo-die-size-unseen", files=named.values()))
    return float(np.median(found))


def _register_tray(app: typer.Typer) -> None:
    @app.command("tray")
    def command(
        empty: Annotated[list[Path] | None, typer.Argument(help="photo-help-empty")] = None,
        corners: Annotated[str | None, typer.Option("--corners", help="photo-help-corners")] = None,
        tags: Annotated[str | None, typer.Option("--tags", help="photo-help-tags")] = None,
        out: Annotated[Path, typer.Option("--out", help="photo-help-tray-out")] = Path("tray.json"),
        die_px: Annotated[float | None, typer.Option("--die-px", help="photo-help-tray-die-px")] = None,
        dice: Annotated[list[str] | None, typer.Option("--dice", help="photo-help-owner-dice")] = None,
        printed: Annotated[bool, typer.Option("--printed", help="photo-help-printed")] = False,
        publish: Annotated[bool, typer.Option("--publish", help="photo-help-publish")] = False,
        source: Annotated[str, typer.Option("--source", help="photo-help-source")] = SIMULATED,
        tray_file: Annotated[Path, typer.Option("--tray", help="photo-help-tray-file")] = Path("tray.json"),
        host: Annotated[str, typer.Option("--host", help="cli-help-host")] = "127.0.0.1",
        port: Annotated[int, typer.Option("--port", help="cli-help-port")] = 8770,
        broker: Annotated[str | None, typer.Option("--broker", help="photo-help-broker")] = None,
        topic: Annotated[str, typer.Option("--topic", help="photo-help-topic")] = "overlook/tray",
        user: Annotated[str | None, typer.Option("--user", help="photo-help-broker-user")] = None,
        password_file: Annotated[
            Path | None, typer.Option("--password-file", help="photo-help-broker-password")
        ] = None,
    ) -> int:
        """Calibrate a dice tray from photographs, or publish its rolls for other programs."""
        if publish:
            if empty:
                exit_with_error(Message.of("tray-publish-photographs"))
            link = _broker_of(broker, topic, user, password_file)
            _publish(source, tray_file, (host, port), link, topic.strip("/"))
            return Exit.DONE
        if not empty:
            exit_with_error(Message.of("tray-calibrate-photographs"))
        if die_px is not None and not (math.isfinite(die_px) and 6 <= die_px <= 1000):
            exit_with_error(Message.of("photo-die-px-range", found=die_px, least=6, most=1000))
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
            exit_with_error(Message.of("photo-files-fault", files=empty, fault=fault))
        write_json(out, tray_document(tray))
        typer.echo(
            Message.of(
                "photo-tray-done",
                file=out,
                edge=edge,
                width=tray.empty.shape[1] / EDGE_PX,
                height=tray.empty.shape[0] / EDGE_PX,
                noise=tray.noise,
                players=[colour.player for colour in tray.colours],
            )
        )
        return Exit.DONE


BROKER = "OVERLOOK_TRAY_PASSWORD"
"""Environment variable with the password at the broker."""


def _broker_of(broker: str | None, topic: str, user: str | None, password_file: Path | None) -> Broker | None:
    """Return the broker that the options name; exits with a one-line error if they are invalid."""
    if broker is None:
        return None
    from overlook.cli.hub import broker_address, read_secret
    from overlook.distribution import INSTALL_FOR_A_HALL

    host, port = broker_address(broker)
    if not topic.strip("/") or set("+#\0") & set(topic):
        exit_with_error(Message.of("tray-publish-topic", found=topic))
    try:
        from venue.mqtt import Broker
    except ModuleNotFoundError as missing:
        exit_with_error(Message.of("tray-publish-library", library=str(missing.name), command=INSTALL_FOR_A_HALL))
    password = read_secret("--password-file", password_file, BROKER)
    return Broker(host, port or 1883, user, password)


def _publish(source: str, tray_file: Path, address: tuple[str, int], broker: Broker | None, topic: str) -> None:
    """Publish the rolls of a tray until Ctrl-C; `address` is the host and port of its page."""
    from overlook.app.tray_publisher import MqttSink, TrayPublisher, publish_tray
    from overlook.camera_sources import camera_or_hotplug
    from overlook.listening import listen
    from overlook.simulated.demonstration import demonstration_tray
    from web.server.settings import WebSettings

    camera: Camera
    if source == SIMULATED:
        camera, tray = demonstration_tray()
        print_notice(Message.of("tray-publish-simulated"))
    else:
        if not tray_file.exists():
            exit_with_error(Message.of("tray-publish-no-file", file=tray_file))
        tray = load_tray(tray_file)
        camera = camera_or_hotplug(source, source, size_px=tray.picture_px)
    sinks = [] if broker is None else [MqttSink(broker, topic, lambda _, message: print_notice(message))]
    host, port = address
    listening = listen(WebSettings(host=host, port=port))
    shown = "localhost" if host == "127.0.0.1" else host
    print_notice(Message.of("tray-publish-ready", address=f"http://{shown}:{listening.getsockname()[1]}/"))
    try:
        asyncio.run(publish_tray(TrayPublisher(camera, tray, sinks), listening))
    finally:
        listening.close()
