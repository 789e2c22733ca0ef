"""Scripts are played on the program's own table, with its rules, seats and rights."""

from __future__ import annotations

import pytest

from messages.message import Message
from tests.depth import at_night
from tests.overlook.play.scripts import GUN, Raw, act, activate, operative, played, script, taken, wounds

NEAR = {"A1": [5.0, 11.0], "B1": [5.0, 16.0]}
FAR = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
SHOT = (activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True))
KEPT: Raw = {"choose": "pass"}


def test_a_firefight_begins_with_everybody_ready_on_conceal_and_the_initiative_that_was_asked_for() -> None:
    for player in ("p1", "p2"):
        result = played(script(FAR, initiative=player))
        assert result.state["phase"] == "firefight"
        assert result.state["turning_point"] == 1
        assert result.state["initiative"] == result.state["turn"] == player
        for one in result.state["operatives"].values():
            assert (one["order"], one["ready"], one["on_board"], one["wounds"]) == ("conceal", True, True, 10)


def test_smoke_on_the_table_at_the_start_has_its_full_timer() -> None:
    smoke = [{"id": "haze", "kind": "smoke", "pos": [20.0, 5.0]}]
    assert played(script(FAR, markers=smoke)).state["markers"]["haze"]["timer"] == 3


def test_a_script_that_begins_with_the_set_up_is_asked_for_all_of_it() -> None:
    result = played(script(FAR, {"as": "p2", "dice": [3]}, {"dice": [5]}, begin="set_up"))
    first, second = result.steps
    assert [prompt["owner"] for prompt in first["prompts"]] == ["p1"]
    assert second["as"] == "p1", "without a seat it is the owner of the oldest prompt"
    assert second["prompts"][0]["owner"] == "p1", "the winner of the roll-off decides"
    assert [choice["key"] for choice in second["prompts"][0]["choices"]] == ["p1", "p2"]


def test_a_move_that_is_seen_is_proposed_and_taken_by_the_beginning_of_its_label() -> None:
    result = played(script(NEAR, activate("A1"), {"see": {"A1": [5.0, 13.9]}}, {"as": "p1", "choose": "Charge"}))
    seen, chosen = result.steps[1:]
    assert seen["events"] == ["proposed"]
    proposal = seen["prompts"][0]
    assert (proposal["owner"], proposal["topic"], proposal["about"]) == ("p1", "proposal", "A1")
    first = proposal["choices"][0]
    assert (first["key"], first["message"]["code"], first["open"], first["says"]) == (
        "0",
        "reading-move",
        True,
        'Measured: 2.9", counts as 3". 5" left.',
    )
    assert chosen["events"] == ["proposal_closed", "action_performed", "placed"]
    assert {"rule": "D24-07", "call": "YES"}.items() <= chosen["rulings"][0].items()
    assert result.state["operatives"]["A1"]["place"] == [5.0, 13.9, 0.0]
    assert result.state["operatives"]["A1"]["ap_left"] == 1
    assert 'A1 charges, 3" of 8"' in result.state["log"]


def test_a_fight_goes_through_the_dice_of_both_players() -> None:
    steps: list[Raw] = [
        activate("A1"),
        act("A1", "Fight", target="B1", weapon="blade", dice=True),
        {"as": "p1", "dice": [6, 5, 1, 1]},
        {"as": "p2", "dice": [1, 1, 1, 2]},
        KEPT,
        KEPT,
        {"as": "p1", "choose": "strike"},
        {"as": "p1", "choose": "strike"},
    ]
    result = played(script({"A1": [5.0, 11.0], "B1": [5.0, 12.5]}, *steps))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.steps[2]["prompts"][0]["owner"] == "p2"
    assert wounds(result, "B1") == 10 - 4 - 3, "a critical and a normal strike"
    assert wounds(result, "A1") == 10


def test_a_shot_goes_through_the_dice_of_both_players() -> None:
    dice: list[Raw] = [{"as": "p1", "dice": [6, 5, 3, 1]}, KEPT, {"as": "p2", "dice": [6, 2, 1]}, KEPT]
    result = played(script(FAR, *SHOT, *dice, {"as": "p2", "choose": "Block a critical hit with a critical save"}))
    assert result.steps[1]["offers"] == [], "while dice lie open nothing else can be done"
    assert result.steps[1]["prompts"][0]["dice"] == 4
    last = result.steps[-1]
    assert last["accepted"], last["why"]
    assert wounds(result, "B1") == 10 - 3 - 3, "the critical hit is blocked, two normal ones are not"
    assert result.state["operatives"]["A1"]["ap_left"] == 1


