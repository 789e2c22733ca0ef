"""Head heights with an error make sight just over a wall uncertain."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.base import MM_PER_INCH
from geometry.limits import ndtr
from tests.overlook.play.scripts import act, activate, box, played, script

HEAD_IN, HEAD_SIGMA_MM, LOWER_MM = 1.4, 1.0, 0.5
LINE_MM = 0.5
"""Half the width of a line of sight."""
PLACES = {"A1": [5.0, 11.0], "B1": [15.0, 11.0]}


def sight_over(wall_mm: float, seed: int, **fields: float) -> float:
    """Return how sure a shot is past a wall halfway between two heads that is so much lower than they are."""
    wall = box("w", 9.99, 4.0, 10.01, 18.0, HEAD_IN - (wall_mm + LINE_MM) / MM_PER_INCH)
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    result = played(script(PLACES, activate("A1"), shot, terrain=[wall], seed=seed, **fields))
    return next(float(one["p_yes"]) for one in result.steps[1]["rulings"] if "select" in one.get("claim", ""))


@pytest.mark.nightly
def test_sight_over_a_wall_is_as_certain_as_the_head_heights() -> None:
    stated = np.array([sight_over(LOWER_MM, seed, head_sigma_mm=HEAD_SIGMA_MM) for seed in range(12)])
    # What is stated scatters as the heights do: a line from head to head passes the wall at the mean of both.
    score = LOWER_MM / (HEAD_SIGMA_MM / np.sqrt(2))
    assert abs(stated.mean() - ndtr(score / np.sqrt(2))) < 0.2
    assert ((stated > 0.05) & (stated < 0.95)).any()
    assert sight_over(LOWER_MM, 1) == 1.0, "heads that are known exactly leave no doubt"


def test_errors_of_head_heights_do_not_change_positions() -> None:
    steps = (activate("A1"),)
    alone, heads = (
        played(script(PLACES, *steps, sigma_mm=0.16, head_sigma_mm=sigma)).state["operatives"] for sigma in (0.0, 2.0)
    )
    assert {name: one["place"] for name, one in alone.items()} == {name: one["place"] for name, one in heads.items()}
