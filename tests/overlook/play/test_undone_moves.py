"""Seen moves are undone and redone, whatever a hand does with the model meanwhile."""

from __future__ import annotations

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import END, ONE_EDITION, Raw, activate, played, script, taken, text_of
from tests.overlook.play.seen_moves import HOME, OUT, PLACES, WALK, seen


@ONE_EDITION
def test_undo_and_redo_step_through_what_players_did(edition: str) -> None:
    walk: Raw = {"as": "p1", "choose": WALK[edition]}
    undo, redo = {"press": "undo"}, {"press": "redo"}
    steps = (activate("A1"), seen(A1=OUT), walk, undo, undo, redo, redo)
    result = played(script(PLACES, *steps, edition=edition))
    assert taken(result) == [True] * len(steps)
    topics = [[one["topic"] for one in step["prompts"] if one["asked"]] for step in result.steps]
    assert topics[2:] == [["action"], ["proposal"], ["activation"], ["proposal"], ["action"]]
    assert result.state["operatives"]["A1"]["place"] == [*OUT, 0.0]
    assert result.state["faults"] == {}


@ONE_EDITION
@pytest.mark.parametrize("back", [3, *at_night(1, 2, 4, 5)])
def test_two_moves_of_one_model_are_undone_and_redone_step_by_step(back: int, edition: str) -> None:
    walk: Raw = {"as": "p1", "choose": WALK[edition]}
    moves: list[Raw] = [activate("A1"), seen(A1=[9.0, 11.0]), walk, seen(A1=OUT), {"as": "p1", "choose": "Dash"}, END]
    undo, redo = [{"press": "undo"}] * back, [{"press": "redo"}] * back
    done = played(script(PLACES, *moves, edition=edition))
    result = played(script(PLACES, *moves, *undo, *redo, edition=edition))
    assert taken(done) == [True] * len(moves)
    asked = [[(one["topic"], one["owner"]) for one in each.steps[-1]["prompts"]] for each in (done, result)]
    assert asked[0] == asked[1]
    assert done.state == result.state
    more = played(script(PLACES, *moves, *undo, {"as": "p1", "choose": "No"}, *redo, edition=edition))
    other = any(step["accepted"] for step in more.steps[len(moves) + back : len(moves) + back + 1])
    assert not other or not more.steps[-1]["accepted"], "who does something else has nothing to redo"


@ONE_EDITION
@pytest.mark.parametrize("back", [4, *at_night(1, 2, 3, 5)])
@pytest.mark.parametrize("after_each", [True, *at_night(False)])
def test_moves_can_be_redone_though_the_model_was_set_back_by_hand(back: int, after_each: bool, edition: str) -> None:
    """The hand follows each undo, or goes at once to where the last one leads; then it follows what was redone."""
    walk: Raw = {"as": "p1", "choose": WALK[edition]}
    between = [9.0, 11.0]
    moves: list[Raw] = [activate("A1"), seen(A1=between), walk, seen(A1=OUT), {"as": "p1", "choose": "Dash"}, END]
    stands = [OUT, between, HOME, HOME, HOME]
    set_back = [seen(A1=place) for place in stands[:back]]
    undone: list[Raw] = [{"press": "undo"}] * back
    hand = [step for pair in zip(undone, set_back, strict=True) for step in pair]
    steps = [*moves, *(hand if after_each else [*undone, set_back[-1]])]
    again: list[Raw] = [{"press": "redo"}] * back
    done = played(script(PLACES, *moves, edition=edition))
    result = played(script(PLACES, *steps, *again, seen(A1=OUT), edition=edition))
    redone = taken(result)[len(steps) : len(steps) + back]
    assert all(taken(result)[: len(steps)])
    assert redone == [True] * back
    same = {key: value for key, value in done.state.items() if key != "log"}
    assert same == {key: value for key, value in result.state.items() if key != "log"}


@ONE_EDITION
def test_the_other_player_cannot_undo_a_move_that_was_only_seen(edition: str) -> None:
    undo = {"as": "p2", "press": "undo"}
    result = played(script(PLACES, activate("A1"), seen(A1=OUT), undo, edition=edition))
    assert result.steps[2]["why"] == text_of("games-undo-owner", player="p1")
    assert [one["topic"] for one in result.steps[2]["prompts"] if one["asked"]] == ["proposal"]