def test_dice_from_the_tray_and_dice_entered_by_hand_have_the_same_result() -> None:
    by_hand = played(
        script(FAR, *SHOT, {"as": "p1", "dice": [6, 5, 3, 1]}, KEPT, {"as": "p2", "dice": [6, 2, 1]}, KEPT)
    )
    tray: list[Raw] = [
        {"as": "p1", "tray": [6, 5, 3, 1]},
        {"press": "confirm"},
        {"press": "confirm"},
        {"as": "p2", "tray": [6, 2, 1]},
        {"press": "confirm"},
        {"press": "confirm"},
    ]
    by_tray = played(script(FAR, *SHOT, *tray))
    assert all(taken(by_tray)), [step["why"] for step in by_tray.steps]
    assert by_tray.steps[2]["intents"] == ["see_roll"], (
        "dice in the tray are evidence, and answer nothing by themselves"
    )
    assert by_tray.state["operatives"] == by_hand.state["operatives"]


def test_dice_in_the_tray_belong_to_the_player_who_threw_them() -> None:
    result = played(script(FAR, *SHOT, {"as": "p2", "tray": [6, 6, 6, 6]}, {"press": "confirm"}))
    assert not result.steps[-1]["accepted"]
    assert result.steps[-1]["prompts"][0]["dice"] == 4


@pytest.mark.parametrize(
    "step",
    [
        {"as": "p2", "do": {"kind": "activate", "operative": "A1", "order": "engage"}},
        {"as": "p2", "do": {"kind": "score", "player": "p1", "op": "crit", "vp": 1}},
        *at_night(
            {"as": "p2", "choose": "A1:engage"},
            {"as": "p2", "do": {"kind": "pass_turn", "player": "p1"}},
            {"as": "p2", "do": {"kind": "end_battle", "conceded_by": "p1"}},
        ),
    ],
)
def test_a_request_from_the_wrong_seat_is_refused_and_the_script_continues(step: Raw) -> None:
    result = played(script(FAR, step, activate("A1")))
    refused, after = result.steps
    assert not refused["accepted"]
    assert "P1" in refused["why"]
    assert refused["events"] == []
    assert after["accepted"]


def test_another_players_dice_are_not_entered() -> None:
    result = played(script(FAR, *SHOT, {"as": "p2", "dice": [6, 6, 6, 6]}))
    assert "P1 answers this, not P2." in result.steps[-1]["why"]


@pytest.mark.parametrize("seat", ["screen", "referee"])
def test_the_screen_and_the_referee_speak_for_both(seat: str) -> None:
    result = played(script(FAR, activate("A1", **{"as": seat}), {"as": seat, "choose": "end"}))
    assert taken(result) == [True, True]


@pytest.mark.parametrize(("seat", "may"), [("p1", False), ("screen", False), ("referee", True)])
def test_the_referee_alone_takes_points_back(seat: str, may: bool) -> None:
    def score(vp: int) -> Raw:
        return {"as": seat, "do": {"kind": "score", "player": "p1", "op": "crit", "vp": vp}}

    result = played(script(FAR, score(2), score(-1)))
    assert taken(result) == [True, may]
    assert result.state["players"]["p1"]["vp"]["crit"] == (1 if may else 2)


def test_a_model_that_is_moved_out_of_its_turn_is_a_fault_until_it_is_back() -> None:
    steps: list[Raw] = [{"see": {"B1": [12.0, 13.0]}}, {"expect": {"faults": {}}}, {"see": {"B1": [12.0, 11.0]}}]
    result = played(script(FAR, *steps))
    assert result.steps[0]["events"] == ["fault_called"]
    assert result.steps[2]["events"] == ["fault_mended"]
    assert result.state["operatives"]["B1"]["place"] == [12.0, 11.0, 0.0]


