"""Of another edition than the table's: a team is taken with a line that says so, a mission is refused."""

from __future__ import annotations

import asyncio
import time
from datetime import date
from pathlib import Path

import pytest

from calibration.catalogue import Catalogue
from messages.message import Message
from overlook.app.table_vision import outline_at
from overlook.setup.draft import Draft, DraftStore
from overlook.setup.service import SetupService
from overlook.setup.teams import typed_text
from overlook.table.games.games import Games
from overlook.table.service import TableService
from overlook.table.session import TableSession
from overlook.toml_writer import dump_toml
from referee.editions.registry import YEARS, ruleset_of
from referee.records.files.mission_file import example_missions, mission_data
from referee.rules.ruling import Threshold
from simulation import example_rig
from web.contract.requests import Accepted, Refused
from web.contract.setup import actions
from web.contract.setup.views import SetupView

OTHER = {"kt24": ("kt21", "ferry-road"), "kt21": ("kt24", "crossed-lines")}
"""The other edition, and a mission of it."""


def made(edition: str, given: Catalogue, games: Games, folder: Path) -> SetupService:
    """Return the set-up of a table that plays that edition."""
    rules = ruleset_of(edition)
    table = TableSession(
        edition=rules.edition,
        flow=rules.flow,
        catalogue=given,
        rig=example_rig(),
        games=games,
        now_s=time.monotonic,
    )
    return SetupService(
        TableService(table, Threshold()), given, DraftStore(folder), outline=outline_at, today=date.today
    )


@pytest.fixture(params=sorted(YEARS))
def edition(request: pytest.FixtureRequest) -> str:
    """The edition that the table plays."""
    return str(request.param)


@pytest.fixture
def played(edition: str, given: Catalogue, games: Games, tmp_path: Path) -> SetupService:
    """The set-up of a table of that edition."""
    return made(edition, given, games, tmp_path / "setup")


def lines(view: SetupView) -> list[Message | None]:
    """What the last step says of editions."""
    return [check.message for check in view.checks if "Edition" in check.what]


def test_a_team_of_the_other_edition_is_taken_with_a_line_that_says_so(edition: str, played: SetupService) -> None:
    theirs, ours = YEARS[OTHER[edition][0]], YEARS[edition]
    for year, said in (
        (theirs, [Message.of("setup-team-edition", team="Drovers", theirs=theirs, ours=ours)]),
        (ours, []),
    ):
        text = typed_text("Drovers", [("One", 32.0, None)], edition=year)
        file = actions.TeamFile(kind="team_file", player="p1", source="drovers.toml", text=text)
        assert asyncio.run(played.do(file, player="any")) == Accepted()
        view = played.view()
        assert lines(view) == said
        assert list(view.teams[0].note_messages) == said


def test_a_team_typed_by_hand_is_of_the_table_s_edition(edition: str, played: SetupService) -> None:
    typed = actions.TeamTyped(
        kind="team_typed", player="p2", name="Mine", bases=(actions.TypedBase(name="One", base_mm=32.0),)
    )
    assert asyncio.run(played.do(typed, player="any")) == Accepted()
    assert played.draft.team("p2").edition == YEARS[edition]
    assert lines(played.view()) == []


def test_a_mission_of_the_other_edition_is_refused_in_a_line_that_says_what_to_do(
    edition: str, played: SetupService
) -> None:
    other, name = OTHER[edition]
    text = dump_toml(mission_data(example_missions()[name]))
    years = {"theirs": YEARS[other], "ours": YEARS[edition]}
    for file, action in (
        (name, actions.PickMission(kind="pick_mission", name=name)),
        ("theirs.toml", actions.MissionFile(kind="mission_file", source="theirs.toml", text=text)),
    ):
        outcome = asyncio.run(played.do(action, player="any"))
        assert isinstance(outcome, Refused)
        assert outcome.message == Message.of("setup-mission-file-edition", file=file, **years)
    assert played.draft == Draft()


def test_a_set_up_of_another_day_with_a_mission_of_the_other_edition_says_so(
    edition: str, given: Catalogue, games: Games, tmp_path: Path
) -> None:
    mission = example_missions()[OTHER[edition][1]]
    sides = dict(zip(("p1", "p2"), (side.id for side in mission.sides), strict=True))
    DraftStore(tmp_path / "old").keep(Draft(mission=mission_data(mission), sides=sides))
    (line,) = lines(made(edition, given, games, tmp_path / "old").view())
    assert line is not None
    assert (line.code, line["mission"]) == ("setup-mission-edition", mission.name)


def test_a_base_typed_with_its_short_side_first_is_refused(played: SetupService) -> None:
    base = actions.TypedBase(name="One", base_mm=35.0, short_mm=60.0)
    asked = actions.TeamTyped(kind="team_typed", player="p2", name="Mine", bases=(base,))
    outcome = asyncio.run(played.do(asked, player="p2"))
    assert isinstance(outcome, Refused)
    assert outcome.message == Message.of("setup-base-order", long=35.0, short=60.0)
