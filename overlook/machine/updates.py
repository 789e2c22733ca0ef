"""Updates: reading a release (a wheel), installed releases, upload, and the request to the system.

The program cannot write to its own folder. It creates a file that `overlook-update.path` watches; the system then
builds the release beside the current one, switches by one rename, and switches back if the new release does not start.
"""

from __future__ import annotations

import asyncio
import base64
import csv
import email
import hashlib
import os
import re
import shlex
import shutil
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import ClassVar

from messages.message import Message, MessageError
from overlook.atomic_files import SECRET_MODE, write_file
from overlook.distribution import BESIDE, DISTRIBUTION, NAMES, RELEASED_AS, file_stem, program_version
from overlook.machine.system_requests import POWER, SERVICE, write_system_request
from overlook.machine.upload import MEGABYTE, ChunkedUpload, line_of
from overlook.maintenance.backup import Progress
from overlook.maintenance.pending_restore import UPDATE
from overlook.settings import UpdateSettings
from web.contract.setup import machine as wishes
from web.contract.setup.machine import BringState, ChangeView, UpdateView

PACKAGES = frozenset(
    {"geometry", "calibration", "vision", "referee", "hardware", "simulation", "web", "venue", "overlook"}
)
PROGRAM = "overlook/cli/main.py"
NEEDED = ("CHANGELOG.md", "constraints.txt", "deploy/overlook.toml", "deploy/systemd/overlook.service")
VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}((a|b|rc|\.dev|\.post)\d{1,6})?")
MOST_UNPACKED_BYTES = 400_000_000
MOST_FILES = 20_000
BLOCK = 1 << 20
UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, UnicodeDecodeError, NotImplementedError)
"""Errors of `zipfile` for an archive that is damaged, encrypted or compressed with an unsupported method."""

FILE_NAMES = tuple(f"{file_stem(name)}-VERSION-py3-none-any.whl" for name in (RELEASED_AS, DISTRIBUTION))
NOT_ONE = Message.of("update-file-foreign", names=FILE_NAMES)


class ReleaseError(MessageError, ValueError):
    """A file that is not a release, or a damaged one; the message describes the fault."""


@dataclass(frozen=True, slots=True)
class Release:
    """Metadata of a release: its version, the changelog, the required Python, and its distribution name."""

    version: str
    changelog: str
    python: str
    distribution: str

    @property
    def file_name(self) -> str:
        """Return the wheel's file name. pip requires that it matches the name of the distribution inside."""
        return f"{file_stem(self.distribution)}-{self.version}-py3-none-any.whl"


