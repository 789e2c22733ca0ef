"""Composition root: builds a table and its services from settings and hardware."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import TypeVar

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from hardware.cameras.camera import Camera
from hardware.gpio_panel import open_panel
from hardware.panel import NullPanel, Panel
from messages.message import Message
from overlook.app.films import Films
from overlook.app.program import Program, SideWork
from overlook.app.table_vision import MountStore, outline_at
from overlook.app.tray import PART as TRAY
from overlook.app.tray import TrayWatch, file_of, tray_at
from overlook.camera_sources import camera_or_hotplug
from overlook.console import exit_with_error, print_notice, without_address
from overlook.data_folder import CERTIFICATE, TableClaim
from overlook.distribution import INSTALL_FOR_A_HALL
from overlook.first_run.prerequisites import SIMULATED, ChoicesStore, camera_chosen, check_prerequisites
from overlook.first_run.service import FirstRunService
from overlook.hall.hall import Hall
from overlook.hall.web_hooks import WebHook
from overlook.machine.service import MachineService
from overlook.maintenance.reports import CrashReports, of_a_part
from overlook.maintenance.retention import GIGABYTE, Allowance
from overlook.settings import CameraSettings, Settings
from overlook.setup.draft import DraftStore
from overlook.setup.service import SetupService
from overlook.simulated.demonstration import Demonstration, DemonstrationDice, uncalibrated_tray
from overlook.simulated.lobby import LobbyService
from overlook.simulated.simulated_box import SimulatedBox
from overlook.table.games.games import Games
from overlook.table.games.new_game import TableDefaults
from overlook.table.recordings.archive import TableArchive
from overlook.table.recordings.clips import Clips
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.editions.registry import ruleset_of
from referee.records.files.packs import Pack, read_pack, require_distinct_actions
from referee.records.files.roster import Roster
from referee.records.files.roster_file import read_roster
from referee.rules.errors import RefereeError
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Threshold
from simulation.cameras.table_camera import SimulatedCamera
from simulation.scene.example_table import example_rig
from venue.errors import OutboxError
from web.auth.sessions import Sessions
from web.contract.base import HealthState
from web.contract.setup.calibration import ACCURACY, read_certificate, short_certificate
from web.server.addresses import public_url
from web.stream import commentary
from web.stream.director import Director
from web.stream.obs import ObsController, Report

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TableHardware:
    """The camera of a table with its calibration, and the demonstration or box of a simulated table."""

    camera: Camera
    catalogue: Catalogue
    rig: Rig
    demonstration: Demonstration | None = None
    box: SimulatedBox | None = None


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """An open table: its program, its panel, and where faults of its parts are reported."""

    program: Program
    panel: Panel
    service: TableService
    faults: CrashReports

    def playing(self) -> bool:
        """Return whether a game is in progress."""
        state = self.service.table.state
        return state.begun and not state.ended


class ConfigWarnings:
    """Problems in the settings that do not keep the table from playing."""

    def __init__(self, faults: Sequence[Message]) -> None:
        self.faults = list(faults)

    def add(self, fault: Message) -> None:
        """Add a problem."""
        self.faults.append(fault)

    def report(self, service: TableService) -> None:
        """Report them all as the part "settings" of the machine."""
        if self.faults:
            service.report_health("settings", HealthState.TROUBLE, Message.of("text-sentences", parts=self.faults))


def report_accuracy(report: Report, certificate: Path) -> None:
    """Report the table's verified accuracy, if it has been verified."""
    found = read_certificate(certificate)
    if found is not None:
        report(ACCURACY, HealthState.OK, short_certificate(found))
    elif certificate.exists():
        report(ACCURACY, HealthState.TROUBLE, Message.of("start-certificate-unreadable", file=certificate.name))


def _teams(settings: Settings, troubles: ConfigWarnings) -> dict[str, Roster]:
    """Return the rosters of the settings by player, the first for p1; unreadable ones are reported and left out."""
    found = {}
    for number, path in enumerate(settings.game.teams, 1):
        try:
            found[f"p{number}"] = read_roster(path)
        except (RefereeError, OSError) as fault:
            troubles.add(Message.of("start-setting-fault", setting="game.teams", fault=fault))
    return found


def _packs(settings: Settings, edition: Edition, troubles: ConfigWarnings) -> tuple[Pack, ...]:
    """Return the packs of the settings for this edition; unreadable ones are reported and left out."""
    found: tuple[Pack, ...] = ()
    for path in settings.game.packs:
        try:
            found = require_distinct_actions((*found, read_pack(path).for_edition(edition)))
        except (RefereeError, OSError) as fault:
            troubles.add(Message.of("start-setting-fault", setting="game.packs", fault=fault))
    return found


def _hall(
    settings: Settings, service: TableService, troubles: ConfigWarnings, port: int, *, practice: bool
) -> Hall | None:
    """Return the table's connection to its hall; None if it is off or, with a report, if it cannot be opened."""
    if not settings.venue.enabled:
        return None
    try:
        from overlook.hall.hall import open_hall
    except ModuleNotFoundError as missing:
        troubles.add(Message.of("start-hall-packages", package=missing.name, command=INSTALL_FOR_A_HALL))
        return None
    try:
        return open_hall(settings, service, public_url(settings.web, port), practice=practice)
    except OutboxError as fault:
        troubles.add(Message.of("start-no-hall", fault=fault))
        return None


