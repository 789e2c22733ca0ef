"""install.sh in a fresh Debian: it runs to its end, twice; the unit is sound and answers; uninstall leaves the data."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.conftest import FreshRoot
from tests.scratch import on_disk

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("fresh root")]


@pytest.fixture(scope="module")
def done(checkout: Path, fresh_root: FreshRoot) -> dict[str, Any]:
    root = fresh_root()
    ran = subprocess.run(
        ["sh", "deploy/fresh_root.sh", "trixie", "python3", "tests/deploy/in_root.py"],
        cwd=checkout,
        env={**on_disk(), "KEEP_ROOT": str(root)},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    shutil.rmtree(root, ignore_errors=True)
    assert ran.returncode == 0, ran.stderr[-4000:]
    found: dict[str, Any] = json.loads(ran.stdout.strip().splitlines()[-1])
    return found


def test_a_dry_run_changes_nothing(done: dict[str, Any]) -> None:
    assert done["dry"] == 0
    assert done["dry_left"] == []


def test_the_page_goes_on_an_attached_screen_that_shows_no_desktop(done: dict[str, Any]) -> None:
    dark, bare, desktop = done["screens"]
    assert "overlook-screen.service" not in dark
    assert "overlook-screen.service" in bare
    assert "cage chromium" in bare
    assert "overlook-screen.service" not in desktop
    assert "http://localhost:8000/" in desktop


def test_the_doctor_that_is_installed_looks_at_the_installed_table(done: dict[str, Any]) -> None:
    status, said, fault = done["doctor"]
    assert status == 0, said + fault
    assert "/etc/overlook/overlook.toml" in said
    assert "/var/lib/overlook" in said


def test_it_installs_in_a_bare_debian_and_a_second_run_builds_nothing(done: dict[str, Any]) -> None:
    assert done["first"][0] == 0, done["first"][1]
    assert done["again"][0] == 0
    assert "built already" in done["again"][1]


def test_the_unit_is_sound_and_hardened(done: dict[str, Any]) -> None:
    assert done["systemd"][0] == 0, done["systemd"][1]
    assert done["verify"] == [0, ""]
    assert done["screen_verify"] == [0, ""]
    exposed = {name: float(re.findall(r"\d+\.\d+", *said)[0]) for name, said in done["security"].items()}
    assert len(exposed) == 5
    assert max(exposed.values()) <= 2.5, exposed


def test_the_page_may_ask_for_the_machine_to_go_off_and_for_nothing_else(done: dict[str, Any]) -> None:
    assert done["power"] == [True] * 4
    assert done["power_verify"] == [0, ""]


def test_what_the_unit_starts_answers_as_its_own_user(done: dict[str, Any]) -> None:
    assert done["fresh"]["step"] == "camera"
    assert done["fresh"]["lacks"]
    assert done["played"]["game"]["phase"]


def test_what_is_installed_makes_films(done: dict[str, Any]) -> None:
    assert done["film"] == [0, "4 True True\n", ""]


def test_the_service_may_go_on_with_the_reports_that_root_asked_for(done: dict[str, Any]) -> None:
    status, fault, owners = done["report"]
    assert status == 0, fault
    assert owners == ["overlook"]


def test_an_upgrade_keeps_the_games_and_can_be_rolled_back(done: dict[str, Any]) -> None:
    assert done["upgrade"][0] == 0, done["upgrade"][1]
    first, second = done["releases"]
    assert done["current"] == second
    assert list(done["backups"][0]) == [f"before-{second}.backup"]
    assert done["rollback"] == [0, first]


def test_the_backup_of_an_upgrade_stays_what_it_was_and_the_last_three_are_kept(done: dict[str, Any]) -> None:
    upgraded, run_again, rolled_back, upgraded_again = done["backups"]
    assert len(upgraded) == 1
    assert run_again == rolled_back == upgraded
    assert len(upgraded_again) == 3
    assert upgraded.items() <= upgraded_again.items()
    assert "before-20200103T000000Z.backup" in upgraded_again


def test_a_version_by_the_page_is_built_by_the_tables_user_and_owned_by_root(done: dict[str, Any]) -> None:
    status, state, program, foreign, named, fault = done["update"]["0.9.0"]
    assert status == 0, fault
    assert state[0] == "done", state
    assert state[1].startswith("0.9.0 plays; 0.2.0 is kept")
    assert (program, foreign, named) == (["0.9.0"], "", ["overlook-0.9.0.dist-info"])


def test_a_version_under_the_new_name_is_taken_in_the_same_way_and_gone_back_from(done: dict[str, Any]) -> None:
    status, state, program, foreign, named, fault = done["update"]["0.9.1"]
    assert status == 0, fault
    assert state[:1] == ["done"], state
    assert state[1].startswith("0.9.1 plays; 0.9.0 is kept")
    assert (program, foreign, named) == (["0.9.1"], "", ["overlook_referee-0.9.1.dist-info"])
    status, state, program, _, named, fault = done["update"]["back"]
    assert status == 0, fault
    assert state[:1] == ["done"], state
    assert (program, named) == (["0.9.0"], ["overlook-0.9.0.dist-info"])


def test_a_version_that_does_not_start_leaves_the_one_before(done: dict[str, Any]) -> None:
    status, state, program, _, _, fault = done["update"]["0.9.2"]
    assert status == 0, fault
    assert state[0] == "failed", state
    assert "0.9.2 did not start: 0.9.0 plays again" in state[1]
    assert program == ["0.9.0"]
    assert done["update"]["plays"] == [done["update"]["current"], "0.9.0"]


def test_uninstall_leaves_only_the_data(done: dict[str, Any]) -> None:
    assert done["uninstall"][0] == 0, done["uninstall"][1]
    kept = [path for path in done["left"] if not path.startswith(("/var/lib/overlook", "/etc/overlook"))]
    assert [path for path in kept if not path.startswith("/var/lib/dpkg")] == []
    assert "/var/lib/overlook/games/0001.game" in done["left"] or "/var/lib/overlook" in done["left"]
