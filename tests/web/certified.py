"""A certificate of pages as hall.sh makes it, and as others would."""

from __future__ import annotations

import ssl
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NAME = "table-1.local"


@dataclass(frozen=True)
class Certified:
    """Where the files of a hall's authority and of one table's certificate are."""

    ca: Path
    certificate: Path
    key: Path
    settings: dict[str, Any]

    def trusting(self) -> ssl.SSLContext:
        """Return a phone on which the hall's authority was installed."""
        return ssl.create_default_context(cafile=str(self.ca))


def certified(checkout: Path, folder: Path, name: str = NAME) -> Certified:
    """Make a hall in a folder, and the certificate of one table's pages."""
    script = checkout / "deploy" / "hall" / "hall.sh"
    hall = folder / "hall"
    said = ""
    for words in (("init", str(hall), "hall.local"), ("web", str(hall), name)):
        said = subprocess.run(["sh", script, *words], capture_output=True, text=True, check=True).stdout
    made = hall / "web"
    return Certified(hall / "ca.crt", made / f"{name}.crt", made / f"{name}.key", tomllib.loads(said)["web"])
