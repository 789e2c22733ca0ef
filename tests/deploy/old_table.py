"""A table that 0.1.0 installed, in a folder in place of the system: its layout, its settings, and the games it kept."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.compat.observed import FIXTURES
from tests.compat.yesterday import restored

KEPT = FIXTURES / "v0_1"
OLD = "20260101T000000Z"
BACKUP = KEPT / "table.backup"
"""What 0.1.0 itself wrote of these games."""

PROGRAM = f"""#!/bin/sh
# The program of 0.1.0, as far as an upgrade asks it.
[ ! -e "$WORLD/disk-full" ] || exit 1
[ "$1 $3" = "backup --settings" ] && [ -r "$4" ] && cp "{BACKUP}" "$2"
"""
UNIT = "[Service]\nExecStart=/opt/overlook/current/.venv/bin/overlook run --settings /etc/overlook/overlook.toml\n"
TOOLS = {
    "id": "echo 0",
    "getent": '[ "$1" = passwd ]',
    "dpkg-query": "echo install ok installed",
    "apt-get": "exit 9",
    "chown": "",
    "usermod": "",
    "setpriv": 'while [ "$1" != -- ]; do shift; done\nshift\nexec "$@"',
    "systemctl": 'echo "$*" >>"$WORLD/systemctl"',
    # Files belong to whoever runs the test.
    "install": """for word in "$@"; do
    shift
    case $skip$word in -o | -g) skip=x ;; x*) skip= ;; *) set -- "$@" "$word" ;; esac
done
exec /usr/bin/install "$@\"""",
    # A venv whose pip has nothing to fetch, and whose program is this checkout's.
    "python3": f"""case "$1 $2" in
"-m venv")
    [ ! -e "$WORLD/no-network" ] || {{ echo "no network" >&2; exit 1; }}
    mkdir -p "$3/bin" "$3/lib"
    printf '#!/bin/sh\\n' >"$3/bin/python"
    printf '#!/bin/sh\\nexec "{sys.executable}" -m overlook.cli.main "$@"\\n' >"$3/bin/overlook"
    chmod 0755 "$3/bin/python" "$3/bin/overlook" ;;
*) exit 1 ;;
esac""",
}
"""What stands for the system's own commands."""


@dataclass
class OldTable:
    """A system in a folder, on which 0.1.0 is installed and was played."""

    world: Path
    checkout: Path

    def __post_init__(self) -> None:
        self.root = self.world / "root"
        self.prefix, self.units = self.root / "opt/overlook", self.root / "etc/systemd/system"
        self.data, self.settings = self.root / "var/lib/overlook", self.root / "etc/overlook"
        self.backups = self.data.with_name("overlook.backups")
        self.command = self.root / "usr/local/bin/overlook"
        self._tools()
        (self.root / "run/systemd/system").mkdir(parents=True)
        old = self.prefix / "releases" / OLD
        (old / ".venv/bin").mkdir(parents=True)
        (old / ".ready").write_text("what 0.1.0 was built from")
        self._program(old / ".venv/bin/overlook", PROGRAM)
        (self.prefix / "current").symlink_to(old)
        self.units.mkdir(parents=True)
        (self.units / "overlook.service").write_text(UNIT)
        self.command.parent.mkdir(parents=True)
        self._program(self.command, "#!/bin/sh\n")
        self.data.parent.mkdir(parents=True, exist_ok=True)
        restored(KEPT, self.world).rename(self.data)
        shutil.copytree(KEPT / "settings", self.settings)

    def _tools(self) -> None:
        tools = self.world / "bin"
        tools.mkdir()
        for name, words in TOOLS.items():
            self._program(tools / name, f"#!/bin/sh\n{words}\n")
        self._environment = {
            **os.environ,
            "PATH": f"{tools}:{os.environ['PATH']}",
            "PYTHONPATH": str(self.checkout),
            "WORLD": str(self.world),
            "OVERLOOK_ROOT": str(self.root),
        }

    @staticmethod
    def _program(path: Path, words: str) -> None:
        path.write_text(words)
        path.chmod(0o755)

    def install(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run install.sh of this checkout on it."""
        command = ["sh", str(self.checkout / "deploy/install.sh"), "--no-screen", *options]
        return subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False, timeout=300)

    def asked_of_systemd(self) -> list[str]:
        """Return what systemctl was asked since the last time."""
        said = self.world / "systemctl"
        lines = said.read_text().splitlines() if said.exists() else []
        said.unlink(missing_ok=True)
        return lines

    def plays(self) -> str:
        """Return the name of the release that plays."""
        return (self.prefix / "current").readlink().name

    def kept(self) -> dict[str, str]:
        """Return all that its players have, games, learned mounts, set-ups, settings, by digest."""
        files = (path for folder in (self.data, self.settings) for path in folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
