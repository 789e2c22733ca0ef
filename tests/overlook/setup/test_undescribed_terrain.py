"""Terrain that is seen and not described: the set-up names its tags, where to describe it, and what that changes."""

from __future__ import annotations

from datetime import UTC, datetime

import anyio
import numpy as np
import pytest

from calibration.tags import TagSighting
from geometry.table import Table
from overlook.setup.service import SetupService
from overlook.table.observation.seen_table import SeenTable
from overlook.table.session import TableSession
from vision.frame import Frame
from web.contract.setup.actions import PickPiece, SetupAction, TeamTyped, TypedBase
from web.contract.setup.views import CheckView, SetupView, Step

KIT_TAG, MARKER_TAG = 69, 205


def seen(setup: SetupService, table: TableSession, *ids: int) -> SetupView:
    """Return the set-up once those tags lie under the camera."""
    corners = np.array([(0, 0), (20, 0), (20, 20), (0, 20)]) + 100.0
    tags = {one: TagSighting(one, corners + 25 * one, np.eye(8)) for one in ids}
    frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime.now(UTC), "test")
    setup.take(SeenTable(frame, Table(), pose=table.rig.pose, tags=tags), 0.0)
    return setup.view()


def do(setup: SetupService, action: SetupAction) -> None:
    async def asked() -> None:
        await setup.do(action, player="any")

    anyio.run(asked)


def terrain(view: SetupView) -> CheckView:
    return next(check for check in view.checks if check.what == "Terrain")


@pytest.mark.parametrize(
    ("ids", "said"),
    [((100, 101, 102, 107, 133), "tags 100 to 102, 107, 133"), ((16,), "tag 16"), ((17, 16), "tags 16 to 17")],
)
def test_tags_that_nobody_described_are_named_with_where_to_and_what_they_miss(
    setup: SetupService, table: TableSession, ids: tuple[int, ...], said: str
) -> None:
    view = seen(setup, table, *ids)
    check = terrain(view)
    assert f"carries {said}:" in check.sentence
    assert "on Terrain" in check.sentence
    assert "covers nothing" in check.sentence
    assert check.step is Step.TERRAIN
    (step,) = (one for one in view.steps if one.id is Step.TERRAIN)
    assert step.told == f"0 pieces, {len(ids)} tag{'s' if len(ids) > 1 else ''} to describe"
    assert not step.done


def test_tags_of_models_markers_and_the_board_are_no_terrain(setup: SetupService, table: TableSession) -> None:
    bases = (TypedBase(name="Grub", base_mm=32.0),)
    do(setup, TeamTyped(kind="team_typed", player="p1", name="Mine", bases=bases))
    view = seen(setup, table, 3, 40, 55, 75, KIT_TAG, MARKER_TAG)
    assert terrain(view).sentence == "none: an empty killzone"
    assert next(one.told for one in view.steps if one.id is Step.TERRAIN) == "0 pieces"


def test_while_a_model_has_no_tag_yet_a_strange_one_may_be_its_own(setup: SetupService, table: TableSession) -> None:
    assert "on Terrain; until" in terrain(seen(setup, table, 100)).sentence
    bases = (TypedBase(name="Grub", base_mm=32.0),)
    do(setup, TeamTyped(kind="team_typed", player="p1", name="Mine", bases=bases))
    assert "on Terrain, or match it on Tags where it is a model;" in terrain(seen(setup, table, 100)).sentence


def test_a_piece_that_was_described_leaves_the_list(setup: SetupService, table: TableSession) -> None:
    do(setup, PickPiece(kind="pick_piece", library="volkus-like", piece="shell"))
    (piece,) = setup.view().pieces
    assert terrain(seen(setup, table, *piece.tags)).sentence == "the one piece is seen"
    assert "carries tag 169:" in terrain(seen(setup, table, *piece.tags, 169)).sentence
