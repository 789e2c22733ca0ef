"""A battle of 2024 at the table: set-up, turning points, activations, points, by phones, panel and camera."""

from __future__ import annotations

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import END, Raw, act, activate, do, played, script, taken
from tests.overlook.play.seen_moves import choices, reading

PLACES: dict[str, list[float]] = {"A1": [5.0, 2.0], "B1": [12.0, 20.0]}


def over(*names: str) -> list[Raw]:
    """Return the steps in which these operatives are activated one after the other and do nothing."""
    return [step for name in names for step in (activate(name), END)]


def next_turn(first: int = 6, second: int = 1, takes: str = "p1") -> list[Raw]:
    """Return the steps from the end of a turning point to the next firefight: the dice, who begins, no gambits."""
    dice: list[Raw] = [{"as": "p1", "dice": [first]}, {"as": "p2", "dice": [second]}]
    return [END, *dice, {"choose": takes}, {"choose": "pass"}, {"choose": "pass"}]


def test_a24_03_b24_02_a_roll_off_that_ties_is_rolled_again_and_its_winner_decides() -> None:
    dice: list[Raw] = [{"as": owner, "dice": [face]} for owner, face in (("p1", 3), ("p2", 3), ("p1", 2), ("p2", 5))]
    result = played(script(PLACES, *dice, {"choose": "p1"}, begin="set_up"))
    assert "rolls_tied" in result.steps[1]["events"]
    assert (result.steps[3]["prompts"][0]["owner"], result.state["initiative"]) == ("p2", "p1")


@pytest.mark.parametrize(
    ("teams", "said"),
    [
        ({"p1": "Iron Wolves", "p2": "reds"}, "reds rolled 5 and Iron Wolves rolled 2. reds: choose"),
        *at_night(({}, "P2 rolled 5 and P1 rolled 2. P2: choose")),
    ],
)
def test_b24_02_the_result_of_a_roll_off_names_the_players(teams: dict[str, str], said: str) -> None:
    dice: list[Raw] = [{"as": owner, "dice": [face]} for owner, face in (("p1", 2), ("p2", 5))]
    asked = played(script(PLACES, *dice, begin="set_up", teams=teams)).steps[-1]["prompts"][0]
    assert asked["asked"].startswith(said)


def test_a24_04_a24_05_a24_06_equipment_is_revealed_once_each_and_set_up_item_by_item() -> None:
    steps: list[Raw] = [
        {"as": "p1", "dice": [6]},
        {"as": "p2", "dice": [1]},
        {"choose": "p1"},
        do("p1", "choose_equipment", player="p1", options=["mines", "mines"]),
        do(
            "p1",
            "choose_equipment",
            player="p1",
            options=["mines", "ladders", "razor wire", "ammo cache", "comms device"],
        ),
        do("p1", "choose_equipment", player="p1", options=["mines", "ladders"]),
        do("p2", "choose_equipment", player="p2", options=["mines"]),
    ]
    result = played(script(PLACES, *steps, begin="set_up"))
    assert taken(result)[3:] == [False, False, True, True]
    assert {player: side["cp"] for player, side in result.state["players"].items()} == {"p1": 2, "p2": 2}
    assert (result.state["phase"], result.state["turn"]) == ("equipment", "p1")
    passed = played(script(PLACES, *steps, {"choose": "pass"}, begin="set_up"))
    assert passed.state["turn"] == "p2"


def test_a24_07_a24_08_a24_09_operatives_are_set_up_concealed_and_scouting_is_revealed_together() -> None:
    steps: list[Raw] = [
        {"as": "p1", "dice": [6]},
        {"as": "p2", "dice": [1]},
        {"choose": "p1"},
        {"choose": "none"},
        {"choose": "none"},
        {"see": PLACES},
        do("p2", "deploy", operative="B1"),
        do("p1", "deploy", operative="A1"),
        do("p2", "deploy", operative="B1"),
    ]
    raw = {**script(PLACES, *steps, begin="set_up"), "places": {}}
    result = played(raw)
    assert taken(result)[6:] == [False, True, True], "by turns, beginning with initiative"
    assert [one["order"] for one in result.state["operatives"].values()] == ["conceal", "conceal"]
    assert result.state["phase"] == "scouting"
    first = next(one for one in result.steps[-1]["prompts"])
    keys = [choice["key"] for choice in first["choices"]]
    assert keys, first
    equal = played({**raw, "steps": [*steps, {"as": "p1", "choose": keys[0]}, {"as": "p2", "choose": keys[0]}]})
    assert equal.steps[-2]["events"] != equal.steps[-1]["events"], "nothing is shown before both have chosen"
    asked = equal.steps[-1]["prompts"][0]
    assert asked["owner"] == "p2", "equal options leave it to who has not the initiative"


