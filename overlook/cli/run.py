"""`overlook run`: the table."""

from __future__ import annotations

import asyncio
import socket
import time
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from calibration.catalogue import Catalogue, load_catalogue
from calibration.rig import Rig, load_rig
from hardware.cameras.camera import Camera
from hardware.cameras.spec import camera_from_spec
from hardware.panel.gpio import open_panel
from hardware.panel.panel import NullPanel, Panel
from hardware.simulated.bench import Bench
from hardware.simulated.example import example_catalogue, example_poses, example_rig
from overlook.cli.report import of_a_part
from overlook.cli.verify import CERTIFICATE
from overlook.console import Exit, note, stop
from overlook.cookie_secret import secret_of
from overlook.demo.dice import DemonstrationDice
from overlook.demo.player import Demonstration
from overlook.demo.simulated_box import SimulatedBox
from overlook.demo.tray import demonstration_tray
from overlook.hall.hall import Hall
from overlook.listening import listen
from overlook.maintenance.crash_reports import CrashReports
from overlook.maintenance.redaction import without_address
from overlook.maintenance.retention import GIGABYTE, Allowance
from overlook.outline_proposal import outline_at
from overlook.program import Program
from overlook.settings import Settings, checked, load_settings
from overlook.setup.draft_store import DraftStore
from overlook.setup.service import SetupService
from overlook.table.archive import TableArchive
from overlook.table.clips import Clips
from overlook.table.games import Games
from overlook.table.mount_store import MountStore
from overlook.table.new_game import TableDefaults
from overlook.table.service import TableService
from overlook.table.session import TableSession
from overlook.tray_config import file_of, tray_at
from overlook.tray_watch import PART as TRAY
from overlook.tray_watch import TrayWatch
from referee.editions.registry import edition_of, ruleset_of
from referee.records.packs.reading import Pack, read_pack, together
from referee.records.rosters.reading import read_roster
from referee.records.rosters.roster import Roster
from referee.rules.edition import Edition
from referee.rules.ruling import Threshold
from web.contract.certificate import ACCURACY, read_certificate, short_certificate
from web.contract.views import HealthState
from web.obs import Report
from web.public_address import address_from_afar
from web.sessions import Sessions

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
        set_up: Annotated[
            bool, typer.Option("--set-up", help="Begin with an empty table, to be set up on the page /setup.")
        ] = False,
    ) -> int:
        """Run the table: camera, referee, pages, panel. Without settings: the simulated table and a scripted game."""
        chosen = _overridden(load_settings(settings), camera, edition, port, host, data)
        listening = listen(chosen.web)
        try:
            asyncio.run(_serve(chosen, listening, set_up=set_up))
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


def simulated_box() -> SimulatedBox:
    """Return the box of an empty simulated table: the example's terrain is in it."""
    box = SimulatedBox(Bench(example_catalogue()))
    box.lay_in(example_catalogue(), example_poses())
    return box


def equipment(
    settings: Settings, box: SimulatedBox | None = None
) -> tuple[Camera, Catalogue, Rig, Demonstration | None]:
    """Return the camera, what carries which tag, the rig, and the demonstration when the table is simulated.

    With a `box` the simulated table is empty, and nobody plays on it.
    """
    source = settings.camera
    if source.source == SIMULATED and box is not None:
        bench = box.bench
        camera = camera_from_spec(SIMULATED, size_px=source.size_px, fps=source.fps, scene=bench)
        return camera, bench.catalogue, example_rig(source.size_px), None
    if source.source == SIMULATED:
        demonstration = Demonstration(DemonstrationDice(*demonstration_tray(settings.tray.fps)))
        camera = camera_from_spec(SIMULATED, size_px=source.size_px, fps=source.fps, scene=demonstration.scene)
        return camera, demonstration.catalogue, example_rig(source.size_px), demonstration
    if source.rig is None or source.catalogue is None:
        stop(
            f"camera {without_address(source.source)!r}: say what it is and what it sees: "
            "camera.rig and camera.catalogue in overlook.toml"
        )
    rig, catalogue = load_rig(source.rig), load_catalogue(source.catalogue)
    return camera_from_spec(source.source, size_px=source.size_px, fps=source.fps), catalogue, rig, None


