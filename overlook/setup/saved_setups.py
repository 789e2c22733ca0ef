"""The tables of other days on disk: each set-up that a game began with, and where its terrain stood then."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.catalogue import first_fault
from geometry.placement import Placement
from overlook.setup.draft import Draft
from overlook.setup.errors import SetupRefusedError
from overlook.writing import write_read_back

_OTHER = re.compile(r"[\W_]+")
STEM = 50
"""Letters of a name that a file is called by: a file's name has room for four times as many bytes."""

Inches = Annotated[float, Field(ge=-24, le=120, allow_inf_nan=False)]


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlaceKept(_Document):
    """Where a piece of terrain stood on the board: inches, degrees counter-clockwise from above."""

    x: Inches
    y: Inches
    rotation_deg: Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)] = 0.0

    @classmethod
    def of(cls, placement: Placement) -> Self:
        """Return a placement as it is kept."""
        return cls(x=round(placement.x, 3), y=round(placement.y, 3), rotation_deg=round(placement.rotation_deg, 2))

    def placement(self, thing: str) -> Placement:
        """Return it as the placement of that thing."""
        return Placement(thing, self.x, self.y, 0.0, self.rotation_deg)


class SavedSetup(_Document):
    """A set-up of another day, version 1: `terrain` says where its pieces stood, as far as they were seen."""

    version: Literal[1] = 1
    on: date
    draft: Draft
    terrain: Mapping[str, PlaceKept] = Field(default_factory=dict)

    @property
    def name(self) -> str:
        """What people call it: its teams and its mission."""
        teams = " against ".join(team.name or team.player for team in self.draft.teams)
        return teams if self.draft.mission is None else f"{teams}, {self.draft.mission['name']}"


def read_kept(path: Path) -> SavedSetup:
    """Return the set-up of a file; `SetupRefusedError` in one line: file, field, value found, what was expected."""
    try:
        return SavedSetup.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise SetupRefusedError(f"{path.name} cannot be read ({fault})") from None
    except ValidationError as fault:
        raise SetupRefusedError(f"{path.name}: {first_fault(fault)}") from None


class SavedSetups:
    """The folder of set-ups of other days; the same teams on the same mission are kept once, the newest.

    `faults` says in one line each which files cannot be read; they are left as they are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.faults: tuple[str, ...] = ()
        self.kept: tuple[SavedSetup, ...] = ()
        self._paths: dict[str, Path] = {}
        self._read()

    def _read(self) -> None:
        found: dict[Path, SavedSetup] = {}
        faults = []
        for path in sorted(self._folder.glob("[!.]*.json")):
            try:
                found[path] = read_kept(path)
            except SetupRefusedError as fault:
                faults.append(f"a table of another day is not offered: {fault}")
        self.kept, self.faults = tuple(found.values()), tuple(faults)
        self._paths = {kept.name: path for path, kept in found.items()}

    def keep(self, kept: SavedSetup) -> None:
        """Write a set-up; `SetupRefusedError` in one line when the disk does not take it."""
        path = self._paths.get(kept.name) or self._free(kept.name)
        try:
            write_read_back(path, kept.model_dump_json(indent=1).encode(), read_kept, kept)
        except OSError as error:
            raise SetupRefusedError(f"not taken: {path} cannot be written ({error.strerror or error})") from error
        self._read()

    def _free(self, name: str) -> Path:
        """Return a file for a set-up of that name that is no other's: other names may look the same as a file's."""
        stem = _OTHER.sub("-", name.casefold()).strip("-")[:STEM]
        paths = (self._folder / f"{stem}{end}.json" for end in chain(("",), (f"-{number}" for number in count(2))))
        return next(path for path in paths if not path.exists())
