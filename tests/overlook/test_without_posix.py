"""The program on a system without the POSIX modules of Python, such as Windows: commands and the simulated table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from overlook.schemas import FORMATS
from referee.records.journal.database import lock_exclusively

WITHOUT = """
import sys


class Hidden:
    names = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog"}

    def find_spec(self, name, path=None, target=None):
        if name in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


for name in Hidden.names:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Hidden())
import overlook.cli.main

overlook.cli.main.main()
"""


def typed(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_commands_run(tmp_path: Path) -> None:
    for name in ("odds", "adjudicate"):
        (tmp_path / FORMATS[name].file).write_text(FORMATS[name].example())
    photo = ("photo/table.png", "--rig", "photo/rig.json", "--catalogue", "photo/catalogue.json")
    for words in (
        ("--help",),
        ("odds", "odds.json"),
        ("adjudicate", "positions.json"),
        ("example", "photo", "--width", "1280"),
        ("locate", *photo),
    ):
        done = typed(*words, folder=tmp_path)
        assert done.returncode == 0, (words, done.stderr)


def test_the_simulated_table_runs(tmp_path: Path) -> None:
    said = tmp_path / "said.txt"
    words = ("run", "--port", "0", "--host", "127.0.0.1", "--data", str(tmp_path / "data"))
    with said.open("w") as file:
        table = subprocess.Popen([sys.executable, "-c", WITHOUT, *words], stderr=file, cwd=tmp_path, env=os.environ)
    try:
        found, end_s = None, time.monotonic() + 120
        while found is None:
            assert table.poll() is None, said.read_text()
            assert time.monotonic() < end_s, said.read_text()
            time.sleep(0.1)
            found = re.search(r"http://\S+:\d+/", said.read_text())
        assert httpx.get(f"{found[0]}api/snapshot", timeout=60).status_code == 200
    finally:
        table.terminate()
        table.wait(60)


def test_a_file_is_locked_once(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("a+") as one, (tmp_path / "lock").open("a+") as other:
        lock_exclusively(one)
        with pytest.raises(OSError, match=r"."):
            lock_exclusively(other)