def _beside(
    settings: Settings, games: Games, threshold: Threshold, troubles: ConfigWarnings, on_air: Director
) -> dict[str, SideWork]:
    """Return the additional background tasks by name: OBS and web hooks. Those that cannot run are reported."""
    found: dict[str, SideWork] = {}
    if settings.obs.enabled:
        found["obs"] = lambda service: ObsController(settings.obs, service, on_air, service.report_health).run()
    for number, url in enumerate(settings.hooks.urls, 1):
        try:
            hook = WebHook(url, settings.hooks.secret.get_secret_value(), games, threshold, number)
        except OutboxError as fault:
            troubles.add(Message.of("start-setting-fault", setting="hooks.urls", fault=fault))
        else:
            found[f"hook {number}"] = hook.run
    return found


@contextmanager
def build_table(
    settings: Settings,
    has: TableHardware,
    sessions: Sessions,
    *,
    faults: Sequence[Message] = (),
    first_run: FirstRunService | None = None,
    machine: MachineService | None = None,
    claim: TableClaim | None = None,
    lobby: LobbyService | None = None,
) -> Generator[OpenedTable]:
    """Open the table of the settings; close its games at the end.

    Files named in the settings that cannot be used are left out and reported, with `faults`, as the part "settings".
    Raises the errors of a data folder in which no games can be stored.
    """
    catalogue, rig, demonstration = has.catalogue, has.rig, has.demonstration
    troubles = ConfigWarnings(faults)
    rules = ruleset_of(settings.game.edition).playing(settings.game.readings)
    games = Games(settings.data.folder)
    reports = CrashReports(partial(of_a_part, settings))
    try:
        off = NullPanel(Message.of("panel-off"))
        panel: Panel = open_panel(settings.panel) if settings.panel.enabled else off
        defaults = TableDefaults(
            _teams(settings, troubles),
            settings.game.killzone,
            round(settings.game.round_min * 60),
            packs=_packs(settings, rules.edition, troubles),
            fair_play=settings.game.fair_play,
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
        threshold, clips = Threshold(settings.game.sure), Clips(games, commentary.falls)
        service = TableService(table, threshold, clips)
        service.report_games()
        if games.trouble:
            print_notice(f"overlook: {games.trouble}")
        if has.box is not None and has.box.fault:
            service.report_health("simulated table", HealthState.TROUBLE, has.box.fault)
        if tray.trouble:
            service.report_health(TRAY, HealthState.TROUBLE, tray.trouble)
        certificate = settings.data.folder / CERTIFICATE
        report_accuracy(service.report_health, certificate)
        setup = None
        if demonstration is None:
            setup = SetupService(
                service,
                catalogue,
                DraftStore(settings.data.folder / "setup"),
                outline=outline_at,
                today=date.today,
                box=has.box,
            )
        port = machine.port if machine is not None else settings.web.port
        hall = _hall(settings, service, troubles, port, practice=lobby is not None and lobby.practice)
        on_air = Director(service)
        beside = _beside(settings, games, threshold, troubles, on_air)
        if setup is not None and lobby is not None:
            beside |= lobby.works(setup)
        troubles.report(service)
        program = Program(
            service=service,
            catalogue=catalogue,
            rig=rig,
            camera=has.camera,
            panel=panel,
            web=settings.web,
            demonstration=demonstration,
            certificate=certificate,
            mount_store=MountStore(settings.data.folder / "mounting.json", catalogue),
            sessions=sessions,
            beside=beside,
            on_air=on_air,
            voice=settings.voice,
            hall=hall,
            archive=TableArchive(games, clips, threshold, films=Films()),
            tray=TrayWatch(service, reports.report_once, tray.camera, file_of(settings), calibrate=tray.calibrate)
            if tray.watched
            else None,
            setup=setup,
            allowance=Allowance(games.folder, round(settings.data.pictures_gb * GIGABYTE)),
            failed=reports.report_once,
            first_run=first_run,
            machine=machine,
            lobby=lobby,
            pairing=None if claim is None else claim.reopen,
        )
        yield OpenedTable(program, panel, service, reports)
    finally:
        games.close()


def equipment(settings: Settings, box: SimulatedBox | None = None) -> TableHardware:
    """Return camera, catalogue and rig of the settings, and the demonstration or box if the table is simulated.

    With a `box` the simulated table is empty and no scripted game is played. Exits with a one-line error if a real
    camera lacks its rig or catalogue.
    """
    source = settings.camera
    if source.source == SIMULATED and box is not None:
        bench = box.bench
        rig = example_rig(source.size_px)
        return TableHardware(SimulatedCamera(bench, rig, fps=source.fps), bench.catalogue, rig, box=box)
    if source.source == SIMULATED:
        above, calibrating = uncalibrated_tray(settings.tray.fps)
        demonstration = Demonstration(DemonstrationDice(above, calibrating=calibrating))
        rig = example_rig(source.size_px)
        camera = SimulatedCamera(demonstration.scene, rig, fps=source.fps)
        return TableHardware(camera, demonstration.catalogue, rig, demonstration)
    store = ChoicesStore(settings.data.folder)
    chosen = camera_chosen(settings.camera, store.choices)
    there = check_prerequisites(settings, store.choices)
    if there.rig is None or there.catalogue is None:
        lacks = [lack.sentence for lack in there.lacks]
        exit_with_error(Message.of("start-camera-lacks", camera=without_address(chosen.source), lacks=lacks))
    return TableHardware(camera_of(chosen), there.catalogue, there.rig)


def camera_of(chosen: CameraSettings) -> Camera:
    """Return the camera of the settings, connected or not; the simulated one is not supported."""
    return camera_or_hotplug(chosen.source, without_address(chosen.source), size_px=chosen.size_px, fps=chosen.fps)
