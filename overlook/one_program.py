"""One program at a time has a table's data folder: a second one touches nothing of it, and says whose it is."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

NAME = "table.lock"


class FolderHold:
    """The hold of one program on a data folder, until `close` or the program's end, however it ends.

    `taken` says in one line who has it otherwise. A disk that takes no file holds nobody up.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._held: IO[str] | None = None
        self.taken = ""

    def take(self) -> bool:
        """Return whether this program has the folder, from now on if not before."""
        if self._held is not None:
            return True
        self.taken = ""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = self._path.open("a+")
        except OSError:
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "another program"
            file.close()
            self.taken = (
                f"Another table runs in this one's data folder (process {holder}): stop one of the two, "
                "or give this one a folder of its own with --data"
            )
            return False
        except OSError:
            file.close()
            return True
        self._note(file)
        self._held = file
        return True

    def close(self) -> None:
        """Let others have the folder."""
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
