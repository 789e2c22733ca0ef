"""Every package that a table runs has a wheel for a Raspberry Pi: the package index is asked, nothing is downloaded."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.nightly

GLIBC = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")
"""Oldest of what Raspberry Pi OS bookworm (glibc 2.36) and trixie (2.41) take."""
EXTRAS = ("venue", "obs")
"""What deploy/install.sh installs."""

PIP = "pip>=26"
"""The first whose `index versions` heeds --only-binary was 25; Python brings an older one."""


@pytest.fixture(scope="module")
def pip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a pip of its own: 2 MB, beside the 160 MB that resolving by downloads would take."""
    folder = tmp_path_factory.mktemp("pip")
    command = ["pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(folder), PIP]
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"could not fetch {PIP}, check the network: {done.stderr[-500:]}"
    return folder


def environment(python: str, extra: str = "") -> dict[str, str]:
    """The markers of a 64-bit Raspberry Pi OS; those of its system are this machine's own."""
    return {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": "aarch64",
        "sys_platform": "linux",
        "extra": extra,
    }


def asked_for(lines: list[str], python: str, extras: set[str]) -> list[Requirement]:
    """Return the requirements among `lines` whose markers hold on the Pi, for any of the extras."""
    found = [Requirement(line) for line in lines]
    return [
        one
        for one in found
        if one.marker is None or any(one.marker.evaluate(environment(python, extra)) for extra in extras | {""})
    ]


def needed(checkout: Path, python: str) -> set[str]:
    """Return the names of all that is installed with Overlook on a Pi with this Python, the needs of needs included."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    lines = project["dependencies"] + [line for extra in EXTRAS for line in project["optional-dependencies"][extra]]
    waiting = asked_for(lines, python, set())
    seen: dict[str, set[str]] = {}
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in seen and requirement.extras <= seen[name]:
            continue
        seen[name] = seen.get(name, set()) | requirement.extras
        waiting += asked_for(requires(name) or [], python, seen[name])
    return set(seen)


def pins(checkout: Path) -> dict[str, str]:
    """Return the pinned version of each package."""
    found = (line.split("==") for line in (checkout / "constraints.txt").read_text().splitlines() if line)
    return {canonicalize_name(name): version.split(";")[0].strip() for name, version in found}


def offered(pip: Path, name: str, python: str) -> list[str]:
    """Return the versions of which the index has a wheel for this Python on a 64-bit Pi."""
    platforms = [part for tag in GLIBC for part in ("--platform", f"{tag}_aarch64")]
    command = ["pip", "index", "versions", name, "--python-version", python, "--implementation", "cp", "--pre"]
    done = subprocess.run(
        [sys.executable, "-m", *command, "--only-binary", ":all:", *platforms],
        env={**os.environ, "PYTHONPATH": str(pip)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    listed = re.search(r"^Available versions: (.*)$", done.stdout, re.MULTILINE)
    if listed is None:
        assert "No matching distribution" in done.stderr, f"pip could not ask for {name}: {done.stderr[-500:]}"
        return []
    return listed.group(1).split(", ")


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_every_package_of_a_table_is_pinned_and_has_a_wheel_for_a_pi(checkout: Path, pip: Path, python: str) -> None:
    pinned, names = pins(checkout), sorted(needed(checkout, python))
    assert {"numpy", "scipy", "opencv-python-headless", "onnxruntime", "pydantic-core"} <= set(names)
    loose = [name for name in names if name not in pinned]
    assert not loose, f"constraints.txt pins no version of {', '.join(loose)}: add the ones that are installed"
    with ThreadPoolExecutor(4) as asking:
        versions = dict(zip(names, asking.map(lambda name: offered(pip, name, python), names), strict=True))
    without = [
        f"{name}=={pinned[name]} (wheels of {', '.join(versions[name][:3]) or 'no version'})"
        for name in names
        if pinned[name] not in versions[name]
    ]
    assert not without, f"no aarch64 wheel for CPython {python}: {'; '.join(without)}; pin a version that has one"


def test_a_package_that_has_no_wheel_for_a_pi_is_noticed(pip: Path) -> None:
    assert "0.2.2.0" in offered(pip, "lgpio", "3.11")
    assert "0.2.2.0" not in offered(pip, "lgpio", "3.13")
