"""The program's name and version as an installed Python distribution. Packages and command are called `overlook`."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "overlook-referee"
"""The distribution's own name. On PyPI the name `overlook` belongs to somebody else."""

RELEASED_AS = "overlook"
"""The name in the releases that tables take: versions up to 0.2.0 know no other (docs/decisions/14)."""

INSTALL_FOR_A_HALL = "pip install paho-mqtt sqlalchemy networkx"
"""Brings what a hall needs. Packages are named, not this program: nobody may fetch it by name from an index."""

NAMES = (DISTRIBUTION, RELEASED_AS)


def program_version() -> str:
    """Return the version of this program; raises `PackageNotFoundError` if it is not installed."""
    for name in NAMES:
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    raise PackageNotFoundError(DISTRIBUTION)


def file_stem(name: str) -> str:
    """Return a distribution's name as it is spelled in the names of its files."""
    return name.replace("-", "_")
