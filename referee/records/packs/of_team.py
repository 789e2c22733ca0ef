"""What the teams of a game bring along: their own actions, as packs of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from referee.game.mission_pack import PackAction
from referee.records.packs.reading import Pack, pack_of
from referee.records.rosters.roster import Roster

MOST_NAME = 60


def with_own_keyword(team: Roster) -> Roster:
    """Return a team that has actions of its own with its name among its operatives' keywords: by it they are theirs."""
    if not team.actions:
        return team

    def marked(keywords: tuple[str, ...]) -> tuple[str, ...]:
        known = {one.casefold() for one in keywords}
        return keywords if team.name.casefold() in known else (*keywords, team.name)

    return replace(team, operatives=tuple(replace(one, keywords=marked(one.keywords)) for one in team.operatives))


def packs_of_teams(teams: Iterable[Roster]) -> tuple[Pack, ...]:
    """Return the packs of teams that play each other.

    An action that says nothing of who performs it is its own team's. Where two teams have different ones of one name
    the second is called by its team as well; the same team twice brings each once.
    """
    seen: dict[str, PackAction] = {}
    packs = []
    for team in teams:
        raw = {"version": 1, "name": team.name[:MOST_NAME], "edition": team.edition, "actions": list(team.actions)}
        own = [_owned(action, team) for action in pack_of(raw, f"team {team.name!r}").actions]
        new = [_called_apart(action, team, seen) for action in own if seen.get(action.name) != action]
        seen |= {action.name: action for action in new}
        if new:
            packs.append(Pack(team.name, team.edition, tuple(new)))
    return tuple(packs)


def _called_apart(action: PackAction, team: Roster, seen: Mapping[str, PackAction]) -> PackAction:
    if action.name not in seen:
        return action
    return replace(action, name=f"{action.name} ({team.name})"[:MOST_NAME])


def _owned(action: PackAction, team: Roster) -> PackAction:
    named = action.operatives or action.keywords
    return action if named else replace(action, keywords=(team.name,))
