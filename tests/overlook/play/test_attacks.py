"""What players choose in an attack, and why an attack is refused (rules E24-04, F24-03, D24-13, D24-14)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import answered, by_default, one_crit, stage_of
from tests.overlook.play.scripts import (
    BLADE,
    GUN,
    ONE_EDITION,
    Raw,
    act,
    activate,
    operative,
    played,
    reasons,
    script,
    wounds,
)

NEAR = {"A1": [5.0, 11.0], "B1": [5.0, 12.5]}
FAR = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
CLAW = {**BLADE, "name": "claw", "damage": [5, 6]}


def people(*, places: dict[str, list[float]], **weapons: list[Raw]) -> list[Raw]:
    """Return troopers at these places, some of them with other weapons."""
    return [operative(name, **({"weapons": weapons[name]} if name in weapons else {})) for name in places]


@ONE_EDITION
@pytest.mark.parametrize(("places", "action", "weapon"), [(FAR, "Shoot", "blade"), (NEAR, "Fight", "gun")])
def test_a_blade_does_not_shoot_and_a_gun_does_not_fight(
    edition: str, places: dict[str, list[float]], action: str, weapon: str
) -> None:
    wrong = act("A1", action, target="B1", weapon=weapon, dice=True)
    declared = act("A1", action, target="B1", weapon=weapon, results=[{"operative": "B1", "amount": 3}])
    result = played(script(places, activate("A1"), wrong, declared, edition=edition))
    for step in result.steps[1:]:
        assert not step["accepted"]
        assert (step["codes"], reasons(step)[0]["args"]["weapon"].casefold()) == (["refusal-weapon-type"], weapon)
    assert wounds(result, "B1") == 10


@ONE_EDITION
def test_an_attack_asks_for_its_target_and_for_one_of_several_weapons(edition: str) -> None:
    guns = people(places=FAR, A1=[GUN, {**GUN, "name": "rifle"}])
    nobody = act("A1", "Shoot", weapon="gun", dice=True)
    with_what = act("A1", "Shoot", target="B1", dice=True)
    result = played(script(FAR, activate("A1"), nobody, with_what, edition=edition, operatives=guns))
    assert [step["accepted"] for step in result.steps] == [True, False, False]
    assert result.steps[1]["codes"] == ["refusal-target-missing"]
    assert result.steps[2]["codes"] == ["refusal-weapon-missing"]
    assert reasons(result.steps[2])[0]["args"]["weapons"] == ["gun", "rifle"]
    alone = played(script(FAR, activate("A1"), with_what, edition=edition))
    assert alone.steps[1]["accepted"], alone.steps[1]["why"]


@ONE_EDITION
@pytest.mark.parametrize(("chosen", "left"), [("claw", 10 - 6), *at_night(("blade", 10 - 4))])
def test_a_defender_chooses_among_its_melee_weapons(edition: str, chosen: str, left: int) -> None:
    def fought(prompt: dict[str, Any]) -> Raw:
        if stage_of(prompt) == "melee weapon":
            assert prompt["owner"] == "p2"
            assert [choice["label"] for choice in prompt["choices"]] == ["blade", "claw"]
            return {"as": "p2", "choose": chosen}
        if not prompt["choices"]:
            crit = prompt["owner"] == "p2"
            return {"as": prompt["owner"], "dice": [6 if crit else 1, 1, 1, 1][: prompt["dice"]]}
        return by_default(prompt)

    armed = people(places=NEAR, B1=[GUN, BLADE, CLAW])
    fight = act("A1", "Fight", target="B1", weapon="blade", dice=True)
    result, asked = answered(script(NEAR, activate("A1"), fight, edition=edition, operatives=armed), fought)
    assert wounds(result, "A1") == left
    assert sum(stage_of(one) == "melee weapon" for one in asked) == 1


def test_dice_that_are_thrown_before_the_defender_has_chosen_its_weapon_are_refused() -> None:
    armed = people(places=NEAR, B1=[BLADE, CLAW])
    fight = act("A1", "Fight", target="B1", weapon="blade", dice=True)
    result = played(script(NEAR, activate("A1"), fight, {"as": "p1", "dice": [6, 1, 1, 1]}, operatives=armed))
    assert not result.steps[2]["accepted"]


WALL = {"id": "w", "poly": [[11.63, 9.8], [13.23, 9.8], [13.23, 12.2], [11.63, 12.2]], "z": [0, 1], "traits": ["Heavy"]}


@pytest.mark.parametrize(("chosen", "saves", "hits"), [("Cover", 1, 2), ("Obscured", 0, 1)])
def test_e24_04_the_defender_chooses_between_cover_and_obscured_by_the_same_feature(
    chosen: str, saves: int, hits: int
) -> None:
    places = {"A1": [5.0, 11.0], "B1": [14.0, 11.0]}
    ready = ({"as": "p2", "do": {"kind": "activate", "operative": "B1", "order": "engage"}},)
    ended = ({"as": "p2", "do": {"kind": "end_activation", "operative": "B1"}},)
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)

    def sheltered(prompt: dict[str, Any]) -> Raw:
        if stage_of(prompt) == "cover or obscured":
            assert prompt["owner"] == "p2"
            assert prompt["default"] == "shelter:cover"
            return {"as": "p2", "choose": chosen}
        if prompt["choices"]:
            return by_default(prompt)
        attack = stage_of(prompt) == "attack roll"
        return {"as": prompt["owner"], "dice": ([5, 5, 1, 1] if attack else [1, 1, 1])[: prompt["dice"]]}

    whole = script(places, *ready, *ended, activate("A1"), shot, initiative="p2", terrain=[WALL])
    result, asked = answered(whole, sheltered)
    assert stage_of(asked[0]) == "cover or obscured"
    assert sum(stage_of(one) == "cover saves" for one in asked) == saves
    lost = 10 - wounds(result, "B1")
    assert lost == 3 * (hits - saves), "a success blocked by the cover save, or discarded as it is obscured"


def test_j24_13_a_stun_grenade_is_offered_and_thrown_from_a_phone_and_by_the_panel() -> None:
    places = {"A1": [5.0, 11.0], "B1": [9.0, 11.0], "B2": [9.0, 12.9], "B3": [20.0, 11.0]}
    fields: dict[str, Any] = {"equipment": {"p1": ["utility grenades: stun, smoke"]}}
    throw = act("A1", "Stun Grenade", target="B1")
    rolls: list[Raw] = [{"as": "p1", "dice": [3]}, {"as": "p1", "dice": [2]}]
    result = played(script(places, activate("A1"), throw, *rolls, **fields))
    offer = next(one for one in result.steps[0]["offers"] if one["action"] == "Stun Grenade")
    assert (offer["possible"], offer["needs"], offer["targets"]) == (True, "target", ["B1", "B2"])
    assert all(step["accepted"] for step in result.steps), [step["why"] for step in result.steps]
    assert [change["stat"] for change in result.state["operatives"]["B1"]["changes"]] == ["apl"]
    assert not result.state["operatives"]["B2"]["changes"]
    assert result.state["players"]["p1"]["supplies"]["stun grenade"] == 0
    presses = [{"press": "next"}] * 12
    by_panel = played(script(places, activate("A1"), *presses, **fields))
    assert by_panel.steps[-1]["accepted"]


def test_a_stun_grenade_out_of_reach_says_how_far_it_is() -> None:
    result = played(
        script(
            {"A1": [5.0, 11.0], "B1": [20.0, 11.0]}, activate("A1"), equipment={"p1": ["utility grenades: stun, smoke"]}
        )
    )
    offer = next(one for one in result.steps[0]["offers"] if one["action"] == "Stun Grenade")
    assert not offer["possible"]
    assert offer["why"] == 'B1 is 13.7" from A1; a throw reaches 6".'


@ONE_EDITION
def test_a_shot_that_is_refused_says_so(edition: str) -> None:
    short = people(places=FAR, A1=[{**GUN, "rules": ['Range 3"' if edition == "kt24" else 'Rng 3"']}])
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    result = played(script(FAR, activate("A1"), shot, edition=edition, operatives=short))
    assert not result.steps[1]["accepted"]
    assert result.steps[1]["why"] == 'B1 is 5.7" away, beyond the weapon\'s range of 3".'
    offer = next(one for one in result.steps[0]["offers"] if one["action"] == "Shoot")
    assert offer["why"] == result.steps[1]["why"]


@ONE_EDITION
def test_of_several_weapons_that_cannot_shoot_one_is_offered_with_its_reason(edition: str) -> None:
    long = {**GUN, "name": "rifle"}
    shorts = [
        {**GUN, "name": name, "rules": ['Range 3"' if edition == "kt24" else 'Rng 3"']} for name in ("pistol", "torch")
    ]
    result = played(script(FAR, activate("A1"), edition=edition, operatives=people(places=FAR, A1=[*shorts, long])))
    ways = next(one for one in result.steps[0]["offers"] if one["action"] == "Shoot")["ways"]
    assert [(way["weapon"], way["possible"]) for way in ways] == [("rifle", True)]
    none = played(script(FAR, activate("A1"), edition=edition, operatives=people(places=FAR, A1=shorts)))
    ways = next(one for one in none.steps[0]["offers"] if one["action"] == "Shoot")["ways"]
    assert [(way["weapon"], way["possible"]) for way in ways] == [("pistol", False)]


@ONE_EDITION
def test_a_move_seen_during_dice_is_asked_about_after_them(edition: str) -> None:
    moved = {"see": {"A1": [5.0, 13.0]}}
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    whole = script(FAR, activate("A1"), shot, moved, edition=edition)
    result, _ = answered(whole, one_crit)
    assert all(one["topic"] != "proposal" for one in result.steps[2]["prompts"])
    assert [one["topic"] for one in result.steps[-1]["prompts"]] == ["proposal", "action"]
    assert result.steps[-1]["prompts"][0]["about"] == "A1"


@ONE_EDITION
def test_a_proposal_ends_with_the_activation_that_it_is_of(edition: str) -> None:
    ended = {"as": "p1", "do": {"kind": "end_activation", "operative": "A1"}}
    result = played(script(FAR, activate("A1"), {"see": {"A1": [5.0, 20.5]}}, ended, edition=edition))
    assert result.steps[1]["prompts"][0]["topic"] == "proposal"
    assert result.steps[2]["accepted"], result.steps[2]["why"]
    assert "proposal_closed" in result.steps[2]["events"]
    assert [one["topic"] for one in result.steps[2]["prompts"]] == ["activation"]


@ONE_EDITION
def test_a_seen_move_is_asked_about_with_the_actions_it_may_have_been(edition: str) -> None:
    moved = {"see": {"A1": [5.0, 15.5]}}
    result = played(script(FAR, activate("A1"), moved, edition=edition))
    first = result.steps[1]["prompts"][0]
    walk = "Reposition" if edition == "kt24" else "Normal Move"
    assert [choice["label"].split(",")[0] for choice in first["choices"]] == [walk, "No"]


@ONE_EDITION
def test_a_shot_entered_as_results_may_have_rerolls_and_stuns(edition: str) -> None:
    shot = act(
        "A1",
        "Shoot",
        target="B1",
        weapon="gun",
        results=[{"operative": "B1", "amount": 4}],
        stunned=["B1"],
        rerolls=["p1"],
    )
    result = played(script(FAR, activate("A1"), shot, edition=edition))
    assert result.steps[1]["accepted"], result.steps[1]["why"]
    before = result.steps[0]
    assert before["accepted"]
    assert wounds(result, "B1") == 6
    assert [change["stat"] for change in result.state["operatives"]["B1"]["changes"]] == ["apl"]
    fresh = played(script(FAR, activate("A1"), edition=edition))
    assert result.state["players"]["p1"]["cp"] == fresh.state["players"]["p1"]["cp"] - 1


@ONE_EDITION
def test_choices_of_dice_have_labels_in_words_and_stable_keys(edition: str) -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    dice: list[Raw] = [
        {"as": "p1", "dice": [6, 5, 3, 1]},
        {"choose": "pass"},
        {"as": "p2", "dice": [6, 4, 1]},
        {"choose": "pass"},
    ]
    result = played(script(FAR, activate("A1"), shot, *dice, edition=edition))
    reroll = {choice["key"]: choice["label"] for choice in result.steps[2]["prompts"][0]["choices"]}
    assert reroll["pass"] == "Keep the dice as they lie"
    assert reroll["re-roll:command re-roll:1"] == "Re-roll a 1 (Command Re-roll, 1 CP)"
    block = {choice["key"]: choice["label"] for choice in result.steps[-1]["prompts"][0]["choices"]}
    assert block["block::1,0,0,1"] == "Block a critical hit with a critical save and a normal hit with a normal save"


@ONE_EDITION
def test_dice_wait_while_the_shot_is_challenged(edition: str) -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    roll: Raw = {"as": "p1", "dice": [6, 5, 1, 1]}
    challenge: Raw = {"as": "p2", "press": "challenge"}
    result = played(script(FAR, activate("A1"), shot, challenge, roll, {"choose": "uphold"}, roll, edition=edition))
    assert [step["accepted"] for step in result.steps] == [True, True, True, False, True, True]
    assert result.steps[3]["why"] == "A ruling is challenged. Settle the challenge, then roll."
    asked = [one["topic"] for one in result.steps[2]["prompts"] if one["asked"]]
    assert asked == ["challenge"]


@ONE_EDITION
def test_an_operative_without_a_ranged_weapon_cannot_shoot(edition: str) -> None:
    armed = [operative("A1", weapons=[BLADE]), operative("B1")]
    hurt = act("A1", "Shoot", target="B1", results=[{"operative": "B1", "amount": 1}])
    result = played(script(FAR, activate("A1"), hurt, operatives=armed, edition=edition))
    assert result.steps[1]["why"] == "A1 has no ranged weapon."
    offer = next(one for one in result.steps[0]["offers"] if one["action"] == "Shoot")
    assert (offer["possible"], offer["why"]) == (False, "A1 has no ranged weapon.")
    assert wounds(result, "B1") == 10
