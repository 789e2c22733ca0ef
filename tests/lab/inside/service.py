"""The service as systemd runs it: `boot` before anything is plugged in, `devices` with camera and panel, `ends`."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any

from marks import check

PAGE = "http://127.0.0.1:8000/"
TRUTH: dict[str, list[float]] = json.loads(Path("/srv/lab/truth.json").read_text())
CHECKOUT = Path("/srv/overlook")
NEAR_IN = 0.1
HEARD = [f"overlook-{name}.path" for name in ("power@poweroff", "power@reboot", "update", "hotspot")]
CLOSED = ("", "-screen", "-power@poweroff", "-power@reboot", "-update", "-hotspot")
EXPOSED = 2.5
RELEASES = Path("/opt/overlook/releases")
PATIENT = Path("/run/systemd/system/overlook-update.service.d/patient.conf")
ASK_BACK = "echo back >/run/overlook/asked; mv /run/overlook/asked /run/overlook/update"
"""What the page /update does where it is asked to go back."""

PATIENCE_S = 900.0
TELL_EVERY_S = 30.0


def sh(*command: str) -> str:
    """Run a command and return what it says; CalledProcessError when it fails."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def prop(name: str) -> str:
    """Return one of the service's properties."""
    return sh("systemctl", "show", "--property", name, "--value", "overlook.service")


