"""File uploads to the machine's page: received in parts, then checked as a whole in a thread."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import threading
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from messages.message import Message, MessageError
from overlook.maintenance.backup import BackupError, Progress
from web.contract.setup.machine import BringState, UploadView

PART = "coming.part"
LEAST_LEFT_BYTES = 200_000_000
"""Disk space that stays free so that the table can continue playing."""

MEGABYTE = 1e6
NUMBERS = 1 << 31
CANNOT_BE = (BackupError, OSError, ValueError, RuntimeError)
"""Errors of invalid or malicious files; `ValueError` is raised for file names that the disk does not accept."""

View = TypeVar("View", bound=UploadView)


def line_of(message: Message | None) -> dict[str, Any]:
    """Return the fields of a view for a message about its progress or result."""
    return {"line": str(message or ""), "message": message}


class ChunkedUpload(ABC, Generic[View]):
    """One uploaded file at a time, in a separate folder in the data folder. It belongs to the event loop.

    `view` shows the progress. Nothing here touches the table's own files.
    """

    what: ClassVar[str]
    """Kind of the uploaded file in messages: backup or release."""

    most_bytes: ClassVar[int]
    grows: ClassVar[int] = 2
    """Disk space needed, as a multiple of the file's size: the packed and the unpacked file are kept together."""

    _folder: Path

    def __init__(self, folder: Path, nothing: View) -> None:
        self._folder, self._part = folder, folder / PART
        self._nothing = nothing
        self._turn = asyncio.Lock()
        self._checking: asyncio.Task[None] | None = None
        self._giving_up = threading.Event()
        self.view = nothing

    @abstractmethod
    def _checked(self, view: View, progress: Progress) -> View:
        """Return the content of the received file. Called in a thread; raises one of `CANNOT_BE`."""

    def _busy(self) -> Message | None:
        """Return why no other file may be uploaded now, else None."""
        return Message.of("upload-checking", kind=self.what) if self.view.state is BringState.CHECKING else None

    async def begin(self, name: str, size_bytes: int) -> Message | None:
        """Prepare for a file to be uploaded; return why it was refused, else None."""
        async with self._turn:
            if (refusal := self._busy()) is not None:
                return refusal
            if size_bytes > self.most_bytes:
                return Message.of(
                    "upload-large", name=name, megabytes=size_bytes / MEGABYTE, most=self.most_bytes / MEGABYTE
                )
            try:
                await asyncio.to_thread(self._prepare)
                if (refusal := self._no_room(self.grows * size_bytes)) is not None:
                    return await self._refused(refusal)
            except OSError as fault:
                return Message.of("upload-disk-failed", fault=fault.strerror or fault)
            coming = {"state": BringState.COMING, "number": secrets.randbelow(NUMBERS), "name": name}
            self.view = self._nothing.model_copy(update={**coming, "size_bytes": size_bytes, **line_of(None)})
            return None

    async def take(self, number: int, offset: int, part: bytes) -> Message | None:
        """Append bytes at an offset; return why they were refused, else None. Parts may be sent again."""
        async with self._turn:
            view = self.view
            if number != view.number or view.state is BringState.NONE:
                return Message.of("upload-replaced", kind=self.what)
            if offset + len(part) <= view.come_bytes:
                return None
            if view.state is not BringState.COMING or offset != view.come_bytes or not part:
                return Message.of("upload-part-expected", offset=view.come_bytes)
            if offset + len(part) > view.size_bytes:
                return await self._refused(Message.of("upload-longer", name=view.name))
            try:
                await asyncio.to_thread(self._append, offset, part)
            except OSError as fault:
                return await self._refused(
                    Message.of("upload-part-failed", name=view.name, fault=fault.strerror or fault)
                )
            self.view = view.model_copy(update={"come_bytes": offset + len(part)})
            if self.view.come_bytes == view.size_bytes:
                self._check_now()
            return None

    async def drop(self) -> Message | None:
        """Discard the upload."""
        async with self._turn:
            await self._give_up()
            await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
            self.view = self._nothing.model_copy(update=line_of(None))
        return None

    async def close(self) -> None:
        """Cancel a running check at its next file and wait until reading has stopped."""
        await self._give_up()

    def _check_now(self) -> None:
        self.view = self.view.model_copy(
            update={"state": BringState.CHECKING, **line_of(Message.of("upload-check-begun"))}
        )
        self._giving_up.clear()
        self._checking = asyncio.create_task(self._check())

    def _prepare(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        os.close(os.open(self._part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def _no_room(self, bytes_wanted: int) -> Message | None:
        free = shutil.disk_usage(self._folder).free - LEAST_LEFT_BYTES
        if bytes_wanted <= free:
            return None
        return Message.of(
            "upload-no-room", kind=self.what, free=max(0.0, free / MEGABYTE), needed=bytes_wanted / MEGABYTE
        )

    def _append(self, offset: int, part: bytes) -> None:
        with self._part.open("r+b") as file:
            file.seek(offset)
            file.write(part)

    async def _refused(self, refusal: Message) -> Message:
        await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
        self.view = self._nothing.model_copy(update=line_of(refusal))
        return refusal

    async def _give_up(self) -> None:
        self._giving_up.set()
        if self._checking is not None:
            await asyncio.gather(self._checking, return_exceptions=True)

    async def _check(self) -> None:
        name = self.view.name
        try:
            ready = await asyncio.to_thread(self._checked, self.view, self._say)
        except CANNOT_BE as fault:
            why = fault.message if isinstance(fault, MessageError) else Message.stored(_reason(fault))
            refusal = Message.of("upload-refused", fault=why)
            await self._refused(refusal.map_text(lambda text: text.replace(str(self._part), name)))
            return
        self.view = ready

    def _say(self, file: str) -> None:
        if self._giving_up.is_set():
            raise BackupError("upload-cancelled")
        self.view = self.view.model_copy(update=line_of(Message.of("upload-check-file", path=file)))


def _reason(fault: Exception) -> str:
    """Return the text of an error that has no message."""
    return str(fault.strerror if isinstance(fault, OSError) and fault.strerror else fault)
