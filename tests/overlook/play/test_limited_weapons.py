"""A Limited weapon at the table: counted in whoever's hand it is used, and in no list once it is used up."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from overlook.play.runner import scripted_table
from overlook.play.script import script_of
from overlook.table.offers.advisor import card_of
from tests.overlook.play.dice_steps import answered, answers, by_default
from tests.overlook.play.scripts import (
    BLADE,
    END,
    GUN,
    ONE_EDITION,
    Raw,
    act,
    activate,
    do,
    offered,
    operative,
    played,
    reasons,
    script,
)

PLACES: dict[str, list[float]] = {"A1": [5.0, 11.0], "A2": [8.0, 11.0], "B1": [6.5, 11.0]}
APART: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [15.0, 11.0], "B2": [15.0, 4.0]}
RULE = {"kt24": "Limited 1", "kt21": "Limited"}


def limited(edition: str, weapon: Raw, name: str) -> Raw:
    return {**weapon, "name": name, "rules": [RULE[edition]]}


def fought_twice(edition: str, *weapons: Raw, then: tuple[Raw, ...] = ()) -> tuple[Any, list[Raw]]:
    """A1 fights B1, which retaliates with its claw if it may choose; B1 is activated; A2 fights B1. All hits miss."""
    people = [operative("A1"), operative("A2"), operative("B1", weapons=list(weapons))]
    steps = [activate("A1"), act("A1", "Fight", target="B1", weapon="blade", dice=True)]
    raw = script(PLACES, *steps, operatives=people, edition=edition)
    rolls: dict[str, list[Any]] = {"p1": [[1, 1, 1, 1]] * 4, "p2": [[1, 1, 1, 1]] * 4}
    second = (END, activate("B1"), END, activate("A2"), act("A2", "Fight", target="B1", weapon="blade", dice=True))
    return answered(raw, answers(rolls, ["weapon:claw"]), *second, *then)


def choices(asked: list[Raw]) -> list[list[str]]:
    """Return what was asked of weapons, question by question."""
    keys = [[one["key"] for one in prompt["choices"]] for prompt in asked]
    return [each for each in keys if each and each[0].startswith("weapon:")]


@ONE_EDITION
def test_g24_10_g21_12_a_defender_that_has_used_its_limited_weapon_may_not_choose_it_again(edition: str) -> None:
    claw, fork = limited(edition, BLADE, "claw"), {**BLADE, "name": "fork"}
    result, asked = fought_twice(edition, GUN, BLADE, claw, fork)
    assert choices(asked) == [["weapon:blade", "weapon:claw", "weapon:fork"], ["weapon:blade", "weapon:fork"]]
    used = [step for step in result.steps if "weapon_used" in step["events"]]
    assert len(used) == 1
    own = next(step for step in result.steps if step["offers"] and step["offers"][0]["operative"] == "B1")
    fight = next(one for one in own["offers"] if one["action"] == "Fight")
    assert set(fight["weapons"]) == {"blade", "fork"}


@ONE_EDITION
def test_g24_10_g21_12_one_weapon_left_is_no_choice_and_none_left_retaliates_no_more(edition: str) -> None:
    claw = limited(edition, BLADE, "claw")
    _, asked = fought_twice(edition, GUN, BLADE, claw)
    assert choices(asked) == [["weapon:blade", "weapon:claw"]]
    assert [one["owner"] for one in asked if one["dice"]] == ["p1", "p2", "p1", "p2"]
    result, alone = fought_twice(edition, GUN, claw)
    assert choices(alone) == []
    assert [one["owner"] for one in alone if one["dice"]] == ["p1", "p2", "p1"], "in the second fight it has none"
    own = next(step for step in result.steps if step["offers"] and step["offers"][0]["operative"] == "B1")
    fight = next(one for one in own["offers"] if one["action"] == "Fight")
    assert not fight["possible"]
    assert (fight["code"], reasons(fight)[0]["args"]["limit"]) == ("refusal-weapon-used-up", 1)


@ONE_EDITION
def test_undo_gives_a_defender_its_use_back(edition: str) -> None:
    claw = limited(edition, BLADE, "claw")
    taken_back = tuple(do("p1", "undo") for _ in range(4))
    again = act("A2", "Fight", target="B1", weapon="blade", dice=True)
    _, asked = fought_twice(edition, GUN, BLADE, claw, then=(*taken_back, again))
    assert choices(asked) == [["weapon:blade", "weapon:claw"]]


@ONE_EDITION
def test_a_gun_that_is_used_up_is_on_no_card_and_in_no_offer(edition: str) -> None:
    bow = limited(edition, {**GUN, "damage": [9, 9]}, "bow")
    people = [operative("A1", apl=3, weapons=[bow, GUN, BLADE]), operative("B1", wounds=60), operative("B2", wounds=60)]

    async def weapons(*used: Raw) -> tuple[set[str], set[str]]:
        raw = script(APART, activate("A1"), *used, operatives=people, edition=edition)
        async with scripted_table(script_of(raw)) as table:
            played = await table.play()
            context = table.table.facts().context(exact=True)
            assert context is not None
            card = {target.weapon for target in card_of(context, "A1").targets}
            return card, set(offered(played, -1, "Shoot")["weapons"])

    results = [{"operative": "B1", "amount": 3}]
    shot = act("A1", "Shoot", target="B1", weapon="bow", results=results)
    assert asyncio.run(weapons()) == ({"bow"}, {"bow", "gun"})
    assert asyncio.run(weapons(shot, END, activate("B1"), END, *again())) == ({"gun"}, {"gun"})


def again() -> tuple[Raw, ...]:
    """A1 is made ready and activated once more in the same turning point."""
    return (do("referee", "declare_status", operative="A1", ready=True), activate("A1"))


@pytest.mark.parametrize("weapon", [None, "claw"])
@ONE_EDITION
def test_a_fight_that_is_declared_uses_the_only_weapons_of_both(edition: str, weapon: str | None) -> None:
    claw = limited(edition, BLADE, "claw")
    people = [operative(name, weapons=[GUN, claw]) for name in PLACES]
    results = [{"operative": "B1", "amount": 1}]
    first = act("A1", "Fight", target="B1", results=results, **({} if weapon is None else {"weapon": weapon}))
    raw = script(PLACES, activate("A1"), first, END, activate("B1"), operatives=people, edition=edition)
    result, _ = answered(raw, by_default)
    assert result.steps[1]["events"].count("weapon_used") == 2
    assert not offered(result, -1, "Fight")["possible"]


def test_c21_04_nobody_is_offered_overwatch_with_a_gun_that_is_used_up() -> None:
    bow = limited("kt21", GUN, "bow")
    people = [operative("A1", weapons=[bow, BLADE]), operative("B1"), operative("B2")]
    results = [{"operative": "B1", "amount": 1}]

    def reactors(*shots: Raw) -> bool:
        steps = [activate("A1"), *shots, END, activate("B1"), END]
        raw = script(APART, *steps, operatives=people, edition="kt21")
        result, _ = answered(raw, by_default)
        keys = [one["key"] for prompt in result.steps[-1]["prompts"] for one in prompt["choices"]]
        return "A1" in keys

    assert reactors()
    assert not reactors(act("A1", "Shoot", target="B1", weapon="bow", results=results))


COUNTED = "Limited uses"
BY_WEAPON = {COUNTED: "by weapon"}
PROFILES = ("frag", "krak")


def refused(result: Any, step: int = -1) -> list[str]:
    assert not result.steps[step]["accepted"]
    return list(result.steps[step]["codes"])


def launched(edition: str, second: Raw, **fields: Any) -> Any:
    """A1 shoots with one profile of its launcher, is made ready again and shoots with the second weapon."""
    launcher = [{**limited(edition, GUN, "launcher"), "profile": profile} for profile in PROFILES]
    mine = [*launcher, limited(edition, GUN, "pistol"), BLADE]
    people = [operative("A1", weapons=mine), operative("B1", wounds=60), operative("B2", wounds=60)]
    shot = act("A1", "Shoot", target="B1", weapon="launcher (frag)", results=[{"operative": "B1", "amount": 3}])
    steps = [activate("A1"), shot, END, activate("B1"), END, *again(), second]
    return played(script(APART, *steps, operatives=people, edition=edition, **fields))


def shot_with(weapon: str) -> Raw:
    return act("A1", "Shoot", target="B1", weapon=weapon, results=[{"operative": "B1", "amount": 3}])


@ONE_EDITION
def test_l24_18_each_profile_has_its_own_uses_unless_the_table_reads_otherwise(edition: str) -> None:
    """Profiles are used as different weapons (002:264); the text of Limited says "this weapon" (001:56)."""
    result = launched(edition, shot_with("launcher (krak)"))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert f"read as: {COUNTED} = by profile" in json.dumps(result.steps[-1])
    spent = launched(edition, shot_with("launcher (krak)"), readings=BY_WEAPON)
    assert refused(spent) == ["refusal-weapon-used-up-read"]
    (reason,) = reasons(spent.steps[-1])
    assert reason["args"]["note"]["args"]["reading"] == "by weapon"


@ONE_EDITION
@pytest.mark.parametrize("readings", [{}, BY_WEAPON])
def test_a_used_up_profile_is_refused_and_another_weapon_allowed_in_either_reading(
    edition: str, readings: dict[str, str]
) -> None:
    spent = refused(launched(edition, shot_with("launcher (frag)"), readings=readings))
    assert spent == ["refusal-weapon-used-up"], "the reading does not matter"
    other = launched(edition, shot_with("pistol"), readings=readings)
    assert other.steps[-1]["accepted"]
    assert COUNTED not in json.dumps(other.steps[-1])


@ONE_EDITION
@pytest.mark.parametrize("readings", [{}, BY_WEAPON])
def test_offers_follow_the_reading_of_limited_uses(edition: str, readings: dict[str, str]) -> None:
    result = launched(edition, do("referee", "declare_damage", operative="B2", amount=1), readings=readings)
    shoot = offered(result, -1, "Shoot")
    left = {"pistol"} if readings else {"pistol", "launcher (krak)"}
    assert set(shoot["weapons"]) == left


@ONE_EDITION
@pytest.mark.parametrize("readings", [{}, BY_WEAPON])
def test_a_defender_chooses_among_profiles_as_the_reading_says(edition: str, readings: dict[str, str]) -> None:
    claws = [{**limited(edition, BLADE, "claw"), "profile": profile} for profile in ("sweep", "strike")]
    people = [operative("A1"), operative("A2"), operative("B1", weapons=[GUN, BLADE, *claws])]
    steps = [activate("A1"), act("A1", "Fight", target="B1", weapon="blade", dice=True)]
    raw = script(PLACES, *steps, operatives=people, edition=edition, readings=readings)
    rolls: dict[str, list[Any]] = {"p1": [[1, 1, 1, 1]] * 4, "p2": [[1, 1, 1, 1]] * 4}
    second = (END, activate("B1"), END, activate("A2"), act("A2", "Fight", target="B1", weapon="blade", dice=True))
    result, asked = answered(raw, answers(rolls, ["weapon:claw (sweep)"]), *second)
    both = ["weapon:blade", "weapon:claw (sweep)", "weapon:claw (strike)"]
    found = choices(asked)
    assert found[0] == both
    if readings:
        assert len(found) == 1, "the blade alone is left"
    else:
        assert found[1] == ["weapon:blade", "weapon:claw (strike)"]
    named = "by weapon" if readings else "by profile"
    fight = next(step for step in reversed(result.steps) if "sequence_opened" in step["events"])
    assert f"read as: {COUNTED} = {named}" in json.dumps(fight)


@ONE_EDITION
def test_a_weapon_used_to_retaliate_is_refused_to_its_own_fight(edition: str) -> None:
    claw = limited(edition, BLADE, "claw")
    people = [operative("A1"), operative("A2"), operative("B1", weapons=[GUN, BLADE, claw])]
    steps = [activate("A1"), act("A1", "Fight", target="B1", weapon="blade", dice=True)]
    raw = script(PLACES, *steps, operatives=people, edition=edition)
    rolls: dict[str, list[Any]] = {"p1": [[1, 1, 1, 1]], "p2": [[1, 1, 1, 1]]}
    own = act("B1", "Fight", target="A1", weapon="claw", dice=True)
    result, _ = answered(raw, answers(rolls, ["weapon:claw"]), END, activate("B1"), own)
    assert refused(result) == ["refusal-weapon-used-up"]


@ONE_EDITION
def test_a_weapon_used_in_its_own_fight_is_not_offered_to_retaliate(edition: str) -> None:
    claw = limited(edition, BLADE, "claw")
    fork = {**BLADE, "name": "fork"}
    people = [operative("A1", weapons=[GUN, BLADE, claw, fork]), operative("A2"), operative("B1")]
    steps = [activate("A1"), act("A1", "Fight", target="B1", weapon="claw", dice=True)]
    raw = script(PLACES, *steps, operatives=people, edition=edition)
    rolls: dict[str, list[Any]] = {"p1": [[1, 1, 1, 1]] * 2, "p2": [[1, 1, 1, 1]] * 2}
    back = act("B1", "Fight", target="A1", weapon="blade", dice=True)
    _, asked = answered(raw, answers(rolls, []), END, activate("B1"), back)
    assert choices(asked) == [["weapon:blade", "weapon:fork"]]


def test_g24_10_a_limit_of_two_allows_two_retaliations() -> None:
    claw = {**BLADE, "name": "claw", "rules": ["Limited 2"]}
    people = [operative("A1", apl=3), operative("B1", weapons=[GUN, BLADE, claw]), operative("A2")]
    fight = act("A1", "Fight", target="B1", weapon="blade", dice=True)
    raw = script(PLACES, activate("A1"), fight, operatives=people)
    rolls: dict[str, list[Any]] = {"p1": [[1, 1, 1, 1]] * 3, "p2": [[1, 1, 1, 1]] * 3}
    free = {**fight, "do": {**fight["do"], "operative": "A2"}}
    once_more = (END, activate("B1"), END, activate("A2"), free, END, *again(), fight)
    _, asked = answered(raw, answers(rolls, ["weapon:claw"] * 3), *once_more)
    assert choices(asked) == [["weapon:blade", "weapon:claw"]] * 2


@ONE_EDITION
def test_each_operative_has_uses_of_its_own(edition: str) -> None:
    claw = limited(edition, BLADE, "claw")
    places = {"A1": [5.0, 11.0], "B1": [6.5, 11.0], "B2": [5.0, 12.5], "A2": [5.0, 9.0]}
    foes = [operative(name, weapons=[GUN, BLADE, claw]) for name in ("B1", "B2")]
    people = [operative("A1", wounds=40), operative("A2"), *foes]
    first = act("A1", "Fight", target="B1", weapon="blade", dice=True)
    raw = script(places, activate("A1"), first, operatives=people, edition=edition)
    rolls: dict[str, list[Any]] = {"p1": [[1, 1, 1, 1]] * 2, "p2": [[1, 1, 1, 1]] * 2}
    second = act("A1", "Fight", target="B2", weapon="blade", dice=True)
    _, asked = answered(raw, answers(rolls, ["weapon:claw", "weapon:claw"]), END, activate("B1"), END, *again(), second)
    assert choices(asked) == [["weapon:blade", "weapon:claw"]] * 2


GUARDED = [("kt24", "gallowdark", "Shoot"), ("kt21", "close quarters", "Overwatch")]


@pytest.mark.parametrize(("edition", "killzone", "shot"), GUARDED)
def test_a_shot_on_guard_is_a_use(edition: str, killzone: str, shot: str) -> None:
    bow = limited(edition, GUN, "bow")
    people = [operative("A1", weapons=[bow, BLADE]), operative("B1", wounds=60), operative("B2", wounds=60)]
    guard = (activate("A1"), act("A1", "Guard"), END, activate("B1"), {"see": {"B1": [14.0, 11.0]}})
    move = {"kt24": "Reposition", "kt21": "Normal Move"}[edition]
    shoots = act("A1", shot, target="B1", weapon="bow", results=[{"operative": "B1", "amount": 3}])
    raw = script(
        APART,
        *guard,
        {"as": "p2", "choose": move},
        {"as": "p1", "choose": "A1"},
        shoots,
        operatives=people,
        edition=edition,
        killzone=killzone,
    )
    result = played(raw)
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert "weapon_used" in result.steps[-1]["events"]


def test_g24_10_a_fight_on_guard_counts_the_weapon_of_the_interrupted() -> None:
    claw = limited("kt24", BLADE, "claw")
    people = [operative("A1"), operative("B1", weapons=[GUN, BLADE, claw]), operative("B2")]
    places = {"A1": [5.0, 11.0], "B1": [9.0, 11.0], "B2": [20.0, 4.0]}
    charge = ({"see": {"B1": [6.5, 11.0]}}, {"as": "p2", "choose": "Charge"}, {"as": "p1", "choose": "A1"})
    fight = act("A1", "Fight", target="B1", weapon="blade", dice=True)
    guard = (activate("A1"), act("A1", "Guard"), END, activate("B1"))
    raw = script(places, *guard, *charge, fight, operatives=people, killzone="gallowdark")
    rolls: dict[str, list[Any]] = {"p1": [[1, 1, 1, 1]] * 2, "p2": [[1, 1, 1, 1]] * 2}
    own = act("B1", "Fight", target="A1", weapon="claw", dice=True)
    result, _ = answered(raw, answers(rolls, ["weapon:claw"]), own)
    assert refused(result) == ["refusal-weapon-used-up"]


def test_k24_10_a_defender_that_may_not_retaliate_uses_nothing() -> None:
    claw = limited("kt24", BLADE, "claw")
    people = [operative("A1", weapons=[GUN, claw]), operative("B1", wounds=60), operative("B2")]
    places = {"A1": [5.0, 11.0], "B1": [9.0, 11.0], "B2": [20.0, 4.0]}
    charge = ({"see": {"B1": [6.5, 11.0]}}, {"as": "p2", "choose": "Charge"}, {"as": "p1", "choose": "A1"})
    shot = act("A1", "Shoot", target="B1", weapon="gun", results=[{"operative": "B1", "amount": 3}])
    fight = act("B1", "Fight", target="A1", weapon="blade", results=[{"operative": "A1", "amount": 1}])
    guard = (activate("A1"), act("A1", "Guard"), END, activate("B1"))
    raw = script(places, *guard, *charge, shot, fight, operatives=people, killzone="gallowdark")
    result = played(raw)
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert "weapon_used" not in result.steps[-1]["events"]


def armament(*weapons: tuple[str, list[int]], kind: str = "ranged") -> list[Raw]:
    return [{"name": name, "type": kind, "atk": 4, "hit": 3, "damage": damage} for name, damage in weapons]


BOLT, PISTOL = ("bolt", [3, 4]), ("bolt pistol", [2, 3])
TWINS = [("launcher (frag)", [2, 4]), ("launcher (frag heavy)", [4, 6])]


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
@pytest.mark.parametrize(
    ("action", "weapons"),
    [
        ("Shoot", [BOLT, PISTOL]),
        ("Shoot", [PISTOL, BOLT]),
        ("Shoot", TWINS),
        ("Shoot", [("gun", [3, 4]), ("gun (long)", [5, 6]), ("gun (long range)", [1, 2])]),
        ("Shoot", [("bolter", [3, 4]), ("bolt", [1, 1])]),
        ("Shoot", [("gun", [3, 4]), ("gun without sight", [1, 2])]),
        ("Fight", [("power fist", [5, 7]), ("power fist (charged)", [6, 8])]),
        ("Fight", [("axe", [4, 5]), ("axes", [3, 3])]),
    ],
)
def test_l24_18_each_weapon_is_offered_with_its_own_facts(
    edition: str, action: str, weapons: list[tuple[str, list[int]]]
) -> None:
    """Two weapons, or profiles of one, whose names begin alike."""
    kind, apart = ("ranged", 9.0) if action == "Shoot" else ("melee", 2.0)
    people = [operative("A1", weapons=armament(*weapons, kind=kind)), operative("B1", wounds=30)]
    places = {"A1": [5.0, 11.0], "B1": [5.0 + apart, 11.0]}
    result = played(script(places, activate("A1"), operatives=people, edition=edition))
    ways = {way["weapon"]: way for way in offered(result, 0, action)["ways"]}
    assert ways.keys() == {name for name, _ in weapons}
    for name, (normal, critical) in weapons:
        assert ways[name]["possible"], ways[name]["why"]
        assert f"{normal}/{critical}" in ways[name]["odds"], (name, ways[name]["odds"])


@pytest.mark.parametrize("weapon", ["frag grenade", "krak grenade", "frag"])
def test_l24_18_j24_14_shared_weapons_are_offered_with_their_own_facts(weapon: str) -> None:
    people = [operative("A1", weapons=armament(("frag", [1, 1]))), operative("B1", wounds=30)]
    equipment = {"p1": ["explosive grenades: frag, krak"]}
    places = {"A1": [5.0, 11.0], "B1": [9.0, 11.0]}
    result = played(script(places, activate("A1"), operatives=people, equipment=equipment))
    ways = {way["weapon"]: way["odds"] for way in offered(result, 0, "Shoot")["ways"]}
    damage = {"frag grenade": "2/4", "krak grenade": "4/5", "frag": "1/1"}
    assert damage[weapon] in ways[weapon]
