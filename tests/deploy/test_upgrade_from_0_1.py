"""install.sh on a table of 0.1.0 that was played: what its players have stays to the last byte, there and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deploy.old_table import BACKUP, OLD, OldTable


@pytest.fixture
def table(tmp_path: Path, checkout: Path) -> OldTable:
    return OldTable(tmp_path, checkout)


def test_an_upgrade_from_0_1_keeps_every_game_and_a_roll_back_gives_the_old_program_back(table: OldTable) -> None:
    had = table.kept()
    assert sum(name.endswith(".game") for name in had) > 30
    done = table.install()
    assert done.returncode == 0, done.stderr
    new = table.plays()
    assert new > OLD
    assert table.kept() == had
    assert [path.name for path in table.backups.iterdir()] == [f"before-{new}.backup"]
    assert (table.backups / f"before-{new}.backup").read_bytes() == BACKUP.read_bytes()
    _has_what_0_1_had_not(table)
    asked = table.asked_of_systemd()
    assert asked[-1] == "restart overlook.service", "what plays is started last, when all lies ready"
    assert {f"enable --now overlook-{one}.path" for one in ("update", "hotspot", "power@poweroff")} < set(asked)

    back = table.install("--rollback")
    assert back.returncode == 0, back.stderr
    assert table.plays() == OLD
    assert table.kept() == had
    assert len(list(table.backups.iterdir())) == 1
    assert table.asked_of_systemd()[-1] == "restart overlook.service"

    again = table.install()
    assert again.returncode == 0, again.stderr
    assert "built already" in again.stdout
    assert (table.plays(), table.kept()) == (new, had)
    assert len(list(table.backups.iterdir())) == 2, "games of the old program's second time are backed up, too"


def _has_what_0_1_had_not(table: OldTable) -> None:
    unit = (table.units / "overlook.service").read_text()
    assert "--settings" not in unit
    assert "OVERLOOK_SETTINGS=/etc/overlook/overlook.toml" in unit
    for name in ("overlook-update", "overlook-hotspot", "overlook-power@"):
        assert {(table.units / f"{name}.{kind}").exists() for kind in ("path", "service")} == {True}
    assert (table.prefix / "updater/update.sh").exists()
    assert f"{table.prefix}/current/.venv/bin/overlook" in table.command.read_text()


@pytest.mark.nightly
@pytest.mark.parametrize(("trouble", "said"), [("no-network", "no network"), ("disk-full", "could not be backed up")])
def test_an_upgrade_that_cannot_be_gone_through_with_leaves_0_1_as_it_was(
    table: OldTable, trouble: str, said: str
) -> None:
    had, unit = table.kept(), (table.units / "overlook.service").read_text()
    (table.world / trouble).touch()
    done = table.install()
    assert done.returncode != 0
    assert said in done.stderr
    assert (table.plays(), table.kept()) == (OLD, had)
    assert (table.units / "overlook.service").read_text() == unit
    assert table.asked_of_systemd() == []
    (table.world / trouble).unlink()
    done = table.install()
    assert done.returncode == 0, done.stderr
    assert (table.plays() > OLD, table.kept()) == (True, had)


@pytest.mark.nightly
@pytest.mark.parametrize("upgraded", [True, False], ids=["with a back-up of an upgrade", "with none"])
def test_what_is_removed_leaves_what_its_players_have_and_no_folder_without_anything_in_it(
    table: OldTable, upgraded: bool
) -> None:
    had = table.kept()
    assert table.install().returncode == 0
    if not upgraded:
        for backup in table.backups.iterdir():
            backup.unlink()
    removed = table.install("--uninstall")
    assert removed.returncode == 0, removed.stderr
    assert table.kept() == had
    left = {path for path in table.root.rglob("*overlook*") if not path.is_relative_to(table.data)}
    left = {path for path in left if not path.is_relative_to(table.backups)}
    assert left == {table.settings, table.settings / "overlook.toml"}
    assert [path.suffix for path in table.backups.glob("*")] == [".backup"] * upgraded
    assert table.backups.exists() is upgraded
