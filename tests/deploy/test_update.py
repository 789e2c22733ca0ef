"""Another version by the page: old or new, never a mixture, whatever the new one is like and whenever the plug goes."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.deploy.small_machine import FIRST, SmallMachine
from tests.deploy.small_release import small_release

NEW = "0.3.0"


@dataclass
class Built:
    """The new release, built: a copy of its folder, where it lay, and how long its update took from start to end."""

    copy: Path
    at: Path
    took_s: float
    whole: dict[str, str]
    """Files of both complete releases, by version."""


@pytest.fixture(scope="module")
def installed(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallMachine]:
    """A machine with one release; what a test does on it is taken back after each."""
    machine = SmallMachine(tmp_path_factory.mktemp("machine"), checkout)
    machine.install_first()
    yield machine
    machine.stop()


@pytest.fixture(scope="module")
def built(installed: SmallMachine, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The new release, taken and taken back."""
    kept, old = tmp_path_factory.mktemp("built"), installed.contents()
    installed.start()
    assert installed.plays() == "0.2.0"
    installed.bring(small_release(kept, NEW))
    began_s = time.monotonic()
    assert installed.done("install")[0] == "done"
    took_s = time.monotonic() - began_s
    release = Path(shutil.copytree(installed.current, kept / "release", symlinks=True))
    found = Built(release, installed.current, took_s, {"0.2.0": old, NEW: installed.contents()})
    clean(installed)
    return found


@pytest.fixture
def machine(installed: SmallMachine) -> Iterator[SmallMachine]:
    """A machine that plays its first release."""
    installed.start()
    assert installed.plays() == "0.2.0"
    yield installed
    clean(installed)


@pytest.fixture
def with_new(built: Built, machine: SmallMachine, tmp_path: Path) -> SmallMachine:
    """The same with the new release brought, which need not be built again."""
    shutil.copytree(built.copy, built.at, symlinks=True)
    machine.bring(small_release(tmp_path, NEW))
    return machine


def clean(installed: SmallMachine) -> None:
    """Stop a machine and take back what was done on it."""
    back_to_the_first(installed)
    for name in ("trial", "at-work"):
        (installed.prefix / name).unlink(missing_ok=True)
    for folder in (installed.run, installed.data / "update", installed.data.with_name("data.backups")):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in (installed.run, installed.data.with_name("data.backups")):
        folder.mkdir()


def releases(machine: SmallMachine) -> list[str]:
    return sorted(folder.name for folder in (machine.prefix / "releases").iterdir())


def backups(machine: SmallMachine) -> list[str]:
    return [path.read_text() for path in machine.data.with_name("data.backups").iterdir()]


def settled(machine: SmallMachine) -> bool:
    return not any((machine.prefix / name).exists() for name in ("trial", "at-work", "current.new"))


def test_the_new_one_plays_the_games_are_backed_up_and_the_old_one_is_kept(
    machine: SmallMachine, tmp_path: Path
) -> None:
    machine.bring(small_release(tmp_path, NEW))
    assert machine.done("install") == ("done", f"{NEW} plays; 0.2.0 is kept")
    assert machine.plays() == machine.version() == NEW
    assert backups(machine) == ["a game"]
    assert {path.stat().st_mode & 0o077 for path in machine.data.with_name("data.backups").iterdir()} == {0}
    assert [path for path in (machine.current, *machine.current.rglob("*")) if not path.stat().st_mode & 0o004] == []
    assert (machine.current / "deploy" / "systemd" / "overlook.service").exists()
    assert len(releases(machine)) == 2
    assert settled(machine)
    assert not (machine.run / "update").exists()
    machine.bring(small_release(tmp_path, NEW))
    assert machine.done("install") == ("done", f"{NEW} plays already")
    assert machine.done("back") == ("done", f"0.2.0 plays; {NEW} is kept")
    assert machine.plays() == machine.version() == "0.2.0"
    machine.bring(small_release(tmp_path, NEW))
    assert machine.done("install")[0] == "done"
    assert (machine.plays(), len(releases(machine))) == (NEW, 2), "what is built is not built again"


def test_a_release_from_before_this_page_is_not_taken_for_one_that_does_not_start(
    with_new: SmallMachine, tmp_path: Path
) -> None:
    machine = with_new
    assert machine.done("install")[0] == "done"
    (machine.prefix / "releases" / FIRST / "deploy" / "update.sh").rename(tmp_path / "update.sh")
    state, said = machine.done("back")
    (tmp_path / "update.sh").rename(machine.prefix / "releases" / FIRST / "deploy" / "update.sh")
    assert state == "failed"
    assert "0.2.0 is older than this page" in said
    assert "install.sh --rollback" in said
    assert machine.plays() == machine.version() == NEW


def test_the_systems_own_files_are_changed_by_who_may_and_the_page_says_how(with_new: SmallMachine) -> None:
    machine = with_new
    unit = machine.updater / "systemd" / "overlook.service"
    unit.write_text("of another version")
    step, said = machine.done("install")
    assert unit.read_text() == "of another version"
    unit.write_text("")
    assert step == "done"
    assert said.endswith(f"'sudo sh {machine.prefix}/current/deploy/install.sh --units' takes them once")


