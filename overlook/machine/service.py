"""Service behind the machine's page: its view and its requests."""

from __future__ import annotations

import asyncio
import platform
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from messages.message import Message
from overlook.console import RECENT_LINES, hide_folder, print_notice, without_address, without_folder, without_secrets
from overlook.distribution import program_version
from overlook.errors import SettingsError
from overlook.machine.backup_jobs import BackupJob, RestoreJob
from overlook.machine.page_settings import FILE, TITLES, EditableSetting, PageSettingsStore, editable_settings, erased
from overlook.machine.system_requests import Hotspot, Power
from overlook.machine.updates import UpdateJob
from overlook.maintenance import machine_checks as looks
from overlook.maintenance.machine_checks import STATE_OF, Check
from overlook.maintenance.reports import report_of
from overlook.settings import Settings
from web.contract.setup import machine as copies
from web.contract.setup import machine as page
from web.contract.setup import machine as releases
from web.contract.setup.machine import AskPower
from web.contract.table.snapshot import HealthView
from web.server.addresses import public_url

LOOK_S = 5.0
"""Interval of the checks of disk, temperature, power and clock; each reads a file or runs a program."""


class MachineService:
    """Service of one table's machine page. It belongs to the event loop.

    `restart_requested` is set to build the table again.
    `file` are the settings without the page's, `settings` the effective ones; `fixed` are the fields set by environment
    or command line, each with the reason. `port` is the port of the pages. `notice` names the secrets erased by
    the last change of settings, None if there were none.
    """

    def __init__(
        self,
        *,
        file: Settings,
        settings: Settings,
        store: PageSettingsStore,
        fixed: Mapping[str, Message],
        copying: BackupJob,
        restoring: RestoreJob,
        updating: UpdateJob,
        power: Power,
        hotspot: Hotspot,
        port: int,
        since_s: float,
        again: asyncio.Event,
        notice: Message | None = None,
    ) -> None:
        self._file, self._settings, self._store, self._fixed = file, settings, store, fixed
        self._copying, self._restoring, self._power = copying, restoring, power
        self._updating, self._hotspot = updating, hotspot
        hotspot.want(settings.network.hotspot)
        self.port = port
        self._since_s = since_s
        self._looked_s = float("-inf")
        self._parts: tuple[HealthView, ...] = ()
        self.playing: Callable[[], bool] = lambda: False
        self.restart_requested, self.notice = again, notice

    async def _look(self, within_s: float) -> None:
        """Check the machine's parts, unless they were checked within so many seconds."""
        now_s = time.monotonic()
        if now_s - self._looked_s > within_s:
            self._looked_s = now_s
            self._parts = await asyncio.to_thread(_parts, self._settings.data.folder)
            self._looked_s = time.monotonic()

    async def view(self) -> page.MachineView:
        """Return the page's view."""
        await self._look(LOOK_S)
        hotspot = self._hotspot.part(self._settings.network.hotspot, self.port)
        afar = public_url(self._settings.web, self.port)
        return page.MachineView(
            program=f"overlook {program_version()}",
            system=f"{platform.platform()}, Python {platform.python_version()}",
            running_s=time.monotonic() - self._since_s,
            addresses=tuple(f"{one}/" for one in (f"http://localhost:{self.port}", afar) if one),
            parts=(*self._parts, *([hotspot] if hotspot is not None else [])),
            lines=tuple(hide_folder(without_address(one), self._settings.data.folder) for one in RECENT_LINES),
            sections=self._sections(),
            copy_made=self._copying.view,
            restoring=self._restoring.view,
            powers=self._power.views(),
            playing=self.playing(),
            notice=str(self.notice or ""),
            message=self.notice,
        )

    def _sections(self) -> tuple[page.SettingsSection, ...]:
        fields = [self._setting(one) for one in editable_settings().values()]
        return tuple(
            page.SettingsSection(
                name=name,
                title=str(title),
                message=title,
                settings=tuple(one for one in fields if one.name.partition(".")[0] == name),
            )
            for name, title in TITLES.items()
        )

    def _setting(self, known: EditableSetting) -> page.SettingView:
        locked = known.locked or self._fixed.get(known.name)
        return page.SettingView(
            name=known.name,
            description=str(known.description),
            description_message=known.description,
            kind=known.kind,
            choices=known.choices,
            least=known.least,
            most=known.most,
            value=_shown(known.of(self._settings), known),
            in_file=_shown(known.of(self._file), known),
            changed=self._store.page.says(known.name),
            locked=str(locked or ""),
            locked_message=locked,
        )

    async def do(self, asked: page.AskedMachine) -> Message | None:
        """Carry out a request; return why it was refused, else None."""
        refusal: Message | None = None
        match asked.wish:
            case page.ChangeSettings(changes=changes):
                refusal = await self._change(changes)
            case page.MakeCopy():
                refusal = self._copying.begin()
            case page.BuildAnew():
                self.restart_requested.set()
            case copies.BringCopy(name=name, size_bytes=size_bytes):
                refusal = await self._restoring.begin(name, size_bytes)
            case copies.DropCopy():
                refusal = await self._restoring.drop()
            case copies.PlaceCopy(number=number):
                refusal = await self._place(number)
            case AskPower(what=what):
                # The response includes these checks. Make them first: on a busy machine they may take longer than a
                # stopping program has left.
                await self._look(0.0)
                refusal = await self._power.do(what)
        return refusal

    async def _place(self, number: int) -> Message | None:
        """Decide to restore a backup and have the table closed and built again."""
        refusal = await self._restoring.decide(number)
        if refusal is None:
            self.restart_requested.set()
        return refusal

    async def take(self, number: int, offset: int, part: bytes) -> Message | None:
        """Receive a part of the uploaded backup at a byte offset; return why it was refused, else None."""
        return await self._restoring.take(number, offset, part)

    def restoring(self) -> copies.RestoreView:
        """Return the progress of the uploaded backup."""
        return self._restoring.view

    def update_view(self) -> releases.UpdateView:
        """Return the running version and the progress of an update."""
        return self._updating.shown().model_copy(update={"playing": self.playing()})

    async def update(self, asked: releases.AskedUpdate) -> Message | None:
        """Carry out or start a request about updates; return why it was refused, else None."""
        return await self._updating.do(asked.wish)

    async def take_release(self, number: int, offset: int, part: bytes) -> Message | None:
        """Receive a part of an uploaded release, like `take`."""
        return await self._updating.take(number, offset, part)

    async def _change(self, changes: tuple[page.SettingChange, ...]) -> Message | None:
        before = self._store.page
        try:
            after = before.changed(changes, self._file, self._fixed)
        except SettingsError as fault:
            return fault.message
        if after != before:
            try:
                await asyncio.to_thread(self._store.keep, after)
            except OSError as fault:
                return Message.of("machine-settings-not-written", fault=fault.strerror or fault)
            self.notice = erased(before.over(self._file)[0], after.over(self._file)[0], changes)
            if self.notice:
                print_notice(f"overlook: {self.notice}")
            self.restart_requested.set()
        return None

    async def report(self) -> str:
        """Return the problem report for maintainers, without secrets."""
        return await asyncio.to_thread(lambda: report_of(self._settings).text())

    async def close(self) -> None:
        """Cancel running backups, restores and updates."""
        await self._copying.close()
        await self._restoring.close()
        await self._updating.close()

    def copy_file(self) -> Path | None:
        """Return the finished backup, None if there is none."""
        return self._copying.ready


def _shown(value: object, known: EditableSetting) -> page.Value:
    """Return a setting's value for the page, without secrets, passwords in addresses, and folders of this machine."""
    said = value if isinstance(value, bool) else without_secrets(value)
    if known.locked == FILE and said is not None:
        return tuple(Path(one).name for one in said) if isinstance(said, list) else Path(str(said)).name
    if isinstance(said, list):
        return tuple(map(str, said))
    if isinstance(said, dict):
        return {str(name): str(one) for name, one in said.items()}
    assert said is None or isinstance(said, bool | int | float | str), known.name
    return said


def _parts(folder: Path) -> tuple[HealthView, ...]:
    checks: list[Check | None] = [looks.disk(folder), looks.temperature(), looks.power(), looks.clock()]
    lines = [(one, without_folder(one.line, folder)) for one in checks if one is not None]
    return tuple(
        HealthView(part=one.part, state=STATE_OF[one.health], sentence=str(line), message=line) for one, line in lines
    )
