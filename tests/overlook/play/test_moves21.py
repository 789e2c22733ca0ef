"""The moves of 2021 at the table: seen by the camera, proposed, judged and taken."""

from __future__ import annotations

import itertools
import math
import random
import re
from functools import partial

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import CLOSE
from tests.overlook.play.scripts import FAR, KT21, Raw, activate, box, operative, played, script
from tests.overlook.play.seen_moves import Reading, labels, readings

found = partial(readings, edition="kt21")


def deck(name: str, x0: float, x1: float, height: float, **fields: object) -> Raw:
    """Return a Vantage platform from y = 8 to y = 12."""
    corners = [[x0, 8], [x1, 8], [x1, 12], [x0, 12]]
    return {"id": name, "poly": corners, "z": [0, height], "traits": ["Light", "Vantage"], **fields}


def proposed(
    place: list[float], to: list[float], *terrain: Raw, via: list[list[float]] | None = None, **card: object
) -> str:
    """Return the first reading of a move that the camera saw: its label."""
    seen: Raw = {"see": {"A1": to}} if via is None else {"see": {"A1": to}, "via": {"A1": via}}
    people = [operative("A1", **card), operative("B1")]
    raw = script(
        {"A1": place, "B1": FAR}, activate("A1"), seen, edition="kt21", terrain=list(terrain), operatives=people
    )
    return str(played(raw).steps[1]["prompts"][0]["choices"][0]["label"])


def test_i21_05_each_drop_of_a_stair_is_rounded_by_itself() -> None:
    stair = (deck("P", 4, 10, 4), deck("Q", 10, 12, 2))
    assert proposed([9.3, 10, 4], [14.7, 10], *stair).startswith('Normal Move, 5.4" of 6"')


@pytest.mark.parametrize(("height", "price"), [(3, "3.4"), *at_night((2, "1.4"), (4, "5.4"))])
def test_i21_05_up_to_two_inches_of_a_drop_are_free_and_more_is_rounded_down(height: float, price: str) -> None:
    label = proposed([9.3, 10, height], [10.7, 10], deck("P", 4, 10, height))
    assert label.startswith(f'Normal Move, {price}" of 6"') or label.startswith(f'Dash, {price}" of 3"')


@pytest.mark.nightly
def test_i21_05_terrain_below_an_edge_is_not_flown_over() -> None:
    low = {"id": "L", "poly": [[12, 8], [12.2, 8], [12.2, 12], [12, 12]], "z": [0, 1.5], "traits": ["Light"]}
    over = proposed([9.3, 10, 2], [13.5, 10], deck("P", 4, 10, 2), low)
    assert "goes through terrain" in over or float(over.split('"')[0].split()[-1]) > 4.2
    assert proposed([9.3, 10, 2], [13.5, 10], deck("P", 4, 10, 2)).startswith('Normal Move, 4.2" of 6"')


def test_i21_04_and_d21_06_a_dash_may_finish_the_climb_of_a_normal_move() -> None:
    place, top = [5.0, 10.0], [10.8, 10.0, 3.0]
    people = [operative("A1"), operative("B1")]
    steps = [activate("A1"), {"see": {"A1": top}}, {"as": "p1", "choose": "Normal Move and Dash"}]
    result = played(
        script({"A1": place, "B1": FAR}, *steps, edition="kt21", terrain=[deck("P", 10, 14, 3)], operatives=people)
    )
    labels = [choice["label"] for choice in result.steps[1]["prompts"][0]["choices"]]
    assert labels[0].startswith('Normal Move and Dash, 8.8" of 9"'), labels
    assert result.steps[2]["accepted"], result.steps[2]["why"]
    assert result.steps[2]["events"].count("action_performed") == 2
    assert result.state["operatives"]["A1"]["ap_left"] == 0
    assert result.state["operatives"]["A1"]["place"] == [10.8, 10.0, 3.0]


def test_i21_04_and_d21_05_a_dash_may_finish_the_climb_of_a_fall_back() -> None:
    """Near an enemy no Dash begins (000:131); in the climb it is out of its range (333)."""
    people = [operative("A1", apl=3), operative("B1")]
    steps = [activate("A1"), {"see": {"A1": [10.8, 10.0, 5.0]}}, {"as": "p1", "choose": "Fall Back and Dash"}]
    places = {"A1": [9.0, 10.0], "B1": [7.2, 10.0]}
    result = played(script(places, *steps, edition="kt21", terrain=[deck("P", 10, 14, 5)], operatives=people))
    labels = [choice["label"] for choice in result.steps[1]["prompts"][0]["choices"]]
    assert labels[0].startswith('Fall Back and Dash, 6.8" of 9"'), labels
    assert result.steps[2]["accepted"], result.steps[2]["why"]
    assert result.state["operatives"]["A1"]["ap_left"] == 0