@pytest.mark.parametrize(
    "behaviour", ["breaks", *(pytest.param(one, marks=pytest.mark.nightly) for one in ("hangs", "dies"))]
)
def test_one_that_does_not_start_goes_back_by_itself(machine: SmallMachine, tmp_path: Path, behaviour: str) -> None:
    machine.bring(small_release(tmp_path, NEW, behaviour))
    step, said = machine.done("install")
    assert step == "failed"
    assert said == f"{NEW} did not start: 0.2.0 plays again, nothing of the games was changed"
    assert machine.plays() == machine.version() == "0.2.0"
    assert settled(machine)


def test_what_cannot_be_built_changes_nothing_and_says_why(machine: SmallMachine, tmp_path: Path) -> None:
    broken = tmp_path / f"overlook-{NEW}-py3-none-any.whl"
    broken.write_bytes(b"no archive")
    machine.bring(broken)
    step, said = machine.done("install")
    assert step == "failed"
    assert said.startswith("it could not be built, nothing was changed: ")
    assert len(said) > 60
    shutil.rmtree(machine.data / "update")
    assert machine.done("install") == ("failed", "nothing was brought: nothing was changed")
    assert machine.done("back") == ("failed", "there is no release before this one")
    assert releases(machine) == [FIRST]
    assert machine.plays() == "0.2.0"


def test_without_a_back_up_of_the_games_nothing_is_changed(with_new: SmallMachine) -> None:
    machine = with_new
    (machine.data / "game").unlink()
    step, said = machine.done("install")
    (machine.data / "game").write_text("a game")
    assert step == "failed"
    assert said.startswith("the games could not be backed up, nothing was changed: ")
    assert machine.plays() == machine.version() == "0.2.0"


def test_a_link_that_is_brought_brings_nothing_that_the_table_may_not_read(
    machine: SmallMachine, tmp_path: Path
) -> None:
    ready = machine.data / "update" / "ready"
    ready.mkdir(parents=True)
    (ready / f"overlook-{NEW}-py3-none-any.whl").symlink_to(tmp_path / "gone")
    assert machine.done("install") == ("failed", "nothing was brought: nothing was changed")


def test_a_link_laid_where_the_mark_of_a_release_goes_is_not_written_through(
    machine: SmallMachine, tmp_path: Path
) -> None:
    roots = tmp_path / "of root"
    roots.write_text("of root")
    tool = machine.world / "bin" / "setpriv"
    plain = tool.read_text()
    # While it is built the folder is the user's, whose other programs may lay there what they like.
    laid = f'[ "$2" != "{machine.updater}/build_release.sh" ] || ln -s "{roots}" "$3/.ready"\n'
    tool.write_text(plain.replace('exec "$@"', f'{laid}exec "$@"'))
    try:
        machine.bring(small_release(tmp_path, NEW))
        assert machine.done("install")[0] == "done"
    finally:
        tool.write_text(plain)
    mark = machine.current / ".ready"
    assert (machine.version(), roots.read_text()) == (NEW, "of root")
    assert not mark.is_symlink()
    assert mark.read_text()


def pulled_at(machine: SmallMachine, wheel: Path, after_s: float, whole: dict[str, str]) -> str:
    """Pull the plug so long after an update was asked for, start again, and return the version that plays."""
    machine.bring(wheel)
    work = machine.asked("install")
    time.sleep(after_s)
    machine.pull_plug(work)
    machine.boot()
    version = machine.version()
    assert machine.plays() == version, after_s
    assert machine.contents() == whole[version], (after_s, "a mixture")
    assert settled(machine), after_s
    assert (machine.data / "game").read_text() == "a game"
    assert machine.state()[0] in ({"done"} if version == NEW else {"failed", ""}), (after_s, machine.state())
    return version


def test_a_plug_pulled_after_the_last_word_leaves_that_word(with_new: SmallMachine) -> None:
    machine = with_new
    said = machine.done("install")
    assert said[0] == "done"
    (machine.prefix / "at-work").touch()
    machine.stop()
    machine.boot()
    assert settled(machine)
    assert machine.state() == said
    assert machine.plays() == machine.version() == NEW


def back_to_the_first(machine: SmallMachine) -> None:
    machine.stop()
    (machine.prefix / "current").unlink()
    (machine.prefix / "current").symlink_to(machine.prefix / "releases" / FIRST)
    for name in releases(machine):
        if name != FIRST:
            shutil.rmtree(machine.prefix / "releases" / name)
    (machine.prefix / "update-state").unlink(missing_ok=True)


@pytest.mark.parametrize("share", [0.6, *(pytest.param(one, marks=pytest.mark.nightly) for one in (0.1, 0.95))])
def test_a_pulled_plug_leaves_the_old_or_the_new(
    built: Built, machine: SmallMachine, tmp_path: Path, share: float
) -> None:
    wheel = small_release(tmp_path, NEW)
    version = pulled_at(machine, wheel, share * built.took_s, built.whole)
    assert version == "0.2.0" or share > 0.1
    machine.bring(wheel)
    assert machine.done("install")[0] == "done", "what was cut off stands in nobody's way"
    assert machine.plays() == NEW


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(8))
def test_a_plug_pulled_at_random_moments_leaves_the_old_or_the_new(
    built: Built, machine: SmallMachine, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    wheel = small_release(tmp_path, NEW)
    found = []
    for fifth in range(5):
        after_s = (fifth + chance.random()) / 5 * 1.05 * built.took_s
        found.append(pulled_at(machine, wheel, after_s, built.whole))
        back_to_the_first(machine)
        machine.start()
        assert machine.plays() == "0.2.0"
    assert found[0] == "0.2.0", "nothing is switched before it is built"
    print(f"\n{found}")
