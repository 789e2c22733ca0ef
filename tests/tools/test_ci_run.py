"""CI runs nightly tests of what changed: each row of its table names paths that exist and tests that run at night."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROWS = re.compile(r"^NIGHTLY='\n(.*?)^'$", re.DOTALL | re.MULTILINE)
AT_NIGHT = re.compile(r"\bmark\.nightly\b|\bat_night\(")


def rows(checkout: Path) -> list[tuple[str, list[str]]]:
    """Return each pattern of changed paths with the tests that it starts."""
    found = ROWS.search((checkout / ".ci/run").read_text())
    assert found
    words = [line.split() for line in found[1].splitlines()]
    return [(pattern, tests) for pattern, *tests in words]


def without_nightly_tests(checkout: Path, tests: list[str]) -> list[str]:
    """Return the paths under which no test runs at night: pytest would end with an error there."""

    def sources(path: Path) -> list[Path]:
        return [path] if path.is_file() else list(path.rglob("*.py"))

    return [one for one in tests if not any(AT_NIGHT.search(file.read_text()) for file in sources(checkout / one))]


def test_each_row_starts_tests_that_run_at_night(checkout: Path) -> None:
    assert [one for _, tests in rows(checkout) for one in without_nightly_tests(checkout, tests)] == []


def test_each_row_is_about_files_that_exist(checkout: Path) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=checkout, capture_output=True, text=True, check=True).stdout
    patterns = [pattern for pattern, _ in rows(checkout)]
    assert len(patterns) > 3
    assert [one for one in patterns if not re.search(one, tracked, re.MULTILINE)] == []


@pytest.mark.parametrize("tests", [["tests/tools/test_api_types.py"], ["tests/docs", "tests/no_such_folder"]])
def test_tests_that_do_not_run_at_night_are_found(checkout: Path, tests: list[str]) -> None:
    assert without_nightly_tests(checkout, tests) == tests[-1:]
