"""The 2021 edition at the table, row by row: shots, fights, moves, activations, points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.overlook.play.attack_steps import answered, by_default
from tests.overlook.play.dice_steps import CLOSE, PLACES, fight, shot
from tests.overlook.play.scripts import GUN, Raw, act, activate, operative, played, script, taken, wounds

KT21: dict[str, Any] = {"edition": "kt21"}
MISS = [1, 1, 1]
END: Raw = {"choose": "end"}
FAR: list[float] = [28.0, 20.0]


def do(seat: str, kind: str, **fields: Any) -> Raw:
    """Return the step in which a device asks for something."""
    return {"as": seat, "do": {"kind": kind, **fields}}


def box(name: str, x0: float, y0: float, x1: float, y1: float, top: float, *traits: str, **fields: object) -> Raw:
    corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    return {"id": name, "poly": corners, "z": [0, top], "traits": list(traits), **fields}


def left(attack: list[int], saves: list[int], *rules: str, **more: Any) -> int:
    """Return B1's wounds of ten after a shot with damage 3/4."""
    return wounds(shot([attack], [saves], *rules, **KT21, **more)[0], "B1")


def test_e21_03_e21_04_n21_03_hits_saves_and_damage() -> None:
    assert left([6, 3, 2, 1], MISS) == 10 - 4 - 3
    assert left([6, 5, 1, 1], [6, 4, 1]) == 10, "a critical save and a normal one"
    result, asked = shot([[6, 1, 1, 1]], [[5, 5, 1]], **KT21)
    assert wounds(result, "B1") == 10, "two normal saves discard a critical hit"
    assert [one["dice"] for one in asked if one["owner"] == "p2" and one["dice"]] == [3]


def test_e21_05_who_falls_leaves_when_the_shot_is_over() -> None:
    result, _ = shot([[6, 6, 6, 1]], [MISS], **KT21)
    assert (wounds(result, "B1"), result.state["operatives"]["B1"]["on_board"]) == (0, False)


@pytest.mark.parametrize(
    ("rules", "attack", "dice"),
    [
        (["AP1"], [5, 1, 1, 1], 2),
        (["AP1", "P2"], [6, 1, 1, 1], 1),
        (["AP1", "P2"], [5, 1, 1, 1], 2),
        (["P1"], [5, 1, 1, 1], 3),
    ],
)
def test_g21_01_g21_11_armour_penetration_takes_the_largest_number_of_dice(
    rules: list[str], attack: list[int], dice: int
) -> None:
    _, asked = shot([attack], [MISS[:dice]], *rules, **KT21)
    assert [one["dice"] for one in asked if one["owner"] == "p2" and one["dice"]] == [dice]


@pytest.mark.parametrize(
    ("rules", "attack", "damage"),
    [(["Lethal 5+"], [5, 1, 1, 1], 4), (["Rending"], [6, 5, 1, 1], 8), (["MW2"], [6, 1, 1, 1], 6)],
)
def test_g21_11_rules_of_retained_criticals(rules: list[str], attack: list[int], damage: int) -> None:
    assert left(attack, MISS, *rules) == 10 - damage


@pytest.mark.parametrize(
    ("rule", "again"),
    [("Balanced", "re-roll:balanced:1"), ("Ceaseless", "re-roll:ceaseless:1"), ("Relentless", "re-roll:relentless:2")],
)
def test_g21_03_a21_03_dice_are_rolled_again_once(rule: str, again: str) -> None:
    result, asked = shot([[3, 2, 1, 1], [5]], [MISS], rule, chosen=[again], **KT21)
    assert wounds(result, "B1") == 10 - 3 - 3
    later = [one for one in asked if "attack re-rolls" in one["question"]][1:]
    assert not any(choice["key"].endswith(":5") for one in later for choice in one["choices"])


def test_b21_06_a_command_reroll_is_offered_while_there_are_points() -> None:
    again = ["re-roll:command re-roll:2"]
    result, asked = shot([[5, 1, 1, 2], [5]], [MISS], chosen=again, **KT21)
    assert wounds(result, "B1") == 10 - 3 - 3
    assert result.state["players"]["p1"]["cp"] == 0
    offered = [one for one in asked if "attack re-rolls" in one["question"] and one["choices"]]
    assert len(offered) == 1, "its only point is spent"


