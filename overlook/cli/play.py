"""`overlook play`: a table played from a script, without a camera."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from overlook.console import Exit, print_json, print_notice
from overlook.play.result import Document
from overlook.play.runner import PlayedScript, play, play_shown
from overlook.play.script import ScriptError, load_script


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("play")
    def command(
        file: Annotated[Path, typer.Argument(help="A script (JSON): docs/scripted-table.md.")],
        as_json: Annotated[bool, typer.Option("--json", help="Print every step and the final state as JSON.")] = False,
        show: Annotated[
            int | None, typer.Option(min=0, max=65535, help="Serve the table's pages on this port while it is played.")
        ] = None,
        pace: Annotated[float, typer.Option(min=0.0, max=60.0, help="With --show: seconds from step to step.")] = 2.5,
    ) -> int:
        """Play a table from a script: its own rules, seats and rights, with the script's sightings."""
        script = load_script(file)
        try:
            played = asyncio.run(play(script) if show is None else play_shown(script, port=show, pace_s=pace))
        except ScriptError as broken:
            raise ScriptError(f"{file}: {broken}") from broken
        for text in played.not_understood:
            print_notice(
                f"overlook: {file}: weapon rule {text!r} is none that the edition has: it is shown, not judged"
            )
        if as_json:
            print_json(played.document)
        else:
            for line in _lines(played):
                typer.echo(line)
        return Exit.DONE if played.held == played.of else Exit.ANSWER_IS_NO


def _lines(played: PlayedScript) -> Iterator[str]:
    for step in played.steps:
        yield from _of_step(step)
    yield f"{played.held} of {played.of} expectations hold"


def _of_step(step: Document) -> Iterator[str]:
    number, kind = step["step"], step["kind"]
    if kind == "expect":
        yield f"{number}. expect: {'holds' if step['held'] else 'does not hold'}"
        yield from (f"   {difference}" for difference in step["differences"])
        return
    came = ", ".join(step["events"]) or "nothing"
    yield f"{number}. {step['as']}, {kind}: {came if step['accepted'] else 'refused: ' + str(step['why'])}"
