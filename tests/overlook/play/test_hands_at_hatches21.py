"""Hatches of 2021 that one motion opens, passes through or closes (000:377-381, 401-405)."""

from __future__ import annotations

from typing import Any

import pytest

from overlook.play.runner import PlayedScript
from tests.depth import at_night
from tests.overlook.play import hatchway
from tests.overlook.play.hatchway import chosen, left, opened, pushed, stands
from tests.overlook.play.scripts import FAR, Raw, act, activate, box, operative, played, script, taken

BY_IT: list[float] = [9.0, 11.0]
"""0.37 inches from the access point, which is x 10 to 10.2."""
AWAY: list[float] = [7.0, 11.0]
"""2.37 inches from it: more than the 1 inch from which it is operated."""
THROUGH: list[float] = [11.5, 11.0]
CHARGED: list[float] = [12.3, 11.0]
FOE: list[float] = [13.9, 11.0]


def hatch(name: str, low: float, state: str) -> Raw:
    return box(name, 10, low, 10.2, low + 2, 2, role="access_point", state=state)


def whole(start: list[float], *steps: Raw, state: str = "closed", enemy: list[float] | None = None, **more: Any) -> Any:
    """Return what comes of steps with A1, active, at a hatch in a wall across the board."""
    walls = [box("N", 10, 12, 10.2, 22, 2, role="wall"), box("S", 10, 0, 10.2, 10, 2, role="wall")]
    terrain = more.pop("terrain", [*walls, hatch("AP", 10, state)])
    places = {"A1": start, "B1": enemy or FAR}
    more = {"edition": "kt21", "killzone": "close quarters", "terrain": terrain, **more}
    return played(script(places, activate("A1"), *steps, **more))


def is_put_back(result: PlayedScript, start: list[float], hatch: str = "closed") -> None:
    """Assert that nothing was taken, also in the recorded state of the hatch."""
    hatchway.is_put_back(result, start, hatch)
    assert "AP" in result.state["openings"]


@pytest.mark.parametrize(
    ("start", "to", "move"), [(BY_IT, THROUGH, "Normal Move"), *at_night(([9.2, 11.0], [12.0, 11.0], "Dash"))]
)
def test_k21_02_a_hatch_within_reach_is_opened_and_the_move_follows(
    start: list[float], to: list[float], move: str
) -> None:
    result = whole(start, opened(to), *chosen("Operate Hatch", move))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result), result.state["openings"]) == (to, 0, {"AP": "open"})
    assert result.state["faults"] == {}


def test_k21_02_a_hatch_is_opened_before_a_charge_from_within_reach() -> None:
    result = whole(BY_IT, opened(CHARGED), *chosen("Operate Hatch", "Charge"), enemy=FOE)
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result)) == (CHARGED, 0)


def test_k21_02_a_hatch_is_opened_on_the_way_of_a_normal_move() -> None:
    """000:381: during a dash or normal move, and the remaining increments are used after it."""
    result = whole(AWAY, opened(THROUGH), *chosen("Normal Move", "Operate Hatch", "Normal Move"))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result), result.state["openings"]) == (THROUGH, 0, {"AP": "open"})
    assert result.state["faults"] == {}


def test_k21_02_a_hatch_is_opened_at_the_end_of_a_normal_move() -> None:
    result = whole(AWAY, opened(BY_IT), *chosen("Normal Move", "Operate Hatch"))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result), result.state["openings"]) == (BY_IT, 0, {"AP": "open"})
    assert result.steps[1]["events"] == ["proposed"], "no fault: the move explains the leaf"


def test_k21_02_a_hatch_is_closed_behind_oneself() -> None:
    steps = [pushed(THROUGH, closed=["AP"]), *chosen("Normal Move", "Operate Hatch")]
    result = whole(BY_IT, *steps, state="open")
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result), result.state["openings"]) == (THROUGH, 0, {"AP": "closed"})


def test_k21_02_a_hatch_is_not_opened_on_the_way_of_a_charge() -> None:
    result = whole(AWAY, opened(CHARGED), *chosen("Charge"), enemy=FOE)
    assert taken(result)[2:] == [False]
    is_put_back(result, AWAY)
    assert any("7.0, 11.0" in fault for fault in result.state["faults"].values()), result.state["faults"]


@pytest.mark.parametrize("apl", [3, *at_night(2)])
def test_k21_02_a_hatch_is_not_opened_on_the_way_of_a_fall_back(apl: int) -> None:
    """000:379: not within engagement range of an enemy."""
    people = [operative("A1", apl=apl), operative("B1")]
    result = whole(BY_IT, opened(THROUGH), *chosen("Fall Back"), operatives=people, enemy=[7.2, 11.0])
    assert taken(result)[2:] == [False]
    is_put_back(result, BY_IT)
    assert left(result) == apl


@pytest.mark.parametrize("start", [BY_IT, *at_night(AWAY)])
def test_c21_03_an_operative_without_ap_for_both_does_neither(start: list[float]) -> None:
    result = whole(start, act("A1", "Pass"), opened(THROUGH), *chosen("Operate Hatch", "Normal Move"))
    assert taken(result)[1]
    is_put_back(result, start)
    assert left(result) == 1


def test_c21_03_a_second_hatch_in_one_activation_is_not_opened() -> None:
    people = [operative("A1", apl=3), operative("B1")]
    terrain = [hatch("AP", 10, "closed"), hatch("AQ", 12.2, "closed")]
    start = [9.2, 12.1]
    steps: list[Raw] = [
        {"open": ["AP"]},
        *chosen("Operate Hatch"),
        {"see": {"A1": [11.5, 13.2]}, "open": ["AQ"]},
        *chosen("Operate Hatch"),
    ]
    result = whole(start, *steps, terrain=terrain, operatives=people)
    assert taken(result) == [True, True, True, True, False]
    assert result.state["openings"] == {"AP": "open", "AQ": "closed"}
    assert "leaf:AQ" in result.state["faults"]


def test_a_hatch_is_not_opened_and_closed_again_in_one_activation() -> None:
    result = whole(BY_IT, pushed(THROUGH), *chosen("Normal Move"))
    assert taken(result) == [True, True, False]
    assert stands(result) == BY_IT


def test_the_answer_no_sends_back_what_was_beyond_the_hatch() -> None:
    result = whole(BY_IT, opened(THROUGH), {"as": "p1", "choose": "refuse"}, *chosen("Normal Move"))
    assert taken(result) == [True, True, True, False]
    is_put_back(result, BY_IT)
    assert any("9.0, 11.0" in fault for fault in result.state["faults"].values()), result.state["faults"]


def test_what_goes_back_ends_its_reports_and_questions() -> None:
    for start, first in ((BY_IT, opened(THROUGH)), (AWAY, opened(CHARGED))):
        result = whole(start, first, pushed(start, closed=["AP"]), enemy=FOE)
        assert result.state["faults"] == {}
        assert [one for one in result.steps[-1]["prompts"] if one["topic"] == "proposal"] == []
        assert stands(result) == start
