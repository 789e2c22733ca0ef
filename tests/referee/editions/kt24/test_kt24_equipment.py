"""Where equipment may stand and what it does, 2024 (rules J24-01 to J24-10, G24-22, L24-02, L24-12, L24-13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from geometry.placement import Placement
from geometry.table import Marker, Operative, Table
from geometry.terrain import Part
from referee.corpus.kt24_answers import Claim, precedence
from referee.corpus.runner import answers_of
from referee.corpus.scenario import Question
from referee.editions.kt24.areas import torrent_targets
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.equipment import may_set_up
from referee.editions.kt24.equipment.comms_device import support_reach, supports
from referee.editions.kt24.equipment.portable_barricade import barricade_again
from referee.rules.judgement import Attempt, Move, Shot
from referee.rules.ports.actions import judge_attempt
from referee.rules.position import Position
from referee.rules.set_up import Item, items_of
from tests.referee.conftest import Box, Build, Stand

Square = tuple[tuple[float, float], ...]
R32 = 32 / 25.4 / 2


def square(x: float, y: float, width: float, depth: float) -> Square:
    return ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))


HOME = square(0, 0, 30, 11)
ZONE = square(0, 0, 30, 4)
OTHERS = ("heavy barricade", "light barricade", "portable barricade", "razor wire")
OWN = {"heavy barricade": "J24-04", "light barricade": "J24-06", "portable barricade": "J24-08", "razor wire": "J24-10"}


def empty(*parts: Part, markers: tuple[Marker, ...] = ()) -> Position:
    return Position(Table(terrain=parts, markers={marker.id: marker for marker in markers}))


def faults(position: Position, item: str, **given: Any) -> list[str]:
    ruling = may_set_up(position, Item(item, item, "p1", **given), territory=HOME, drop_zone=ZONE)
    return [finding.rule for finding in ruling.faults]


@pytest.mark.parametrize(("item", "rule"), [("ammo cache", "J24-01"), ("comms device", "J24-03")])
def test_j24_01_and_j24_03_a_marker_lies_wholly_within_its_players_territory(item: str, rule: str) -> None:
    assert faults(empty(), item, centre=(10, 10.6)) == []
    assert faults(empty(), item, centre=(10, 10.7)) == [rule]
    assert faults(empty(), item, centre=(0.2, 5)) == [rule, "A24-01"]


@pytest.mark.parametrize("item", ["ammo cache", "comms device", "mines"])
def test_j24_01_a_marker_that_the_camera_sees_well_inside_its_territory_lies_there_surely(item: str) -> None:
    deep = Item(item, item, "p1", centre=(10, 5), sigma=0.02)
    at_the_line = Item(item, item, "p1", centre=(10, 11 - 10 / 25.4), sigma=0.02)
    assert may_set_up(empty(), deep, territory=HOME, drop_zone=ZONE).p_yes == 1
    assert 0.05 < may_set_up(empty(), at_the_line, territory=HOME, drop_zone=ZONE).p_yes < 0.95


@pytest.mark.parametrize("item", OTHERS)
def test_j24_04_j24_06_j24_08_j24_10_barricades_and_wire_keep_clear_and_stand_on_the_floor(item: str, box: Box) -> None:
    spot = square(10, 2, 2, 0.4)
    assert faults(empty(), item, outline=spot) == []
    assert faults(empty(), item, outline=spot, z=1.0) == [OWN[item]]
    for part in (
        replace(box("wire", 14.0, 2, 15, 3), equipment="razor wire"),
        replace(box("hatch", 14.0, 2, 15, 3), role="access_point"),
        box("arch", 14.0, 2, 15, 3, traits="Accessible"),
    ):
        assert faults(empty(part), item, outline=spot) == [OWN[item]], "two inches off is not more than two"
        moved = replace(part, outline=square(14.01, 2, 1, 1))
        assert faults(empty(moved), item, outline=spot) == []


def test_j24_04_a_heavy_barricade_is_wholly_within_four_inches_of_the_drop_zone() -> None:
    assert faults(empty(), "heavy barricade", outline=square(10, 7.6, 2, 0.4)) == []
    assert faults(empty(), "heavy barricade", outline=square(10, 7.7, 2, 0.4)) == ["J24-04"]


@pytest.mark.parametrize("item", ["light barricade", "portable barricade", "razor wire"])
def test_j24_06_j24_08_j24_10_the_others_are_wholly_within_territory(item: str) -> None:
    assert faults(empty(), item, outline=square(10, 10.6, 2, 0.4)) == []
    assert faults(empty(), item, outline=square(10, 10.7, 2, 0.4)) == [OWN[item]]


def test_j24_05_a_ladder_stands_upright_against_terrain_of_two_inches(box: Box) -> None:
    wall = box("wall", 10, 5, 14, 5.3, z=(0, 2))
    low = box("low", 10, 5, 14, 5.3, z=(0, 1.9))
    assert faults(empty(wall), "ladder", outline=square(11, 4.7, 0.8, 0.3)) == []
    assert faults(empty(low), "ladder", outline=square(11, 4.7, 0.8, 0.3)) == ["J24-05"]
    assert faults(empty(wall), "ladder", outline=square(11, 3.7, 0.8, 0.3)) == ["J24-05"]


def test_j24_07_mines_keep_more_than_two_inches_from_markers() -> None:
    marker = Marker("M", "objective", 1.57, Placement("M", 10, 5))
    reach = 1.57 / 2 + 10 / 25.4
    assert faults(empty(markers=(marker,)), "mines", centre=(10 + reach + 2.0, 5)) == ["J24-07"]
    assert faults(empty(markers=(marker,)), "mines", centre=(10 + reach + 2.01, 5)) == []


@pytest.fixture
def mined(build: Callable[..., Position], stand: Callable[..., Operative]) -> Position:
    mine = Marker("boom", "mines", 20 / 25.4, Placement("boom", 14, 12))
    return build(stand("A1", 10, 10), stand("B1", 25, 20), markers=[mine])


@pytest.mark.parametrize(("path", "sprung"), [(((10, 10, 0), (18, 10, 0)), ("boom",)), (((10, 10, 0), (18, 8, 0)), ())])
def test_j24_07_a_mine_goes_off_anywhere_along_the_way_of_anybody(
    mined: Position, path: tuple[tuple[float, float, float], ...], sprung: tuple[str, ...]
) -> None:
    assert KT24.judge_move(mined, Move("A1", "Reposition", path)).sprung == sprung


@pytest.fixture
def carried(build: Build, stand: Stand, box: Box) -> Build:
    """A1 behind a portable barricade, with or without a step or the enemy in its way."""

    def made(*walls: Part, enemy: tuple[float, float] = (25, 20), gap: float = 0.0) -> Position:
        shield = replace(
            box("shield", 10 + R32 + gap, 9, 10.3 + R32 + gap, 11, z=(0, 1), traits="Light Protective Portable"),
            equipment="portable barricade",
        )
        return build(stand("A1", 10, 10), stand("B1", *enemy), walls=(shield, *walls))

    return made


def test_j24_09_only_who_is_connected_moves_with_the_barricade(carried: Build) -> None:
    move = Attempt("A1", "Move With Barricade")
    assert judge_attempt(KT24, carried(), move).holds
    assert [fault.rule for fault in judge_attempt(KT24, carried(gap=0.3), move).faults] == ["J24-09"]
    engaged = judge_attempt(KT24, carried(enemy=(8.1, 10)), move)
    assert [fault.rule for fault in engaged.faults] == ["H24-04"]
    after = judge_attempt(KT24, carried(), Attempt("A1", "Move With Barricade", performed=("Charge",)))
    assert [fault.rule for fault in after.faults] == ["J24-09"]


def shield_with_feet(box: Box, side: str) -> tuple[Part, ...]:
    """Return a portable barricade whose left edge touches A1, with its feet on that side."""
    left, right = 10 + R32, 10.3 + R32
    x0, x1 = {"left": (left - 0.35, left), "right": (right, right + 0.35)}[side]
    shield = box("shield", left, 9, right, 11, z=(0, 1), traits="Light Protective Portable")
    feet = [box(f"foot-{y}", x0, y, x1, y + 0.4, z=(0, 0.1), traits="Insignificant Exposed") for y in (9.0, 10.6)]
    return tuple(replace(part, feature="shield", equipment="portable barricade") for part in (shield, *feet))


RIGHT, LEFT = 10.3 + 2 * R32, 10.0
"""Where a base of 32 mm touches the shield on either side."""


@pytest.mark.parametrize(
    ("feet", "at", "may"),
    [
        ("left", (LEFT, 10), True),
        ("left", (LEFT, 9.2), True),
        ("left", (RIGHT, 10), False),
        ("left", (RIGHT, 10.9), False),
        ("right", (LEFT, 10), False),
        ("right", (RIGHT, 10), True),
        ("left", (10.15 + R32, 9 - R32), False),
        ("left", (10.15 + R32, 11 + R32), False),
    ],
    ids=["inside", "inside near its end", "outside", "outside near its end", "turned", "turned inside", "end", "other"],
)
def test_j24_09_who_moves_with_a_barricade_is_connected_to_its_inside(
    build: Build, stand: Stand, box: Box, feet: str, at: tuple[float, float], may: bool
) -> None:
    position = build(stand("A1", *at), stand("B1", 25, 20), walls=shield_with_feet(box, feet))
    ruling = judge_attempt(KT24, position, Attempt("A1", "Move With Barricade"))
    assert ruling.holds is may
    assert may or [fault.rule for fault in ruling.faults] == ["J24-09"]


def test_j24_09_contact_with_a_foot_alone_connects_nobody(build: Build, stand: Stand, box: Box) -> None:
    at = 10 - 0.35
    position = build(stand("A1", at, 10), stand("B1", 25, 20), walls=shield_with_feet(box, "left"))
    assert not judge_attempt(KT24, position, Attempt("A1", "Move With Barricade")).holds
    item = next(iter(items_of(position, {}, frozenset())))
    bare = replace(position, table=replace(position.table, terrain=()))
    assert [fault.rule for fault in barricade_again(bare, "A1", item).faults] == ["J24-09"]


def test_j24_09_an_inside_that_is_not_known_is_either_side(build: Build, stand: Stand, box: Box) -> None:
    plain = shield_with_feet(box, "left")[:1]
    for x in (LEFT, RIGHT):
        position = build(stand("A1", x, 10), stand("B1", 25, 20), walls=plain)
        assert judge_attempt(KT24, position, Attempt("A1", "Move With Barricade")).holds


@pytest.mark.parametrize(("reading", "may"), [("the side of its feet", False), ("either side", True)])
def test_j24_09_a_reading_decides_which_side_is_the_inside(
    build: Build, stand: Stand, box: Box, reading: str, may: bool
) -> None:
    position = build(stand("A1", RIGHT, 10), stand("B1", 25, 20), walls=shield_with_feet(box, "left"))
    edition = KT24.playing({"inside of a portable barricade": reading})
    ruling = judge_attempt(edition, position, Attempt("A1", "Move With Barricade"))
    assert ruling.holds is may
    assert f"read as: inside of a portable barricade = {reading}" in str(ruling.findings[-1].reason)


@pytest.mark.parametrize("side", ["left", "right"])
def test_i24_12_a_portable_barricade_covers_on_either_side_without_its_feet(
    build: Build, stand: Stand, box: Box, side: str
) -> None:
    position = build(stand("A1", LEFT, 10), stand("B1", 20, 10), walls=shield_with_feet(box, side))
    assert KT24.judge_shot(position, Shot("B1", "A1")).in_cover.holds


def test_i24_12_feet_in_the_way_give_no_cover(build: Build, stand: Stand, box: Box) -> None:
    feet = shield_with_feet(box, "left")[1:]
    position = build(stand("A1", 10 - 0.35, 9.2), stand("B1", 20, 9.2), walls=feet)
    assert not KT24.judge_shot(position, Shot("B1", "A1")).in_cover.holds


def test_j24_09_it_goes_along_two_inches_less_than_move_and_on_the_level(carried: Build, box: Box) -> None:
    through = KT24.judge_move(carried(), Move("A1", "Move With Barricade", ((10, 10, 0), (14, 10, 0))))
    assert (through.legal, through.allowance) == (True, 4.0), "its own barricade is not in the way"
    far = KT24.judge_move(carried(), Move("A1", "Move With Barricade", ((10, 10, 0), (15, 10, 0))))
    assert not far.legal
    step = box("step", 5, 8, 8.5, 12, z=(0, 1), traits="Vantage")
    path = ((10, 10, 0), (9.2, 10, 0), (9.2, 10, 1), (7.5, 10, 1))
    climbs = KT24.judge_move(carried(step), Move("A1", "Move With Barricade", path))
    assert "J24-09" in [fault.rule for fault in climbs.ruling.faults]


def test_j24_09_it_is_set_up_again_connected_and_clear_of_other_equipment(carried: Build, box: Box) -> None:
    position = carried()
    bare = replace(position, table=replace(position.table, terrain=()))
    at = Item("shield", "portable barricade", "p1", square(10 + R32, 9, 0.3, 2))
    assert barricade_again(bare, "A1", at).holds
    loose = Item("shield", "portable barricade", "p1", square(10.5 + R32, 9, 0.3, 2))
    assert [fault.rule for fault in barricade_again(bare, "A1", loose).faults] == ["J24-09"]
    wire = replace(box("wire", 12, 9, 13, 11, z=(0, 1)), equipment="razor wire")
    near = replace(position, table=replace(position.table, terrain=(wire,)))
    assert [fault.rule for fault in barricade_again(near, "A1", at).faults] == ["J24-09"]


@pytest.mark.parametrize(
    ("own", "holder", "reach"),
    [({"C"}, "A2", 9.0), ({"C"}, "B1", 6.0), (set(), "A2", 6.0)],
    ids=["own device", "held by the enemy", "the enemy's device"],
)
def test_j24_03_and_l24_13_a_comms_device_lengthens_support_by_three(
    build: Build, stand: Stand, own: set[str], holder: str, reach: float
) -> None:
    device = Marker("C", "comms device", 20 / 25.4, Placement("C", 20, 10))
    places = {"A1": (2, 10), "A2": (9, 10), "B1": (25, 20), holder: (20.9, 10)}
    position = build(*(stand(name, *place) for name, place in places.items()), markers=[device])
    assert support_reach(KT24, position, "p1", 6.0, frozenset(own)) == reach
    assert not supports(KT24, position, "A1", "B1", 60.0).holds, "SUPPORT is for friends"


def test_j24_03_a_friend_beyond_the_distance_is_reached_with_the_device(build: Build, stand: Stand) -> None:
    device = Marker("C", "comms device", 20 / 25.4, Placement("C", 20, 10))
    position = build(stand("A1", 2, 10), stand("A2", 20.9, 10), markers=[device])
    distance = 18.9 - 2 * R32 - 3
    words = {"by": "A1", "friend": "A2", "distance": distance}
    question = Question("S", "support", KT24, position, words)
    assert answers_of(KT24.id)["support"](question) == {"reach": distance, "supported": False}
    with_device = replace(question, words={**words, "own_devices": ["C"]})
    assert answers_of(KT24.id)["support"](with_device) == {"reach": distance + 3, "supported": True}


def test_g24_22_torrent_reaches_valid_targets_near_the_first_that_no_friend_engages(
    build: Build, stand: Stand, box: Box
) -> None:
    wall = box("wall", 19.3, 13.2, 20.7, 13.5, z=(0, 1), traits="Light")
    near = (stand("B2", 18.8, 10), stand("B3", 20, 12), stand("B4", 20, 14.3), stand("B5", 26, 10))
    position = build(
        stand("A1", 10, 10), stand("A2", 20, 12 + 1.9), stand("B1", 20, 10), *near, walls=(wall,), concealed=["B4"]
    )
    assert torrent_targets(KT24, position, "A1", "B1", 2.0) == ("B2",)


def test_l24_02_control_goes_to_the_strictly_greater_apl_of_those_who_see_it_from_an_inch(
    build: Build, stand: Stand, box: Box
) -> None:
    marker = Marker("M", "objective", 1.57, Placement("M", 10, 10))
    one, other = stand("A1", 8.2, 10), stand("B1", 11.8, 10)
    tied = KT24.markers.control(build(one, other, markers=[marker]), "M")
    assert (tied.contesting, tied.controller) == (("A1", "B1"), None)
    both = KT24.markers.control(build(one, stand("A2", 10, 8.2), other, markers=[marker]), "M")
    assert (dict(both.apl), both.controller) == ({"p1": 4, "p2": 2}, "p1")
    wall = box("wall", 10.9, 8, 11.0, 12)
    hidden = KT24.markers.control(build(one, other, markers=[marker], walls=(wall,)), "M")
    assert (hidden.contesting, hidden.controller) == (("A1",), "p1")


RULES = [
    Claim("core", "p1"),
    Claim("cannot", "p2", cannot=True),
    Claim("card", "p1", beyond_core=True),
    Claim("commentary", "p2", commentary=True),
    Claim("says so", "p1", says_so=True),
]


def test_l24_12_precedence_goes_by_five_grounds_in_their_order() -> None:
    for kept in range(len(RULES), 1, -1):
        assert precedence(RULES[:kept], "p1").prevails == RULES[kept - 1]


def test_l24_12_where_grounds_are_equal_the_player_with_initiative_decides_or_by_errata_the_active_one(
    build: Build,
) -> None:
    pair = [Claim("a", "p1", cannot=True), Claim("b", "p2", cannot=True)]
    found = precedence(pair, "p2")
    assert (found.prevails, found.decider, found.between) == (None, "p2", tuple(pair))
    assert precedence(pair, "p2", active="p1").decider == "p1"
    errata = KT24.playing({"last word": "active operative"})
    words = {"claims": [{"name": "a", "owner": "p1"}, {"name": "b", "owner": "p2"}], "initiative": "p2", "active": "p1"}
    asked = Question("P", "precedence", KT24, build(), words)
    assert answers_of(KT24.id)["precedence"](asked)["decider"] == "p2"
    by_errata = answers_of(KT24.id)["precedence"](replace(asked, edition=errata))
    assert (by_errata["decider"], by_errata["read_as"]) == ("p1", "read as: last word = active operative")
    claims = [{"name": "a", "owner": "p1"}, {"name": "b", "owner": "p2", "says_so": True}]
    question = Question("P", "precedence", KT24, build(), {"claims": claims, "initiative": "p1"})
    assert answers_of(KT24.id)["precedence"](question) == {
        "prevails": "b",
        "decider": None,
        "between": [],
        "read_as": None,
    }


def test_j24_05_a_ladder_is_wholly_within_territory_and_clear_of_equipment_doors_and_access_points(box: Box) -> None:
    """Equipment is more than two inches away, doors and access points more than one; the ladder ends at x = 11.8."""
    wall = box("wall", 10, 5, 14, 5.3, z=(0, 2))
    beyond = box("beyond", 10, 11.1, 14, 11.4, z=(0, 2))
    assert faults(empty(beyond), "ladder", outline=square(11, 10.8, 0.8, 0.3)) == ["J24-05"]

    def beside(gap: float, **what: Any) -> list[str]:
        part = replace(box("other", 11.8 + gap, 4, 12.0 + gap, 5), **what)
        return faults(empty(wall, part), "ladder", outline=square(11, 4.7, 0.8, 0.3))

    assert beside(2.0, equipment="razor wire") == ["J24-05"]
    assert beside(2.01, equipment="razor wire") == []
    for role in ("door", "access_point"):
        assert beside(1.0, role=role) == ["J24-05"]
        assert beside(1.01, role=role) == []
