"""The wheel by itself: a release that the page takes, what pipx installs, and what a container is built from."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
import zipfile
from pathlib import Path

import httpx
import pytest

from overlook.distribution import program_version
from overlook.machine.updates import changes, read_release
from tests.deploy.conftest import FreshRoot
from tests.deploy.small_machine import SmallMachine
from tests.deploy.v0_2 import release_file as of_0_2
from tests.scratch import ON_DISK

pytestmark = pytest.mark.nightly
PATIENCE_S = 180.0


def sh(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheels(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both wheels of what is committed, built as docs/install.md says."""
    folder = tmp_path_factory.mktemp("wheels")
    sh("sh", checkout / "deploy" / "release_wheel.sh", folder, PYTHON=sys.executable)
    return folder


@pytest.fixture(scope="module")
def wheel(wheels: Path) -> Path:
    """The wheel by the distribution's own name."""
    return next(wheels.glob("overlook_referee-*.whl"))


@pytest.fixture(scope="module")
def old_name(wheels: Path) -> Path:
    """The wheel by the name that tables up to 0.2.0 know."""
    return next(wheels.glob("overlook-*.whl"))


def members(wheel: Path) -> dict[str, bytes]:
    """Return the files in a wheel but those about the distribution, by their place in it under either name."""
    stem = wheel.name.removesuffix("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        found = {name.replace(stem, "stem"): archive.read(name) for name in archive.namelist()}
    return {name: data for name, data in found.items() if not name.startswith("stem.dist-info/")}


def test_tables_up_to_0_2_take_the_old_name_and_later_ones_take_both(wheel: Path, old_name: Path) -> None:
    assert members(wheel) == members(old_name)
    assert of_0_2.read_release(old_name, lambda _: None).file_name == old_name.name
    with pytest.raises(of_0_2.ReleaseError):
        of_0_2.read_release(wheel, lambda _: None)
    assert read_release(old_name, lambda _: None).file_name == old_name.name


@pytest.mark.parametrize("scripts", ["tests/deploy/v0_2", "deploy"])
def test_it_is_built_beside_0_2_by_the_scripts_of_0_2_and_of_now(
    checkout: Path, old_name: Path, wheel: Path, tmp_path: Path, scripts: str
) -> None:
    machine = SmallMachine(tmp_path / "world", checkout, checkout / scripts)
    machine.install_first("0.2.0")
    packages = next(machine.current.glob(".venv/lib/python3*/site-packages"))
    lend(packages, tmp_path / "lent")
    for number, file in enumerate([old_name] if "v0_2" in scripts else [old_name, wheel, old_name]):
        folder = machine.prefix / "releases" / f"2027010{number + 1}T000000Z"
        folder.mkdir()
        shutil.copy(file, folder)
        sh("sh", machine.updater / "build_release.sh", folder, machine.current)
        assert sh(folder / ".venv/bin/overlook", "--version").split() == ["overlook", program_version()]
        built = next(folder.glob(".venv/lib/python3*/site-packages"))
        assert [path.name for path in built.glob("overlook*.dist-info")] == [
            f"{file.name.removesuffix('-py3-none-any.whl')}.dist-info"
        ]
        (machine.prefix / "current").unlink()
        (machine.prefix / "current").symlink_to(folder)


def lend(packages: Path, folder: Path) -> None:
    """Let an environment see what is installed beside these tests, but for this checkout."""
    folder.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(("overlook", "_editable_impl_overlook", "pip")) and path.suffix != ".pth":
            (folder / path.name).symlink_to(path)
    (packages / "lent.pth").write_text(f"{folder}\n")


def test_it_is_a_release_that_a_table_takes(wheel: Path) -> None:
    release = read_release(wheel, lambda _: None)
    assert release.version == program_version()
    assert wheel.name == release.file_name
    assert changes(release.changelog, since="0.0.1", until=release.version)
    names = zipfile.ZipFile(wheel).namelist()
    beside = f"overlook_referee-{release.version}.data/data/share/overlook/"
    for name in (
        "deploy/install.sh",
        "deploy/update.sh",
        "deploy/systemd/overlook-update.path",
        "docs/install.md",
        "docs/rules/kt24.txt",
    ):
        assert beside + name in names
    assert "web/static/help/help.html" in names


def test_pipx_installs_it_and_a_table_serves_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    tool, home, programs = tmp_path / "tool", tmp_path / "home", tmp_path / "bin"
    sh(sys.executable, "-m", "venv", tool)
    sh(tool / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pipx")
    sh(tool / "bin" / "pipx", "install", str(wheel), PIPX_HOME=str(home), PIPX_BIN_DIR=str(programs))
    program = programs / "overlook"
    assert sh(program, "--version").split()[-1] == program_version()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    empty = tmp_path / "empty"
    empty.mkdir()
    options = ("--port", str(port), "--data", str(tmp_path / "data"))
    with (tmp_path / "said").open("w") as said:
        table = subprocess.Popen([program, "run", *options], cwd=empty, stdout=said, stderr=said)
    try:
        end_s = time.monotonic() + PATIENCE_S
        found: dict[str, int] = {}
        while set(found.values()) != {200}:
            assert table.poll() is None, (tmp_path / "said").read_text()
            assert time.monotonic() < end_s, found
            time.sleep(0.2)
            try:
                pages = ("", "phone", "help", "machine", "update", "api/snapshot")
                found = {page: httpx.get(f"http://127.0.0.1:{port}/{page}", timeout=60).status_code for page in pages}
            except httpx.TransportError:
                continue
    finally:
        table.terminate()
        assert table.wait(60) == 0


@pytest.mark.xdist_group("fresh root")
def test_what_the_container_file_says_builds_in_a_bare_debian_and_serves_as_its_own_user(
    checkout: Path, fresh_root: FreshRoot
) -> None:
    file = (checkout / "deploy" / "container" / "Containerfile").read_text()
    assert re.search(r"^FROM debian:trixie-slim$", file, re.MULTILINE)
    lent = {"KEEP_ROOT": str(fresh_root()), "TMPDIR": str(ON_DISK)}
    said = sh("sh", checkout / "deploy" / "fresh_root.sh", "trixie", "python3", "tests/deploy/in_container.py", **lent)
    found = json.loads(said.strip().splitlines()[-1])
    assert set(found["pages"].values()) == {200}, found
    assert found["ended"]["status"] == 0
    assert "cookie-secret" in found["kept"]
