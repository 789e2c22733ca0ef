"""Fights of 2024 at the table: weapons, re-rolls, strikes and blocks, who helps, and who may not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import CLOSE, fight, stage_of
from tests.overlook.play.scripts import BLADE, GUN, Raw, act, activate, operative, played, script, taken, wounds

NOTHING = [1, 1, 1, 1]


def left(attack: list[int], defence: list[int], *rules: str, **more: Any) -> tuple[int, int]:
    """Return the wounds of A1 and B1, of ten, after a fight with damage 3/4."""
    result, _ = fight([attack], [defence], *rules, **more)
    return wounds(result, "A1"), wounds(result, "B1")


def test_f24_01_f24_04_f24_07_f24_08_both_roll_at_once_and_strike_in_turn() -> None:
    assert left([6, 5, 1, 1], [5, 1, 1, 1]) == (10 - 3, 10 - 4 - 3)
    result, asked = fight([[6, 5, 1, 1]], [[5, 5, 5, 1]])
    assert [(one["owner"], one["dice"]) for one in asked[:2]] == [("p1", 4), ("p2", 4)]
    turns = [one["owner"] for one in asked if stage_of(one) == "strike or block"]
    assert turns == ["p1", "p2", "p1", "p2", "p2"], "when one side is out the other goes on"
    hurt = [step for step in result.steps if "wounds_lost" in step["events"]]
    assert len(hurt) == 5, "each strike hurts at once"


@pytest.mark.nightly
def test_f24_07_a_fight_ends_when_one_falls() -> None:
    result, asked = fight([[6, 6, 6, 1]], [[5, 5, 5, 5]], blade={"damage": [5, 5]})
    assert (wounds(result, "A1"), wounds(result, "B1")) == (10 - 3, 0)
    assert len([one for one in asked if stage_of(one) == "strike or block"]) == 3


@pytest.mark.nightly
def test_g24_06_f24_07_a_fighter_felled_by_its_own_devastating_weapon_fights_no_more() -> None:
    wide = {"weapons": [GUN, {**BLADE, "rules": ['1" Devastating 3']}]}
    for own, foe, standing in ((6, 10, False), (7, 10, True), (10, 6, False), (6, 6, False)):
        people = [operative("A1", wounds=own, **wide), operative("B1", wounds=foe)]
        steps: list[Raw] = [
            activate("A1"),
            act("A1", "Fight", target="B1", weapon="blade", dice=True),
            {"as": "p1", "dice": [6, 6, 1, 1]},
            {"as": "p2", "dice": [5, 1, 1, 1]},
            *({"as": player, "choose": "pass"} for player in ("p1", "p2")),
        ]
        result = played(script(CLOSE, *steps, operatives=people))
        assert (wounds(result, "A1"), wounds(result, "B1")) == (own - 6, foe - 6)
        assert any(stage_of(one) == "strike or block" for one in result.steps[-1]["prompts"]) is standing
        log = " ".join(result.steps[-1]["events"])
        assert ("incapacitated" in log) is not standing, log


@pytest.mark.parametrize(
    ("block", "b1"), [("block:normal on normal", "strike:normal"), *at_night(("block:crit on normal", "strike:normal"))]
)
def test_f24_09_a_block_takes_one_success_of_the_enemy(block: str, b1: str) -> None:
    result, _ = fight([[6, 5, 1, 1]], [[5, 1, 1, 1]], chosen=[block, b1])
    assert wounds(result, "A1") == 10, "the only success of the enemy is blocked"


@pytest.mark.parametrize(("reading", "may"), [("when none remain", False), *at_night(("at any time", True))])
def test_f24_10_blocking_nothing_is_allowed_as_early_as_the_reading_says(reading: str, may: bool) -> None:
    none_left = fight([[5, 5, 1, 1]], [NOTHING], chosen=["block:normal on nothing"] * 2)[0]
    assert wounds(none_left, "B1") == 10
    _, asked = fight([[5, 1, 1, 1]], [[6, 1, 1, 1]], readings={"empty block": reading})
    first = next(one for one in asked if stage_of(one) == "strike or block")
    assert any(choice["key"] == "block:normal on nothing" for choice in first["choices"]) is may
    read = {"option": "empty block", "reading": reading}
    assert first["message"]["args"]["readings"] == [{"code": "ruling-reading", "args": read}]


@pytest.mark.nightly
def test_f24_05_rerolls_of_a_fight_go_in_turn_beginning_with_initiative() -> None:
    for initiative, order in (("p1", ["p1", "p2"]), ("p2", ["p2", "p1"])):
        begins: list[Raw] = [] if initiative == "p1" else [activate("B2"), {"as": "p2", "choose": "end"}]
        places = {**CLOSE, "B2": [25.0, 3.0]}
        people = [operative("A1"), operative("B1"), operative("B2")]
        steps: list[Raw] = [
            *begins,
            activate("A1"),
            act("A1", "Fight", target="B1", weapon="blade", dice=True),
            {"as": "p1", "dice": [5, 1, 1, 1]},
            {"as": "p2", "dice": [5, 1, 1, 1]},
            {"choose": "pass"},
        ]
        result = played(script(places, *steps, operatives=people, initiative=initiative))
        assert [result.steps[-2]["prompts"][0]["owner"], result.steps[-1]["prompts"][0]["owner"]] == order


@pytest.mark.parametrize(
    ("friend", "hits"),
    [([6.5, 12.5], 1), *at_night(([6.5, 14.0], 0))],
)
def test_f24_06_a_friend_beside_that_enemy_alone_improves_the_hit(friend: list[float], hits: int) -> None:
    result, _ = fight([[2, 1, 1, 1]], [NOTHING], places={**CLOSE, "A2": friend})
    assert wounds(result, "B1") == 10 - 3 * hits
    busy, _ = fight([[2, 1, 1, 1]], [NOTHING], places={**CLOSE, "A2": friend, "B2": [6.5, 14.2]})
    assert wounds(busy, "B1") == 10, "a friend that another enemy holds does not help"


@pytest.mark.nightly
def test_f24_03_a_defender_without_a_melee_weapon_rolls_nothing() -> None:
    result, asked = fight([[5, 1, 1, 1]], [], enemy={"weapons": [GUN]})
    assert wounds(result, "B1") == 10 - 3
    assert not any(one["owner"] == "p2" and one["dice"] for one in asked)


def test_f24_03_and_f24_02_each_fighter_chooses_a_weapon_and_uses_its_rules_alone() -> None:
    fork = {**BLADE, "name": "fork", "damage": [1, 2], "rules": ["Lethal 5+"]}
    result, asked = fight(
        [[5, 1, 1, 1]], [[5, 1, 1, 1]], enemy={"weapons": [BLADE, fork]}, chosen=["fork", "weapon:fork"]
    )
    assert any("fork" in choice["key"] for one in asked for choice in one["choices"]), asked
    assert wounds(result, "A1") == 10 - 2, "the retaliator's 5 is critical with its own rule"
    assert wounds(result, "B1") == 10 - 3, "the fighter's 5 is not"


def test_g24_19_a_shock_takes_a_die_with_the_first_critical_strike() -> None:
    result, _ = fight([[6, 6, 1, 1]], [[5, 5, 1, 1]], "Shock")
    assert wounds(result, "A1") == 10 - 3, "one of two normals is gone"


@pytest.mark.nightly
def test_g24_04_brutal_is_blocked_by_criticals_alone() -> None:
    _, asked = fight([[5, 5, 1, 1]], [[5, 6, 1, 1]], "Brutal")
    options = [
        {choice["key"] for choice in one["choices"]}
        for one in asked
        if stage_of(one) == "strike or block" and one["owner"] == "p2"
    ]
    assert "block:crit on normal" in options[0]
    assert not any("block:normal on normal" in keys for keys in options)


@pytest.mark.nightly
def test_c24_11_and_g24_21_a_stun_in_a_fight_counts_when_it_is_over() -> None:
    result, _ = fight([[6, 1, 1, 1]], [NOTHING], "Stun")
    assert result.state["operatives"]["B1"]["stats"]["apl"] == 1


@pytest.mark.nightly
def test_g24_21_a_stun_counts_though_its_fighter_falls_to_devastating_as_it_is_retained() -> None:
    stun = {"wounds": 3, "weapons": [{**BLADE, "rules": ["Stun"]}]}
    result, _ = fight([[6, 1, 1, 1]], [[6, 1, 1, 1]], "Devastating 3", enemy=stun)
    assert wounds(result, "B1") == 0
    assert result.state["operatives"]["A1"]["stats"]["apl"] == 1


@pytest.mark.parametrize(("x", "may"), [(7.25, True), (7.27, False)])
def test_d24_14_h24_04_a_fight_needs_an_enemy_within_an_inch(x: float, may: bool) -> None:
    """Bases of 32 mm: 2.26" from centre to centre is an inch between them."""
    result = played(script({"A1": [5.0, 11.0], "B1": [x, 11.0]}, activate("A1", "conceal")))
    assert next(one for one in result.steps[0]["offers"] if one["action"] == "Fight")["possible"] is may


