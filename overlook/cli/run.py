"""`overlook run`: the table."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from calibration.errors import CalibrationError
from hardware.cameras.camera import Camera
from hardware.cameras.sources import camera_from_spec, found_cameras
from hardware.errors import HardwareError
from overlook.allocator import give_back_early
from overlook.claim import TableClaim
from overlook.cli.equipping import camera_of, equipment
from overlook.cli.keep import settings_files
from overlook.console import Exit, note, stop
from overlook.cookie_secret import secret_of
from overlook.errors import SettingsError
from overlook.first_run.choices import ChoicesStore, camera_chosen
from overlook.first_run.lacking import SIMULATED, Lack, equipped
from overlook.first_run.program import FirstRunProgram
from overlook.first_run.service import FirstRunService
from overlook.listening import listen, listen_anyhow, listen_encrypted
from overlook.lobby.service import LobbyService
from overlook.lobby.simulated_tables import SimulatedTables
from overlook.log import log_to_stderr
from overlook.machine.copying import Copying
from overlook.machine.hotspot import Hotspot
from overlook.machine.page_settings import PageSettingsStore
from overlook.machine.power import Power
from overlook.machine.releases import say_that_it_plays
from overlook.machine.restoring import Restoring, placed
from overlook.machine.service import MachineService
from overlook.machine.settable import fixed_here
from overlook.machine.updating import Installation, Updating
from overlook.machine.watchdog import Watchdog
from overlook.maintenance.backup import Sources
from overlook.maintenance.in_place import put_in_place
from overlook.maintenance.restore import cut_off
from overlook.memory_room import memory_room
from overlook.one_program import FolderHold
from overlook.opened_table import OpenedTable, open_table
from overlook.pairing_file import read_pairing_term
from overlook.salvage import NO_CAMERA, salvaged_settings
from overlook.settings import Settings, checked, settings_file
from overlook.setup.errors import SetupError
from referee.editions.registry import edition_of
from referee.rules.errors import RefereeError
from venue.errors import VenueError
from web.auth.sessions import Sessions
from web.server.addresses import address_from_afar, is_everywhere
from web.server.tls import EncryptedSocket

FAULTS = (CalibrationError, RefereeError, SettingsError, HardwareError, SetupError, VenueError)
"""What keeps a table from being opened though its settings hold."""


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
        give_back_early()
        found = salvaged_settings(settings)
        for fault in found.faults:
            note(f"overlook: {fault}")
        chosen = _overridden(found.settings, camera, edition, port, host, data)
        listening, other_port = (listen(chosen.web), "") if host is not None else listen_anyhow(chosen.web)
        encrypted, unencrypted = listen_encrypted(chosen.web)
        faults = tuple(filter(None, (other_port, unencrypted, memory_room())))
        for fault in faults:
            note(f"overlook: {fault}")
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
    """Stop where a person has typed a settings file that is not there, or a line that names no camera."""
    if settings is not None and not settings.exists():
        stop(f"{settings}: there is no such settings file: give one that is there, or none")
    if camera not in {None, NO_CAMERA}:
        camera_from_spec(str(camera))


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


COUNT_EVERY_S = 15.0


@dataclass(frozen=True, slots=True)
class Given:
    """What a table was started with: settings of file, environment and command line, and what is wrong with them.

    `file` is the settings' file, `fixed` are the fields that environment or command line say, each with why.
    """

    settings: Settings
    faults: tuple[str, ...]
    file: Path | None
    fixed: Mapping[str, str]


class Serving:
    """One table from its settings: its first run while it lacks something, and the table itself, in turn."""

    def __init__(
        self, given: Given, listening: socket.socket, encrypted: EncryptedSocket | None = None, *, set_up: bool
    ) -> None:
        self._given, self._listening, self._encrypted, self._set_up = given, listening, encrypted, set_up
        self._settings, self._faults = given.settings, given.faults
        self._since_s = time.monotonic()
        # Before the folder's secret is made: by what is in it a table is told that was somebody's before.
        folder = given.settings.data.folder
        self._cut_off = cut_off(folder)
        self._hold = FolderHold(folder)
        self._claim = TableClaim(folder, wanted=given.settings.web.claim)
        self._claim.note_time()
        secret = secret_of(folder, note)
        self._pairings = read_pairing_term(folder, note)
        self._sessions = Sessions(
            secret, own_screen=given.settings.web.own_screen, claim=self._claim, term=self._pairings
        )
        self._told, self._placed, self._notice = False, "", ""
        self._tables = SimulatedTables(folder, set_up=set_up)

    async def serve(self) -> None:
        """Serve until the server is told to stop."""
        beside = [asyncio.create_task(self._count_time()), asyncio.create_task(Watchdog.of(os.environ).keep())]
        try:
            while await self._once():
                note("the table is built anew")
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            self._hold.close()

    async def _count_time(self) -> None:
        """Keep on disk for how long the table has run unclaimed, and with no game on."""
        while True:
            await asyncio.to_thread(self._claim.note_time)
            await asyncio.to_thread(self._pairings.keep)
            await asyncio.sleep(COUNT_EVERY_S)

    async def _once(self) -> bool:
        """Serve the table, or its first run where it lacks something; return whether it is to be built anew."""
        given, folder = self._given, self._given.settings.data.folder
        unplaced = await asyncio.to_thread(self._go_through, folder)
        page = PageSettingsStore(folder)
        settings, faults = page.over(given.settings)
        found = filter(None, (self._claim.fault, self._pairings.fault, self._cut_off))
        self._settings, self._faults = settings, (*given.faults, *faults, *found)
        for fault in faults:
            note(f"overlook: {fault}")
        store = ChoicesStore(settings.data.folder)
        machine = MachineService(
            file=given.settings,
            settings=settings,
            store=page,
            fixed=given.fixed,
            copying=Copying(Sources(folder, settings_files(settings, given.file))),
            restoring=Restoring(folder, self._placed),
            updating=Updating(folder, given.settings.update, Installation.of(os.environ)),
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

    def _go_through(self, folder: Path) -> Lack | None:
        """Put the back-up in place that was decided on; return why no table may be opened here."""
        if not self._hold.take():
            return Lack("data", self._hold.taken)
        try:
            aside = put_in_place(folder)
        except OSError as fault:
            return Lack("back-up", f"The back-up cannot be put in place ({fault}): mend the disk, then start again")
        if aside is not None:
            self._placed = placed(aside)
            note(self._placed)
        return None

    async def _served(self, store: ChoicesStore, machine: MachineService) -> bool:
        if equipped(self._settings, store.choices).lacks:
            return await self._first_run(store, machine)
        try:
            return await self._table(store, machine)
        except (*FAULTS, OSError) as fault:
            return await self._first_run(store, machine, Lack("table", f"The table cannot be opened: {fault}"))

    async def _table(self, store: ChoicesStore, machine: MachineService) -> bool:
        settings, box, lobby = self._settings, None, None
        simulated = camera_chosen(settings.camera, store.choices).source == SIMULATED
        if simulated:
            lobby = LobbyService(self._tables, machine.again)
            if self._tables.choose_camera():
                return await self._first_run(store, machine, lobby=lobby)
            settings, box = await asyncio.to_thread(self._tables.next, settings)
        has = equipment(settings, box)
        first = None if simulated else self._first(store, has.camera, machine.again, playing=True)
        with open_table(
            settings,
            has,
            self._sessions,
            faults=self._faults,
            first_run=first,
            machine=machine,
            claim=self._claim,
            lobby=lobby,
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
        fault: Lack | None = None,
        lobby: LobbyService | None = None,
    ) -> bool:
        settings = self._settings
        chosen = camera_chosen(settings.camera, store.choices)
        camera = camera_of(chosen)
        service = self._first(store, camera, machine.again)
        service.trouble = () if fault is None else (fault,)
        was = equipped(settings, store.choices).lacks

        def mended() -> bool:
            now = {one.part for one in equipped(settings, store.choices).lacks}
            return bool(was) and (not now or ("data" in {one.part for one in was} and "data" not in now))

        watched = None if chosen.source in {NO_CAMERA, SIMULATED} else camera
        program = FirstRunProgram(service, watched, settings.web, self._sessions, machine, lobby)
        for lack in (*service.trouble, *was):
            note(f"overlook: {lack.sentence}")
        return await program.run(self._listening.dup(), self._ready, mended, encrypted=self._also())

    async def _run(self, opened: OpenedTable) -> bool:
        if opened.panel.missing and not self._told:
            note(opened.panel.missing)
        with opened.faults.listening():
            return await opened.program.run(self._listening.dup(), self._ready, self._also())

    def _also(self) -> EncryptedSocket | None:
        return None if self._encrypted is None else self._encrypted.dup()

    def _ready(self) -> None:
        """Say where the table is, once."""
        if self._told:
            return
        self._told = True
        if unsaid := say_that_it_plays(os.environ):
            note(f"overlook: {unsaid}")
        host, port = self._listening.getsockname()[:2]
        name = "localhost" if host in {"127.0.0.1", "::1"} or is_everywhere(host) else host
        from_afar = address_from_afar(self._settings.web, port)
        phones = f", for phones at {from_afar}/phone" if from_afar else ""
        page = "setup" if self._set_up else ""
        note(f"the table is at http://{name}:{port}/{page}{phones}  (stop it with Ctrl-C)")
