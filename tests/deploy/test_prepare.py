"""prepare.sh in a checkout whose .venv was made by an earlier version."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PYTHON = """#!/bin/sh
echo "$*" >>"$TOLD"
"""


def test_the_package_of_the_old_name_is_removed_before_the_new_one_is_installed(checkout: Path, tmp_path: Path) -> None:
    """Both would own the same files: removed afterwards, the old one would take the command away."""
    (tmp_path / "deploy").mkdir()
    shutil.copy(checkout / "deploy" / "prepare.sh", tmp_path / "deploy")
    for name in ("pyproject.toml", "constraints.txt", "package.json"):
        shutil.copy(checkout / name, tmp_path)
    program, told = tmp_path / ".venv" / "bin" / "python", tmp_path / "told"
    program.parent.mkdir(parents=True)
    program.write_text(PYTHON)
    program.chmod(0o755)
    environment = {**os.environ, "PYTHON": sys.executable, "TOLD": str(told)}
    command = ["sh", str(tmp_path / "deploy" / "prepare.sh"), "run"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    asked = [line.split() for line in told.read_text().splitlines() if line.startswith("-m pip")]
    assert [words[2] for words in asked] == ["uninstall", "install"]
    assert "--yes" in asked[0]
    assert asked[0][-1] == "overlook"
    assert asked[1][-2:] == ["-e", ".[venue,obs]"]
