"""Every name, and every field of a typed team: what cannot be used is refused in one line that says what to write."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest

from messages.message import Message
from overlook.setup.service import SetupService
from web.contract.requests import Accepted, Outcome, Refused
from web.contract.setup.actions import (
    BaseSize,
    DeclareMarker,
    DrawPiece,
    EditMission,
    EditPiece,
    PartShape,
    SetupAction,
    TeamTyped,
)

LONG = "Grand Archmagister Bartholomew Featherstonehaugh-Cholmondeley the Seventeenth of Somewhere"
JORY = {"name": "Jory", "base_mm": 32.0}
TEAM, SECOND = Message.of("setup-the-team"), Message.of("setup-the-model", number=2)


def no_base(side_mm: float) -> Message:
    return Message.of("setup-base-size", model="Jory", side=side_mm, least=10.0, most=160.0)


def outcome(setup: SetupService, action: SetupAction) -> Outcome:
    async def do() -> Outcome:
        return await setup.do(action, player="any")

    return anyio.run(do)


def refused(setup: SetupService, action: SetupAction) -> Message:
    """Return why an action is refused."""
    said = outcome(setup, action)
    assert isinstance(said, Refused)
    assert said.message is not None
    return said.message


def typed(name: str = "Mine", *bases: dict[str, Any]) -> TeamTyped:
    """Return what a page would send, read as it is read."""
    return TeamTyped.model_validate_json(
        json.dumps({"kind": "team_typed", "player": "p1", "name": name, "bases": bases})
    )


@pytest.mark.parametrize(
    ("team", "why"),
    [
        (typed("", JORY), Message.of("setup-name-missing", thing=TEAM)),
        (typed(LONG, JORY), Message.of("setup-name-long", thing=TEAM, letters=len(LONG), most=80)),
        (typed("Mine"), Message.of("setup-models-none")),
        (typed("Mine", *[JORY] * 31), Message.of("setup-models-many", count=31, most=30)),
        (typed("Mine", JORY, {**JORY, "name": " "}), Message.of("setup-name-missing", thing=SECOND)),
        (
            typed("Mine", JORY, {**JORY, "name": LONG}),
            Message.of("setup-name-long", thing=SECOND, letters=len(LONG), most=80),
        ),
        (typed("Mine", {**JORY, "base_mm": 0.0}), no_base(0.0)),
        (typed("Mine", {**JORY, "base_mm": -32.0}), no_base(-32.0)),
        (typed("Mine", {**JORY, "base_mm": 5000.0}), no_base(5000.0)),
        (typed("Mine", {**JORY, "short_mm": 0.0}), no_base(0.0)),
        (typed("Mine", {**JORY, "short_mm": 40.0}), Message.of("setup-base-order", long=32.0, short=40.0)),
    ],
)
def test_what_cannot_be_used_is_refused_by_what_it_is_and_with_what_to_write(
    setup: SetupService, team: TeamTyped, why: Message
) -> None:
    assert refused(setup, team) == why
    assert setup.view().teams[0].bases == ()


@pytest.mark.parametrize("mm", [10.0, 28.5, 160.0])
def test_what_can_be_used_is_taken_as_it_was_typed(setup: SetupService, mm: float) -> None:
    assert isinstance(outcome(setup, typed(LONG[:80], {"name": LONG[:80], "base_mm": mm})), Accepted)
    (team, _) = setup.view().teams
    assert (team.name, team.bases[0].name) == (LONG[:80], LONG[:80])
    assert team.bases[0].base_mm == (mm, mm)


def test_a_base_that_is_corrected_afterwards_is_refused_the_same_way(setup: SetupService) -> None:
    outcome(setup, typed("Mine", JORY))
    assert refused(setup, BaseSize(kind="base_size", operative="a1", long_mm=0.0)) == no_base(0.0)


CORNERS = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0))
PART = PartShape(id="roof", outline=((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), bottom=0.0, top=1.0)


@pytest.mark.parametrize(
    ("action", "whose"),
    [
        (DrawPiece(kind="draw_piece", name=LONG, corners_px=CORNERS, top=1.0), Message.of("setup-the-piece")),
        (EditPiece(kind="edit_piece", id="shell", name=LONG, parts=(PART,)), Message.of("setup-the-piece")),
        (DeclareMarker(kind="declare_marker", what=LONG, x=5.0, y=5.0), Message.of("setup-the-marker")),
        (EditMission(kind="edit_mission", data={"name": LONG}), Message.of("setup-the-mission")),
    ],
)
def test_any_other_name_is_refused_the_same_way_and_never_cut(
    setup: SetupService, action: SetupAction, whose: Message
) -> None:
    assert refused(setup, action) == Message.of("setup-name-long", thing=whose, letters=len(LONG), most=80)
