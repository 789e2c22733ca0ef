"""Terrain and killzones, 2024 (rules H24-03, H24-12 to H24-14, I24-08 to I24-13, K24-01 to K24-06)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geometry.placement import Placement
from geometry.table import Marker
from referee.editions.kt24.areas import blast_targets
from referee.editions.kt24.dice import DICE
from referee.editions.kt24.edition import KT24
from referee.rules.judgement import Attempt, Move, Shot, ShotJudgement
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import Edition
from referee.rules.position import Order, Position, Status
from referee.rules.weapon import RuleUse
from tests.referee.conftest import Box, Build, Stand

VOLKUS = KT24.in_killzone("volkus")
GALLOWDARK = KT24.in_killzone("gallowdark")


def shot(position: Position, *rules: RuleUse) -> ShotJudgement:
    return KT24.judge_shot(position, Shot("A1", "B1", rules))


def test_h24_03_a_carried_marker_is_where_its_carrier_is_and_nobody_else_contests_it(
    build: Build, stand: Stand
) -> None:
    marker = Marker("M", "objective", 1.57, Placement("M", 25, 20), carried_by="A1")
    position = build(stand("A1", 10, 10), stand("B1", 25, 20), markers=[marker])
    control = KT24.markers.control(position, "M")
    assert (control.contesting, control.controller) == (("A1",), "p1")


@pytest.fixture
def gantry(build: Build, stand: Stand, box: Box) -> Build:
    """A1 on a platform three inches up, with a Heavy parapet of the same feature in front of it."""

    def made(feature: str = "gantry", height: float = 3.0) -> Position:
        platform = replace(box("floor", 8, 8, 12, 12, z=(height - 0.2, height), traits="Vantage"), feature="gantry")
        parapet = replace(box("parapet", 14, 6, 14.3, 14, z=(0, 6), traits="Heavy"), feature=feature)
        return build(stand("A1", 10, 10, height), stand("B1", 24, 10), walls=(platform, parapet))

    return made


def test_h24_12_heavy_terrain_of_the_vantage_feature_under_either_does_not_obscure(gantry: Build) -> None:
    assert shot(gantry("gantry")).obscured.holds is False
    assert shot(gantry("another")).obscured.holds is True


def test_h24_13_a_vantage_platform_is_light_terrain_itself(build: Build, stand: Stand, box: Box) -> None:
    """Seek Light takes its cover away, and it does not obscure."""
    platform = box("floor", 15.2, 8, 16, 12, z=(0, 1.2), traits="Vantage")
    position = build(stand("A1", 10, 10), stand("B1", 17.2, 10), walls=(platform,), concealed=["B1"])
    assert shot(position).in_cover.holds
    assert not shot(position).obscured.holds
    assert not shot(position).target_ruling.holds
    assert shot(position, RuleUse("seek_light")).target_ruling.holds


@pytest.mark.parametrize(("z", "on_floor"), [(0.0, True), (2.0, False)])
def test_h24_14_the_killzone_floor_is_the_lowest_level(
    build: Build, stand: Stand, box: Box, z: float, on_floor: bool
) -> None:
    """A door is fought through only at an enemy on the floor."""
    door = replace(box("door", 10.62, 8.0, 11.0, 12.0, z=(0, 4)), role="door")
    position = build(stand("A1", 10, 10), stand("B1", 12.4, 10, z), walls=(door,), killzone="volkus")
    ruling = judge_attempt(VOLKUS, position, Attempt("A1", "Door Fight", "B1", engaged=False))
    assert ruling.holds is on_floor


def test_h24_16_a_head_is_where_the_card_says_and_what_it_sees_over_follows(
    build: Build, stand: Stand, box: Box
) -> None:
    low = box("wall", 14, 8, 14.5, 12, z=(0, 3))
    short, tall = stand("A1", 10, 10), replace(stand("A1", 10, 10), head=4.0)
    target = replace(stand("B1", 20, 10), head=2.9)
    assert not KT24.sight.visible(build(short, target, walls=(low,)), "A1", "B1").holds
    assert KT24.sight.visible(build(tall, target, walls=(low,)), "A1", "B1").holds


@pytest.mark.parametrize("trait", ["Exposed", "Insignificant"])
def test_i24_08_and_i24_09_exposed_and_insignificant_terrain_never_intervenes(
    build: Build, stand: Stand, box: Box, trait: str
) -> None:
    for traits, cover in ((f"Light {trait}", False), ("Light", True)):
        wall = box("wall", 15.5, 8, 16, 12, z=(0, 1), traits=traits)
        position = build(stand("A1", 10, 10), stand("B1", 17.2, 10), walls=(wall,))
        assert shot(position).in_cover.holds is cover


def test_i24_09_insignificant_terrain_does_not_stop_a_move_either(build: Build, stand: Stand, box: Box) -> None:
    for traits, legal in (("Insignificant", True), ("Light", False)):
        feet = box("feet", 12, 9, 12.5, 11, z=(0, 0.3), traits=traits)
        position = build(stand("A1", 10, 10), stand("B1", 25, 20), walls=(feet,))
        judged = KT24.judge_move(position, Move("A1", "Reposition", ((10, 10, 0), (15, 10, 0))))
        assert judged.legal is legal


@pytest.fixture
def behind_shield(build: Build, stand: Stand, box: Box) -> Build:
    """B1 behind a portable barricade that it touches; `gap` takes it away from it."""

    def made(gap: float = 0.0, traits: str = "Light Protective Portable") -> Position:
        shield = box("shield", 15, 9, 15.3, 11, z=(0, 1), traits=traits)
        return build(stand("A1", 10, 10), stand("B1", 15.3 + 0.62992 + gap, 10), walls=(shield,))

    return made


def test_i24_12_a_portable_barricade_covers_only_who_is_connected_to_it(behind_shield: Build) -> None:
    assert shot(behind_shield()).in_cover.holds
    assert not shot(behind_shield(0.2)).in_cover.holds
    assert shot(behind_shield(0.2, "Light")).in_cover.holds


def test_i24_11_protective_cover_improves_the_save_by_one(behind_shield: Build) -> None:
    assert shot(behind_shield()).modifiers.save_improved_by == 1
    assert shot(behind_shield(traits="Light Portable")).modifiers.save_improved_by == 0
    assert shot(behind_shield(0.2)).modifiers.save_improved_by == 0


@pytest.mark.parametrize(
    ("move", "wounds", "changes", "expected"),
    [
        (6, 10, (), 6),
        (6, 4, (), 4),
        (5, 4, (), 4),
        (6, 4, (-1,), 4),
        (6, 10, (-3,), 4),
        (6, 10, (2,), 8),
        (3, 1, (), 3),
    ],
)
def test_i24_13_changes_of_move_add_up_and_never_take_it_below_four(
    move: float, wounds: int, changes: tuple[int, ...], expected: int
) -> None:
    status = Status(Order.ENGAGE, 2, move, wounds, 10)
    assert KT24.stats.move(status, changes) == expected


def test_k24_01_an_unbroken_window_is_heavy_and_seen_through_from_an_inch(build: Build, stand: Stand, box: Box) -> None:
    window = box("window", 14, 4, 14.3, 16, z=(0, 5), traits="Barred Heavy")
    far = build(stand("A1", 10, 10), stand("B1", 20, 10), walls=(window,), killzone="volkus")
    assert not VOLKUS.sight.visible(far, "A1", "B1").holds
    near = build(stand("A1", 13, 10), stand("B1", 20, 10), walls=(window,), killzone="volkus")
    assert VOLKUS.sight.visible(near, "A1", "B1").holds
    assert not VOLKUS.judge_shot(near, Shot("A1", "B1")).obscured.holds, "within an inch of the shooter"


def test_k24_02_doors_and_low_stronghold_walls_do_not_break_control_range(build: Build, stand: Stand, box: Box) -> None:
    for height, role, reached in ((1.9, "stronghold", True), (2.5, "stronghold", False), (4.0, "door", True)):
        wall = replace(box("wall", 10.7, 5, 11.0, 15, z=(0, height)), role=role)
        marker = Marker("M", "objective", 1.57, Placement("M", 12.4, 10))
        low_eye = replace(stand("A1", 10, 10), head=1.0)
        position = build(low_eye, stand("B1", 25, 20), walls=(wall,), markers=[marker], killzone="volkus")
        assert VOLKUS.markers.near(position, "A1", "M").holds is reached


def stronghold(
    build: Build, stand: Stand, box: Box, where: tuple[float, float], z: float = 0.0, *, step: bool = False
) -> Position:
    sides = (("w", 14, 6, 14.3, 14), ("e", 20, 6, 20.3, 14), ("s", 14, 6, 20.3, 6.3), ("n", 14, 13.7, 20.3, 14))
    walls = [replace(box(name, *corners, z=(0, 4)), role="stronghold", feature="fort") for name, *corners in sides]
    if step:
        walls.append(replace(box("step", 15, 7, 19, 13, z=(0, z), traits="Vantage"), role="fire_step", feature="fort"))
    return build(stand("A1", 5, 10), stand("B1", *where, z), walls=walls, killzone="volkus")


@pytest.mark.parametrize("see_through", [False, True])
@pytest.mark.parametrize("edition", [KT24, VOLKUS, GALLOWDARK], ids=["open", "volkus", "gallowdark"])
@pytest.mark.parametrize(("traits", "seen"), [("Heavy", False), ("Heavy Barred", True)])
def test_h24_04_and_i24_10_control_range_goes_through_a_window_that_both_stand_by(
    build: Build, stand: Stand, box: Box, edition: Edition, traits: str, seen: bool, see_through: bool
) -> None:
    """The bases end at 10.63 and 11.37; the window is between them, as tall as they are."""
    window = replace(box("window", 10.95, 5, 11.05, 15, z=(0, 3), traits=traits), see_through=see_through)
    marker = Marker("M", "objective", 40 / 25.4, Placement("M", 12.2, 10))
    position = build(stand("A1", 10, 10), stand("B1", 12, 10), walls=[window], markers=[marker])
    assert edition.engagement.engaged(position, "A1", "B1").holds is (seen or see_through)
    assert edition.markers.near(position, "A1", "M").holds is (seen or see_through)


@pytest.mark.parametrize("see_through", [False, True])
@pytest.mark.parametrize(("window", "reached"), [(11.55, True), (12.05, False)])
def test_g24_03_and_i24_10_a_blast_goes_through_barred_terrain_that_is_near(
    build: Build, stand: Stand, box: Box, window: float, reached: bool, see_through: bool
) -> None:
    """The bases end at 10.63 and 13.57; the window, a tenth thick, is 0.92 from the first, or 1.42 from both."""
    barred = box("window", window, 5, window + 0.1, 15, z=(0, 9), traits="Barred")
    walls = [replace(barred, see_through=see_through)]
    position = build(stand("A1", 3, 3), stand("B1", 10, 10), stand("B2", 14.2, 10), walls=walls)
    assert ("B2" in blast_targets(KT24, position, "B1", 4.0)) is reached


BLAST = RuleUse("blast", 2)


@pytest.mark.parametrize(
    ("where", "z", "step", "closed"),
    [
        ((17, 10), 0.0, False, True),
        ((13, 10), 0.0, False, False),
        ((20.3, 10), 0.0, False, False),
        ((17, 10), 1.0, True, True),
        ((17, 10), 3.0, False, False),
    ],
)
def test_k24_03_a_blast_is_lethal_against_who_is_wholly_in_a_stronghold_on_floor_or_fire_step(
    build: Build, stand: Stand, box: Box, where: tuple[float, float], z: float, step: bool, closed: bool
) -> None:
    position = stronghold(build, stand, box, where, z, step=step)
    expected = (RuleUse("lethal", 5),) if closed else ()
    assert VOLKUS.environment.gained_rules(position, (BLAST,), "B1") == expected
    assert VOLKUS.environment.gained_rules(position, (RuleUse("heavy"),), "B1") == ()


def test_k24_04_who_alone_is_wholly_in_a_stronghold_resolves_first(build: Build, stand: Stand, box: Box) -> None:
    inside = stronghold(build, stand, box, (17, 10))
    assert VOLKUS.environment.first_resolver(inside, "A1", "B1") == "B1"
    outside = stronghold(build, stand, box, (13, 10))
    assert VOLKUS.environment.first_resolver(outside, "A1", "B1") == "A1"


@pytest.mark.parametrize(
    ("use", "gains"),
    [
        (RuleUse("blast", 2), True),
        (RuleUse("torrent", 1), True),
        (RuleUse("devastating", 2, distance=1), True),
        (RuleUse("devastating", 2), False),
        (RuleUse("piercing", 1), False),
    ],
)
def test_k24_06_in_close_quarters_whatever_spreads_is_lethal_anywhere(
    build: Build, stand: Stand, use: RuleUse, gains: bool
) -> None:
    position = build(stand("A1", 5, 10), stand("B1", 17, 10), killzone="gallowdark")
    found = GALLOWDARK.environment.gained_rules(position, (use,), "B1")
    assert found == ((RuleUse("lethal", 5),) if gains else ())
    assert DICE.weapon_rules["lethal"].title == "Lethal"
