"""Targets and what reaches beyond them in 2021 (rules E21-*, H21-*, G21-02, G21-04, G21-06, G21-09, G21-15)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.corpus.runner import answers_of
from referee.corpus.scenario import Question
from referee.editions.kt21.actions import NO_OVERWATCH
from referee.editions.kt21.areas import blast_targets, torrent_targets
from referee.editions.kt21.edition import KT21
from referee.rules.judgement import Shot, ShotJudgement
from referee.rules.position import Exemption
from referee.rules.ruling import Verdict

FAR = 14.26


def shot(position: Any, *rules: str) -> ShotJudgement:
    return KT21.judge_shot(position, Shot("A1", "B1", KT21.read_rules(rules)))


def test_e21_01_no_target_is_engaged_with_a_friend_of_the_shooter(build: Any, stand: Any) -> None:
    free = shot(build(stand("A1", 5, 11), stand("B1", FAR, 11)))
    assert free.selectable.holds
    held = shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), stand("A2", FAR, 12.9)))
    assert [fault.rule for fault in held.selectable.faults] == ["E21-01"]
    assert held.modifiers.in_line_of_sight


def test_n24_02_a_cards_own_rule_lets_it_shoot_at_engaged_enemies(build: Any, stand: Any) -> None:
    position = build(stand("A1", 5, 11), stand("B1", FAR, 11), stand("A2", FAR, 12.9))
    lifted = replace(position.status["A1"], exempt=frozenset({Exemption.TARGET_ENGAGED}))
    assert shot(replace(position, status={**position.status, "A1": lifted})).selectable.holds


def test_e21_02_concealed_and_in_cover_is_out_of_sight_engaged_is_not(build: Any, stand: Any, box: Any) -> None:
    low = box("T", 12.93, 9.8, 13.13, 12.2, z=(0, 1), traits="Light")
    engaged = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[low])
    concealed = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[low], concealed=["B1"])
    assert (shot(engaged).modifiers.in_line_of_sight, shot(concealed).modifiers.in_line_of_sight) == (True, False)


def test_h21_01_a_line_from_the_head_to_the_body_and_bases_do_not_count(build: Any, stand: Any, box: Any) -> None:
    tall, low = box("T", 9, 5, 9.3, 17), box("T", 9, 5, 9.3, 17, z=(0, 0.5))
    position = build(stand("A1", 5, 11), stand("B1", FAR, 11), stand("A2", 9, 11), walls=[low])
    assert KT21.sight.visible(position, "A1", "B1").holds
    assert not KT21.sight.visible(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[tall]), "A1", "B1").holds


@pytest.mark.parametrize(("y", "covered"), [(11.5, True), (10.8, True), (10.2, False), (9.2, False)])
def test_h21_02_lines_run_from_one_point_of_the_shooter_to_every_part_of_the_target(
    build: Any, stand: Any, box: Any, y: float, covered: bool
) -> None:
    """The best point is on the rim's far side from the wall: what hides some of the target from there covers it."""
    wall = box("T", 12.9, y - 6, 13.1, y, z=(0, 1), traits="Light")
    assert shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[wall])).in_cover.holds is covered


@pytest.mark.parametrize(("gap", "covered"), [(1.95, False), (2.05, True)])
def test_h21_03_there_is_no_cover_from_two_inches_or_less(
    build: Any, stand: Any, box: Any, gap: float, covered: bool
) -> None:
    wall = box("T", 6.9, 8, 7.1, 14, z=(0, 1), traits="Light")
    position = build(stand("A1", 5, 11), stand("B1", 5 + gap + 32 / 25.4, 11), walls=[wall])
    assert shot(position).in_cover.holds is covered


@pytest.mark.parametrize(("away", "covered"), [(0.95, True), (1.05, False)])
def test_h21_03_what_covers_is_crossed_within_an_inch_of_the_target(
    build: Any, stand: Any, box: Any, away: float, covered: bool
) -> None:
    near = FAR - 16 / 25.4 - away
    wall = box("T", near - 0.2, 8, near, 14, z=(0, 1), traits="Light")
    assert shot(build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[wall])).in_cover.holds is covered


@pytest.mark.parametrize(("height", "order"), [(2.0, "engage"), (1.9, "conceal")])
def test_h21_05_the_cover_of_a_base_does_not_conceal_from_a_vantage_point_two_inches_up(
    build: Any, stand: Any, box: Any, height: float, order: str
) -> None:
    deck = box("P", 9, 9, 12, 13, z=(0, height), traits="Light Vantage")
    perch = replace(deck, traits=frozenset({"Light"}))
    target, screen = stand("B1", FAR, 11), stand("B2", FAR - 1.3, 11)
    for under, seen_as in ((deck, order), (perch, "conceal")):
        judged = shot(build(stand("A1", 11, 11, height), target, screen, walls=[under], concealed=["B1"]))
        assert judged.modifiers.treated_as_order == seen_as
        assert judged.modifiers.in_line_of_sight is (seen_as == "engage" or not judged.in_cover.holds)


def test_h21_05_a_target_on_a_vantage_point_cannot_use_its_floor_or_what_is_lower(
    build: Any, stand: Any, box: Any
) -> None:
    deck = box("P", 12.9, 9, 17, 13, z=(0, 3), traits="Light Vantage")
    rampart = box("R", 12.9, 9, 13.1, 13, z=(2, 4), traits="Light")
    bare = shot(build(stand("A1", 5, 11), stand("B1", FAR, 11, 3), walls=[deck]))
    assert not bare.in_cover.holds
    assert shot(build(stand("A1", 5, 11), stand("B1", FAR, 11, 3), walls=[deck, rampart])).in_cover.holds


