"""2024 at the table, declared from a phone: stats, prices, free actions, equipment, mines, ends of battles."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.overlook.play.scripts import BLADE, GUN, Raw, act, activate, operative, played, script, taken

FAR = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}
FOR_NOW = "end of the turning point"


def declared(name: str, stat: str, change: int, until: str = FOR_NOW, **fields: Any) -> Raw:
    return {
        "as": "p1",
        "do": {"kind": "declare_stat", "operative": name, "stat": stat, "change": change, "until": until},
    }


def labels(step: Raw) -> list[str]:
    return [choice["label"] for choice in step["prompts"][0]["choices"]]


@pytest.mark.parametrize(
    ("changes", "move"),
    [((1,), 7), ((1, 2), 9), ((-1,), 5), ((-1, -1), 4), ((-5,), 4), ((-5, 2), 4), ((-3, 2), 5)],
)
def test_i24_13_declared_changes_of_move_add_up_and_then_never_fall_below_four(
    changes: tuple[int, ...], move: int
) -> None:
    steps = [
        activate("A1"),
        *(declared("A1", "move", change) for change in changes),
        {"see": {"A1": [5.0 + move, 11.0]}},
    ]
    result = played(script(FAR, *steps))
    assert all(taken(result))
    assert result.state["operatives"]["A1"]["stats"]["move"] == move
    assert labels(result.steps[-1])[0] == f'Reposition, {move}" of {move}"'
    further = played(script(FAR, *steps[:-1], {"see": {"A1": [5.5 + move, 11.0]}}))
    assert labels(further.steps[-1])[0].startswith("Charge") or "too far" in labels(further.steps[-1])[0]


@pytest.mark.parametrize(("changes", "apl"), [((1,), 3), ((1, 1), 3), ((-1, -1), 1), ((1, 1, -1), 3), ((2, -1, -1), 2)])
def test_c24_10_declared_changes_of_apl_add_up_and_move_it_by_one_at_most(changes: tuple[int, ...], apl: int) -> None:
    result = played(script(FAR, *(declared("A1", "apl", change) for change in changes), activate("A1")))
    assert result.state["operatives"]["A1"]["stats"]["apl"] == result.state["operatives"]["A1"]["ap_left"] == apl


def test_c24_10_there_are_the_stats_of_a_card_and_no_others() -> None:
    result = played(script(FAR, declared("A1", "luck", 1), declared("A1", "Move", 0), declared("A1", "MOVE", 1)))
    assert taken(result) == [False, False, True]
    assert "apl" in result.steps[0]["why"]
    assert result.state["operatives"]["A1"]["stats"]["move"] == 7


def test_c24_05_a_declared_price_and_a_free_action_count() -> None:
    shot = {"target": "B1", "weapon": "gun", "results": []}
    dearer = played(script(FAR, activate("A1"), act("A1", "Shoot", cost_changes=[1], **shot)))
    assert dearer.state["operatives"]["A1"]["ap_left"] == 0
    too_dear = played(script(FAR, activate("A1"), act("A1", "Shoot", cost_changes=[1, 1], **shot)))
    assert taken(too_dear) == [True, False]
    cheaper = played(script(FAR, activate("A1"), act("A1", "Shoot", cost_changes=[-1, -1], **shot)))
    assert cheaper.state["operatives"]["A1"]["ap_left"] == 2
    free = played(script(FAR, activate("A1"), act("A1", "Shoot", free=True, **shot), act("A1", "Shoot", **shot)))
    assert taken(free) == [True, True, False], "a free action counts as performed"
    assert free.state["operatives"]["A1"]["ap_left"] == 2


def test_c24_12_a_free_move_is_declared_with_the_model_where_the_camera_sees_it() -> None:
    seen = {"see": {"A1": [7.9, 11.0]}}
    result = played(script(FAR, activate("A1"), seen, act("A1", "Dash", free=True), act("A1", "Dash")))
    assert taken(result) == [True, True, True, False]
    assert result.state["operatives"]["A1"]["place"] == [7.9, 11.0, 0.0]
    assert result.state["operatives"]["A1"]["ap_left"] == 2
    assert [prompt["topic"] for prompt in result.steps[2]["prompts"]] == ["action"], "its proposal is answered with it"
    too_far = played(script(FAR, activate("A1"), {"see": {"A1": [9.9, 11.0]}}, act("A1", "Dash", free=True)))
    assert taken(too_far) == [True, True, False]
    assert "D24-04" in {ruling["rule"] for ruling in too_far.steps[2]["rulings"]}


def test_g24_00_rules_that_a_ploy_adds_are_declared_with_the_shot() -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True, weapon_rules=["Lethal 5+", "Saturate"])
    result = played(script(FAR, activate("A1"), shot))
    assert all(taken(result)), result.steps[1]["why"]
    nonsense = played(
        script(FAR, activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", weapon_rules=["Sparkle"]))
    )
    assert "Sparkle" in nonsense.steps[1]["why"]


def test_a24_11_rules_of_the_same_moment_are_ordered_from_a_phone_by_the_player_with_initiative() -> None:
    met = {"kind": "trigger", "rules": [{"owner": "p1", "name": "Blessing"}, {"owner": "p2", "name": "Curse"}]}
    asked: list[Raw] = [{"as": "p2", "do": met}, {"as": "p2", "choose": "Curse"}, {"as": "p1", "choose": "Curse"}]
    result = played(script(FAR, *asked, activate("A1")))
    assert taken(result) == [True, False, True, True]
    assert result.steps[0]["prompts"][0]["owner"] == "p1"


def test_l24_05_who_was_down_is_revived_from_a_phone() -> None:
    hurt = {"as": "p1", "do": {"kind": "declare_damage", "operative": "A1", "amount": 10}}
    back = {"as": "p1", "do": {"kind": "revive", "operative": "A1", "wounds": 3, "x": 6.0, "y": 11.0}}
    result = played(script(FAR | {"A2": [8.0, 5.0]}, hurt, back))
    assert all(taken(result)), [step["why"] for step in result.steps]
    one = result.state["operatives"]["A1"]
    assert (one["wounds"], one["on_board"], one["place"]) == (3, True, [6.0, 11.0, 0.0])


HEAVY: Raw = {**GUN, "name": "cannon", "rules": ["Heavy (Reposition only)"]}


def test_g24_07_heavy_reposition_only_shoots_after_what_is_treated_as_one() -> None:
    shield = {
        "id": "shield",
        "poly": [[5.7, 10.0], [6.0, 10.0], [6.0, 12.0], [5.7, 12.0]],
        "z": [0, 1],
        "traits": ["Light", "Protective", "Portable"],
        "equipment": "portable barricade",
    }
    people = [operative("A1", weapons=[HEAVY, BLADE]), operative("B1")]
    start = {"A1": [5.7 - 0.62992126, 11.0], "B1": [25.0, 11.0]}
    shot = act("A1", "Shoot", target="B1", weapon="cannon", results=[])
    there = {"see": {"A1": [start["A1"][0] + 3, 11.0], "shield": [8.85, 11.0]}}
    steps = [activate("A1"), there, {"as": "p1", "choose": "Move With"}, shot]
    result = played(script(start, *steps, operatives=people, terrain=[shield]))
    assert all(taken(result)), [step["why"] for step in result.steps]
    dashed = [activate("A1"), {"see": {"A1": [start["A1"][0], 13.5]}}, {"as": "p1", "choose": "Dash"}, shot]
    assert taken(played(script(start, *dashed, operatives=people, terrain=[shield]))) == [True, True, True, False]


def test_j24_09_the_barricade_is_set_up_again_where_it_may_stand_and_nowhere_else() -> None:
    def part(name: str, x: float, **fields: Any) -> Raw:
        poly = [[x, 10.0], [x + 0.3, 10.0], [x + 0.3, 12.0], [x, 12.0]]
        return {"id": name, "poly": poly, "z": [0, 1], "traits": ["Light"], "equipment": "light barricade", **fields}

    shield = part("shield", 5.7, traits=["Light", "Portable"], equipment="portable barricade")
    start = {"A1": [5.7 - 0.62992126, 11.0], "B1": [25.0, 20.0]}
    at = start["A1"][0] + 3

    def carried(shield_at: list[float], *more: Raw, other: float = 20.0) -> Any:
        seen = {"see": {"A1": [at, 11.0], "shield": shield_at}}
        terrain = [shield, part("other", other)]
        return played(script(start, activate("A1"), seen, {"as": "p1", "choose": "Move With"}, *more, terrain=terrain))

    assert taken(carried([8.85, 11.0])) == [True, True, True]
    loose = carried([9.6, 11.0])
    assert taken(loose) == [True, True, False]
    assert "J24-09" in {ruling["rule"] for ruling in loose.steps[2]["rulings"]}
    crowded = carried([8.85, 11.0], other=10.5)
    assert taken(crowded) == [True, True, False]
    mended = carried([9.6, 11.0], {"see": {"shield": [8.85, 11.0]}}, act("A1", "Move With Barricade"))
    assert taken(mended) == [True, True, False, True, True]
    put_away = played(
        script(
            start,
            activate("A1"),
            {"see": {"A1": [at, 11.0]}, "gone": ["shield"]},
            {"as": "p1", "choose": "Move With"},
            terrain=[shield],
        )
    )
    assert all(taken(put_away)), "what cannot be set up again is not"
    with_it = carried([8.85, 11.0])
    assert with_it.state["operatives"]["A1"]["place"][0] == pytest.approx(at, abs=1e-3)


PLATFORMS: list[Raw] = [
    {"id": "P1", "poly": [[4, 4], [8, 4], [8, 8], [4, 8]], "z": [0, 3], "traits": ["Vantage", "Heavy"]},
    {"id": "P2", "poly": [[9, 4], [14, 4], [14, 8], [9, 8]], "z": [0, 3], "traits": ["Vantage", "Heavy"]},
]


@pytest.mark.parametrize(
    ("height", "label"), [(4.0, 'Dash, 3" of 3"'), (3.4, 'Dash, 3" of 3"'), (2.3, 'Dash, 3" of 3"')]
)
def test_i24_04_a_jump_up_to_an_inch_higher_is_a_jump_by_camera_too(height: float, label: str) -> None:
    terrain = [PLATFORMS[0], {**PLATFORMS[1], "z": [0, height]}]
    seen = {"see": {"A1": [10.0, 6.0, height]}}
    result = played(script({"A1": [7.2, 6.0, 3.0], "B1": [25.0, 20.0]}, activate("A1"), seen, terrain=terrain))
    assert label in labels(result.steps[1])
    assert 'Reposition, 3" of 6"' in labels(result.steps[1])


def test_i24_04_a_jump_more_than_an_inch_higher_is_a_climb() -> None:
    terrain = [PLATFORMS[0], {**PLATFORMS[1], "z": [0, 4.2]}]
    seen = {"see": {"A1": [10.0, 6.0, 4.2]}}
    result = played(script({"A1": [7.4, 6.0, 3.0], "B1": [25.0, 20.0]}, activate("A1"), seen, terrain=terrain))
    assert not any(label.startswith("Dash, 3") and label.endswith('3"') for label in labels(result.steps[1]))
    assert 'Reposition, 5" of 6"' in labels(result.steps[1]), "3 along and 2 up, the least that a climb costs"


def put_mine(x: float, y: float, who: str = "p1") -> Raw:
    return {"as": who, "do": {"kind": "place_marker", "what": "mines", "x": x, "y": y}}


def test_j24_07_a_mine_that_is_put_down_belongs_to_who_puts_it_down() -> None:
    result = played(script(FAR, put_mine(15.0, 11.0)))
    (mine,) = result.state["markers"].values()
    assert (mine["kind"], mine["owner"]) == ("mines", "p1")
    said = {"as": "referee", "do": {"kind": "place_marker", "what": "mines", "x": 15.0, "y": 11.0, "owner": "p2"}}
    assert next(iter(played(script(FAR, said)).state["markers"].values()))["owner"] == "p2"


@pytest.mark.parametrize(
    "brings",
    [
        put_mine(6.5, 11.0),
        {"as": "p2", "do": {"kind": "revive", "operative": "B2", "wounds": 5, "x": 15.0, "y": 12.0}},
        {"as": "referee", "do": {"kind": "declare_place", "operative": "B1", "x": 15.0, "y": 12.0}},
    ],
    ids=["the mine itself", "a return", "a place by word"],
)
def test_j24_07_a_mine_goes_off_under_whatever_first_brings_an_operative_near(brings: Raw) -> None:
    people = {**FAR, "B2": [27.0, 5.0]}
    down = {"as": "p2", "do": {"kind": "declare_damage", "operative": "B2", "amount": 10}}
    result = played(script(people, down, put_mine(15.0, 11.0), brings, {"dice": [6]}, {"press": "undo"}))
    assert all(taken(result)), [step["why"] for step in result.steps]
    asked = result.steps[2]["prompts"][0]
    assert asked["topic"] == "test"
    hurt = asked["about"]
    assert "wounds_lost" in result.steps[3]["events"]
    undone = played(script(people, down, put_mine(15.0, 11.0), brings, {"press": "undo"}))
    assert undone.state["operatives"][hurt]["wounds"] in (0, 10)
    assert len(undone.state["markers"]) == 1, "what brought it near is taken back with the mine"
    redone = played(script(people, down, put_mine(15.0, 11.0), brings, {"press": "undo"}, {"press": "redo"}))
    assert redone.steps[-1]["prompts"][0]["topic"] == "test"


def test_j24_07_a_mine_on_the_way_goes_off_once() -> None:
    steps: list[Raw] = [
        put_mine(8.0, 12.0),
        activate("A1"),
        {"see": {"A1": [10.5, 11.0]}},
        {"as": "p1", "choose": "Reposition"},
        {"dice": [3]},
    ]
    result = played(script(FAR, *steps))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.state["operatives"]["A1"]["wounds"] == 10 - 5
    assert result.state["markers"] == {}


@pytest.mark.parametrize("option", ["jetpack", "krak", "mine field", ""])
def test_a24_05_an_option_that_there_is_not_is_not_taken(option: str) -> None:
    opening: list[Raw] = [{"dice": [6]}, {"dice": [1]}, {"as": "p1", "choose": "p1"}]
    choose = {"as": "p1", "do": {"kind": "choose_equipment", "player": "p1", "options": [option or "no"]}}
    result = played(script(FAR, *opening, choose, begin="set_up"))
    assert not result.steps[-1]["accepted"]
    assert "heavy barricade" in result.steps[-1]["why"]


def test_a24_06_equipment_is_set_up_from_a_phone_and_judged() -> None:
    opening: list[Raw] = [
        *({"dice": [face]} for face in (6, 1)),
        {"as": "p1", "choose": "p1"},
        {"as": "p1", "do": {"kind": "choose_equipment", "player": "p1", "options": ["mines", "ammo cache"]}},
        {"as": "p2", "choose": "none"},
    ]

    def put(item: str, x: float, y: float) -> Raw:
        return {"as": "p1", "do": {"kind": "place_equipment", "player": "p1", "item": item, "x": x, "y": y}}

    passing = {"as": "p2", "choose": "Pass"}
    steps = [*opening, put("mines", 22.0, 11.0), put("mines", 8.0, 4.0), passing, put("ammo cache", 2.0, 2.0)]
    markers = [{"id": "relic", "kind": "objective", "pos": [15.0, 11.0]}]
    raw = script(FAR, *steps, begin="set_up", markers=markers, mission="cold-decks", sides={"p1": "west", "p2": "east"})
    result = played(raw)
    assert taken(result)[5:] == [False, True, True, True], [step["why"] for step in result.steps]
    assert "J24-07" in {ruling["rule"] for ruling in result.steps[5]["rulings"]}
    kinds = {marker["kind"]: marker["owner"] for marker in result.state["markers"].values()}
    assert kinds == {"objective": None, "mines": "p1", "ammo cache": "p1"}


DEPLOYMENT: list[Raw] = [
    *({"dice": [face]} for face in (6, 1)),
    {"as": "p1", "choose": "p1"},
    {"as": "p1", "choose": "none"},
    {"as": "p2", "choose": "none"},
]


def deploy(name: str, x: float, y: float) -> Raw:
    player = "p1" if name.startswith("A") else "p2"
    return {"as": player, "do": {"kind": "deploy", "operative": name, "x": x, "y": y}}


def test_a24_07_an_operative_is_set_up_wholly_within_its_drop_zone() -> None:
    people = [operative("A1"), operative("B1")]

    def set_up(x: float, **fields: Any) -> Any:
        return played(script({}, *DEPLOYMENT, deploy("A1", x, 11.0), operatives=people, begin="set_up", **fields))

    zones = {"mission": "cold-decks", "sides": {"p1": "west", "p2": "east"}}
    assert set_up(2.5, **zones).steps[-1]["accepted"]
    outside = set_up(12.0, **zones)
    assert not outside.steps[-1]["accepted"]
    assert "A24-07" in {ruling["rule"] for ruling in outside.steps[-1]["rulings"]}
    assert not outside.state["operatives"]["A1"]["on_board"]
    off = set_up(-3.0, **zones)
    assert not off.steps[-1]["accepted"]
    nobody_said = set_up(15.0)
    assert [prompt["topic"] for prompt in nobody_said.steps[-1]["prompts"]] == ["proposal"]
    assert not nobody_said.state["operatives"]["A1"]["on_board"]
    assert set_up(2.5).state["operatives"]["A1"]["on_board"]


def test_l24_02_control_does_not_change_during_an_action() -> None:
    places = {"A1": [5.0, 11.0], "B1": [5.0, 13.4], "A2": [20.0, 3.0], "B2": [25.0, 20.0]}
    markers = [{"id": "m", "kind": "objective", "pos": [5.0, 12.2]}]
    people = [operative(name, wounds=8, apl=2) for name in places]
    blast = [{**GUN, "rules": ['Blast 1"'], "damage": [8, 8]}, BLADE]
    people[2] = operative("A2", weapons=blast)
    steps: list[Raw] = [
        activate("A2"),
        act("A2", "Shoot", target="B1", weapon="gun", dice=True),
        {"as": "p1", "dice": [6, 6, 6, 6]},
        {"choose": "pass"},
    ]
    result = played(script(places, *steps, operatives=people, markers=markers))
    assert result.state["markers"]["m"]["controlled_by"] is None
    dead = {"as": "p2", "do": {"kind": "declare_damage", "operative": "B1", "amount": 8}}
    during = played(script(places, *steps, dead, operatives=people, markers=markers))
    assert during.state["markers"]["m"]["controlled_by"] is None, "the action is not over"
    after = played(script(places, dead, operatives=people, markers=markers))
    assert after.state["markers"]["m"]["controlled_by"] == "p1"


def ended(*steps: Raw) -> Any:
    turn: list[Raw] = [{"choose": "A1:conceal"}, {"choose": "End"}, {"choose": "B1:conceal"}, {"choose": "End"}]
    between: list[Raw] = [{"choose": "Everything"}, {"dice": [6]}, {"dice": [1]}, {"choose": "p1"}]
    passing: list[Raw] = [{"choose": "Pass"}, {"choose": "Pass"}]
    whole = [*turn, *3 * [*between, *passing, *turn]]
    return played(script(FAR, *whole, *steps))


def test_a24_10_the_battle_does_not_end_before_each_player_has_made_an_op_primary() -> None:
    scored = {"as": "p1", "do": {"kind": "score", "player": "p1", "op": "crit", "vp": 5}}
    waiting = ended(scored, {"choose": "Everything"})
    assert not waiting.state["over"]
    assert [prompt["owner"] for prompt in waiting.steps[-1]["prompts"]] == ["p1", "p2"]
    signing = {"as": "p1", "do": {"kind": "sign", "player": "p1"}}
    chosen: list[Raw] = [{"as": "p1", "choose": "Primary op: crit"}, {"as": "p2", "choose": "Primary op: tac"}]
    over = ended(scored, {"choose": "Everything"}, signing, *chosen, signing)
    assert taken(over)[-4:] == [False, True, True, True]
    assert (over.state["over"], over.state["winner"]) == (True, "p1")
    assert over.state["players"]["p1"]["vp"] == {"crit": 5, "tac": 0, "kill": 0, "primary": 3}


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 3), st.integers(0, 6))
def test_l24_15_the_primary_op_never_exceeds_three(before: int, crit: int) -> None:
    points = [("primary", before), ("crit", crit)]
    scored: list[Raw] = [
        {"as": "p1", "do": {"kind": "score", "player": "p1", "op": op, "vp": vp}} for op, vp in points if vp
    ]
    sealed: list[Raw] = [
        {"as": who, "do": {"kind": "seal", "player": who, "topic": "primary_op", "value": "crit"}}
        for who in ("p1", "p2")
    ]
    result = played(script(FAR, *scored, *sealed, {"as": "referee", "do": {"kind": "end_battle"}}))
    assert result.state["over"], [step["why"] for step in result.steps]
    assert result.state["players"]["p1"]["vp"]["primary"] == max(before, (crit + 1) // 2)


def test_a24_10_an_agreed_end_is_not_signed_while_nobody_made_an_op_primary() -> None:
    sign = {"as": "p1", "do": {"kind": "sign", "player": "p1"}}
    result = played(script(FAR, {"as": "referee", "do": {"kind": "end_battle"}}, sign))
    assert taken(result) == [True, False]
    assert "primary" in result.steps[1]["why"]
    conceded = played(script(FAR, {"as": "p2", "do": {"kind": "end_battle", "conceded_by": "p2"}}, sign))
    assert taken(conceded) == [True, True]


def test_d21_01_a_price_is_said_no_finer_than_a_player_reads_it() -> None:
    seen = {"see": {"A1": [5.0 + 5.98262, 11.0]}}
    result = played(script(FAR, activate("A1"), seen, edition="kt21"))
    assert labels(result.steps[1])[0] == 'Normal Move, 5.99" of 6"'
