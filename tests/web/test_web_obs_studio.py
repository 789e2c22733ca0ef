"""OBS itself, on a screen that nobody sees: it follows the director, shows the picture, and is missed when it goes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTALL = "sh deploy/prepare.sh slow"
NEEDED = {"obs": "obs-studio", "xvfb-run": "xvfb", "xauth": "xauth", "ip": "iproute2", "unshare": "util-linux"}


@pytest.mark.nightly
def test_obs_follows_the_director_shows_the_picture_and_is_found_again(tmp_path: Path, artifacts: Path) -> None:
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    assert not missing, f"install {', '.join(missing)}: {INSTALL}"
    own = [] if os.geteuid() == 0 else ["--map-root-user"]
    lab = f"ip link set lo up && exec {sys.executable} -m tests.web.obs_lab {tmp_path}"
    done = subprocess.run(
        ["unshare", *own, "--net", "sh", "-c", lab], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    log = tmp_path / "obs.log"
    assert done.returncode == 0, done.stderr + (log.read_text()[-2000:] if log.exists() else "")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    scenes = [each["name"] for each in told if each["step"] == "scene"]
    assert scenes == ["Table", "Dice", "Challenge", "Table", "Ruling", "Table"]
    steps = [each["step"] for each in told if each["step"] != "scene"]
    assert steps == ["obs", "collection", "wrong password", "picture", "hotkeys", "gone", "back"]
    collection = next(each for each in told if each["step"] == "collection")
    assert collection["scenes"] == ["Challenge", "Dice", "Ruling", "Table"]
    assert collection["complaints"] == [], "the downloaded scene collection is loaded as it is"
    assert next(each["alike"] for each in told if each["step"] == "picture") > 0.97
    shutil.copy(tmp_path / "window.png", artifacts / "obs-window.png")
