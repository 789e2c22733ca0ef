"""What is done inside the fresh root: install twice, start the service's own command, uninstall; one JSON line out."""

from __future__ import annotations

import contextlib
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
from overlook.app.films import Encoder
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


SYSTEMCTL = """#!/bin/sh
case "$*" in
"restart overlook.service")
    setsid sh -c 'while :; do
        setpriv --reuid=overlook --regid=overlook --init-groups -- \\
            env OVERLOOK_WEB__PORT=8123 OVERLOOK_POWER=/run/overlook OVERLOOK_RELEASES=/opt/overlook \\
            OVERLOOK_SETTINGS=/etc/overlook/overlook.toml /opt/overlook/current/.venv/bin/overlook run &
        echo $! >/tmp/main
        wait $!
        rm -f /run/overlook/plays
        echo 0 >/tmp/main
        sleep 0.5
    done' >/tmp/table.log 2>&1 &
    echo $! >/tmp/pid
    ;;
*) cat /tmp/main ;;
esac
"""
"""Stands for systemd, which does not run in a chroot."""

BROKEN = "raise SystemExit('broken')\n"


def wheel(version: str, *, name: str = "overlook", broken: bool = False) -> Path:
    """Return the wheel of this checkout under another version, by either name; one that does not start if so wished."""
    tree = Path("/srv", f"tree-{version}")
    shutil.copytree(".", tree)
    project = tree / "pyproject.toml"
    text = re.sub(r"^version = .*$", f'version = "{version}"', project.read_text(), count=1, flags=re.M)
    project.write_text(re.sub(r"^name = .*$", f'name = "{name}"', text, count=1, flags=re.M))
    if broken:
        place = tree / "overlook" / "cli" / "run.py"
        place.write_text(place.read_text().replace("        configure_malloc()\n", f"        {BROKEN}", 1))
    pip = "/opt/overlook/current/.venv/bin/python"
    done = sh(pip, "-m", "pip", "wheel", "-q", "--no-deps", "-w", "/srv/wheels", str(tree))
    assert done.returncode == 0, done.stderr
    return Path("/srv/wheels", f"{name.replace('-', '_')}-{version}-py3-none-any.whl")


def said_by(file: Path) -> list[str]:
    """Return what a table that was started again says of itself once it serves, without its process's number."""
    for _ in range(900):
        with contextlib.suppress(FileNotFoundError):
            return file.read_text().split()[1:]
        time.sleep(0.1)
    return []


UPDATER = Path("/opt/overlook/updater")


def ask(words: str, start_s: int) -> list[Any]:
    """Ask for another version as the page does, and return what came of it."""
    asked = Path("/run/overlook")
    (asked / "update").write_text(words)
    told = (f"PATH=/srv/tools:{os.environ['PATH']}", f"OVERLOOK_START_S={start_s}")
    done = sh("env", *told, "sh", str(UPDATER / "update.sh"))
    state = Path("/opt/overlook/update-state").read_text()
    release = Path("/opt/overlook/current").resolve()
    strange = ("(", "-not", "-user", "root", "-o", "-perm", "/022", ")", "-not", "-type", "l")
    foreign = sh("find", str(release), *strange)
    program = sh("overlook", "--version").stdout.split()
    named = sorted(path.name for path in release.glob(".venv/lib/python3*/site-packages/overlook*.dist-info"))
    return [done.returncode, state.split("\n"), program[-1:], foreign.stdout, named, done.stderr[-2000:]]


def updated() -> dict[str, Any]:
    """Return what comes of versions by the page's way, with the system's own users and rights; and of a broken one.

    The first one is taken by the scripts of 0.2.0, the others by those of this checkout.
    """
    ready, asked = Path("/var/lib/overlook/update/ready"), Path("/run/overlook")
    tools = Path("/srv/tools")
    tools.mkdir()
    (tools / "systemctl").write_text(SYSTEMCTL)
    (tools / "systemctl").chmod(0o755)
    asked.mkdir(parents=True)
    shutil.chown(asked, "overlook", "overlook")
    sh(str(tools / "systemctl"), "restart", "overlook.service")
    said_by(asked / "plays")
    found: dict[str, Any] = {}
    steps = (
        ("0.9.0", wheel("0.9.0"), 600, "tests/deploy/v0_2"),
        ("0.9.1", wheel("0.9.1", name="overlook-referee"), 600, "deploy"),
        ("0.9.2", wheel("0.9.2", broken=True), 45, "deploy"),
    )
    for version, built, start_s, scripts in steps:
        for name in ("update.sh", "releases.sh", "build_release.sh"):
            shutil.copy(Path(scripts, name), UPDATER)
        shutil.rmtree(ready.parent, ignore_errors=True)
        ready.mkdir(parents=True)
        shutil.copy(built, ready)
        sh("chown", "-R", "overlook:overlook", str(ready.parent))
        found[version] = ask("install", start_s)
        if version == "0.9.1":
            found["back"] = ask("back", 600)
    found["plays"] = said_by(asked / "plays")
    found["current"] = str(Path("/opt/overlook/current").resolve())
    os.killpg(int(Path("/tmp/pid").read_text()), 9)
    return found


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
    asked = [
        UNIT.with_name(f"overlook-{what}.path") for what in ("power@poweroff", "power@reboot", "update", "hotspot")
    ]
    said["power"] = [(UNIT.parent / "multi-user.target.wants" / one.name).exists() for one in asked]
    power_verify = sh("systemd-analyze", "verify", *map(str, asked))
    said["power_verify"] = [power_verify.returncode, power_verify.stdout + power_verify.stderr]
    for program in ("cage", "chromium", "chvt"):
        Path("/usr/bin", program).touch(mode=0o755)
    kiosk = UNIT.with_name("overlook-screen.service")
    shutil.copy("deploy/systemd/overlook-screen.service", kiosk)
    screen_verify = sh("systemd-analyze", "verify", str(kiosk))
    said["screen_verify"] = [screen_verify.returncode, screen_verify.stdout + screen_verify.stderr]
    said["security"] = {}
    for name in ("overlook", "overlook-update", "overlook-power@", "overlook-hotspot", "overlook-screen"):
        unit = UNIT.with_name(f"{name}.service")
        said["security"][name] = sh("systemd-analyze", "security", "--offline=true", str(unit)).stdout.splitlines()[-1:]
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
    said["update"] = updated()
    gone = sh("sh", "deploy/install.sh", "--uninstall")
    said["uninstall"] = [gone.returncode, gone.stderr]
    said["left"] = left()
    print(json.dumps(said))


if __name__ == "__main__":
    main()
