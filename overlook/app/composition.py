"""Composition root: builds a table and its services from settings and hardware."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path

from calibration.catalogue import Catalogue
from calibration.rig import Rig
from hardware.cameras.camera import Camera
from hardware.cameras.supervisor import CameraReport
from hardware.gpio_panel import open_panel
from hardware.panel import NullPanel, Panel
from messages.message import Message
from overlook.app.camera_loop import CameraListeners, CameraLoop, CameraService
from overlook.app.films import Films
from overlook.app.housekeeping import housekeeping_services, retention_service, watch_encryption
from overlook.app.metrics import TableMetrics
from overlook.app.panel_and_voice import SayPin, VoiceService, no_pin, panel_services
from overlook.app.program import Failed, Loop, Program, Service
from overlook.app.table_vision import MountStore, TableVision, outline_at
from overlook.app.tray import PART as TRAY
from overlook.app.tray import TrayWatch, file_of, tray_at
from overlook.camera_sources import camera_or_hotplug
from overlook.console import exit_with_error, log, print_notice, without_address
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
from overlook.table.observation.seen_table import SeenTable
from overlook.table.recordings.archive import TableArchive
from overlook.table.recordings.clips import Clips
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.editions.free.game_file import FreeGame
from referee.editions.registry import ruleset_of
from referee.records.duration import SystemClocks
from referee.records.files.free_game_file import read_free_game
from referee.records.files.packs import Pack, read_pack, require_distinct_actions
from referee.records.files.roster import Roster
from referee.records.files.roster_file import read_roster
from referee.rules.errors import RefereeError
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Threshold
from simulation.cameras.table_camera import SimulatedCamera
from simulation.scene.example_table import example_rig
from venue.errors import OutboxError
from vision.frame import Frame
from web.app import Ports, create_app, create_first_run_app
from web.auth.sessions import Sessions
from web.contract.base import HealthState
from web.contract.setup.calibration import ACCURACY, read_certificate, short_certificate
from web.server.addresses import public_url
from web.server.settings import WebSettings
from web.server.tls import TlsContext
from web.stream import commentary
from web.stream.director import Director
from web.stream.obs import ObsController, Report


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


def _free_game(settings: Settings, troubles: ConfigWarnings) -> FreeGame:
    """Return the game of the free table; one that cannot be read is reported, and lengths have no names."""
    try:
        return FreeGame() if settings.game.free_game is None else read_free_game(settings.game.free_game)
    except RefereeError as fault:
        troubles.add(Message.of("start-setting-fault", setting="game.free_game", fault=fault))
        return FreeGame()


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


def _outlets(
    settings: Settings, service: TableService, threshold: Threshold, troubles: ConfigWarnings, on_air: Director
) -> list[Service]:
    """Return the services that pass events on to OBS and web hooks. Those that cannot run are reported."""
    found: list[Service] = []
    if settings.obs.enabled:
        found.append(Loop("obs", lambda: ObsController(settings.obs, service, on_air, service.report_health).run()))
    for number, url in enumerate(settings.hooks.urls, 1):
        try:
            hook = WebHook(url, settings.hooks.secret.get_secret_value(), service.table.games, threshold, number)
        except OutboxError as fault:
            troubles.add(Message.of("start-setting-fault", setting="hooks.urls", fault=fault))
        else:
            found.append(Loop(f"hook {number}", partial(hook.run, service)))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class TableParts:
    """The parts of a table in play from which its services are made; a part that is None is not at this table."""

    service: TableService
    hardware: TableHardware
    panel: Panel
    archive: TableArchive
    mounts: MountStore | None = None
    voice: VoiceService | None = None
    tray: TrayWatch | None = None
    setup: SetupService | None = None
    hall: Hall | None = None
    first_run: FirstRunService | None = None
    metrics: TableMetrics | None = None

    def ports(self) -> Ports:
        """Return the ports of these parts to the pages."""
        return Ports(
            table=self.service,
            advisor=self.service.advisor,
            archive=self.archive,
            tray=self.tray.calibration if self.tray is not None else None,
            setup=self.setup,
            first_run=self.first_run,
            judge=self.hall.judge if self.hall is not None else None,
            metrics=self.metrics.exposition if self.metrics is not None else None,
        )

    def services(self, failed: Failed, say_pin: SayPin = no_pin, beside: Sequence[Service] = ()) -> list[Service]:
        """Return the services in the order in which they start: devices and files first, what uses them after.

        They stop in reverse order, so the camera is closed before the files are. `beside` are additional services.
        """
        service, loop = self.service, self._camera_loop(failed)
        found: list[Service] = [loop.mounts()]
        if service.clips is not None:
            found.append(Loop("clips", close=service.clips.close))
        found += [Loop("archive", close=self.archive.close), *panel_services(service, self.panel, say_pin)]
        if self.first_run is not None:
            found.append(Loop("first run", close=self.first_run.close))
        if self.voice is not None:
            found.append(self.voice)
        found += [loop, loop.exposure(), *housekeeping_services(service), *beside]
        if self.hall is not None:
            found.append(Loop("hall", partial(self.hall.run, service)))
        if self.tray is not None:
            found.append(Loop("tray", self.tray.run))
        if self.hardware.demonstration is not None:
            found.append(Loop("demonstration", partial(self.hardware.demonstration.play, service)))
        return found

    def _camera_loop(self, failed: Failed) -> CameraLoop:
        hardware, tray, setup, first_run = self.hardware, self.tray, self.setup, self.first_run
        vision = TableVision(hardware.catalogue, hardware.rig, self.mounts)
        if self.mounts is not None and self.mounts.fault:
            self.service.report_health("mounts", HealthState.TROUBLE, self.mounts.fault)
        reports: list[Callable[[CameraReport], None]] = []
        before: list[Callable[[Frame], None]] = []
        if tray is not None:
            reports.append(tray.take_frame)
            before.append(tray.take_frame)
        if setup is not None:
            before.append(lambda _: vision.use(setup.catalogue))
        if first_run is not None:
            reports.append(first_run.camera_report)
        seen: list[Callable[[SeenTable, float], None]] = [] if setup is None else [setup.take]
        if self.metrics is not None:
            seen.append(self.metrics.follow)
        listeners = CameraListeners(
            reports=reports,
            before=before,
            seen=seen,
            after=() if first_run is None else (first_run.take,),
        )
        return CameraLoop(self.service, hardware.camera, vision, listeners, failed)


async def _say_pin(claim: TableClaim | None, voice: VoiceService | None, sessions: Sessions) -> bool:
    """Allow a claim and announce the PIN, for the person at the panel; return whether either was done."""
    if claim is not None:
        claim.reopen()
    spoken = voice is not None and await voice.say_pin(sessions)
    return spoken or claim is not None


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
    encryption: TlsContext | None = None,
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
            app_dice=settings.game.app_dice,
            free_game=_free_game(settings, troubles),
        )
        tray = tray_at(settings, demonstration)
        table = TableSession(
            edition=rules.edition,
            flow=rules.flow,
            catalogue=catalogue,
            rig=rig,
            games=games,
            now_s=time.monotonic,
            clocks=SystemClocks().now,
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
        beside = _outlets(settings, service, threshold, troubles, on_air)
        if setup is not None and lobby is not None:
            beside += [Loop(name, partial(work, service)) for name, work in lobby.works(setup).items()]
        beside.append(retention_service(Allowance(games.folder, round(settings.data.pictures_gb * GIGABYTE))))
        if encryption is not None:
            beside.append(Loop("encryption", partial(watch_encryption, service, encryption, settings.web)))
        troubles.report(service)
        voice = VoiceService(service, settings.voice) if settings.voice.enabled else None
        parts = TableParts(
            service=service,
            hardware=has,
            panel=panel,
            archive=TableArchive(games, clips, threshold, films=Films()),
            mounts=MountStore(settings.data.folder / "mounting.json", catalogue),
            voice=voice,
            tray=TrayWatch(service, reports.report_once, tray.camera, file_of(settings), calibrate=tray.calibrate)
            if tray.watched
            else None,
            setup=setup,
            hall=hall,
            first_run=first_run,
            metrics=TableMetrics(service, games.folder, hall),
        )
        ports = replace(parts.ports(), certificate=certificate, machine=machine, lobby=lobby, on_air=on_air)
        program = Program(
            create_app(ports, settings.web, sessions),
            parts.services(reports.report_once, partial(_say_pin, claim, voice, sessions), beside),
            restart=machine.restart_requested if machine is not None else None,
            failed=reports.report_once,
            health=service,
        )
        yield OpenedTable(program, panel, service, reports)
    finally:
        games.close()


LOOK_AGAIN_S = 2.0
"""Interval at which `is_fixed` is checked, for example after a file's owner was changed."""


def build_first_run(
    service: FirstRunService,
    camera: Camera | None,
    web: WebSettings,
    sessions: Sessions,
    ports: Ports,
    is_fixed: Callable[[], bool] = lambda: False,
) -> Program:
    """Return the program of a table's first run and of the machine's page. `camera` is None until one is chosen.

    `is_fixed` returns whether the fault that kept the table from opening is gone; called every `LOOK_AGAIN_S` in a
    thread. The program then ends so that the table can be built.
    """

    async def wait_until_fixed() -> None:
        while not service.restart_requested.is_set():
            await asyncio.sleep(LOOK_AGAIN_S)
            if await asyncio.to_thread(is_fixed):
                service.restart_requested.set()

    async def take(frame: Frame) -> None:
        try:
            await service.take(frame)
        except Exception:  # a faulty frame must not end the first run
            log.exception("a picture could not be looked at")

    def failed(part: str, fault: BaseException) -> None:
        log.error("the %s is not let go of", part, exc_info=fault)

    services: list[Service] = [Loop("first run", wait_until_fixed, service.close)]
    if camera is not None:
        services.append(CameraService(camera, take, service.camera_report, failed))
    return Program(create_first_run_app(ports, web, sessions), services, restart=service.restart_requested)


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
