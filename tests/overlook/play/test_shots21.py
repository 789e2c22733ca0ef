"""Shots of 2021 at the table: dice rules by entered dice, and which targets are valid."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import PLACES, answered, by_default, shot, stage_of, target_of
from tests.overlook.play.scripts import (
    END,
    GUN,
    KT21,
    MISS,
    Raw,
    act,
    activate,
    box,
    operative,
    played,
    script,
    taken,
    wounds,
)


def left(attack: list[int], saves: list[int], *rules: str, **more: Any) -> int:
    """Return B1's wounds of ten after a shot with damage 3/4."""
    return wounds(shot([attack], [saves], *rules, **KT21, **more)[0], "B1")


def test_e21_03_e21_04_n21_03_hits_saves_and_damage() -> None:
    assert left([6, 3, 2, 1], MISS) == 10 - 4 - 3
    assert left([6, 5, 1, 1], [6, 4, 1]) == 10, "a critical save and a normal one"
    result, asked = shot([[6, 1, 1, 1]], [[5, 5, 1]], **KT21)
    assert wounds(result, "B1") == 10, "two normal saves discard a critical hit"
    assert [one["dice"] for one in asked if one["owner"] == "p2" and one["dice"]] == [3]


def test_e21_05_a_fallen_operative_is_removed_after_the_shot() -> None:
    result, _ = shot([[6, 6, 6, 1]], [MISS], **KT21)
    assert (wounds(result, "B1"), result.state["operatives"]["B1"]["on_board"]) == (0, False)


@pytest.mark.parametrize(
    ("rules", "attack", "dice"),
    [
        (["AP1", "P2"], [6, 1, 1, 1], 1),
        *at_night((["AP1"], [5, 1, 1, 1], 2), (["AP1", "P2"], [5, 1, 1, 1], 2), (["P1"], [5, 1, 1, 1], 3)),
    ],
)
def test_g21_01_g21_11_armour_penetration_takes_the_largest_number_of_dice(
    rules: list[str], attack: list[int], dice: int
) -> None:
    _, asked = shot([attack], [MISS[:dice]], *rules, **KT21)
    assert [one["dice"] for one in asked if one["owner"] == "p2" and one["dice"]] == [dice]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "attack", "damage"),
    [(["MW2"], [6, 1, 1, 1], 6), (["Lethal 5+"], [5, 1, 1, 1], 4), (["Rending"], [6, 5, 1, 1], 8)],
)
def test_g21_11_rules_of_retained_criticals(rules: list[str], attack: list[int], damage: int) -> None:
    assert left(attack, MISS, *rules) == 10 - damage


@pytest.mark.parametrize(
    ("rule", "again"),
    [
        ("Ceaseless", "re-roll:ceaseless:1"),
        *at_night(("Balanced", "re-roll:balanced:1"), ("Relentless", "re-roll:relentless:2")),
    ],
)
def test_g21_03_a21_03_dice_are_rolled_again_once(rule: str, again: str) -> None:
    result, asked = shot([[3, 2, 1, 1], [5]], [MISS], rule, chosen=[again], **KT21)
    assert wounds(result, "B1") == 10 - 3 - 3
    later = [one for one in asked if stage_of(one) == "attack re-rolls"][1:]
    assert not any(choice["key"].endswith(":5") for one in later for choice in one["choices"])


def test_b21_06_a_command_reroll_is_offered_while_there_are_points() -> None:
    again = ["re-roll:command re-roll:2"]
    result, asked = shot([[5, 1, 1, 2], [5]], [MISS], chosen=again, **KT21)
    assert wounds(result, "B1") == 10 - 3 - 3
    assert result.state["players"]["p1"]["cp"] == 0
    offered = [one for one in asked if stage_of(one) == "attack re-rolls" and one["choices"]]
    assert len(offered) == 1, "its only point is spent"


@pytest.mark.nightly
def test_g21_08_hot_hurts_for_each_discarded_one() -> None:
    result, _ = shot([[5, 1, 1, 2]], [MISS], "Hot", **KT21)
    assert wounds(result, "A1") == 10 - 6


def test_g21_10_an_invulnerable_save_may_stand_in_for_the_save() -> None:
    for choice, lost in (("use:invulnerable save", 0), ("decline:invulnerable save", 3)):
        target = {"save": 6, "invulnerable_save": 4}
        result, asked = shot([[5, 1, 1, 1]], [[4, 1, 1]], target=target, chosen=[choice], **KT21)
        assert any(choice in one["key"] for prompt in asked for one in prompt["choices"])
        assert wounds(result, "B1") == 10 - lost


@pytest.mark.parametrize(
    ("rules", "order", "may"),
    [
        ([], "conceal", False),
        (["Silent"], "conceal", True),
        (["Rng 5"], "engage", False),
        *at_night((["Rng 6"], "engage", True)),
    ],
)
def test_g21_12_d21_09_a21_02_when_a_weapon_may_be_shot(rules: list[str], order: str, may: bool) -> None:
    _, asked = shot([[5, 1, 1, 1]], [MISS], *rules, order=order, **KT21)
    assert bool(asked) is may


def test_g21_12_an_unwieldy_weapon_costs_an_ap_more_and_a_limited_one_is_used_once() -> None:
    heavy, _ = shot([[5, 1, 1, 1]], [MISS], "Unwieldy", "Limited", **KT21)
    assert heavy.state["operatives"]["A1"]["ap_left"] == 0
    assert not next(one for one in heavy.steps[-1]["offers"] if one["action"] == "Shoot")["possible"]


