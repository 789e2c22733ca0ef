"""Declarations by phone in 2024: stats, prices, free actions, simultaneous rules, healing and revival."""

from __future__ import annotations

from typing import Any

import pytest

from tests.overlook.play.scripts import BLADE, GUN, Raw, act, activate, operative, played, script, taken
from tests.overlook.play.seen_moves import choices, labels

FAR = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}

FOR_NOW = "end of the turning point"


def declared(name: str, stat: str, change: int, until: str = FOR_NOW, **fields: Any) -> Raw:
    return {
        "as": "p1",
        "do": {"kind": "declare_stat", "operative": name, "stat": stat, "change": change, "until": until},
    }


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("changes", "move"),
    [((-3, 2), 5), ((1,), 7), ((1, 2), 9), ((-1,), 5), ((-1, -1), 4), ((-5,), 4), ((-5, 2), 4)],
)
def test_i24_13_declared_changes_of_move_add_up_but_never_go_below_four(changes: tuple[int, ...], move: int) -> None:
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
    action, way = next(iter(choices(further.steps[-1]).items()))
    assert action == "Charge" or way.fault == "too_far"


@pytest.mark.nightly
@pytest.mark.parametrize(("changes", "apl"), [((1,), 3), ((1, 1), 3), ((-1, -1), 1), ((1, 1, -1), 3), ((2, -1, -1), 2)])
def test_c24_10_declared_changes_of_apl_add_up_to_one_at_most(changes: tuple[int, ...], apl: int) -> None:
    result = played(script(FAR, *(declared("A1", "apl", change) for change in changes), activate("A1")))
    assert result.state["operatives"]["A1"]["stats"]["apl"] == result.state["operatives"]["A1"]["ap_left"] == apl


@pytest.mark.nightly
@pytest.mark.parametrize(("changes", "save"), [((9,), 7), ((1, 1), 6), ((-1,), 3), ((-3,), 2)])
def test_c24_10_a_changed_save_is_shown_and_rolled(changes: tuple[int, ...], save: int) -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    declared_saves = (declared("B1", "save", change) for change in changes)
    rolled: list[Raw] = [{"as": "p1", "dice": [5, 1, 1, 1]}, {"as": "p1", "choose": "pass"}]
    result = played(script(FAR, *declared_saves, activate("A1"), shot, *rolled))
    assert result.state["operatives"]["B1"]["stats"]["save"] == save
    asked = " ".join(prompt["asked"] for prompt in result.steps[-1]["prompts"])
    assert (f"saves on {save}+" in asked) is (save < 7)


def test_c24_10_only_stats_of_a_card_can_be_changed() -> None:
    result = played(script(FAR, declared("A1", "luck", 1), declared("A1", "Move", 0), declared("A1", "MOVE", 1)))
    assert taken(result) == [False, False, True]
    assert "apl" in result.steps[0]["why"]
    assert result.state["operatives"]["A1"]["stats"]["move"] == 7


def test_c24_05_declared_prices_and_free_actions_are_charged_as_declared() -> None:
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


def test_c24_12_a_free_move_ends_where_the_camera_sees_the_model() -> None:
    seen = {"see": {"A1": [7.9, 11.0]}}
    result = played(script(FAR, activate("A1"), seen, act("A1", "Dash", free=True), act("A1", "Dash")))
    assert taken(result) == [True, True, True, False]
    assert result.state["operatives"]["A1"]["place"] == [7.9, 11.0, 0.0]
    assert result.state["operatives"]["A1"]["ap_left"] == 2
    assert [prompt["topic"] for prompt in result.steps[2]["prompts"]] == ["action"], "its proposal is answered with it"
    too_far = played(script(FAR, activate("A1"), {"see": {"A1": [9.9, 11.0]}}, act("A1", "Dash", free=True)))
    assert taken(too_far) == [True, True, False]
    assert "D24-04" in {ruling["rule"] for ruling in too_far.steps[2]["rulings"]}


def test_g24_00_weapon_rules_from_a_ploy_are_declared_with_the_shot() -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True, weapon_rules=["Lethal 5+", "Saturate"])
    result = played(script(FAR, activate("A1"), shot))
    assert all(taken(result)), result.steps[1]["why"]
    nonsense = played(
        script(FAR, activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", weapon_rules=["Sparkle"]))
    )
    assert "Sparkle" in nonsense.steps[1]["why"]


def test_a24_11_simultaneous_rules_are_ordered_by_the_player_with_initiative() -> None:
    met = {"kind": "trigger", "rules": [{"owner": "p1", "name": "Blessing"}, {"owner": "p2", "name": "Curse"}]}
    asked: list[Raw] = [{"as": "p2", "do": met}, {"as": "p2", "choose": "Curse"}, {"as": "p1", "choose": "Curse"}]
    result = played(script(FAR, *asked, activate("A1")))
    assert taken(result) == [True, False, True, True]
    assert result.steps[0]["prompts"][0]["owner"] == "p1"


def test_l24_05_healing_stops_at_the_printed_wounds_and_is_logged_so() -> None:
    healed = [{"as": "p1", "do": {"kind": "declare_damage", "operative": "A1", "amount": by}} for by in (6, -99, -1)]
    result = played(script(FAR, *healed))
    assert taken(result) == [True, True, False]
    assert result.state["operatives"]["A1"]["wounds"] == 10
    assert [line for line in result.state["log"] if "regains" in line] == ["A1 regains 6 wounds"]
    assert result.steps[2]["codes"] == ["refusal-no-wounds-lost"]


def test_l24_05_an_incapacitated_operative_is_revived_by_phone() -> None:
    hurt = {"as": "p1", "do": {"kind": "declare_damage", "operative": "A1", "amount": 10}}
    back = {"as": "p1", "do": {"kind": "revive", "operative": "A1", "wounds": 3, "x": 6.0, "y": 11.0}}
    result = played(script(FAR | {"A2": [8.0, 5.0]}, hurt, back))
    assert all(taken(result)), [step["why"] for step in result.steps]
    one = result.state["operatives"]["A1"]
    assert (one["wounds"], one["on_board"], one["place"]) == (3, True, [6.0, 11.0, 0.0])


HEAVY: Raw = {**GUN, "name": "cannon", "rules": ["Heavy (Reposition only)"]}


@pytest.mark.nightly
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
