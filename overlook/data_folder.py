"""The data folder of a table: file names, lock, cookie secret, owner claim, pairings."""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.files import DigestError, read_undigested
from messages.message import Message
from overlook.atomic_files import SECRET_MODE, write_digested, write_file
from referee.records.journal.database import lock_exclusively

if TYPE_CHECKING:
    from web.auth.pairing_term import PairingRecord, PairingTerm

SECRET_BYTES = 32
"""Length that `web.auth.sessions` requires."""
COOKIE_KEY_FILE = "cookie-secret"


def load_or_create_secret(folder: Path, told: Callable[[Message], None] = lambda _: None) -> bytes:
    """Return the secret that signs cookies; kept in the data folder, so that phones stay paired after a restart.

    If it cannot be written, `told` gets a message and the secret is valid for this run only.
    """
    path = folder / COOKIE_KEY_FILE
    try:
        return kept_secret(path)
    except OSError as fault:
        told(Message.of("start-secret-unwritten", file=path, reason=fault.strerror or str(fault)))
        return secrets.token_bytes(SECRET_BYTES)


def kept_secret(path: Path) -> bytes:
    """Return the 32-byte secret in a file; creates a new one if the file is missing or invalid.

    Raises `OSError` if it cannot be written.
    """
    try:
        kept = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        kept = b""
    if len(kept) == SECRET_BYTES:
        return kept
    secret = secrets.token_bytes(SECRET_BYTES)
    write_file(path, secret.hex().encode(), mode=SECRET_MODE)
    return secret


CLAIM_FILE = "claim.json"
OPEN_S = 600.0
AGAIN_OPEN_S = 120.0
"""How long a press of the panel's pairing button allows a claim."""


class _Kept(BaseModel):
    """Content of the claim file. `used_s`: time run unclaimed, so that a power cut does not restart `OPEN_S`."""

    model_config = ConfigDict(extra="forbid")

    version: Literal[1] = 1
    claimed: bool = False
    used_s: float = Field(0.0, ge=0, allow_inf_nan=False)


class TableClaim:
    """The one-time claim of a new table by its owner. Create it before other files are written.

    It can be claimed during the first `OPEN_S` of running, unless the folder was used before, the claim file is
    damaged, or the disk cannot be written. The panel's button allows a claim again in all these cases except the last.
    `fault` describes a claim file that cannot be read.
    """

    def __init__(self, folder: Path, *, wanted: bool, steady: Callable[[], float] = time.monotonic) -> None:
        self.fault: Message | None = None
        self._path = folder / CLAIM_FILE
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
            return _Kept(claimed=(folder / COOKIE_KEY_FILE).exists() or (folder / "games").exists())
        except (OSError, ValidationError, DigestError) as fault:
            self.fault = Message.of("start-claim-unreadable", file=CLAIM_FILE, reason=unreadable_reason(fault))
            return _Kept(claimed=True)

    def seconds(self) -> int:
        """Return for how many more seconds the table can be claimed; 0 if it cannot."""
        now_s = self._steady()
        left_s = 0.0 if self._kept.claimed else OPEN_S - self._before_s - (now_s - self._began_s)
        return max(0, int(left_s), int(self._pressed_until_s - now_s) if self._pressed_until_s > now_s else 0)

    def take(self) -> bool:
        """Claim the table, writing to disk first; return False if it cannot be claimed."""
        with self._lock:
            if not self.seconds() or not self._keep(_Kept(claimed=True)):
                return False
            self._pressed_until_s = float("-inf")
            return True

    def reopen(self) -> None:
        """Allow a claim for `AGAIN_OPEN_S`, after a press of the panel's button."""
        self._pressed_until_s = self._steady() + AGAIN_OPEN_S

    def note_time(self) -> None:
        """Save how long the table has been unclaimed, from any thread; ends the claim period if the write fails."""
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


LOCK_FILE = "table.lock"


class DataFolderLock:
    """Lock of one program on a data folder, released by `close` or when the process ends, however it ends.

    `taken` describes in one line the process that holds it, if another does. If the lock file cannot be opened or
    locked, the folder counts as free.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK_FILE
        self._held: IO[str] | None = None
        self.taken: Message | None = None

    def take(self) -> bool:
        """Take the lock unless this program already has it; return whether this program has it."""
        if self._held is not None:
            return True
        self.taken = None
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = self._path.open("a+")
        except OSError:
            return True
        try:
            lock_exclusively(file)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip()
            file.close()
            self.taken = Message.of("start-folder-taken", process=holder or "unknown")
            return False
        except OSError:
            file.close()
            return True
        self._note(file)
        self._held = file
        return True

    def close(self) -> None:
        """Release the lock."""
        if self._held is not None:
            self._held.close()
            self._held = None

    @staticmethod
    def _note(file: IO[str]) -> None:
        try:
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
        except OSError:
            return


NAME = "pairings.json"
HOLDERS_NAME = "seat-holders.json"
"""File of the phones that hold seats. The pairings have no field for them: earlier versions refuse unknown fields."""


class _HoldersFile(BaseModel):
    """The holders of the seats, of the pairings with the same epoch."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    epoch: str = ""
    holders: dict[str, str] = Field(default_factory=dict)


def read_pairing_term(
    folder: Path, told: Callable[[Message], None] = lambda _: None, *, steady: Callable[[], float] = time.monotonic
) -> PairingTerm:
    """Return the pairings of a data folder.

    If their file is missing, or one of their files is damaged, all phones must be paired again; the term's `fault`
    reports a damaged one. An earlier version that runs after this one finds its pairings. `told` gets one message if
    the disk cannot be written; pairings are then valid for this run only.
    """
    from web.auth.pairing_term import PairingRecord, PairingTerm

    path, failed = folder / NAME, False
    fault: Message | None = None

    def save(record: PairingRecord) -> None:
        nonlocal failed
        try:
            # The holders first: a power cut between the two may unpair a phone, and never pairs one again.
            holders = _HoldersFile(epoch=record.epoch, holders=dict(record.holders))
            write_digested(folder / HOLDERS_NAME, holders.model_dump_json(), mode=SECRET_MODE)
            write_digested(path, record.model_dump_json(exclude={"holders"}), mode=SECRET_MODE)
        except OSError as cause:
            if not failed:
                told(Message.of("start-pairings-unwritten", file=path, reason=cause.strerror or str(cause)))
            failed = True

    name = NAME
    try:
        record = PairingRecord.model_validate_json(read_undigested(path))
        name = HOLDERS_NAME
        if (folder / HOLDERS_NAME).exists():
            kept = _HoldersFile.model_validate_json(read_undigested(folder / HOLDERS_NAME))
            record = record if kept.epoch != record.epoch else record.model_copy(update={"holders": kept.holders})
    except (OSError, ValidationError, DigestError) as cause:
        if not isinstance(cause, FileNotFoundError):
            fault = Message.of("start-pairings-unreadable", file=name, reason=unreadable_reason(cause))
        record = PairingRecord(epoch=secrets.token_hex(8))
        save(record)
    return PairingTerm(record, save=save, steady=steady, fault=fault)


def unreadable_reason(fault: Exception) -> Message:
    """Return why a file cannot be read: the reason of the operating system, or that its content is damaged."""
    if isinstance(fault, OSError):
        return Message.stored(fault.strerror or str(fault))
    return Message.of("start-file-damaged")


CERTIFICATE = "certificate.json"
