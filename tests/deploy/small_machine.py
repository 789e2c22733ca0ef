"""A machine in a folder: releases side by side, a service that systemctl restarts, and a plug that can be pulled."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pip

from tests.deploy.small_release import small_release

FIRST = "20260101T000000Z"
SYSTEMCTL = """#!/bin/sh
# Stands for systemd: `restart` starts what `current` leads to, and so again whenever it has ended, its folder of /run
# emptied; `show` says its process.
case "$*" in
"restart overlook.service")
    [ ! -e "$WORLD/pid" ] || kill -9 "-$(cat "$WORLD/pid")" 2>/dev/null
    rm -f "$OVERLOOK_POWER/plays"
    setsid sh -c 'while :; do
        "$OVERLOOK_PREFIX/current/.venv/bin/overlook" run &
        echo $! >"$WORLD/main"
        wait $!
        rm -f "$OVERLOOK_POWER/plays"
        echo 0 >"$WORLD/main"
        sleep 0.1
    done' >"$WORLD/log" 2>&1 &
    echo $! >"$WORLD/pid"
    ;;
"show --property MainPID --value overlook.service") cat "$WORLD/main" ;;
*) exit 9 ;;
esac
"""
SETPRIV = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n'
CHOWN = "#!/bin/sh\nexit 0\n"


@dataclass
class SmallMachine:
    """An installed table without a system: its folders, and what deploy/update.sh does with them."""

    world: Path
    checkout: Path
    scripts: Path | None = None
    """Where its update scripts are from, if not from the checkout."""

    def __post_init__(self) -> None:
        self.prefix, self.data, self.run = (self.world / name for name in ("opt", "data", "run"))
        for folder in (self.prefix / "releases", self.data, self.data.with_name("data.backups"), self.run):
            folder.mkdir(parents=True, exist_ok=True)
        (self.data / "game").write_text("a game")
        self.updater = self.world / "updater"
        (self.updater / "systemd").mkdir(parents=True, exist_ok=True)
        (self.updater / "systemd" / "overlook.service").write_text("")
        self.renew_scripts(self.scripts or self.checkout / "deploy")
        tools = self.world / "bin"
        tools.mkdir(exist_ok=True)
        for name, words in (("systemctl", SYSTEMCTL), ("setpriv", SETPRIV), ("chown", CHOWN)):
            (tools / name).write_text(words)
            (tools / name).chmod(0o755)
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "PATH": f"{tools}:{os.environ['PATH']}",
            "WORLD": str(self.world),
            "OVERLOOK_PREFIX": str(self.prefix),
            "OVERLOOK_DATA": str(self.data),
            "OVERLOOK_SETTINGS": "none",
            "OVERLOOK_POWER": str(self.run),
            "OVERLOOK_START_S": "3",
            "OVERLOOK_SETTLE_S": "0.5",
            "OVERLOOK_STOP_S": "1",
        }

    def renew_scripts(self, folder: Path) -> None:
        """Take the update scripts of a version, as `install.sh --units` does."""
        for name in ("update.sh", "releases.sh", "build_release.sh"):
            shutil.copy(folder / name, self.updater)

    def install_first(self, version: str = "0.2.0") -> None:
        """Install a first release as install.sh would, with the pip of the interpreter that runs the tests."""
        folder = self.prefix / "releases" / FIRST
        folder.mkdir()
        small_release(folder, version)
        before = self.world / "before"
        packages = before / ".venv/lib/python{}.{}/site-packages".format(*sys.version_info)
        packages.mkdir(parents=True)
        (packages / "pip").symlink_to(Path(pip.__file__).parent)
        self._build(folder, before)
        (folder / ".ready").write_text("the first")
        (self.prefix / "current").symlink_to(folder)

    def _build(self, folder: Path, before: Path) -> None:
        command = ["sh", str(self.updater / "build_release.sh"), str(folder), str(before)]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def bring(self, wheel: Path) -> None:
        """Lay a release ready, as the page does."""
        ready = self.data / "update" / "ready"
        shutil.rmtree(ready, ignore_errors=True)
        ready.mkdir(parents=True)
        shutil.copy(wheel, ready)

    def asked(self, words: str) -> subprocess.Popen[bytes]:
        """Ask for something as the page does, and return the system's work on it."""
        (self.run / "update").write_text(words)
        return self._system()

    def _system(self) -> subprocess.Popen[bytes]:
        command = ["sh", str(self.updater / "update.sh")]
        with (self.world / "said").open("wb") as said:
            return subprocess.Popen(command, env=self.environment, stdout=said, stderr=said, start_new_session=True)

    def done(self, words: str) -> tuple[str, str]:
        """Ask for something, wait until it is done, and return how it ended and what is said of it."""
        work = self.asked(words)
        assert work.wait(120) == 0, (self.world / "said").read_text()
        return self.state()

    def heard(self) -> None:
        """Do what was asked for by the program itself."""
        assert self._system().wait(120) == 0, (self.world / "said").read_text()

    def state(self) -> tuple[str, str]:
        """Return what the system says of the last update."""
        try:
            step, _, said = (self.prefix / "update-state").read_text().partition("\n")
        except FileNotFoundError:
            return "", ""
        return step, said.strip()

    def start(self) -> None:
        """Start the service."""
        subprocess.run(["systemctl", "restart", "overlook.service"], env=self.environment, check=True)

    def stop(self) -> None:
        """End the service as a pulled plug does."""
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            os.killpg(int((self.world / "pid").read_text()), signal.SIGKILL)

    def pull_plug(self, work: subprocess.Popen[bytes]) -> None:
        """End everything at once, and forget what lay in memory."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(work.pid, signal.SIGKILL)
        work.wait(60)
        self.stop()
        shutil.rmtree(self.run)
        self.run.mkdir()

    def boot(self) -> None:
        """Start as the system does: the service, and what the plug has cut off."""
        self.start()
        if (self.prefix / "at-work").exists() or (self.run / "update").exists():
            work = self._system()
            assert work.wait(120) == 0, (self.world / "said").read_text()

    @property
    def current(self) -> Path:
        """The release that `current` leads to."""
        return Path(os.readlink(self.prefix / "current"))

    def version(self) -> str:
        """Return the version that the program says it has."""
        program = self.current / ".venv" / "bin" / "overlook"
        return subprocess.run(
            [program, "--version"], env=self.environment, capture_output=True, text=True, check=True
        ).stdout.split()[-1]

    def plays(self) -> str:
        """Return the version that serves, once one does."""
        end_s = time.monotonic() + 60
        while not (self.run / "plays").exists():
            assert time.monotonic() < end_s, (self.world / "log").read_text()
            time.sleep(0.05)
        return (self.run / "plays").read_text().split()[-1]

    def contents(self) -> str:
        """Return a digest of all that the current release runs by, but what is compiled or names its folder."""
        found = hashlib.sha256()
        packages = next(self.current.glob(".venv/lib/python3*/site-packages"))
        files = [*packages.rglob("*.py"), *packages.rglob("METADATA"), *(self.current / "deploy").rglob("*")]
        for path in sorted(files):
            if path.is_file():
                text = path.read_bytes()
                found.update(str(path.relative_to(self.current)).encode() + hashlib.sha256(text).digest())
        return found.hexdigest()