def test_g21_08_hot_hurts_by_each_one_that_is_discarded() -> None:
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
    [([], "conceal", False), (["Silent"], "conceal", True), (["Rng 5"], "engage", False), (["Rng 6"], "engage", True)],
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


def test_g21_13_splash_and_reap_hurt_others_near_a_critical() -> None:
    result, _ = shot(
        [[6, 1, 1, 1]], [[6, 1, 1]], "Splash 2", places={**PLACES, "B2": [12.0, 13.0], "B3": [12.0, 17.0]}, **KT21
    )
    assert [wounds(result, name) for name in ("B1", "B2", "B3")] == [8, 8, 10]
    reaped, _ = fight([[6, 1, 1, 1]], [[1, 1, 1, 1]], "Reap 1", places={**CLOSE, "B2": [6.5, 13.0]}, **KT21)
    assert (wounds(reaped, "B1"), wounds(reaped, "B2")) == (6, 9)


def test_g21_14_stun_takes_an_apl_by_a_shot_and_a_die_in_a_fight() -> None:
    result, _ = shot([[6, 1, 1, 1]], [[6, 1, 1]], "Stun", **KT21)
    assert result.state["operatives"]["B1"]["stats"]["apl"] == 1
    stunned, _ = fight([[6, 6, 1, 1]], [[5, 5, 1, 1]], "Stun", **KT21)
    assert wounds(stunned, "A1") == 10 - 3
    assert stunned.state["operatives"]["B1"]["stats"]["apl"] == 1, "by the second critical strike"


def test_f21_01_g21_05_strike_or_parry_in_turn_and_brutal_is_parried_by_criticals_alone() -> None:
    result, asked = fight([[6, 5, 1, 1]], [[5, 1, 1, 1]], **KT21)
    assert (wounds(result, "A1"), wounds(result, "B1")) == (7, 3)
    assert [one["owner"] for one in asked if "strike" in one["question"]] == ["p1", "p2", "p1"]
    _, brutal = fight([[5, 5, 1, 1]], [[5, 1, 1, 1]], "Brutal", **KT21)
    options = [
        {choice["key"] for choice in one["choices"]}
        for one in brutal
        if one["owner"] == "p2" and "strike" in one["question"]
    ]
    assert not any(key.startswith("block") for keys in options for key in keys)


@pytest.mark.parametrize(
    ("others", "helps"), [({"A2": [6.5, 12.6]}, True), ({"A2": [6.5, 12.6], "B2": [6.5, 14.2]}, False)]
)
def test_f21_02_a_friend_engaged_with_that_enemy_alone_supports(others: dict[str, list[float]], helps: bool) -> None:
    result, _ = fight([[2, 1, 1, 1]], [[1, 1, 1, 1]], places={**CLOSE, **others}, **KT21)
    assert (wounds(result, "B1") == 10 - 3) is helps


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


def test_h21_01_h21_03_bases_cover_and_hide_nobody() -> None:
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


def test_e21_01_a_target_that_a_friend_is_engaged_with_is_none() -> None:
    result, asked = shot([[5, 1, 1, 1]], [MISS], places={**PLACES, "A2": [12.0, 12.6]}, **KT21)
    assert not asked
    assert any(ruling["rule"] == "E21-01" and ruling["call"] == "NO" for ruling in result.steps[1]["rulings"])


def labels(
    place: list[float],
    to: list[float],
    *terrain: Raw,
    others: dict[str, list[float]] | None = None,
    order: str = "engage",
    **card: Any,
) -> dict[str, str]:
    """Return the readings of a move that was seen, by the action: what each label says behind it."""
    places = {"A1": place, "B1": FAR, **(others or {})}
    people = [operative(name, **(card if name == "A1" else {})) for name in places]
    raw = script(places, activate("A1", order), {"see": {"A1": to}}, terrain=list(terrain), operatives=people, **KT21)
    found = [choice["label"] for prompt in played(raw).steps[1]["prompts"] for choice in prompt["choices"]]
    return {label.partition(", ")[0]: label.partition(", ")[2] for label in found}


