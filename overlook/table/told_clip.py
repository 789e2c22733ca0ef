"""A clip with what became of its ruling, as it is made into a film; and who makes films."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from overlook.table.clip_files import Clip
from overlook.table.recording import Standing


@dataclass(frozen=True, slots=True)
class ToldClip:
    """All that is in a film: frames, what is drawn, how the ruling stands. `folder` is where films of the game lie."""

    clip: Clip
    standing: Standing
    folder: Path


class FilmMaker(Protocol):
    """Makes films of clips."""

    async def film(self, told: ToldClip) -> Path:
        """Return the film's file; raises what `Archive.film` raises."""
        ...

    def still(self, told: ToldClip) -> bytes:
        """Return the frame of the moment with what is drawn, a JPEG; raises `UnknownError` where it is damaged."""
        ...

    def close(self) -> None:
        """End what is being made."""
        ...
