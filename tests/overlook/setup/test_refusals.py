"""A refusal is one line that begins with a capital, unless it begins with the name of the file that was brought."""

from __future__ import annotations

import anyio
import pytest

from overlook.setup.service import SetupService
from web.contract.requests import Refused
from web.contract.setup.actions import MissionFile, PieceGone, SetupAction, TeamFile


def refused(setup: SetupService, action: SetupAction) -> str:
    """Return the line in which an action is refused."""

    async def do() -> object:
        return await setup.do(action, player="any")

    outcome = anyio.run(do)
    assert isinstance(outcome, Refused)
    return outcome.sentence


@pytest.mark.parametrize("source", ["myTeam.toml", "my Team.toml", "élan.toml", "Mine.toml"])
def test_a_file_s_name_is_said_as_it_is_written(setup: SetupService, source: str) -> None:
    team = TeamFile(kind="team_file", player="p1", source=source, text="name = [")
    mission = MissionFile(kind="mission_file", source=source, text="name = [")
    for action in (team, mission):
        line = refused(setup, action)
        assert line.startswith(f"{source} is not valid TOML")
        assert line.endswith(".")


def test_any_other_refusal_begins_with_a_capital(setup: SetupService) -> None:
    assert refused(setup, PieceGone(kind="piece_gone", id="shed")) == "There is no piece 'shed' any more."