def test_a_seen_path_is_judged_as_it_was_seen() -> None:
    around = [[7.0, 13.0], [9.5, 13.0]]
    wall = {"id": "W", "poly": [[8, 10], [8.2, 10], [8.2, 12], [8, 12]], "z": [0, 6], "traits": ["Heavy"]}
    people = [operative("A1", move_in=9), operative("B1")]

    def proposed(step: Raw) -> str:
        places = {"A1": [7.0, 11.0], "B1": [25.0, 11.0]}
        result = played(script(places, activate("A1"), step, operatives=people, terrain=[wall]))
        return str(result.steps[1]["prompts"][0]["choices"][0]["label"])

    assert proposed({"see": {"A1": [9.5, 11.0]}, "via": {"A1": around}}) == 'Reposition, 7" of 9"'
    assert proposed({"see": {"A1": [9.5, 11.0], "via": around}}) == 'Reposition, 7" of 9"'
    unseen = proposed({"see": {"A1": [9.5, 11.0]}})
    assert unseen.startswith("Reposition")
    assert int(unseen.split()[1].rstrip('"')) < 7, "the cheapest way that there is, where none was seen"


def test_undo_and_redo_are_buttons_of_the_panel() -> None:
    result = played(script(FAR, activate("A1"), {"press": "undo"}, {"press": "redo"}, {"press": "undo"}))
    orders = [step["prompts"][0]["topic"] for step in result.steps]
    assert orders == ["action", "activation", "action", "activation"]
    assert result.state["operatives"]["A1"]["order"] == "conceal"
    assert "A1 is activated, engage" not in result.state["log"]


def test_a_measurement_is_a_ruling_of_its_step_alone() -> None:
    result = played(script(FAR, {"press": "measure"}, activate("A1"), {"press": "measure"}, {"press": "measure"}))
    nobody, activated, first, second = result.steps
    assert nobody["accepted"], "distances can be measured at any time"
    assert nobody["rulings"] != []
    assert activated["rulings"] == []
    assert first["rulings"] == second["rulings"] != []


def test_each_step_lists_what_can_be_done_next() -> None:
    result = played(script(FAR, activate("A1")))
    offers = {offer["action"]: offer for offer in result.steps[0]["offers"]}
    shoot = offers["Shoot"]
    assert (shoot["operative"], shoot["possible"], shoot["why"], shoot["ap"]) == ("A1", True, None, 1)
    assert (shoot["weapons"], shoot["targets"]) == (["gun"], ["B1"])
    assert offers["Fight"]["possible"] is False
    assert offers["Fight"]["why"]


def test_a_refusal_says_which_rules_speak_against_it() -> None:
    result = played(script(FAR, activate("A1"), act("A1", "Fight", target="B1", weapon="blade", dice=True)))
    refused = result.steps[1]
    assert not refused["accepted"]
    assert any(ruling["call"] == "NO" for ruling in refused["rulings"])


def test_a_fight_that_is_too_close_to_call_is_asked_about_and_ruled_once() -> None:
    places = {"A1": [5.0, 11.0], "B1": [5.0, 13.26]}
    fight = act("A1", "Fight", target="B1", weapon="blade", dice=True)
    result = played(script(places, activate("A1"), fight, {"choose": "It holds"}, sigma_mm=0.5))
    asked, taken_up = result.steps[1:]
    assert [prompt["owner"] for prompt in asked["prompts"]] == ["any", "p1"]
    assert [one["call"] for one in asked["rulings"] if one["words"].startswith("A1 is 1")] == ["TOO_CLOSE"]
    assert "sequence_opened" in taken_up["events"]


def test_equipment_is_taken_as_the_script_says() -> None:
    result = played(script(FAR, activate("A1"), equipment={"p1": ["utility grenades: stun, smoke"]}))
    assert result.state["players"]["p1"]["equipment"] == ["utility grenades: smoke, stun"], "in the order of the list"
    assert result.state["players"]["p2"]["equipment"] == []
    assert any(offer["action"] == "Smoke Grenade" and offer["possible"] for offer in result.steps[0]["offers"])


def test_control_of_a_marker_is_by_the_apl_that_stands_beside_it() -> None:
    markers = [
        {"id": "ours", "kind": "objective", "mm": 40, "pos": [5.0, 12.5]},
        {"id": "theirs", "kind": "objective", "pos": [12.0, 12.5]},
        {"id": "nobodys", "kind": "objective", "pos": [25.0, 3.0]},
        {"id": "carried", "kind": "relic", "carried_by": "B1", "pick_up_allowed": True},
    ]
    state = played(script(FAR, markers=markers)).state
    control = {name: marker["controlled_by"] for name, marker in state["markers"].items()}
    assert control == {"ours": "p1", "theirs": "p2", "nobodys": None, "carried": "p2"}
    assert state["markers"]["carried"]["carried_by"] == "B1"
    assert state["operatives"]["B1"]["carrying"] == "carried"


