"""A move that is too close to call is a doubt like any other: either player answers it, and the log says who did."""

from __future__ import annotations

import pytest

from tests.overlook.play.scripts import END, Raw, activate, played, script, taken

PLACES = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}
ALLOWED_IN = 6.0


def seen(further_in: float) -> list[Raw]:
    """Return the steps in which A1 goes so much further than it may, by a camera that is not sure."""
    return [activate("A1", "conceal"), {"see": {"A1": [5.0 + ALLOWED_IN + further_in, 11.0]}}]


@pytest.mark.parametrize("seat", ["p1", "p2", "referee"])
@pytest.mark.parametrize(("said", "moved"), [("Reposition", True), ("No", False)])
def test_either_player_answers_a_move_in_doubt(seat: str, said: str, moved: bool) -> None:
    result = played(script(PLACES, *seen(0.0), {"as": seat, "choose": said}, sigma_mm=0.3))
    (asked,) = (one for one in result.steps[1]["prompts"] if one["topic"] == "proposal")
    assert "too close to call" in asked["question"]
    assert asked["owner"] == "any"
    assert all(taken(result)), result.steps[-1]["why"]
    x = result.state["operatives"]["A1"]["place"][0]
    assert (x > PLACES["A1"][0] + 1.0) is moved


def test_a_move_that_surely_may_be_made_is_its_own_players_to_answer() -> None:
    result = played(script(PLACES, *seen(-1.5), {"as": "p2", "choose": "Reposition"}, sigma_mm=0.3))
    assert not taken(result)[-1]
    assert result.steps[-1]["why"] == "That is P1's to answer, not P2's"


def test_while_a_move_in_doubt_waits_its_activation_is_not_ended() -> None:
    result = played(script(PLACES, *seen(0.0), END, sigma_mm=0.3))
    assert not taken(result)[-1]
    assert "say first what it was" in result.steps[-1]["why"]
