"""A battle of 2021 at the table: turning points, activations, groups, overwatch, points, wounds."""

from __future__ import annotations

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import PLACES
from tests.overlook.play.scripts import (
    BLADE,
    END,
    FAR,
    KT21,
    MISS,
    Raw,
    act,
    activate,
    do,
    operative,
    played,
    script,
    taken,
    wounds,
)
from tests.overlook.play.seen_moves import choices


def test_d21_07_c21_03_pass_may_be_repeated_and_nothing_else() -> None:
    people = [operative("A1", apl=3), operative("B1")]
    steps = [activate("A1"), act("A1", "Pass"), act("A1", "Pass"), act("A1", "Pass"), act("A1", "Pass")]
    result = played(script(PLACES, *steps, operatives=people, **KT21))
    assert taken(result) == [True, True, True, True, False], "three AP and no more"
    twice = [activate("A1"), {"see": {"A1": [5.0, 13.0]}}, {"choose": "Dash"}, {"see": {"A1": [5.0, 15.0]}}]
    again = choices(played(script(PLACES, *twice, operatives=people, **KT21)).steps[-1])
    assert "Dash" not in again or again["Dash"].fault == "precondition"


def test_d21_02_l21_01_wounds_and_changes_never_take_m_below_four() -> None:
    hurt = do("p1", "declare_damage", operative="A1", amount=6)
    slow = do("p1", "declare_stat", operative="A1", stat="move", change=-1, until="end of the battle")
    a1 = played(script(PLACES, hurt, slow, **KT21)).state["operatives"]["A1"]
    assert (a1["injured"], a1["stats"]["move"]) == (True, 4)
    dead = played(script(PLACES, do("p1", "declare_damage", operative="A1", amount=10), **KT21)).state["operatives"][
        "A1"
    ]
    assert dead["on_board"] is False


@pytest.mark.parametrize(("first", "second", "has"), [(4, 4, "p2"), *at_night((5, 3, "p1"), (2, 5, "p2"))])
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


def test_c21_02_a_group_goes_on_with_its_own_type_and_never_more_than_two() -> None:
    horde = {"group": 3, "type": "horde"}
    people = [operative(name, **horde) for name in ("A1", "A2", "A3")] + [operative("A4"), operative("B1")]
    places = {"A1": [3.0, 3.0], "A2": [6.0, 3.0], "A3": [9.0, 3.0], "A4": [12.0, 3.0], "B1": FAR}
    steps = [activate("A1"), END, activate("B1"), activate("A4"), activate("A2"), END, activate("A3"), activate("B1")]
    result = played(script(places, *steps, operatives=people, **KT21))
    assert taken(result) == [True, True, False, False, True, True, False, True]


def test_c21_02_c21_04_only_who_may_is_offered() -> None:
    """A group that is not through goes on with its own type; overwatch is for who has something to shoot with."""
    boys = [operative(f"B{number}", type="Boy", group=2) for number in (1, 2, 3)]
    people = [operative("A1"), operative("A2", weapons=[BLADE]), operative("B0", type="Nob"), *boys]
    places = {one["id"]: [5.0 + 4 * number, 4.0 if one["id"][0] == "A" else 18.0] for number, one in enumerate(people)}
    result = played(
        script(places, activate("B2"), {"as": "p2", "choose": "end"}, initiative="p2", operatives=people, **KT21)
    )
    offered = {one["key"]: one["open"] for one in result.steps[-1]["prompts"][0]["choices"]}
    assert {key.partition(":")[0] for key, may in offered.items() if may} == {"B1", "B3"}
    over = [step for name in ("A1", "A2") for step in (activate(name), {"as": "p1", "choose": "end"})]
    watched = script(
        places,
        *over[:2],
        activate("B0"),
        {"as": "p2", "choose": "end"},
        *over[2:],
        activate("B1"),
        {"as": "p2", "choose": "end"},
        activate("B2"),
        {"as": "p2", "choose": "end"},
        operatives=people,
        **KT21,
    )
    reacting = next(one for one in played(watched).steps[-1]["prompts"] if one["topic"] == "reaction")
    assert {one["key"] for one in reacting["choices"] if one["open"]} == {"A1", "pass"}
