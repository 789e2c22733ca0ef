"""The wheel by itself: a release that the page takes, what pipx installs, and what a container is built from."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import zipfile
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest

from overlook.machine.release_file import changes, read_release
from tests.deploy.conftest import FreshRoot
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
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of what is committed, built as docs/install.md says."""
    folder = tmp_path_factory.mktemp("wheel")
    tree = folder / "tree"
    tree.mkdir()
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=checkout, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x"], cwd=tree, input=packed, check=True)
    sh(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, tree)
    return next(folder.glob("*.whl"))


def test_it_is_a_release_that_a_table_takes(wheel: Path) -> None:
    release = read_release(wheel, lambda _: None)
    assert release.version == version("overlook")
    assert wheel.name == release.file_name
    assert changes(release.changelog, since="0.0.1", until=release.version)
    names = zipfile.ZipFile(wheel).namelist()
    beside = f"overlook-{release.version}.data/data/share/overlook/"
    for name in ("deploy/install.sh", "deploy/update.sh", "deploy/systemd/overlook-update.path", "docs/install.md"):
        assert beside + name in names
    assert "web/static/help/help.html" in names


def test_pipx_installs_it_and_a_table_serves_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    tool, home, programs = tmp_path / "tool", tmp_path / "home", tmp_path / "bin"
    sh(sys.executable, "-m", "venv", tool)
    sh(tool / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pipx")
    sh(tool / "bin" / "pipx", "install", str(wheel), PIPX_HOME=str(home), PIPX_BIN_DIR=str(programs))
    program = programs / "overlook"
    assert sh(program, "--version").split()[-1] == version("overlook")
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