@pytest.mark.parametrize(("first", "second", "decides"), [(5, 3, "p1"), (4, 4, "p2"), *at_night((2, 4, "p2"))])
def test_b24_01_the_higher_die_decides_initiative_and_a_tie_the_player_without_it(
    first: int, second: int, decides: str
) -> None:
    steps = [*over("A1", "B1"), END, {"as": "p1", "dice": [first]}, {"as": "p2", "dice": [second]}]
    asked = played(script(PLACES, *steps)).steps[-1]["prompts"][0]
    assert (asked["owner"], {choice["key"] for choice in asked["choices"]}) == (decides, {"p1", "p2"})


def test_a24_02_b24_03_b24_04_a_turning_point_is_strategy_and_firefight_with_points_and_everybody_ready() -> None:
    result = played(script(PLACES, *over("A1", "B1"), *next_turn()))
    assert (result.state["turning_point"], result.state["phase"]) == (2, "firefight")
    assert {player: side["cp"] for player, side in result.state["players"].items()} == {"p1": 4, "p2": 5}
    assert all(one["ready"] for one in result.state["operatives"].values())


def test_a24_12_l24_14_after_four_turning_points_the_most_points_win() -> None:
    turns = [step for _ in range(3) for step in (*over("A1", "B1"), *next_turn())]
    scores = [
        do("p1", "score", player="p1", op="crit", vp=6),
        do("p1", "score", player="p1", op="crit", vp=1),
        do("p2", "score", player="p2", op="tac", vp=5),
    ]
    result = played(script(PLACES, *scores, *turns, *over("A1", "B1"), END))
    assert taken(result)[:3] == [True, False, True], "six points at most from each op"
    assert result.state["turning_point"] == 4
    assert result.state["over"] is True
    points = {player: side["vp"] for player, side in result.state["players"].items()}
    assert points["p1"]["crit"] == 6
    assert all(side["primary"] <= 3 for side in points.values())
    assert result.state["winner"] == "p1"


def test_a24_10_the_primary_op_is_a_secret_gambit_and_b24_05_gambits_go_by_turns_once_each() -> None:
    seal = do("p1", "seal", player="p1", topic="primary_op", value="crit")
    late = played(script(PLACES, seal))
    assert late.steps[0]["accepted"] is False, "in the firefight it is too late"
    steps = [*over("A1", "B1"), END, {"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}]
    gambits = [
        do("p2", "use_ploy", player="p2", name="Hold", cost=1),
        do("p1", "use_ploy", player="p1", name="Hold", cost=1),
        do("p2", "use_ploy", player="p2", name="Dig in", cost=0),
        do("p1", "use_ploy", player="p1", name="Hold", cost=1),
        {"as": "p1", "choose": "pass"},
        {"as": "p2", "choose": "pass"},
    ]
    result = played(script(PLACES, *steps, *gambits))
    assert taken(result)[-6:] == [False, True, True, False, True, True]
    assert result.state["phase"] == "firefight"
    assert (result.state["players"]["p1"]["cp"], result.state["players"]["p2"]["cp"]) == (3, 5)


@pytest.mark.nightly
def test_b24_06_b24_07_b24_09_ploys_cost_points_once_a_turning_point_in_their_own_phase() -> None:
    ploys = [
        do("p1", "use_ploy", player="p1", name="Fury", cost=1),
        do("p1", "use_ploy", player="p1", name="Fury", cost=1),
        do("p1", "use_ploy", player="p1", name="Grand plan", cost=9),
    ]
    result = played(script(PLACES, activate("A1"), *ploys))
    assert taken(result)[1:] == [True, False, False]
    assert result.state["players"]["p1"]["cp"] == 2
    early = [*over("A1", "B1"), do("p1", "use_ploy", player="p1", name="Fury", cost=1)]
    assert not played(script(PLACES, *early)).steps[-1]["accepted"]


def test_b24_08_c24_10_i24_13_changes_of_stats_add_up_within_their_bounds_until_their_end() -> None:
    def change(stat: str, by: int, until: str = "end of the turning point") -> Raw:
        return do("p1", "declare_stat", operative="A1", stat=stat, change=by, until=until)

    ends = "end of its next activation"
    changes = [change("apl", 1, ends), change("apl", 1, ends), change("move", -1, ends), change("move", -4, ends)]
    stats = played(script(PLACES, *changes)).state["operatives"]["A1"]["stats"]
    assert (stats["apl"], stats["move"]) == (3, 4)
    later = played(script(PLACES, *changes, *over("A1"))).state["operatives"]["A1"]["stats"]
    assert (later["apl"], later["move"]) == (2, 6)


def test_c24_01_c24_02_c24_09_one_ready_operative_each_in_turn_with_an_order_that_stays() -> None:
    places = {**PLACES, "A2": [8.0, 2.0]}
    steps = [activate("B1"), activate("A1", "conceal"), activate("A2"), END, activate("A2"), activate("B1"), END]
    result = played(script(places, *steps, activate("A1"), activate("A2")))
    assert taken(result) == [False, True, False, True, False, True, True, False, True]
    a1 = result.state["operatives"]["A1"]
    assert (a1["order"], a1["ready"]) == ("conceal", False)
    assert result.state["phase"] == "firefight"


def test_c24_04_c24_05_c24_06_c24_07_ap_up_to_the_apl_and_each_action_once() -> None:
    steps: list[Raw] = [
        activate("A1"),
        {"see": {"A1": [5.0, 4.9]}},
        {"choose": "Dash"},
        {"see": {"A1": [5.0, 7.9]}},
        {"choose": "Reposition"},
        {"see": {"A1": [5.0, 9.9]}},
    ]
    result = played(script(PLACES, *steps))
    labels = [[choice["label"] for choice in step["prompts"][0]["choices"]] for step in result.steps]
    assert any(label.startswith("Dash") for label in labels[1])
    assert labels[3][0].startswith("Reposition")
    again = choices(result.steps[3])
    assert "Dash" not in again or again["Dash"].fault == "precondition"
    assert result.state["operatives"]["A1"]["ap_left"] == 0
    assert all(not offer["possible"] for offer in result.steps[4]["offers"] if offer["ap"])


def test_c24_08_an_action_that_is_taken_back_was_never_done() -> None:
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [5.0, 4.9]}}, {"choose": "Dash"}, {"press": "undo"}]
    result = played(script(PLACES, *steps))
    assert result.state["operatives"]["A1"]["ap_left"] == 2
    assert result.state["operatives"]["A1"]["place"] == [5.0, 2.0, 0.0]


