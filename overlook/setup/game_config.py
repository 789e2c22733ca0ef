"""From a set-up to a game: the teams and markers that it begins with."""

from __future__ import annotations

from dataclasses import replace

from overlook.setup.draft import Draft
from overlook.setup.mission import marker_states, mission_in
from overlook.table.new_game import TableDefaults
from referee.editions.registry import edition_of
from referee.records.files.packs import pack_in, packs_of_teams, with_own_keyword
from referee.records.files.roster import Roster
from referee.records.files.roster_file import example_rosters, roster_text


def rosters_of(draft: Draft) -> dict[str, Roster]:
    """Return the teams by player, read from the text that was brought."""
    return {team.player: roster_text(team.text, team.source) for team in draft.teams if team.text}


def team_names(edition: str) -> tuple[str, ...]:
    """Return the teams that ship with Overlook for an edition ("kt24")."""
    return tuple(name for name, team in example_rosters().items() if edition_of(team.edition).id == edition)


def table_defaults_of(draft: Draft, before: TableDefaults) -> TableDefaults:
    """Return how games begin with this set-up: its teams, its markers where they lie, its equipment, its sides.

    Of actions of one name the mission's goes before those of a team, these before those of the packs in the settings.
    """
    mission = mission_in(draft)
    killzone = mission.killzone if mission is not None and mission.killzone is not None else before.killzone
    equipment = mission.equipment if mission is not None else None
    sides = {} if mission is None else {player: mission.side(side) for player, side in draft.sides.items()}
    teams = {player: with_own_keyword(team) for player, team in rosters_of(draft).items()}
    added = () if mission is None else (pack_in(mission),)
    names = {action.name for pack in added for action in pack.actions}
    own = tuple(pack.without(names) for pack in packs_of_teams(teams.values()))
    names |= {action.name for pack in own for action in pack.actions}
    others = (pack.without(names) for pack in before.packs)
    return replace(
        before,
        teams=teams,
        killzone=killzone,
        markers=marker_states(draft),
        equipment=equipment,
        grounds=sides,
        packs=(*others, *own, *added),
        mission=mission_name(draft),
    )


def mission_name(draft: Draft) -> str:
    """Return the mission's name, empty without one."""
    return str(draft.mission["name"]) if draft.mission is not None else ""
