"""What the camera has learned of how tags sit on their bases, kept from run to run."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from calibration.catalogue import Catalogue
from calibration.errors import CalibrationError
from calibration.files import read_undigested
from calibration.pose.tag_offset_learning import MountModel
from overlook.writing import write_json


class MountStore:
    """The file of one table's mounting book; what was learned of another catalogue's bases does not count.

    `fault` says in one line what was wrong with the one that was found.
    """

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        self._path = path
        self._of = hashlib.sha256(repr(catalogue.operatives).encode()).hexdigest()[:16]
        self._kept: object = None
        self.fault = ""

    def of(self, catalogue: Catalogue) -> MountStore:
        """Return the same file for another catalogue."""
        return MountStore(self._path, catalogue)

    def read(self) -> MountModel:
        """Return the book that was kept, an empty one where there is none of this catalogue or it cannot be read."""
        self.fault = ""
        try:
            data = json.loads(read_undigested(self._path))
            return MountModel.from_json(data["book"]) if data["catalogue"] == self._of else MountModel()
        except FileNotFoundError:
            return MountModel()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, CalibrationError) as fault:
            why = " ".join(str(fault).split())[:120]
            self.fault = f"{self._path.name} cannot be read ({why}): how tags sit on their bases is learned anew"
            return MountModel()

    def keep(self, book: MountModel) -> None:
        """Write the book down where it says something new; a full disk costs only what was learned."""
        data = book.to_json()
        if data == self._kept:
            return
        try:
            write_json(self._path, {"catalogue": self._of, "book": data})
        except OSError:
            return
        self._kept = data
