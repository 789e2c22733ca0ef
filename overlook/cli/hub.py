"""`overlook hub`: a page of all tables of a hall, connected by its MQTT broker."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer
from platformdirs import user_data_path

from messages.message import Message
from overlook.console import Exit, exit_with_error, print_notice
from overlook.distribution import INSTALL_FOR_A_HALL
from overlook.listening import listen
from web.server.server import Server
from web.server.settings import WebSettings

BROKER = "OVERLOOK_HUB_PASSWORD"
ORGANISER = "OVERLOOK_HUB_ORGANISER"
SHORTEST_KEY = 12
PASSWORDS = "~/.pgpass"
"""libpq's password file; only its owner may read it."""


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("hub")
    def command(
        broker: Annotated[str, typer.Option("--broker", help="hub-help-broker")] = "localhost",
        database: Annotated[str | None, typer.Option("--database", help="hub-help-database")] = None,
        host: Annotated[str, typer.Option("--host", help="cli-help-host")] = "127.0.0.1",
        port: Annotated[int, typer.Option("--port", help="cli-help-port")] = 8100,
        name: Annotated[list[str] | None, typer.Option("--name", help="hub-help-name")] = None,
        user: Annotated[str | None, typer.Option("--user", help="hub-help-user")] = None,
        password_file: Annotated[Path | None, typer.Option("--password-file", help="hub-help-password-file")] = None,
        ca: Annotated[Path | None, typer.Option("--ca", help="hub-help-ca")] = None,
        event: Annotated[str | None, typer.Option("--event", help="hub-help-event")] = None,
        organiser_file: Annotated[Path | None, typer.Option("--organiser-file", help="hub-help-organiser-file")] = None,
        hub: Annotated[
            str | None,
            typer.Option("--hub", help="hub-help-hub"),
        ] = None,
        home_assistant: Annotated[bool, typer.Option("--home-assistant", help="hub-help-home-assistant")] = False,
    ) -> int:
        """Serve the pages of a hall: all its tables, their messages and results."""
        try:
            from venue.errors import VenueError
            from venue.hub.app import EventSettings, create_hub
            from venue.hub.store import Store
            from venue.hub.table_leases import TableLeases as Writers
            from venue.mqtt import Broker
        except ModuleNotFoundError as missing:
            exit_with_error(Message.of("hub-library-missing", library=str(missing.name), command=INSTALL_FOR_A_HALL))
        if ca is not None and not ca.is_file():
            exit_with_error(Message.of("hub-ca-missing", file=ca))
        where, number = broker_address(broker)
        organiser = read_secret("--organiser-file", organiser_file, ORGANISER) or ""
        if event is not None and (len(organiser) < SHORTEST_KEY or not 0 < len(event) <= 64):
            exit_with_error(Message.of("hub-event-key", event=event, least=SHORTEST_KEY))
        link = Broker(
            where,
            number or (1883 if ca is None else 8883),
            user,
            read_secret("--password-file", password_file, BROKER),
            str(ca) if ca else None,
        )
        if database is not None and urlsplit(database).password:
            print_notice(f"hub: {Message.of('hub-database-password', file=PASSWORDS)}")
        url = database or _own_database()
        try:
            store = Store(url)
            shared = hub is not None or store.shared
            application = create_hub(
                link,
                store,
                names=("localhost", "127.0.0.1", "[::1]", *(name or ()), host),
                report=_report,
                event=EventSettings(event, organiser) if event is not None else None,
                writers=Writers(store, (hub or socket.gethostname() or "hub")[:64]) if shared else None,
                introduce=home_assistant,
            )
        except VenueError as fault:
            exit_with_error(fault.message)
        listening = listen(WebSettings(host=host, port=port))
        shown = "localhost" if host == "127.0.0.1" else host
        print_notice(Message.of("hub-ready", address=f"http://{shown}:{port}/"))
        server = Server(application, lifespan="on")
        try:
            asyncio.run(server.serve(sockets=[listening]))
        finally:
            listening.close()
        return Exit.DONE


def broker_address(text: str) -> tuple[str, int | None]:
    """Return host and port of a broker, the port if one is given; exits with a one-line error for another text."""
    host, _, port = text.partition(":")
    if not host or (port and not port.isdecimal()):
        exit_with_error(Message.of("hub-broker-address", found=text))
    return host, int(port) if port else None


def read_secret(option: str, file: Path | None, variable: str) -> str | None:
    """Return the secret in the option's file, or else in the environment; secrets are never command-line arguments."""
    if file is None:
        return os.environ.get(variable)
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        exit_with_error(Message.of("cli-option-unreadable", option=option, file=file, reason=reason))


def _own_database() -> str:
    folder = user_data_path("overlook", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'hub.sqlite'}"


def _report(well: bool, message: Message) -> None:
    print_notice(str(message) if well else f"hub: {message}")
