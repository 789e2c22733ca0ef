"""What a path meets, against figures worked out by hand."""

from __future__ import annotations

import math

import pytest
from shapely.geometry import Polygon

from geometry.base import Base, BaseShape
from geometry.errors import GeometryError, PathError, PositionError, ShapeError
from geometry.paths import Area, Passage, StandingBody, path_facts
from geometry.paths.legs import Increment
from geometry.table import Board
from geometry.terrain import Part
from tests.geometry.paths.sweeping import OVAL, ROUND, outline, walked

R = ROUND.long / 2


def box(
    name: str,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    bottom: float = 0.0,
    top: float = 5.0,
    role: str | None = None,
) -> Part:
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top, role=role)


def test_h24_15_touching_a_wall_is_no_hit_and_a_hair_more_is() -> None:
    wall = box("W", 0, 5 + R, 20, 6 + R)
    along = path_facts(Base(ROUND, 0, 0), 1.6, [(2, 5, 0), (10, 5, 0)], parts=[wall])
    assert not along.terrain_hits
    assert along.terrain[0].clearance == pytest.approx(0, abs=1e-9)
    into = path_facts(Base(ROUND, 0, 0), 1.6, [(2, 5 + 1e-5, 0), (10, 5 + 1e-5, 0)], parts=[wall])
    assert into.terrain_hits[0].clearance == pytest.approx(-1e-5, abs=1e-9)


def test_h24_15_a_base_resting_on_a_top_does_not_hit_it_and_passes_under_what_is_high_enough() -> None:
    block, gantry, low = box("B", 4, 4, 12, 12, 0, 3), box("G", 6, 0, 7, 20, 4.6, 5), box("L", 8, 0, 9, 20, 4.5, 5)
    facts = path_facts(Base(ROUND, 0, 0), 1.6, [(5, 8, 3), (11, 8, 3)], parts=[block, gantry, low])
    assert [one.thing for one in facts.terrain_hits] == ["L"]
    assert math.isinf(facts.terrain[0].clearance)
    assert math.isinf(facts.terrain[1].clearance)


def test_c24_138_walls_beside_a_passage_do_not_stop_a_base_whose_centre_passes_it() -> None:
    door = box("D", 7, 10.6, 7.2, 11.4, 0, 2.5, role="door")
    walls = [box("WU", 7, 11.4, 7.2, 16), box("WD", 7, 6, 7.2, 10.6)]
    through = path_facts(
        Base(ROUND, 0, 0), 1.6, [(5, 11.2, 0), (9, 11.2, 0)], parts=[door, *walls], ways={"D": Passage.CENTRE}
    )
    assert not through.terrain_hits
    assert through.terrain[0].excused
    (crossing,) = through.crossings
    assert len(crossing.passes) == 1
    assert crossing.aim == pytest.approx(0.2)
    beside = path_facts(
        Base(ROUND, 0, 0), 1.6, [(5, 11.6, 0), (9, 11.6, 0)], parts=[door, *walls], ways={"D": Passage.CENTRE}
    )
    assert [one.thing for one in beside.terrain_hits] == ["WU"]
    assert beside.crossings[0].passes == ()
    assert beside.crossings[0].brushed
    assert beside.crossings[0].aim == pytest.approx(-0.2)
    some_part = path_facts(
        Base(ROUND, 0, 0), 1.6, [(5, 11.6, 0), (9, 11.6, 0)], parts=[door, *walls], ways={"D": Passage.ANY_PART}
    )
    assert some_part.crossings[0].passes
    assert not some_part.terrain_hits


def test_i24_05_one_passage_gone_through_in_three_increments_counts_once_and_walking_back_counts_again() -> None:
    door, walls = box("D", 7, 10, 7.2, 12), [box("WU", 7, 12, 7.2, 16), box("WD", 7, 6, 7.2, 10)]
    steps = [(5, 11, 0), (6.5, 11, 0), (7.1, 11, 0), (9, 11, 0)]
    once = path_facts(Base(ROUND, 0, 0), 1.6, steps, parts=[door, *walls], ways={"D": Passage.CENTRE})
    assert len(once.crossings[0].passes) == 1
    back = path_facts(Base(ROUND, 0, 0), 1.6, [*steps, (5, 11, 0)], parts=[door, *walls], ways={"D": Passage.CENTRE})
    assert len(back.crossings[0].passes) == 2


