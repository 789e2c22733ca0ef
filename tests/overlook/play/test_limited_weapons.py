"""A Limited weapon at the table: counted in whoever's hand it is used, and in no list once it is used up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from overlook.play.runner import scripted_table
from overlook.play.script import script_of
from overlook.table.offers.advisor import card_of
from tests.overlook.play.dice_steps import answered, answers, by_default
from tests.overlook.play.scripts import BLADE, END, GUN, ONE_EDITION, Raw, act, activate, do, offered, operative, script

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
    assert "used 1 of 1 times" in fight["why"]


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
