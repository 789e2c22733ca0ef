"""The teams and missions that the set-up offers are those of its edition, however a file spells it (id or year)."""

from __future__ import annotations

import pytest
from shapely import Point, Polygon

from overlook.setup.exports import team_names
from overlook.setup.mission import example_names
from referee.editions.registry import EDITIONS, edition_of
from referee.records.files.mission_file import example_missions
from referee.records.files.roster_file import example_rosters


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_only_what_is_of_the_edition_is_offered(edition: str) -> None:
    year = edition_of(edition).year
    teams, missions = example_rosters(), example_missions()
    offered = [one.id for one in example_names(edition)]
    assert set(team_names(edition)) == {name for name, one in teams.items() if one.edition in (edition, year)}
    assert set(offered) == {name for name, one in missions.items() if one.edition in (edition, year)}


def test_each_edition_has_a_team_to_begin_with() -> None:
    assert all(team_names(edition) for edition in EDITIONS)


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_each_edition_has_a_mission_to_pick_whose_objectives_lie_in_nobody_s_drop_zone(edition: str) -> None:
    missions = [example_missions()[one.id] for one in example_names(edition)]
    assert missions, "the page says: Pick a mission"
    for mission in missions:
        zones = [Polygon(side.drop_zone) for side in mission.sides]
        assert not any(zone.intersects(Point(spot.at)) for zone in zones for spot in mission.markers)
