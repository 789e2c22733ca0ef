"""Shots of 2024 at the table: dice rules by entered dice and choices."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import PLACES, shot, stage_of
from tests.overlook.play.scripts import MISS, Raw, activate, wounds


def left(attack: list[list[int]], defence: list[list[int]], *rules: str, **more: Any) -> int:
    """Return B1's wounds of ten after a shot with damage 3/4."""
    return wounds(shot(attack, defence, *rules, **more)[0], "B1")


def test_e24_01_e24_05_e24_08_e24_10_l24_17_hits_saves_and_damage_by_the_cards() -> None:
    assert left([[6, 3, 2, 1]], [MISS]) == 10 - 4 - 3, "three or better hits, 6 is critical"
    assert left([[5, 5, 5, 2]], [[4, 3, 3]]) == 10 - 3 - 3, "four or better saves"
    result, asked = shot([[6, 5, 3, 1]], [MISS])
    assert [one["dice"] for one in asked if one["dice"]] == [4, 3], "Atk dice against three"
    assert result.state["operatives"]["A1"]["ap_left"] == 1


def test_e24_09_the_defender_chooses_which_hits_to_block() -> None:
    result, asked = shot([[6, 5, 3, 1]], [[5, 4, 2]], chosen=["block::0,0,1,0"])
    blocks = [one for one in asked if one["choices"] and one["choices"][0]["key"].startswith("block")]
    assert {choice["key"] for choice in blocks[0]["choices"]} == {"block::0,0,1,0", "block::0,0,0,2"}
    assert wounds(result, "B1") == 10 - 3 - 3, "two normal saves block the critical hit"


def test_e24_07_and_g24_24_the_attack_is_settled_before_defence_dice_are_taken() -> None:
    _, asked = shot([[6, 5, 3], [4]], [MISS], "Accurate 1", "Balanced", "Rending", chosen=["re-roll:balanced:3"])
    stages = [stage_of(one) for one in asked]
    order = ["retain unrolled", "attack roll", "attack re-rolls", "retain", "defence roll"]
    assert [stage for stage in dict.fromkeys(stages) if stage in order] == order


@pytest.mark.parametrize(
    ("rules", "attack", "saves", "damage"),
    [
        (["Lethal 5+"], [5, 5, 1, 1], MISS, 8),
        (["Rending"], [6, 5, 1, 1], MISS, 8),
        (["Punishing"], [6, 2, 1, 1], MISS, 7),
        (["Severe"], [5, 4, 1, 1], MISS, 7),
        (["Severe"], [6, 4, 1, 1], MISS, 7),
        (["Brutal"], [5, 5, 1, 1], [5, 5, 6], 3),
        (["Devastating 2"], [6, 1, 1, 1], [6, 1, 1], 2),
    ],
)
def test_g24_04_g24_06_g24_09_g24_12_g24_15_g24_18_rules_of_criticals(
    rules: list[str], attack: list[int], saves: list[int], damage: int
) -> None:
    assert left([attack], [saves], *rules) == 10 - damage


@pytest.mark.parametrize(
    ("rules", "dice"),
    [(["Piercing 1", "Piercing 2"], 1), *at_night((["Piercing 1"], 2), (["Piercing Crits 2"], 3), ([], 3))],
)
def test_g24_00_and_g24_11_piercing_takes_dice_and_twice_the_same_rule_is_once(rules: list[str], dice: int) -> None:
    _, asked = shot([[5, 5, 1, 1]], [MISS[:dice]], *rules)
    assert [one["dice"] for one in asked if one["dice"] and one["owner"] == "p2"] == [dice]
    with_crit = shot([[6, 5, 1, 1]], [MISS[: max(0, dice - 2 * ("Piercing Crits 2" in rules))]], *rules)[1]
    assert [one["dice"] for one in with_crit if one["dice"] and one["owner"] == "p2"] == [
        dice - 2 * ("Piercing Crits 2" in rules)
    ]


def test_g24_01_g24_26_an_accurate_die_is_a_normal_that_is_neither_rolled_nor_rerolled() -> None:
    result, asked = shot([[1, 1, 1]], [MISS], "Accurate 1", "Relentless")
    assert asked[0]["choices"][0]["key"] == "retain:accurate:1"
    assert asked[1]["dice"] == 3
    assert not any("re-roll:relentless:5" in choice["key"] for one in asked for choice in one["choices"])
    assert wounds(result, "B1") == 10 - 3
    twice = shot([[1, 1]], [MISS], "Accurate 1", "Accurate 1")[1]
    assert twice[0]["choices"][0]["key"] == "retain:accurate:2", "several together are two"


@pytest.mark.nightly
def test_g24_25_a_die_that_was_retained_is_not_retained_again_by_rending() -> None:
    assert left([[6, 1, 1]], [MISS], "Accurate 1", "Rending") == 10 - 4 - 3
    severe = left([[1, 1, 1]], [MISS], "Accurate 1", "Severe")
    assert severe == 10 - 4, "Severe changes it"


