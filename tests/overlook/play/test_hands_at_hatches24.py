"""Hatches of 2024 that one motion opens, passes through or closes (001:319-325).

The acts that explain the new board are paid and judged like any others; if none do, everything goes back.
"""

from __future__ import annotations

from typing import Any

import pytest

from overlook.play.runner import PlayedScript
from tests.depth import at_night
from tests.overlook.play.hatchway import HATCH, WALLS, asked, chosen, is_put_back, left, opened, pushed, stands
from tests.overlook.play.scripts import FAR, Raw, act, activate, operative, played, script, taken

BY_IT: list[float] = [10.0, 10.0]
"""0.37 inches from the access point, which is y 11 to 11.4."""
AWAY: list[float] = [10.0, 8.0]
"""2.37 inches from it: out of control range."""
THROUGH: list[float] = [10.0, 12.5]


HIGH: Raw = {"z": [0, 6]}
"""Walls that no move goes over."""


def gallowdark(state: str | None, places: dict[str, list[float]], *steps: Raw, **fields: Any) -> Raw:
    """Return a script with a hatch in a wall across the board."""
    terrain = [{**part, **HIGH} for part in ({**HATCH, "state": state}, *WALLS)]
    return script(places, *steps, killzone="gallowdark", terrain=terrain, **fields)


def whole(
    start: list[float],
    *steps: Raw,
    state: str | None = "closed",
    enemy: list[float] | None = None,
    **more: Any,
) -> Any:
    """Return what comes of steps with A1, active, at a hatch."""
    order = more.pop("order", "engage")
    return played(gallowdark(state, {"A1": start, "B1": enemy or FAR}, activate("A1", order), *steps, **more))


# Legal ways: Operate Hatch costs 1AP, and is also done in the middle of a Dash or a Reposition.


@pytest.mark.parametrize(
    ("start", "to", "move"),
    [
        (BY_IT, THROUGH, "Reposition"),
        ([10.0, 10.3], [10.0, 12.1], "Dash"),
        *at_night((BY_IT, [10.0, 14.5], "Reposition"), (BY_IT, [10.0, 6.0], "Reposition"), (BY_IT, AWAY, "Dash")),
    ],
)
def test_k24_07_a_hatch_within_reach_is_opened_and_the_move_follows(
    start: list[float], to: list[float], move: str
) -> None:
    result = whole(start, opened(to), *chosen("Operate Hatch", move))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result), result.state["openings"]) == (to, 0, {"AP": "open"})
    assert result.state["faults"] == {}


def test_k24_07_a_hatch_is_opened_before_a_charge_from_within_reach() -> None:
    """001:323: Operate Hatch costs 1AP and a Charge 1AP. Both are allowed in one activation."""
    to = [10.0, 13.2]
    result = whole(BY_IT, opened(to), *chosen("Operate Hatch", "Charge"), enemy=[10.0, 15.0])
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result)) == (to, 0)


def test_i24_14_a_hatch_is_opened_on_the_way_of_a_reposition() -> None:
    """2 inches up to it, then 2.5 and 1 for Accessible: 2 and 4 of 6 inches, and 1AP for each action."""
    result = whole(AWAY, opened(THROUGH), *chosen("Reposition", "Operate Hatch", "Reposition"))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result), result.state["openings"]) == (THROUGH, 0, {"AP": "open"})
    assert result.state["faults"] == {}


def test_i24_14_a_hatch_is_opened_at_the_end_of_a_reposition() -> None:
    result = whole(AWAY, opened(BY_IT), *chosen("Reposition", "Operate Hatch"))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result), result.state["openings"]) == (BY_IT, 0, {"AP": "open"})
    assert all("leaf:AP" not in str(step["events"]) for step in result.steps)
    assert result.steps[1]["events"] == ["proposed"], "no fault: the move explains the leaf"


def test_k24_07_a_hatch_is_closed_behind_oneself() -> None:
    """The hatch is open; the operative goes through and closes it: two actions, 2AP."""
    result = whole(BY_IT, pushed(THROUGH, closed=["AP"]), *chosen("Reposition", "Operate Hatch"), state="open")
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), left(result), result.state["openings"]) == (THROUGH, 0, {"AP": "closed"})
    assert result.state["faults"] == {}


