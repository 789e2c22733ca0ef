"""Tags of teams: whose which ids are, and what is printed for a team."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from calibration.pose.accuracy import PLATE
from calibration.sheets import tag_sheets
from calibration.terrain_library import example_libraries
from overlook.setup.tags import RANGES, tab_tag, with_roster
from referee.records.files.roster_file import example_rosters
from simulation.scene.example_table import example_catalogue

READ = example_rosters()["saltglass"]
TEAM = replace(READ, operatives=tuple(replace(one, tags=(), mount=None) for one in READ.operatives))
"""A team that nobody has tagged yet."""

BARE = example_catalogue().bare


def test_the_ranges_meet_nowhere_and_hold_the_board_and_the_libraries() -> None:
    assert not any(set(one) & set(other) for one, other in combinations(RANGES.values(), 2))
    assert {tag.id for tag in BARE.board.tags} <= set(RANGES["board"])
    assert set(PLATE.ids) == set(RANGES["plate"])
    for name, library in example_libraries().items():
        ids = {tag_id for piece in library.pieces for tag_id in piece.tag_ids}
        assert ids <= set(RANGES["equipment" if name == "equipment" else "terrain"])


def test_two_teams_with_ranges_of_their_own_do_not_clash() -> None:
    first = with_roster(BARE, TEAM, player="p1", first_id=RANGES["p1"].start)
    other = replace(TEAM, operatives=tuple(replace(one, id=f"x{k}") for k, one in enumerate(TEAM.operatives)))
    both = with_roster(first, other, player="p2", first_id=RANGES["p2"].start, tag_mm=20.0)
    for player in ("p1", "p2"):
        ids = {tag.id for entry in both.operatives if entry.player == player for tag in entry.tags}
        assert ids <= set(RANGES[player])
        assert len(ids) == len(TEAM.operatives)
    assert {tag.size_mm for entry in both.operatives if entry.player == "p2" for tag in entry.tags} == {20.0}


@pytest.mark.parametrize("base", [25.0, 28.5, 32.0, 40.0, (60.0, 35.0)])
@pytest.mark.parametrize("tag_mm", [14.0, 20.0])
def test_a_tab_s_tag_lies_beside_the_base_with_a_margin_of_one_and_a_half_modules(
    base: float | tuple[float, float], tag_mm: float
) -> None:
    x, y, _ = tab_tag(7, base, tag_mm=tag_mm).offset_mm
    long = base[0] if isinstance(base, tuple) else base
    assert x - tag_mm / 2 == pytest.approx(long / 2 + 1.5 * tag_mm / 8, abs=0.0051)
    assert y == 0


def test_the_tags_of_a_team_are_printed_for_its_bases() -> None:
    team = with_roster(BARE, TEAM, player="p1")
    assert tag_sheets(team).startswith(b"%PDF")
    for entry, operative in zip(team.operatives, TEAM.operatives, strict=True):
        assert entry.tags[0] == tab_tag(entry.tags[0].id, operative.base_mm or 32.0)