def test_h24_04_and_h24_05_control_range_needs_sight() -> None:
    wall = {"id": "W", "poly": [[5.95, 9], [6.05, 9], [6.05, 13], [5.95, 13]], "z": [0, 6], "traits": ["Heavy"]}
    people = [operative("A1", base_mm=25), operative("B1", base_mm=25)]
    result = played(script({"A1": [5.4, 11.0], "B1": [6.6, 11.0]}, activate("A1"), terrain=[wall], operatives=people))
    offers = {one["action"]: one["possible"] for one in result.steps[0]["offers"]}
    assert (offers["Fight"], offers["Reposition"]) == (False, True)


def test_f24_05_the_re_roll_question_says_whose_turn_it_is_and_what_is_left() -> None:
    keen = {**BLADE, "rules": ["Ceaseless"]}
    people = [operative("A1", weapons=[keen]), operative("B1", weapons=[keen])]
    begin: list[Raw] = [
        activate("A1"),
        act("A1", "Fight", target="B1", weapon="blade", dice=True),
        {"as": "p1", "dice": [6, 1, 1, 2]},
        {"as": "p2", "dice": [5, 5, 1, 2]},
    ]
    on: list[Raw] = [
        {"as": "p1", "choose": "Re-roll a 1 (Ceaseless)"},
        {"as": "p1", "dice": [4]},
        {"choose": "pass"},
        {"choose": "Re-roll a 1 (Ceaseless)"},
        {"as": "p1", "dice": [4]},
    ]
    result = played(script({"A1": [5.0, 11.0], "B1": [6.5, 11.0]}, *begin, *on, operatives=people))
    assert all(taken(result)), [step["why"] for step in result.steps]
    asked = [step["prompts"][0]["asked"] for step in result.steps[3:]]
    assert asked[0] == "P1: re-roll one die? Left: Ceaseless 2 dice, Command Re-roll 3 dice. Next: P2."
    assert asked[2] == "P2: re-roll one die? Left: Ceaseless 2 dice, Command Re-roll 3 dice. Next: P1."
    assert asked[3] == "P1: re-roll one die? Left: Ceaseless 1 die, Command Re-roll 3 dice. Next: P2."
    assert asked[5].startswith("P2: re-roll one die? Left: Ceaseless 2 dice")