@pytest.mark.parametrize("move", ["Dash", *at_night("Reposition")])
def test_k24_07_a_hatch_is_closed_behind_oneself_after_a_short_move(move: str) -> None:
    start, to = [10.0, 10.3], [10.0, 12.1]
    result = whole(start, pushed(to, closed=["AP"]), *chosen(move, "Operate Hatch"), state="open")
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert (stands(result), result.state["openings"]) == (to, {"AP": "closed"})


def test_k24_07_a_hatch_is_closed_behind_oneself_after_a_charge_only_where_no_enemy_is_near() -> None:
    """001:325: not within control range of an enemy, and a Charge ends there."""
    result = whole(BY_IT, pushed([10.0, 13.2], closed=["AP"]), *chosen("Charge"), state="open", enemy=[10.0, 15.0])
    assert taken(result) == [True, True, True], [step["why"] for step in result.steps]
    assert "leaf:AP" in result.state["faults"]
    assert result.state["openings"].get("AP", "open") == "open"


def test_k24_07_a_concealed_operative_opens_a_hatch_and_goes_through() -> None:
    result = whole(BY_IT, opened(THROUGH), *chosen("Operate Hatch", "Reposition"), order="conceal")
    assert all(taken(result))


def test_k24_07_three_ap_open_and_move_after_a_shot() -> None:
    people = [operative("A1", apl=3), operative("B1")]
    shot = act("A1", "Shoot", target="B1", weapon="gun", results=[])
    steps = [opened(THROUGH), *chosen("Operate Hatch", "Reposition")]
    result = whole(BY_IT, shot, *steps, operatives=people, enemy=[20.0, 10.0])
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert left(result) == 0


# What no act explains: the model and the leaf go back.


def test_i24_14_a_hatch_is_not_opened_on_the_way_of_a_charge() -> None:
    """001:324: during a Dash or Reposition only; the hatch is out of reach where the Charge begins."""
    result = whole(AWAY, opened([10.0, 13.2]), *chosen("Charge"), enemy=[10.0, 15.0])
    assert taken(result)[2:] == [False]
    is_put_back(result, AWAY)


@pytest.mark.parametrize("apl", [3, *at_night(2)])
def test_k24_07_a_hatch_is_not_opened_on_the_way_of_a_fall_back(apl: int) -> None:
    """001:325: not within control range of an enemy; and a Fall Back is no Dash or Reposition."""
    people = [operative("A1", apl=apl), operative("B1")]
    result = whole(BY_IT, opened(THROUGH), *chosen("Fall Back"), operatives=people, enemy=[10.0, 8.0])
    assert taken(result)[2:] == [False]
    is_put_back(result, BY_IT)
    assert left(result) == apl


@pytest.mark.parametrize("far", [False, *at_night(True)])
def test_c24_05_an_operative_without_ap_for_both_does_neither(far: bool) -> None:
    start = AWAY if far else BY_IT
    shot = act("A1", "Shoot", target="B1", weapon="gun", results=[])
    result = whole(start, shot, opened(THROUGH), *chosen("Operate Hatch", "Reposition"), enemy=[20.0, start[1]])
    assert taken(result)[1]
    assert stands(result) == start, "the move needs the hatch, and both need 2AP of the 1 left"
    is_put_back(result, start)
    assert left(result) == 1


def test_c24_05_an_operative_with_no_ap_left_opens_nothing() -> None:
    people = [operative("A1", apl=1), operative("B1")]
    shot = act("A1", "Shoot", target="B1", weapon="gun", results=[])
    result = whole(BY_IT, shot, {"open": ["AP"]}, operatives=people, enemy=[20.0, 10.0])
    is_put_back(result, BY_IT)
    assert asked(result) == []


SECOND: Raw = {**HATCH, "id": "AQ", "poly": [[19.2, 11.0], [20.8, 11.0], [20.8, 11.4], [19.2, 11.4]]}


