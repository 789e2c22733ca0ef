"""The lab's machine, built, started and watched from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import cv2

from calibration.rig import save_rig
from simulation import Renderer, example_catalogue, example_poses, example_rig

HERE = Path(__file__).resolve().parent
SIZE = (1280, 720)
PICTURES = 4
LONGEST_S = 2400.0
STARTS = 3
KERNEL = "console=ttyS0 root=/dev/vda rw quiet panic=-1 systemd.condition_needs_update=0"
NO_LOGIN = "systemd.mask=serial-getty@ttyS0.service"
"""A login on the first serial line would hang up on the checks that speak there."""

PATIENT = "no_timer_check tsc=unstable clocksource=hpet"
"""The clock is the one that the emulator keeps: what the kernel measures of its processor is wrong on a busy host."""

PROCESSOR = "max,-avx,-avx2,-fma,-f16c"
"""With the AVX that the emulator (7.2) plays, numpy's argpartition ends in a segmentation fault."""


def lab_folder() -> Path:
    """Return where the machine is kept: `OVERLOOK_LAB`, else a folder in the user's cache."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("OVERLOOK_LAB") or cache / "overlook-lab")


def photograph(folder: Path) -> None:
    """Write the pictures that the machine's cameras show, what took them, and where everybody stands in them."""
    folder.mkdir(parents=True, exist_ok=True)
    catalogue, rig, poses = example_catalogue(), example_rig(SIZE), example_poses()
    renderer = Renderer(catalogue, rig)
    with (folder / "frames.bgr").open("wb") as raw:
        for number in range(PICTURES):
            image = renderer.picture(poses, seed=number)
            raw.write(image.tobytes())
            cv2.imwrite(str(folder / f"{number}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 97])
    save_rig(rig, folder / "rig.json")
    (folder / "catalogue.json").write_text(catalogue.model_dump_json())
    truth = {name: [placement.x, placement.y] for name, placement in poses.operatives.items()}
    (folder / "truth.json").write_text(json.dumps(truth))


def say(words: str) -> None:
    """Tell who waits."""
    print(f"lab: {words}", file=sys.stderr, flush=True)


def build(folder: Path) -> None:
    """Make the machine's disk of the committed tree; CalledProcessError when it cannot be made."""
    say(f"the machine is kept in {folder}")
    photograph(folder / "pictures")
    subprocess.run(["sh", str(HERE / "build.sh"), str(folder)], check=True)


def qemu(folder: Path, units: tuple[str, ...], network: str = "none") -> list[str]:
    """Return the command that starts the machine with these units of the lab; what it does to its disk is forgotten.

    Its console is written to `console.txt`, what it marks to `marks.txt`.
    """
    command = ["nice", "-n", "5", "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", PROCESSOR, "-smp", "2"]
    command += ["-m", "3072", "-display", "none", "-vga", "none", "-monitor", "none", "-no-reboot", "-nic", network]
    command += ["-serial", f"file:{folder / 'console.txt'}", "-serial", f"file:{folder / 'marks.txt'}"]
    command += ["-kernel", str(folder / "kernel"), "-initrd", str(folder / "initrd")]
    command += ["-drive", f"file={folder / 'disk.img'},format=raw,if=virtio,snapshot=on"]
    wanted = [f"systemd.wants={unit}.service" for unit in units]
    return [*command, "-append", " ".join((KERNEL, NO_LOGIN, PATIENT, *wanted))]


def run(folder: Path) -> dict[str, tuple[bool, str]]:
    """Start the machine and return what each check said: whether it was well, and its words.

    Where the host is busy, an emulated machine may not come up; one that has said nothing is started again.
    """
    for _ in range(STARTS):
        found = _run_once(folder)
        if found:
            return found
        say(f"it ended without a word; {folder / 'console.txt'} has its own")
    return {}


def _run_once(folder: Path) -> dict[str, tuple[bool, str]]:
    """The machine stops itself after the last check; one that does not is stopped after `LONGEST_S`."""
    marks = folder / "marks.txt"
    marks.write_text("")
    command = qemu(folder, ("lab-table", "lab-checks"))
    say("starting it; every check is one line")
    began = time.monotonic()
    machine = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    told = 0
    try:
        while machine.poll() is None and time.monotonic() - began < LONGEST_S:
            time.sleep(1)
            lines = marks.read_text(errors="replace").splitlines()
            for line in lines[told:]:
                say(f"{time.monotonic() - began:4.0f} s  {line}")
            told = len(lines)
    finally:
        machine.kill()
        machine.wait()
    found = {}
    for line in marks.read_text(errors="replace").splitlines():
        name, _, rest = line.partition(" ")
        state, _, words = rest.partition(" ")
        found[name] = (state == "ok", words)
    return found