def report_accuracy(report: Report, certificate: Path) -> None:
    """Show how exact this table has been verified to be, once it has."""
    found = read_certificate(certificate)
    if found is not None:
        report(ACCURACY, HealthState.OK, short_certificate(found))
    elif certificate.exists():
        report(ACCURACY, HealthState.TROUBLE, f"{certificate.name} cannot be read: verify the table again")


def _teams(settings: Settings) -> dict[str, Roster]:
    """Return the teams of the settings, the first one p1's; one that cannot be read stops in one line."""
    return {f"p{number}": read_roster(path) for number, path in enumerate(settings.game.teams, 1)}


def _packs(settings: Settings, edition: Edition) -> tuple[Pack, ...]:
    """Return what teams and missions add to the games of this table."""
    return together(tuple(read_pack(path).for_edition(edition) for path in settings.game.packs))


def _hall(settings: Settings, games: Games) -> Hall:
    """Return the table's voice in its hall, or stop in one line when it cannot have one."""
    try:
        from overlook.hall.opening import open_hall
    except ModuleNotFoundError as missing:
        stop(f"the section [venue] needs {missing.name}: run 'pip install overlook[venue]', or take the section out")
    return open_hall(settings, games)


async def _serve(settings: Settings, listening: socket.socket, *, set_up: bool) -> None:
    box = simulated_box() if set_up and settings.camera.source == SIMULATED else None
    camera, catalogue, rig, demonstration = equipment(settings, box)
    rules = ruleset_of(settings.game.edition).playing(settings.game.readings)
    games = Games(settings.data.folder)
    faults = CrashReports(partial(of_a_part, settings))
    panel: Panel = open_panel(settings.panel) if settings.panel.enabled else NullPanel("the panel is off")
    try:
        defaults = TableDefaults(
            _teams(settings),
            settings.game.killzone,
            round(settings.game.round_min * 60),
            packs=_packs(settings, rules.edition),
        )
        tray = tray_at(settings, demonstration)
        table = TableSession(
            edition=rules.edition,
            flow=rules.flow,
            catalogue=catalogue,
            rig=rig,
            games=games,
            now_s=time.monotonic,
            defaults=defaults,
            ledger=tray.ledger,
        )
        threshold, clips = Threshold(settings.game.sure), Clips(games)
        service = TableService(table, threshold, clips)
        service.report_games()
        if games.trouble:
            note(f"overlook: {games.trouble}")
        if tray.trouble:
            service.report(TRAY, HealthState.TROUBLE, tray.trouble)
        certificate = settings.data.folder / CERTIFICATE
        report_accuracy(service.report, certificate)
        sessions = Sessions(secret_of(settings.data.folder, note), own_screen=settings.web.own_screen)
        mount_store = MountStore(settings.data.folder / "mounting.json", catalogue)
        setup = None
        if demonstration is None:
            setup = SetupService(
                service,
                catalogue,
                DraftStore(settings.data.folder / "setup"),
                outline=outline_at,
                today=date.today,
                box=box,
            )
        program = Program(
            service=service,
            catalogue=catalogue,
            rig=rig,
            camera=camera,
            panel=panel,
            web=settings.web,
            demonstration=demonstration,
            certificate=certificate,
            mount_store=mount_store,
            sessions=sessions,
            obs=settings.obs,
            voice=settings.voice,
            hall=_hall(settings, games) if settings.venue.enabled else None,
            archive=TableArchive(games, clips, threshold),
            tray=TrayWatch(service, faults.take, tray.camera, file_of(settings)) if tray.watched else None,
            setup=setup,
            allowance=Allowance(games.folder, round(settings.data.pictures_gb * GIGABYTE)),
            failed=faults.take,
        )
        host, port = listening.getsockname()[:2]
        name = "localhost" if host in {"127.0.0.1", "::1", "0.0.0.0", "::"} else host
        from_afar = address_from_afar(settings.web, port)
        phones = f", for phones at http://{from_afar}/phone" if from_afar else ""

        def ready() -> None:
            if panel.missing:
                note(panel.missing)
            page = "setup" if set_up else ""
            note(f"the table is at http://{name}:{port}/{page}{phones}  (stop it with Ctrl-C)")

        with faults.listening():
            await program.run(listening, ready)
    finally:
        games.close()
