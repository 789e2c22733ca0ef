"""Maps agree with the answers they are made of; drawings show the answers they belong to."""

from __future__ import annotations

import math

import numpy as np
import pytest
from shapely.geometry import Point, Polygon

from geometry.base import Base, BaseShape
from geometry.drawing import draw_area, draw_base, draw_gap, draw_shot, draw_sight, ring, tangent_points
from geometry.maps import Ground, threat_map, who_sees_whom
from geometry.measure import gap
from geometry.placement import Placement
from geometry.sight import sight
from geometry.table import Board, Operative
from geometry.targeting import LineRules, targeting
from geometry.terrain import Part
from geometry.witness import Role

RULES = LineRules()
ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2


def box(name, x0, y0, x1, y1, top, *traits, bottom=0.0) -> Part:
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top, frozenset(traits))


PARTS = [
    box("wall", 9, 6, 9.2, 12, 4.0, "Heavy"),
    box("low", 14, 9, 16, 9.3, 1.0, "Light"),
    box("deck", 18, 4, 22, 8, 3.0, "Light", "Vantage"),
    box("wire", 12, 14, 16, 14.2, 1.0, "Exposed"),
    box("block", 20, 12, 22, 14, 2.0, "Heavy"),
]


def people() -> list[Operative]:
    rng = np.random.default_rng(3)
    found = [
        Operative("up", "a", ROUND, 1.6, Placement("up", 20, 6, 3.0)),
        Operative("oval", "a", BaseShape.from_mm((60, 35)), 1.8, Placement("oval", 5, 9, 0, 40)),
    ]
    while len(found) < 9:
        x, y = rng.uniform(1, 29), rng.uniform(1, 21)
        if all(part.polygon.distance(Point(x, y)) > R + 0.01 for part in PARTS):
            name = f"A{len(found)}"
            found.append(Operative(name, "b", ROUND, 1.6, Placement(name, x, y)))
    return found


def test_the_map_of_a_table_says_what_each_pair_says():
    crowd, ground = people(), Ground.plain(PARTS)
    table = who_sees_whom(crowd, ground)
    covering = [part for part, flag in zip(PARTS, ground.covering, strict=True) if flag]
    obscuring = [part for part, flag in zip(PARTS, ground.obscuring, strict=True) if flag]
    assert [part.id for part in obscuring] == ["wall", "block"]
    assert "wire" not in [part.id for part in covering]
    for row, one in enumerate(crowd):
        for column, other in enumerate(crowd):
            if row == column:
                assert table.visible[row, column]
                continue
            ceiling = max(one.base.z + one.head, other.base.z + other.head)
            lines = targeting(one.base, other.base, covering, obscuring, ceiling=ceiling)
            assert table.gap[row, column] == pytest.approx(gap(one.base, other.base))
            assert table.visible[row, column] == sight(one, other, PARTS).visible
            assert table.clean[row, column] == (lines.clean is not None)
            assert table.uncovered[row, column] == any(not place.in_cover for place in lines.places)
            assert table.unobscured[row, column] == any(not place.obscured for place in lines.places)


def test_a_map_of_nobody_and_of_one():
    assert who_sees_whom([], Ground.plain(PARTS)).visible.shape == (0, 0)
    assert who_sees_whom(people()[:1], Ground.plain(())).visible.tolist() == [[True]]


def test_the_ground_that_one_operative_commands():
    viewer = Operative("A", "a", ROUND, 1.6, Placement("A", 5, 11))
    ground = Ground.plain(PARTS)
    found = threat_map(viewer, ground, ROUND, 1.6, floors=[PARTS[2]], resolution=1.0)
    assert found.standing.area <= 30 * 22
    assert found.clean.area < found.visible.area < found.standing.area
    for x in np.arange(0.5, 30, 4.0):
        for y in np.arange(0.5, 22, 3.0):
            if not found.standing.buffer(-1e-9).covers(Point(x, y)):
                continue
            z = 3.0 if PARTS[2].polygon.covers(Point(x, y)) else 0.0
            target = Operative("B", "b", ROUND, 1.6, Placement("B", x, y, z))
            assert found.visible.buffer(-1e-9).covers(Point(x, y)) == sight(viewer, target, PARTS).visible
    blocked = Point(9.1, 9)
    assert not found.standing.covers(blocked)


