"""A back-up brought to the machine's page: taken in part by part, verified whole, shown, and put in place when told."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import threading
from datetime import UTC, datetime
from pathlib import Path

from hardware.cameras.found import could_be_found
from overlook.first_run.choices import ChoicesStore
from overlook.maintenance.backup import Progress, opened, verify_backup
from overlook.maintenance.errors import BackupError
from overlook.maintenance.in_place import ASIDE, UPLOAD, decide, decided
from overlook.maintenance.restore import unpack
from overlook.table.games import game_files
from web.contract.restoring import RestoreState, RestoreView

PART = "coming.part"
FRESH = "fresh"
MOST_BYTES = 16 * 10**9
LEAST_LEFT_BYTES = 200_000_000
"""What a table needs to go on playing stays free."""

MEGABYTE = 1e6
NUMBERS = 1 << 31
CHECKING = "A back-up is being checked: wait a moment"
TO_BE_PLACED = "A back-up is being put in place"
OTHER = "Another back-up is being brought since: choose the file again"
NOT_READY = "No back-up is ready to be put in place: choose a file first"
STRANGE_CAMERA = "it chooses a camera that no page offers, a file or an address: it is no back-up of a table"
GIVEN_UP = "taken back"
CANNOT_BE = (BackupError, OSError, ValueError, RuntimeError)
"""What a file raises that is no back-up, or one made to be none; `ValueError` for names that no disk takes."""


class Restoring:
    """One back-up at a time, in a folder of its own among the data, verified there and unpacked.

    It belongs to the event loop. Nothing of the table's is touched until `decide`, and then only what is decided is
    noted on disk: `put_in_place` goes through with it while the table is closed. `line` is said until the next one.
    """

    def __init__(self, data: Path, line: str = "") -> None:
        self._data, self._folder = data, data / UPLOAD
        self._part, self._fresh = self._folder / PART, self._folder / FRESH
        self._turn = asyncio.Lock()
        self._checking: asyncio.Task[None] | None = None
        self._giving_up = threading.Event()
        self.view = RestoreView(line=line)

    async def begin(self, name: str, size_bytes: int) -> str | None:
        """Make room for a file that is to come; return why not, None when it may come."""
        async with self._turn:
            if (refusal := self._occupied()) is not None:
                return refusal
            if size_bytes > MOST_BYTES:
                return f"{name} has {size_bytes / MEGABYTE:.0f} MB: {MOST_BYTES / MEGABYTE:.0f} MB are the most"
            try:
                await asyncio.to_thread(self._prepare)
                # Unpacked it is no smaller than packed, and both lie here for a while.
                if (refusal := self._no_room(2 * size_bytes)) is not None:
                    return await self._refused(refusal)
            except OSError as fault:
                return f"The disk does not take it ({fault.strerror}): nothing was changed"
            number = secrets.randbelow(NUMBERS)
            self.view = RestoreView(state=RestoreState.COMING, number=number, name=name, size_bytes=size_bytes)
            return None

    async def take(self, number: int, offset: int, part: bytes) -> str | None:
        """Take the bytes of a file from one place on; return why not. What has come already may come again."""
        async with self._turn:
            view = self.view
            if number != view.number or view.state is RestoreState.NONE:
                return OTHER
            if offset + len(part) <= view.come_bytes:
                return None
            if view.state is not RestoreState.COMING or offset != view.come_bytes or not part:
                return f"The next part begins at byte {view.come_bytes}"
            if offset + len(part) > view.size_bytes:
                return await self._refused(f"{view.name} is longer than it was said to be: nothing was changed")
            try:
                await asyncio.to_thread(self._append, offset, part)
            except OSError as fault:
                return await self._refused(f"{view.name} was not taken in ({fault.strerror}): nothing was changed")
            self.view = view.model_copy(update={"come_bytes": offset + len(part)})
            if self.view.come_bytes == view.size_bytes:
                self.view = self.view.model_copy(update={"state": RestoreState.CHECKING, "line": "being checked"})
                self._giving_up.clear()
                self._checking = asyncio.create_task(self._check())
            return None

    async def drop(self) -> str | None:
        """Take back what has come and was not decided on."""
        if self.view.state is RestoreState.PLACING:
            return TO_BE_PLACED
        await self._give_up()
        async with self._turn:
            await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
            self.view = RestoreView()
        return None

    async def decide(self, number: int) -> str | None:
        """Decide that the back-up that was shown is put in place; return why not, None once that stands on disk."""
        async with self._turn:
            view = self.view
            if view.state is RestoreState.PLACING and number == view.number:
                return None
            if view.state is not RestoreState.READY or number != view.number:
                return NOT_READY
            try:
                aside = await asyncio.to_thread(decide, self._fresh, self._data, at=datetime.now(UTC))
            except OSError as fault:
                return f"The disk does not take it ({fault.strerror}): nothing was changed"
            line = f"being put in place; what is here goes to {ASIDE}/{aside.name}"
            self.view = view.model_copy(update={"state": RestoreState.PLACING, "line": line})
            return None

    async def close(self) -> None:
        """Give up what is being checked, at its next file, and wait until nothing is read any more."""
        await self._give_up()

    def _occupied(self) -> str | None:
        if self.view.state is RestoreState.CHECKING:
            return CHECKING
        return TO_BE_PLACED if self.view.state is RestoreState.PLACING or decided(self._data) is not None else None

    def _prepare(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        os.close(os.open(self._part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def _no_room(self, bytes_wanted: int) -> str | None:
        free = shutil.disk_usage(self._folder).free - LEAST_LEFT_BYTES
        if bytes_wanted <= free:
            return None
        return (
            f"The disk has {max(0.0, free / MEGABYTE):.0f} MB of room and this back-up needs "
            f"{bytes_wanted / MEGABYTE:.0f} MB: make room; nothing was changed"
        )

    def _append(self, offset: int, part: bytes) -> None:
        with self._part.open("r+b") as file:
            file.seek(offset)
            file.write(part)

    async def _refused(self, line: str) -> str:
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
        self.view = RestoreView(line=line)
        return line

    async def _give_up(self) -> None:
        self._giving_up.set()
        if self._checking is not None:
            await asyncio.gather(self._checking, return_exceptions=True)

    async def _check(self) -> None:
        name = self.view.name
        try:
            ready = await asyncio.to_thread(self._checked, self.view, self._say)
        except CANNOT_BE as fault:
            why = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
            await self._refused(f"Refused, nothing was changed: {why.replace(str(self._part), name)}")
            return
        self.view = ready

    def _checked(self, view: RestoreView, progress: Progress) -> RestoreView:
        """Return what is in the file that has come, all of it verified and unpacked beside it."""
        with opened(self._part) as (_, manifest):
            unpacked_bytes = sum(kept.size for kept in manifest.files)
        if (no_room := self._no_room(unpacked_bytes)) is not None:
            raise BackupError(no_room)
        verify_backup(self._part, progress)
        games = unpack(self._part, self._fresh, progress)
        chosen = ChoicesStore(self._fresh).choices
        if chosen.source not in {None, chosen.instead_of} and not could_be_found(str(chosen.source)):
            raise BackupError(STRANGE_CAMERA)
        self._part.unlink()
        return view.model_copy(
            update={
                "state": RestoreState.READY,
                "line": "",
                "program": manifest.program,
                "made": manifest.made,
                "files": len(manifest.files),
                "games": games,
                "unpacked_bytes": unpacked_bytes,
                "games_here": len(game_files(self._data)),
            }
        )

    def _say(self, file: str) -> None:
        if self._giving_up.is_set():
            raise BackupError(GIVEN_UP)
        self.view = self.view.model_copy(update={"line": f"checking {file}"})


def placed(aside: Path) -> str:
    """Return what is said of a back-up that stands in its place."""
    return (
        f"The back-up is in place. What was here before lies in {aside} and is never deleted by itself; "
        "the settings file of then in restored-settings, to compare: it is not applied."
    )
