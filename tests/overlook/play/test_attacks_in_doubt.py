"""What changes the dice of an attack and is too close to call is asked about: help, strongholds, reach, Vantage.

Rules F24-06, F21-02, K24-03, K24-04, J24-13, G21-13.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from geometry.base import MM_PER_INCH
from overlook.play.runner import PlayedScript
from tests.depth import at_night
from tests.overlook.play.dice_steps import hits_on, stage_of
from tests.overlook.play.scripts import BLADE, END, GUN, ONE_EDITION, Raw, act, activate, box, operative, played, script

SIGMA_MM = 0.16
BASE_IN = 32 / MM_PER_INCH
ON = re.compile(r"hits on (\d)\+")


def fight(edition: str, helper: str, gap_in: float, *steps: Raw, **fields: Any) -> PlayedScript:
    """Return a fight of A1 against B1 beside which `helper` stands, its base so many inches from its enemy's."""
    across = BASE_IN + 0.5
    places = {"A1": [10.0, 11.0], "B1": [10.0 + across, 11.0], "A3": [3.0, 3.0], "B3": [27.0, 19.0]}
    beside = places["B1" if helper == "A2" else "A1"]
    away = 1 if helper == "A2" else -1
    places[helper] = [beside[0] + away * (BASE_IN + gap_in), beside[1]]
    begun = (activate("A1"), act("A1", "Fight", target="B1", weapon="blade", dice=True), *steps)
    return played(script(places, *begun, edition=edition, sigma_mm=SIGMA_MM, **fields))


def needed(step: Raw) -> int | None:
    """Return from which face on the dice of the open roll count; None where none is open."""
    return next((hits_on(one) for one in step["prompts"] if one["topic"] == "dice"), None)


def question(step: Raw) -> Raw | None:
    found = [one for one in step["prompts"] if one["topic"] == "proposal" and "help" in one["asked"]]
    return found[0] if found else None


@ONE_EDITION
@pytest.mark.parametrize(("gap_in", "hits_on"), [(0.85, 2), (1.15, 3)])
def test_a_clear_case_of_fight_assist_is_not_asked_about(edition: str, gap_in: float, hits_on: int) -> None:
    result = fight(edition, "A2", gap_in)
    assert question(result.steps[1]) is None
    assert needed(result.steps[1]) == hits_on


@ONE_EDITION
@pytest.mark.parametrize(("by", "said", "hits_on"), [("p1", "A2 helps", 2), *at_night(("p2", "A2 does not help", 3))])
def test_fight_assist_too_close_to_call_is_decided_by_either_player(
    edition: str, by: str, said: str, hits_on: int
) -> None:
    asked = fight(edition, "A2", 1.0)
    opened = question(asked.steps[1])
    assert opened is not None
    assert opened["owner"] == "any"
    assert {"A2 helps", "A2 does not help"} < {one["label"] for one in opened["choices"]}
    assert needed(asked.steps[1]) is None
    answered = fight(edition, "A2", 1.0, {"as": by, "choose": said})
    assert answered.steps[2]["accepted"]
    assert needed(answered.steps[2]) == hits_on


@ONE_EDITION
@pytest.mark.parametrize(("said", "hits_on"), [("B2 helps", 2), *at_night(("B2 does not help", 3))])
def test_fight_assist_of_the_defender_is_asked_about_too(edition: str, said: str, hits_on: int) -> None:
    roll = {"as": "p1", "dice": [1, 1, 1, 1]}
    steps: list[Raw] = [{"as": "p1", "choose": said}, roll, {"as": "p1", "press": "confirm"}]
    answered = fight(edition, "B2", 1.0, *steps)
    assert question(answered.steps[1]) is not None
    assert needed(answered.steps[2]) == 3
    assert hits_on in {needed(step) for step in answered.steps[3:]}


@ONE_EDITION
def test_no_cancels_the_fight_and_undo_asks_again(edition: str) -> None:
    off = fight(edition, "A2", 1.0, {"as": "p1", "choose": "No"})
    assert needed(off.steps[2]) is None
    assert question(off.steps[2]) is None
    again = fight(edition, "A2", 1.0, {"as": "p1", "choose": "A2 helps"}, {"as": "p1", "press": "undo"})
    assert question(again.steps[3]) == question(again.steps[1])


@ONE_EDITION
def test_a_fight_that_the_rules_refuse_asks_nothing(edition: str) -> None:
    twice: list[Raw] = [{"as": "p1", "choose": "A2 helps"}, {"as": "p1", "dice": [1, 1, 1, 1]}]
    refused = act("A1", "Fight", target="B3", weapon="blade", dice=True)
    result = fight(edition, "A2", 1.0, *twice, END, refused)
    assert not result.steps[-1]["accepted"]
    assert question(result.steps[-1]) is None