def test_d21_01_a21_01_a_normal_move_goes_up_to_m_and_short_steps_count_an_inch() -> None:
    assert labels([5, 11], [10.9, 11])["Normal Move"] == '5.9" of 6"'
    assert labels([5, 11], [5.5, 11])["Normal Move"] == '1" of 6"'
    assert "too far" in labels([5, 11], [11.2, 11])["Normal Move"]
    assert "comes too near" in labels([5, 11], [11, 11], others={"B1": [8, 12.9]})["Normal Move"]
    assert labels([5, 11], [11, 11], others={"B1": [8, 12.9], "A2": [8, 14.2]})["Normal Move"] == '6" of 6"'


@pytest.mark.parametrize("name", ["A2", "B1"])
def test_d21_03_nobody_moves_over_a_base(name: str) -> None:
    found = labels([5, 11], [11, 11], others={name: [8, 11]})
    assert all(
        "goes through another model" in text or "too near" in text or "too far" in text
        for action, text in found.items()
        if action == "Normal Move"
    ), found


def test_d21_04_d21_05_d21_06_charge_fall_back_and_dash() -> None:
    assert labels([5, 11], [12.9, 11], others={"B1": [14.9, 11]})["Charge"] == '7.9" of 8"'
    assert labels([5, 11], [7.5, 11])["Dash"] == '2.5" of 3"'
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [2.0, 11.0]}}, {"choose": "Fall Back"}]
    result = played(script(CLOSE, *steps, **KT21))
    offers = {one["action"]: one["possible"] for one in result.steps[0]["offers"]}
    assert (offers["Fall Back"], offers["Normal Move"], offers["Charge"], offers["Fight"]) == (True, False, False, True)
    assert result.steps[2]["accepted"]
    assert result.state["operatives"]["A1"]["ap_left"] == 0


def test_d21_07_c21_03_pass_may_be_repeated_and_nothing_else() -> None:
    people = [operative("A1", apl=3), operative("B1")]
    steps = [activate("A1"), act("A1", "Pass"), act("A1", "Pass"), act("A1", "Pass"), act("A1", "Pass")]
    result = played(script(PLACES, *steps, operatives=people, **KT21))
    assert taken(result) == [True, True, True, True, False], "three AP and no more"
    twice = [activate("A1"), {"see": {"A1": [5.0, 13.0]}}, {"choose": "Dash"}, {"see": {"A1": [5.0, 15.0]}}]
    again = played(script(PLACES, *twice, operatives=people, **KT21)).steps[-1]["prompts"][0]["choices"]
    assert not any(one["label"].startswith("Dash,") and "not allowed" not in one["label"] for one in again)


def test_d21_02_l21_01_wounds_and_changes_never_take_m_below_four() -> None:
    hurt = do("p1", "declare_damage", operative="A1", amount=6)
    slow = do("p1", "declare_stat", operative="A1", stat="move", change=-1, until="end of the battle")
    a1 = played(script(PLACES, hurt, slow, **KT21)).state["operatives"]["A1"]
    assert (a1["injured"], a1["stats"]["move"]) == (True, 4)
    dead = played(script(PLACES, do("p1", "declare_damage", operative="A1", amount=10), **KT21)).state["operatives"][
        "A1"
    ]
    assert dead["on_board"] is False


def test_i21_02_traversing_costs_two_inches() -> None:
    low = box("T", 7, 0, 7.2, 22, 1, "Light", "Traversable")
    assert labels([5, 11], [9, 11], low)["Normal Move"] == '6" of 6"'


def test_i21_03_a_jump_takes_a_test_and_a_one_leaves_the_operative_where_it_was() -> None:
    decks = [box("P", 1, 9, 6, 13, 3, "Light", "Vantage"), box("Q", 8, 9, 14, 13, 3, "Light", "Vantage")]
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [9.0, 11.0, 3.0]}}, {"choose": "Normal Move"}]
    for face, x in ((1, 6 - 16 / 25.4), (2, 9.0)):
        raw = script({"A1": [5.0, 11.0, 3.0], "B1": FAR}, *steps, {"as": "p1", "dice": [face]}, terrain=decks, **KT21)
        result = played(raw)
        assert result.steps[-1]["accepted"], result.steps[-1]["why"]
        assert result.state["operatives"]["A1"]["place"][0] == pytest.approx(x, abs=0.01)


