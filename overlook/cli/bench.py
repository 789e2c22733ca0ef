"""`overlook bench`: the project's ratios against peers, side by side in one run."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from overlook.bench.__main__ import PHOTOS
from overlook.bench.detection import NO_PEER
from overlook.bench.photographs import listed
from overlook.cli.locate import AsJson
from overlook.console import Exit, emit, note, stop
from vision.frame import FrameError

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""The linear algebra reads this once, when it is loaded: hence a process of its own."""


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("bench")
    def command(
        sequence: Annotated[
            Path | None,
            typer.Option("--sequence", help="A folder with frames.json and catalogue.json instead of our own hand."),
        ] = None,
        photos: Annotated[
            Path | None,
            typer.Option("--photos", help="A folder with photographs and tags.json: these instead of the drawn table."),
        ] = None,
        as_json: AsJson = False,
    ) -> int:
        """Measure our detection beside plain cv2.aruco and pupil-apriltags, and tracked windows beside full frames."""
        if photos is not None:
            try:
                listed(photos)
            except FrameError as error:
                stop(str(error))
        if sequence is not None and not (sequence / "frames.json").is_file():
            stop(f"{sequence}: no sequence: expected a folder with frames.json and catalogue.json")
        if importlib.util.find_spec("pupil_apriltags") is None:
            note(NO_PEER)
        if photos is None:
            note("drawing the simulated table and measuring; about a minute")
        given = [] if sequence is None else [str(sequence)]
        given = given if photos is None else [PHOTOS, str(photos)]
        run = subprocess.run(
            [sys.executable, "-m", "overlook.bench", *given],
            env={**os.environ, **ONE_THREAD},
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            stop(f"the benchmark has failed: {(run.stderr.strip().splitlines() or ['without a word'])[-1]}")
        result: dict[str, Any] = json.loads(run.stdout)
        if as_json:
            emit(result)
            return Exit.DONE
        for family, scores in result.get("detection", {"photographs": result.get("photographs")}).items():
            typer.echo(f"{family}:")
            for label, figures in scores.items():
                typer.echo(f"  {label:16} " + ", ".join(f"{key} {value}" for key, value in figures.items()))
        if "windows" in result:
            typer.echo("windows beside full frames:")
            typer.echo("  " + ", ".join(f"{key} {value}" for key, value in result["windows"].items()))
        return Exit.DONE
