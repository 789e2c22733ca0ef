"""Every command that a guide prints in a block is executed, in the guide's order, in a copy of the checkout."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

FENCED = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.M | re.S)
INDENTED = re.compile(r"(?:^    \S.*\n)+", re.M)
PROGRAM = re.compile(r"(\.venv/bin/)?(cp|overlook|python|pytest|make|sh|sudo|grep|curl|pip|mosquitto|py-spy) ")
GUIDES = ("README", "docs/setting-up", "docs/real-camera", "docs/scripted-table", "docs/formats", "docs/dice-tray")
OTHERS = ("docs/speed", "docs/stream", "docs/hall", "docs/install", "docs/api", "docs/printing", "docs/panel")

ELSEWHERE = {
    "make run": "tests/overlook/test_open_to_phones.py starts the table",
    "make test": "the whole suite",
    "calibrate wizard --camera picamera": "needs a Pi's camera; tests/overlook/test_lens_wizard.py",
    "verify plate*.jpg": "needs photographs of a printed plate; tests/overlook/test_verify_and_bad_prints.py",
    "tray empty1.jpg": "needs photographs of a tray; tests/overlook/test_tray_command.py",
    "tray --publish": "runs until it is stopped; tests/overlook/test_tray_publisher.py",
    "ask photo.jpg": "needs a photograph of a real table; tests/overlook/test_ask.py",
    "dice roll.jpg": "needs photographs of a tray; tests/overlook/test_dice_command.py",
    "tests.vision.terrain_outlines ../shared": "needs the shared renders",
}
"""Commands that are not executed here, by a part of their text, each with the reason."""

ALIASES = {"photo.jpg": "photo/table.png", "rig.json": "photo/rig.json"}
"""Files of the reader's own that a command names, each with the one that stands for it here."""


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the blocks of a document in order: their language and their text."""
    found = [(one.start(), one[1], one[2]) for one in FENCED.finditer(text)]
    bare = FENCED.sub(lambda one: " \n" * one[0].count("\n"), text)
    found += [(one.start(), "", re.sub(r"^    ", "", one[0], flags=re.M)) for one in INDENTED.finditer(bare)]
    for _, language, body in sorted(found):
        yield language, body


def commands(text: str) -> list[str]:
    """Return the commands of a document, in order, each on one line."""
    return [
        line
        for language, body in blocks(text)
        if language in {"", "sh"}
        for line in body.replace("\\\n", " ").splitlines()
        if PROGRAM.match(line)
    ]


@pytest.fixture(scope="module")
def clone(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with its environment, where commands may write."""
    folder = tmp_path_factory.mktemp("clone") / "overlook"
    left_out = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache", "artifacts")
    shutil.copytree(checkout, folder, ignore=left_out, symlinks=True)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, call in (("python", ""), ("overlook", "-m overlook"), ("pytest", "-m pytest")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {call} "$@"\n')
        program.chmod(0o755)
    return folder


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a shell with the checkout's environment runs it."""
    path = f"{folder / '.venv/bin'}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(folder)}
    return subprocess.run(line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES)
def test_every_printed_command_of_a_guide_runs_as_printed(checkout: Path, clone: Path, guide: str) -> None:
    lines = commands((checkout / f"{guide}.md").read_text())
    assert lines, guide
    for name, stand_in in ALIASES.items():
        if guide == "docs/real-camera":
            if not (clone / stand_in).exists():
                assert run(".venv/bin/overlook example photo", clone).returncode == 0
            shutil.copy(clone / stand_in, clone / name)
    for line in lines:
        if any(part in line for part in ELSEWHERE):
            continue
        done = run(line, clone)
        assert done.returncode == 0, f"{guide}: {line}\n{done.stdout[-500:]}{done.stderr[-500:]}"


def test_every_reason_for_not_executing_a_command_is_still_needed(checkout: Path) -> None:
    every = [line for guide in GUIDES for line in commands((checkout / f"{guide}.md").read_text())]
    assert [part for part in ELSEWHERE if not any(part in line for line in every)] == []


@pytest.mark.parametrize("guide", [*GUIDES, *OTHERS])
def test_every_block_of_json_and_toml_is_well_formed(checkout: Path, guide: str) -> None:
    for language, body in blocks((checkout / f"{guide}.md").read_text()):
        if language == "json":
            json.loads(body)
        elif language == "toml":
            tomllib.loads(body)
