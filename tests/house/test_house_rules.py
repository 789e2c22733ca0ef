"""The house's own rules: style, types and layers, as tools prove them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = ("geometry", "calibration", "vision", "referee", "hardware", "web", "venue", "overlook")


def run(checkout: Path, *command: str) -> None:
    """Run a tool in the checkout; its output becomes the failure's message."""
    done = subprocess.run([sys.executable, "-m", *command], cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


def sources(checkout: Path, folder: str, *suffixes: str) -> list[Path]:
    """Return the files below a folder of the checkout that end so; there is at least one."""
    found = sorted(path for path in (checkout / folder).rglob("*") if path.suffix in suffixes and path.is_file())
    assert found, f"nothing like {suffixes} below {folder}"
    return found


def test_ruff_finds_nothing(checkout: Path) -> None:
    run(checkout, "ruff", "check", ".")


def test_ruff_would_format_nothing_otherwise(checkout: Path) -> None:
    run(checkout, "ruff", "format", "--check", ".")


@pytest.mark.slow
def test_mypy_strict_finds_nothing(checkout: Path) -> None:
    run(checkout, "mypy")


def test_layers_point_one_way(checkout: Path) -> None:
    script = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([script, "--no-cache"], cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", ["geometry", "referee/rules", "referee/editions/kt24", "referee/editions/kt21"])
def test_pure_layers_have_no_clock_disk_or_camera(checkout: Path, package: str) -> None:
    forbidden = re.compile(
        r"^\s*(?:import|from)\s+(time|datetime|os|io|pathlib|cv2|sqlite3|socket|random|asyncio)\b", re.M
    )
    found = [
        f"{path.relative_to(checkout)}: {match.group(0).strip()}"
        for path in sources(checkout, package, ".py")
        for match in forbidden.finditer(path.read_text())
    ]
    assert not found


def test_nothing_is_left_for_later(checkout: Path) -> None:
    # A letter of each is in brackets, so that this file is searched like any other.
    marker = re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X]|HAC[K]|for no[w]\b|raise NotImplemented[E]rror\b)")
    found = [
        f"{path.relative_to(checkout)}: {match.group(0)}"
        for package in (*PACKAGES, "tests", "benchmarks", "deploy")
        for path in sources(checkout, package, ".py", ".js", ".sh")
        for match in marker.finditer(path.read_text())
    ]
    assert not found


def test_constraints_pin_versions_and_name_no_host(checkout: Path) -> None:
    lines = (checkout / "constraints.txt").read_text().splitlines()
    assert lines
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!-]+(?: ?;.*)?", line) for line in lines if line)


def test_the_hooks_of_a_commit_are_well_formed_and_run_what_is_installed(checkout: Path) -> None:
    run(checkout, "pre_commit", "validate-config", ".pre-commit-config.yaml")
    tools = re.findall(r"entry: (\S+)", (checkout / ".pre-commit-config.yaml").read_text())
    assert tools
    assert [tool for tool in tools if not (checkout / tool).exists()] == []


def test_what_is_set_up_is_compiled_whole_but_for_what_pages_are_given(checkout: Path) -> None:
    prepare = (checkout / "deploy" / "prepare.sh").read_text()
    (compiled,) = re.findall(r"-m compileall -q -x \^web/static/ ([a-z ]+) \|\|", prepare)
    assert sorted(compiled.split()) == sorted(PACKAGES)
