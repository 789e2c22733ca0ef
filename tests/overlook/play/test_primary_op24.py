"""The primary op of 2024 at the table: made in the first Gambit step, kept secret, scored at the end (A24-10)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlook.play.runner import PlayedScript
from tests.codes import codes_of
from tests.depth import at_night, depth
from tests.overlook.play.scripts import Raw, do, played, script, taken
from tests.overlook.play.set_up_steps import BETWEEN, NAMED, PLACES, SIGNED, TURN, battle, before, sealing, whole_battle


def refused(result: PlayedScript) -> list[Any]:
    """Return why steps were refused."""
    return [step["why"] for step in result.steps if not step["accepted"]]


@pytest.mark.parametrize("gambits", [NAMED, *at_night([sealing("p1"), {"as": "p2", "choose": "pass"}])])
def test_a24_10_l24_15_a_sealed_primary_op_scores_half_of_its_points_again(gambits: list[Raw]) -> None:
    sealed = battle(before(gambits=tuple(gambits)))
    assert "crit" not in str(sealed.steps[-1]["prompts"])
    result = whole_battle(*gambits, then=tuple(SIGNED))
    assert result.state["over"], refused(result)
    assert result.state["players"]["p1"]["vp"] == {"crit": 5, "tac": 0, "kill": 0, "primary": 3}, "half, rounded up"
    assert taken(result)[-2:] == [True, True], refused(result)


@pytest.mark.nightly
def test_a24_10_without_a_primary_op_nothing_is_added_and_the_result_is_signed() -> None:
    result = whole_battle(then=tuple(SIGNED))
    assert (result.state["over"], result.state["winner"]) == (True, "p1")
    assert result.state["players"]["p1"]["vp"] == {"crit": 5, "tac": 0, "kill": 0, "primary": 0}
    assert taken(result)[-2:] == [True, True], refused(result)


def offers_primary_op(prompt: dict[str, Any]) -> bool:
    return "prompt-turn-primary-op" in codes_of(prompt["message"])


@pytest.mark.parametrize("turning_points", [1, *at_night(0)])
def test_a24_10_no_op_is_made_primary_after_the_first_gambits(turning_points: int) -> None:
    steps = [step for _ in range(turning_points) for step in (*TURN, *BETWEEN[:4])]
    result = played(script(PLACES, *steps, sealing("p1"), *NAMED[:1]))
    assert result.state["phase"] == ("gambit" if turning_points else "firefight")
    assert taken(result)[-2:] == [False, False]
    assert not any(offers_primary_op(prompt) for prompt in result.steps[-1]["prompts"])


def test_a24_10_the_first_gambit_question_offers_the_primary_op() -> None:
    opening = before()[:-2]
    asked = battle([*opening, NAMED[0], NAMED[1]])
    first, second, after = (step["prompts"][0] for step in asked.steps[-3:])
    assert (first["owner"], second["owner"], after["owner"]) == ("p1", "p2", "p1")
    assert [offers_primary_op(one) for one in (first, second, after)] == [True, True, False]
    assert [choice["key"] for choice in after["choices"]] == ["pass"]


@settings(max_examples=depth(2, 12))
@given(st.integers(1, 3), st.integers(0, 6))
def test_l24_15_the_primary_op_is_counted_by_the_table_alone(said: int, crit: int) -> None:
    points = [("primary", said), ("crit", crit)]
    scored = [do("p1", "score", player="p1", op=op, vp=vp) for op, vp in points if vp]
    gambits = (sealing("p1"), sealing("p2"))
    result = battle(before(gambits=gambits), *scored, do("referee", "end_battle"), *SIGNED)
    assert result.state["over"], refused(result)
    assert "Primary op: these points are added automatically when the battle ends." in refused(result)
    assert result.state["players"]["p1"]["vp"]["primary"] == (crit + 1) // 2
    assert taken(result)[-2:] == [True, True], refused(result)


@pytest.mark.parametrize("ending", [do("p2", "end_battle", conceded_by="p2"), *at_night(do("referee", "end_battle"))])
def test_a24_12_an_agreed_or_conceded_end_is_signed_by_both_where_no_op_was_made_primary(ending: Raw) -> None:
    result = played(script(PLACES, *SIGNED[:1], ending, *SIGNED))
    assert taken(result) == [False, True, True, True], "nothing is signed before the end"


@pytest.mark.parametrize(
    ("reading", "vp"),
    [
        ("points of the kill op", (3, 1)),
        *at_night(("incapacitated enemies", (2, 2)), ("entered by players", (2, 1))),
    ],
)
def test_l24_16_at_the_table_a_reading_decides_who_has_the_higher_kill_grade(reading: str, vp: tuple[int, int]) -> None:
    points = [
        do(player, "score", player=player, op="kill", vp=2 - number) for number, player in enumerate(("p1", "p2"))
    ]
    fallen = do("p1", "declare_damage", operative="A1", amount=10)
    result = played(script(PLACES, *points, fallen, do("referee", "end_battle"), readings={"kill grade": reading}))
    assert taken(result) == [True] * 4, refused(result)
    assert (result.state["players"]["p1"]["vp"]["kill"], result.state["players"]["p2"]["vp"]["kill"]) == vp
