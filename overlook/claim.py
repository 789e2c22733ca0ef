"""Whose a fresh table becomes: it can be claimed in its first ten minutes of running, once, kept on disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.files import DigestError, read_undigested
from overlook.cookie_secret import NAME as SECRET
from overlook.writing import SECRET_MODE, write_digested

NAME = "claim.json"
OPEN_S = 600.0
AGAIN_OPEN_S = 120.0
"""How long a press of the panel's pairing button opens it, to whoever stands at the table."""


class _Kept(BaseModel):
    """`used_s` is for how long the table has run unclaimed: a pulled plug gives no new ten minutes."""

    model_config = ConfigDict(extra="forbid")

    version: Literal[1] = 1
    claimed: bool = False
    used_s: float = Field(0.0, ge=0, allow_inf_nan=False)


class TableClaim:
    """The claim of one table, by its data folder. It must be made before anything else is written there.

    A folder that has been used already can never be claimed, nor one whose file is damaged, nor one whose disk does
    not take the claim; the panel's button opens it in all cases but the last. `fault` says in one line what was wrong.
    """

    def __init__(self, folder: Path, *, wanted: bool, steady: Callable[[], float] = time.monotonic) -> None:
        self.fault = ""
        self._path = folder / NAME
        self._steady = steady
        self._kept = self._read(folder) if wanted else _Kept(claimed=True)
        self._before_s = self._kept.used_s
        self._began_s = steady()
        self._pressed_until_s = float("-inf")
        self._lock = threading.Lock()

    def _read(self, folder: Path) -> _Kept:
        try:
            return _Kept.model_validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return _Kept(claimed=(folder / SECRET).exists() or (folder / "games").exists())
        except (OSError, ValidationError, DigestError) as fault:
            why = fault.strerror if isinstance(fault, OSError) else "it is damaged"
            self.fault = f"{NAME} cannot be read ({why}): nobody new claims this table but by its button"
            return _Kept(claimed=True)

    def seconds(self) -> int:
        """Return for how many seconds it can be claimed, 0 when it cannot."""
        now_s = self._steady()
        left_s = 0.0 if self._kept.claimed else OPEN_S - self._before_s - (now_s - self._began_s)
        return max(0, int(left_s), int(self._pressed_until_s - now_s) if self._pressed_until_s > now_s else 0)

    def take(self) -> bool:
        """Claim it, on disk first; False when it cannot be claimed."""
        with self._lock:
            if not self.seconds() or not self._keep(_Kept(claimed=True)):
                return False
            self._pressed_until_s = float("-inf")
            return True

    def reopen(self) -> None:
        """Open it for a while: somebody stands at the table and has pressed its button."""
        self._pressed_until_s = self._steady() + AGAIN_OPEN_S

    def note_time(self) -> None:
        """Keep for how long it has been open, from any thread; where the disk does not take it, it is closed."""
        with self._lock:
            if self._kept.claimed:
                return
            used_s = self._before_s + self._steady() - self._began_s
            over = used_s >= OPEN_S
            if not self._keep(_Kept(claimed=over, used_s=min(used_s, OPEN_S))):
                self._kept = _Kept(claimed=True)

    def _keep(self, kept: _Kept) -> bool:
        try:
            write_digested(self._path, kept.model_dump_json(), mode=SECRET_MODE)
        except OSError:
            return False
        self._kept = kept
        return True