def test_g21_07_a_heavy_weapon_goes_with_a_dash_alone() -> None:
    people = [operative("A1", weapons=[{**GUN, "rules": ["Heavy"]}]), operative("B1")]
    for place, action, may in (([5.0, 13.0], "Dash", True), ([5.0, 15.0], "Normal Move", False)):
        steps: list[Raw] = [activate("A1"), {"see": {"A1": place}}, {"choose": action}]
        result = played(script(PLACES, *steps, operatives=people, **KT21))
        assert result.steps[2]["accepted"], result.steps[1]["prompts"]
        assert next(one for one in result.steps[2]["offers"] if one["action"] == "Shoot")["possible"] is may


COVER = box("L", 11.0, 9, 11.2, 13, 1, "Light")

WALL = box("H", 8.4, 8, 8.6, 14, 1, "Heavy")


@pytest.mark.parametrize(
    ("order", "terrain", "may"),
    [("conceal", [], True), ("conceal", [COVER], False), ("engage", [COVER], True), ("engage", [WALL], False)],
)
def test_e21_02_h21_02_h21_03_h21_04_line_of_sight(order: str, terrain: list[Raw], may: bool) -> None:
    steps = [activate("B1", order), END, activate("A1")]
    result = played(script(PLACES, *steps, terrain=terrain, initiative="p2", **KT21))
    assert next(one for one in result.steps[-1]["offers"] if one["action"] == "Shoot")["possible"] is may


def test_h21_01_h21_03_bases_give_cover_but_do_not_block_sight() -> None:
    places = {**PLACES, "B2": [10.4, 11.0]}
    for order, seen in (("conceal", False), ("engage", True)):
        steps = [activate("B1", order), END, activate("A1")]
        result = played(script(places, *steps, initiative="p2", **KT21))
        targets = next(one for one in result.steps[-1]["offers"] if one["action"] == "Shoot")["targets"]
        assert ("B1" in targets) is seen, "a base covers, and sight goes through it"


def test_h21_05_from_a_vantage_point_light_cover_does_not_conceal() -> None:
    deck = box("P", 3, 9, 7, 13, 3, "Vantage", "Light")
    steps = [activate("B1", "conceal"), END, activate("A1")]
    result = played(script({**PLACES, "A1": [5.0, 11.0, 3.0]}, *steps, terrain=[deck, COVER], initiative="p2", **KT21))
    assert next(one for one in result.steps[-1]["offers"] if one["action"] == "Shoot")["possible"]


def test_e21_01_an_enemy_engaged_with_a_friend_is_no_target() -> None:
    result, asked = shot([[5, 1, 1, 1]], [MISS], places={**PLACES, "A2": [12.0, 12.6]}, **KT21)
    assert not asked
    assert any(ruling["rule"] == "E21-01" and ruling["call"] == "NO" for ruling in result.steps[1]["rulings"])


def test_n21_04_torrent_continues_after_an_overwatch() -> None:
    places = {**PLACES, "B2": [25.0, 20.0], "B3": [12.0, 12.9]}
    gun = {**GUN, "rules": ["Torrent 2"]}
    people = [operative("A1", weapons=[gun]), *(operative(name) for name in ("B1", "B2", "B3"))]
    begin = [activate("A1"), END, activate("B2"), END, {"as": "p1", "choose": "A1"}]
    raw = script(
        places, *begin, act("A1", "Overwatch", target="B1", weapon="gun", dice=True), operatives=people, **KT21
    )
    _, asked = answered(raw, by_default)
    shot_at = [target_of(one) for one in asked if stage_of(one) == "attack roll"]
    assert shot_at == ["B1", "B3"]


@pytest.mark.nightly
@pytest.mark.parametrize("save", [{}, {"invulnerable_save": 5}], ids=["save", "invulnerable save"])
def test_b21_06_a_command_re_roll_costs_its_point_with_either_save(save: Raw) -> None:
    chosen = ["use:invulnerable save", "re-roll:command re-roll:4"]
    result, _ = shot([[6, 1, 1, 1]], [[4, 2, 2], [3]], chosen=chosen, target={"save": 5, **save}, **KT21)
    assert any("command re-roll" in line for line in result.state["log"])
    spent = [step for step in result.steps if "command_points_changed" in step["events"]]
    assert len(spent) == 1, "one point, once"


@pytest.mark.parametrize(("apart", "may"), [(0.99, False), *at_night((1.02, True))])
def test_c21_04_overwatch_is_offered_to_nobody_within_engagement_range(apart: float, may: bool) -> None:
    """Bases of 32 mm; an inch is the engagement range. Who may not is neither offered nor begun, and loses no turn."""
    across = 32 / 25.4
    places: dict[str, list[float]] = {
        "A1": [5.0, 11.0],
        "A2": [5.0, 18.0],
        "B1": [5.0 + across + apart, 11.0],
        "B2": [26.0, 3.0],
        "B3": [26.0, 8.0],
    }
    turns = [step for name in ("A1", "B1", "A2", "B2") for step in (activate(name), END)]
    wanted = {"as": "p1", "do": {"kind": "react", "operative": "A1"}}
    result = played(script(places, *turns, wanted, edition="kt21"))
    (question,) = result.steps[len(turns) - 1]["prompts"]
    choices = {one["key"]: one["open"] for one in question["choices"]}
    assert (question["topic"], choices.get("A2"), choices["pass"]) == ("reaction", True, True)
    assert choices.get("A1", False) is may
    assert taken(result)[-1] is may
    if not may:
        assert result.steps[-1]["codes"] == ["control-no-enemy-within"]
        assert result.steps[-1]["prompts"][0]["topic"] == "reaction"
