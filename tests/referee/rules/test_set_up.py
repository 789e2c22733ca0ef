"""Whether things may stand where they were set up, and where on the board they may not, in both editions."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, Polygon

from geometry.placement import Placement
from geometry.table import Board, Marker
from geometry.terrain import Part
from geometry.witness import Role, Witness
from messages.message import Message
from referee.editions.kt21.edition import KT21
from referee.editions.kt24.edition import KT24
from referee.editions.registry import EDITIONS
from referee.rules.mission import MarkerSpot, Mission, MissionSide, PlacedItem
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Finding
from referee.rules.set_up import Item, items_of
from tests.referee.conftest import R32, Build, operative, wall

SOUTH = MissionSide("south", "South", ((0, 0), (30, 0), (30, 4), (0, 4)), ((0, 0), (30, 0), (30, 11), (0, 11)))
NORTH = MissionSide("north", "North", ((0, 18), (30, 18), (30, 22), (0, 22)), ((0, 11), (30, 11), (30, 22), (0, 22)))
CENTRE = MarkerSpot("centre", "objective", (15.0, 11.0), 40 / 25.4)
MISSION = Mission("Lines", "2024", (30.0, 22.0), (SOUTH, NORTH))
SIDES = {"p1": "south", "p2": "north"}
BOTH = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


def faults(
    edition: Edition, position: Position, *, mission: Mission = MISSION, items: tuple[Item, ...] = ()
) -> list[Finding]:
    rulings = edition.set_up.check(position, mission, SIDES, items)
    return [fault for ruling in rulings for fault in ruling.faults]


def shown(finding: Finding) -> Witness:
    """What a finding shows for itself."""
    assert finding.witness is not None
    return finding.witness


def places(finding: Finding) -> list[Polygon]:
    """The areas that a finding's witness shows."""
    return [Polygon([point[:2] for point in stroke.points]) for stroke in shown(finding).strokes if stroke.closed]


ZONE_RULE = {"kt24": "A24-07", "kt21": "A21-02"}


@BOTH
@pytest.mark.parametrize(("y", "inside"), [(4 - R32, True), (4 - R32 + 0.01, False), (9.0, False)])
def test_a24_07_and_a21_02_an_operative_is_set_up_wholly_within_its_own_drop_zone(
    edition: Edition, build: Build, y: float, inside: bool
) -> None:
    found = faults(edition, build(operative("A1", 10, y)))
    assert [fault.rule for fault in found] == ([] if inside else [ZONE_RULE[edition.id]])
    if not inside:
        outside = Point(10, y).buffer(R32, quad_segs=64).difference(Polygon(SOUTH.drop_zone))
        assert sum(area.area for area in places(found[0])) == pytest.approx(outside.area, rel=0.02)
        assert shown(found[0]).things == ("A1",)


def test_a24_07_the_zone_is_that_of_the_side_which_the_player_took(build: Build) -> None:
    assert faults(KT24, build(operative("B1", 10, 20))) == []
    assert [fault.rule for fault in faults(KT24, build(operative("B1", 10, 2)))] == ["A24-07"]
    nobody = KT24.set_up.check(build(operative("B1", 10, 2)), MISSION, {}, ())
    assert all(ruling.holds for ruling in nobody), "whose side is not known yet is not asked"


def test_a24_07_the_camera_s_error_makes_an_edge_too_close_to_call(build: Build) -> None:
    sure = KT24.set_up.operative(build(operative("A1", 10, 4 - R32, sigma=0.0)), "A1", {"p1": SOUTH})
    doubt = KT24.set_up.operative(build(operative("A1", 10, 4 - R32, sigma=0.02)), "A1", {"p1": SOUTH})
    assert sure.p_yes == 1
    assert doubt.p_yes == pytest.approx(0.5)


BOARD_RULE = {"kt24": "A24-01", "kt21": "D21-01"}


