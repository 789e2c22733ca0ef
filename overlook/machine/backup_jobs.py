"""Backup and restore as jobs started from the machine's page."""

from __future__ import annotations

import asyncio
import shutil
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from hardware.cameras.sources import is_local_device_spec
from overlook.distribution import program_version
from overlook.first_run.prerequisites import ChoicesStore
from overlook.machine.upload import ChunkedUpload
from overlook.maintenance.backup import (
    BackupError,
    Progress,
    Sources,
    backup_name,
    make_backup,
    open_backup,
    verify_backup,
)
from overlook.maintenance.pending_restore import ASIDE, BACK_UP, UPLOAD, find_pending_restore, schedule_restore
from overlook.maintenance.restore import unpack
from overlook.table.games.games import game_files
from web.contract.setup.machine import CopyState, CopyView, RestoreState, RestoreView

AT_WORK = "A back-up is being written already"
GIVEN_UP = "the table is closed"


class BackupJob:
    """Writes one backup at a time, to a separate folder in the data folder. It belongs to the event loop.

    The previous backup is deleted when the next one starts; users keep the copies that they have downloaded.
    """

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._writing: asyncio.Task[None] | None = None
        self._closing = threading.Event()
        self.view = CopyView()
        self.ready: Path | None = None

    def begin(self) -> str | None:
        """Start writing a backup; return why it cannot start, else None."""
        if self._writing is not None and not self._writing.done():
            return AT_WORK
        self.ready, self.view = None, CopyView(state=CopyState.WRITING, line="being written")
        self._writing = asyncio.create_task(self._write())
        return None

    async def close(self) -> None:
        """Cancel a running backup at its next file and wait until writing has stopped."""
        self._closing.set()
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)

    async def _write(self) -> None:
        now = datetime.now(UTC)
        folder = self._sources.data / BACK_UP
        target = folder / backup_name(now)

        def write() -> int:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
            manifest = make_backup(self._sources, target, program=program_version(), at=now, progress=self._say)
            return len(manifest.files)

        try:
            files = await asyncio.to_thread(write)
        except (BackupError, OSError) as fault:
            self.view = CopyView(line=f"not written: {fault}")
            return
        size_mb = target.stat().st_size / 1e6
        self.ready = target
        line = f"{files} files, {size_mb:.1f} MB, written and read back"
        self.view = CopyView(state=CopyState.READY, line=line, name=target.name)

    def _say(self, file: str) -> None:
        if self._closing.is_set():
            raise BackupError(GIVEN_UP)
        self.view = CopyView(state=CopyState.WRITING, line=file)


FRESH = "fresh"
MOST_BYTES = 16 * 10**9
TO_BE_PLACED = "A back-up is being put in place"
NOT_READY = "No back-up is ready to be put in place: choose a file first"
STRANGE_CAMERA = "it chooses a camera that no page offers, a file or an address: it is no back-up of a table"


class RestoreJob(ChunkedUpload[RestoreView]):
    """Receives one backup at a time in a separate folder in the data folder, verifies and unpacks it there.

    It belongs to the event loop. `schedule_restore` only records the decision on disk; the table's files are
    replaced by `put_in_place` while the table is closed. `line` is the message shown until the next upload.
    """

    what: ClassVar[str] = "A back-up"
    most_bytes: ClassVar[int] = MOST_BYTES

    def __init__(self, data: Path, line: str = "") -> None:
        super().__init__(data / UPLOAD, RestoreView(line=line))
        self._data, self._fresh = data, self._folder / FRESH

    async def drop(self) -> str | None:
        """Discard the uploaded backup, unless it is already decided on."""
        return TO_BE_PLACED if self.view.state is RestoreState.PLACING else await super().drop()

    async def decide(self, number: int) -> str | None:
        """Decide to restore the backup that was shown; return why not, or None once the decision is on disk."""
        async with self._turn:
            view = self.view
            if view.state is RestoreState.PLACING and number == view.number:
                return None
            if view.state is not RestoreState.READY or number != view.number:
                return NOT_READY
            try:
                aside = await asyncio.to_thread(schedule_restore, self._fresh, self._data, at=datetime.now(UTC))
            except OSError as fault:
                return f"The disk does not take it ({fault.strerror}): nothing was changed"
            line = f"being put in place; what is here goes to {ASIDE}/{aside.name}"
            self.view = view.model_copy(update={"state": RestoreState.PLACING, "line": line})
            return None

    def _busy(self) -> str | None:
        if (refusal := super()._busy()) is not None:
            return refusal
        return (
            TO_BE_PLACED
            if self.view.state is RestoreState.PLACING or find_pending_restore(self._data) is not None
            else None
        )

    def _checked(self, view: RestoreView, progress: Progress) -> RestoreView:
        """Return the content of the uploaded file after verifying and unpacking it."""
        with open_backup(self._part) as (_, manifest):
            unpacked_bytes = sum(kept.size for kept in manifest.files)
        if (no_room := self._no_room(unpacked_bytes)) is not None:
            raise BackupError(no_room)
        verify_backup(self._part, progress)
        games = unpack(self._part, self._fresh, progress)
        chosen = ChoicesStore(self._fresh).choices
        if chosen.source not in {None, chosen.instead_of} and not is_local_device_spec(str(chosen.source)):
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


def restored_message(aside: Path) -> str:
    """Return the message after a completed restore."""
    return (
        f"The back-up is in place. What was here before lies in {aside} and is never deleted by itself; "
        "the settings file of then in restored-settings, to compare: it is not applied."
    )
