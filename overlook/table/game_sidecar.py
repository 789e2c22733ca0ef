"""What belongs to a game and is no part of its rules: signatures under the result, the clock; in its own file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from calibration.files import read_undigested
from overlook.table.clock import Clock
from overlook.writing import write_digested

SUFFIX = ".beside.json"


class _SidecarFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    version: int = 1
    signed: dict[str, int] = Field(default_factory=dict)
    used_s: dict[str, float] = Field(default_factory=dict)
    round_s: Annotated[float, Field(ge=0)] = 0.0


class GameSidecar:
    """The file beside a game's journal; a broken one is an empty one: nothing of the game is in it.

    A disk that does not take it ends nothing: it stands as said for as long as the table runs, and `trouble` says so.
    """

    def __init__(self, game: Path) -> None:
        self.trouble = ""
        self._path = game.with_suffix(SUFFIX)
        self._kept = self._read()

    def signed(self, sequence: int) -> tuple[str, ...]:
        """Return who has signed the game as it stands after that event."""
        return tuple(player for player, at in self._kept.signed.items() if at == sequence)

    def sign(self, player: str, sequence: int) -> None:
        """Keep a player's signature under the game as it stands after that event."""
        others = {one: at for one, at in self._kept.signed.items() if at == sequence}
        self._write(self._kept.model_copy(update={"signed": {**others, player: sequence}}))

    def clock(self, at_s: float, limit_s: int) -> Clock:
        """Return the clock as it was kept, stopped."""
        return Clock(self._kept.used_s, self._kept.round_s, at_s=at_s, limit_s=limit_s)

    def keep_clock(self, clock: Clock) -> None:
        """Keep the clock's seconds."""
        used: Mapping[str, float] = clock.used_s
        self._write(self._kept.model_copy(update={"used_s": dict(used), "round_s": clock.round_s}))

    def _read(self) -> _SidecarFile:
        try:
            return _SidecarFile.model_validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return _SidecarFile()
        except (OSError, ValueError):
            self.trouble = f"{self._path.name} cannot be read: the clock and the signatures of this game begin anew"
            return _SidecarFile()

    def _write(self, new: _SidecarFile) -> None:
        self._kept = new
        try:
            write_digested(self._path, new.model_dump_json())
            self.trouble = ""
        except OSError as fault:
            self.trouble = (
                f"{self._path.name} is not kept ({fault.strerror or fault}): the clock goes on until a restart"
            )