@BOTH
def test_a24_01_and_d21_01_no_base_hangs_over_the_edge_of_the_board(edition: Edition, build: Build) -> None:
    over = 0.2
    found = faults(edition, build(operative("A1", R32 - over, 2)))
    assert [fault.rule for fault in found] == [BOARD_RULE[edition.id], ZONE_RULE[edition.id]]
    assert found[0].measured == pytest.approx(over, abs=1e-6)
    assert all(area.bounds[2] <= 1e-9 for area in places(found[0])), "what is shown lies beyond the edge"


@BOTH
def test_a24_01_and_d21_01_the_board_is_as_large_as_the_mission_s(edition: Edition, build: Build) -> None:
    position = build()
    small = replace(position, table=replace(position.table, board=Board(22.0, 30.0)))
    assert [fault.rule for fault in faults(edition, small)] == [BOARD_RULE[edition.id]] * 2
    assert faults(edition, position) == []


BASES_RULE = {"kt24": "H24-15", "kt21": "D21-03"}


@BOTH
def test_h24_15_and_d21_03_no_base_stands_on_another(edition: Edition, build: Build) -> None:
    touching = build(operative("A1", 10, 2), operative("A2", 10 + 2 * R32, 2))
    assert faults(edition, touching) == []
    on = faults(edition, build(operative("A1", 10, 2), operative("A2", 10 + R32, 2)))
    assert {fault.rule for fault in on} == {BASES_RULE[edition.id]}
    assert on[0].measured == pytest.approx(R32)
    lens = Point(10, 2).buffer(R32).intersection(Point(10 + R32, 2).buffer(R32))
    assert places(on[0])[0].area == pytest.approx(lens.area, rel=0.02)


PLACE_RULE = {"kt24": "A24-13", "kt21": "N21-01"}


@BOTH
def test_a24_13_and_n21_01_nobody_is_set_up_in_terrain(edition: Edition, build: Build) -> None:
    thick = wall("thick", 9, 1, 11, 3)
    found = faults(edition, build(operative("A1", 10, 2), walls=[thick]))
    assert [fault.rule for fault in found] == [PLACE_RULE[edition.id]]
    assert shown(found[0]).things == ("A1", "thick")
    feet = wall("feet", 9, 1, 11, 3, z=(0, 0.1), traits="Insignificant")
    assert faults(edition, build(operative("A1", 10, 2), walls=[feet])) == []
    hatch = replace(thick, role="access_point", state="open")
    assert faults(edition, build(operative("A1", 10, 2), walls=[hatch])) == []
    past_its_corner = wall("rock", 10.5, 2.5, 12, 6)
    assert faults(edition, build(operative("A1", 10, 2), walls=[past_its_corner])) == []


@BOTH
def test_a24_13_and_n21_01_a_base_is_wholly_carried(edition: Edition, build: Build) -> None:
    deck = wall("deck", 8, 0, 12, 4, z=(0, 2), traits="Heavy Vantage")
    assert faults(edition, build(operative("A1", 10, 2, z=2.0), walls=[deck])) == []
    found = faults(edition, build(operative("A1", 12, 2, z=2.0), walls=[deck]))
    assert [fault.rule for fault in found] == [PLACE_RULE[edition.id]]
    assert places(found[0])[0].area == pytest.approx(math.pi * R32**2 / 2, rel=0.02), "half of it hangs in the air"
    air = faults(edition, build(operative("A1", 20, 2, z=2.0), walls=[deck]))
    assert [fault.rule for fault in air] == [PLACE_RULE[edition.id]]


def test_n21_01_what_is_stood_on_is_a_vantage_point_in_2021_alone(build: Build) -> None:
    crate = wall("crate", 8, 0, 12, 4, z=(0, 2), traits="Heavy")
    position = build(operative("A1", 10, 2, z=2.0), walls=[crate])
    assert [fault.rule for fault in faults(KT21, position)] == ["N21-01"]
    assert faults(KT24, position) == []


MARKER_RULE = {"kt24": "A24-03", "kt21": "L21-02"}


