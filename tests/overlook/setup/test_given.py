"""A table whose file says what carries which tag: it is looked for and played with until a set-up says else."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import anyio
import numpy as np

from calibration.catalogue import Catalogue
from overlook.app.table_vision import outline_at
from overlook.setup.draft import DraftStore
from overlook.setup.service import SetupService
from overlook.table.observation.seen_table import SeenTable, table_of
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.rules.ruling import Threshold
from simulation import example_poses
from vision.frame import Frame
from web.contract.requests import Accepted
from web.contract.setup.actions import PickMission, SetupAction, StartAfresh


def taken(setup: SetupService, action: SetupAction) -> None:
    async def do() -> None:
        assert isinstance(await setup.do(action, player="referee"), Accepted)

    anyio.run(do)


def test_what_the_file_says_is_looked_for_until_a_set_up_says_else(
    given: Catalogue, table: TableSession, setup: SetupService
) -> None:
    assert setup.catalogue is given
    assert table.catalogue is given
    taken(setup, PickMission(kind="pick_mission", name="crossed-lines"))
    assert not setup.catalogue.operatives
    assert table.catalogue is setup.catalogue
    taken(setup, StartAfresh(kind="start_afresh"))
    assert setup.catalogue is given
    assert table.catalogue is given
    assert table.defaults.markers == ()


def test_a_game_begun_with_the_file_is_judged_and_stays_so_after_a_restart(
    given: Catalogue, table: TableSession, setup: SetupService, tmp_path: Path
) -> None:
    poses = example_poses()
    there = table_of(given, operatives=poses.operatives, terrain=poses.terrain, markers=poses.markers)
    frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")
    table.seen = SeenTable(frame, there)
    table.begin(table.new_game(free=True))
    assert len(table.state.operatives) == len(given.operatives)
    assert not table.being_set_up
    again = SetupService(
        TableService(table, Threshold()), given, DraftStore(tmp_path / "setup"), outline=outline_at, today=date.today
    )
    assert again.catalogue is given
    assert not table.being_set_up


def test_nothing_is_judged_while_a_table_is_set_up(table: TableSession, setup: SetupService) -> None:
    taken(setup, PickMission(kind="pick_mission", name="crossed-lines"))
    assert table.being_set_up
    taken(setup, StartAfresh(kind="start_afresh"))
    assert not table.being_set_up


def test_before_a_game_has_begun_its_seats_are_shown_so_that_phones_can_be_paired(
    table: TableSession, setup: SetupService
) -> None:
    shown = TableService(table, Threshold()).snapshot()
    assert not shown.game.begun
    assert [seat.player for seat in shown.game.seats] == sorted({one.player for one in setup.catalogue.operatives})
