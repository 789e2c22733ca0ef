"""What is done inside the fresh root: install twice, start the service's own command, uninstall; one JSON line out."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

UNIT = Path("/etc/systemd/system/overlook.service")
BACKUPS = Path("/var/lib/overlook.backups")


FILM = """
import tempfile
from pathlib import Path
import numpy as np
from overlook.films.encoding import Encoder
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "film.mp4")
    Encoder().encode([np.full((360, 640, 3), grey, np.uint8) for grey in (40, 90, 140)], (-0.4, -0.2, 0.0), path)
    data = path.read_bytes()
print(data.find(b"ftyp"), data.find(b"moov") < data.find(b"mdat"), b"avc1" in data)
"""
"""Makes a film as the installed table does, with the ffmpeg that was installed."""


def sh(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    print("+", *command, file=sys.stderr, flush=True)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def answered(path: str, enough: Callable[[Any], Any], **settings: str) -> Any:
    """Return what the unit's own command answers at a path once that is enough, started as the unit starts it.

    `settings` go before its own; None where it never answers so.
    """
    unit = UNIT.read_text()
    command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert command is not None
    said = [one.split("=", 1) for line in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE) for one in line.split()]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    table = subprocess.Popen(
        ["runuser", "-u", "overlook", "--", *command.group(1).split()],
        cwd="/var/lib/overlook",
        env={**os.environ, **dict(said), "OVERLOOK_WEB__PORT": str(port), **settings},
    )
    try:
        for _ in range(240):
            time.sleep(0.5)
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
                    found = json.load(answer)
                    if enough(found):
                        return found
            except OSError:
                assert table.poll() is None, "the service's command has stopped"
        return None
    finally:
        table.terminate()
        table.wait(30)


def documented() -> list[str]:
    """Return the commands that docs/install.md begins with, as they stand there, without sudo: this is root."""
    block = Path("docs/install.md").read_text().split("```sh\n")[1].split("```")[0]
    return [line.split("#")[0].strip().removeprefix("sudo ") for line in block.splitlines()]


def screen(state: str, *, desktop: bool = False) -> str:
    """Return what a dry run says on a machine whose screen is in a state, with or without a desktop on it."""
    status = Path("/sys/class/drm/card0-HDMI-A-1/status")
    manager = UNIT.with_name("display-manager.service")
    status.parent.mkdir(parents=True, exist_ok=True)
    status.write_text(state + "\n")
    if desktop:
        manager.parent.mkdir(parents=True, exist_ok=True)
        manager.touch()
    said = sh("sh", "deploy/install.sh", "--dry-run").stdout
    manager.unlink(missing_ok=True)
    status.unlink()
    return said


def left() -> list[str]:
    """Return what of ours is on the machine."""
    places = ("/opt", "/etc/systemd/system", "/usr/local/bin", "/etc/avahi", "/var/lib", "/etc")
    return sorted({str(path) for place in places for path in Path(place).rglob("*overlook*")})


def backups() -> dict[str, str]:
    """Return the backups of upgrades, and what each holds, by its digest."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in BACKUPS.iterdir()}


def main() -> None:
    """Do it all and print what came of it."""
    dry_line, first_line, doctor_line = documented()
    dry = sh(*dry_line.split())
    said: dict[str, Any] = {"dry_left": left(), "dry": dry.returncode}
    said["screens"] = [screen("disconnected"), screen("connected"), screen("connected", desktop=True)]
    first = sh(*first_line.split())
    said["first"] = [first.returncode, first.stderr[-2000:]]
    doctor = sh(*doctor_line.split())
    said["doctor"] = [doctor.returncode, doctor.stdout, doctor.stderr[-2000:]]
    again = sh("sh", "deploy/install.sh")
    said["again"] = [again.returncode, again.stdout]
    apt = sh("apt-get", "install", "-y", "-q", "--no-install-recommends", "systemd")
    said["systemd"] = [apt.returncode, apt.stderr[-500:]]
    verify = sh("systemd-analyze", "verify", str(UNIT))
    said["verify"] = [verify.returncode, verify.stdout + verify.stderr]
    asked = [UNIT.with_name(f"overlook-power@{what}.path") for what in ("poweroff", "reboot")]
    said["power"] = [(UNIT.parent / "multi-user.target.wants" / one.name).exists() for one in asked]
    power_verify = sh("systemd-analyze", "verify", *map(str, asked))
    said["power_verify"] = [power_verify.returncode, power_verify.stdout + power_verify.stderr]
    for browser in ("cage", "chromium"):
        Path("/usr/bin", browser).touch(mode=0o755)
    kiosk = UNIT.with_name("overlook-screen.service")
    shutil.copy("deploy/systemd/overlook-screen.service", kiosk)
    screen_verify = sh("systemd-analyze", "verify", str(kiosk))
    said["screen_verify"] = [screen_verify.returncode, screen_verify.stdout + screen_verify.stderr]
    said["security"] = sh("systemd-analyze", "security", "--offline=true", str(UNIT)).stdout.splitlines()[-1:]
    said["fresh"] = answered("/api/first", bool)
    said["played"] = answered(
        "/api/snapshot", lambda shown: shown["game"]["phase"], OVERLOOK_CAMERA__SOURCE="simulated"
    )
    film = sh("runuser", "-u", "overlook", "--", "/opt/overlook/current/.venv/bin/python", "-P", "-c", FILM)
    said["film"] = [film.returncode, film.stdout, film.stderr[-2000:]]
    report = sh("overlook", "report")
    written = [Path("/var/lib/overlook/reports"), *Path("/var/lib/overlook/reports").iterdir()]
    said["report"] = [report.returncode, report.stderr[-2000:], sorted({path.owner() for path in written})]
    Path("calibration/added.txt").write_text("another version")
    upgrade = sh("sh", "deploy/install.sh")
    said["upgrade"] = [upgrade.returncode, upgrade.stderr[-2000:]]
    said["releases"] = sorted(path.name for path in Path("/opt/overlook/releases").iterdir())
    said["current"] = Path("/opt/overlook/current").resolve().name
    said["backups"] = [backups()]
    sh("sh", "deploy/install.sh")
    said["backups"].append(backups())
    back = sh("sh", "deploy/install.sh", "--rollback")
    said["rollback"] = [back.returncode, Path("/opt/overlook/current").resolve().name]
    said["backups"].append(backups())
    for day in range(1, 4):
        old = BACKUPS / f"before-2020010{day}T000000Z.backup"
        old.touch()
        os.utime(old, (day, day))
    sh("sh", "deploy/install.sh")
    said["backups"].append(backups())
    gone = sh("sh", "deploy/install.sh", "--uninstall")
    said["uninstall"] = [gone.returncode, gone.stderr]
    said["left"] = left()
    print(json.dumps(said))


if __name__ == "__main__":
    main()