def test_i24_05_a_passage_does_not_excuse_a_wall_elsewhere_nor_the_centre_in_the_wall_nor_standing_in_it() -> None:
    door, wall = box("D", 7, 10, 7.2, 11.4), box("WU", 7, 11.4, 7.2, 16)
    crate = box("C", 7.5, 10, 8, 11)
    ways = {"D": Passage.CENTRE}
    behind = path_facts(Base(ROUND, 0, 0), 1.6, [(5, 11, 0), (9, 11, 0)], parts=[door, wall, crate], ways=ways)
    assert [one.thing for one in behind.terrain_hits] == ["C"]
    slant = path_facts(
        Base(ROUND, 0, 0),
        1.6,
        [(5, 11.3, 0), (7.05, 11.3, 0), (7.15, 11.6, 0), (9, 11.6, 0)],
        parts=[door, wall],
        ways=ways,
    )
    assert [one.thing for one in slant.terrain_hits] == ["WU"]
    inside = path_facts(Base(ROUND, 0, 0), 1.6, [(5, 11, 0), (7.1, 11, 0)], parts=[door, wall], ways=ways)
    assert inside.crossings[0].at_end
    assert inside.terrain_hits[0].thing == "WU"
    assert inside.terrain[0].ends_in


def test_i21_02_and_j24_05_traversed_and_open_parts_are_no_hits_but_are_reported() -> None:
    barricade, ladder = box("B", 7, 8, 8, 14, 0, 1), box("L", 10, 8, 10.2, 14, 0, 4)
    facts = path_facts(
        Base(ROUND, 0, 0),
        1.6,
        [(5, 11, 0), (10, 11, 0)],
        parts=[barricade, ladder],
        ways={"B": Passage.TRAVERSE, "L": Passage.OPEN},
    )
    traversed, opened = facts.crossings
    assert not facts.terrain_hits
    assert traversed.passes[0].start == pytest.approx(2 - R, abs=1e-5)
    assert traversed.passes[0].end == pytest.approx(3 + R, abs=1e-5)
    assert not traversed.at_end
    assert opened.at_end


def test_h24_04_reach_is_three_dimensional_and_an_end_exactly_at_it_is_in() -> None:
    enemy = {"E": StandingBody(Base(ROUND, 11 + 2 * R, 11, 0.6), 1.6)}
    level = path_facts(Base(ROUND, 0, 0), 1.6, [(5, 11, 0), (11, 11, 0)], others=enemy, enemies=["E"])
    assert level.enemies[0].enters[0] == pytest.approx(6 - 0.8, abs=1e-5)
    at_limit = {"E": StandingBody(Base(ROUND, 12 + 2 * R, 11), 1.6)}
    exact = path_facts(Base(ROUND, 0, 0), 1.6, [(5, 11, 0), (11, 11, 0)], others=at_limit, enemies=["E"])
    assert exact.enemies[0].ends_in
    assert exact.enemies[0].gap_at_end == pytest.approx(1.0)
    assert not exact.enemies[0].leaves


def test_sight_along_the_path_is_bisected() -> None:
    enemy = {"E": StandingBody(Base(ROUND, 10, 12.5), 1.6)}
    facts = path_facts(
        Base(ROUND, 0, 0),
        1.6,
        [(5, 11, 0), (15, 11, 0)],
        others=enemy,
        enemies=["E"],
        sees=lambda base, name: name == "E" and not 9.4321 < base.x < 10.1234,
    )
    (near,) = facts.enemies
    assert len(near.near) == 1
    assert len(near.in_range) == 2
    assert near.in_range[0].end == pytest.approx(4.4321, abs=1e-3)
    assert near.in_range[1].start == pytest.approx(5.1234, abs=1e-3)
    assert len(near.enters) == 2
    assert len(near.leaves) == 2


