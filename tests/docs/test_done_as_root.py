"""Whatever the install script does as root stands in the guide: each place, package, group and program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

READ_ALONE = {"/etc/os-release", "/run/systemd/system", "/usr/sbin/nologin"}
"""What it only looks at."""

PLACE = re.compile(r"/(?:etc|opt|usr|var|run|lib|boot)/[A-Za-z0-9_./-]+")
PROGRAMS = ("apt-get install", "apt-get update", "useradd", "usermod", "systemctl", "pip")


@pytest.fixture(scope="module")
def said(checkout: Path) -> str:
    guide = (checkout / "docs" / "install.md").read_text()
    return guide.partition("## What the script does as root")[2].partition("\n## ")[0]


@pytest.fixture(scope="module")
def script(checkout: Path) -> str:
    return (checkout / "deploy" / "install.sh").read_text()


def test_every_place_that_it_writes_is_said(said: str, script: str) -> None:
    places = set(PLACE.findall(script)) - READ_ALONE
    assert places, "the script names no place: this test has lost it"
    assert {place for place in places if f"`{place}`" not in said} == set()


def test_every_package_group_and_unit_is_said(said: str, script: str) -> None:
    groups = set(re.findall(r"for group in ([a-z ]+); do", script)[0].split())
    units = set(re.findall(r"overlook(?:-[a-z]+@?)?\.(?:service|path)", script))
    assert {one for one in groups | units if one not in said and one != "overlook-power@.service"} == set()
    packages = set(re.findall(r'packages="\$packages ([a-z ]+)"', script)[-1].split()) | {"ffmpeg"}
    assert {one for one in (*packages, *PROGRAMS) if one not in said} == set()


def test_every_unit_that_is_installed_and_every_script_that_one_runs_as_root_is_said(checkout: Path, said: str) -> None:
    units = checkout / "deploy" / "systemd"
    named = [path.name for path in units.iterdir() if path.suffix in {".path", ".service"}]
    assert {name for name in named if f"`{name}`" not in said} == set()
    as_root = [text for path in units.glob("*.service") if "\nUser=" not in (text := path.read_text())]
    scripts = {Path(found).name for text in as_root for found in re.findall(r"ExecStart=.*?(/\S+\.sh)", text)}
    assert scripts >= {"update.sh", "hotspot.sh"}
    assert {one for one in scripts if f"`{one}`" not in said} == set()


def test_what_those_scripts_write_and_ask_is_said(checkout: Path, said: str) -> None:
    for script in ("update.sh", "hotspot.sh", "releases.sh"):
        text = (checkout / "deploy" / script).read_text()
        places = set(PLACE.findall(text)) - {"/etc/os-release"}
        below = {f"/opt/overlook/{name}" for name in re.findall(r"\$PREFIX/([a-z-]+)", text)}
        wanted = {one.removesuffix(".new") for one in places | below if not one.startswith("/lib/")}
        missing = {one for one in wanted if f"`{one}`" not in said}
        assert missing == set(), script