def test_n21_01_n21_02_a_move_ends_where_it_can_be_placed() -> None:
    bare = box("P", 6, 9, 10, 13, 2, "Heavy")
    assert "nobody can stand there" in labels([5, 11], [6.8, 11, 2], bare)["Normal Move"]
    deck = {**bare, "traits": ["Light", "Vantage"]}
    assert labels([5, 11], [6.8, 11, 2], deck)["Normal Move"] == '3.8" of 6"'
    taken_up = labels([5, 11], [6.8, 11, 2], deck, others={"A2": [7.2, 11.3, 2]})["Normal Move"]
    assert "ends on another model" in taken_up


@pytest.mark.parametrize(("first", "second", "has"), [(5, 3, "p1"), (2, 5, "p2"), (4, 4, "p2")])
def test_b21_01_b21_02_b21_03_b21_04_a_turning_point_is_initiative_strategy_firefight(
    first: int, second: int, has: str
) -> None:
    steps: list[Raw] = [
        activate("A1"), END, activate("B1"), END, END,
        {"as": "p1", "dice": [first]},
        {"as": "p2", "dice": [second]},
    ]  # fmt: skip
    result = played(script(PLACES, *steps, **KT21))
    assert result.state["initiative"] == has, "the winner takes it; on a tie who did not have it"
    assert result.state["turning_point"] == 2
    before = played(script(PLACES, **KT21)).state["players"]["p1"]["cp"]
    assert {side["cp"] for side in result.state["players"].values()} == {before + 1}
    ploy = do(has, "use_ploy", player=has, name="Hold", cost=1)
    other = "p2" if has == "p1" else "p1"
    ploys = [ploy, {"as": other, "choose": "pass"}, ploy, {"as": has, "choose": "pass"}]
    played_on = played(script(PLACES, *steps, *ploys, **KT21))
    assert taken(played_on)[-4:] == [True, True, False, True]


def test_b21_05_b21_07_a_tac_op_is_sealed_revealed_and_scored_once_for_each_condition() -> None:
    score = do("p1", "score", player="p1", op="tac_op_1:1", vp=2)
    early = played(script(PLACES, score, **KT21))
    assert not early.steps[0]["accepted"], "not before it is revealed"
    mission = do("p1", "score", player="p1", op="mission", vp=2)
    assert played(script(PLACES, mission, **KT21)).state["players"]["p1"]["vp"]["mission"] == 2


def test_c21_01_one_ready_operative_in_turn() -> None:
    places = {**PLACES, "A2": [5.0, 15.0]}
    steps = [activate("A1", "conceal"), activate("A2"), END, activate("A2"), activate("B1")]
    result = played(script(places, *steps, **KT21))
    assert taken(result) == [True, False, True, False, True]
    assert result.state["operatives"]["A1"]["order"] == "conceal"


def test_c21_04_with_nobody_ready_an_engaged_operative_makes_overwatch_one_worse() -> None:
    places = {**PLACES, "B2": [25.0, 20.0]}
    steps = [
        activate("A1"), END, activate("B2"), END, {"as": "p1", "choose": "A1"},
        act("A1", "Overwatch", target="B1", weapon="gun", dice=True),
        {"as": "p1", "dice": [3, 3, 3, 4]},
        {"choose": "pass"},
    ]  # fmt: skip
    result = played(script(places, *steps, **KT21))
    assert all(taken(result)), [step["why"] for step in result.steps]
    saves: list[Raw] = [{"as": "p2", "dice": MISS}, {"choose": "pass"}]
    hurt = played(script(places, *steps, *saves, **KT21))
    assert wounds(hurt, "B1") == 10 - 3, "threes miss"


def test_a21_05_engagement_range_is_an_inch_where_either_sees_the_other() -> None:
    for x, near in ((7.25, True), (7.27, False)):
        result = played(script({"A1": [5.0, 11.0], "B1": [x, 11.0]}, activate("A1"), **KT21))
        assert next(one for one in result.steps[0]["offers"] if one["action"] == "Fight")["possible"] is near


def quarters(places: dict[str, list[float]], *steps: Raw, **fields: Any) -> Any:
    return played(script(places, *steps, killzone="close quarters", **KT21, **fields))


