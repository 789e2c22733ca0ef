"""Vault: the secret choices of a game with their salts, apart from its journal.

The journal holds commitments. The vault is read by the table alone: it is in no backup, export, report or message, and
no route serves it, except each player's own choices to that player.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from overlook.atomic_files import SECRET_MODE, sync_folder
from referee.game.engine.timeline import conceal_choices
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalError

FOLDER = "secrets"
FOLDER_MODE = 0o700


class Vault:
    """Entries of one game that its journal holds only as commitments; one line of JSON each.

    An entry is durable here before the journal has its commitment, so a power cut between the two loses nothing: the
    entry that was written last for a sequence number counts.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def keep(self, entries: Sequence[JournalEntry]) -> tuple[JournalEntry, ...]:
        """Return the entries as the journal keeps them, and make what that leaves out durable.

        Raises `JournalError` if the disk fails.
        """
        concealed = conceal_choices(entries)
        secret = [whole for whole, shown in zip(entries, concealed, strict=True) if whole != shown]
        if secret:
            try:
                self._write("".join(f"{entry.model_dump_json()}\n" for entry in secret).encode())
            except OSError as fault:
                raise JournalError(
                    "games-secrets-not-kept", file=self.path.name, fault=fault.strerror or str(fault)
                ) from fault
        return concealed

    def complete(self, entries: Sequence[JournalEntry]) -> tuple[JournalEntry, ...]:
        """Return a journal's entries with the secret choices that the vault has and that match their commitments."""
        known = {entry.sequence: entry for entry in self._read()}
        found: list[JournalEntry] = []
        for _, group in groupby(entries, key=lambda entry: entry.cause):
            kept = tuple(group)
            whole = tuple(known.get(entry.sequence, entry) for entry in kept)
            found.extend(whole if conceal_choices(whole) == kept else kept)
        return tuple(found)

    def _write(self, lines: bytes) -> None:
        new = not self.path.exists()
        if new:
            self.path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        opened = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, SECRET_MODE)
        with os.fdopen(opened, "ab") as file:
            # A line that was cut off by a power cut must not swallow the next one.
            file.write(b"\n" * (file.tell() > 0) + lines)
            file.flush()
            os.fsync(file.fileno())
        if new:
            sync_folder(self.path.parent)

    def _read(self) -> Iterator[JournalEntry]:
        """Yield the readable entries: a line that was cut off has no commitment in the journal."""
        try:
            lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return
        for line in lines:
            try:
                yield JournalEntry.model_validate(json.loads(line))
            except ValueError:
                continue