@pytest.mark.parametrize(
    ("rule", "again", "more"),
    [
        ("Balanced", "re-roll:balanced:1", False),
        ("Ceaseless", "re-roll:ceaseless:1,1", False),
        ("Relentless", "re-roll:relentless:1", True),
    ],
)
def test_g24_02_g24_05_g24_14_l24_11_each_re_roll_rule_re_rolls_a_die_once(rule: str, again: str, more: bool) -> None:
    dice = 2 if again.endswith("1,1") else 1
    result, asked = shot([[3, 2, 1, 1], [6] * dice], [MISS], rule, chosen=[again])
    assert wounds(result, "B1") == max(0, 10 - 3 - 4 * dice)
    after = [one for one in asked if stage_of(one).endswith("re-rolls") and one["owner"] == "p1"][1:]
    offers = {choice["key"] for one in after for choice in one["choices"] if rule.lower() in choice["key"]}
    assert bool(offers) is more
    assert not any(key.endswith(":6") for key in offers), "a result that was rolled again stands"


def test_n24_01_balanced_and_ceaseless_go_together() -> None:
    result, _ = shot(
        [[3, 2, 1, 1], [5], [5, 5]],
        [MISS],
        "Balanced",
        "Ceaseless",
        chosen=["re-roll:balanced:2", "re-roll:ceaseless:1,1"],
    )
    assert wounds(result, "B1") == 0, "all four hit"


def test_b24_10_a_command_re_roll_costs_a_point_and_is_for_ones_own_dice() -> None:
    result, asked = shot([[5, 2, 2, 1], [6]], [[1, 1, 1], [6]], chosen=["re-roll:command re-roll:1"] * 2)
    assert wounds(result, "B1") == 10 - 3, "the critical hit by a re-roll is blocked by one"
    assert {player: side["cp"] for player, side in result.state["players"].items()} == {"p1": 2, "p2": 2}
    assert {one["owner"] for one in asked if stage_of(one).endswith("re-rolls")} == {"p1", "p2"}


def test_g24_21_e24_14_c24_10_c24_11_a_stun_takes_an_apl_once_the_shot_is_over() -> None:
    result, _ = shot([[6, 6, 1, 1]], [[6, 6, 1]], "Stun")
    b1 = result.state["operatives"]["B1"]
    assert b1["wounds"] == 10, "though all is blocked"
    assert (b1["stats"]["apl"], b1["changes"][0]["until"]) == (1, "end of its next activation")
    steps = [step for step in result.steps if "stat_changed" in step["events"]]
    assert len(steps) == 1
    assert "sequence_closed" in steps[0]["events"]


@pytest.mark.parametrize(("face", "lost"), [(2, 4), *at_night((3, 0))])
def test_g24_08_a_hot_weapon_hurts_its_user_by_a_die_under_its_hit(face: int, lost: int) -> None:
    result, asked = shot([[5, 1, 1, 1], [face]], [MISS], "Hot")
    assert asked[-1]["dice"] == 1
    assert wounds(result, "A1") == 10 - lost


def test_g24_10_a_limited_weapon_is_used_as_often_as_it_says() -> None:
    offers = shot([[5, 1, 1, 1]], [MISS], "Limited 1")[0].steps[-1]["offers"]
    assert not next(one for one in offers if one["action"] == "Shoot")["possible"]
    ready: list[Raw] = [
        {"as": "p1", "choose": "end"},
        {"as": "referee", "do": {"kind": "declare_status", "operative": "A1", "ready": True}},
        activate("B1"),
        {"as": "p2", "choose": "end"},
        activate("A1"),
        {
            "as": "p1",
            "do": {"kind": "act", "operative": "A1", "action": "Shoot", "target": "B1", "weapon": "gun", "dice": True},
        },
    ]
    result, _ = shot([[5, 1, 1, 1]], [MISS], "Limited 1", then=ready)
    assert not result.steps[-1]["accepted"]
    assert result.steps[-1]["codes"] == ["refusal-weapon-used-up"]


@pytest.mark.parametrize(("reach", "may"), [("5.7", False), ("5.8", True)])
def test_g24_13_h24_01_a_range_is_measured_from_base_to_base(reach: str, may: bool) -> None:
    result, asked = shot([[5, 1, 1, 1]], [MISS], f'Range {reach}"')
    assert bool(asked) is may, "7 inches from centre to centre, 5.74 between the bases"
    assert result.steps[-1 if may else 1]["accepted"] is may


@pytest.mark.parametrize(("rules", "may"), [([], False), (["Silent"], True)])
def test_g24_20_c24_03_d24_13_a_concealed_operative_shoots_with_a_silent_weapon_alone(
    rules: list[str], may: bool
) -> None:
    _, asked = shot([[5, 1, 1, 1]], [MISS], *rules, order="conceal")
    assert bool(asked) is may