def hatchway(state: str) -> list[Raw]:
    sides = [box("N", 10, 12, 10.2, 20, 2, role="wall"), box("S", 10, 2, 10.2, 10, 2, role="wall")]
    return [*sides, box("AP", 10, 10, 10.2, 12, 2, role="access_point", state=state)]


def test_k21_02_k21_05_a_hatch_is_turned_from_an_inch_and_gone_through() -> None:
    places = {"A1": [9.2, 11.0], "B1": FAR}
    steps: list[Raw] = [activate("A1"), act("A1", "Operate Hatch", thing="AP"), {"see": {"A1": [12.0, 11.0]}}]
    result = quarters(places, *steps, terrain=hatchway("closed"))
    assert result.steps[1]["accepted"], result.steps[1]["why"]
    assert result.state["openings"] == {"AP": "open"}
    first = result.steps[2]["prompts"][0]["choices"][0]["label"]
    assert first.startswith(('Dash, 2.8"', 'Normal Move, 2.8"')), first
    away = quarters({**places, "A1": [8.0, 11.0]}, *steps[:2], terrain=hatchway("closed"))
    assert not away.steps[1]["accepted"]


def test_k21_02_a_fight_goes_through_an_open_hatchway() -> None:
    places = {"A1": [10 - 16 / 25.4, 11.0], "B1": [12.5, 11.0]}
    result = quarters(places, activate("A1"), terrain=hatchway("open"))
    assert next(one for one in result.steps[0]["offers"] if one["action"] == "Hatchway Fight")["possible"]
    shut = quarters(places, activate("A1"), terrain=hatchway("closed"))
    assert not next(one for one in shut.steps[0]["offers"] if one["action"] == "Hatchway Fight")["possible"]


def test_k21_01_guard_counts_as_a_shot_and_ends_with_an_own_action() -> None:
    steps = [activate("A1"), act("A1", "Guard"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    result = quarters(PLACES, *steps)
    assert taken(result) == [True, True, False]
    assert result.state["operatives"]["A1"]["on_guard"]
    ended = quarters(PLACES, activate("A1"), act("A1", "Guard"), act("A1", "Pass"))
    assert not ended.state["operatives"]["A1"]["on_guard"]


def test_n21_05_tac_ops_that_are_not_used_in_close_quarters_are_refused() -> None:
    raw: dict[str, Any] = {"begin": "set_up", "killzone": "close quarters", **KT21}
    ruled_out, allowed = (
        played(script(PLACES, do("p1", "seal", player="p1", topic="tac_op_1", value=op), **raw)).steps[0]["accepted"]
        for op in ("Seize Ground", "Rout")
    )
    assert (ruled_out, allowed) == (False, True)


def test_c21_02_a_group_goes_on_with_its_own_type_and_never_more_than_two() -> None:
    horde = {"group": 3, "type": "horde"}
    people = [operative(name, **horde) for name in ("A1", "A2", "A3")] + [operative("A4"), operative("B1")]
    places = {"A1": [3.0, 3.0], "A2": [6.0, 3.0], "A3": [9.0, 3.0], "A4": [12.0, 3.0], "B1": FAR}
    steps = [activate("A1"), END, activate("B1"), activate("A4"), activate("A2"), END, activate("A3"), activate("B1")]
    result = played(script(places, *steps, operatives=people, **KT21))
    assert taken(result) == [True, True, False, False, True, True, False, True]


def test_n21_04_torrent_goes_on_after_an_overwatch() -> None:
    places = {**PLACES, "B2": [25.0, 20.0], "B3": [12.0, 12.9]}
    gun = {**GUN, "rules": ["Torrent 2"]}
    people = [operative("A1", weapons=[gun]), *(operative(name) for name in ("B1", "B2", "B3"))]
    begin = [activate("A1"), END, activate("B2"), END, {"as": "p1", "choose": "A1"}]
    raw = script(
        places, *begin, act("A1", "Overwatch", target="B1", weapon="gun", dice=True), operatives=people, **KT21
    )
    _, asked = answered(raw, by_default)
    shot_at = [
        one["question"].split(":")[0].rsplit(" ", 1)[1] for one in asked if one["question"].endswith("attack roll")
    ]
    assert shot_at == ["B1", "B3"]
