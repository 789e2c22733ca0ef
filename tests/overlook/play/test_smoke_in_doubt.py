"""Smoke that is too close to call is asked about, and the answer decides whether Piercing counts."""

from __future__ import annotations

import pytest

from overlook.play.runner import PlayedScript
from tests.codes import codes_of
from tests.depth import at_night
from tests.overlook.play.dice_steps import stage_of
from tests.overlook.play.scripts import END, FAR, Raw, act, activate, operative, played, script

MM = 1 / 25.4
SIGMA_MM = 0.16
INSIDE = 1.0 + (10 - 16) * MM
"""Inches between the middles of a 20 mm marker and of a 32 mm base that is just wholly within an inch of its edge."""
AXE: Raw = {"name": "gun", "type": "ranged", "atk": 4, "hit": 3, "damage": [3, 4], "rules": ["Piercing 1"]}


def shot(off: float, *steps: Raw, more_smoke: tuple[Raw, ...] = ()) -> PlayedScript:
    """Return a shot with Piercing 1 at a target so many inches out of smoke, and what follows."""
    places = {"A1": [6.0, 11.0], "B1": [14.0, 11.0], "B2": FAR}
    people = [operative(name, weapons=[AXE]) for name in places]
    smoke = {"id": "s", "kind": "smoke", "mm": 20, "pos": [14.0, 11.0 + INSIDE + off]}
    before = [activate("B2"), END, activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True)]
    more: Raw = {"operatives": people, "markers": [smoke, *more_smoke], "sigma_mm": SIGMA_MM, "initiative": "p2"}
    return played(script(places, *before, *steps, **more))


def question(result: PlayedScript, step: int = 3) -> Raw | None:
    found = [one for one in result.steps[step]["prompts"] if stage_of(one) == "too close to call"]
    return found[0] if found else None


def defence(result: PlayedScript) -> list[int]:
    """Return how many dice the target was asked to roll, in the order in which it was."""
    asked = [
        one for step in result.steps for one in step["prompts"] if "roll-defends" in codes_of(one["asked_message"])
    ]
    return [one["dice"] for one in asked]


HIT: Raw = {"as": "referee", "dice": [5, 5, 1, 1]}
CONFIRM: Raw = {"as": "referee", "press": "confirm"}


def answered(off: float, key: str) -> list[int]:
    return defence(shot(off, {"as": "p1", "choose": key}, HIT, CONFIRM))


@pytest.mark.parametrize("off", [0.0, *at_night(-0.004)])
def test_smoke_too_close_to_call_is_asked_about_and_decides_the_defence_dice(off: float) -> None:
    found = question(shot(off))
    assert found is not None
    yes, no = (one["key"] for one in found["choices"])
    assert set(answered(off, yes)) == {3}
    assert set(answered(off, no)) == {2}


@pytest.mark.parametrize(("off", "dice"), [(-0.15, 3), *at_night((0.15, 2))])
def test_smoke_is_not_asked_about_away_from_its_limit(off: float, dice: int) -> None:
    assert question(shot(off)) is None
    assert set(defence(shot(off, HIT, CONFIRM))) == {dice}


def test_with_the_shooter_in_smoke_only_piercing_is_asked_about() -> None:
    around_the_shooter: Raw = {"id": "t", "kind": "smoke", "mm": 20, "pos": [6.0, 11.0]}
    found = question(shot(0.0, more_smoke=(around_the_shooter,)))
    assert found is not None
    assert found["asked_message"]["code"] == "roll-doubt-smoke"