WALLS = [
    box("north", 11.0, 14.0, 18.0, 14.3, 2.5, "Heavy", "Stronghold", feature="stronghold"),
    box("south", 11.0, 7.7, 18.0, 8.0, 2.5, "Heavy", "Stronghold", feature="stronghold"),
]
"""Two walls of a stronghold: all between them, from 11" to 18", is within it."""
BLAST = {**GUN, "name": "blaster", "rules": ['Blast 1"']}
STRONGHOLD = "wholly within the stronghold"


def garrison(inside_in: float, *steps: Raw, attacker: list[float], **fields: Any) -> PlayedScript:
    """Return an attack of A1 on B1, whose base lies so many inches within the edge of a stronghold."""
    places = {"A1": attacker, "B1": [18.0 - BASE_IN / 2 - inside_in, 11.0], "A2": [3.0, 3.0], "B2": [27.0, 19.0]}
    people = [operative(name, weapons=[BLAST, BLADE]) for name in places]
    fields = {"sigma_mm": SIGMA_MM, "terrain": WALLS, "killzone": "volkus", "operatives": people, **fields}
    return played(script(places, activate("A1"), *steps, **fields))


SHOT = act("A1", "Shoot", target="B1", weapon="blaster", dice=True)
FIGHT = act("A1", "Fight", target="B1", weapon="blade", dice=True)


def asked_about(step: Raw, what: str) -> list[str]:
    """Return the choices of the question about that; none where it is not asked."""
    found = [one for one in step["prompts"] if one["topic"] == "proposal" and what in one["question"]]
    return [choice["label"] for one in found for choice in one["choices"]]


def roll_asked(step: Raw) -> str:
    return next((one["asked"] for one in step["prompts"] if one["topic"] == "dice"), "")


@pytest.mark.nightly
@pytest.mark.parametrize(("inside_in", "lethal"), [(0.1, True), (-0.1, False)])
def test_k24_03_a_clear_case_of_being_in_a_stronghold_is_not_asked_about(inside_in: float, lethal: bool) -> None:
    shot = garrison(inside_in, SHOT, attacker=[25.0, 11.0]).steps[-1]
    assert asked_about(shot, STRONGHOLD) == []
    assert ("criticals on 5+" in roll_asked(shot)) is lethal


@pytest.mark.parametrize("seed", [1, *at_night(2, 3)])
@pytest.mark.parametrize(("says", "lethal"), [("is", True), *at_night(("is not", False))])
def test_k24_03_at_the_edge_of_a_stronghold_the_players_decide_whether_a_blast_is_lethal(
    seed: int, says: str, lethal: bool
) -> None:
    say = {"as": "p2", "choose": f"B1 {says} {STRONGHOLD}"}
    result = garrison(0.0, SHOT, say, attacker=[25.0, 11.0], seed=seed)
    assert len(asked_about(result.steps[1], STRONGHOLD)) == 3
    assert ("criticals on 5+" in roll_asked(result.steps[2])) is lethal


def test_k24_03_a_weapon_that_does_not_spread_asks_nothing_of_the_stronghold() -> None:
    plain = [operative(name) for name in ("A1", "B1", "A2", "B2")]
    gun = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    shot = garrison(0.0, gun, attacker=[25.0, 11.0], operatives=plain).steps[-1]
    assert asked_about(shot, STRONGHOLD) == []
    assert roll_asked(shot)


@pytest.mark.nightly
@pytest.mark.parametrize(("says", "first"), [("is", "p2"), ("is not", "p1")])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_k24_04_at_the_edge_of_a_stronghold_the_players_decide_who_strikes_first(
    seed: int, says: str, first: str
) -> None:
    rolls: list[Raw] = [
        {"as": "p1", "choose": f"B1 {says} {STRONGHOLD}"},
        {"as": "p1", "dice": [4, 4, 1, 1]},
        {"as": "p2", "dice": [4, 4, 1, 1]},
        {"as": "p1", "choose": "pass"},
        {"as": "p2", "choose": "pass"},
    ]
    result = garrison(0.0, FIGHT, *rolls, attacker=[18.0 + BASE_IN / 2 + 0.5, 11.0], seed=seed)
    assert len(asked_about(result.steps[1], STRONGHOLD)) == 3
    open_now = next(one for one in result.steps[-1]["prompts"] if stage_of(one) == "strike or block")
    assert open_now["owner"] == first


