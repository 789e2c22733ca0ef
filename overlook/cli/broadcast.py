"""`overlook broadcast`: the annotated camera as H.264 to a server beside the table."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode, urlsplit

import typer

from overlook.broadcast.encoders import command as encoding
from overlook.broadcast.encoders import encoder_named
from overlook.broadcast.publisher import Publisher
from overlook.cli.ending import ended_in_order
from overlook.console import Exit, note
from overlook.errors import SettingsError

TABLE = "http://localhost:8765"


def pictures_of(table: str, *, whole: bool, delay_s: float) -> str:
    """Return the address of the table's drawn pictures; raises `SettingsError` for an address that is none."""
    parts = urlsplit(table)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise SettingsError(f"table {table!r}: expected its address, as in {TABLE}")
    asked = {"drawn" if whole else "follow": "true", **({"delay": f"{delay_s:g}"} if delay_s else {})}
    return f"{parts.scheme}://{parts.netloc}/camera.mjpg?{urlencode(asked)}"


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("broadcast")
    def command(
        server: Annotated[str, typer.Argument(help="Where to: rtsp://, rtp://, srt://, udp:// or rtmp://...")],
        table: Annotated[str, typer.Option("--table", help="The address of the table's pages.")] = TABLE,
        whole: Annotated[
            bool, typer.Option("--whole", help="All of the picture; else a virtual cameraman follows the action.")
        ] = False,
        delay: Annotated[float, typer.Option(min=0.0, max=15.0, help="Seconds it is held back.")] = 0.0,
        kilobits: Annotated[int, typer.Option(min=200, max=20_000, help="Most kilobits in a second.")] = 4000,
        encoder: Annotated[
            str | None, typer.Option("--encoder", help="libx264 or h264_v4l2m2m; without it, the best one here.")
        ] = None,
    ) -> int:
        """Hand the annotated camera as H.264 to a server that has many viewers: MediaMTX, go2rtc, Janus."""
        chosen = encoder_named(encoder)
        pictures = pictures_of(table, whole=whole, delay_s=delay)
        words = encoding(pictures, server, chosen, kilobits=kilobits)
        note(f"overlook: {pictures} to {server} by {chosen.name}; Ctrl-C ends it")
        with ended_in_order():
            Publisher(words, lambda line: note(f"overlook: {line}")).run()
        return Exit.DONE
