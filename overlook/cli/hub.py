"""`overlook hub`: every table of a hall, gathered from its broker."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path

from overlook.console import Exit, note, stop
from overlook.listening import listen
from web.server import Server
from web.settings import WebSettings

BROKER = "OVERLOOK_HUB_PASSWORD"
ORGANISER = "OVERLOOK_HUB_ORGANISER"
SHORTEST_KEY = 12


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("hub")
    def command(
        broker: Annotated[
            str, typer.Option("--broker", help="The hall's MQTT broker, HOST or HOST:PORT.")
        ] = "localhost",
        database: Annotated[
            str | None, typer.Option("--database", help="A database URL; SQLite when left out.")
        ] = None,
        host: Annotated[str, typer.Option("--host", help="The address listened on.")] = "127.0.0.1",
        port: Annotated[int, typer.Option("--port", help="The port of the pages.")] = 8100,
        name: Annotated[list[str] | None, typer.Option("--name", help="A host name that the hub answers to.")] = None,
        user: Annotated[
            str | None, typer.Option("--user", help=f"The hub's user; its password is in {BROKER}.")
        ] = None,
        ca: Annotated[Path | None, typer.Option("--ca", help="The hall's CA certificate; then TLS is used.")] = None,
        event: Annotated[
            str | None, typer.Option("--event", help=f"An event to run; its organiser's key is in {ORGANISER}.")
        ] = None,
        hub: Annotated[
            str | None,
            typer.Option("--hub", help="This hub's name, where several share a database; the machine's when left out."),
        ] = None,
    ) -> int:
        """Show every table of the hall, keep what they say, and their results."""
        try:
            from venue.errors import VenueError
            from venue.hub.app import EventSettings, create_hub
            from venue.hub.store import Store
            from venue.hub.writers import Writers
            from venue.publisher import Broker
        except ModuleNotFoundError as missing:
            stop(f"the hub needs {missing.name}: run 'pip install overlook[venue]'")
        where, _, number = broker.partition(":")
        if ca is not None and not ca.is_file():
            stop(f"--ca {ca}: no such file")
        if number and not number.isdecimal():
            stop(f"--broker {broker!r}: expected HOST or HOST:PORT")
        organiser = os.environ.get(ORGANISER, "")
        if event is not None and (len(organiser) < SHORTEST_KEY or not 0 < len(event) <= 64):
            stop(f"--event {event!r}: set {ORGANISER} to a key of {SHORTEST_KEY} letters or more, known to nobody else")
        link = Broker(
            where,
            int(number or (1883 if ca is None else 8883)),
            user,
            os.environ.get(BROKER),
            str(ca) if ca else None,
        )
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
            )
        except VenueError as fault:
            stop(str(fault))
        listening = listen(WebSettings(host=host, port=port))
        note(f"the hall is at http://{'localhost' if host == '127.0.0.1' else host}:{port}/  (stop it with Ctrl-C)")
        server = Server(application, lifespan="on")
        try:
            asyncio.run(server.serve(sockets=[listening]))
        finally:
            listening.close()
        return Exit.DONE


def _own_database() -> str:
    folder = user_data_path("overlook", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'hub.sqlite'}"


def _report(well: bool, sentence: str) -> None:
    note(sentence if well else f"hub: {sentence}")