def laid(x: float, y: float, name: str = "centre") -> Marker:
    return Marker(name, "objective", 40 / 25.4, Placement(name, x, y))


@BOTH
def test_a24_03_and_l21_02_objectives_lie_where_the_mission_has_them(edition: Edition, build: Build) -> None:
    mission = replace(MISSION, markers=(CENTRE,))
    assert faults(edition, build(markers=[laid(15.2, 11)]), mission=mission) == []
    off = faults(edition, build(markers=[laid(15.3, 11)]), mission=mission)
    assert [fault.rule for fault in off] == [MARKER_RULE[edition.id]]
    assert places(off[0])[0].centroid.distance(Point(15, 11)) < 1e-6, "the place where it belongs is shown"
    gone = faults(edition, build(), mission=mission)
    assert [fault.rule for fault in gone] == [MARKER_RULE[edition.id]]
    assert gone[0].reason == Message.of("placement-present", thing="centre")


@BOTH
def test_a24_03_and_l21_02_an_objective_in_a_wall_is_said_with_the_wall(edition: Edition, build: Build) -> None:
    mission = replace(MISSION, markers=(CENTRE,))
    radius = 20 / 25.4
    found = faults(edition, build(markers=[laid(15, 11)], walls=[wall("ruin", 15, 10, 18, 12)]), mission=mission)
    assert [fault.rule for fault in found] == [MARKER_RULE[edition.id]]
    assert found[0].reason == Message.of("placement-marker-clear", thing="centre", part="ruin")
    assert shown(found[0]).things == ("centre", "ruin")
    for beside in (
        wall("ruin", 15 + radius, 10, 18, 12),
        wall("roof", 14, 10, 16, 12, z=(2, 3)),
        wall("feet", 14, 10, 16, 12, z=(0, 0.1), traits="Insignificant"),
    ):
        assert faults(edition, build(markers=[laid(15, 11)], walls=[beside]), mission=mission) == []


def test_a24_03_any_marker_of_the_kind_will_do_where_none_has_the_name(build: Build) -> None:
    mission = replace(MISSION, markers=(CENTRE, replace(CENTRE, id="west", at=(6.0, 11.0))))
    position = build(markers=[laid(6, 11, "m1"), laid(15, 11, "m2")])
    assert faults(KT24, position, mission=mission) == []


def barricade(x: float, y: float, item: str = "light barricade") -> tuple[Part, Part]:
    body = replace(wall("b.body", x, y, x + 2, y + 0.5, z=(0, 1), traits="Light"), feature="b", equipment=item)
    foot = wall("b.foot", x, y + 0.5, x + 0.3, y + 0.9, z=(0, 0.1), traits="Insignificant Exposed")
    return body, replace(foot, feature="b", equipment=item)


def on_board(position: Position, owner: str = "p1") -> tuple[Item, ...]:
    return items_of(position, {"b": owner, "boom": owner}, KT24.set_up.markers)


def test_j24_06_a_barricade_on_the_board_is_one_item_with_its_feet_and_is_no_obstacle_to_itself(build: Build) -> None:
    position = build(walls=barricade(10, 9))
    (item,) = on_board(position)
    assert (item.item, item.player, item.parts) == ("light barricade", "p1", frozenset({"b.body", "b.foot"}))
    assert Polygon(item.outline).area == pytest.approx(2 * 0.5 + 0.3 * 0.4)
    assert faults(KT24, position, items=(item,)) == []


@pytest.mark.parametrize("item", ["light barricade", "portable barricade", "razor wire"])
def test_j24_06_j24_08_j24_10_what_is_beyond_the_territory_is_shown(build: Build, item: str) -> None:
    position = build(walls=barricade(10, 10.3, item))
    (found,) = faults(KT24, position, items=on_board(position))
    assert found.rule == {"light barricade": "J24-06", "portable barricade": "J24-08", "razor wire": "J24-10"}[item]
    assert all(area.bounds[1] >= 11 - 1e-9 for area in places(found))
    theirs = faults(KT24, position, items=on_board(position, "p2"))
    assert all(area.bounds[3] <= 11 + 1e-9 for area in places(theirs[0]))


