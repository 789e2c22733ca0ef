"""`overlook run`: start the table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from overlook.app.host import Given, Serving
from overlook.camera_sources import camera_from_spec
from overlook.console import Exit, exit_with_error, log_to_stderr, print_notice
from overlook.lenient_settings import NO_CAMERA, load_settings_leniently
from overlook.listening import listen, listen_encrypted, listen_with_loopback_fallback
from overlook.machine.page_settings import fixed_here
from overlook.process import configure_malloc, memory_limit_problem
from overlook.settings import Settings, settings_file, validate_settings
from referee.editions.registry import edition_of


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("run")
    def command(
        camera: Annotated[str | None, typer.Option("--camera", help="Which camera; see overlook.toml.")] = None,
        edition: Annotated[str | None, typer.Option("--edition", help="kt24 or kt21.")] = None,
        port: Annotated[int | None, typer.Option("--port", help="The port of the pages.")] = None,
        host: Annotated[str | None, typer.Option("--host", help="The address listened on.")] = None,
        data: Annotated[Path | None, typer.Option("--data", help="The folder where games are kept.")] = None,
        settings: Annotated[Path | None, typer.Option("--settings", help="A settings file.")] = None,
        set_up: Annotated[
            bool, typer.Option("--set-up", help="Begin with an empty table, to be set up on the page /setup.")
        ] = False,
    ) -> int:
        """Run the table: camera, referee, pages, panel. Without settings: the simulated table and a scripted game."""
        log_to_stderr()
        _typed_right(settings, camera)
        configure_malloc()
        found = load_settings_leniently(settings)
        for fault in found.faults:
            print_notice(f"overlook: {fault}")
        chosen = _overridden(found.settings, camera, edition, port, host, data)
        listening, other_port = (
            (listen(chosen.web), "") if host is not None else listen_with_loopback_fallback(chosen.web)
        )
        encrypted, unencrypted = listen_encrypted(chosen.web)
        faults = tuple(filter(None, (other_port, unencrypted, memory_limit_problem())))
        for fault in faults:
            print_notice(f"overlook: {fault}")
        try:
            given = Given(
                chosen, (*found.faults, *faults), settings or settings_file(), fixed_here(chosen, found.settings)
            )
            asyncio.run(Serving(given, listening, encrypted, set_up=set_up).serve())
        finally:
            listening.close()
            if encrypted is not None:
                encrypted.listening.close()
        return Exit.DONE


def _typed_right(settings: Path | None, camera: str | None) -> None:
    """Exit with an error if `--settings` names a missing file or `--camera` an unknown kind of camera."""
    if settings is not None and not settings.exists():
        exit_with_error(f"{settings}: there is no such settings file: give one that is there, or none")
    if camera not in {None, NO_CAMERA}:
        camera_from_spec(str(camera))


def _overridden(
    settings: Settings, camera: str | None, edition: str | None, port: int | None, host: str | None, data: Path | None
) -> Settings:
    """Return the settings with the command line's options applied."""
    fields = settings.model_dump()
    if camera is not None:
        fields["camera"]["source"] = camera
    if edition is not None:
        fields["game"]["edition"] = edition_of(edition).id
    if port is not None:
        fields["web"]["port"] = port
    if host is not None:
        fields["web"]["host"] = host
    if data is not None:
        fields["data"]["folder"] = data
    return validate_settings(lambda: Settings.model_validate(fields), "the command line")
