"""Who can be shot, 2024: cover, obscured, order, Vantage, smoke (rules E24-02 to E24-04, H24-05 to H24-12)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.placement import Placement
from geometry.table import Marker
from geometry.witness import Role
from referee.editions.kt24.edition import KT24
from referee.rules.judgement import CoverSave, Shot, ShotJudgement
from referee.rules.ruling import Verdict
from tests.depth import depth

FAR = 14.26


def shot(position: Any, *rules: str, by: str = "A1", at: str = "B1") -> ShotJudgement:
    return KT24.judge_shot(position, Shot(by, at, KT24.read_rules(rules)))


def barricade(box: Any, x: float, *, traits: str = "Light", y: tuple[float, float] = (9.8, 12.2)) -> Any:
    return box("T", x, y[0], x + 0.2, y[1], z=(0, 1), traits=traits)


@pytest.mark.parametrize(("x", "cover"), [(12.93, True), (12.44, True), (12.42, False), (9.0, False)])
def test_h24_08_cover_is_intervening_terrain_within_an_inch_of_the_target(
    build: Any, stand: Any, box: Any, x: float, cover: bool
) -> None:
    position = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, x)])
    assert shot(position).in_cover.holds is cover


def test_h24_08_no_cover_within_two_inches_of_the_shooter(build: Any, stand: Any, box: Any) -> None:
    wall = box("T", 6.63, 9.8, 6.83, 12.2, z=(0, 1), traits="Light")
    assert not shot(build(stand("A1", 5, 11), stand("B1", 7.96, 11), walls=[wall])).in_cover.holds
    wall = box("T", 7.23, 9.8, 7.43, 12.2, z=(0, 1), traits="Light")
    assert shot(build(stand("A1", 5, 11), stand("B1", 8.56, 11), walls=[wall])).in_cover.holds


def test_h24_06_the_shooter_picks_one_point_and_may_shoot_past_a_corner(build: Any, stand: Any, box: Any) -> None:
    reaching = barricade(box, 12.93, y=(10.9, 13))
    short = barricade(box, 12.93, y=(11.35, 13))
    wide = stand("A1", 5, 11, mm=60)
    assert shot(build(wide, stand("B1", FAR, 11), walls=[reaching])).in_cover.holds
    assert not shot(build(wide, stand("B1", 17, 11), walls=[barricade(box, 15.7, y=(11.68, 13))])).in_cover.holds
    assert shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[short])).in_cover.holds


@pytest.mark.parametrize(
    ("x0", "x1", "obscured"), [(9.4, 9.6, True), (6.2, 6.4, False), (12.8, 13.0, False), (6.1, 8.1, True)]
)
def test_h24_09_only_the_part_of_heavy_terrain_within_an_inch_of_either_is_ignored(
    build: Any, stand: Any, box: Any, x0: float, x1: float, obscured: bool
) -> None:
    wall = box("T", x0, 9.8, x1, 12.2, z=(0, 1))
    assert shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[wall])).obscured.holds is obscured


def test_i24_07_light_terrain_does_not_obscure_and_exposed_terrain_does_nothing(
    build: Any, stand: Any, box: Any
) -> None:
    light = shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, 9.4)]))
    assert not light.obscured.holds
    exposed = shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, 12.93, traits="Exposed")]))
    assert not exposed.in_cover.holds


def test_e24_03_concealed_and_in_cover_is_no_target_obscured_is_one(build: Any, stand: Any, box: Any) -> None:
    hidden = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, 12.93)], concealed=["B1"])
    assert not shot(hidden).target_ruling.holds
    veiled = build(
        stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, 9.4, traits="Heavy")], concealed=["B1"]
    )
    assert shot(veiled).target_ruling.holds
    assert shot(veiled).obscured.holds


def test_e24_02_a_friend_engaged_with_it_bars_the_selection_not_the_validity(build: Any, stand: Any) -> None:
    judged = shot(build(stand("A1", 10, 11), stand("B1", 19.26, 11), stand("A2", 21.2, 11)))
    assert judged.target_ruling.holds
    assert not judged.selectable.holds
    assert [finding.rule for finding in judged.selectable.faults] == ["E24-02"]


def test_e24_04_one_feature_gives_cover_or_obscures_and_the_defender_chooses(build: Any, stand: Any, box: Any) -> None:
    judged = shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[box("T", 11.63, 9.8, 13.23, 12.2, z=(0, 1))]))
    assert judged.modifiers.same_feature
    assert judged.modifiers.defender_chooses


def test_h24_05_a_tall_wall_hides_and_a_low_one_does_not(build: Any, stand: Any, box: Any) -> None:
    tall = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[box("W", 9.5, 6, 9.7, 16)])
    low = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[box("W", 9.5, 6, 9.7, 16, z=(0, 1))])
    assert not shot(tall).visible.holds
    assert shot(low).visible.holds


def test_i24_10_barred_terrain_is_seen_through_from_within_an_inch(build: Any, stand: Any, box: Any) -> None:
    window = box("W", 9.2, 8, 9.4, 14, z=(0, 3), traits="Heavy Barred")
    assert not shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[window])).visible.holds
    assert shot(build(stand("A1", 8, 11), stand("B1", FAR, 11), walls=[window])).visible.holds


def test_g24_13_range_and_g24_16_saturate_and_g24_17_seek(build: Any, stand: Any, box: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, 12.93)])
    assert not shot(position, 'Range 6"').target_ruling.holds
    assert shot(position, 'Range 9"').target_ruling.holds
    assert (shot(position).cover_saves, shot(position, "Saturate").cover_saves) == (1, 0)
    hidden = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, 12.93)], concealed=["B1"])
    assert shot(hidden, "Seek").target_ruling.holds
    assert shot(hidden, "Seek Light").target_ruling.holds
    heavy = build(
        stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, 12.93, traits="Heavy")], concealed=["B1"]
    )
    assert not shot(heavy, "Seek Light").target_ruling.holds


@pytest.mark.parametrize(("z", "accurate"), [(0.0, 0), (1.9, 0), (2.0, 1), (3.9, 1), (4.0, 2)])
def test_h24_10_vantage_is_accurate_against_engaged_targets_lower_down(
    build: Any, stand: Any, box: Any, z: float, accurate: int
) -> None:
    deck = [box("P", 3, 9, 6.2, 13, z=(0, z), traits="Light Vantage")] if z else []
    position = build(stand("A1", 5, 11, z), stand("B1", FAR, 11), walls=deck)
    assert shot(position).modifiers.accurate == accurate
    assert shot(position, "Accurate 1").modifiers.accurate == (2 if accurate else 1)


def test_h24_11_vantage_denies_light_cover_to_the_concealed_and_leaves_a_better_save(
    build: Any, stand: Any, box: Any
) -> None:
    deck = box("P", 3, 9, 6.2, 13, z=(0, 3), traits="Light Vantage")
    light = build(stand("A1", 5, 11, 3), stand("B1", FAR, 11), walls=[deck, barricade(box, 12.93)], concealed=["B1"])
    assert shot(light).target_ruling.holds
    assert shot(light).modifiers.cover_save_options == (CoverSave.ONE_CRITICAL, CoverSave.TWO_NORMAL)
    heavy = build(
        stand("A1", 5, 11, 3),
        stand("B1", FAR, 11),
        walls=[deck, barricade(box, 12.93, traits="Heavy")],
        concealed=["B1"],
    )
    assert not shot(heavy).target_ruling.holds


@pytest.mark.parametrize(("smoke_z", "target_z", "obscured"), [(0, 0, True), (0, 3, True), (3, 3, True), (3, 0, False)])
def test_j24_11_smoke_rises_from_its_marker_and_does_not_reach_below(
    build: Any, stand: Any, box: Any, smoke_z: float, target_z: float, obscured: bool
) -> None:
    """The target is on the deck or under it, and so is the marker; the shooter sees it either way."""
    smoke = Marker("S", "smoke", 20 / 25.4, Placement("S", 13, 11, smoke_z))
    deck = box("deck", 12, 10, 14, 12, z=(2.9, 3.0), traits="Vantage")
    shooter, target = stand("A1", 6, 11), stand("B1", 13.2, 11, target_z, mm=25)
    found = shot(build(shooter, target, walls=[deck], markers=[smoke]), "Piercing 1")
    assert found.obscured.holds is obscured
    assert found.modifiers.piercing_ignored is obscured


def test_j24_12_smoke_obscures_from_more_than_two_inches_and_takes_piercing_away(build: Any, stand: Any) -> None:
    smoke = Marker("S", "smoke", 20 / 25.4, Placement("S", 13, 11))
    position = build(stand("A1", 6, 11), stand("B1", 13.2, 11, mm=25), markers=[smoke])
    judged = shot(position, "Piercing 1")
    assert judged.obscured.holds
    assert judged.modifiers.piercing_ignored
    near = build(stand("A1", 11, 11), stand("B1", 13.2, 11, mm=25), markers=[smoke])
    assert not shot(near, "Piercing 1").obscured.holds


def test_cover_at_the_camera_s_limit_is_too_close_to_call(build: Any, stand: Any, box: Any) -> None:
    wall = [barricade(box, 12.43)]
    doubtful = build(stand("A1", 5, 11), stand("B1", 14.26, 11, sigma=0.03), walls=wall)
    sure = build(stand("A1", 5, 11), stand("B1", 14.0, 11, sigma=0.03), walls=wall)
    assert shot(doubtful).in_cover.verdict() is Verdict.TOO_CLOSE
    assert shot(sure).in_cover.verdict() is Verdict.YES


def test_a_ruling_draws_the_eye_and_what_gives_cover(build: Any, stand: Any, box: Any) -> None:
    judged = shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, 12.93)]))
    witness = judged.in_cover.findings[-1].witness
    assert witness is not None
    assert {stroke.role for stroke in witness.strokes} == {Role.EYE, Role.COVER, Role.BLOCKER}
    assert "T" in witness.things


@settings(max_examples=depth(25, 40), deadline=None)
@given(st.floats(3, 27), st.floats(3, 19), st.floats(3, 27), st.floats(3, 19), st.floats(0.3, 3))
def test_more_terrain_never_takes_cover_away(
    build: Any, stand: Any, box: Any, ax: float, ay: float, bx: float, by: float, size: float
) -> None:
    if abs(ax - bx) + abs(ay - by) < 5:
        return
    middle = ((ax + 3 * bx) / 4, (ay + 3 * by) / 4)
    small = box("S", middle[0], middle[1], middle[0] + size, middle[1] + size)
    more = box("M", bx - 2, by + 0.9, bx + 2, by + 1.2)
    one = shot(build(stand("A1", ax, ay), stand("B1", bx, by), walls=[small]))
    two = shot(build(stand("A1", ax, ay), stand("B1", bx, by), walls=[small, more]))
    assert two.in_cover.holds or not one.in_cover.holds or not one.obscured.holds


@pytest.mark.parametrize(
    ("edge", "sigma", "verdict"),
    [
        (10.60, 0.02, Verdict.NO),
        (10.75, 0.05, Verdict.TOO_CLOSE),
        (10.90, 0.02, Verdict.YES),
        (10.78, 0.0, Verdict.YES),
        (10.70, 0.0, Verdict.NO),
    ],
)
def test_sight_past_a_wall_s_end_is_too_close_to_call_within_the_camera_s_error(
    build: Any, stand: Any, box: Any, edge: float, sigma: float, verdict: Verdict
) -> None:
    wall = box("W", 9.5, edge, 9.7, 16)
    position = build(stand("A1", 5, 11, sigma=sigma), stand("B1", FAR, 11, sigma=sigma), walls=[wall])
    assert shot(position).visible.verdict() is verdict


def test_g24_17_seek_leaves_the_cover_save(build: Any, stand: Any, box: Any) -> None:
    hidden = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[barricade(box, 12.93)], concealed=["B1"])
    judged = shot(hidden, "Seek")
    assert (judged.target_ruling.holds, judged.cover_saves) == (True, 1)


def test_h24_05_an_operative_is_always_visible_to_itself(build: Any, stand: Any, box: Any) -> None:
    walled = build(stand("A1", 5, 11), walls=[box("W", 5.7, 8, 6, 14)])
    assert KT24.sight.visible(walled, "A1", "A1").holds