def test_c24_06_a_second_hatch_in_one_activation_is_not_opened() -> None:
    """002:49: the same action at most once in an activation."""
    people = [operative("A1", apl=3), operative("B1")]
    terrain = [{**HATCH, "poly": [[17.2, 11.0], [18.8, 11.0], [18.8, 11.4], [17.2, 11.4]]}, SECOND]
    start = [19.0, 10.2]
    steps: list[Raw] = [
        activate("A1"),
        {"open": ["AP"]},
        *chosen("Operate Hatch"),
        {"see": {"A1": [20.0, 12.5]}, "open": ["AQ"]},
        *chosen("Operate Hatch"),
    ]
    places = {"A1": start, "B1": FAR}
    result = played(script(places, *steps, killzone="gallowdark", terrain=terrain, operatives=people))
    assert taken(result)[:4] == [True] * 4
    assert not taken(result)[4]
    assert stands(result) == start
    assert "leaf:AQ" in result.state["faults"]
    assert result.state["openings"] == {"AP": "open", "AQ": "closed"}


def test_c24_06_a_hatch_is_not_opened_and_closed_again_in_one_activation() -> None:
    """The leaf is closed as before, the model is behind it: open, move, close would be Operate Hatch twice."""
    result = whole(BY_IT, pushed(THROUGH), *chosen("Reposition"))
    assert taken(result) == [True, True, False]
    assert stands(result) == BY_IT


def test_k24_07_a_hatch_that_an_enemy_holds_open_is_not_closed_behind_oneself() -> None:
    """001:325: an open one with its access point in an enemy's control range."""
    enemy = [11.5, 10.0]
    start = [8.5, 10.0]
    result = whole(start, pushed([9.0, 10.2], closed=["AP"]), *chosen("Reposition"), state="open", enemy=enemy)
    assert "leaf:AP" in result.state["faults"]
    assert result.state["openings"].get("AP", "open") == "open"


def test_the_answer_no_sends_back_what_was_beyond_the_hatch() -> None:
    result = whole(BY_IT, opened(THROUGH), {"as": "p1", "choose": "refuse"}, *chosen("Reposition"))
    assert taken(result) == [True, True, True, False]
    is_put_back(result, BY_IT)
    assert any("10.0, 10.0" in fault for fault in result.state["faults"].values()), result.state["faults"]


def test_what_goes_back_ends_its_reports_and_questions() -> None:
    back = pushed(BY_IT, closed=["AP"])
    for steps in ([{"as": "p1", "choose": "refuse"}, back], [back]):
        result = whole(BY_IT, opened(THROUGH), *steps)
        assert (result.state["faults"], asked(result)) == ({}, [])
        assert stands(result) == BY_IT
    barred = whole(AWAY, opened([10.0, 13.2]), pushed(AWAY, closed=["AP"]), enemy=[10.0, 15.0])
    assert (barred.state["faults"], asked(barred)) == ({}, [])


def test_what_no_act_explains_is_shown_with_the_place_where_it_stood() -> None:
    result = whole(AWAY, opened([10.0, 13.2]), enemy=[10.0, 15.0])
    assert any("10.0, 8.0" in fault for fault in result.state["faults"].values()), result.state["faults"]
    assert "leaf:AP" in result.state["faults"]


def test_a_move_that_does_not_need_the_hatch_is_taken_without_it() -> None:
    """The leaf is opened by nobody who may: the model moved along its own side, which is right in itself."""
    far = [4.0, 4.0]
    result = whole(far, opened([4.0, 7.0]), *chosen("Reposition"))
    assert taken(result) == [True, True, True]
    assert "leaf:AP" in result.state["faults"]
    assert result.state["openings"].get("AP", "closed") == "closed"


def test_a_model_that_is_not_active_is_not_brought_through() -> None:
    places = {"A1": BY_IT, "A2": [11.0, 9.0], "B1": FAR}
    both: Raw = {"see": {"A2": [10.0, 12.5]}, "open": ["AP"]}
    result = played(gallowdark("closed", places, activate("A1"), both, *chosen("Operate Hatch")))
    assert taken(result)[:3] == [True, True, True]
    assert "stray:A2" in result.state["faults"]
    assert result.state["operatives"]["A2"]["place"][:2] == [11.0, 9.0]


