"""A model on a roof stands on it although its height is rounded; farther off than the error it does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import at_night, depth
from tests.overlook.play.scripts import FAR, ONE_EDITION, Raw, activate, box, played, script, taken

ROOF_MM = 72.0
ROOF = ROOF_MM / 25.4
BLOCK = box("block", 12.0, 8.0, 17.0, 14.0, ROOF, "Heavy", "Vantage")
MOST = 1.5 / 25.4
"""Inches that a height may be off and the model still stands on the roof: seven times the error of a surface."""


def on_the_roof(z: float, edition: str, **fields: object) -> tuple[str, set[str]]:
    """Return the first label of what is proposed and the calls of its rulings, for a model put there from the floor."""
    places = {"A1": [10.9, 11.0], "B1": FAR}
    more: Raw = {"edition": edition, "sigma_mm": 0.16, "terrain": [BLOCK], **fields}
    people = [dict(one, move_in=9) for one in script(places)["operatives"]]
    result = played(script(places, activate("A1"), {"see": {"A1": [13.5, 11.0, z]}}, **more, operatives=people))
    step = result.steps[-1]
    proposal = next(one for one in step["prompts"] if one["topic"] == "proposal")
    return proposal["choices"][0]["label"], {one["call"] for one in step["rulings"]}


@ONE_EDITION
@settings(max_examples=depth(2, 16))
@given(off=st.floats(-0.98 * MOST, 0.98 * MOST))
def test_a_height_within_its_error_of_a_roof_counts_as_the_roof(edition: str, off: float) -> None:
    assert on_the_roof(ROOF + off, edition) == on_the_roof(ROOF, edition)


@ONE_EDITION
@pytest.mark.parametrize("digits", [2, *at_night(1, 3, 4)])
def test_a_rounded_height_counts_as_the_roof(edition: str, digits: int) -> None:
    label, calls = on_the_roof(round(ROOF, digits), edition)
    assert calls == {"YES"}
    assert "too close" not in label


@ONE_EDITION
@pytest.mark.parametrize("off", [0.3, *at_night(-0.3)])
def test_a_height_far_from_the_roof_has_no_support(edition: str, off: float) -> None:
    assert on_the_roof(ROOF + off, edition)[1] != {"YES"}


@ONE_EDITION
@pytest.mark.parametrize("z", [round(ROOF, 2), *at_night(round(ROOF, 4))])
def test_a_move_may_begin_on_a_roof_given_by_a_rounded_height(edition: str, z: float) -> None:
    places = {"A1": [13.5, 11.0, z], "B1": FAR}
    moved = {"see": {"A1": [15.5, 11.0, round(ROOF, 3)]}}
    result = played(
        script(places, activate("A1"), moved, {"as": "p1", "choose": "0"}, edition=edition, terrain=[BLOCK])
    )
    assert taken(result) == [True, True, True]
    assert {one["call"] for one in result.steps[1]["rulings"]} == {"YES"}