def test_g21_02_under_a_barrage_cover_is_what_hides_the_base_from_above(build: Any, stand: Any, box: Any) -> None:
    low = box("T", 12.93, 9.8, 13.13, 12.2, z=(0, 1), traits="Light")
    roof = box("U", 13, 9, 16, 13, z=(2.5, 2.7), traits="Light")
    behind = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[low])
    below = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[roof])
    assert (shot(behind).cover_saves, shot(behind, "Barrage").cover_saves) == (1, 0)
    assert shot(below, "Barrage").cover_saves == 1
    assert shot(below, "Barrage", "No Cover").cover_saves == 0


@pytest.mark.parametrize(
    ("edge", "verdict"),
    [
        (15.0, Verdict.YES),
        (15.5, Verdict.YES),
        (15.61, Verdict.TOO_CLOSE),
        (15.64, Verdict.TOO_CLOSE),
        (15.8, Verdict.NO),
    ],
)
def test_g21_02_a_base_at_the_edge_of_a_roof_is_too_close_to_call_under_a_barrage(
    build: Any, stand: Any, box: Any, edge: float, verdict: Verdict
) -> None:
    """The base ends at 15.63 inches; the roof begins at `edge`."""
    target = stand("B1", 15, 11, sigma=0.02)
    roof = box("R", edge, 8, edge + 5, 14, z=(3, 3.2), traits="Heavy")
    position = build(stand("A1", 5, 11), target, walls=[roof])
    judged = shot(position, "Barrage")
    assert judged.from_above is not None
    assert judged.from_above.verdict() is verdict
    assert judged.save_ruling is judged.from_above
    assert judged.cover_saves == int(judged.from_above.holds)
    assert shot(position).from_above is None


def test_g21_09_indirect_leaves_no_cover_and_sees_the_concealed(build: Any, stand: Any, box: Any) -> None:
    low = box("T", 12.93, 9.8, 13.13, 12.2, z=(0, 1), traits="Light")
    position = build(stand("A1", 5, 11), stand("B1", FAR, 11), walls=[low], concealed=["B1"])
    assert (shot(position).modifiers.in_line_of_sight, shot(position).cover_saves) == (False, 1)
    assert (shot(position, "Indirect").modifiers.in_line_of_sight, shot(position, "Indirect").cover_saves) == (True, 0)


@pytest.mark.parametrize(("rng", "valid"), [(8.1, True), (7.9, False)])
def test_g21_12_range_bounds_the_targets(build: Any, stand: Any, rng: float, valid: bool) -> None:
    judged = shot(build(stand("A1", 5, 11), stand("B1", FAR, 11)), f'Rng {rng}"')
    assert judged.target_ruling.holds is valid


def test_g21_04_a_blast_goes_on_from_the_original_target_as_if_it_were_shooting(
    build: Any, stand: Any, box: Any
) -> None:
    screen = box("T", 13.5, 12.0, 17.0, 12.2, z=(0, 5))
    around = (stand("B2", 16, 11), stand("A2", FAR, 9), stand("B3", 15.6, 13.2), stand("B4", 20, 11))
    position = build(stand("A1", 5, 11), stand("B1", FAR, 11), *around, walls=[screen])
    assert list(blast_targets(KT21, position, "B1", 2.0).likely) == ["A2", "B2"]
    question = Question("B", "blast_targets", KT21, position, {"by": "A1", "primary": "B1", "x": 2.0})
    assert answers_of(KT21.id)["blast_targets"](question) == {"secondary": ["A2", "B2"], "secondary_in_cover": []}
    assert "blast" in NO_OVERWATCH


def test_g21_15_torrent_goes_on_from_target_to_target_and_n21_04_after_overwatch_too(build: Any, stand: Any) -> None:
    chain = (stand("B2", FAR, 13), stand("B3", FAR, 15), stand("B4", FAR, 20))
    position = build(stand("A1", 5, 11), stand("B1", FAR, 11), *chain)
    assert torrent_targets(KT21, position, "A1", "B1", 1.0) == ("B2", "B3")
    assert torrent_targets(KT21, position, "A1", "B1", 1.0, chained=False) == ("B2",)
    held = build(stand("A1", 5, 11), stand("B1", FAR, 11), *chain, stand("A2", FAR - 1.9, 13))
    assert torrent_targets(KT21, held, "A1", "B1", 1.0) == ()
    assert "torrent" not in NO_OVERWATCH


def test_g21_06_a_fusillade_splits_its_dice_among_valid_targets_within_two_inches(build: Any, stand: Any) -> None:
    others = (stand("B2", FAR, 13), stand("B3", FAR, 15.6), stand("A2", FAR - 2.5, 9), stand("B4", FAR + 3, 9))
    position = build(stand("A1", 5, 11), stand("B1", FAR, 11), *others)
    question = Question("F", "fusillade_targets", KT21, position, {"by": "A1", "primary": "B1"})
    assert answers_of(KT21.id)["fusillade_targets"](question) == {"secondary_allowed": ["B2"]}
    held = build(stand("A1", 5, 11), stand("B1", FAR, 11), *others, stand("A3", FAR, 14.3))
    spoilt = Question("F", "fusillade_targets", KT21, held, {"by": "A1", "primary": "B1"})
    assert answers_of(KT21.id)["fusillade_targets"](spoilt) == {"secondary_allowed": []}, (
        "B2 is engaged: no valid target"
    )
