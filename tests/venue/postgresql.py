"""A real PostgreSQL for tests, from Debian's packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

INSTALL = "PostgreSQL is tested with a real server: run 'apt-get install postgresql'"
OWNER = "postgres"


class Server:
    """One PostgreSQL in a folder of its own, reached by a socket in it; as root it runs as Debian's user for it."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="overlook-pg-"))
        if os.geteuid() == 0:
            shutil.chown(self._folder, OWNER)
        self._data = self._folder / "data"
        self._run("initdb", "-D", str(self._data), "-U", OWNER, "-A", "trust", "-E", "UTF8")
        self.url = f"postgresql+psycopg://{OWNER}@/postgres?host={self._folder}"

    def _run(self, name: str, *arguments: str) -> None:
        found = [*Path("/usr/lib/postgresql").glob(f"*/bin/{name}")]
        program = shutil.which(name) or (str(max(found)) if found else None)
        assert program, INSTALL
        as_owner = ("runuser", "-u", OWNER, "--") if os.geteuid() == 0 else ()
        subprocess.run([*as_owner, program, *arguments], check=True, capture_output=True, cwd=self._folder, timeout=120)

    def start(self) -> None:
        options = f"-k {self._folder} -c listen_addresses="
        self._run("pg_ctl", "-D", str(self._data), "-o", options, "-l", str(self._folder / "log"), "-w", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "stop")

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)
