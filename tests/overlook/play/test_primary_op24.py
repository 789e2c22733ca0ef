"""The primary op of 2024 at the table: made in the first Gambit step, kept secret, scored at the end (A24-10)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlook.play.runner import Played
from tests.overlook.play.scripts import END, Raw, activate, do, played, script, taken
from tests.overlook.play.set_up_steps import PLACES, battle, before

TURN: list[Raw] = [activate("A1"), END, activate("B1"), END]
LAST = 4
PASSING: list[Raw] = [{"choose": "pass"}, {"choose": "pass"}]
BETWEEN: list[Raw] = [END, {"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}, *PASSING]
SIGNED = [do(player, "sign", player=player) for player in ("p1", "p2")]
NAMED: list[Raw] = [{"as": "p1", "choose": "Primary op: crit"}, {"as": "p2", "choose": "Primary op: tac"}]


def sealing(player: str, op: str = "crit") -> Raw:
    """Return the step in which a phone makes an op primary."""
    return do(player, "seal", player=player, topic="primary_op", value=op)


def whole_battle(*gambits: Raw, then: tuple[Raw, ...] = ()) -> Played:
    """Return what a battle comes to in which p1 scores five of the crit op and nothing else happens."""
    score = do("p1", "score", player="p1", op="crit", vp=5)
    turns = [*(step for _ in range(LAST - 1) for step in (*TURN, *BETWEEN)), *TURN, END]
    return battle(before(gambits=gambits), score, *turns, *then)


def refused(result: Played) -> list[Any]:
    """Return why steps were refused."""
    return [step["why"] for step in result.steps if not step["accepted"]]


@pytest.mark.parametrize("gambits", [(sealing("p1"), {"as": "p2", "choose": "pass"}), tuple(NAMED)])
def test_a24_10_l24_15_the_primary_op_is_sealed_and_gives_half_of_its_points_again(gambits: tuple[Raw, ...]) -> None:
    sealed = battle(before(gambits=gambits))
    assert "crit" not in str(sealed.steps[-1]["prompts"])
    result = whole_battle(*gambits, then=tuple(SIGNED))
    assert result.state["over"], refused(result)
    assert result.state["players"]["p1"]["vp"] == {"crit": 5, "tac": 0, "kill": 0, "primary": 3}, "half, rounded up"
    assert taken(result)[-2:] == [True, True], refused(result)


def test_a24_10_who_made_no_op_primary_gains_nothing_by_one_and_the_result_is_signed() -> None:
    result = whole_battle(then=tuple(SIGNED))
    assert (result.state["over"], result.state["winner"]) == (True, "p1")
    assert result.state["players"]["p1"]["vp"] == {"crit": 5, "tac": 0, "kill": 0, "primary": 0}
    assert taken(result)[-2:] == [True, True], refused(result)


@pytest.mark.parametrize("turning_points", [0, 1])
def test_a24_10_no_op_is_made_primary_after_the_first_gambits(turning_points: int) -> None:
    steps = [step for _ in range(turning_points) for step in (*TURN, *BETWEEN[:4])]
    result = played(script(PLACES, *steps, sealing("p1"), *NAMED[:1]))
    assert result.state["phase"] == ("gambit" if turning_points else "firefight")
    assert taken(result)[-2:] == [False, False]
    asked = [prompt["question"] for prompt in result.steps[-1]["prompts"]]
    assert not any("primary" in question for question in asked)


def test_a24_10_the_first_gambits_say_that_this_is_the_time_for_it() -> None:
    opening = before()[:-2]
    asked = battle([*opening, NAMED[0], NAMED[1]])
    first, second, after = (step["prompts"][0] for step in asked.steps[-3:])
    assert (first["owner"], second["owner"], after["owner"]) == ("p1", "p2", "p1")
    assert ["primary" in one["question"] for one in (first, second, after)] == [True, True, False]
    assert [choice["key"] for choice in after["choices"]] == ["pass"]


@settings(max_examples=6, deadline=None)
@given(st.integers(1, 3), st.integers(0, 6))
def test_l24_15_the_primary_op_is_half_of_its_points_and_nobody_gives_it_to_themselves(said: int, crit: int) -> None:
    points = [("primary", said), ("crit", crit)]
    scored = [do("p1", "score", player="p1", op=op, vp=vp) for op, vp in points if vp]
    gambits = (sealing("p1"), sealing("p2"))
    result = battle(before(gambits=gambits), *scored, do("referee", "end_battle"), *SIGNED)
    assert result.state["over"], refused(result)
    assert "The primary op is counted by itself when the battle ends." in refused(result)
    assert result.state["players"]["p1"]["vp"]["primary"] == (crit + 1) // 2
    assert taken(result)[-2:] == [True, True], refused(result)


@pytest.mark.parametrize("ending", [do("referee", "end_battle"), do("p2", "end_battle", conceded_by="p2")])
def test_a24_12_an_agreed_or_conceded_end_is_signed_by_both_where_no_op_was_made_primary(ending: Raw) -> None:
    result = played(script(PLACES, *SIGNED[:1], ending, *SIGNED))
    assert taken(result) == [False, True, True, True], "nothing is signed before the end"
