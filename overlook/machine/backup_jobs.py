"""Backup and restore as jobs started from the machine's page."""

from __future__ import annotations

import asyncio
import shutil
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from hardware.cameras.sources import is_local_device_spec
from messages.message import Message
from overlook.distribution import program_version
from overlook.first_run.prerequisites import ChoicesStore
from overlook.machine.upload import MEGABYTE, ChunkedUpload, line_of
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

    def begin(self) -> Message | None:
        """Start writing a backup; return why it cannot start, else None."""
        if self._writing is not None and not self._writing.done():
            return Message.of("backup-running")
        self.ready, self.view = None, _copy_view(CopyState.WRITING, Message.of("backup-begun"))
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
            self.view = _copy_view(CopyState.NONE, Message.of("backup-failed", fault=fault))
            return
        self.ready = target
        ready = Message.of("backup-ready", files=files, megabytes=target.stat().st_size / MEGABYTE)
        self.view = _copy_view(CopyState.READY, ready, target.name)

    def _say(self, file: str) -> None:
        if self._closing.is_set():
            raise BackupError("backup-table-closed")
        self.view = _copy_view(CopyState.WRITING, Message.of("backup-writing", path=file))


def _copy_view(state: CopyState, message: Message, name: str = "") -> CopyView:
    return CopyView(state=state, line=str(message), message=message, name=name)


FRESH = "fresh"
MOST_BYTES = 16 * 10**9
TO_BE_PLACED = Message.of("restore-deciding")


class RestoreJob(ChunkedUpload[RestoreView]):
    """Receives one backup at a time in a separate folder in the data folder, verifies and unpacks it there.

    It belongs to the event loop. `schedule_restore` only records the decision on disk; the table's files are
    replaced by `put_in_place` while the table is closed. `shown` is the message shown until the next upload.
    """

    what: ClassVar[str] = "backup"
    most_bytes: ClassVar[int] = MOST_BYTES

    def __init__(self, data: Path, shown: Message | None = None) -> None:
        super().__init__(data / UPLOAD, RestoreView(**line_of(shown)))
        self._data, self._fresh = data, self._folder / FRESH

    async def drop(self) -> Message | None:
        """Discard the uploaded backup, unless it is already decided on."""
        return TO_BE_PLACED if self.view.state is RestoreState.PLACING else await super().drop()

    async def decide(self, number: int) -> Message | None:
        """Decide to restore the backup that was shown; return why not, or None once the decision is on disk."""
        async with self._turn:
            view = self.view
            if view.state is RestoreState.PLACING and number == view.number:
                return None
            if view.state is not RestoreState.READY or number != view.number:
                return Message.of("restore-not-ready")
            try:
                aside = await asyncio.to_thread(schedule_restore, self._fresh, self._data, at=datetime.now(UTC))
            except OSError as fault:
                return Message.of("upload-disk-failed", fault=fault.strerror or fault)
            begun = Message.of("restore-begun", folder=f"{ASIDE}/{aside.name}")
            self.view = view.model_copy(update={"state": RestoreState.PLACING, **line_of(begun)})
            return None

    def _busy(self) -> Message | None:
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
            raise BackupError("restore-camera-foreign")
        self._part.unlink()
        return view.model_copy(
            update={
                "state": RestoreState.READY,
                **line_of(None),
                "program": manifest.program,
                "made": manifest.made,
                "files": len(manifest.files),
                "games": games,
                "unpacked_bytes": unpacked_bytes,
                "games_here": len(game_files(self._data)),
            }
        )


def restored_message(aside: Path) -> Message:
    """Return the message after a completed restore."""
    return Message.of("restore-done", folder=aside)
