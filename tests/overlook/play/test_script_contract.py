"""Steps and expectations of the script contract, sentence by sentence."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import datetime
from typing import Any

import pytest

from overlook.play.result import differences_from_step
from overlook.play.runner import PlayedScript, scripted_table
from overlook.play.script import ScriptError, script_of
from tests.overlook.play.hatchway import NORTH, SOUTH, gallowdark
from tests.overlook.play.scripts import Raw, act, activate, box, do, operative, played, script, taken
from web.contract.requests import Button

FAR = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
SHOOT = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
SHOT = (activate("A1"), SHOOT)
ROLL: Raw = {"as": "p1", "dice": [6, 5, 3, 1]}
PEOPLE = [operative("A1"), operative("B1")]
KEEP: Raw = {"choose": "pass"}


def expected(*steps: Raw, **expectation: Any) -> tuple[int, int]:
    """Return how many expectations hold after these steps, and how many there are."""
    result = played(script(FAR, *steps, {"expect": expectation}))
    return result.held, result.of


def fault_code(*steps: Raw) -> str:
    """Return the code of the fault of a script with these steps."""
    with pytest.raises(ScriptError) as wrong:
        script_of(script(FAR, *steps))
    return str(wrong.value.message["fault"].code)


@pytest.mark.parametrize(
    ("unwanted", "holds"),
    [
        ({"turning_point": 2}, True),
        ({"turning_point": 1}, False),
        ({"turning_point": 2, "phase": "firefight"}, False),
        ({"operatives": {"A1": {"order": "conceal", "wounds": 9}}}, True),
        ({"operatives": {"A1": {"order": "conceal", "wounds": 10}}}, False),
        ({"events": ["incapacitated"]}, True),
        ({"events": ["incapacitated", "activated"]}, False),
        ({"prompts": [{"owner": "p2", "topic": "action"}]}, True),
        ({"prompts": [{"owner": "p1", "topic": "action"}]}, False),
        ({"operatives": {"A1": {"place": [5.0, 11.5, 0]}}}, True),
        ({"operatives": {"A1": {"place": [5.0, 11.0, 0]}}}, False),
        ({"operatives": {"C3": {"wounds": 1}}}, True),
        ({"no_prompt_for": "p1"}, True),
        ({"no_prompt_for": "p2"}, False),
    ],
)
def test_none_of_the_fields_named_in_not_may_be_so(unwanted: Raw, holds: bool) -> None:
    assert expected(activate("A1"), **{"not": unwanted}) == (int(holds), 1)


def test_a_field_that_is_so_although_it_must_not_be_is_named() -> None:
    result = played(script(FAR, activate("A1"), {"expect": {"not": {"operatives": {"A1": {"wounds": 10}}}}}))
    assert result.steps[-1]["differences"] == ["operatives.A1.wounds: found 10; expected another value"]


@pytest.mark.parametrize(("seat", "holds"), [("p1", False), ("p2", True), ("referee", False), ("screen", False)])
def test_no_prompt_for_a_seat_holds_if_it_may_answer_none(seat: str, holds: bool) -> None:
    assert expected(activate("A1"), no_prompt_for=seat) == (int(holds), 1)


@pytest.mark.parametrize(
    ("offer", "holds"),
    [
        ({"operative": "A1", "action": "Shoot"}, False),
        ({"operative": "A1", "action": "Fight"}, True),
        ({"operative": "A1", "action": "Perform Miracle"}, True),
        ({"operative": "B1", "action": "Shoot"}, True),
        ({"operative": "A1", "action": "Shoot", "targets": ["B1"]}, False),
        ({"operative": "A1", "action": "Shoot", "targets": ["A1"]}, True),
    ],
)
def test_no_offer_holds_if_the_action_is_not_offered_or_not_possible(offer: Raw, holds: bool) -> None:
    assert expected(activate("A1"), no_offer=offer) == (int(holds), 1)


def test_a_refused_step_has_the_code_of_its_reason() -> None:
    held = {"expect": {"accepted": False, "code": "refusal-other-active"}}
    other = {"expect": {"not": {"code": "refusal-other-active"}}}
    result = played(script(FAR, activate("A1"), activate("A1"), held, other))
    assert [step["code"] for step in result.steps[:2]] == [None, "refusal-other-active"]
    assert [step["held"] for step in result.steps[2:]] == [True, False]


def test_any_of_several_reasons_meets_an_expected_code() -> None:
    codes = ["act-cost", "act-range"]
    step: Raw = {"codes": codes, "code": codes[0], "accepted": False}
    for code in codes:
        assert not list(differences_from_step({"accepted": False, "code": code}, step, near_in=0.0))
    assert list(differences_from_step({"code": "act-target"}, step, near_in=0.0))


def test_a_seat_that_may_not_is_refused_with_a_code() -> None:
    step = {"as": "p2", "do": {"kind": "activate", "operative": "A1", "order": "engage"}}
    result = played(script(FAR, step, activate("A1")))
    assert taken(result) == [False, True], "a refused step does not stop the script"
    assert result.steps[0]["code"]


def test_offers_and_ploys_that_are_not_possible_have_a_code() -> None:
    result = played(script(FAR, activate("A1")))
    offers = {one["action"]: one for one in result.steps[0]["offers"]}
    assert offers["Shoot"]["code"] is None
    assert offers["Fight"]["code"]


def test_a_hand_that_stays_settles_nothing_until_it_has_left() -> None:
    moved: Raw = {"see": {"A1": [5.0, 14.0]}, "hand": "stays"}
    result = played(
        script(FAR, activate("A1"), moved, {"as": "p1", "do": {"kind": "clock", "do": "start"}}, {"see": {}})
    )
    under_hand, meanwhile, left = result.steps[1:]
    assert under_hand["events"] == meanwhile["events"] == []
    assert left["events"] == ["proposed"]


@pytest.mark.parametrize("place", ["beside", "inside"])
def test_a_hand_may_be_named_beside_the_places_or_among_them(place: str) -> None:
    step: Raw = {"see": {"A1": [5.0, 14.0], "hand": "stays"}}
    if place == "beside":
        step = {"see": {"A1": [5.0, 14.0]}, "hand": "stays"}
    assert played(script(FAR, activate("A1"), step)).steps[-1]["events"] == []


def test_a_model_on_its_side_is_not_seen_and_keeps_its_place_in_the_game() -> None:
    async def play() -> tuple[PlayedScript, list[bool]]:
        seen: list[bool] = []
        async with scripted_table(script_of(script(FAR, activate("A1"), *steps))) as table:

            async def look(_: object) -> None:
                seen.append(table.table.seen is not None and "B1" in table.table.seen.table.operatives)

            table.before_each = look
            return await table.play(), seen

    steps: list[Raw] = [{"fallen": ["B1"]}, {"see": {"B1": [12.0, 11.0]}}, {"expect": {"faults": {}}}]
    result, seen = asyncio.run(play())
    assert seen == [True, True, False, True]
    assert result.state["operatives"]["B1"]["place"] == [12.0, 11.0, 0.0]
    assert all(step["events"] == [] for step in result.steps[1:])


def test_only_models_can_fall() -> None:
    assert fault_code({"fallen": ["Z9"]}) == "record-field"


@pytest.mark.parametrize("way", [{"via": [[2.0, 13.0]]}, {"via": {"A1": [[2.0, 13.0]]}}])
def test_a_way_is_given_for_the_only_thing_or_by_name(way: Raw) -> None:
    result = played(script(FAR, activate("A1"), {"see": {"A1": [5.0, 15.0]}, **way}))
    assert result.steps[-1]["prompts"][0]["topic"] == "proposal"


def test_what_is_taken_away_is_gone_and_can_be_put_back() -> None:
    token = [{"id": "m1", "kind": "objective", "pos": [20.0, 5.0]}]
    result = played(
        script(
            FAR,
            activate("A1"),
            {"gone": ["m1"]},
            {"see": {"m1": [20.0, 5.0]}},
            {"expect": {"faults": {}}},
            markers=token,
        )
    )
    assert result.held == 1


@pytest.mark.parametrize(("state", "turned"), [("closed", "open"), ("open", "closed")])
def test_a_leaf_that_is_turned_is_asked_about(state: str, turned: str) -> None:
    places = {"A1": [10.0, SOUTH - 0.3], "B1": [28.0, 20.0]}
    result = played(
        gallowdark(state, places, activate("A1"), {turned: ["AP"]}, {"as": "p1", "choose": "Operate Hatch"})
    )
    assert result.steps[0]["prompts"][0]["topic"] == "action"
    assert all(taken(result)), result.steps[-1]["why"]
    assert result.state["openings"] == {"AP": turned}


def test_a_die_that_was_read_wrongly_is_corrected_before_the_roll_is_confirmed() -> None:
    tray: list[Raw] = [{"as": "p1", "tray": [6, 1, 3, 1]}, {"as": "p1", "correct": {"die": 2, "to": 5}}]
    result = played(script(FAR, *SHOT, *tray, {"as": "p1", "press": "confirm"}))
    by_hand = played(script(FAR, *SHOT, ROLL))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.steps[3]["prompts"][0]["dice"] == 4, "nothing is taken before it is confirmed"
    assert result.steps[-1]["prompts"] == by_hand.steps[-1]["prompts"]
    assert result.state["operatives"] == by_hand.state["operatives"]


@pytest.mark.parametrize("how", ["dice", "tray"])
def test_a_die_that_was_read_wrongly_is_corrected_after_the_roll_was_taken(how: str) -> None:
    roll: list[Raw] = [{"as": "p1", how: [6, 1, 3, 1]}]
    if how == "tray":
        roll.append({"as": "p1", "press": "confirm"})
    result = played(
        script(FAR, *SHOT, *roll, {"as": "p1", "correct": {"die": 2, "to": 5}}, {"expect": {"accepted": True}})
    )
    by_hand = played(script(FAR, *SHOT, ROLL))
    assert result.held == 1, result.steps[-2]["why"]
    assert result.steps[-1]["prompts"] == by_hand.steps[-1]["prompts"]


def test_the_corrected_roll_is_the_last_one_that_was_taken() -> None:
    rolls: list[Raw] = [ROLL, KEEP, {"as": "p2", "dice": [1, 1, 1]}, {"correct": {"die": 3, "to": 6}}]
    result = played(script(FAR, *SHOT, *rolls))
    by_hand = played(script(FAR, *SHOT, ROLL, KEEP, {"as": "p2", "dice": [1, 1, 6]}))
    assert (result.steps[-1]["as"], result.steps[-1]["accepted"]) == ("p2", True)
    assert result.steps[-1]["prompts"] == by_hand.steps[-1]["prompts"]


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([{"as": "p1", "correct": {"die": 1, "to": 5}}], "script-roll-passed"),
        ([ROLL, {"as": "p1", "correct": {"die": 5, "to": 5}}], "script-no-such-die"),
        ([ROLL, KEEP, {"as": "p1", "correct": {"die": 1, "to": 5}}], "script-roll-passed"),
    ],
)
def test_a_correction_without_such_a_die_is_refused(steps: list[Raw], code: str) -> None:
    last = played(script(FAR, *SHOT, *steps)).steps[-1]
    assert (last["accepted"], last["code"]) == (False, code)


def test_a_correction_before_any_roll_is_refused() -> None:
    result = played(script({}, {"as": "p1", "correct": {"die": 1, "to": 5}}, operatives=PEOPLE, begin="set_up"))
    assert result.steps[-1]["code"] == "script-no-roll"


def test_another_player_may_not_correct_a_roll() -> None:
    result = played(script(FAR, *SHOT, ROLL, {"as": "p2", "correct": {"die": 1, "to": 1}}))
    assert not result.steps[-1]["accepted"]
    assert result.steps[-1]["prompts"] == result.steps[-2]["prompts"], "the roll stands as it was entered"


@pytest.mark.parametrize("button", list(Button))
def test_every_button_can_be_pressed(button: Button) -> None:
    before: dict[Button, list[Raw]] = {
        Button.CONFIRM: [{"press": "next"}],
        Button.REDO: [{"as": "p1", "press": "undo"}],
        Button.CHALLENGE: [{"see": {"A1": [5.0, 14.0]}}, {"as": "p1", "choose": "Reposition"}],
    }
    result = played(script(FAR, activate("A1"), *before.get(button, ()), {"as": "p1", "press": button.value}))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]


def test_waiting_lets_the_chess_clock_run_for_the_player_whose_turn_it_is() -> None:
    async def play() -> list[int]:
        steps: list[Raw] = [{"as": "screen", "do": {"kind": "clock", "do": "start"}}, {"wait_s": 90}]
        async with scripted_table(script_of(script(FAR, *steps))) as table:
            await table.play()
            return [seat.used_s for seat in table.service.snapshot().clock.seats]

    assert asyncio.run(play()) in ([90, 0], [91, 0])


def test_waiting_passes_in_the_journal_as_well() -> None:
    async def play() -> float:
        async with scripted_table(script_of(script(FAR, activate("A1"), {"wait_s": 3600}, do("p1", "undo")))) as table:
            await table.play()
            with closing(sqlite3.connect(table.table.games.current)) as journal:
                rows = journal.execute("SELECT at FROM events WHERE kind IN ('activate', 'undo') ORDER BY sequence")
                first, last = [datetime.fromisoformat(at) for (at,) in rows]
            return (last - first).total_seconds()

    assert 3600 <= asyncio.run(play()) < 3700


@pytest.mark.parametrize("wait_s", [-1, "long"])
def test_a_wait_is_a_number_of_seconds(wait_s: object) -> None:
    assert fault_code({"wait_s": wait_s}) == "record-field"


def test_a_choice_is_taken_by_its_key_first_then_by_its_action_then_by_its_label() -> None:
    moved: Raw = {"see": {"A1": [5.0, 14.0]}}
    for choice in ("0", "Reposition", "reposition", "Reposition,", 'Reposition, 3"'):
        result = played(script(FAR, activate("A1"), moved, {"as": "p1", "choose": choice}))
        assert taken(result)[-1], (choice, result.steps[-1]["why"])
        assert result.state["operatives"]["A1"]["place"] == [5.0, 14.0, 0.0]


def test_an_action_is_not_mistaken_for_one_whose_name_begins_alike() -> None:
    places = {"A1": [5.0, 2.0], "B1": [28.0, 20.0]}
    moved: Raw = {"see": {"A1": [5.0, 7.0]}}
    result = played(script(places, activate("A1"), moved, {"as": "p1", "choose": "Repo"}, edition="kt24"))
    assert taken(result)[-1], "the beginning of a label is enough"
    wrong = played(script(places, activate("A1"), moved, {"as": "p1", "choose": "Reposition and Dash"}))
    assert not taken(wrong)[-1]


def test_a_climb_that_two_actions_finish_is_chosen_by_both_names() -> None:
    deck = box("P", 10, 8, 14, 12, 3.0, "Heavy", "Vantage")
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [10.8, 10.0, 3.0]}}]
    steps.append({"as": "p1", "choose": "Normal Move and Dash,"})
    result = played(script({"A1": [5.0, 10.0], "B1": [28.0, 20.0]}, *steps, edition="kt21", terrain=[deck]))
    assert result.steps[2]["accepted"], result.steps[2]["why"]
    assert result.steps[2]["events"].count("action_performed") == 2


def test_a_label_is_matched_as_the_result_shows_it() -> None:
    result = played(script(FAR, activate("A1"), {"see": {"A1": [5.0, 14.0]}}))
    label = result.steps[-1]["prompts"][0]["choices"][0]["label"]
    assert taken(played(script(FAR, activate("A1"), {"see": {"A1": [5.0, 14.0]}}, {"as": "p1", "choose": label})))[-1]


def test_the_state_has_every_marker_with_its_kind_its_controller_and_its_carrier() -> None:
    tokens = [
        {"id": "m1", "kind": "objective", "pos": [5.0, 12.0]},
        {"id": "m2", "kind": "objective", "pos": [20.0, 5.0]},
    ]
    expectation = {
        "markers": {
            "m1": {"kind": "objective", "controlled_by": "p1", "carried_by": None},
            "m2": {"kind": "objective", "controlled_by": None, "carried_by": None},
        }
    }
    result = played(script(FAR, activate("A1"), {"expect": expectation}, markers=tokens))
    assert result.held == 1, result.steps[-1]["differences"]


@pytest.mark.parametrize("state", ["open", "closed"])
def test_the_state_has_every_opening_from_the_start(state: str) -> None:
    places = {"A1": [10.0, SOUTH], "B1": [10.0, NORTH + 2]}
    assert played(gallowdark(state, places, {"expect": {"openings": {"AP": state}}})).held == 1


def test_without_a_seat_the_owner_of_the_oldest_open_prompt_makes_the_step() -> None:
    result = played(script(FAR, *SHOT, {"dice": [1, 1, 1, 1]}))
    assert [step["as"] for step in result.steps][-1] == "p1"
    assert all(taken(result))


@pytest.mark.parametrize(
    "expectation",
    [{"not": {"operative": {}}}, {"no_prompt_for": "p3"}, {"no_offer": {}}, {"no_offer": "Shoot"}, {"not": 5}],
)
def test_an_expectation_that_no_result_can_have_breaks_the_script(expectation: Raw) -> None:
    fault_code({"expect": expectation})