def test_j24_07_a_mine_is_met_where_the_base_comes_within_reach_of_it() -> None:
    mine = {"M": Base(BaseShape.from_mm(20), 8, 12.723622047244094)}
    facts = path_facts(Base(ROUND, 0, 0), 1.6, [(5, 11, 0), (11, 11, 0)], markers=mine)
    assert facts.markers[0].gap == pytest.approx(0.7)
    assert facts.markers[0].first == pytest.approx(
        3 - math.sqrt((R + 10 / 25.4 + 1) ** 2 - 1.723622047244094**2), abs=1e-4
    )


def test_i24_06_an_area_is_crossed_within_its_distance() -> None:
    wire = Area(Polygon([(7, 8), (8, 8), (8, 10), (7, 10)]), 1.0)
    facts = path_facts(Base(ROUND, 0, 0), 1.6, [(2, 11, 0), (13, 11, 0)], areas={"wire": wire})
    (crossing,) = facts.areas
    assert crossing.over == ()
    assert crossing.gap == pytest.approx(1 - R)
    assert crossing.near[0].start == pytest.approx(5 - math.sqrt((R + 1) ** 2 - 1), abs=1e-4)
    oval = path_facts(Base(OVAL, 0, 0), 1.6, [(2, 11, 0), (13, 11, 0)], areas={"wire": wire})
    assert oval.areas[0].gap == pytest.approx(1 - OVAL.short / 2)
    dense = [t for t, x, y, _ in walked(oval.path) if outline(Base(OVAL, 0, 0), x, y).distance(wire.outline) <= 1.0]
    assert oval.areas[0].near[0].start == pytest.approx(dense[0], abs=0.02)
    assert oval.areas[0].near[0].end == pytest.approx(dense[-1], abs=0.02)


def test_i24_02_a_climb_names_what_is_climbed_and_its_ladder() -> None:
    block, ladder = box("V", 8, 9, 12, 13, 0, 3), box("L", 7.5, 10.5, 8, 11, 0, 3)
    path = [(7.2, 11, 0), (8.8, 11, 3)]
    facts = path_facts(Base(ROUND, 0, 0), 1.6, path, parts=[block, ladder], ways={"L": Passage.OPEN})
    climb = facts.legs[0].climb
    assert climb is not None
    assert (climb.part, climb.height, climb.top, climb.ladder) == ("V", 3.0, 3.0, "L")
    assert climb.distance == pytest.approx(0.8 - R)
    assert not facts.terrain_hits
    assert facts.length == pytest.approx(4.6)
    assert facts.support.whole
    assert facts.support.margin == pytest.approx(0.8 - R)
    nowhere = path_facts(Base(ROUND, 0, 0), 1.6, [(3, 3, 0), (4, 3, 2)])
    assert nowhere.legs[0].climb is not None
    assert nowhere.legs[0].climb.part is None
    assert nowhere.support.overhang_area == pytest.approx(math.pi * R * R, abs=1e-3)


def off_edge(leg: Increment) -> float:
    """How far the centre ends beyond the edge that it left, inches."""
    assert leg.level is not None
    last = leg.centre_bare[-1]
    return last.length if last.holds(leg.level.end) else 0.0


def test_i24_03_falling_where_the_base_still_overlaps_the_platform_hits_it() -> None:
    block = box("V", 8, 9, 12, 13, 0, 3)
    short = path_facts(Base(ROUND, 0, 0), 1.6, [(9, 11, 3), (7.6, 11, 0)], parts=[block])
    assert short.terrain_hits[0].thing == "V"
    clear = path_facts(Base(ROUND, 0, 0), 1.6, [(9, 11, 3), (7.3, 11, 0)], parts=[block])
    assert not clear.terrain_hits
    assert clear.legs[0].rise == -3
    assert off_edge(clear.legs[0]) == pytest.approx(0.7)


