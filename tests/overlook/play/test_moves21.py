"""The moves of 2021 at the table: seen by the camera, proposed, judged and taken."""

from __future__ import annotations

import pytest

from tests.overlook.play.scripts import Raw, activate, operative, played, script

FAR: list[float] = [28.0, 20.0]


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


@pytest.mark.parametrize(("height", "price"), [(2, "1.4"), (3, "3.4"), (4, "5.4")])
def test_i21_05_up_to_two_inches_of_a_drop_are_free_and_more_is_rounded_down(height: float, price: str) -> None:
    label = proposed([9.3, 10, height], [10.7, 10], deck("P", 4, 10, height))
    assert label.startswith(f'Normal Move, {price}" of 6"') or label.startswith(f'Dash, {price}" of 3"')


def test_i21_05_what_is_beyond_the_edge_is_walked_on_the_floor_and_not_flown_over() -> None:
    low = {"id": "L", "poly": [[12, 8], [12.2, 8], [12.2, 12], [12, 12]], "z": [0, 1.5], "traits": ["Light"]}
    over = proposed([9.3, 10, 2], [13.5, 10], deck("P", 4, 10, 2), low)
    assert "goes through terrain" in over or float(over.split('"')[0].split()[-1]) > 4.2
    assert proposed([9.3, 10, 2], [13.5, 10], deck("P", 4, 10, 2)).startswith('Normal Move, 4.2" of 6"')


def test_i21_04_and_d21_06_a_climb_that_a_normal_move_begins_is_finished_by_a_dash() -> None:
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


def test_i21_04_a_dash_finishes_no_climb_that_the_move_does_not_reach_or_after_a_dash() -> None:
    people = [operative("A1"), operative("B1")]
    near = script(
        {"A1": [4.0, 10.0], "B1": FAR}, activate("A1"), {"see": {"A1": [3.0, 10.0]}}, {"as": "p1", "choose": "Dash"},
        {"see": {"A1": [9.0, 10.0, 4.0]}}, edition="kt21", terrain=[deck("P", 8, 14, 4)], operatives=people,
    )  # fmt: skip
    labels = [choice["label"] for choice in played(near).steps[3]["prompts"][0]["choices"]]
    assert not any(label.startswith("Normal Move and Dash") for label in labels)
    assert "Normal Move and Dash" not in proposed([2.0, 10.0], [10.8, 10.0, 3.0], deck("P", 10, 14, 3))
