"""Voice of the table: sentences spoken by espeak-ng, each interrupting the last one."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from messages.message import Message


class VoiceSettings(BaseModel):
    """The `[voice]` section of the settings. Descriptions are codes of messages."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(False, description="voice-setting-enabled")
    questions: bool = Field(False, description="voice-setting-questions")
    commentary: bool = Field(False, description="voice-setting-commentary")
    program: str = Field("espeak-ng", description="voice-setting-program")
    language: str = Field("en", description="voice-setting-language")
    words_a_minute: Annotated[int, Field(ge=80, le=400)] = Field(170, description="voice-setting-rate")


class Voice:
    """Voice output through an external program; a new sentence interrupts the last one, which is outdated.

    The program is looked up once: after installing it, restart the table. Belongs to one event loop.
    """

    def __init__(self, settings: VoiceSettings) -> None:
        self._settings = settings
        self._installed = shutil.which(settings.program) is not None
        self._speaking: asyncio.subprocess.Process | None = None
        self._complaint: asyncio.Task[bytes] | None = None

    @property
    def missing(self) -> Message | None:
        """Reason why there is no voice; None if it works."""
        program = self._settings.program
        if not self._installed:
            return Message.of("voice-not-installed", program=program)
        complaint = self._complaint.result() if self._complaint is not None and self._complaint.done() else b""
        if complaint:
            line = complaint.decode(errors="replace").strip().splitlines()[-1][:80]
            return Message.of("voice-fails", program=program, line=line)
        return None

    async def say(self, sentence: str) -> None:
        """Start speaking a sentence and return at once; does nothing without the program."""
        await self.hush()
        wanted = self._settings
        if not self._installed:
            return
        self._speaking = await asyncio.create_subprocess_exec(
            wanted.program,
            "-v",
            wanted.language,
            "-s",
            str(wanted.words_a_minute),
            "--stdin",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        pipe, complaints = self._speaking.stdin, self._speaking.stderr
        if pipe is not None and complaints is not None:
            self._complaint = asyncio.create_task(complaints.read())
            with contextlib.suppress(ConnectionError):
                pipe.write(sentence.encode())
                await pipe.drain()
            pipe.close()

    async def hush(self) -> None:
        """Stop speaking."""
        if self._speaking is not None and self._speaking.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._speaking.terminate()
            await self._speaking.wait()
        if self._complaint is not None:
            self._complaint.cancel()
            await asyncio.gather(self._complaint, return_exceptions=True)
            self._complaint = None