def test_i24_04_a_jump_is_the_way_from_edge_to_edge_with_nothing_under_the_centre() -> None:
    tops = [box("A", 4, 9, 8, 13, 0, 3), box("B", 10.5, 9, 14, 13, 0, 3), box("C", 10.5, 9, 14, 13, 0, 3.6)]
    flat = path_facts(Base(ROUND, 0, 0), 1.6, [(6, 11, 3), (12, 11, 3)], parts=tops[:2])
    assert [gap.length for gap in flat.legs[0].gaps] == pytest.approx([2.5])
    assert [bare.length for bare in flat.legs[0].bare] == pytest.approx([2.5 - 2 * R], abs=1e-5)
    up = path_facts(Base(ROUND, 0, 0), 1.6, [(6, 11, 3), (12, 11, 3.6)], parts=[tops[0], tops[2]])
    assert [gap.length for gap in up.legs[0].gaps] == pytest.approx([2.5])
    off = path_facts(Base(ROUND, 0, 0), 1.6, [(6, 11, 3), (9.2, 11, 0)], parts=tops[:2])
    assert off.legs[0].gaps == ()
    assert off_edge(off.legs[0]) == pytest.approx(1.2)


def test_a24_13_support_is_the_union_of_the_tops_at_that_height() -> None:
    two = [box("A", 4, 9, 8, 13, 0, 3), box("B", 8, 9, 12, 13, 0, 3)]
    seam = path_facts(Base(ROUND, 0, 0), 1.6, [(6, 11, 3), (8, 11, 3)], parts=two)
    assert seam.support.whole
    assert set(seam.support.on) == {"A", "B"}
    over = path_facts(Base(ROUND, 0, 0), 1.6, [(6, 11, 3), (8, 9.5, 3)], parts=two)
    assert not over.support.whole
    assert over.support.margin == pytest.approx(0.5 - R, abs=1e-5)
    cap = R * R * math.acos(0.5 / R) - 0.5 * math.sqrt(R * R - 0.25)
    assert over.support.overhang_area == pytest.approx(cap, abs=1e-3)


def test_c24_090_the_board_edge() -> None:
    facts = path_facts(Base(ROUND, 0, 0), 1.6, [(3, 11, 0), (0.4, 11, 0), (3, 12, 0)])
    assert facts.edge.clearance == pytest.approx(0.4 - R)
    assert facts.edge.clearance_at == pytest.approx(2.6)
    assert facts.edge.at_end > 0
    assert len(facts.edge.hits) == 1
    turned = path_facts(Base(OVAL, 0, 0, rotation_deg=90), 1.6, [(3, 11, 0), (0.8, 11, 0)])
    assert turned.edge.clearance == pytest.approx(0.8 - OVAL.short / 2)


@pytest.mark.parametrize(
    ("path", "error", "code"),
    [
        ([(1, 1, 0)], PathError, "geometry-path-short"),
        ([(1, 1, 0), (1, 1, 0)], PathError, "geometry-path-zero"),
        ([(1, 1, 0), (1, math.nan, 0)], PathError, "geometry-path-point"),
        ([(1, 1), (2, 2)], PathError, "geometry-path-point"),
        ([(1, 1, 0), (2, 2, -0.5)], PositionError, "geometry-path-low"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused_by_name(
    path: list[tuple[float, ...]], error: type[GeometryError], code: str
) -> None:
    with pytest.raises(error) as refusal:
        path_facts(Base(ROUND, 0, 0), 1.6, path)
    assert refusal.value.message.code == code


def test_a_base_larger_than_the_board_and_names_that_nothing_bears_are_refused() -> None:
    with pytest.raises(ShapeError) as refusal:
        path_facts(Base(BaseShape(5, 3), 0, 0), 1.6, [(1, 1, 0), (2, 2, 0)], board=Board(4, 4))
    assert refusal.value.message.code == "geometry-base-wide"
    with pytest.raises(GeometryError) as error:
        path_facts(Base(ROUND, 0, 0), 1.6, [(1, 1, 0), (2, 2, 0)], ways={"D": Passage.OPEN})
    assert (error.value.message["kind"], error.value.message["thing"]) == ("part", "D")
    with pytest.raises(GeometryError) as error:
        path_facts(Base(ROUND, 0, 0), 1.6, [(1, 1, 0), (2, 2, 0)], enemies=["E"])
    assert (error.value.message["kind"], error.value.message["thing"]) == ("operative", "E")
    with pytest.raises(ShapeError) as refusal:
        path_facts(Base(ROUND, 0, 0), 0.0, [(1, 1, 0), (2, 2, 0)])
    assert refusal.value.message.code == "geometry-head-height"
