"""Teams and missions of another edition than the table plays: said of a team, refused of a mission."""

from __future__ import annotations

from collections.abc import Iterator

from overlook.setup.draft import SEATS, Draft, Team
from overlook.setup.errors import SetupRefusedError
from referee.editions.registry import edition_of
from referee.rules.mission import Mission
from web.contract.base import HealthState
from web.contract.setup.views import CheckView, Step


def caution_of(team: Team, edition: str) -> str:
    """Return one line where a team is of another edition than the table's ("kt24"), else nothing."""
    if not team.edition or edition_of(team.edition).id == edition:
        return ""
    theirs, ours = edition_of(team.edition).year, edition_of(edition).year
    return f"{team.name or SEATS[team.player]} is a team of {theirs}, this table plays {ours}: bring its list of {ours}"


def checks_of_editions(draft: Draft, edition: str) -> Iterator[CheckView]:
    """Yield a line for each team and for the mission where it is of another edition than the table's."""
    for team in draft.teams:
        if said := caution_of(team, edition):
            yield CheckView(
                what=f"Edition of {SEATS[team.player]}", state=HealthState.TROUBLE, sentence=said, step=Step.TEAMS
            )
    if draft.mission is not None and (said := _of_mission(draft.mission["name"], draft.mission["edition"], edition)):
        yield CheckView(
            what="Edition of the mission",
            state=HealthState.TROUBLE,
            sentence=f"{said}: pick another",
            step=Step.MISSION,
        )


def refuse_another(mission: Mission, source: str, *, edition: str) -> None:
    """Raise `SetupRefusedError` where a mission's file is of another edition than the table's."""
    if said := _of_mission(source, mission.edition, edition):
        ours = edition_of(edition).year
        raise SetupRefusedError(f'{said}: bring one of {ours}, or write edition = "{ours}" in the file if it is one')


def _of_mission(name: str, theirs: str, ours: str) -> str:
    one, other = edition_of(theirs), edition_of(ours)
    return "" if one is other else f"{name} is a mission of {one.year}, this table plays {other.year}"
