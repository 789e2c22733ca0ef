"""The set-up in the making on disk: written whole and read back after every change: a pulled plug costs nothing."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from calibration.catalogue import first_fault
from overlook.setup.draft import Draft
from overlook.setup.errors import SetupRefusedError
from overlook.writing import write_read_back


class DraftStore:
    """The file `draft.json` of one table. `fault` says in one line what was wrong with the one that was found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / "draft.json"
        self.fault = ""

    def read(self) -> Draft:
        """Return the draft that was kept, or an empty one; a broken file is set aside, never written over."""
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return Draft()
        except (OSError, UnicodeDecodeError) as error:
            self.fault = f"{self._path.name} cannot be read ({error}): the set-up begins anew"
            return Draft()
        try:
            return Draft.model_validate_json(text)
        except ValidationError as error:
            aside = self._aside()
            self.fault = f"{self._path.name}: {first_fault(error)}; it is kept as {aside.name}, the set-up begins anew"
            return Draft()

    def keep(self, draft: Draft) -> None:
        """Write the draft; `SetupRefusedError` in one line when the disk does not take it."""
        data = draft.model_dump_json().encode()
        if Draft.model_validate_json(data) != draft:
            raise SetupRefusedError("the set-up cannot be kept as it is: take the last change back")
        try:
            write_read_back(self._path, data, Path.read_bytes, data)
        except OSError as error:
            raise SetupRefusedError(f"not taken: {self._path} cannot be written ({error.strerror or error})") from error

    def _aside(self) -> Path:
        number = 1
        while (aside := self._path.with_name(f"draft.broken-{number}.json")).exists():
            number += 1
        self._path.replace(aside)
        return aside