def test_c24_13_an_unknown_action_is_refused_with_the_list_of_actions() -> None:
    result = played(script(PLACES, activate("A1"), act("A1", "Somersault")))
    assert not result.steps[1]["accepted"]
    assert "Reposition" in str(result.steps[1]["why"])


def test_c24_14_c24_15_c24_16_c24_18_who_has_nobody_ready_may_counteract_with_one_action_of_two_inches() -> None:
    places = {**PLACES, "B2": [15.0, 20.0]}
    begin = [activate("A1"), {"see": {"A1": [5.0, 4.9]}}, {"choose": "Dash"}, END, *over("B1")]
    result = played(script(places, *begin, {"as": "p1", "choose": "A1"}, {"see": {"A1": [5.0, 6.8]}}))
    labels = [choice["label"] for choice in result.steps[-1]["prompts"][0]["choices"]]
    assert labels[0].startswith(('Dash, 2" of 2"', 'Reposition, 2" of 2"')), labels
    far = played(script(places, *begin, {"as": "p1", "choose": "A1"}, {"see": {"A1": [5.0, 7.8]}}))
    assert reading(far.steps[-1]["prompts"][0]["choices"][0]).fault == "too_far"
    done = played(
        script(places, *begin, {"as": "p1", "choose": "A1"}, {"see": {"A1": [5.0, 6.8]}}, {"choose": labels[0]}, END)
    )
    assert done.state["turn"] == "p2"
    concealed = [activate("A1", "conceal"), END, *over("B1")]
    assert not played(script(places, *concealed, do("p1", "react", operative="A1"))).steps[-1]["accepted"]


def test_c24_12_a_free_action_costs_nothing_and_counts_as_done() -> None:
    free: Raw = act("A1", "Shoot", target="B1", weapon="gun", free=True)
    result = played(script({**PLACES, "B1": [12.0, 5.0]}, activate("A1"), free, free))
    assert taken(result)[1:] == [True, False]
    assert result.state["operatives"]["A1"]["ap_left"] == 2


@pytest.mark.parametrize(("who", "may"), [("referee", True), ("p1", False), *at_night(("screen", True), ("p2", False))])
def test_a24_14_readiness_is_set_by_screen_or_referee_and_never_by_a_pose(who: str, may: bool) -> None:
    said = do(who, "declare_status", operative="A1", ready=False)
    turned: Raw = {"see": {"A1": [5.0, 2.0, 0.0, 90.0]}}
    result = played(script(PLACES, turned, said))
    assert result.steps[0]["events"] == []
    assert taken(result)[1] is may, "no player makes his own model ready again, nor lets it sit out"
    a1 = result.state["operatives"]["A1"]
    assert (a1["order"], a1["ready"]) == ("conceal", not may)


def test_l24_05_l24_07_l24_08_lost_wounds_injure_and_then_incapacitate() -> None:
    hurt = do("p2", "declare_damage", operative="B1", amount=6)
    result = played(script(PLACES, hurt))
    b1 = result.state["operatives"]["B1"]
    assert (b1["wounds"], b1["injured"], b1["stats"]["move"], b1["on_board"]) == (4, True, 4, True)
    dead = played(script(PLACES, hurt, hurt)).state["operatives"]["B1"]
    assert (dead["wounds"], dead["on_board"]) == (0, False)
    half = played(script(PLACES, do("p2", "declare_damage", operative="B1", amount=5))).state["operatives"]["B1"]
    assert half["injured"] is False, "half of the printed ten is not under half"
