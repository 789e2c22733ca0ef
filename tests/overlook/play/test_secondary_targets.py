"""Weapons that hit more than their target, each target as it stands (G24-03, G24-22, G21-*)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.dice_steps import answered, hits_on, one_crit, shot_at, stage_of, target_of
from tests.overlook.play.scripts import GUN, Raw, act, activate, box, operative, script, wounds

PLACES = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [13.5, 11.0], "B3": [12.0, 12.8], "B4": [20.0, 11.0]}
"""One critical hit, and a save that fails."""


def shot(*rules: str, places: dict[str, list[float]] = PLACES, action: str = "Shoot", **fields: Any) -> Raw:
    """Return a script in which A1 shoots B1 with a gun of these rules."""
    people = [operative(name) for name in places]
    people[0] = operative("A1", weapons=[{**GUN, "rules": list(rules)}], **fields.pop("shooter", {}))
    steps = (activate("A1"), act("A1", action, target="B1", weapon="gun", dice=True))
    return script(places, *steps, operatives=people, **fields)


@pytest.mark.parametrize(("edition", "others"), [("kt24", {"B2", "B3"}), *at_night(("kt21", {"B2", "B3"}))])
def test_g24_03_and_g21_04_a_blast_shoots_everybody_near_its_target_in_the_attackers_order(
    edition: str, others: set[str]
) -> None:
    def order(prompt: dict[str, Any]) -> Raw:
        if stage_of(prompt) == "next target":
            assert {choice["key"] for choice in prompt["choices"]} == {f"target:{name}" for name in others}
            return {"as": "p1", "choose": "Shoot B3"}
        return one_crit(prompt)

    result, asked = answered(shot('Blast 2"', edition=edition), order)
    assert shot_at(asked) == ["B1", "B3", "B2"], "the last one is nobody's choice"
    assert {name: wounds(result, name) for name in PLACES} == {"A1": 10, "B1": 6, "B2": 6, "B3": 6, "B4": 10}


@pytest.mark.parametrize(("edition", "limited"), [("kt24", "Limited 1"), ("kt21", "Limited")])
def test_g24_10_g21_12_all_shots_of_one_action_are_one_use_of_a_limited_weapon(edition: str, limited: str) -> None:
    result, asked = answered(shot('Blast 2"', limited, edition=edition), one_crit)
    assert shot_at(asked) == ["B1", "B2", "B3"]
    assert {name: wounds(result, name) for name in ("B1", "B2", "B3")} == {"B1": 6, "B2": 6, "B3": 6}


def test_e24_12_a_blast_hurts_friends_whose_own_player_rolls_for_them() -> None:
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "A2": [14.8, 11.0]}
    result, asked = answered(shot('Blast 2"', places=places), one_crit)
    assert shot_at(asked) == ["B1", "A2"]
    assert {one["owner"] for one in asked if target_of(one) == "A2"} == {"p1"}, "p1 rolls both sides (E24-12)"
    assert wounds(result, "A2") == 6


def test_g24_22_a_torrent_is_led_to_any_number_of_targets_and_dice_may_answer_for_the_last() -> None:
    last: list[dict[str, Any]] = []

    def both(prompt: dict[str, Any]) -> Raw:
        if stage_of(prompt) == "next target" and len(prompt["choices"]) == 2:
            last.append(prompt)
            return {"as": "p1", "dice": [6, 1, 1, 1]}
        return one_crit(prompt)

    result, _ = answered(shot('Torrent 2"'), both)
    assert last[0]["dice"] == 4
    throw = last[0]["asked_message"]
    assert (throw["code"], throw["args"]["dice"], hits_on(last[0])) == ("roll-throw", 4, 3)
    assert throw["args"]["purpose"]["args"]["target"] == "B3", "who is shot if dice are thrown"
    assert [choice["key"] for choice in last[0]["choices"]] == ["target:B3", "pass"]
    assert {name: wounds(result, name) for name in PLACES} == {"A1": 10, "B1": 6, "B2": 6, "B3": 6, "B4": 10}


@pytest.mark.nightly
def test_a_torrent_may_stop_after_its_first_target() -> None:
    def spared(prompt: dict[str, Any]) -> Raw:
        nobody = {"as": "p1", "choose": "Shoot at nobody else"}
        return nobody if stage_of(prompt) == "next target" else one_crit(prompt)

    result, asked = answered(shot('Torrent 2"'), spared)
    assert shot_at(asked) == ["B1"]
    assert wounds(result, "B2") == wounds(result, "B3") == 10


@pytest.mark.nightly
@pytest.mark.parametrize(("reach", "shots"), [('Range 7"', ["B1", "B3"]), ('Range 8"', ["B1", "B2", "B3"])])
def test_secondary_targets_of_a_torrent_must_be_in_range(reach: str, shots: list[str]) -> None:
    _, asked = answered(shot('Torrent 2"', reach), one_crit)
    assert shot_at(asked) == shots


LOW_WALL = box("w", 12.5, 9.0, 12.7, 10.9, 1.2, "Light")
BEHIND = {"A1": [5.0, 11.0], "B1": [12.0, 11.6], "B2": [13.7, 10.0]}


@pytest.mark.nightly
@pytest.mark.parametrize(("rules", "shots"), [(("Seek",), ["B1", "B2"]), ((), ["B1"])])
def test_a_concealed_secondary_in_cover_is_reached_by_a_torrent_that_seeks(
    rules: tuple[str, ...], shots: list[str]
) -> None:
    _, asked = answered(shot('Torrent 2"', *rules, places=BEHIND, terrain=[LOW_WALL]), one_crit)
    assert shot_at(asked) == shots


@pytest.mark.nightly
def test_each_secondary_of_a_torrent_has_its_own_cover_and_a_blasts_has_its_targets() -> None:
    engaged = [{"as": "p2", "do": {"kind": "activate", "operative": "B2", "order": "engage"}}]
    end = [{"as": "p2", "do": {"kind": "end_activation", "operative": "B2"}}]
    for rule, covered in (('Torrent 2"', {"B2"}), ('Blast 2"', set())):
        raw = shot(rule, places=BEHIND, terrain=[LOW_WALL], initiative="p2")
        _, asked = answered({**raw, "steps": [*engaged, *end, *raw["steps"]]}, one_crit)
        assert {target_of(one) for one in asked if stage_of(one) == "cover saves"} == covered


def test_g21_06_a_fusillade_is_split_among_the_targets_near_the_first() -> None:
    def split(prompt: dict[str, Any]) -> Raw:
        if stage_of(prompt) == "share of the attack dice":
            counts = {"B1": 2, "B2": 0}
            target = target_of(prompt)
            return {"as": "p1", "choose": f"share:{target}:{counts[target]}"}
        return one_crit(prompt)

    result, asked = answered(shot("Fusillade", edition="kt21"), split)
    rolls = {target_of(one): one["dice"] for one in asked if one["dice"]}
    assert [one["dice"] for one in asked if stage_of(one) == "attack roll"] == [2, 2]
    assert shot_at(asked) == ["B1", "B3"]
    assert rolls.keys() == {"B1", "B3"}
    assert wounds(result, "B2") == 10


@pytest.mark.nightly
def test_a_fusillade_that_is_rolled_at_once_is_all_at_its_target() -> None:
    raw = shot("Fusillade", edition="kt21")
    result, _ = answered({**raw, "steps": [*raw["steps"], {"as": "p1", "dice": [6, 1, 1, 1]}]}, one_crit)
    assert {name: wounds(result, name) for name in PLACES} == {"A1": 10, "B1": 6, "B2": 10, "B3": 10, "B4": 10}


def test_g21_15_a_torrent_of_2021_chains_from_target_to_target_and_takes_all() -> None:
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [12.0, 13.2], "B3": [12.0, 15.4], "B4": [12.0, 19.5]}
    _, asked = answered(shot('Torrent 2"', edition="kt21", places=places), one_crit)
    assert set(shot_at(asked)) == {"B1", "B2", "B3"}
    assert not any(
        choice["key"] == "pass" for one in asked if stage_of(one) == "next target" for choice in one["choices"]
    )


def test_g24_23_and_j24_14_a_shared_weapon_is_offered_and_its_blast_counts_one_grenade() -> None:
    raw = shot(equipment={"p1": ["explosive grenades: frag, krak"]})
    places = {**PLACES, "A1": [7.0, 11.0]}
    raw = {**raw, "places": places, "steps": [raw["steps"][0]]}
    throw = act("A1", "Shoot", target="B1", weapon="frag grenade", dice=True)
    result, asked = answered({**raw, "steps": [*raw["steps"], throw]}, one_crit)
    offered = next(one for one in result.steps[0]["offers"] if one["action"] == "Shoot")
    assert set(offered["weapons"]) == {"gun", "frag grenade", "krak grenade"}
    assert set(shot_at(asked)) == {"B1", "B2", "B3"}
    assert result.state["players"]["p1"]["supplies"] == {"frag grenade": 0, "krak grenade": 1}
