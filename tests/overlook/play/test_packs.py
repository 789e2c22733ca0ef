"""Packs declare actions of teams and missions without code, and the table plays them (rule D24-16)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlook.play.runner import play
from overlook.play.script import ScriptError, load_script
from overlook.setup.draft import Draft
from overlook.setup.exports import table_defaults_of
from overlook.setup.mission import with_mission
from overlook.table.games.new_game import TableDefaults
from referee.game.intents import INTENTS, SetUp
from referee.records.files.mission_file import example_missions, mission_data, mission_of
from referee.records.files.packs import example_packs, pack_of
from referee.rules.errors import MalformedError
from tests.codes import codes_in
from tests.depth import at_night, depth
from tests.overlook.play.scripts import Raw, act, activate, operative, played, script, taken, wounds

PLACES = {"A1": [5.0, 11.0], "A2": [5.0, 13.5], "B1": [10.0, 11.0], "B2": [10.0, 13.0]}


def lamplighters(*steps: Raw, places: dict[str, list[float]] | None = None, **fields: Any) -> Any:
    where = places or PLACES
    people = [operative(name, keywords=["LEADER", "SHARPSHOOTER"] if name == "A1" else []) for name in where]
    return played(script(where, *steps, **{"packs": ["lamplighters"], "operatives": people, **fields}))


def offers(step: Raw) -> dict[str, Raw]:
    return {offer["action"]: offer for offer in step["offers"]}


def test_d24_16_each_action_of_the_example_pack_is_offered_to_the_operatives_it_is_for() -> None:
    result = lamplighters(activate("A1"), {"choose": "End"}, activate("B1"), {"choose": "End"}, activate("A2"))
    names = {action.name for action in example_packs()["lamplighters"].actions}
    assert names <= offers(result.steps[0]).keys()
    able = {name for name in names if offers(result.steps[0])[name]["possible"]}
    assert able == names - {"Light the Beacon"}
    assert {name for name in names if not offers(result.steps[4])[name]["possible"]} == {
        *("Steady Aim", "Rallying Light", "Light the Beacon"),
    }
    assert offers(result.steps[0])["Rallying Light"]["targets"] == ["A1", "A2"]
    assert offers(result.steps[0])["Flash Powder"]["targets"] == ["B1", "B2"]


def test_d24_16_a_move_of_a_pack_counts_as_the_move_it_is_treated_as() -> None:
    creep = [activate("A1"), {"see": {"A1": [5.0, 8.1]}}, {"as": "p1", "choose": "Creep"}]
    result = lamplighters(*creep, {"see": {"A1": [5.0, 4.0]}})
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.steps[1]["prompts"][0]["choices"][0]["label"].startswith("Reposition")
    assert result.state["operatives"]["A1"]["ap_left"] == 1
    labels = [choice["label"] for choice in result.steps[3]["prompts"][0]["choices"]]
    assert not any(label.startswith(("Reposition, 5", "Creep")) and label.endswith('"') for label in labels)
    too_far = lamplighters(activate("A1"), {"see": {"A1": [5.0, 7.0]}}, act("A1", "Creep"))
    assert taken(too_far) == [True, True, False]


def test_d24_16_a_shot_of_a_pack_has_its_own_price_and_weapon_rules() -> None:
    shot = act("A1", "Steady Aim", target="B1", weapon="gun", dice=True)
    dice: list[Raw] = [
        {"as": "p1", "dice": [5, 5, 1, 1]},
        {"choose": "pass"},
        {"as": "p2", "dice": [1, 1, 1]},
        {"choose": "pass"},
    ]
    result = lamplighters(activate("A1"), shot, *dice)
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert wounds(result, "B1") == 10 - 4 - 4, "with Lethal 5+ both are critical"
    assert result.state["operatives"]["A1"]["ap_left"] == 0
    concealed = lamplighters(activate("A1", "conceal"), shot)
    assert taken(concealed) == [True, False]


@pytest.mark.nightly
def test_j24_03_a_controlled_comms_device_extends_support_actions_by_three_inches() -> None:
    far = {**PLACES, "A2": [5.0, 17.0]}
    rally = act("A1", "Rallying Light", target="A2")
    assert taken(lamplighters(activate("A1"), rally, places=far)) == [True, False]
    device = {"kind": "place_marker", "what": "comms device", "x": 4.0, "y": 11.0}
    own = lamplighters({"as": "p1", "do": device}, activate("A1"), rally, places=far)
    assert taken(own) == [True, True, True]
    assert own.state["operatives"]["A2"]["stats"]["apl"] == 3
    theirs = lamplighters({"as": "p2", "do": device}, activate("A1"), rally, places=far)
    assert taken(theirs) == [True, True, False], "an enemy's device helps nobody else"
    lost = lamplighters({"as": "p1", "do": {**device, "x": 25.0}}, activate("A1"), rally, places=far)
    assert taken(lost) == [True, True, False], "a device that nobody controls"


@pytest.mark.parametrize(("owner", "reaches"), [("p1", True), ("p2", False), *at_night((None, False))])
def test_j24_03_a_comms_device_helps_its_owner_alone(owner: str | None, reaches: bool) -> None:
    markers = [{"id": "radio", "kind": "comms device", "pos": [4.0, 11.0], "owner": owner}]
    rally = act("A1", "Rallying Light", target="A2")
    far = {**PLACES, "A2": [5.0, 17.0]}
    assert taken(lamplighters(activate("A1"), rally, places=far, markers=markers)) == [True, reaches]


@pytest.mark.nightly
def test_a_comms_device_is_named_after_its_owner_whatever_is_undone() -> None:
    """A number only where a player has two, counted as they were laid; the id that the table made up is never said."""

    def refused(*devices: str) -> list[str]:
        laid = [
            {"as": by, "do": {"kind": "place_marker", "what": "comms device", "x": 4.0 + 2 * n, "y": 11.0}}
            for n, by in enumerate(devices)
        ]
        back: list[Raw] = [{"press": "undo"}, {"press": "redo"}]
        result = lamplighters(*laid, *back, activate("A1"))
        ids = [key for key in result.state["markers"] if key.startswith("comms device-")]
        lifts = [act("A1", "Pick Up Marker", marker=key) for key in ids]
        said = lamplighters(*laid, *back, activate("A1"), *lifts).steps
        assert not any(f"{key}" in str(step["why"]).casefold() for key in ids for step in said)
        assert not any("device-" in str(offer["why"]) for step in said for offer in step["offers"])
        return [step["why"] for step in said[-len(ids) :]]

    why = "No rule allows {}'s comms device{} to be picked up."
    assert refused("p1") == [why.format("P1", "")]
    assert refused("p1", "p2") == [why.format("P1", ""), why.format("P2", "")]
    assert refused("p1", "p1") == [why.format("P1", " 1"), why.format("P1", " 2")]


def test_d24_16_everybody_near_an_action_of_a_pack_rolls_for_its_effect() -> None:
    powder = act("A1", "Flash Powder", target="B1")
    rolls: list[Raw] = [{"as": "p1", "dice": [6], "about": "B1"}, {"as": "p1", "dice": [3], "about": "B2"}]
    result = lamplighters(activate("A1"), powder, *rolls)
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert [prompt["about"] for prompt in result.steps[1]["prompts"] if prompt["dice"]] == ["B1", "B2"]
    assert (wounds(result, "B1"), wounds(result, "B2")) == (10 - 3, 10)
    assert result.state["operatives"]["B1"]["stats"]["apl"] == 1
    assert result.state["operatives"]["B2"]["stats"]["apl"] == 2
    refused = lamplighters(activate("A1"), act("A1", "Flash Powder", target="A2"))
    assert refused.steps[1]["codes"] == ["pack-target-enemy"]
    nobody = lamplighters(activate("A1"), act("A1", "Flash Powder"))
    assert nobody.steps[1]["codes"] == ["refusal-target-missing"]


def test_d24_16_an_action_of_a_pack_scores_for_a_controlled_marker() -> None:
    markers = [{"id": "m", "kind": "objective", "pos": [5.0, 12.0]}]
    beacon = act("A1", "Light the Beacon", marker="m")
    contested = {**PLACES, "B1": [5.0, 9.6]}
    result = lamplighters(activate("A1"), beacon, markers=markers)
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.state["players"]["p1"]["vp"]["crit"] == 1
    far = lamplighters(activate("A1"), beacon, markers=[{**markers[0], "pos": [20.0, 3.0]}])
    assert taken(far) == [True, False]
    engaged = lamplighters(activate("A1"), beacon, markers=markers, places={**contested, "B1": [6.5, 11.0]})
    assert taken(engaged) == [True, False]


def test_d24_16_effects_that_need_no_dice_happen_whatever_is_rolled() -> None:
    hurt = {"as": "p1", "do": {"kind": "declare_damage", "operative": "A1", "amount": 6}}
    trimmed = lamplighters(hurt, activate("A1"), act("A1", "Trim the Wick"), {"as": "p1", "dice": [4]})
    assert wounds(trimmed, "A1") == 10 - 6 - 1 + 5
    burnt = lamplighters(hurt, activate("A1"), act("A1", "Trim the Wick"), {"as": "p1", "dice": [1]})
    assert wounds(burnt, "A1") == 10 - 6 - 1
    assert burnt.state["operatives"]["A1"]["ap_left"] == 2


def test_d24_16_a_marker_of_a_pack_is_placed_where_the_phone_says() -> None:
    result = lamplighters(activate("A1"), act("A1", "Set a Lamp", x=7.0, y=9.0))
    assert all(taken(result)), result.steps[1]["why"]
    (lamp,) = result.state["markers"].values()
    assert (lamp["kind"], lamp["owner"], lamp["place"]) == ("lamp", "p1", [7.0, 9.0])


def test_a24_05_equipment_of_a_pack_may_be_taken() -> None:
    opening: list[Raw] = [{"dice": [6]}, {"dice": [1]}, {"as": "p1", "choose": "p1"}]
    choose = {"as": "p1", "do": {"kind": "choose_equipment", "player": "p1", "options": ["lamp oil", "mines"]}}
    assert lamplighters(*opening, choose, begin="set_up").steps[-1]["accepted"]
    assert not lamplighters(*opening, choose, begin="set_up", packs=[]).steps[-1]["accepted"]


@settings(max_examples=depth(4, 40))
@given(
    price=st.integers(0, 3),
    damage=st.integers(1, 9),
    on=st.integers(1, 6),
    face=st.integers(1, 6),
    within=st.sampled_from([3.0, 3.7, 3.8, 6.0]),
    who=st.sampled_from(["enemy", "friend", "anybody"]),
)
def test_d24_16_a_random_pack_is_played_as_it_says(
    price: int, damage: int, on: int, face: int, within: float, who: str
) -> None:
    """Bases of 32 mm with 5 inches between their middles are 3.74 inches apart."""
    action = {
        "name": "Anything",
        "ap": price,
        "target": {"who": who, "within": within},
        "dice": {"on": on},
        "effects": [{"what": "damage", "amount": damage}],
    }
    pack = {"version": 1, "name": "Any", "actions": [action]}
    result = lamplighters(
        activate("A1"), act("A1", "Anything", target="B1"), {"as": "p1", "dice": [face]}, packs=[pack]
    )
    may = price <= 2 and within > 3.74 and who != "friend"
    assert taken(result)[1] is may
    assert wounds(result, "B1") == 10 - (damage if may and face >= on else 0)
    assert result.state["operatives"]["A1"]["ap_left"] == 2 - (price if may else 0)


@settings(max_examples=depth(3, 24))
@given(st.integers(1, 3), st.sampled_from(["turning point", "battle"]), st.sampled_from(["operative", "player"]))
def test_d24_16_an_action_of_a_pack_is_limited_as_its_pack_says(uses: int, per: str, by: str) -> None:
    limit = {"uses": uses, "per": per, "by": by}
    pack = {"version": 1, "name": "Any", "actions": [{"name": "Hum", "ap": 0, "repeatable": True, "limit": limit}]}
    hums = [act("A1", "Hum")] * 3
    another: list[Raw] = [{"choose": "End"}, activate("B1"), {"choose": "End"}, activate("A2"), act("A2", "Hum")]
    result = lamplighters(activate("A1"), *hums, *another, packs=[pack])
    assert taken(result)[1:4] == [number < uses for number in range(3)]
    assert taken(result)[-1] is (by == "operative" or uses > 3)


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        ({"name": "X", "treated_as": "Waltz"}, "Waltz"),
        ({"name": "X", "move": {"extra": 1.0}}, "pack-action-no-move"),
        ({"name": "X", "treated_as": "Shoot", "move": {"extra": 1.0}}, "pack-action-no-move"),
        ({"name": "X", "effects": [{"what": "damage", "amount": 1}]}, "ability-target-missing"),
        ({"name": "X", "effects": [{"what": "heal", "whom": "self", "roll": "d6"}]}, "ability-dice-missing"),
        ({"name": "X", "effects": [{"what": "stat", "whom": "self", "amount": 1}]}, "ability-stat-missing"),
        ({"name": "X", "effects": [{"what": "vp", "amount": 1}]}, "ability-op-missing"),
        ({"name": "X", "weapon_rules": ["Sparkle"]}, "Sparkle"),
        ({"name": "X", "ap": 12}, "ap"),
        ({"name": "X", "cost": 1}, "cost"),
        ({"name": "Shoot", "ap": 2}, "pack-action-taken"),
        ({"name": "X", "target": {}, "controls": "objective"}, "ability-two-objects"),
        ({"name": "X", "lays": "lamp", "controls": "objective"}, "ability-two-objects"),
        ({"name": "X", "treated_as": "Dash", "target": {}}, "pack-move-names-nothing"),
        ({"name": "X", "treated_as": "Shoot", "lays": "lamp"}, "pack-attack-names-target"),
    ],
)
def test_an_invalid_pack_is_refused_in_one_line(action: Raw, wrong: str) -> None:
    raw = {"version": 1, "name": "Broken", "actions": [action]}
    with pytest.raises(MalformedError) as refused:
        pack_of(raw, "broken.toml")
    assert wrong in str(refused.value) or wrong in codes_in(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises(ScriptError):
        lamplighters(activate("A1"), packs=[raw])


def test_d24_16_a_mission_adds_actions_as_a_pack_does() -> None:
    hum = {"name": "Hum", "ap": 0, "text": "It hums.", "effects": [{"what": "cp", "amount": 1}]}
    mission = {**mission_data(example_missions()["cold-decks"]), "actions": [hum]}
    assert mission_data(mission_of(mission, "mine"))["actions"] == [hum]
    result = lamplighters(activate("A1"), act("A1", "Hum"), mission=mission)
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.state["players"]["p1"]["cp"] == result.state["players"]["p2"]["cp"] + 1
    offered = offers(result.steps[0])
    assert {"Hum", "Creep"} <= offered.keys()
    assert offered["Hum"]["text_message"]["args"]["parts"] == ["It hums."]
    with pytest.raises(MalformedError, match="Waltz"):
        mission_of({**mission, "actions": [{**hum, "treated_as": "Waltz"}]}, "mine")
    twice = {"version": 1, "name": "Hummers", "actions": [hum]}
    with pytest.raises(ScriptError, match="Hummers"):
        lamplighters(activate("A1"), mission=mission, packs=[twice])


def test_a_pack_of_another_edition_is_refused() -> None:
    with pytest.raises(ScriptError, match="Lamplighters"):
        lamplighters(activate("A1"), edition="kt21")
    of_2021 = {"version": 1, "name": "Old", "edition": "2021", "actions": [{"name": "Hum", "treated_as": "Pass"}]}
    result = lamplighters(activate("A1"), act("A1", "Hum"), edition="kt21", packs=[of_2021])
    assert all(taken(result)), [step["why"] for step in result.steps]


def test_d24_16_a_journal_keeps_all_that_a_pack_says() -> None:
    actions = example_packs()["lamplighters"].actions
    begun = SetUp(id="1", by="p1", seats=(), operatives=(), actions=actions)
    read = INTENTS.read("set_up", {"id": "1", **json.loads(json.dumps(begun.to_data()))})
    assert read == begun
    assert {"dice", "effects", "limit", "move"} <= begun.to_data()["actions"][0].keys()


def test_d24_16_a_set_up_adds_its_missions_actions_to_the_packs_of_the_settings() -> None:
    pack = pack_of({"version": 1, "name": "Any", "actions": [{"name": "Hum"}, {"name": "Sing"}]}, "any")
    before = TableDefaults(packs=(pack,))
    own = {**mission_data(example_missions()["cold-decks"]), "actions": [{"name": "Hum", "ap": 2}]}
    assert table_defaults_of(Draft(), before).packs == (pack,)
    kept = [action for each in table_defaults_of(with_mission(Draft(), own), before).packs for action in each.actions]
    assert {action.name: action.cost_ap for action in kept} == {"Sing": 1, "Hum": 2}
    assert len(kept) == 2


def test_d24_16_the_example_script_of_a_pack_comes_to_what_it_expects(checkout: Path) -> None:
    done = asyncio.run(play(load_script(checkout / "examples" / "scripts" / "a_pack.json")))
    assert (done.held, done.of) == (3, 3)


def test_an_unknown_pack_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ScriptError, match="lamplighters"):
        lamplighters(activate("A1"), packs=["unheard of"])
