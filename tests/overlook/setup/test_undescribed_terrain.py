"""Terrain that is seen and not described: the set-up names its tags, where to describe it, and what that changes."""

from __future__ import annotations

from datetime import UTC, datetime

import anyio
import numpy as np
import pytest

from calibration.tags import TagSighting
from geometry.table import Table
from messages.message import Message
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


def code(check: CheckView) -> str:
    assert check.message is not None
    return check.message.code


def terrain(view: SetupView) -> CheckView:
    return next(check for check in view.checks if check.what == "Terrain")


@pytest.mark.parametrize(
    ("ids", "said"),
    [((100, 101, 102, 107, 133), [(100, 102), 107, 133]), ((16,), [16]), ((17, 16), [(16, 17)])],
)
def test_tags_that_nobody_described_are_named_with_where_to_and_what_they_miss(
    setup: SetupService, table: TableSession, ids: tuple[int, ...], said: list[int | tuple[int, int]]
) -> None:
    view = seen(setup, table, *ids)
    check = terrain(view)
    assert check.message is not None
    assert (check.message.code, check.message["count"]) == ("setup-check-terrain-new", len(ids))
    assert [one if isinstance(one, int) else (one["first"], one["last"]) for one in check.message["tags"]] == said
    assert check.step is Step.TERRAIN
    (step,) = (one for one in view.steps if one.id is Step.TERRAIN)
    assert step.message == Message.of("setup-told-pieces-new", pieces=0, tags=len(ids))
    assert not step.done


def test_tags_of_models_markers_and_the_board_are_no_terrain(setup: SetupService, table: TableSession) -> None:
    bases = (TypedBase(name="Grub", base_mm=32.0),)
    do(setup, TeamTyped(kind="team_typed", player="p1", name="Mine", bases=bases))
    view = seen(setup, table, 3, 40, 55, 75, KIT_TAG, MARKER_TAG)
    assert terrain(view).message == Message.of("setup-check-terrain-none")
    told = next(one.message for one in view.steps if one.id is Step.TERRAIN)
    assert told == Message.of("setup-told-pieces", pieces=0)


def test_while_a_model_has_no_tag_yet_a_strange_one_may_be_its_own(setup: SetupService, table: TableSession) -> None:
    assert code(terrain(seen(setup, table, 100))) == "setup-check-terrain-new"
    bases = (TypedBase(name="Grub", base_mm=32.0),)
    do(setup, TeamTyped(kind="team_typed", player="p1", name="Mine", bases=bases))
    assert code(terrain(seen(setup, table, 100))) == "setup-check-terrain-or-model"


def test_a_piece_that_was_described_leaves_the_list(setup: SetupService, table: TableSession) -> None:
    do(setup, PickPiece(kind="pick_piece", library="volkus-like", piece="shell"))
    (piece,) = setup.view().pieces
    assert terrain(seen(setup, table, *piece.tags)).message == Message.of("setup-check-pieces", count=1)
    new = Message.of("setup-check-terrain-new", count=1, tags=[169])
    assert terrain(seen(setup, table, *piece.tags, 169)).message == new
