"""Every name, and every field of a typed team: what cannot be used is refused in one line that says what to write."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest

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


def outcome(setup: SetupService, action: SetupAction) -> Outcome:
    async def do() -> Outcome:
        return await setup.do(action, player="any")

    return anyio.run(do)


def refused(setup: SetupService, action: SetupAction) -> str:
    """Return the line in which an action is refused."""
    said = outcome(setup, action)
    assert isinstance(said, Refused)
    return said.sentence


def typed(name: str = "Mine", *bases: dict[str, Any]) -> TeamTyped:
    """Return what a page would send, read as it is read."""
    return TeamTyped.model_validate_json(
        json.dumps({"kind": "team_typed", "player": "p1", "name": name, "bases": bases})
    )


@pytest.mark.parametrize(
    ("team", "words"),
    [
        (typed("", JORY), ("the team", "no name", "write one")),
        (typed(LONG, JORY), ("the team", f"{len(LONG)} letters", "Grand Archmagister", "80 at most")),
        (typed("Mine"), ("no model is named", "write")),
        (typed("Mine", *[JORY] * 31), ("31 models", "at most 30", "leave")),
        (typed("Mine", JORY, {**JORY, "name": " "}), ("model 2", "no name", "write one")),
        (typed("Mine", JORY, {**JORY, "name": LONG}), ("model 2", f"{len(LONG)} letters", "80 at most")),
        (typed("Mine", {**JORY, "base_mm": 0.0}), ("base of jory", "0 mm", "10 to 160 mm")),
        (typed("Mine", {**JORY, "base_mm": -32.0}), ("base of jory", "-32 mm", "10 to 160 mm")),
        (typed("Mine", {**JORY, "base_mm": 5000.0}), ("base of jory", "5000 mm", "10 to 160 mm")),
        (typed("Mine", {**JORY, "short_mm": 0.0}), ("base of jory", "0 mm", "10 to 160 mm")),
        (typed("Mine", {**JORY, "short_mm": 40.0}), ("32 x 40 mm", "long side first")),
    ],
)
def test_what_cannot_be_used_is_refused_by_what_it_is_and_with_what_to_write(
    setup: SetupService, team: TeamTyped, words: tuple[str, ...]
) -> None:
    line = refused(setup, team)
    assert all(word in line.casefold() for word in map(str.casefold, words)), line
    assert "\n" not in line
    assert "wish" not in line
    assert setup.view().teams[0].bases == ()


@pytest.mark.parametrize("mm", [10.0, 28.5, 160.0])
def test_what_can_be_used_is_taken_as_it_was_typed(setup: SetupService, mm: float) -> None:
    assert isinstance(outcome(setup, typed(LONG[:80], {"name": LONG[:80], "base_mm": mm})), Accepted)
    (team, _) = setup.view().teams
    assert (team.name, team.bases[0].name) == (LONG[:80], LONG[:80])
    assert team.bases[0].base_mm == (mm, mm)


def test_a_base_that_is_corrected_afterwards_is_refused_the_same_way(setup: SetupService) -> None:
    outcome(setup, typed("Mine", JORY))
    line = refused(setup, BaseSize(kind="base_size", operative="a1", long_mm=0.0))
    assert line == "The base of Jory cannot be 0 mm wide: write its diameter, 10 to 160 mm."


CORNERS = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0))
PART = PartShape(id="roof", outline=((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), bottom=0.0, top=1.0)


@pytest.mark.parametrize(
    ("action", "whose"),
    [
        (DrawPiece(kind="draw_piece", name=LONG, corners_px=CORNERS, top=1.0), "piece"),
        (EditPiece(kind="edit_piece", id="shell", name=LONG, parts=(PART,)), "piece"),
        (DeclareMarker(kind="declare_marker", what=LONG, x=5.0, y=5.0), "marker"),
        (EditMission(kind="edit_mission", data={"name": LONG}), "mission"),
    ],
)
def test_any_other_name_is_refused_the_same_way_and_never_cut(
    setup: SetupService, action: SetupAction, whose: str
) -> None:
    line = refused(setup, action)
    assert line == f'The name of the {whose} has {len(LONG)} letters, "{LONG[:24]}…": write 80 at most.'
