"""A hall as hall.sh makes it: TLS, a password for each table, each on its own topics."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path
from typing import Unpack

from tests.venue.conftest import Mosquitto
from tests.venue.hall import Access, Hub, Seat


class Hall:
    """A hall made by hall.sh on loopback, with these tables; `lines` are added to its broker's settings."""

    def __init__(self, checkout: Path, folder: Path, *tables: str, lines: str = "") -> None:
        self._script = checkout / "deploy" / "hall" / "hall.sh"
        self.folder = folder
        self.script("init", str(folder), "127.0.0.1")
        self.hub_password = (folder / "hub-password").read_text().strip()
        self.tables = {name: tomllib.loads(self.script("add", str(folder), name))["venue"] for name in tables}
        config = folder / "mosquitto.conf"
        self.broker = Mosquitto(folder.parent)
        text = config.read_text().replace("listener 8883", f"listener {self.broker.port} 127.0.0.1")
        (folder.parent / "mosquitto.conf").write_text(f"{text}user root\n{lines}")

    def start(self) -> Hall:
        """Start its broker."""
        self.broker.start()
        return self

    def script(self, *arguments: str) -> str:
        done = subprocess.run(["sh", self._script, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def seat(self, name: str, folder: Path, **changed: Unpack[Access]) -> Seat:
        access: Access = {
            "user": name,
            "password": self.tables[name]["password"],
            "ca_file": str(self.folder / "ca.crt"),
            **changed,
        }
        return Seat(name, folder, self.broker.port, **access).start()

    def hub(self, folder: Path) -> Hub:
        return Hub(
            folder, self.broker.port, user="hub", password=self.hub_password, ca_file=str(self.folder / "ca.crt")
        ).start()
