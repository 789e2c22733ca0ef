"""A back-up brought to the machine's page: taken in part by part, verified whole, shown, and put in place when told."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from hardware.cameras.sources import could_be_found
from overlook.first_run.choices import ChoicesStore
from overlook.machine.bringing import LEAST_LEFT_BYTES, Bringing
from overlook.maintenance.backup import Progress, opened, verify_backup
from overlook.maintenance.errors import BackupError
from overlook.maintenance.in_place import ASIDE, UPLOAD, decide, decided
from overlook.maintenance.restore import unpack
from overlook.table.games import game_files
from web.contract.setup.machine import RestoreState, RestoreView

__all__ = ["LEAST_LEFT_BYTES", "MOST_BYTES", "Restoring", "placed"]

FRESH = "fresh"
MOST_BYTES = 16 * 10**9
TO_BE_PLACED = "A back-up is being put in place"
NOT_READY = "No back-up is ready to be put in place: choose a file first"
STRANGE_CAMERA = "it chooses a camera that no page offers, a file or an address: it is no back-up of a table"


class Restoring(Bringing[RestoreView]):
    """One back-up at a time, in a folder of its own among the data, verified there and unpacked.

    It belongs to the event loop. Nothing of the table's is touched until `decide`, and then only what is decided is
    noted on disk: `put_in_place` goes through with it while the table is closed. `line` is said until the next one.
    """

    what: ClassVar[str] = "A back-up"
    most_bytes: ClassVar[int] = MOST_BYTES

    def __init__(self, data: Path, line: str = "") -> None:
        super().__init__(data / UPLOAD, RestoreView(line=line))
        self._data, self._fresh = data, self._folder / FRESH

    async def drop(self) -> str | None:
        """Take back what has come and was not decided on."""
        return TO_BE_PLACED if self.view.state is RestoreState.PLACING else await super().drop()

    async def decide(self, number: int) -> str | None:
        """Decide that the back-up that was shown is put in place; return why not, None once that stands on disk."""
        async with self._turn:
            view = self.view
            if view.state is RestoreState.PLACING and number == view.number:
                return None
            if view.state is not RestoreState.READY or number != view.number:
                return NOT_READY
            try:
                aside = await asyncio.to_thread(decide, self._fresh, self._data, at=datetime.now(UTC))
            except OSError as fault:
                return f"The disk does not take it ({fault.strerror}): nothing was changed"
            line = f"being put in place; what is here goes to {ASIDE}/{aside.name}"
            self.view = view.model_copy(update={"state": RestoreState.PLACING, "line": line})
            return None

    def _busy(self) -> str | None:
        if (refusal := super()._busy()) is not None:
            return refusal
        return TO_BE_PLACED if self.view.state is RestoreState.PLACING or decided(self._data) is not None else None

    def _checked(self, view: RestoreView, progress: Progress) -> RestoreView:
        """Return what is in the file that has come, all of it verified and unpacked beside it."""
        with opened(self._part) as (_, manifest):
            unpacked_bytes = sum(kept.size for kept in manifest.files)
        if (no_room := self._no_room(unpacked_bytes)) is not None:
            raise BackupError(no_room)
        verify_backup(self._part, progress)
        games = unpack(self._part, self._fresh, progress)
        chosen = ChoicesStore(self._fresh).choices
        if chosen.source not in {None, chosen.instead_of} and not could_be_found(str(chosen.source)):
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


def placed(aside: Path) -> str:
    """Return what is said of a back-up that stands in its place."""
    return (
        f"The back-up is in place. What was here before lies in {aside} and is never deleted by itself; "
        "the settings file of then in restored-settings, to compare: it is not applied."
    )
