"""The set-up in the making on disk: written whole and read back after every change: a pulled plug costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from calibration.catalogue import first_fault
from calibration.errors import CalibrationError
from calibration.files import digested, read_undigested
from overlook.setup.draft import Draft
from overlook.setup.errors import SetupRefusedError
from overlook.writing import write_read_back
from referee.rules.errors import RefereeError


class DraftStore:
    """The file `draft.json` of one table. `fault` says in one line what was wrong with the one that was found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / "draft.json"
        self.fault = ""

    def read(self, fits: Callable[[Draft], object] = lambda _: None) -> Draft:
        """Return the draft that was kept, or an empty one; a broken file is set aside, never written over.

        So is one that `fits` refuses with a `RefereeError` or a `CalibrationError`: another version may have kept it.
        """
        try:
            draft = Draft.model_validate_json(read_undigested(self._path))
            fits(draft)
        except FileNotFoundError:
            return Draft()
        except (OSError, ValidationError, RefereeError, CalibrationError) as error:
            wrong = first_fault(error) if isinstance(error, ValidationError) else " ".join(str(error).split())
            self.fault = f"{self._path.name}: {wrong}; {self._aside()}, the set-up begins anew"
            return Draft()
        return draft

    def keep(self, draft: Draft) -> None:
        """Write the draft; `SetupRefusedError` in one line when the disk does not take it."""
        data = draft.model_dump_json().encode()
        if Draft.model_validate_json(data) != draft:
            raise SetupRefusedError("the set-up cannot be kept as it is: take the last change back")
        try:
            write_read_back(self._path, digested(data), read_undigested, data)
        except OSError as error:
            raise SetupRefusedError(f"not taken: {self._path} cannot be written ({error.strerror or error})") from error

    def _aside(self) -> str:
        """Return under which name the file is kept from now on, in words."""
        number = 1
        while (aside := self._path.with_name(f"draft.broken-{number}.json")).exists():
            number += 1
        try:
            self._path.replace(aside)
        except OSError as error:
            return f"it cannot be set aside ({error.strerror})"
        return f"it is kept as {aside.name}"