@pytest.mark.parametrize("sigma_mm", [0.16, *at_night(0.3)])
def test_the_camera_s_error_changes_nothing_of_a_plain_way_through(sigma_mm: float) -> None:
    result = whole(BY_IT, opened(THROUGH), *chosen("Operate Hatch", "Reposition"), sigma_mm=sigma_mm)
    assert all(taken(result)), [step["why"] for step in result.steps]


def test_an_undone_way_through_can_be_put_back() -> None:
    undo: Raw = {"as": "p1", "press": "undo"}
    steps = [opened(THROUGH), *chosen("Operate Hatch", "Reposition"), undo, undo]
    result = whole(BY_IT, *steps, pushed(BY_IT, closed=["AP"]))
    assert stands(result) == BY_IT
    assert result.state["faults"] == {}


# In several motions, with guards, and out of an activation.


@pytest.mark.parametrize("first", [{"see": {"A1": THROUGH}}, *at_night({"open": ["AP"]})])
def test_a_leaf_and_a_model_seen_one_after_the_other_are_read_together(first: Raw) -> None:
    result = whole(BY_IT, first, opened(THROUGH), *chosen("Operate Hatch", "Reposition"))
    assert taken(result)[2:] == [True, True, True], [step["why"] for step in result.steps]
    assert (stands(result), result.state["faults"]) == (THROUGH, {})


def test_the_answer_no_on_the_way_sends_the_model_back_to_the_hatch() -> None:
    """The first part of the Reposition is taken; the hatch is not: the model goes back to where it stopped."""
    refuse: Raw = {"as": "p1", "choose": "refuse"}
    result = whole(AWAY, opened(THROUGH), *chosen("Reposition"), refuse, *chosen("Reposition"))
    assert taken(result) == [True, True, True, True, False]
    is_put_back(result, [10.0, 10.0])
    assert any("10.0, 10.0" in fault for fault in result.state["faults"].values()), result.state["faults"]


@pytest.mark.parametrize(("start", "goes"), [([10.0, 7.3], True), ([10.0, 6.3], False)])
def test_i24_14_the_rest_of_a_reposition_is_what_its_first_part_left(start: list[float], goes: bool) -> None:
    """3 or 4 inches up to the hatch, then 1.8 and 1 for Accessible, 3 of 6; no AP is left for a Dash."""
    near, beyond = [10.0, 10.3], [10.0, 12.1]
    steps = [pushed(near), *chosen("Reposition"), opened(beyond), *chosen("Operate Hatch", "Reposition")]
    result = whole(start, *steps)
    assert taken(result)[:4] == [True] * 4
    assert taken(result)[4:] == [goes, goes]
    assert stands(result) == (beyond if goes else near)
    if not goes:
        is_put_back(result, near)


def test_an_undone_first_part_of_a_paused_move_is_put_back() -> None:
    undo: Raw = {"as": "p1", "press": "undo"}
    result = whole(AWAY, opened(THROUGH), *chosen("Reposition"), undo, pushed(AWAY, closed=["AP"]))
    assert stands(result) == AWAY
    assert (result.state["faults"], asked(result)) == ({}, [])


COUNTER: tuple[Raw, ...] = (
    activate("A1"),
    {"choose": "End"},
    activate("B1"),
    {"choose": "End"},
    {"as": "p1", "do": {"kind": "react", "operative": "A1"}},
)


def counteracting(*steps: Raw) -> PlayedScript:
    places = {"A1": [10.0, 10.3], "B1": FAR, "B2": [26.0, 3.0]}
    return played(gallowdark("closed", places, *COUNTER, *steps))


def test_c24_14_a_counteraction_opens_a_hatch_or_moves_and_not_both() -> None:
    """One free 1AP action: 002:58-61."""
    alone = counteracting({"open": ["AP"]}, *chosen("Operate Hatch"))
    assert taken(alone)[4:] == [True, True, True], [step["why"] for step in alone.steps]
    assert alone.state["openings"] == {"AP": "open"}
    both = counteracting(opened([10.0, 12.1]), *chosen("Operate Hatch"))
    assert taken(both)[4:] == [True, True, False]
    is_put_back(both, [10.0, 10.3])