@pytest.mark.nightly
def test_k24_04_both_fighters_at_the_edge_of_a_stronghold_are_asked_about() -> None:
    north = [18.0 - BASE_IN / 2, 11.0 + BASE_IN + 0.4]
    result = garrison(0.0, FIGHT, attacker=north)
    assert len(asked_about(result.steps[1], STRONGHOLD)) == 2**2 + 1


@pytest.mark.parametrize("seed", [1, *at_night(3, 4)])
@pytest.mark.parametrize(
    ("says", "tests"), [("is near enough", {"B1", "B2"}), *at_night(("is not near enough", {"B1"}))]
)
def test_j24_13_at_the_edge_of_its_reach_the_players_decide_who_a_stun_grenade_tests(
    seed: int, says: str, tests: set[str]
) -> None:
    places = {"A1": [5.0, 11.0], "B1": [10.0, 11.0], "A2": [2.0, 2.0], "B2": [10.0, 12.0 + BASE_IN]}
    throw = act("A1", "Stun Grenade", target="B1")
    steps: list[Raw] = [activate("A1"), throw, {"as": "p2", "choose": f"B2 {says}"}]
    kit = {"p1": ["utility grenades: stun, smoke"]}
    result = played(script(places, *steps, sigma_mm=SIGMA_MM, seed=seed, equipment=kit))
    assert len(asked_about(result.steps[1], "near enough")) == 3
    assert {one["about"] for one in result.steps[2]["prompts"] if one["topic"] == "test"} == tests


REAP = {**BLADE, "name": "scythe", "rules": ["Reap 2"]}


@pytest.mark.parametrize("seed", [1, *at_night(2, 3)])
@pytest.mark.parametrize(("says", "hurt"), [("is near enough", True), *at_night(("is not near enough", False))])
def test_g21_13_at_the_edge_of_its_reach_the_players_decide_who_reap_hurts(seed: int, says: str, hurt: bool) -> None:
    across = BASE_IN + 0.5
    places = {"A1": [9.0, 11.0], "A2": [2.0, 2.0], "B1": [9.0 + across, 11.0], "B2": [9.0 + across, 12.0 + BASE_IN]}
    people = [operative(name, weapons=[GUN, REAP] if name == "A1" else [GUN, BLADE]) for name in places]
    steps: list[Raw] = [
        activate("A1"),
        act("A1", "Fight", target="B1", weapon="scythe", dice=True),
        {"as": "p1", "choose": f"B2 {says}"},
        {"as": "p1", "dice": [6, 1, 1, 1]},
        {"as": "p2", "dice": [1, 1, 1, 1]},
        {"as": "p1", "choose": "pass"},
        {"as": "p2", "choose": "pass"},
        {"as": "p1", "choose": "strike:crit"},
    ]
    result = played(script(places, *steps, edition="kt21", sigma_mm=SIGMA_MM, seed=seed, operatives=people))
    assert len(asked_about(result.steps[1], "near enough")) == 3
    assert (result.state["operatives"]["B2"]["wounds"] < 10) is hurt, [one["why"] for one in result.steps]


@pytest.mark.parametrize("seed", [1, *at_night(2)])
@pytest.mark.parametrize("accurate", [True, *at_night(False)])
def test_h24_10_at_the_edge_of_a_platform_the_players_decide_whether_vantage_gives_accurate(
    seed: int, accurate: bool
) -> None:
    edge = 5.0 + BASE_IN / 2
    floor = [
        box("block", 3.0, 9.0, edge, 13.0, 3.0, "Heavy"),
        box("deck", edge, 9.0, edge + 1.0, 13.0, 3.0, "Vantage"),
    ]
    places = {"A1": [5.0, 11.0, 3.0], "A2": [2.0, 2.0], "B1": [14.0, 11.0], "B2": [27.0, 19.0]}
    low: Raw = {"as": "referee", "do": {"kind": "declare_status", "operative": "B1", "order": "engage"}}
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    begun = script(places, low, activate("A1"), shot, terrain=floor, sigma_mm=SIGMA_MM, seed=seed)
    choice = f"Vantage gives {'Accurate 1' if accurate else 'nothing'}"
    result = played({**begun, "steps": [*begun["steps"], {"as": "p2", "choose": choice}]})
    keys = [one["key"] for prompt in result.steps[-1]["prompts"] for one in prompt["choices"]]
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert ("retain:accurate:1" in keys) is accurate, (choice, keys)
