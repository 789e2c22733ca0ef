"""A move that is too close to call is answered by either player."""

from __future__ import annotations

import pytest

from tests.codes import codes_of
from tests.depth import at_night
from tests.overlook.play.scripts import END, Raw, activate, played, script, taken

PLACES = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}
ALLOWED_IN = 6.0


def seen(further_in: float) -> list[Raw]:
    """Return the steps in which A1 goes so much further than it may, by a camera that is not sure."""
    return [activate("A1", "conceal"), {"see": {"A1": [5.0 + ALLOWED_IN + further_in, 11.0]}}]


@pytest.mark.parametrize("seat", ["p2", *at_night("p1", "referee")])
@pytest.mark.parametrize(("said", "moved"), [("Reposition", True), ("No", False)])
def test_either_player_answers_a_move_that_is_too_close_to_call(seat: str, said: str, moved: bool) -> None:
    result = played(script(PLACES, *seen(0.0), {"as": seat, "choose": said}, sigma_mm=0.3))
    (asked,) = (one for one in result.steps[1]["prompts"] if one["topic"] == "proposal")
    assert codes_of(asked["message"]) == ["reading-moved-open"]
    assert asked["owner"] == "any"
    assert all(taken(result)), result.steps[-1]["why"]
    x = result.state["operatives"]["A1"]["place"][0]
    assert (x > PLACES["A1"][0] + 1.0) is moved


def test_a_certain_move_is_answered_by_its_own_player_alone() -> None:
    result = played(script(PLACES, *seen(-1.5), {"as": "p2", "choose": "Reposition"}, sigma_mm=0.3))
    assert not taken(result)[-1]
    assert result.steps[-1]["codes"] == ["answer-other-owner"]


def test_an_activation_cannot_end_while_a_move_is_too_close_to_call() -> None:
    result = played(script(PLACES, *seen(0.0), END, sigma_mm=0.3))
    assert not taken(result)[-1]
    assert result.steps[-1]["codes"] == ["games-move-open"]