COVER: Raw = {"id": "L", "poly": [[11.0, 9], [11.2, 9], [11.2, 13], [11.0, 13]], "z": [0, 1], "traits": ["Light"]}


@pytest.mark.parametrize(("rules", "kept"), [([], True), (["Saturate"], False)])
def test_g24_16_h24_08_i24_07_cover_keeps_a_die_unless_the_weapon_saturates(rules: list[str], kept: bool) -> None:
    seen: list[Raw] = [activate("B1"), {"as": "p2", "choose": "end"}]
    _, asked = shot([[5, 1, 1, 1]], [[1, 1] if kept else MISS], *rules, terrain=[COVER], before=seen, initiative="p2")
    assert any(choice["key"].startswith("retain:cover save") for one in asked for choice in one["choices"]) is kept


@pytest.mark.parametrize(("rules", "may"), [([], False), (["Seek"], True), *at_night((["Seek Light"], True))])
def test_g24_17_e24_03_a_concealed_target_in_cover_needs_a_weapon_with_seek(rules: list[str], may: bool) -> None:
    _, asked = shot([[5, 1, 1, 1]], [[1, 1]], *rules, terrain=[COVER])
    assert bool(asked) is may
    if may:
        assert any("retain:cover save" in choice["key"] for one in asked for choice in one["choices"]), "the save stays"


def test_e24_06_h24_09_behind_heavy_terrain_one_success_is_lost_and_none_is_critical() -> None:
    wall = {"id": "H", "poly": [[8, 9], [8.2, 9], [8.2, 13], [8, 13]], "z": [0, 1], "traits": ["Heavy"]}
    assert left([[6, 6, 5, 1]], [MISS], terrain=[wall]) == 10 - 3 - 3


@pytest.mark.parametrize(
    ("traits", "lost"), [(["Vantage"], 4 + 3), (["Vantage", "Heavy"], 3), *at_night((["Light"], 4 + 3))]
)
def test_h24_13_a_vantage_platform_is_light_terrain_and_does_not_obscure(traits: list[str], lost: int) -> None:
    deck = {"id": "D", "poly": [[8, 9], [8.2, 9], [8.2, 13], [8, 13]], "z": [0, 1], "traits": traits}
    assert left([[6, 5, 1, 1]], [MISS], terrain=[deck]) == 10 - lost


def test_e24_02_a_target_that_a_friend_fights_is_not_selected() -> None:
    places = {**PLACES, "A2": [12.0, 12.6]}
    result, asked = shot([[5, 1, 1, 1]], [MISS], places=places)
    assert not asked
    assert any(ruling["rule"] == "E24-02" and ruling["call"] == "NO" for ruling in result.steps[1]["rulings"])


def test_e24_11_l24_05_a_fallen_operative_is_removed_after_the_action() -> None:
    result, _ = shot([[6, 6, 6, 1]], [MISS])
    b1 = result.state["operatives"]["B1"]
    assert (b1["wounds"], b1["on_board"], b1["life"]) == (0, False, "removed")


@pytest.mark.parametrize(("height", "extra"), [(4, 2), *at_night((2, 1), (1.5, 0))])
def test_h24_10_from_vantage_a_weapon_is_accurate(height: float, extra: int) -> None:
    deck = {"id": "P", "poly": [[3, 9], [7, 9], [7, 13], [3, 13]], "z": [0, height], "traits": ["Vantage"]}
    seen: list[Raw] = [activate("B1"), {"as": "p2", "choose": "end"}]
    _, asked = shot(
        [[1] * (4 - extra)],
        [MISS],
        terrain=[deck],
        places={**PLACES, "A1": [5.0, 11.0, height]},
        before=seen,
        initiative="p2",
    )
    kept = [choice["key"] for choice in asked[0]["choices"]]
    assert (f"retain:accurate:{extra}" in kept) is bool(extra), kept


def test_h24_11_e24_13_from_vantage_light_cover_does_not_conceal_and_saves_better() -> None:
    deck = {"id": "P", "poly": [[3, 9], [7, 9], [7, 13], [3, 13]], "z": [0, 3], "traits": ["Vantage"]}
    low = {**COVER, "z": [0, 1.2]}
    _, asked = shot([[5, 1, 1, 1]], [[1, 1], [1]], terrain=[deck, low], places={**PLACES, "A1": [5.0, 11.0, 3]})
    options = [
        {choice["key"] for choice in one["choices"]} for one in asked if stage_of(one) == "retain" or one["choices"]
    ]
    cover = next(keys for keys in options if any(key.startswith("retain:cover save") for key in keys))
    assert {"retain:cover save:0,1", "retain:cover save:2,0"} <= cover
