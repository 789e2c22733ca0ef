"""`overlook run`: start the table."""

from __future__ import annotations

import asyncio
from ipaddress import IPv4Address
from pathlib import Path
from typing import Annotated

import typer

from messages.message import Message
from overlook.app.host import Given, Serving
from overlook.camera_sources import camera_from_spec
from overlook.console import Exit, exit_with_error, log_to_stderr, print_notice, set_log_levels
from overlook.lenient_settings import NO_CAMERA, load_settings_leniently
from overlook.listening import listen, listen_encrypted, listen_with_loopback_fallback
from overlook.machine.page_settings import fixed_here
from overlook.process import configure_malloc, memory_limit_problem
from overlook.settings import Settings, settings_file, validate_settings
from referee.editions.registry import edition_of

EVERY_ADDRESS = str(IPv4Address(0))


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("run")
    def command(
        camera: Annotated[str | None, typer.Option("--camera", help="cli-help-camera")] = None,
        edition: Annotated[str | None, typer.Option("--edition", help="cli-help-edition")] = None,
        port: Annotated[int | None, typer.Option("--port", help="cli-help-port")] = None,
        host: Annotated[str | None, typer.Option("--host", help="cli-help-run-host")] = None,
        data: Annotated[Path | None, typer.Option("--data", help="cli-help-data")] = None,
        settings: Annotated[Path | None, typer.Option("--settings", help="cli-help-settings")] = None,
        set_up: Annotated[bool, typer.Option("--set-up", help="cli-help-set-up")] = False,
    ) -> int:
        """Run the table: camera, referee, pages, panel. Without settings: the simulated table and a scripted game."""
        log_to_stderr()
        _typed_right(settings, camera)
        configure_malloc()
        found = load_settings_leniently(settings)
        set_log_levels(found.settings.log.model_dump())
        for fault in found.faults:
            print_notice(f"overlook: {fault}")
        under = found.settings if found.faults else with_phones_let_in(found.settings, host)
        chosen = _overridden(under, camera, edition, port, host, data)
        listening, other_port = (
            (listen(chosen.web), None) if host is not None else listen_with_loopback_fallback(chosen.web)
        )
        encrypted, unencrypted = listen_encrypted(chosen.web)
        limit = memory_limit_problem()
        more = [one for one in (other_port, unencrypted, Message.stored(limit) if limit else None) if one is not None]
        for fault in more:
            print_notice(f"overlook: {fault}")
        try:
            given = Given(
                chosen,
                (*found.faults, *more),
                settings or settings_file(),
                fixed_here(chosen, under),
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
        exit_with_error(Message.of("start-settings-missing", file=settings))
    if camera not in {None, NO_CAMERA}:
        camera_from_spec(str(camera))


def with_phones_let_in(settings: Settings, host: str | None) -> Settings:
    """Return the settings with the defaults of `overlook run`: every address, and the game for paired devices only.

    `host` is the command line's. A host that the file or the environment sets is kept, with its default privacy.
    """
    web = settings.web
    named = web.model_fields_set
    if host is None and "host" in named:
        return settings
    listening = host or EVERY_ADDRESS
    more: dict[str, object] = {} if host else {"host": listening}
    if "private" not in named and web.model_copy(update={"host": listening}).beyond_loopback:
        more["private"] = True
    return settings.model_copy(update={"web": web.model_copy(update=more)})


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