def read_release(path: Path, progress: Callable[[str], None]) -> Release:
    """Return the metadata of a wheel after checking every file against the digest in its RECORD.

    The wheel may contain only Overlook's own packages, and nothing that runs on installation or at Python's start.
    `progress` receives each file name. Raises `ReleaseError`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _read(archive, progress)
    except UNREADABLE as fault:
        raise ReleaseError("update-file-unreadable", names=FILE_NAMES) from fault


def _read(archive: zipfile.ZipFile, progress: Callable[[str], None]) -> Release:
    files = [info for info in archive.infolist() if not info.is_dir()]
    names = [info.filename for info in files]
    if len(files) > MOST_FILES or sum(info.file_size for info in files) > MOST_UNPACKED_BYTES:
        raise ReleaseError("update-file-large")
    if len(set(names)) != len(names):
        raise ReleaseError("update-path-twice")
    (about, *others) = [name for name in names if name.endswith(".dist-info/METADATA")] or [""]
    if not about or others:
        raise ReleaseError(NOT_ONE)
    said = email.message_from_bytes(archive.read(about))
    name, version = str(said["Name"]), str(said["Version"])
    info = f"{file_stem(name)}-{version}.dist-info"
    if name not in NAMES or not VERSION.fullmatch(version) or about != f"{info}/METADATA":
        raise ReleaseError(NOT_ONE)
    beside = f"{file_stem(name)}-{version}.data/data/{BESIDE}"
    for file in names:
        if not _may_be(PurePosixPath(file), info, beside):
            raise ReleaseError("update-path-foreign", path=file)
    _as_recorded(archive, f"{info}/RECORD", names, progress)
    missing = [file for file in NEEDED if f"{beside}/{file}" not in names]
    if missing or PROGRAM not in names:
        raise ReleaseError("update-path-missing", path=(missing or [PROGRAM])[0])
    changelog = archive.read(f"{beside}/CHANGELOG.md").decode()
    return Release(version, changelog, str(said["Requires-Python"] or ""), name)


def _may_be(name: PurePosixPath, info: str, beside: str) -> bool:
    parts = name.parts
    plain = not name.is_absolute() and ".." not in parts and "\\" not in str(name) and str(name) == "/".join(parts)
    of_ours = len(parts) > 1 and (parts[0] in PACKAGES or parts[0] == info)
    return plain and (of_ours or str(name).startswith(f"{beside}/"))


def _as_recorded(archive: zipfile.ZipFile, record: str, names: list[str], progress: Callable[[str], None]) -> None:
    if record not in names:
        raise ReleaseError("update-list-missing")
    rows = [row for row in csv.reader(archive.read(record).decode().splitlines()) if row]
    digests = {row[0]: row[1] for row in rows if len(row) > 1}
    if set(digests) != set(names):
        raise ReleaseError("update-list-differs")
    for name in names:
        progress(name)
        if name != record and digests[name] != _digest(archive, name):
            raise ReleaseError("update-path-changed", path=name)


def _digest(archive: zipfile.ZipFile, name: str) -> str:
    found = hashlib.sha256()
    with archive.open(name) as file:
        while block := file.read(BLOCK):
            found.update(block)
    return "sha256=" + base64.urlsafe_b64encode(found.digest()).decode().rstrip("=")


def newer(version: str, than: str) -> bool:
    """Return whether a version is newer than another one."""
    return _order(version) > _order(than)


def _order(version: str) -> tuple[tuple[int, ...], int, int]:
    """Return a version's sort key: its numbers, then pre-release, release and post-release in order."""
    parsed = re.fullmatch(r"([\d.]*\d)(?:\.?(a|b|rc|dev|post)(\d+))?.*", version, re.DOTALL)
    if parsed is None:
        raise ReleaseError("update-version-unknown", version=version)
    numbers, kind, count = parsed.groups()
    ranks = {"dev": 0, "a": 1, "b": 2, "rc": 3, None: 4, "post": 5}
    parts = [int(part) for part in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts), ranks[kind], int(count or 0)


def changes(changelog: str, *, since: str, until: str) -> tuple[tuple[str, str], ...]:
    """Return the changes after one version up to and including another, newest first: each version with its text."""
    parts = re.split(r"^## +(\S+)[^\n]*\n", changelog, flags=re.MULTILINE)
    found = zip(parts[1::2], parts[2::2], strict=True)
    return tuple(
        (version, text.strip())
        for version, text in found
        if VERSION.fullmatch(version) and newer(version, since) and not newer(version, until)
    )


RELEASES = "OVERLOOK_RELEASES"
"""Environment variable: folder of an installed table's releases (deploy/systemd/overlook.service)."""

PLAYS = "plays"
"""File in the service's folder below /run that names the release now serving; it disappears with the service."""

STATE = "update-state"
UPDATER = Path("updater", "update.sh")
"""Script that builds other versions, installed by `install.sh` beside the releases."""

INSTALLED_AS = re.compile(rf"(?:{'|'.join(map(file_stem, NAMES))})-(.+)\.dist-info")
NO_RELEASE = ("", "")


class Step(StrEnum):
    """Progress of an update, written by `deploy/update.sh`."""

    NONE = "none"
    BUILDING = "building"
    TRYING = "trying"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Releases:
    """The releases installed below a folder. Read from disk each time, since the system changes them concurrently."""

    prefix: Path

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Releases | None:
        """Return the releases of a table started in an environment, None if it is not installed."""
        named = environment.get(RELEASES)
        return cls(Path(named)) if named else None

    def current(self) -> Path | None:
        """Return the folder of the release that starts next."""
        try:
            return Path(os.readlink(self.prefix / "current"))
        except OSError:
            return None

    def before(self) -> str:
        """Return the version of the release that `back` switches to, empty if there is none."""
        current = self.current()
        older = [folder for folder in self._ready() if current is not None and folder.name < current.name]
        return version_of(older[-1]) if older else ""

    def step(self) -> tuple[Step, str]:
        """Return the progress of the last update and the system's message."""
        try:
            first, _, words = (self.prefix / STATE).read_text(encoding="utf-8").partition("\n")
        except (OSError, UnicodeDecodeError):
            return Step.NONE, ""
        known = first in set(Step)
        return (Step(first), words.strip()) if known else (Step.NONE, "")

    def can_build(self, distribution: str) -> bool:
        """Return whether the system's update scripts can build a release of this distribution name.

        The scripts can be older than the program: they are not part of a release and are renewed by `install.sh
        --units`. Those of version 0.2.0 and earlier accept one name only.
        """
        if distribution == RELEASED_AS:
            return True
        try:
            return f"{file_stem(distribution)}-" in (self.prefix / UPDATER).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return False

    def _ready(self) -> list[Path]:
        return sorted(mark.parent for mark in (self.prefix / "releases").glob("*/.ready"))


