"""What a table of 0.2.0 takes for a release: overlook/machine/updates.py of that version, unchanged."""

from __future__ import annotations

import base64
import csv
import email
import hashlib
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

NAME = "overlook"
PACKAGES = frozenset(
    {"geometry", "calibration", "vision", "referee", "hardware", "simulation", "web", "venue", "overlook"}
)
BESIDE = "share/overlook"
"""Where in an environment lies what an installed table has beside its packages."""

NEEDED = ("CHANGELOG.md", "constraints.txt", "deploy/overlook.toml", "deploy/systemd/overlook.service")
VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}((a|b|rc|\.dev|\.post)\d{1,6})?")
WHEEL_NAME = re.compile(r"overlook-(?P<version>[^-]+)-py3-none-any\.whl")
MOST_UNPACKED_BYTES = 400_000_000
MOST_FILES = 20_000
BLOCK = 1 << 20
UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, UnicodeDecodeError, NotImplementedError)
"""What `zipfile` raises for an archive that was damaged, or says that it was made in a way it cannot read."""

NOT_ONE = "it is no release of Overlook (a file overlook-VERSION-py3-none-any.whl)"


class ReleaseError(ValueError):
    """A file that is no release, or a spoilt one; the message says what of it is not as it should be."""


@dataclass(frozen=True, slots=True)
class Release:
    """What a release says of itself: its version, all changes up to it, and which Python it wants."""

    version: str
    changelog: str
    python: str

    @property
    def file_name(self) -> str:
        """Return what its file is called, as pip expects it."""
        return f"{NAME}-{self.version}-py3-none-any.whl"


def read_release(path: Path, progress: Callable[[str], None]) -> Release:
    """Return what is in a wheel, once every file of it has the digest that its record says.

    Nothing but Overlook's own packages may be in it, and nothing that runs by being installed: no file that a Python
    reads at its start, no script of its own. `progress` is told each file. Raises `ReleaseError`.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _read(archive, progress)
    except UNREADABLE as fault:
        raise ReleaseError(f"{NOT_ONE}, or it is damaged") from fault


def _read(archive: zipfile.ZipFile, progress: Callable[[str], None]) -> Release:
    files = [info for info in archive.infolist() if not info.is_dir()]
    names = [info.filename for info in files]
    if len(files) > MOST_FILES or sum(info.file_size for info in files) > MOST_UNPACKED_BYTES:
        raise ReleaseError("there is more in it than any release has")
    if len(set(names)) != len(names):
        raise ReleaseError("a file is in it twice")
    (about, *others) = [name for name in names if name.endswith(".dist-info/METADATA")] or [""]
    if not about or others:
        raise ReleaseError(NOT_ONE)
    said = email.message_from_bytes(archive.read(about))
    version = str(said["Version"])
    info = f"{NAME}-{version}.dist-info"
    if said["Name"] != NAME or not VERSION.fullmatch(version) or about != f"{info}/METADATA":
        raise ReleaseError(NOT_ONE)
    beside = f"{NAME}-{version}.data/data/{BESIDE}"
    for name in names:
        if not _may_be(PurePosixPath(name), info, beside):
            raise ReleaseError(f"{name} is in it, which no release has")
    _as_recorded(archive, f"{info}/RECORD", names, progress)
    missing = [name for name in NEEDED if f"{beside}/{name}" not in names]
    if missing or f"{NAME}/cli/main.py" not in names:
        raise ReleaseError(f"it has no {(missing or ['program'])[0]}: it was built by a way that leaves things out")
    return Release(version, archive.read(f"{beside}/CHANGELOG.md").decode(), str(said["Requires-Python"] or ""))


def _may_be(name: PurePosixPath, info: str, beside: str) -> bool:
    parts = name.parts
    plain = not name.is_absolute() and ".." not in parts and "\\" not in str(name) and str(name) == "/".join(parts)
    of_ours = len(parts) > 1 and (parts[0] in PACKAGES or parts[0] == info)
    return plain and (of_ours or str(name).startswith(f"{beside}/"))


def _as_recorded(archive: zipfile.ZipFile, record: str, names: list[str], progress: Callable[[str], None]) -> None:
    if record not in names:
        raise ReleaseError("it has no list of its files")
    rows = [row for row in csv.reader(archive.read(record).decode().splitlines()) if row]
    digests = {row[0]: row[1] for row in rows if len(row) > 1}
    if set(digests) != set(names):
        raise ReleaseError("what is in it is not what its own list says")
    for name in names:
        progress(name)
        if name != record and digests[name] != _digest(archive, name):
            raise ReleaseError(f"{name} is not as it was when the release was built: bring the file anew")


def _digest(archive: zipfile.ZipFile, name: str) -> str:
    found = hashlib.sha256()
    with archive.open(name) as file:
        while block := file.read(BLOCK):
            found.update(block)
    return "sha256=" + base64.urlsafe_b64encode(found.digest()).decode().rstrip("=")


def newer(version: str, than: str) -> bool:
    """Whether a version comes after another one."""
    return _order(version) > _order(than)


def _order(version: str) -> tuple[tuple[int, ...], int, int]:
    """Return what versions are sorted by: numbers first, then what comes before, is, and comes after a release."""
    numbers, kind, count = re.fullmatch(r"([\d.]*\d)(?:\.?(a|b|rc|dev|post)(\d+))?.*", version, re.DOTALL).groups()  # type: ignore[union-attr]
    ranks = {"dev": 0, "a": 1, "b": 2, "rc": 3, None: 4, "post": 5}
    parts = [int(part) for part in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts), ranks[kind], int(count or 0)


def changes(changelog: str, *, since: str, until: str) -> tuple[tuple[str, str], ...]:
    """Return the changes after one version up to another, the newest first: each version with its text."""
    parts = re.split(r"^## +(\S+)[^\n]*\n", changelog, flags=re.MULTILINE)
    found = zip(parts[1::2], parts[2::2], strict=True)
    return tuple(
        (version, text.strip())
        for version, text in found
        if VERSION.fullmatch(version) and newer(version, since) and not newer(version, until)
    )
