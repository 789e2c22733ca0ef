"""Terrain and models touched between moves: pushed, turned, nudged, lifted, declared elsewhere."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import FAR, ONE_EDITION, Raw, act, activate, box, do, operative, played, script

RADIUS = 16 / 25.4
FIGHT = act("A1", "Fight", target="B1", weapon="blade", dice=True)
OVAL = [operative("A1", base_mm=[75, 42]), operative("B1")]


def calls(step: dict[str, Any]) -> set[str]:
    return {ruling["call"] for ruling in step["rulings"]}


@ONE_EDITION
@pytest.mark.parametrize("sigma_mm", [0.16, *at_night(0)])
@pytest.mark.parametrize("by", [[0.0, 3.0], *at_night([1.5, 0.0], [0.0, -0.4])])
def test_pushed_terrain_is_reported_and_judged_where_it_stood(by: list[float], sigma_mm: float, edition: str) -> None:
    places = {"A1": [5.0, 11.0], "B1": [14.0, 11.0]}
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    wall = box("W", 9, 8, 9.5, 14, 5, "Heavy")
    shove: Raw = {"see": {"W": [9.25 + by[0], 11 + by[1]]}}
    steps = (activate("A1"), shove, shot)
    result = played(script(places, *steps, terrain=[wall], sigma_mm=sigma_mm, edition=edition))
    called = result.state["faults"]["shoved:W"]
    assert re.match(rf'W stands {max(map(abs, by)):.1f}" from its place in the game. Put it back', called), called
    assert not result.steps[2]["accepted"], "the wall hides it where it stood"
    again = played(script(places, *steps, {"see": {"W": [9.25, 11.0]}}, terrain=[wall], edition=edition))
    assert again.state["faults"] == {}


@ONE_EDITION
def test_a_turned_oval_base_is_reported_and_judged_as_it_stood(edition: str) -> None:
    places = {"A1": [10.0, 11.0, 0.0, 0.0], "B1": [10.0, 7.95]}
    turned: Raw = {"see": {"A1": [10.0, 11.0, 0.0, 90.0]}}
    back: Raw = {"see": {"A1": [10.0, 11.0, 0.0, 0.0]}}
    result = played(script(places, activate("A1"), FIGHT, turned, FIGHT, back, operatives=OVAL, edition=edition))
    assert [step["accepted"] for step in result.steps] == [True, False, True, False, True]
    assert [step["events"] for step in (result.steps[2], result.steps[4])] == [["fault_called"], ["fault_mended"]]
    left = played(script(places, activate("A1"), turned, operatives=OVAL, edition=edition))
    assert "is turned by 90°" in str(left.state["faults"])


@ONE_EDITION
@pytest.mark.parametrize(
    ("apart", "nudge", "call"), [(1.05, 0.1, "TOO_CLOSE"), *at_night((1.05, 0.0, "NO"), (0.7, 0.1, "YES"))]
)
def test_a_nudged_model_adds_uncertainty_but_is_no_move(apart: float, nudge: float, call: str, edition: str) -> None:
    """B1 stands just out of reach; a hand brushes it nearer by what no rule calls a move."""
    enemy = 10 + 2 * RADIUS + apart
    brushed: Raw = {"see": {"B1": [enemy - nudge, 11.0]}}
    places = {"A1": [10.0, 11.0], "B1": [enemy, 11.0]}
    result = played(script(places, activate("A1"), brushed, FIGHT, sigma_mm=0.16, edition=edition))
    assert call in calls(result.steps[2])


@ONE_EDITION
def test_a_player_declares_places_of_its_own_models_on_the_board_alone(edition: str) -> None:
    places = {"A1": [5.0, 11.0], "B1": FAR}
    said = [
        do("p2", "declare_place", operative="A1", x=20.0, y=5.0),
        do("p1", "declare_place", operative="A1", x=-3.0, y=5.0),
        do("p1", "declare_place", operative="A1", x=6.0, y=11.0),
        do("referee", "declare_place", operative="A1", x=7.0, y=11.0),
    ]
    result = played(script(places, activate("A1"), *said, edition=edition))
    assert [step["accepted"] for step in result.steps[1:]] == [False, False, True, True]
    assert [step["codes"] for step in result.steps[1:3]] == [["games-model-owner"], ["games-place-off"]]


@ONE_EDITION
@pytest.mark.parametrize("sigma_mm", [0.16, *at_night(0)])
def test_lifted_terrain_is_reported_and_judged_where_it_stood(sigma_mm: float, edition: str) -> None:
    places = {"A1": [5.0, 11.0], "B1": [14.0, 11.0]}
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    wall = box("W", 9, 8, 9.5, 14, 5, "Heavy")
    fields: dict[str, Any] = {"terrain": [wall], "sigma_mm": sigma_mm, "edition": edition}
    lifted = played(script(places, activate("A1"), {"see": {"gone": ["W"]}}, shot, **fields))
    assert lifted.state["faults"] == {
        "shoved:W": "W is no longer on the table. Put it back. Until then it is judged at its previous place."
    }
    assert not lifted.steps[2]["accepted"], "the wall hides it where it stood"
    back: Raw = {"see": {"W": [9.25, 11.0]}}
    again = played(script(places, activate("A1"), {"see": {"gone": ["W"]}}, back, shot, **fields))
    assert again.state["faults"] == {}
    assert not again.steps[3]["accepted"]


@ONE_EDITION
@pytest.mark.parametrize("sigma_mm", [0, *at_night(0.16)])
def test_a_report_says_how_far_off_the_thing_is_now(sigma_mm: float, edition: str) -> None:
    places = {"A1": [5.0, 11.0], "B1": [14.0, 11.0]}
    off, nearer = ({"see": {"B1": [14.0, 11.0 + far]}} for far in (3.0, 1.0))
    result = played(script(places, activate("A1"), off, nearer, nearer, sigma_mm=sigma_mm, edition=edition))
    assert [step["events"] for step in result.steps[1:]] == [["fault_called"], ["fault_mended", "fault_called"], []]
    assert result.state["faults"]["stray:B1"].startswith('B1 is 1.0" from its place')
    wall = box("W", 9, 8, 9.5, 14, 5, "Heavy")
    gone, aside = {"gone": ["W"]}, {"see": {"W": [9.25, 12.0]}}
    fields: dict[str, Any] = {"terrain": [wall], "sigma_mm": sigma_mm, "edition": edition}
    lifted = played(script(places, activate("A1"), gone, aside, **fields))
    assert lifted.state["faults"]["shoved:W"].startswith('W stands 1.0" from its place in the game')
