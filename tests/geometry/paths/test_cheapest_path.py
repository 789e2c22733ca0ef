"""The cheapest path and its proof, against an exhaustive any-angle search on a grid that shares no code with it."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.base import Base, BaseShape
from geometry.errors import PathError, PositionError
from geometry.paths import ForbiddenZone, Passage, Proof, Scene, StandingBody, cheapest_path, path_facts
from geometry.paths.configuration_space import FreeSpace
from geometry.paths.pricing import Climbs, RaisedToOne, Tariff
from geometry.paths.strides import PlaceXYZ
from geometry.table import Board
from messages.message import Message
from tests.depth import depth
from tests.geometry.paths.building import FLAT, ROUND, SIDE, R, box

OVAL = BaseShape.from_mm((60, 35))


def test_i24_01_turning_late_is_cheaper_than_the_shortest_way() -> None:
    """A thin wall of which 2.5 and 2.5 inches lie on both sides: the shortest way would round up to 3 + 3."""
    wall = box("W", 4.9, 0, 5.1, 5)
    scene = Scene(Base(ROUND, 0, 0), 1.6, (wall,), board=Board(SIDE, SIDE))
    answer = cheapest_path(scene, (3.0, 4.0, 0.0), (7.0, 4.0, 0.0), tariff=FLAT, allowance=8)
    assert answer.closed
    assert answer.price == 6
    assert answer.path is not None
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(answer.path)]
    assert sum(lengths) > 5.0


def test_a_straight_line_is_its_own_proof() -> None:
    answer = cheapest_path(Scene(Base(ROUND, 0, 0), 1.6), (5, 5, 0), (10.2, 5, 0), tariff=FLAT, allowance=6)
    assert (answer.legal, answer.price, answer.bound, answer.proof) == (True, 6, 6, Proof.LINE)
    refused = cheapest_path(Scene(Base(ROUND, 0, 0), 1.6), (5, 5, 0), (11.2, 5, 0), tariff=FLAT, allowance=6)
    assert (refused.legal, refused.path, refused.bound, refused.proof) == (False, None, 7, Proof.LINE)


def test_a_wall_across_the_board_refuses_by_the_shortest_way() -> None:
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("W", 7, 0, 7.2, 22),))
    answer = cheapest_path(scene, (5, 5, 0), (9, 5, 0), tariff=FLAT, allowance=8)
    assert (answer.legal, answer.bound, answer.proof) == (False, 9, Proof.TAUT)


def test_touching_things_are_free_and_a_gap_as_wide_as_the_base_is_passed() -> None:
    parts = (box("A", 4, 0, 5, 5), box("B", 4, 5 + 2 * R, 5, 22))
    scene = Scene(Base(ROUND, 0, 0), 1.6, parts)
    answer = cheapest_path(scene, (2, 5 + R, 0), (8, 5 + R, 0), tariff=FLAT, allowance=6)
    assert (answer.legal, answer.price) == (True, 6)
    narrower = Scene(Base(ROUND, 0, 0), 1.6, (parts[0], box("B", 4, 5 + 2 * R - 1e-3, 5, 22)))
    assert cheapest_path(narrower, (2, 5 + R, 0), (8, 5 + R, 0), tariff=FLAT, allowance=9).legal is False


def test_d24_02_a_reach_that_may_not_be_entered_is_walked_round() -> None:
    enemy = StandingBody(Base(ROUND, 8, 5), 1.6)
    open_way = Scene(Base(ROUND, 0, 0), 1.6, blockers={"E": enemy})
    kept_off = Scene(Base(ROUND, 0, 0), 1.6, blockers={"E": enemy}, avoid={"E": ForbiddenZone(enemy.base)})
    near = cheapest_path(open_way, (4, 5, 0), (12, 5, 0), tariff=FLAT, allowance=12)
    far = cheapest_path(kept_off, (4, 5, 0), (12, 5, 0), tariff=FLAT, allowance=12)
    assert near.price < far.price
    assert far.path is not None
    facts = path_facts(kept_off.mover, 1.6, far.path, others={"E": enemy}, enemies=["E"])
    assert not facts.enemies[0].near
    unsure = Scene(Base(ROUND, 0, 0), 1.6, blockers={"E": enemy}, avoid={"E": ForbiddenZone(enemy.base, certain=False)})
    either = cheapest_path(unsure, (4, 5, 0), (12, 5, 0), tariff=FLAT, allowance=12)
    assert either.price == far.price
    assert either.bound <= near.price
    inside = cheapest_path(kept_off, (4, 5, 0), (6, 5, 0), tariff=FLAT, allowance=6)
    assert (inside.legal, inside.blocked_by) == (False, "E")
    maybe = cheapest_path(unsure, (4, 5, 0), (6, 5, 0), tariff=FLAT, allowance=6)
    assert (maybe.legal, maybe.blocked_by) == (None, "E")


def test_h24_15_friends_are_passed_but_not_ended_upon() -> None:
    scene = Scene(Base(ROUND, 0, 0), 1.6, guests={"F": StandingBody(Base(ROUND, 8, 5), 1.6)})
    assert cheapest_path(scene, (5, 5, 0), (11, 5, 0), tariff=FLAT, allowance=6).price == 6
    on_top = cheapest_path(scene, (5, 5, 0), (8.5, 5, 0), tariff=FLAT, allowance=6)
    assert (on_top.legal, on_top.blocked_by, on_top.proof) == (False, "F", Proof.PLACE)


@pytest.mark.parametrize(
    ("target", "name"), [((8.05, 5, 0), "W"), ((0.3, 5, 0), "board edge"), ((5, 9, 2.0), "support")]
)
def test_a_place_where_the_base_cannot_stand_is_named(target: PlaceXYZ, name: str) -> None:
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("W", 8, 4, 8.2, 6),))
    assert cheapest_path(scene, (5, 5, 0), target, tariff=FLAT, allowance=6).blocked_by == name


def test_a_start_where_the_base_cannot_be_and_a_path_to_nowhere_are_errors() -> None:
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("W", 8, 4, 8.2, 6),))
    with pytest.raises(PositionError) as blocked:
        cheapest_path(scene, (8, 5, 0), (5, 5, 0), allowance=6)
    assert blocked.value.message == Message.of("geometry-start-blocked", x=8.0, y=5.0, z=0.0, obstacle="W")
    with pytest.raises(PositionError) as blocked:
        cheapest_path(Scene(Base(ROUND, 0, 0), 1.6, board=Board(1, 1)), (0.5, 0.5, 0), (0.6, 0.5, 0), allowance=6)
    assert blocked.value.message["obstacle"] == "board edge"
    with pytest.raises(PathError) as error:
        cheapest_path(scene, (5, 5, 0), (5, 5, 0), allowance=6)
    assert error.value.message.code == "geometry-path-zero"
    with pytest.raises(PathError) as error:
        cheapest_path(scene, (5, math.nan, 0), (5, 5, 0), allowance=6)
    assert error.value.message.code == "geometry-path-point"


def test_i24_05_a_passage_costs_an_inch_and_only_the_centre_must_pass() -> None:
    parts = (box("D", 7, 10.6, 7.2, 11.4, 0, 2.5), box("WU", 7, 11.4, 7.2, 22), box("WD", 7, 0, 7.2, 10.6))
    scene = Scene(Base(ROUND, 0, 0), 1.6, parts, {"D": Passage.CENTRE})
    straight = cheapest_path(scene, (5, 11, 0), (9, 11, 0), allowance=6)
    assert (straight.price, straight.bound, straight.closed) == (5, 5, True)
    aslant = cheapest_path(scene, (5, 13, 0), (9, 9, 0), allowance=8)
    assert (aslant.price, aslant.closed) == (7, True)
    shut = cheapest_path(Scene(Base(ROUND, 0, 0), 1.6, parts), (5, 11, 0), (9, 11, 0), tariff=FLAT, allowance=8)
    assert shut.legal is False
    by_any_part = cheapest_path(
        Scene(Base(ROUND, 0, 0), 1.6, parts, {"D": Passage.ANY_PART}), (5, 11.8, 0), (9, 11.8, 0), allowance=6
    )
    assert by_any_part.price == 5


def test_i21_02_a_traversed_part_costs_two_inches() -> None:
    scene = Scene(Base(ROUND, 0, 0), 1.6, (box("B", 7, 0, 7.4, 22, 0, 1),), {"B": Passage.TRAVERSE})
    over = cheapest_path(scene, (5, 11, 0), (9, 11, 0), tariff=Tariff(RaisedToOne(), None, None), allowance=6)
    assert (over.price, over.closed) == (6, True)


def test_i24_02_and_i24_03_up_and_down_for_whole_inches() -> None:
    tower = box("V", 8, 9, 12, 13, 0, 3)
    scene = Scene(Base(ROUND, 0, 0), 1.6, (tower,))
    up = cheapest_path(scene, (5, 11, 0), (10, 11, 3), allowance=8)
    assert (up.price, up.bound) == (8, 8)
    assert cheapest_path(scene, (5, 11, 0), (10, 11, 3), allowance=7).legal is False
    down = cheapest_path(scene, (10, 11, 3), (5, 11, 0), allowance=7)
    assert (down.price, down.bound) == (6, 6)
    tall = Scene(Base(ROUND, 0, 0), 1.6, (box("V", 8, 9, 12, 13, 0, 3.2),))
    assert cheapest_path(tall, (5, 11, 0), (10, 11, 3.2), allowance=12).legal is False
    ladder = box("L", 7.8, 10.8, 8, 11.2, 0, 3)
    laddered = Scene(Base(ROUND, 0, 0), 1.6, (tower, ladder), {"L": Passage.OPEN})
    assert cheapest_path(laddered, (5, 11, 0), (10, 11, 3), allowance=8).price == 6


STEP = st.tuples(st.floats(2 * R + 0.05, 2.5), st.floats(0.2, 1.0))


@given(walk=st.floats(0.5, 3.0), steps=st.lists(STEP, min_size=2, max_size=3), last=st.floats(0.4, 2.0))
@settings(max_examples=depth(8, 30))
def test_i24_02_an_action_pays_the_least_of_climbing_once_for_all_steps_of_a_stair(
    walk: float, steps: list[tuple[float, float]], last: float
) -> None:
    """The price is counted here by hand: whole inches from riser to riser, and up, two inches at least in all."""
    risers = [5.0 + walk + R, *itertools.accumulate((tread for tread, _ in steps[:-1]), initial=0.0)]
    risers = [risers[0] + along for along in risers[1:]]
    tops = list(itertools.accumulate(height for _, height in steps))
    stair = tuple(box(f"S{k}", x, 5, 24, 17, 0, top) for k, (x, top) in enumerate(zip(risers, tops, strict=True)))
    target = (risers[-1] + last + R, 11.0, tops[-1])
    level = [walk, *(b - a for a, b in itertools.pairwise(risers)), last + 2 * R]
    price = sum(math.ceil(leg - 1e-9) for leg in level) + max(2, sum(math.ceil(height) for _, height in steps))
    found = cheapest_path(Scene(Base(ROUND, 0, 0), 1.6, stair), (5.0, 11.0, 0.0), target, allowance=price)
    assert found.legal
    assert found.price <= price


def test_a_low_wall_is_climbed_over_where_that_is_cheaper_than_walking_round() -> None:
    wall = box("W", 8, 0, 8.2, 22, 0, 2)
    over = cheapest_path(Scene(Base(ROUND, 0, 0), 1.6, (wall,)), (6, 11, 0), (10, 11, 0), allowance=8)
    assert (over.price, over.bound) == (6, 6)
    assert over.path is not None
    assert max(z for _, _, z in over.path) == 2
    dash = cheapest_path(
        Scene(Base(ROUND, 0, 0), 1.6, (wall,)), (6, 11, 0), (10, 11, 0), tariff=Tariff(climbs=None), allowance=8
    )
    assert dash.legal is False


def test_on_a_top_the_centre_stays_over_it() -> None:
    bridge = (box("A", 4, 9, 9, 13, 0, 3), box("B", 9, 11.5, 12, 13, 0, 3), box("C", 12, 9, 16, 13, 0, 3))
    scene = Scene(Base(ROUND, 0, 0), 1.6, bridge)
    over = cheapest_path(scene, (7, 10, 3), (14, 10, 3), tariff=Tariff(climbs=Climbs(highest=2)), allowance=9)
    assert over.legal
    assert over.path is not None
    facts = path_facts(scene.mover, 1.6, over.path, parts=bridge)
    assert all(not leg.gaps and not leg.centre_bare for leg in facts.legs)


def test_an_oval_turned_lengthwise_fits_where_it_would_not_across() -> None:
    parts = (box("A", 4, 0, 5, 5), box("B", 4, 6.5, 5, 22))
    along = Scene(Base(OVAL, 0, 0, rotation_deg=0), 1.6, parts)
    across = Scene(Base(OVAL, 0, 0, rotation_deg=90), 1.6, parts)
    assert cheapest_path(along, (2, 5.75, 0), (8, 5.75, 0), tariff=FLAT, allowance=6).legal is True
    assert cheapest_path(across, (2, 5.75, 0), (8, 5.75, 0), tariff=FLAT, allowance=9).legal is False


@pytest.mark.parametrize("way", list(Passage))
@pytest.mark.parametrize(("start", "target"), [((3, 6, 0), (3, 3, 2)), ((3, 6, 0), (6, 6, 0)), ((3, 3, 2), (3, 6, 0))])
def test_a_way_through_something_far_away_changes_no_path(way: Passage, start: PlaceXYZ, target: PlaceXYZ) -> None:
    deck, far = box("deck", 1, 1, 5, 4, 0, 2), box("far", 25, 18, 26, 20)
    board = Board(30, 22)
    plain = Scene(Base(ROUND, 0, 0), 1.6, (deck,), board=board)
    beside = Scene(Base(ROUND, 0, 0), 1.6, (deck, far), ways={"far": way}, board=board)
    alone, both = (cheapest_path(one, start, target, allowance=6) for one in (plain, beside))
    assert (both.price, both.path) == (alone.price, alone.path)
    assert both.path is not None


def test_a_way_that_the_rows_do_not_hold_is_given_up_after_each_place_was_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between three models into contact with one: looked at along every chain of places this takes a day."""
    looked = 0
    clear = FreeSpace.clear

    def counted(self: FreeSpace, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        nonlocal looked
        looked += 1
        assert looked < 50_000
        return clear(self, starts, ends)

    monkeypatch.setattr(FreeSpace, "clear", counted)
    size, own = BaseShape(1.3093289689034369, 1.3093289689034369), BaseShape(1.387888707037643, 1.387888707037643)
    others = {"B1": (9.557169507819347, 8.100644739483108), "B2": (11.355574318313876, 12.117903152327186)}
    others["B3"] = (13.40164654042002, 12.36906513247756)
    blockers = {name: StandingBody(Base(size, x, y), 1.4) for name, (x, y) in others.items()}
    scene = Scene(Base(own, 0, 0), 1.4, blockers=blockers, board=Board(31.18, 22.86))
    start, target = (12.484573517437317, 11.380267328273002, 0.0), (9.952649742713268, 9.389962847770477, 0.0)
    found = cheapest_path(scene, start, target, tariff=FLAT, allowance=6)
    assert found.bound <= 5
    assert looked > 1_000, "it is such a case"
