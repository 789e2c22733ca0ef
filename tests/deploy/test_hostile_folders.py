"""Root's scripts in folders of the table's user: no name, link or file there makes root change anything elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy import table_user
from tests.deploy.old_table import OldTable
from tests.deploy.small_machine import FIRST, SmallMachine
from tests.deploy.small_release import small_release

STAMPS = tuple(f"2026010{day}T000000Z" for day in range(1, 7))
AS_ROOT = "root acts in a folder of another user here: run this as root"


@pytest.fixture
def world() -> Iterator[Path]:
    """A folder that the table's user may enter."""
    folder = table_user.open_folder()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def backups(world: Path) -> Path:
    folder = world / "data.backups"
    folder.mkdir()
    table_user.give(folder)
    return folder


@pytest.fixture
def table(checkout: Path, world: Path) -> OldTable:
    """An installed table whose user may write its backups."""
    table = OldTable(world, checkout)
    table_user.add_tools(world / "bin")
    table.backups.mkdir()
    table_user.give(table.backups)
    return table


def call(checkout: Path, world: Path, function: str) -> str:
    """Call a function of deploy/releases.sh."""
    (world / "bin").mkdir(exist_ok=True)
    table_user.add_tools(world / "bin")
    script = f'run() {{ "$@"; }}; . "{checkout}/deploy/releases.sh"; {function}'
    environment = {
        **os.environ,
        "PATH": f"{world / 'bin'}:{os.environ['PATH']}",
        "WORLD": str(world),
        "PREFIX": str(world / "opt"),
        "DATA": str(world / "data"),
    }
    done = subprocess.run(["sh", "-euc", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write(folder: Path, name: str, day: int) -> Path:
    file = folder / name
    file.write_text(name)
    os.utime(file, (day, day))
    table_user.give(file)
    return file


def test_a_newline_in_a_name_deletes_nothing_elsewhere(checkout: Path, world: Path, backups: Path) -> None:
    victim = world / "of root"
    victim.write_text("of root")
    for day, stamp in enumerate(STAMPS[:3], 1):
        write(backups, f"before-{stamp}.backup", day)
    hostile = backups.joinpath("x\n0 ", *victim.parts[1:-1], f"{victim.name}\n")
    hostile.mkdir(parents=True)
    (hostile / "before-1.backup").touch()
    call(checkout, world, "forget_old")
    assert victim.read_text() == "of root"
    assert sorted(path.name for path in backups.glob("before-*")) == [f"before-{stamp}.backup" for stamp in STAMPS[:3]]


def test_only_files_that_are_named_as_backups_of_upgrades_are_deleted(
    checkout: Path, world: Path, backups: Path
) -> None:
    for day, stamp in enumerate(STAMPS, 1):
        write(backups, f"before-{stamp}.backup", day)
    again = write(backups, f"before-{STAMPS[0]}-{STAMPS[1]}.backup", 0)
    others = ["before-.backup", f"before-{STAMPS[0]}.backup.part", f"before-{STAMPS[0]}\n.backup", "before-me.backup"]
    for name in others:
        write(backups, name, 0)
    below = backups / f"before-{STAMPS[0]}-{STAMPS[0]}.backup"
    below.mkdir()
    write(below, f"before-{STAMPS[0]}.backup", 0)
    link = backups / f"before-{STAMPS[0]}-{STAMPS[2]}.backup"
    link.symlink_to(below / f"before-{STAMPS[0]}.backup")
    call(checkout, world, "forget_old")
    kept = {f"before-{stamp}.backup" for stamp in STAMPS[3:]}
    assert not again.exists()
    assert {path.name for path in backups.iterdir()} == kept | {*others, below.name, link.name}
    assert len(list(below.iterdir())) == 1


def test_backups_are_deleted_with_the_rights_of_the_tables_user(checkout: Path, world: Path, backups: Path) -> None:
    call(checkout, world, "forget_old")
    (became,) = (world / "became").read_text().splitlines()[:1]
    assert became.startswith("--reuid=overlook --regid=overlook --init-groups --no-new-privs -- sh -c")


def test_install_backs_the_games_up_as_the_tables_user(table: OldTable) -> None:
    program = table.prefix / "current/.venv/bin/overlook"
    program.write_text('#!/bin/sh\necho games >"$2"\n')
    done = table.install()
    assert done.returncode == 0, done.stderr
    new = table.plays()
    backup = table.backups / f"before-{new}.backup"
    said = [line.partition(" -- ")[2] for line in (table.world / "became").read_text().splitlines()]
    assert f"setsid --wait {program} backup {backup} --settings {table.settings}/overlook.toml" in said
    assert backup.read_text() == "games\n"
    assert backup.stat().st_uid == table.backups.stat().st_uid


@pytest.mark.slow
def test_a_link_laid_where_install_backs_up_is_not_written_through(table: OldTable) -> None:
    assert os.geteuid() == 0, AS_ROOT
    victim = table.world / "of root"
    victim.write_text("of root")
    program = table.prefix / "current/.venv/bin/overlook"
    # What `overlook backup` does, and what another program of that user does between its two steps.
    program.write_text(
        f'#!/bin/sh -e\n: >"$2.part"\nln -sf "{victim}" "$2.part"\necho games >"$2.part"\nmv "$2.part" "$2"\n'
    )
    done = table.install()
    assert victim.read_text() == "of root"
    assert done.returncode != 0
    assert "the games could not be backed up: nothing was changed" in done.stderr


@pytest.mark.slow
def test_a_folder_of_the_tables_user_is_no_release_whatever_it_says(checkout: Path, world: Path) -> None:
    assert os.geteuid() == 0, AS_ROOT
    releases = world / "opt" / "releases"
    for stamp in STAMPS[:4]:
        (releases / stamp).mkdir(parents=True)
    for stamp in STAMPS[:3]:
        (releases / stamp / ".ready").write_text("built")
    table_user.give(releases / STAMPS[1])
    table_user.give(releases / STAMPS[2] / ".ready")
    (releases / STAMPS[3] / ".ready").symlink_to(releases / STAMPS[0] / ".ready")
    assert call(checkout, world, "ready_releases").split() == [str(releases / STAMPS[0])]
    call(checkout, world, "forget_unready")
    assert [path.name for path in releases.iterdir()] == [STAMPS[0]]


@pytest.fixture
def machine(checkout: Path, world: Path) -> Iterator[SmallMachine]:
    """A machine whose table has a user of its own, with one release that plays."""
    assert os.geteuid() == 0, AS_ROOT
    machine = SmallMachine(world, checkout)
    table_user.add_tools(world / "bin")
    systemctl = world / "bin" / "systemctl"
    program = '"$OVERLOOK_PREFIX/current/.venv/bin/overlook" run'
    systemctl.write_text(systemctl.read_text().replace(program, f"setpriv -- {program}"))
    machine.install_first()
    for folder in (machine.data, machine.data.with_name("data.backups"), machine.run):
        table_user.give(folder)
    machine.start()
    assert machine.plays() == "0.2.0"
    yield machine
    machine.stop()


def add_tool(world: Path, name: str, text: str) -> None:
    (world / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
    (world / "bin" / name).chmod(0o755)


@pytest.mark.slow
def test_root_sets_no_modes_in_a_release_that_another_user_can_still_change(
    machine: SmallMachine, tmp_path: Path
) -> None:
    told = machine.world / "modes"
    told.touch()
    told.chmod(0o666)
    add_tool(machine.world, "chmod", f'case "$*" in *-R*) id -un >>"{told}" ;; esac\nexec /usr/bin/chmod "$@"')
    machine.bring(small_release(tmp_path, "0.3.0"))
    assert machine.done("install") == ("done", "0.3.0 plays; 0.2.0 is kept")
    assert told.read_text().split() == [table_user.NAME]
    foreign = ["find", str(machine.current), "!", "-type", "l", "(", "!", "-user", "root", "-o", "-perm", "/6022", ")"]
    assert subprocess.run(foreign, capture_output=True, text=True, check=True).stdout == ""
    assert (machine.current / ".ready").stat().st_uid == 0


@pytest.mark.slow
def test_a_release_that_stays_open_to_its_builder_is_refused(machine: SmallMachine, tmp_path: Path) -> None:
    opened = 'case "$*" in *-R*) exec /usr/bin/chmod 0777 "$3/.venv" ;; esac\nexec /usr/bin/chmod "$@"'
    add_tool(machine.world, "chmod", opened)
    machine.bring(small_release(tmp_path, "0.3.0"))
    reason = "a file of it can still be changed by others"
    assert machine.done("install") == ("failed", f"it could not be built, nothing was changed: {reason}")
    assert machine.plays() == "0.2.0"
    assert [path.name for path in (machine.prefix / "releases").iterdir()] == [FIRST]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["a link to root's file", "a pipe", "a folder"])
def test_a_request_that_is_no_file_of_the_tables_user_is_taken_away(machine: SmallMachine, kind: str) -> None:
    request = machine.run / "update"
    if kind == "a pipe":
        os.mkfifo(request)
    elif kind == "a folder":
        request.mkdir()
    else:
        (machine.world / "of root").write_text("back")
        (machine.world / "of root").chmod(0o600)
        request.symlink_to(machine.world / "of root")
    table_user.give(request)
    machine.heard()
    assert machine.state() == ("", "")
    assert not request.is_symlink()
    assert not request.exists()
