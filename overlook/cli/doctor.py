"""`overlook doctor`: checks of this machine and table, each with how to fix a fault."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from hardware.cameras.camera import Capability
from hardware.gpio_panel import open_panel
from messages.message import Message
from overlook.app.composition import equipment
from overlook.console import Exit, print_json
from overlook.first_run.prerequisites import ChoicesStore, check_prerequisites, with_choices
from overlook.maintenance import machine_checks, table_checks
from overlook.maintenance.machine_checks import Check, Health, hall_checks
from overlook.settings import Settings, load_settings, settings_file

MARKS = {Health.OK: "ok     ", Health.CAUTION: "caution", Health.TROUBLE: "TROUBLE"}


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("doctor")
    def command(
        settings: Annotated[Path | None, typer.Option("--settings", help="cli-help-settings")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="cli-help-json")] = False,
    ) -> int:
        """Check camera, lens file, light, board, panel, disk, heat, power, clock, games, hall. Changes nothing."""
        chosen = load_settings(settings)
        checks = []
        for check in examine(chosen, settings or settings_file()):
            checks.append(check)
            if not as_json:
                typer.echo(f"{MARKS[check.health]}  {check.part}: {check.sentence}")
                if check.mend:
                    typer.echo(f"         -> {check.mend}")
        if as_json:
            print_json({"checks": [check.to_json() for check in checks]})
        return Exit.ANSWER_IS_NO if any(check.health is Health.TROUBLE for check in checks) else Exit.DONE


def examine(settings: Settings, file: Path | None) -> Iterator[Check]:
    """Yield each part's check immediately after making it."""
    source = Message.of("check-settings-none") if file is None else Message.of("check-settings-file", file=file)
    yield Check.ok("settings", source)
    choices = ChoicesStore(settings.data.folder).choices
    settings = with_choices(settings, choices)
    lacks = check_prerequisites(settings, choices).lacks
    for lack in lacks:
        yield Check.caution(lack.part, lack.sentence, Message.of("check-fix-first-run"))
    if not lacks:
        yield from _seen(settings)
    if settings.panel.enabled:
        panel = open_panel(settings.panel)
        try:
            yield machine_checks.buttons(panel)
        finally:
            panel.close()
    yield machine_checks.disk(settings.data.folder)
    yield from (check for check in (machine_checks.temperature(), machine_checks.power()) if check is not None)
    yield machine_checks.clock()
    yield table_checks.games(settings.data.folder)
    yield from hall_checks(settings.venue, settings.data.folder)


def _seen(settings: Settings) -> Iterator[Check]:
    """Yield the checks of the camera and of a frame from it."""
    has = equipment(settings)
    camera, catalogue, rig, demonstration = has.camera, has.catalogue, has.rig, has.demonstration
    checks, frame = table_checks.check_camera_frames(camera, settings.camera.fps)
    yield from checks
    if frame is not None:
        size_px = (frame.image.shape[1], frame.image.shape[0])
        yield table_checks.mode(settings.camera.size_px, size_px, Capability.LIVE in camera.capabilities)
        yield table_checks.light(frame.image)
        yield table_checks.lens(rig, size_px, None if demonstration else settings.camera.rig, datetime.now(UTC))
        yield from table_checks.board(frame.image, rig, catalogue)
