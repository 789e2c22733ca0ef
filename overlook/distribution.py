"""Name and version of the program as an installed Python distribution."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "overlook-referee"
"""Name of the distribution; its packages and command are called `overlook`, a name taken on PyPI by another project."""

RELEASED_AS = "overlook"
"""Distribution name in release files: tables of version 0.2.0 and earlier accept no other (docs/decisions/14)."""

BESIDE = "share/overlook"
"""Folder in an environment for an installed table's files other than packages."""

HALL_LIBRARIES = ("paho-mqtt", "sqlalchemy", "networkx")
INSTALL_FOR_A_HALL = f"pip install {' '.join(HALL_LIBRARIES)}"
"""Command that installs what a hall needs; the program itself must not be installed by name from an index."""

NAMES = (DISTRIBUTION, RELEASED_AS)


def program_version() -> str:
    """Return the version of the program; raises `PackageNotFoundError` if it is not installed."""
    for name in NAMES:
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    raise PackageNotFoundError(DISTRIBUTION)


def file_stem(name: str) -> str:
    """Return a distribution's name as spelled in the names of its files."""
    return name.replace("-", "_")
