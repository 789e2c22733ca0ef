"""The simulated table's box in a set-up: the models of both teams are in it as soon as somebody says who plays."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from calibration.catalogue import Catalogue, TerrainEntry
from geometry.placement import Placement
from overlook.app.table_vision import outline_at
from overlook.setup.draft import DraftStore
from overlook.setup.service import SetupService
from overlook.simulated.simulated_box import SimulatedBox
from overlook.table.service import TableService
from overlook.table.session import TableSession
from referee.rules.ruling import Threshold
from simulation import example_catalogue, example_poses
from simulation.scene.scene import EditableScene
from web.contract.requests import Accepted
from web.contract.setup import actions


class Boxed:
    """A set-up at an empty simulated table, which may be switched off and on again."""

    def __init__(self, table: TableSession, given: Catalogue, folder: Path) -> None:
        self._table, self._given, self._folder = table, given, folder
        self.start()

    def start(self) -> None:
        """Switch the table on: its box holds the example's terrain, and nothing stands on it."""
        self.box = SimulatedBox(EditableScene(example_catalogue()))
        self.box.add_terrain(example_catalogue(), example_poses())
        self.setup = SetupService(
            TableService(self._table, Threshold()),
            self._given,
            DraftStore(self._folder),
            outline=outline_at,
            today=date.today,
            box=self.box,
        )

    def do(self, action: actions.SetupAction) -> None:
        """Do what a page asks."""
        outcome = asyncio.run(self.setup.do(action, player="any"))
        assert isinstance(outcome, Accepted), outcome

    def put_everything(self) -> None:
        """Put everything on the table that lies in the box, as its page's button does."""
        for one in self.setup.view().box:
            if not one.on_table:
                self.do(actions.Put(kind="put", thing=one.thing))

    @property
    def standing(self) -> set[str]:
        """The models on the table."""
        return set(self.box.bench.at(0.0).operatives)

    @property
    def models(self) -> set[str]:
        """The models of both teams in the set-up."""
        return {base.operative for team in self.setup.view().teams for base in team.bases}

    @property
    def carried(self) -> dict[str, tuple[int, ...]]:
        """The tags that each model in the box truly carries."""
        return {one.id: tuple(tag.id for tag in one.tags) for one in self.box.bench.catalogue.operatives}


@pytest.fixture
def boxed(table: TableSession, given: Catalogue, tmp_path: Path) -> Boxed:
    """That table with an example's team in each seat."""
    boxed = Boxed(table, given, tmp_path / "setup")
    boxed.do(actions.TeamExample(kind="team_example", player="p1", name="saltglass"))
    boxed.do(actions.TeamExample(kind="team_example", player="p2", name="thistledown"))
    return boxed


def test_models_come_onto_the_simulated_table_with_everything_else_though_no_tag_was_printed(boxed: Boxed) -> None:
    assert len(boxed.models) > 8
    boxed.put_everything()
    assert boxed.standing == boxed.models
    assert all(one.on_table for one in boxed.setup.view().box)


def corners_on_board(entry: TerrainEntry, at: Placement) -> np.ndarray:
    turn = np.radians(at.rotation_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(np.array(entry.footprint_mm) / 25.4 @ rotation.T + [at.x, at.y])


def tags_on_board(entry: TerrainEntry, at: Placement) -> dict[int, tuple[float, ...]]:
    flat = entry.model_copy(update={"footprint_mm": tuple(tag.offset_mm[:2] for tag in entry.tags)})
    places = corners_on_board(flat, at) if entry.tags else ()
    return {
        tag.id: (*place, tag.offset_mm[2], (tag.angle_deg + at.rotation_deg) % 360)
        for tag, place in zip(entry.tags, places, strict=True)
    }


def test_every_part_of_a_turned_piece_stands_where_it_stood_before_it_was_boxed(boxed: Boxed) -> None:
    catalogue, stood = example_catalogue(), example_poses()
    for one in boxed.setup.view().box:
        if one.thing in {entry.feature or entry.id for entry in catalogue.terrain}:
            boxed.do(actions.Put(kind="put", thing=one.thing))
    boxed_parts = {entry.id: entry for entry in boxed.box.bench.catalogue.terrain}
    standing = boxed.box.bench.at(0.0).terrain
    assert {entry.id for entry in catalogue.terrain} == set(standing)
    for entry in catalogue.terrain:
        before, now = stood.terrain[entry.id], standing[entry.id]
        moved = boxed_parts[entry.id]
        np.testing.assert_allclose(corners_on_board(moved, now), corners_on_board(entry, before), atol=1e-6)
        assert tags_on_board(moved, now) == {
            tag: pytest.approx(place, abs=1e-6) for tag, place in tags_on_board(entry, before).items()
        }


def test_after_a_restart_the_models_are_in_the_box_again(boxed: Boxed) -> None:
    boxed.start()
    assert boxed.standing == set()
    boxed.put_everything()
    assert boxed.standing == boxed.models


def test_models_of_a_team_that_was_replaced_leave_the_box_and_the_others_stay_where_they_stand(boxed: Boxed) -> None:
    boxed.put_everything()
    bases = (actions.TypedBase(name="Grub", base_mm=25.0),)
    boxed.do(actions.TeamTyped(kind="team_typed", player="p2", name="By hand", bases=bases))
    mine = {name for name in boxed.models if name.startswith("a")}
    assert boxed.standing == mine
    assert set(boxed.carried) == boxed.models == mine | {"b1"}


def test_a_model_carries_the_tag_that_it_would_be_printed_now(boxed: Boxed) -> None:
    boxed.do(actions.TagsFor(kind="tags_for", player="p1", first=50, tag_mm=24.0))
    assert boxed.carried["a1"] == (50,)


def test_of_two_models_with_one_tag_the_box_holds_one(boxed: Boxed) -> None:
    a1, a2 = boxed.box.bench.catalogue.operatives[:2]
    boxed.box.set_models([a1, a2.model_copy(update={"tags": a1.tags})])
    assert boxed.carried == {"a1": tuple(tag.id for tag in a1.tags)}


def test_a_match_by_hand_moves_no_model_on_the_table(boxed: Boxed) -> None:
    boxed.put_everything()
    before = boxed.box.bench.at(0.0).operatives
    boxed.do(actions.Match(kind="match", operative="a1", tag=boxed.carried["a2"][0]))
    assert boxed.box.bench.at(0.0).operatives == before