def test_a_hatch_seen_open_before_the_battle_is_open() -> None:
    hatch = {"id": "AP", "poly": [[14, 10], [14.2, 10], [14.2, 12], [14, 12]], "z": [0, 3], "role": "access_point"}
    result = played(script(FAR, {"open": ["AP"]}, terrain=[hatch], killzone="gallowdark"))
    assert result.state["openings"] == {"AP": "open"}
    closed = played(script(FAR, terrain=[hatch], killzone="gallowdark"))
    assert closed.state["openings"] == {"AP": "closed"}


def test_a_hatch_changes_offers_only_once_somebody_has_operated_it() -> None:
    hatch = {"id": "AP", "poly": [[8, 10], [8.2, 10], [8.2, 12], [8, 12]], "z": [0, 3], "role": "access_point"}
    wall = {"id": "W", "poly": [[8, 0], [8.2, 0], [8.2, 10], [8, 10]], "z": [0, 3], "role": "wall", "traits": ["Wall"]}
    operated: Raw = {"as": "p1", "choose": "Operate"}
    by_it = {**FAR, "A1": [7.0, 11.0]}
    for places, steps, possible in (
        (FAR, [{"open": ["AP"]}], [False, False]),
        (by_it, [{"open": ["AP"]}, operated], [False, False, True]),
    ):
        raw = script(places, activate("A1"), *steps, terrain=[hatch, wall], killzone="gallowdark")
        shoot = [next(one for one in step["offers"] if one["action"] == "Shoot") for step in played(raw).steps]
        assert [one["possible"] for one in shoot] == possible


def test_operatives_are_set_up_where_they_are_seen() -> None:
    steps: list[Raw] = [
        *({"dice": [face]} for face in (6, 1)),
        *({"choose": word} for word in ("p1", "none", "none")),
        {"see": {"A1": [5.0, 3.0]}},
        {"as": "p1", "do": {"kind": "deploy", "operative": "A1"}},
    ]
    result = played({**script(FAR, *steps, begin="set_up"), "places": {"B1": [12.0, 19.0]}})
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert result.state["operatives"]["A1"]["place"] == [5.0, 3.0, 0.0]
    assert result.state["phase"] == "scouting"


def test_terrain_removed_during_the_battle_is_reported() -> None:
    wall = {"id": "W", "poly": [[8, 5], [8.2, 5], [8.2, 17], [8, 17]], "z": [0, 4], "traits": ["Heavy"]}
    result = played(script(FAR, activate("A1"), {"gone": ["W"]}, terrain=[wall]))
    offers = [one for step in result.steps for one in step["offers"] if one["action"] == "Shoot"]
    assert [one["possible"] for one in offers] == [False, False]
    assert "Put it back" in result.state["faults"]["shoved:W"]


def test_a_script_of_the_2021_edition_is_played() -> None:
    steps: list[Raw] = [
        activate("A1"),
        {"see": {"A1": [7.0, 11.0]}},
        {"choose": "Normal Move"},
        act("A1", "Shoot", target="B1", weapon="gun", dice=True),
        {"as": "p1", "dice": [6, 5, 3, 1]},
    ]
    result = played(script(FAR, *steps, edition="kt21"))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.state["phase"] == "firefight"
    assert any("A1 performs normal move" in said for said in result.state["log"])


def test_camera_noise_is_drawn_for_each_placement_and_repeats_with_the_seed() -> None:
    raw = script(FAR, activate("A1"), {"see": {"A1": [5.0, 13.0]}}, {"choose": "Dash"}, sigma_mm=0.5)
    first, again, other = played(raw), played(raw), played({**raw, "seed": 2})
    assert first.document == again.document
    assert first.state["operatives"]["A1"]["place"] != other.state["operatives"]["A1"]["place"]
    x, y, _ = first.state["operatives"]["A1"]["place"]
    assert 0 < abs(x - 5.0) + abs(y - 13.0) < 0.2
    expecting = {**raw, "steps": [*raw["steps"], {"expect": {"operatives": {"A1": {"place": [5, 13, 0]}}}}]}
    assert played(expecting).held == 1


def test_an_unknown_weapon_rule_is_reported() -> None:
    strange = {**GUN, "rules": ["Bouncing 3"]}
    raw = script(FAR, operatives=[operative("A1", weapons=[strange]), operative("B1")])
    assert played(raw).not_understood == (Message.stored("Bouncing 3"),)