def snapshot() -> dict[str, Any]:
    """Return what the page shows; OSError while it does not answer, or when the service ends in the middle of it."""
    try:
        with urllib.request.urlopen(PAGE + "api/snapshot", timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
    except HTTPException as fault:
        raise OSError(f"half an answer: {fault!r}") from fault
    return found


def until(what: str, look: Callable[[dict[str, Any]], str]) -> str:
    """Return what `look` finds in the page once it finds something; TimeoutError with the last health when not."""
    end, last, told = time.monotonic() + PATIENCE_S, "the page did not answer", time.monotonic()
    while time.monotonic() < end:
        if time.monotonic() - told > TELL_EVERY_S:
            told = time.monotonic()
            print(f"lab: waiting for {what}: {last}", flush=True)
        try:
            shown = snapshot()
        except OSError as fault:
            last = str(fault)
        else:
            found = look(shown)
            if found:
                return found
            last = str([(one["part"], one["state"], one["sentence"]) for one in shown["health"]])
        time.sleep(0.5)
    print(sh("journalctl", "-u", "overlook", "--no-pager", "-n", "60"), sh("top", "-b", "-n", "1"), flush=True)
    raise TimeoutError(f"{what}: not within {PATIENCE_S:.0f} s; {last}")


def health(part: str, *states: str) -> Callable[[dict[str, Any]], str]:
    """Return a look for a part in one of the states, that finds its sentence."""

    def look(shown: dict[str, Any]) -> str:
        return next((one["sentence"] for one in shown["health"] if one["part"] == part and one["state"] in states), "")

    return look


def coded(part: str, *codes: str) -> Callable[[dict[str, Any]], str]:
    """Return a look for a part whose message has one of the codes, that finds its sentence."""

    def look(shown: dict[str, Any]) -> str:
        messages = ((one, one["message"] or {}) for one in shown["health"] if one["part"] == part)
        return next((one["sentence"] for one, message in messages if message.get("code") in codes), "")

    return look


def everybody(shown: dict[str, Any]) -> str:
    """Find in words that all stand where they were photographed; nothing while they do not."""
    off = {
        one["id"]: math.hypot(one["x"] - TRUTH[one["id"]][0], one["y"] - TRUTH[one["id"]][1])
        for one in shown["table"]["operatives"]
        if one["id"] in TRUTH and one["state"] == "seen"
    }
    if set(off) != set(TRUTH) or max(off.values()) > NEAR_IN:
        return ""
    return f"{len(off)} operatives, at most {max(off.values()):.3f} in off"


def exposure(unit: str) -> float:
    """Return what systemd says a unit is exposed to, from 0 to 10."""
    (found,) = re.findall(r"exposure level for .*: (\d+\.\d+)", sh("systemd-analyze", "security", "--no-pager", unit))
    return float(found)


def boot() -> None:
    """What stands when nobody has done anything but switch the machine on."""
    with check("service-starts-at-boot") as say:
        say(until("the page", lambda shown: str(shown["game"]["edition"])))
        assert prop("ActiveState") == "active"
        assert prop("User") == "overlook"
        assert prop("NRestarts") == "0", prop("NRestarts")
        assert sh("ps", "-o", "user=", "-p", prop("MainPID")) == "overlook"
    with check("service-says-that-no-camera-is-there") as say:
        say(until("the camera", coded("camera", "camera-not-found", "camera-none-found")))
    with check("service-log-is-in-the-journal") as say:
        said = sh("journalctl", "-u", "overlook", "--no-pager", "-o", "cat")
        assert "The table is at http://localhost:8000/" in said
        limits = sh("systemd-analyze", "cat-config", "systemd/journald.conf")
        assert "SystemMaxUse=200M" in limits
        say(sh("journalctl", "--disk-usage"))
    with check("service-name-is-announced") as say:
        say(sh("systemctl", "is-active", "avahi-daemon"))
        assert "_http._tcp" in Path("/etc/avahi/services/overlook.service").read_text()
    with check("service-hears-what-its-page-asks-for") as say:
        heard = {unit: sh("systemctl", "is-active", unit) for unit in HEARD}
        say(heard)
        assert set(heard.values()) == {"active"}
    with check("service-and-its-units-are-closed") as say:
        # Installed only where a screen is attached.
        sh("cp", str(CHECKOUT / "deploy" / "systemd" / "overlook-screen.service"), "/run/systemd/system/")
        sh("systemctl", "daemon-reload")
        exposed = {unit: exposure(f"overlook{unit}.service") for unit in CLOSED}
        sh("rm", "/run/systemd/system/overlook-screen.service")
        say(exposed)
        assert max(exposed.values()) <= EXPOSED


def pressed_and_heard() -> str:
    """Press Next on the simulated pins until the buzzer's pin says that nothing is asked, and return how long."""
    (bank,) = Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*")
    button, buzzer = bank / "sim_gpio19" / "pull", bank / "sim_gpio26" / "value"
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        button.write_text("pull-down")
        time.sleep(0.3)
        button.write_text("pull-up")
        listened_until, heard = time.monotonic() + 10.0, []
        while time.monotonic() < listened_until:
            if buzzer.read_text().strip() == "1":
                heard.append(time.monotonic())
            elif heard:
                return f"Next is answered by a tone of {heard[-1] - heard[0]:.2f} s: nothing is asked"
            time.sleep(0.01)
    raise TimeoutError(f"Next is answered by nothing: {snapshot()['menu']}")


def ask(address: str, wish: dict[str, str]) -> None:
    """Ask the page for something as the table's own screen does; OSError when it is refused."""
    body = json.dumps({"wish": wish}).encode()
    asked = urllib.request.Request(PAGE + address, body, {"Content-Type": "application/json"})
    urllib.request.urlopen(asked, timeout=60).close()


def started_anew(end: Callable[[], object]) -> str:
    """Return in words that systemd has started the service again once more, after what ends it."""
    before, times, kept = prop("MainPID"), int(prop("NRestarts")), games()
    assert before != "0"
    end()
    until("the page", lambda shown: str(shown["game"]["edition"]) if prop("MainPID") not in {before, "0"} else "")
    assert int(prop("NRestarts")) == times + 1, prop("NRestarts")
    assert kept <= games()
    return f"process {before} became {prop('MainPID')}"


def gone_back() -> str:
    """Have the page's unit go back to a version before this one, and return what it says of it."""
    current = (RELEASES.parent / "current").resolve()
    before = RELEASES / "20200101T000000Z"
    sh("cp", "-al", str(current), str(before))
    # A program says where it lies by the first line of its file.
    sh("sed", "-i", f"1s|{current}|{before}|", str(before / ".venv" / "bin" / "overlook"))
    # An emulated machine may take longer to start the program than the three minutes that a Pi is given.
    PATIENT.parent.mkdir()
    PATIENT.write_text(f"[Service]\nEnvironment=OVERLOOK_START_S={PATIENCE_S:.0f}\n")
    sh("systemctl", "daemon-reload")
    state, kept = RELEASES.parent / "update-state", games()
    sh("runuser", "-u", "overlook", "--", "sh", "-c", ASK_BACK)
    end, said = time.monotonic() + PATIENCE_S, ["", ""]
    while time.monotonic() < end and said[0] not in {"done", "failed"}:
        time.sleep(1)
        said = state.read_text().split("\n") if state.exists() else said
    assert said[0] == "done", (said, sh("journalctl", "-u", "overlook-update", "--no-pager", "-n", "20"))
    plays = Path("/run/overlook/plays").read_text().split()
    assert (plays[0], plays[1]) == (prop("MainPID"), str(before)), plays
    assert kept <= games()
    return said[1]


def devices() -> None:
    """The service with everything plugged in."""
    sh("systemctl", "start", "overlook.service")
    with check("service-locates") as say:
        say(until("everybody", everybody))
    with check("service-has-the-panel") as say:
        shown = snapshot()
        assert not health("panel", "ok")(shown), health("panel", "ok")(shown)
        say(pressed_and_heard())
    with check("service-says-that-the-camera-is-gone") as say:
        subprocess.run(["sh", "vivid.sh", "unplug"], check=True)
        say(until("the loss", health("camera", "lost", "trouble")))
    with check("service-goes-on-when-the-camera-is-back") as say:
        subprocess.run(["sh", "vivid.sh", "plug"], check=True)
        say(until("the camera", health("camera", "ok")), until("everybody", everybody))


def ends() -> None:
    """Whatever ends the service, systemd starts it again, until it is taken off the machine."""
    with check("service-is-restarted-when-killed") as say:
        say(started_anew(lambda: sh("kill", "-KILL", prop("MainPID"))))
    with check("service-is-restarted-by-its-page") as say:
        say(started_anew(lambda: ask("api/machine", {"kind": "power", "what": "restart"})))
    with check("service-is-restarted-when-it-hangs") as say:
        say(started_anew(lambda: sh("kill", "-STOP", prop("MainPID"))))
        assert "Watchdog timeout" in sh("journalctl", "-u", "overlook", "--no-pager", "-o", "cat")
    with check("service-goes-back-a-version") as say:
        say(gone_back())
    with check("service-uninstalls") as say:
        sh("sh", str(CHECKOUT / "deploy" / "install.sh"), "--uninstall")
        assert subprocess.run(["systemctl", "is-active", "--quiet", "overlook"], check=False).returncode != 0
        left = sorted(
            str(path)
            for place in ("/opt", "/etc", "/usr/local/bin", "/var/lib")
            for path in Path(place).rglob("*overlook*")
        )
        data = re.compile(r"/(?:var/lib|etc)/overlook(?:/|$)|/var/lib/systemd/")
        ours = [path for path in left if not data.match(path)]
        say(f"{len(left)} files of the table's stay")
        assert not ours, f"these stay: {' '.join(ours)}"
        loaded = sh("systemctl", "list-units", "--plain", "--no-legend", "overlook*")
        assert not loaded, f"systemd has still: {loaded}"
        assert games()
        try:
            snapshot()
        except OSError:
            pass
        else:
            raise AssertionError("the page still answers")


def games() -> set[str]:
    """Return the games on disk."""
    return {path.name for path in Path("/var/lib/overlook/games").iterdir()}


if __name__ == "__main__":
    {"boot": boot, "devices": devices, "ends": ends}[sys.argv[1]]()
