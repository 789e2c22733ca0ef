"""`overlook play`: a table played from a script, without a camera."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from messages.message import Message
from overlook.console import Exit, print_json, print_notice
from overlook.play.result import Document
from overlook.play.runner import PlayedScript, play, play_shown
from overlook.play.script import ScriptError, load_script


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("play")
    def command(
        file: Annotated[Path, typer.Argument(help="play-help-script")],
        as_json: Annotated[bool, typer.Option("--json", help="play-help-json")] = False,
        show: Annotated[int | None, typer.Option(min=0, max=65535, help="play-help-show")] = None,
        pace: Annotated[float, typer.Option(min=0.0, max=60.0, help="play-help-pace")] = 2.5,
    ) -> int:
        """Play a script without a camera: a table with its rules, seats and rights, and the script's sightings."""
        script = load_script(file)
        try:
            played = asyncio.run(play(script) if show is None else play_shown(script, port=show, pace_s=pace))
        except ScriptError as broken:
            raise ScriptError("file-fault", file=file, fault=broken) from broken
        for text in played.not_understood:
            print_notice(f"overlook: {Message.of('play-rule-unknown', file=file, rule=text)}")
        if as_json:
            print_json(played.document)
        else:
            for line in _lines(played):
                typer.echo(line)
        return Exit.DONE if played.held == played.of else Exit.ANSWER_IS_NO


def _lines(played: PlayedScript) -> Iterator[Message | str]:
    for step in played.steps:
        yield from _of_step(step)
    yield Message.of("play-expectations", held=played.held, all=played.of)


def _of_step(step: Document) -> Iterator[Message | str]:
    number, kind = step["step"], step["kind"]
    if kind == "expect":
        yield Message.of("play-expect", step=number, held=step["held"])
        yield from (f"   {difference}" for difference in step["differences"])
    elif step["accepted"]:
        yield Message.of("play-accepted", step=number, by=step["as"], kind=kind, events=step["events"])
    else:
        yield Message.of("play-refused", step=number, by=step["as"], kind=kind, why=str(step["why"]))
