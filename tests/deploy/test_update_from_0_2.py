"""A table of 0.2.0 takes this version by its page, and goes back: with the scripts and the check of then (v0_2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from overlook.machine.updates import read_release
from tests.deploy.small_machine import SmallMachine
from tests.deploy.small_release import DISTRIBUTION, RELEASED_AS, pack, small_files, small_release
from tests.deploy.v0_2 import release_file as of_0_2

OF_0_2 = Path(__file__).with_name("v0_2")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> Iterator[SmallMachine]:
    """A table of 0.2.0 with the scripts of then, which the tests below update one after the other."""
    machine = SmallMachine(tmp_path_factory.mktemp("world"), checkout, OF_0_2)
    machine.install_first("0.2.0")
    machine.start()
    assert machine.plays() == "0.2.0"
    yield machine
    machine.stop()


def installed(machine: SmallMachine) -> list[str]:
    """Return the distributions of Overlook in the release that plays."""
    return sorted(path.name for path in machine.current.glob(".venv/lib/python3*/site-packages/overlook*-info"))


def has(machine: SmallMachine, module: str) -> bool:
    return any(machine.current.glob(f".venv/lib/python3*/site-packages/overlook/{module}.py"))


def test_the_page_of_0_2_takes_a_release_of_this_version_by_its_old_name_alone(tmp_path: Path) -> None:
    old, new = (small_release(tmp_path, "0.3.0", name=name) for name in (RELEASED_AS, DISTRIBUTION))
    release = of_0_2.read_release(old, lambda _: None)
    assert release.file_name == old.name == "overlook-0.3.0-py3-none-any.whl"
    with pytest.raises(of_0_2.ReleaseError):
        of_0_2.read_release(new, lambda _: None)
    for file in (old, new):
        assert read_release(file, lambda _: None).file_name == file.name


def test_a_table_of_0_2_takes_this_version_and_goes_back(machine: SmallMachine, tmp_path: Path) -> None:
    machine.bring(pack(tmp_path, "0.3.0", {**small_files("0.3.0"), "overlook/of_0_3_0.py": ""}))
    assert machine.done("install") == ("done", "0.3.0 plays; 0.2.0 is kept")
    assert (machine.plays(), machine.version()) == ("0.3.0", "0.3.0")
    assert installed(machine) == ["overlook-0.3.0.dist-info"]
    assert has(machine, "of_0_3_0")
    assert machine.done("back") == ("done", "0.2.0 plays; 0.3.0 is kept")
    assert (machine.plays(), machine.version()) == ("0.2.0", "0.2.0")


def test_the_scripts_of_this_version_take_either_name_on_top_of_either(machine: SmallMachine, tmp_path: Path) -> None:
    machine.renew_scripts(machine.checkout / "deploy")
    machine.bring(pack(tmp_path, "0.3.0", {**small_files("0.3.0"), "overlook/of_0_3_0.py": ""}))
    assert machine.done("install") == ("done", "0.3.0 plays; 0.2.0 is kept"), "the test before has built it"
    assert has(machine, "of_0_3_0")

    machine.bring(small_release(tmp_path, "0.4.0", name=DISTRIBUTION))
    assert machine.done("install") == ("done", "0.4.0 plays; 0.3.0 is kept")
    assert (machine.plays(), machine.version()) == ("0.4.0", "0.4.0")
    assert installed(machine) == ["overlook_referee-0.4.0.dist-info"]
    assert not has(machine, "of_0_3_0"), "a module of the release before is no part of this one"

    machine.bring(small_release(tmp_path, "0.5.0"))
    assert machine.done("install") == ("done", "0.5.0 plays; 0.4.0 is kept")
    assert installed(machine) == ["overlook-0.5.0.dist-info"]
    assert machine.done("back") == ("done", "0.4.0 plays; 0.5.0 is kept")
    assert machine.done("back") == ("done", "0.3.0 plays; 0.4.0 is kept")
    assert (machine.plays(), machine.version()) == ("0.3.0", "0.3.0")