@pytest.mark.nightly
def test_i21_04_a_dash_finishes_no_climb_out_of_reach_and_none_after_a_dash() -> None:
    people = [operative("A1"), operative("B1")]
    near = script(
        {"A1": [4.0, 10.0], "B1": FAR}, activate("A1"), {"see": {"A1": [3.0, 10.0]}}, {"as": "p1", "choose": "Dash"},
        {"see": {"A1": [9.0, 10.0, 4.0]}}, edition="kt21", terrain=[deck("P", 8, 14, 4)], operatives=people,
    )  # fmt: skip
    labels = [choice["label"] for choice in played(near).steps[3]["prompts"][0]["choices"]]
    assert not any(label.startswith("Normal Move and Dash") for label in labels)
    assert "Normal Move and Dash" not in proposed([2.0, 10.0], [10.8, 10.0, 3.0], deck("P", 10, 14, 3))


def test_d21_01_a21_01_a_normal_move_goes_up_to_m_and_short_steps_count_an_inch() -> None:
    assert found([5, 11], [10.9, 11])["Normal Move"] == Reading(5.9, 6)
    assert found([5, 11], [5.5, 11])["Normal Move"] == Reading(1, 6)
    assert found([5, 11], [11.2, 11])["Normal Move"].fault == "too_far"
    assert found([5, 11], [11, 11], others={"B1": [8, 12.9]})["Normal Move"].fault == "enters_control_range"
    assert found([5, 11], [11, 11], others={"B1": [8, 12.9], "A2": [8, 14.2]})["Normal Move"] == Reading(6, 6)


@pytest.mark.parametrize("name", ["B1", *at_night("A2")])
def test_d21_03_a_move_over_a_base_is_refused(name: str) -> None:
    way = found([5, 11], [11, 11], others={name: [8, 11]}).get("Normal Move")
    assert way is None or way.fault in ("through_base", "enters_control_range", "too_far"), way


def test_d21_04_d21_05_d21_06_charge_fall_back_and_dash() -> None:
    assert found([5, 11], [12.9, 11], others={"B1": [14.9, 11]})["Charge"] == Reading(7.9, 8)
    assert found([5, 11], [7.5, 11])["Dash"] == Reading(2.5, 3)
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [2.0, 11.0]}}, {"choose": "Fall Back"}]
    result = played(script(CLOSE, *steps, **KT21))
    offers = {one["action"]: one["possible"] for one in result.steps[0]["offers"]}
    assert (offers["Fall Back"], offers["Normal Move"], offers["Charge"], offers["Fight"]) == (True, False, False, True)
    assert result.steps[2]["accepted"]
    assert result.state["operatives"]["A1"]["ap_left"] == 0


def test_i21_02_traversing_costs_two_inches() -> None:
    low = box("T", 7, 0, 7.2, 22, 1, "Light", "Traversable")
    assert found([5, 11], [9, 11], low)["Normal Move"] == Reading(6, 6)


def test_i21_03_a_jump_takes_a_test_and_fails_on_a_one() -> None:
    decks = [box("P", 1, 9, 6, 13, 3, "Light", "Vantage"), box("Q", 8, 9, 14, 13, 3, "Light", "Vantage")]
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [9.0, 11.0, 3.0]}}, {"choose": "Normal Move"}]
    for face, x in ((1, 6 - 16 / 25.4), (2, 9.0)):
        raw = script({"A1": [5.0, 11.0, 3.0], "B1": FAR}, *steps, {"as": "p1", "dice": [face]}, terrain=decks, **KT21)
        result = played(raw)
        assert result.steps[-1]["accepted"], result.steps[-1]["why"]
        assert result.state["operatives"]["A1"]["place"][0] == pytest.approx(x, abs=0.01)


@pytest.mark.parametrize(("reading", "x"), [("at the start", 5.0), *at_night(("at the edge", 6 - 16 / 25.4))])
def test_i21_03_a_reading_decides_where_an_operative_stays_whose_jump_fails(reading: str, x: float) -> None:
    decks = [box("P", 1, 9, 6, 13, 3, "Light", "Vantage"), box("Q", 8, 9, 14, 13, 3, "Light", "Vantage")]
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [9.0, 11.0, 3.0]}}, {"choose": "Normal Move"}]
    raw = script({"A1": [5.0, 11.0, 3.0], "B1": FAR}, *steps, {"as": "p1", "dice": [1]}, terrain=decks, **KT21)
    result = played({**raw, "readings": {"failed jump": reading}})
    assert result.state["operatives"]["A1"]["place"][0] == pytest.approx(x, abs=0.01)
    assert f"read as: failed jump = {reading}" in str(result.steps[2]["prompts"])