def test_a_board_too_small_to_stand_on_commands_nothing():
    viewer = Operative("A", "a", ROUND, 1.6, Placement("A", 0.5, 0.5))
    found = threat_map(viewer, Ground.plain(()), ROUND, 1.6, board=Board(1, 1), resolution=1.0)
    assert found.standing.is_empty
    assert found.visible.is_empty


def test_a_gap_is_drawn_between_the_closest_points():
    a, b = Base(ROUND, 5, 5), Base(ROUND, 8, 5, 1.0)
    witness = draw_gap(a, b, ("A", "B"))
    (stroke,) = witness.strokes
    assert stroke.role is Role.MEASURE
    assert math.dist(*stroke.points) == pytest.approx(gap(a, b))
    assert stroke.label == f'{gap(a, b):.2f}"'
    assert witness.things == ("A", "B")


def test_a_sight_is_drawn_as_its_clear_line_or_as_what_hides():
    a, b = people()[1], Operative("B", "b", ROUND, 1.6, Placement("B", 14, 9.9))
    clear = draw_sight(sight(a, b, ()), ())
    assert [stroke.role for stroke in clear.strokes] == [Role.EYE, Role.CLEAR_LINE]
    screen = box("screen", 10, 1, 10.2, 20, 5.0)
    hidden = draw_sight(sight(a, b, [screen]), [screen, *PARTS], ("oval", "B"))
    assert [stroke.role for stroke in hidden.strokes] == [Role.EYE, Role.BLOCKER]
    assert hidden.strokes[1].closed
    assert hidden.things == ("oval", "B", "screen")


def test_a_shot_is_drawn_from_its_point_with_what_hinders_it():
    shooter, target = Base(ROUND, 5, 11), Base(ROUND, 14, 11)
    cover, heavy = box("cover", 12.6, 9, 12.9, 13, 1.0), box("heavy", 9, 9, 9.3, 13, 3.0)
    place = targeting(shooter, target, [cover], [heavy]).best_point()
    witness = draw_shot(shooter, target, place, RULES, ("A", "B"))
    roles = [stroke.role for stroke in witness.strokes]
    assert roles == [Role.EYE, Role.BLOCKED_LINE, Role.BLOCKED_LINE, Role.COVER, Role.OBSCURED]
    assert witness.things == ("A", "B", "cover", "heavy")
    shown = Polygon([point[:2] for point in witness.strokes[3].points])
    assert cover.polygon.buffer(1e-9).covers(shown)
    assert shown.distance(Point(14, 11)) >= R - 1e-9
    free = targeting(shooter, target, (), ()).best_point()
    assert [stroke.role for stroke in draw_shot(shooter, target, free, RULES).strokes] == [
        Role.EYE,
        Role.CLEAR_LINE,
        Role.CLEAR_LINE,
    ]


@pytest.mark.parametrize("base", [Base(ROUND, 14, 11), Base(BaseShape.from_mm((75, 42)), 14, 11, 0, 35)])
def test_tangents_touch_the_base_and_do_not_enter_it(base):
    outline = Polygon(ring(base)).buffer(-0.01)
    for end in tangent_points((5, 9, 0), base):
        assert Polygon(ring(base)).exterior.distance(Point(end[:2])) < 0.01
        beyond = (5 + 2 * (end[0] - 5), 9 + 2 * (end[1] - 9))
        assert not outline.intersects(Polygon([(5, 9), beyond, (beyond[0], beyond[1] + 1e-9)]))
    assert tangent_points((14, 11, 0), base) == ()


def test_a_control_range_is_drawn_as_a_grown_base():
    stroke = draw_base(Base(ROUND, 5, 5, 2.0), Role.LIMIT, grown=1.0, label="control range")
    assert stroke.closed
    assert all(math.hypot(x - 5, y - 5) == pytest.approx(R + 1) and z == 2.0 for x, y, z in stroke.points)


def test_areas_without_area_are_not_drawn():
    assert draw_area(Polygon(), Role.CLEAN) == []
    assert len(draw_area(Polygon([(0, 0), (1, 0), (1, 1)]), Role.CLEAN)) == 1
