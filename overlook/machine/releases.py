"""The releases of an installed table, side by side, as deploy/install.sh lays them out; and which one plays."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from overlook.distribution import NAMES, RELEASED_AS, file_stem, program_version
from overlook.machine.power import POWER
from overlook.writing import write_file

RELEASES = "OVERLOOK_RELEASES"
"""Names the folder with the releases of an installed table: deploy/systemd/overlook.service."""

PLAYS = "plays"
"""Says in the service's own folder of /run which release has begun to serve; gone with the service."""

STATE = "update-state"
UPDATER = Path("updater", "update.sh")
"""Builds other versions: one of the scripts that `install.sh` lays beside the releases."""

INSTALLED_AS = re.compile(rf"(?:{'|'.join(map(file_stem, NAMES))})-(.+)\.dist-info")
NO_RELEASE = ("", "")


class Step(StrEnum):
    """How far the system is with an update; `deploy/update.sh` writes it."""

    NONE = "none"
    BUILDING = "building"
    TRYING = "trying"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Releases:
    """What is installed below a folder. Read anew each time: the system changes it beside the program."""

    prefix: Path

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Releases | None:
        """Return those of the table that was started in that environment, None where it is not installed."""
        named = environment.get(RELEASES)
        return cls(Path(named)) if named else None

    def current(self) -> Path | None:
        """Return the folder of the release that is started next."""
        try:
            return Path(os.readlink(self.prefix / "current"))
        except OSError:
            return None

    def before(self) -> str:
        """Return the version of the release that `back` leads to, empty where there is none."""
        current = self.current()
        older = [folder for folder in self._ready() if current is not None and folder.name < current.name]
        return version_of(older[-1]) if older else ""

    def step(self) -> tuple[Step, str]:
        """Return how far the system is with the last update, and what it says of it."""
        try:
            first, _, words = (self.prefix / STATE).read_text(encoding="utf-8").partition("\n")
        except (OSError, UnicodeDecodeError):
            return Step.NONE, ""
        known = first in set(Step)
        return (Step(first), words.strip()) if known else (Step.NONE, "")

    def can_build(self, distribution: str) -> bool:
        """Return whether the system builds a release of that name. Its scripts are older than the program at times.

        They are no part of a release: `install.sh --units` renews them. Those of versions up to 0.2.0 know one name.
        """
        if distribution == RELEASED_AS:
            return True
        try:
            return f"{file_stem(distribution)}-" in (self.prefix / UPDATER).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return False

    def _ready(self) -> list[Path]:
        return sorted(mark.parent for mark in (self.prefix / "releases").glob("*/.ready"))


def version_of(release: Path) -> str:
    """Return the version of Overlook in a release, its folder's name where that does not say it."""
    found = sorted(path.name for path in release.glob(".venv/lib/python3*/site-packages/overlook*.dist-info"))
    versions = [named[1] for name in found if (named := INSTALLED_AS.fullmatch(name))]
    return versions[-1] if versions else release.name


def say_that_it_plays(environment: Mapping[str, str]) -> str:
    """Say to the system which release serves now: `deploy/update.sh` waits for it, and goes back where it never comes.

    Nothing is said where the program is no installed service. Returns why it could not be said, empty else: no table
    stays dark for that.
    """
    if RELEASES in environment and environment.get(POWER):
        words = f"{os.getpid()} {Path(sys.prefix).parent} {program_version()}\n"
        try:
            write_file(Path(environment[POWER]) / PLAYS, words.encode())
        except OSError as fault:
            return f"{environment[POWER]}: cannot be written ({fault.strerror}): an update would go back"
    return ""
