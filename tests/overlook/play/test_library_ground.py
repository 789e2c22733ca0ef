"""Models can stand on the terrain that ships with Overlook (rules A24-13, K24-03)."""

from __future__ import annotations

import pytest

from calibration.terrain_library import example_libraries
from tests.overlook.play.scripts import Raw, activate, operative, played, script, taken

MM = 25.4
MIDDLE = (15.0, 11.0)
STRONGHOLD = example_libraries()["volkus-like"].piece("stronghold")
STEP = next(part for part in STRONGHOLD.parts if part.role == "fire_step")


def built() -> list[Raw]:
    """Return the library's stronghold in the middle of a script's board."""
    return [
        {
            "id": part.id,
            "feature": "stronghold",
            "poly": [[MIDDLE[0] + x / MM, MIDDLE[1] + y / MM] for x, y in part.footprint_mm],
            "z": [height / MM for height in part.z_mm],
            "traits": [*part.traits, *(["Vantage"] if part.vantage else [])],
            "role": part.role,
            "state": part.state,
            "see_through": part.see_through,
        }
        for part in STRONGHOLD.parts
    ]


@pytest.mark.nightly
@pytest.mark.parametrize("base_mm", [32, 25, 28, 40])
def test_a24_13_a_model_climbs_the_fire_step_of_a_stronghold_and_stands_on_it(base_mm: float) -> None:
    x0, y0, x1, y1 = STEP.outline.bounds
    on_step = [MIDDLE[0] + (x0 + x1) / 2 / MM, MIDDLE[1] + (y0 + y1) / 2 / MM, STEP.z_mm[1] / MM]
    places = {"A1": [on_step[0], 11.9], "B1": [28.0, 20.0]}
    people = [operative("A1", base_mm=base_mm), operative("B1")]
    steps = [activate("A1"), {"see": {"A1": on_step}}, {"as": "p1", "choose": "Reposition"}]
    result = played(script(places, *steps, operatives=people, terrain=built(), killzone="volkus"))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.state["operatives"]["A1"]["place"] == pytest.approx(on_step, abs=1e-3)
