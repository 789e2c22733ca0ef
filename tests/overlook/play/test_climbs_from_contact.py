"""A model in contact with walls or models moves at the price of one beside them (rules D24-05, D24-06, D21-04)."""

from __future__ import annotations

import math
import random

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import ONE_EDITION, activate, box, operative, played, script
from tests.overlook.play.seen_moves import choices

RADIUS = 32 / 25.4 / 2
CLIMB = 2.0
"""What a wall of an inch costs to climb in both editions, and nothing to drop from."""
KEPT_OFF = 0.1
"""Inches at most that a way which nobody followed keeps off what it passes, there and back."""


def price(edition: str, *, before: float, beyond: float, sigma_mm: float, seed: int = 1) -> float | None:
    """Return what a straight move over a wall costs that begins and ends so many inches off it; None if refused."""
    wall = box("wall", 12.0, 4.0, 12.5, 18.0, 1.0, "Light")
    places = {"A1": [12.0 - RADIUS - before, 11.0], "B1": [28.0, 20.0]}
    people = [operative("A1", move_in=8), operative("B1")]
    see = {"see": {"A1": [12.5 + RADIUS + beyond, 11.0]}}
    whole = {"edition": edition, "terrain": [wall], "operatives": people, "sigma_mm": sigma_mm, "seed": seed}
    step = played(script(places, activate("A1"), see, **whole)).steps[1]
    way = choices(step).get("Reposition" if edition == "kt24" else "Normal Move")
    return None if way is None or way.fault == "through_terrain" else way.charged


def fair(edition: str, before: float, beyond: float) -> float:
    across = before + 2 * RADIUS + 0.5 + beyond
    return (math.ceil(across - 1e-9) if edition == "kt24" else across) + CLIMB


@ONE_EDITION
@pytest.mark.parametrize(
    ("before", "beyond"), [(0.1, 0.0), *at_night((0.0, 2.0), (0.0, 0.0), (0.002, 0.002), (0.5, 0.0))]
)
def test_a_climb_from_or_into_contact_costs_no_more_than_one_beside_the_wall(
    edition: str, before: float, beyond: float
) -> None:
    assert price(edition, before=before, beyond=beyond, sigma_mm=0) == pytest.approx(
        fair(edition, before, beyond), abs=0.01
    )


@ONE_EDITION
@pytest.mark.parametrize("seed", [1, *at_night(*range(2, 5))])
def test_a_climb_from_contact_costs_the_same_with_camera_noise(edition: str, seed: int) -> None:
    draw = random.Random(f"{edition}{seed}")
    before, beyond = draw.choice([(0.0, 0.0), (0.0, draw.uniform(0.3, 2.0)), (draw.uniform(0.05, 0.5), 0.0)])
    found = price(edition, before=before, beyond=beyond, sigma_mm=0.16, seed=seed)
    assert found == pytest.approx(fair(edition, before, beyond), abs=KEPT_OFF)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, *range(2, 6)])
def test_d24_09_an_operative_between_two_enemies_and_a_friend_can_fall_back(seed: int) -> None:
    """The friend is walked through, so that the two enemies alone decide where it begins, a hair off both."""
    places = {"A1": [12.0, 11.0], "B1": [12.188645899, 12.245638751], "A2": [11.866410731, 9.74726017]}
    places |= {"B2": [10.156352841, 11.257371006], "B3": [11.081101331, 14.127650634]}
    see = {"see": {"A1": [15.4246, 11.8517]}}
    step = played(script(places, activate("A1"), see, sigma_mm=0.16, seed=seed)).steps[1]
    labels = [choice["label"] for prompt in step["prompts"] for choice in prompt["choices"]]
    assert labels[0] in ('Fall Back, 4" of 6"', 'Fall Back, 5" of 6"')
