"""The pages' own modules, each tested by node's runner: they need no browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).with_name("js")
TESTS = sorted(FOLDER.glob("*.test.js"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_the_modules_own_tests_hold(checkout: Path, path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.fail("node is missing: run 'sh deploy/prepare.sh test'")
    command = [node, "--import", "./tests/web/js/with_texts.js", "--test", "--test-reporter=tap", str(path)]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    counts = {name: int(number) for name, number in re.findall(r"^# (\w+) (\d+)$", done.stdout, re.M)}
    assert counts["pass"] == counts["tests"] > 0, counts


def test_the_modules_that_are_named_by_the_house_have_tests() -> None:
    assert {"act", "dom", "label_layout", "live", "units", "witness"} <= {path.name.split(".")[0] for path in TESTS}
