"""Host of a table: serves the first-run pages, the table or simulated tables, one after another, until the end."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from calibration.errors import CalibrationError
from hardware.cameras.camera import Camera
from hardware.cameras.sources import found_cameras
from hardware.errors import HardwareError
from messages.message import Message
from overlook.app.composition import OpenedTable, build_first_run, build_table, camera_of, equipment
from overlook.console import is_logged_by_system, print_notice, prints_blocks, qr_lines
from overlook.data_folder import DataFolderLock, TableClaim, load_or_create_secret, read_pairing_term
from overlook.errors import SettingsError, SetupError
from overlook.first_run.prerequisites import SIMULATED, ChoicesStore, MissingPart, camera_chosen, check_prerequisites
from overlook.first_run.service import FirstRunService
from overlook.lenient_settings import NO_CAMERA
from overlook.machine.backup_jobs import BackupJob, RestoreJob, restored_message
from overlook.machine.page_settings import PageSettingsStore
from overlook.machine.service import MachineService
from overlook.machine.system_requests import Hotspot, Power, Watchdog
from overlook.machine.updates import Installation, UpdateJob, mark_release_healthy
from overlook.maintenance.backup import Sources, settings_files
from overlook.maintenance.pending_restore import put_in_place
from overlook.maintenance.restore import interrupted_restore
from overlook.settings import Settings
from overlook.simulated.lobby import LobbyService, SimulatedTables
from referee.rules.errors import RefereeError
from venue.errors import VenueError
from web.app import Ports
from web.auth.sessions import Sessions
from web.server.addresses import is_wildcard_host, public_url, typed
from web.server.tls import TlsListener

log = logging.getLogger("overlook.host")

FAULTS = (CalibrationError, RefereeError, SettingsError, HardwareError, SetupError, VenueError)
"""Errors that keep a table from opening although its settings are valid; the first run then reports them."""


COUNT_EVERY_S = 10.0


@dataclass(frozen=True, slots=True)
class Given:
    """Input of the program: settings of file, environment and command line, and the faults found in them.

    `file` is the settings file. `fixed` are the fields set by environment or command line, each with the reason.
    """

    settings: Settings
    faults: tuple[Message, ...]
    file: Path | None
    fixed: Mapping[str, Message]


def call_on_enter(act: Callable[[], None]) -> bool:
    """Call `act` whenever Enter is pressed in the terminal that started the program; return whether there is one."""
    if sys.stdin is None or sys.stderr is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    loop, terminal = asyncio.get_running_loop(), sys.stdin.fileno()

    def entered() -> None:
        # A program in the background that reads its terminal is stopped by the system.
        if os.tcgetpgrp(terminal) == os.getpgrp() and os.read(terminal, 4096):
            act()
        else:
            loop.remove_reader(terminal)

    try:
        loop.add_reader(terminal, entered)
    except (NotImplementedError, OSError) as fault:  # Windows watches no files; epoll watches no regular file
        log.debug("the terminal cannot be watched: %s", fault)
        return False
    return True


class Serving:
    """Serves one table: its first-run pages while something is missing, otherwise the table itself.

    `serve` builds it again when settings change, when a missing part is there, and when a restart is requested. With
    `set_up`, the address of the set-up page is printed.
    """

    def __init__(
        self, given: Given, listening: socket.socket, encrypted: TlsListener | None = None, *, set_up: bool
    ) -> None:
        self._given, self._listening, self._encrypted, self._set_up = given, listening, encrypted, set_up
        self._settings, self._faults = given.settings, given.faults
        self._since_s = time.monotonic()
        # Create the claim before the folder's secret: a folder with a secret counts as used before.
        folder = given.settings.data.folder
        self._cut_off = interrupted_restore(folder)
        self._hold = DataFolderLock(folder)
        self._claim = TableClaim(folder, wanted=given.settings.web.claim)
        self._claim.note_time()
        secret = load_or_create_secret(folder, print_notice)
        self._pairings = read_pairing_term(folder, print_notice)
        self._sessions = Sessions(
            secret, own_screen=given.settings.web.own_screen, claim=self._claim, term=self._pairings
        )
        self._told = False
        self._placed: Message | None = None
        self._notice: Message | None = None
        self._tables = SimulatedTables(folder, set_up=set_up)

    async def serve(self) -> None:
        """Serve until the server shuts down."""
        beside = [asyncio.create_task(self._count_time()), asyncio.create_task(Watchdog.of(os.environ).keep())]
        try:
            while await self._serve_once():
                print_notice(Message.of("start-again"))
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            self._hold.close()

    async def _count_time(self) -> None:
        """Save every `COUNT_EVERY_S` how long the table has been unclaimed, and the term of its pairings."""
        while True:
            await asyncio.to_thread(self._claim.note_time)
            await asyncio.to_thread(self._pairings.keep)
            await asyncio.sleep(COUNT_EVERY_S)

    async def _serve_once(self) -> bool:
        """Serve the table, or its first run if something is missing; return whether to build it again."""
        given, folder = self._given, self._given.settings.data.folder
        unplaced = await asyncio.to_thread(self._go_through, folder)
        page = PageSettingsStore(folder)
        settings, faults = page.over(given.settings)
        found = filter(None, (self._claim.fault, self._pairings.fault, self._cut_off))
        self._settings, self._faults = settings, (*given.faults, *faults, *found)
        for fault in faults:
            print_notice(f"overlook: {fault}")
        store = ChoicesStore(settings.data.folder)
        machine = MachineService(
            file=given.settings,
            settings=settings,
            store=page,
            fixed=given.fixed,
            copying=BackupJob(Sources(folder, settings_files(settings, given.file))),
            restoring=RestoreJob(folder, self._placed),
            updating=UpdateJob(folder, given.settings.update, Installation.of(os.environ)),
            power=Power.of(os.environ),
            hotspot=Hotspot.of(os.environ),
            port=self._listening.getsockname()[1],
            since_s=self._since_s,
            again=asyncio.Event(),
            notice=self._notice,
        )
        try:
            if unplaced is not None:
                return await self._first_run(store, machine, unplaced)
            return await self._served(store, machine)
        finally:
            self._notice = machine.notice
            await machine.close()

    def _go_through(self, folder: Path) -> MissingPart | None:
        """Take the folder's lock and install a pending backup; return why no table can be opened, else None."""
        if not self._hold.take():
            assert self._hold.taken is not None
            return MissingPart("data", self._hold.taken)
        try:
            aside = put_in_place(folder)
        except OSError as fault:
            return MissingPart("back-up", Message.of("restore-disk-failed", fault=fault))
        if aside is not None:
            self._placed = restored_message(aside)
            print_notice(str(self._placed))
        return None

    async def _served(self, store: ChoicesStore, machine: MachineService) -> bool:
        if check_prerequisites(self._settings, store.choices).lacks:
            return await self._first_run(store, machine)
        try:
            return await self._table(store, machine)
        except (*FAULTS, OSError) as fault:
            return await self._first_run(
                store, machine, MissingPart("table", Message.of("first-table-not-opened", fault=fault))
            )

    async def _table(self, store: ChoicesStore, machine: MachineService) -> bool:
        settings, box, lobby = self._settings, None, None
        simulated = camera_chosen(settings.camera, store.choices).source == SIMULATED
        if simulated:
            lobby = LobbyService(self._tables, machine.restart_requested)
            if self._tables.choose_camera():
                return await self._first_run(store, machine, lobby=lobby)
            settings, box = await asyncio.to_thread(self._tables.next, settings)
        has = equipment(settings, box)
        first = None if simulated else self._first(store, has.camera, machine.restart_requested, playing=True)
        with build_table(
            settings,
            has,
            self._sessions,
            faults=self._faults,
            first_run=first,
            machine=machine,
            claim=self._claim,
            lobby=lobby,
            encryption=None if self._encrypted is None else self._encrypted.encryption,
        ) as opened:
            machine.playing = opened.playing
            if first is not None:
                first.busy = opened.playing
            return await self._run(opened)

    def _first(
        self, store: ChoicesStore, camera: Camera, again: asyncio.Event, *, playing: bool = False
    ) -> FirstRunService:
        return FirstRunService(
            self._settings,
            store,
            camera,
            faults=self._faults,
            found=found_cameras,
            today=date.today,
            again=again,
            playing=playing,
        )

    async def _first_run(
        self,
        store: ChoicesStore,
        machine: MachineService,
        fault: MissingPart | None = None,
        lobby: LobbyService | None = None,
    ) -> bool:
        settings = self._settings
        chosen = camera_chosen(settings.camera, store.choices)
        camera = camera_of(chosen)
        service = self._first(store, camera, machine.restart_requested)
        service.trouble = () if fault is None else (fault,)
        missing_before = check_prerequisites(settings, store.choices).lacks

        def is_fixed() -> bool:
            """Return whether all that was missing is there now, or at least the data folder if it was missing."""
            now = {one.part for one in check_prerequisites(settings, store.choices).lacks}
            return bool(missing_before) and (
                not now or ("data" in {one.part for one in missing_before} and "data" not in now)
            )

        watched = None if chosen.source in {NO_CAMERA, SIMULATED} else camera
        ports = Ports(first_run=service, machine=machine, lobby=lobby)
        program = build_first_run(service, watched, settings.web, self._sessions, ports, is_fixed)
        for lack in (*service.trouble, *missing_before):
            print_notice(f"overlook: {lack.sentence}")
        return await program.run(self._listening.dup(), self._ready, self._also())

    async def _run(self, opened: OpenedTable) -> bool:
        if opened.panel.missing and not self._told:
            print_notice(str(opened.panel.missing))
        with opened.faults.listening():
            return await opened.program.run(self._listening.dup(), self._ready, self._also())

    def _also(self) -> TlsListener | None:
        return None if self._encrypted is None else self._encrypted.dup()

    def _ready(self) -> None:
        """Mark the installed release as healthy and print the table's address; the first time only."""
        if self._told:
            return
        self._told = True
        if unsaid := mark_release_healthy(os.environ):
            print_notice(f"overlook: {unsaid}")
        host, port = self._listening.getsockname()[:2]
        name = "localhost" if host in {"127.0.0.1", "::1"} or is_wildcard_host(host) else host
        from_afar = public_url(self._settings.web, port)
        url = f"http://{name}:{port}/{'setup' if self._set_up else ''}"
        print_notice(
            Message.of("start-ready-phones", url=url, phones=f"{from_afar}/phone")
            if from_afar
            else Message.of("start-ready", url=url)
        )
        if from_afar and not is_logged_by_system():
            self._invite(from_afar)

    def _invite(self, from_afar: str) -> None:
        """Print the PIN with address and QR code; at a terminal, Enter prints a new one."""
        pin, seconds = self._sessions.pin()
        address = f"{from_afar}/pair"
        if prints_blocks():
            print_notice("\n".join(qr_lines(f"{address}#pin={pin}")), reported=False)
        interactive = call_on_enter(lambda: self._invite(from_afar))
        what = "start-pairing-enter" if interactive else "start-pairing"
        print_notice(Message.of(what, address=typed(address), pin=pin, seconds=seconds), reported=False)
