"""A refusal has a code, and names the file that was brought."""

from __future__ import annotations

import anyio
import pytest

from messages.message import Message
from overlook.setup.service import SetupService
from web.contract.requests import Refused
from web.contract.setup.actions import MissionFile, PieceGone, SetupAction, TeamFile


def refused(setup: SetupService, action: SetupAction) -> Message:
    """Return why an action is refused."""

    async def do() -> object:
        return await setup.do(action, player="any")

    outcome = anyio.run(do)
    assert isinstance(outcome, Refused)
    assert outcome.message is not None
    assert outcome.sentence == str(outcome.message)
    return outcome.message


@pytest.mark.parametrize("source", ["myTeam.toml", "my Team.toml", "élan.toml", "Mine.toml"])
def test_a_file_s_name_is_said_as_it_is_written(setup: SetupService, source: str) -> None:
    team = TeamFile(kind="team_file", player="p1", source=source, text="name = [")
    mission = MissionFile(kind="mission_file", source=source, text="name = [")
    for action in (team, mission):
        why = refused(setup, action)
        assert (why.code, why["file"]) == ("file-not-toml", source)


def test_a_piece_that_is_gone_is_named(setup: SetupService) -> None:
    assert refused(setup, PieceGone(kind="piece_gone", id="shed")) == Message.of("setup-piece-gone", piece="shed")