def version_of(release: Path) -> str:
    """Return Overlook's version in a release's folder, or the folder's name if it cannot be determined."""
    found = sorted(path.name for path in release.glob(".venv/lib/python3*/site-packages/overlook*.dist-info"))
    versions = [named[1] for name in found if (named := INSTALLED_AS.fullmatch(name))]
    return versions[-1] if versions else release.name


def mark_release_healthy(environment: Mapping[str, str]) -> Message | None:
    """Record which release serves now: `deploy/update.sh` waits for this, and switches back if it does not come.

    Does nothing if the program is not an installed service. Returns why it could not be recorded, else None: an error
    here must not keep the table from serving.
    """
    if RELEASES in environment and environment.get(POWER):
        words = f"{os.getpid()} {Path(sys.prefix).parent} {program_version()}\n"
        try:
            write_file(Path(environment[POWER]) / PLAYS, words.encode())
        except OSError as fault:
            return Message.of("update-not-recorded", folder=environment[POWER], fault=fault.strerror or fault)
    return None


READY = "ready"
WANTED = "wanted.txt"
ASKED = "update"
MOST_BYTES = 200 * 10**6
GROWS = 8
"""Disk space a release needs, as a multiple of its file size: it is built with its packages beside the previous one."""

FETCH_S = 600.0
HEARD_S = 20.0
NOT_HEARD = Message.of("update-not-heard")
AT_WORK = Message.of("update-running")
NO_INDEX = Message.of("update-no-index")


@dataclass(frozen=True, slots=True)
class Installation:
    """The parts of the machine that an update needs: installed releases, and the folder for request files."""

    service: bool
    releases: Releases | None
    asked: Path | None
    heard_s: float = HEARD_S

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Installation:
        """Return the installation of a program started in an environment."""
        asked = Path(environment[POWER]) if environment.get(POWER) else None
        return cls(SERVICE in environment, Releases.of(environment), asked)

    def why_not(self, chosen: UpdateSettings) -> Message | None:
        """Return why updates from the page are unavailable, None if they are available."""
        if not chosen.from_page:
            return Message.of("update-switched-off")
        if not self.service or self.releases is None:
            return Message.of("update-not-installed")
        may_ask = self.asked is not None and os.access(self.asked, os.W_OK)
        return None if may_ask else Message.of("update-no-right")


