"""`overlook run`: the table."""

from __future__ import annotations

import asyncio
import errno
import secrets
import socket
from pathlib import Path
from typing import Annotated

import typer

from calibration.catalogue import Catalogue, load_catalogue
from calibration.rig import Rig, load_rig
from hardware.cameras.camera import Camera
from hardware.cameras.spec import camera_from_spec
from hardware.panel.gpio import open_panel
from hardware.panel.panel import NullPanel, Panel
from hardware.simulated.example import example_rig
from overlook.commands.verify import CERTIFICATE
from overlook.console import Exit, note, stop
from overlook.demo.player import Demonstration
from overlook.flows import flow_of
from overlook.settings import Settings, checked, load_settings
from overlook.table.games import Games
from overlook.table.lessons import Lessons
from overlook.table.program import Program
from overlook.table.running import House, RunningTable
from overlook.table.service import TableDesk
from referee.editions import edition_of
from referee.keeper.rosters.reading import read_roster
from referee.keeper.rosters.roster import Roster
from referee.rules.ruling import Threshold
from web.certificate import ACCURACY, read_certificate, short_certificate
from web.sessions import Sessions
from web.settings import WebSettings
from web.views import HealthState

SIMULATED = "simulated"


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
    ) -> int:
        """Run the table: camera, referee, pages, panel. Without settings: the simulated table and a scripted game."""
        chosen = _overridden(load_settings(settings), camera, edition, port, host, data)
        listening = listen(chosen.web)
        try:
            asyncio.run(_serve(chosen, listening))
        finally:
            listening.close()
        return Exit.DONE


def _overridden(
    settings: Settings, camera: str | None, edition: str | None, port: int | None, host: str | None, data: Path | None
) -> Settings:
    """Return the settings with what the command line says."""
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
    return checked(lambda: Settings.model_validate(fields), "the command line")


def listen(web: WebSettings) -> socket.socket:
    """Return a bound socket, or stop in one line when the address cannot be had."""
    family = socket.AF_INET6 if ":" in web.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((web.host, web.port))
        listening.listen(128)
    except OSError as fault:
        listening.close()
        if fault.errno == errno.EADDRINUSE:
            stop(f"port {web.port} on {web.host} is taken: is this table running already? else say another with --port")
        stop(f"cannot listen on {web.host}:{web.port} ({fault.strerror}): say another with --host and --port")
    return listening


def equipment(settings: Settings) -> tuple[Camera, Catalogue, Rig, Demonstration | None]:
    """Return the camera, what carries which tag, the rig, and the demonstration when the table is simulated."""
    source = settings.camera
    if source.source == SIMULATED:
        demonstration = Demonstration()
        camera = camera_from_spec(SIMULATED, size_px=source.size_px, fps=source.fps, scene=demonstration.scene)
        return camera, demonstration.catalogue, example_rig(source.size_px), demonstration
    if source.rig is None or source.catalogue is None:
        stop(
            f"camera {source.source!r}: say what it is and what it sees: "
            "camera.rig and camera.catalogue in overlook.toml"
        )
    rig, catalogue = load_rig(source.rig), load_catalogue(source.catalogue)
    return camera_from_spec(source.source, size_px=source.size_px, fps=source.fps), catalogue, rig, None


def report_accuracy(desk: TableDesk, certificate: Path) -> None:
    """Show how exact this table has been verified to be, once it has."""
    found = read_certificate(certificate)
    if found is not None:
        desk.report(ACCURACY, HealthState.OK, short_certificate(found))


def _teams(settings: Settings) -> dict[str, Roster]:
    """Return the teams of the settings, the first one p1's; one that cannot be read stops in one line."""
    return {f"p{number}": read_roster(path) for number, path in enumerate(settings.game.teams, 1)}


def secret_of(folder: Path) -> bytes:
    """Return what signs this table's cookies, made once and readable by its owner alone: phones stay paired."""
    path = folder / "cookie-secret"
    try:
        return bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        secret = secrets.token_bytes(32)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.chmod(0o600)
        path.write_text(secret.hex(), encoding="ascii")
        return secret


async def _serve(settings: Settings, listening: socket.socket) -> None:
    camera, catalogue, rig, demonstration = equipment(settings)
    edition = edition_of(settings.game.edition)
    games = Games(settings.data.folder)
    panel: Panel = open_panel(settings.panel.pins()) if settings.panel.enabled else NullPanel("the panel is off")
    try:
        house = House(_teams(settings), settings.game.killzone, round(settings.game.round_min * 60))
        table = RunningTable(edition, flow_of(edition), catalogue, rig, games, house)
        desk = TableDesk(table, Threshold(settings.game.sure))
        certificate = settings.data.folder / CERTIFICATE
        report_accuracy(desk, certificate)
        sessions = Sessions(secret_of(settings.data.folder), own_screen=settings.web.own_screen)
        lessons = Lessons(settings.data.folder / "mounting.json", catalogue)
        program = Program(
            desk,
            catalogue,
            rig,
            camera,
            panel,
            settings.web,
            demonstration,
            certificate,
            lessons,
            sessions,
            settings.obs,
        )
        host, port = listening.getsockname()[:2]
        name = "localhost" if host in {"127.0.0.1", "::1"} else host

        def ready() -> None:
            if panel.missing:
                note(panel.missing)
            note(f"the table is at http://{name}:{port}/  (stop it with Ctrl-C)")

        await program.run(listening, ready)
    finally:
        games.close()