def guarded(*steps: Raw, start: list[float], **fields: Any) -> PlayedScript:
    """Return what comes of B1 on guard, far off on A1's side, while A1 acts."""
    begun = (activate("B1"), act("B1", "Guard"), {"as": "p2", "choose": "End"}, activate("A1"))
    places = {"A1": start, "B1": [20.0, 5.0]}
    return played(gallowdark("closed", places, *begun, *steps, initiative="p2", **fields))


def test_k24_09_a_guard_is_not_asked_in_the_middle_of_a_reposition() -> None:
    """001:340: after an enemy performs an action; the Reposition is performed once its last part is."""
    result = guarded(opened(THROUGH), *chosen("Reposition", "Operate Hatch", "Reposition"), start=AWAY)
    assert all(taken(result)), [step["why"] for step in result.steps]
    topics = [{one["topic"] for one in step["prompts"]} for step in result.steps[4:]]
    assert ["interrupt" in one for one in topics] == [False, False, False, True]
    assert stands(result) == THROUGH


@pytest.mark.parametrize("reading", ["guards answer", *at_night("guards wait")])
def test_k24_09_a_reading_decides_whether_guards_answer_in_the_middle_of_a_move(reading: str) -> None:
    """001:322, 340: a hatch is operated during a Reposition, and a guard answers after an action."""
    at_once = reading == "guards answer"
    let_pass: list[Raw] = [{"as": "p2", "choose": "pass"}] if at_once else []
    steps = [opened(THROUGH), *chosen("Reposition", "Operate Hatch"), *let_pass, *chosen("Reposition")]
    result = guarded(*steps, start=AWAY, readings={"paused moves": reading})
    assert all(taken(result)), [step["why"] for step in result.steps]
    topics = [{one["topic"] for one in step["prompts"]} for step in result.steps[4:]]
    expected = [False, False, True, False, True] if at_once else [False, False, False, True]
    assert ["interrupt" in one for one in topics] == expected
    assert f"read as: paused moves = {reading}" in str([step["prompts"] for step in result.steps])
    assert stands(result) == THROUGH


def test_k24_09_a_guard_is_asked_after_a_hatch_and_after_the_move_that_follows() -> None:
    """An action of its own, then a Reposition: after each the guard may answer."""
    let_pass: Raw = {"as": "p2", "choose": "pass"}
    steps = [opened(THROUGH), *chosen("Operate Hatch"), let_pass, *chosen("Reposition")]
    result = guarded(*steps, start=BY_IT)
    assert all(taken(result)), [step["why"] for step in result.steps]
    topics = [{one["topic"] for one in step["prompts"]} for step in result.steps[4:]]
    assert ["interrupt" in one for one in topics] == [False, True, False, True]


def test_k24_09_a_guard_is_asked_before_the_activation_ends_if_the_paused_move_does_not_go_on() -> None:
    refuse: Raw = {"as": "p1", "choose": "refuse"}
    back = pushed(BY_IT, closed=["AP"])
    end: Raw = {"as": "p1", "choose": "End"}
    steps = [opened(THROUGH), *chosen("Reposition"), refuse, back, end, {"as": "p2", "choose": "pass"}, end]
    result = guarded(*steps, start=AWAY)
    topics = [{one["topic"] for one in step["prompts"]} for step in result.steps[-3:]]
    assert ["interrupt" in one for one in topics] == [True, False, False]
    assert result.state["active"] is None


@pytest.mark.parametrize("state", ["closed", None], ids=["set up closed", "not seen at set-up"])
@pytest.mark.parametrize(("start", "to", "move"), [(AWAY, [10.0, 13.2], "Charge"), *at_night((BY_IT, THROUGH, "Dash"))])
def test_a_move_declared_by_phone_is_judged_with_the_hatch_as_the_game_has_it(
    state: str | None, start: list[float], to: list[float], move: str
) -> None:
    result = whole(start, opened(to), act("A1", move), state=state, enemy=[10.0, 15.0])
    assert taken(result) == [True, True, False]
    assert stands(result) == start