class UpdateJob(ChunkedUpload[UpdateView]):
    """Receives one release at a time, by upload or from an index. It belongs to the event loop."""

    what: ClassVar[str] = "release"
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
        """Return the page's view."""
        releases = self._installation.releases
        step, said = releases.step() if releases is not None else (Step.NONE, "")
        why_not, no_index = self._installation.why_not(self._chosen), None if self._chosen.index else NO_INDEX
        return self.view.model_copy(
            update={
                "plays": self._program,
                "before": releases.before() if releases is not None else "",
                "at_work": step in {Step.BUILDING, Step.TRYING},
                "said": said,
                "why_not": str(why_not or ""),
                "why_not_message": why_not,
                "no_index": str(no_index or ""),
                "no_index_message": no_index,
            }
        )

    async def do(self, wish: object) -> Message | None:
        """Carry out or start a request; return why it was refused, else None."""
        if (why_not := self._installation.why_not(self._chosen)) and not isinstance(wish, wishes.DropRelease):
            return why_not
        refusal: Message | None = None
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

    def _busy(self) -> Message | None:
        return AT_WORK if self._system_at_work() else super()._busy()

    def _system_at_work(self) -> bool:
        releases = self._installation.releases
        return releases is not None and releases.step()[0] in {Step.BUILDING, Step.TRYING}

    def _checked(self, view: UpdateView, progress: Progress) -> UpdateView:
        """Return the content of the release that was received, and store it under its file name."""
        release = read_release(self._part, progress)
        self._may_be_taken(release)
        self._ready.mkdir()
        self._part.rename(self._ready / release.file_name)
        known = changes(release.changelog, since=self._program, until=release.version)
        told = tuple(ChangeView(version=one, text=text) for one, text in known)
        return view.model_copy(
            update={"state": BringState.READY, **line_of(None), "version": release.version, "changes": told}
        )

    def _may_be_taken(self, release: Release) -> None:
        if newer(self._program, than=release.version):
            raise ReleaseError("update-older", version=release.version, program=self._program)
        releases = self._installation.releases
        if releases is not None and not releases.can_build(release.distribution):
            raise ReleaseError("update-scripts-old", file=release.file_name)

    async def _take_version(self, number: int) -> Message | None:
        """Hand the release that was shown to the system."""
        async with self._turn:
            if self._system_at_work():
                return AT_WORK
            if self.view.state is not BringState.READY or number != self.view.number:
                return Message.of("update-not-ready")
            handed = Message.of("update-handed-over", version=self.view.version)
            self.view = self.view.model_copy(update={"state": BringState.PLACING, **line_of(handed)})
            refusal = await self._ask("install")
            if refusal is not None:
                self.view = self.view.model_copy(update={"state": BringState.READY, **line_of(refusal)})
                return refusal
            await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
            self.view = UpdateView()
            return None

    async def _back(self) -> Message | None:
        releases = self._installation.releases
        if self._system_at_work():
            return AT_WORK
        return (
            await self._ask("back")
            if releases is not None and releases.before()
            else Message.of("update-nothing-before")
        )

    async def _ask(self, words: str) -> Message | None:
        """Ask the system; it removes the request file once it has copied the release."""
        folder = self._installation.asked
        assert folder is not None
        return await write_system_request(
            folder / ASKED, words, within_s=self._installation.heard_s, not_heard=NOT_HEARD
        )

    async def _fetch(self) -> Message | None:
        """Start downloading the newest release from the configured index."""
        async with self._turn:
            if (refusal := self._busy()) is not None or not self._chosen.index:
                return refusal or NO_INDEX
            if self._fetching is not None and not self._fetching.done():
                return Message.of("update-fetch-running")
            try:
                await asyncio.to_thread(self._prepare)
                await asyncio.to_thread(self._write_wanted, self._chosen.index)
            except OSError as fault:
                return Message.of("upload-disk-failed", fault=fault.strerror or fault)
            fetching, newest = line_of(Message.of("update-fetching")), Message.of("update-newest")
            self.view = UpdateView(state=BringState.COMING, name=str(newest), **fetching)
            self._fetching = asyncio.create_task(self._fetched())
            return None

    def _write_wanted(self, index: str) -> None:
        """Write pip's requirements file: the index address may hold a password, and all users can see arguments."""
        lines = f"--index-url {shlex.quote(index)}\n{DISTRIBUTION}\n"
        write_file(self._folder / WANTED, lines.encode(), mode=SECRET_MODE)

    async def _fetched(self) -> None:
        folder = self._folder / "fetched"
        options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--no-input")
        words = (*options, "--dest", str(folder), "--requirement", str(self._folder / WANTED))
        try:
            said, ended_well = await self._run_fetcher(words)
        except TimeoutError:
            await self._refused(Message.of("update-fetch-slow", seconds=FETCH_S))
            return
        except OSError as fault:
            await self._refused(Message.of("update-fetch-failed", fault=fault.strerror or fault))
            return
        files = sorted(folder.glob("*.whl")) if folder.is_dir() else []
        if not ended_well or len(files) != 1:
            lines = said.decode(errors="replace").strip().splitlines()
            await self._refused(
                Message.of("update-fetch-failed", fault=lines[-1][:200]) if lines else Message.of("update-fetch-silent")
            )
            return
        files[0].replace(self._part)
        size = self._part.stat().st_size
        if size > MOST_BYTES:
            await self._refused(Message.of("update-fetch-large", file=files[0].name, megabytes=size / MEGABYTE))
            return
        brought = {"name": files[0].name, "size_bytes": size, "come_bytes": size}
        self.view = self.view.model_copy(update=brought)
        self._check_now()

    async def _run_fetcher(self, words: tuple[str, ...]) -> tuple[bytes, bool]:
        """Run the download; return its stderr and whether it succeeded. Raises `TimeoutError` or `OSError`."""
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