def test_j24_04_a_heavy_barricade_shows_what_is_too_far_from_the_drop_zone(build: Build) -> None:
    position = build(walls=barricade(10, 7.3, "heavy barricade"))
    (found,) = faults(KT24, position, items=on_board(position))
    assert found.rule == "J24-04"
    assert all(area.bounds[1] >= 8 - 1e-9 for area in places(found))


def test_j24_05_a_ladder_shows_the_wall_that_it_does_not_reach(build: Build) -> None:
    ladder = replace(wall("b", 10, 5, 10.8, 5.3, z=(0, 3), traits="Exposed"), equipment="ladder", role="ladder")
    near, far = wall("tall", 9, 5.3, 13, 5.6, z=(0, 3)), wall("tall", 9, 6.0, 13, 6.3, z=(0, 3))
    stands = build(walls=[ladder, near])
    assert faults(KT24, stands, items=on_board(stands)) == []
    away = build(walls=[ladder, far])
    (found,) = faults(KT24, away, items=on_board(away))
    assert found.rule == "J24-05"
    (stroke,) = shown(found).strokes
    assert math.dist(*stroke.points) == pytest.approx(0.7)


def test_j24_07_mines_show_the_marker_that_they_lie_too_near_to(build: Build) -> None:
    mine = Marker("boom", "mines", 20 / 25.4, Placement("boom", 10, 5))
    objective = laid(12.5, 5)
    position = build(markers=[mine, objective])
    (found,) = faults(KT24, position, items=on_board(position))
    assert found.rule == "J24-07"
    assert shown(found).strokes[0].role is Role.BREACH
    assert shown(found).things == ("centre",)


def test_j24_01_equipment_of_nobody_is_asked_about_everything_but_territory(build: Build) -> None:
    position = build(walls=barricade(10, 10.3))
    assert faults(KT24, position, items=items_of(position, {}, frozenset())) == []


@BOTH
def test_a24_03_and_l21_02_what_a_mission_sets_up_itself_stands_where_it_has_it(edition: Edition, build: Build) -> None:
    def wrong(x: float, item: str = "light barricade") -> list[str]:
        place = ((10.0, 9.0), (12.0, 9.0), (12.0, 9.5), (10.0, 9.5))
        mission = replace(MISSION, items=(PlacedItem("light barricade", place, "south"),))
        body, _ = barricade(x, 9, item)
        position = build(walls=[body])
        rulings = edition.set_up.check(position, mission, SIDES, on_board(position))
        return [fault.rule for ruling in rulings if "light barricade" in ruling.claim.texts for fault in ruling.faults]

    rule = {"kt24": "A24-03", "kt21": "L21-02"}[edition.id]
    assert wrong(10.2) == []
    assert wrong(10.3) == [rule]
    assert wrong(10.0, "heavy barricade") == [rule], "it is not there at all"


def test_k21_06_the_second_edition_says_nothing_about_where_equipment_stands(build: Build) -> None:
    position = build(walls=barricade(10, 12))
    assert faults(KT21, position, items=on_board(position)) == []


@given(st.floats(-1, 31), st.floats(-1, 23), st.floats(-1, 31), st.floats(-1, 23))
def test_whatever_is_wrong_is_shown_somewhere(build: Build, ax: float, ay: float, bx: float, by: float) -> None:
    table = [operative("A1", ax, ay), operative("B1", bx, by)]
    rocks = (wall("rock", 8, 2, 12, 6), wall("deck", 18, 8, 24, 14, z=(0, 2), traits="Vantage"))
    position = build(*table, walls=rocks)
    for edition in EDITIONS.values():
        for fault in faults(edition, position):
            assert fault.witness is not None
            assert fault.witness.strokes, fault.means
