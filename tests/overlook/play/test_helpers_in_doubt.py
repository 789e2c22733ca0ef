"""Who helps in a fight is asked about where it is too close to call, on either side (rules F24-06, F21-02)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from geometry.base import MM_PER_INCH
from overlook.play.runner import Played
from tests.overlook.play.scripts import EDITIONS, END, Raw, act, activate, played, script

SIGMA_MM = 0.16
BASE_IN = 32 / MM_PER_INCH
ON = re.compile(r"hits on (\d)\+")


def fight(edition: str, helper: str, gap_in: float, *steps: Raw, **fields: Any) -> Played:
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
    found = [ON.search(one["asked"]) for one in step["prompts"] if one["topic"] == "dice"]
    return next((int(one[1]) for one in found if one is not None), None)


def question(step: Raw) -> Raw | None:
    found = [one for one in step["prompts"] if one["topic"] == "proposal" and "help" in one["asked"]]
    return found[0] if found else None


@EDITIONS
@pytest.mark.parametrize(("gap_in", "hits_on"), [(0.85, 2), (1.15, 3)])
def test_who_surely_helps_or_does_not_is_not_asked_about(edition: str, gap_in: float, hits_on: int) -> None:
    result = fight(edition, "A2", gap_in)
    assert question(result.steps[1]) is None
    assert needed(result.steps[1]) == hits_on


@EDITIONS
@pytest.mark.parametrize(("by", "said", "hits_on"), [("p1", "A2 helps", 2), ("p2", "A2 does not help", 3)])
def test_a_hair_from_control_range_it_is_asked_and_either_player_says(
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


@EDITIONS
@pytest.mark.parametrize(("said", "hits_on"), [("B2 helps", 2), ("B2 does not help", 3)])
def test_it_is_the_same_for_who_is_fought(edition: str, said: str, hits_on: int) -> None:
    roll = {"as": "p1", "dice": [1, 1, 1, 1]}
    steps: list[Raw] = [{"as": "p1", "choose": said}, roll, {"as": "p1", "press": "confirm"}]
    answered = fight(edition, "B2", 1.0, *steps)
    assert question(answered.steps[1]) is not None
    assert needed(answered.steps[2]) == 3
    assert hits_on in {needed(step) for step in answered.steps[3:]}


@EDITIONS
def test_no_calls_the_fight_off_and_undo_asks_again(edition: str) -> None:
    off = fight(edition, "A2", 1.0, {"as": "p1", "choose": "No"})
    assert needed(off.steps[2]) is None
    assert question(off.steps[2]) is None
    again = fight(edition, "A2", 1.0, {"as": "p1", "choose": "A2 helps"}, {"as": "p1", "press": "undo"})
    assert question(again.steps[3]) == question(again.steps[1])


@EDITIONS
def test_a_fight_that_is_refused_anyway_asks_nothing(edition: str) -> None:
    twice: list[Raw] = [{"as": "p1", "choose": "A2 helps"}, {"as": "p1", "dice": [1, 1, 1, 1]}]
    refused = act("A1", "Fight", target="B3", weapon="blade", dice=True)
    result = fight(edition, "A2", 1.0, *twice, END, refused)
    assert not result.steps[-1]["accepted"]
    assert question(result.steps[-1]) is None
