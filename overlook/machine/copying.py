"""The back-up that the machine's page makes: written in a thread, said how far it is, kept until the next one."""

from __future__ import annotations

import asyncio
import shutil
import threading
from datetime import UTC, datetime
from pathlib import Path

from overlook.distribution import program_version
from overlook.maintenance.backup import Sources, backup_name, make_backup
from overlook.maintenance.errors import BackupError
from overlook.maintenance.in_place import BACK_UP
from web.contract.setup.machine import CopyState, CopyView

AT_WORK = "A back-up is being written already"
GIVEN_UP = "the table is closed"


class Copying:
    """One back-up at a time, in a folder of its own among the data. It belongs to the event loop.

    Those of before are deleted when the next one begins: who downloaded them has them.
    """

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._writing: asyncio.Task[None] | None = None
        self._closing = threading.Event()
        self.view = CopyView()
        self.ready: Path | None = None

    def begin(self) -> str | None:
        """Begin to write one; return why not, None when it is begun."""
        if self._writing is not None and not self._writing.done():
            return AT_WORK
        self.ready, self.view = None, CopyView(state=CopyState.WRITING, line="being written")
        self._writing = asyncio.create_task(self._write())
        return None

    async def close(self) -> None:
        """Give up what is being written, at its next file, and wait until nothing is written any more."""
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
