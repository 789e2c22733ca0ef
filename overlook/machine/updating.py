"""Another version brought to the page /update: verified, shown with what it changes, and handed to the system.

The program has no rights over its own folder: it makes a file that `overlook-update.path` hears, and the system builds
the release beside the one that plays, switches by one rename, and switches back where the new one does not start.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from overlook.distribution import DISTRIBUTION, program_version
from overlook.machine.asking import ask_system
from overlook.machine.bringing import MEGABYTE, Bringing
from overlook.machine.power import POWER, SERVICE
from overlook.machine.release_file import Release, ReleaseError, changes, newer, read_release
from overlook.machine.releases import Releases, Step
from overlook.maintenance.backup import Progress
from overlook.maintenance.in_place import UPDATE
from overlook.settings import UpdateSettings
from overlook.writing import SECRET_MODE, write_file
from web.contract.setup import machine as wishes
from web.contract.setup.machine import BringState, ChangeView, UpdateView

READY = "ready"
WANTED = "wanted.txt"
ASKED = "update"
MOST_BYTES = 200 * 10**6
GROWS = 8
"""How much room a release needs, in sizes of its file: built it has the packages of the one before beside it."""

FETCH_S = 600.0
HEARD_S = 20.0
SWITCHED_OFF = "is switched off: update.from_page in the settings file"
NOT_INSTALLED = "is for a table that install.sh has installed: update this one the way it came here"
NO_RIGHT = "is not set up here: 'sudo sh deploy/install.sh' of this version does it once"
NO_INDEX = "No index is named: update.index in the settings file, or bring a file"
NOT_HEARD = "The system has not heard it: is overlook-update.path enabled? 'sudo sh deploy/install.sh' enables it"
AT_WORK = "The system is at work on a version: wait until it says what became of it"
OLD_SCRIPTS = (
    "is a name that this machine's update scripts do not know: run "
    "'sudo sh /opt/overlook/current/deploy/install.sh --units' once, or bring the file whose name begins with overlook-"
)
NOT_READY = "No version is ready to be taken: choose a file first"
NOTHING_BEFORE = "There is no version before this one to go back to"


@dataclass(frozen=True, slots=True)
class Installation:
    """What another version needs of the machine: its releases, and a folder that the system listens at."""

    service: bool
    releases: Releases | None
    asked: Path | None
    heard_s: float = HEARD_S

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Installation:
        """Return that of the program that was started in an environment."""
        asked = Path(environment[POWER]) if environment.get(POWER) else None
        return cls(SERVICE in environment, Releases.of(environment), asked)

    def why_not(self, chosen: UpdateSettings) -> str:
        """Return why no version is taken from a page here, empty where it is."""
        if not chosen.from_page:
            return f"Updating on this page {SWITCHED_OFF}"
        if not self.service or self.releases is None:
            return f"Updating on this page {NOT_INSTALLED}"
        return "" if self.asked is not None and os.access(self.asked, os.W_OK) else f"Updating on this page {NO_RIGHT}"


class Updating(Bringing[UpdateView]):
    """One release at a time, in a folder of its own among the data; it belongs to the event loop."""

    what: ClassVar[str] = "A version"
    most_bytes: ClassVar[int] = MOST_BYTES
    grows: ClassVar[int] = GROWS

    def __init__(
        self,
        data: Path,
        chosen: UpdateSettings,
        installation: Installation,
        *,
        program: str = program_version(),
        fetcher: tuple[str, ...] = (sys.executable, "-m", "pip", "download"),
    ) -> None:
        super().__init__(data / UPDATE, UpdateView())
        self._chosen, self._installation, self._program, self._fetcher = chosen, installation, program, fetcher
        self._ready = self._folder / READY
        self._fetching: asyncio.Task[None] | None = None

    def shown(self) -> UpdateView:
        """Return everything that the page shows now."""
        releases = self._installation.releases
        step, said = releases.step() if releases is not None else (Step.NONE, "")
        return self.view.model_copy(
            update={
                "plays": self._program,
                "before": releases.before() if releases is not None else "",
                "at_work": step in {Step.BUILDING, Step.TRYING},
                "said": said,
                "why_not": self._installation.why_not(self._chosen),
                "no_index": "" if self._chosen.index else NO_INDEX,
            }
        )

    async def do(self, wish: object) -> str | None:
        """Return why a wish was not fulfilled, None when it was or has begun to be."""
        if (why_not := self._installation.why_not(self._chosen)) and not isinstance(wish, wishes.DropRelease):
            return why_not
        refusal: str | None = None
        match wish:
            case wishes.BringRelease(name=name, size_bytes=size_bytes):
                refusal = await self.begin(name, size_bytes)
            case wishes.FetchRelease():
                refusal = await self._fetch()
            case wishes.DropRelease():
                refusal = await self.drop()
            case wishes.TakeRelease(number=number):
                refusal = await self._take_version(number)
            case wishes.GoBack():
                refusal = await self._back()
        return refusal

    async def _give_up(self) -> None:
        if self._fetching is not None and not self._fetching.done():
            self._fetching.cancel()
            await asyncio.gather(self._fetching, return_exceptions=True)
        await super()._give_up()

    def _busy(self) -> str | None:
        return AT_WORK if self._system_at_work() else super()._busy()

    def _system_at_work(self) -> bool:
        releases = self._installation.releases
        return releases is not None and releases.step()[0] in {Step.BUILDING, Step.TRYING}

    def _checked(self, view: UpdateView, progress: Progress) -> UpdateView:
        """Return what is in the release that has come; it lies ready under its own name."""
        release = read_release(self._part, progress)
        self._may_be_taken(release)
        self._ready.mkdir()
        self._part.rename(self._ready / release.file_name)
        known = changes(release.changelog, since=self._program, until=release.version)
        told = tuple(ChangeView(version=one, text=text) for one, text in known)
        return view.model_copy(
            update={"state": BringState.READY, "line": "", "version": release.version, "changes": told}
        )

    def _may_be_taken(self, release: Release) -> None:
        if newer(self._program, than=release.version):
            raise ReleaseError(
                f"it is {release.version}, older than {self._program} which plays: games of now may not open in it"
            )
        releases = self._installation.releases
        if releases is not None and not releases.can_build(release.distribution):
            raise ReleaseError(f"{release.file_name} {OLD_SCRIPTS}")

    async def _take_version(self, number: int) -> str | None:
        """Hand the release that was shown to the system."""
        async with self._turn:
            if self._system_at_work():
                return AT_WORK
            if self.view.state is not BringState.READY or number != self.view.number:
                return NOT_READY
            line = f"{self.view.version} is handed to the system"
            self.view = self.view.model_copy(update={"state": BringState.PLACING, "line": line})
            refusal = await self._ask("install")
            if refusal is not None:
                self.view = self.view.model_copy(update={"state": BringState.READY, "line": refusal})
                return refusal
            await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
            self.view = UpdateView()
            return None

    async def _back(self) -> str | None:
        releases = self._installation.releases
        if self._system_at_work():
            return AT_WORK
        return await self._ask("back") if releases is not None and releases.before() else NOTHING_BEFORE

    async def _ask(self, words: str) -> str | None:
        """Ask the system; it takes the file away once it has heard, and has a copy of what was brought."""
        folder = self._installation.asked
        assert folder is not None
        return await ask_system(folder / ASKED, words, within_s=self._installation.heard_s, not_heard=NOT_HEARD)

    async def _fetch(self) -> str | None:
        """Begin to fetch the newest release from the index of the settings."""
        async with self._turn:
            if (refusal := self._busy()) is not None or not self._chosen.index:
                return refusal or NO_INDEX
            if self._fetching is not None and not self._fetching.done():
                return "A version is being fetched: wait a moment"
            try:
                await asyncio.to_thread(self._prepare)
                await asyncio.to_thread(self._write_wanted, self._chosen.index)
            except OSError as fault:
                return f"The disk does not take it ({fault.strerror}): nothing was changed"
            self.view = UpdateView(state=BringState.COMING, line="being fetched", name="the newest version")
            self._fetching = asyncio.create_task(self._fetched())
            return None

    def _write_wanted(self, index: str) -> None:
        """Write for pip what is wanted from where. An address may hold a password, and anybody can read arguments."""
        lines = f"--index-url {shlex.quote(index)}\n{DISTRIBUTION}\n"
        write_file(self._folder / WANTED, lines.encode(), mode=SECRET_MODE)

    async def _fetched(self) -> None:
        folder = self._folder / "fetched"
        options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--no-input")
        words = (*options, "--dest", str(folder), "--requirement", str(self._folder / WANTED))
        try:
            said, ended_well = await self._run_fetcher(words)
        except TimeoutError:
            await self._refused(f"Nothing was fetched and nothing changed: the index took longer than {FETCH_S:g} s")
            return
        except OSError as fault:
            await self._refused(f"Nothing was fetched and nothing changed ({fault.strerror})")
            return
        files = sorted(folder.glob("*.whl")) if folder.is_dir() else []
        if not ended_well or len(files) != 1:
            lines = said.decode(errors="replace").strip().splitlines() or ["it said nothing"]
            await self._refused(f"Nothing was fetched and nothing changed: {lines[-1][:200]}")
            return
        files[0].replace(self._part)
        size = self._part.stat().st_size
        if size > MOST_BYTES:
            await self._refused(f"Nothing was changed: {files[0].name} has {size / MEGABYTE:.0f} MB, no release has")
            return
        brought = {"name": files[0].name, "size_bytes": size, "come_bytes": size}
        self.view = self.view.model_copy(update=brought)
        self._check_now()

    async def _run_fetcher(self, words: tuple[str, ...]) -> tuple[bytes, bool]:
        """Return what the program said that fetches, and whether it ended well; raises `TimeoutError`, `OSError`."""
        process = await asyncio.create_subprocess_exec(
            *self._fetcher, *words, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
        try:
            _, said = await asyncio.wait_for(process.communicate(), FETCH_S)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return said, process.returncode == 0