def test_n21_01_n21_02_a_move_ends_where_it_can_be_placed() -> None:
    bare = box("P", 6, 9, 10, 13, 2, "Heavy")
    assert found([5, 11], [6.8, 11, 2], bare)["Normal Move"].fault == "not_carried"
    deck = {**bare, "traits": ["Light", "Vantage"]}
    assert found([5, 11], [6.8, 11, 2], deck)["Normal Move"] == Reading(3.8, 6)
    taken_up = found([5, 11], [6.8, 11, 2], deck, others={"A2": [7.2, 11.3, 2]})["Normal Move"]
    assert taken_up.fault == "base_overlap"


def test_d21_01_a_price_is_rounded_to_a_hundredth_of_an_inch() -> None:
    seen = {"see": {"A1": [5.0 + 5.98262, 11.0]}}
    result = played(script({"A1": [5.0, 11.0], "B1": [25.0, 11.0]}, activate("A1"), seen, edition="kt21"))
    assert labels(result.steps[1])[0] == 'Normal Move, 5.99" of 6"'


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("set_off", "arrived", "turn", "turns"),
    [(2.72, 3.108, 2.728, 3), (3.241, 2.956, 2.816, 3), (3.059, 2.828, 1.682, 1)],
)
def test_d21_01_a_path_round_an_enemy_is_judged_as_it_was_shown(
    set_off: float, arrived: float, turn: float, turns: int
) -> None:
    keep = 32 / 25.4 + 1.001
    bend = turn - math.acos(keep / set_off) - math.acos(keep / arrived)
    at = [math.acos(keep / set_off) - turn / 2 + bend / turns * (k + 1 / 2) for k in range(turns)]
    corners = [around_middle(keep / math.cos(bend / turns / 2), one) for one in at]
    start, end = around_middle(set_off, -turn / 2), around_middle(arrived, turn / 2)
    costs = sum(max(1.0, math.dist(*leg)) for leg in itertools.pairwise([start, *corners, end]))
    people = [operative("A1", move_in=costs + 0.002), operative("B1")]
    seen: Raw = {"see": {"A1": end}, "via": {"A1": corners}}
    raw = script({"A1": start, "B1": [15, 11]}, activate("A1"), seen, edition="kt21", operatives=people)
    label = labels(played(raw).steps[1])[0]
    said = re.fullmatch(r'Normal Move, ([0-9.]+)" of [0-9.]+"', label)
    assert said is not None, label
    assert float(said[1]) == pytest.approx(costs, abs=0.011)


def least_round_an_enemy(set_off: float, arrived: float, turn: float) -> float:
    """Return the least that a way round (15, 11) costs, by bends of equal turns: of one, two or three, the cheapest."""
    keep = 32 / 25.4 + 1.001
    bend = turn - math.acos(keep / set_off) - math.acos(keep / arrived)
    costs = []
    for turns in (1, 2, 3):
        at = [math.acos(keep / set_off) - turn / 2 + bend / turns * (k + 1 / 2) for k in range(turns)]
        corners = [around_middle(keep / math.cos(bend / turns / 2), one) for one in at]
        way = [around_middle(set_off, -turn / 2), *corners, around_middle(arrived, turn / 2)]
        costs.append(sum(max(1.0, math.dist(*leg)) for leg in itertools.pairwise(way)))
    return min(costs)


def round_an_enemy(seed: int) -> tuple[float, float, float]:
    """Return how far from (15, 11) a random way round it sets off and arrives, and the angle between, in radians."""
    chance = random.Random(seed)
    return chance.uniform(2.4, 3.6), chance.uniform(2.4, 3.6), chance.uniform(1.7, 2.9)


def said_of_a_way_round(way: tuple[float, float, float], move_in: float) -> str:
    """Return the label of a Normal Move round B1 of which only the end was seen."""
    set_off, arrived, turn = way
    people = [operative("A1", move_in=move_in), operative("B1")]
    seen: Raw = {"see": {"A1": around_middle(arrived, turn / 2)}}
    places = {"A1": around_middle(set_off, -turn / 2), "B1": [15.0, 11.0]}
    raw = script(places, activate("A1"), seen, edition="kt21", operatives=people)
    return next(label for label in labels(played(raw).steps[1]) if label.startswith("Normal Move"))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [0, *range(1, 16)])
def test_d21_01_an_unseen_path_round_an_enemy_is_refused_only_if_none_is_short_enough(
    seed: int,
) -> None:
    way = round_an_enemy(seed)
    least = least_round_an_enemy(*way)
    just = said_of_a_way_round(way, least + 0.002)
    assert re.fullmatch(r'Normal Move, [0-9.]+" of [0-9.]+"(: too close to call)?', just)
    never = said_of_a_way_round(way, least - 0.15)
    assert re.fullmatch(r"Normal Move, .*: (comes too near an enemy on the way|too far)", never)


def around_middle(far: float, angle: float) -> list[float]:
    """Return a place so far from (15, 11), by its angle from straight down."""
    return [15 + far * math.sin(angle), 11 - far * math.cos(angle)]
