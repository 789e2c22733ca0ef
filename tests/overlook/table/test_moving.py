"""The arithmetic of a move: while the model moves, while its tag is hidden, and when it rests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from overlook.play.runner import ScriptedTable, scripted_table
from overlook.play.script import script_of
from overlook.table.observation.seen_table import SeenTable
from tests.overlook.play.scripts import FAR, ONE_EDITION, Raw, activate, box, script
from vision.tracking.track import TrackState
from web.contract.table.game_views import PromptView
from web.contract.table.snapshot import Snapshot

HOME = [5.0, 11.0]
PLACES = {"A1": HOME, "B1": FAR}
EDITIONS = pytest.mark.parametrize(
    ("edition", "sentence"),
    [
        ("kt24", 'A1: 4.2" in a straight line, counts as 5". Charge: 3" of 8" left, Reposition: 1" of 6" left'),
        ("kt21", 'A1: 4.2" in a straight line. Charge: 3.8" of 8" left, Normal Move: 1.8" of 6" left'),
    ],
)


def proposal(snapshot: Snapshot) -> PromptView:
    """Return the question about a move."""
    (asked,) = (one for one in snapshot.prompts if one.topic == "proposal")
    return asked


def played(
    *steps: Raw,
    then: Callable[[SeenTable], SeenTable] | None = None,
    places: Mapping[str, list[float]] = PLACES,
    **fields: Any,
) -> Snapshot:
    """Return the snapshot after these steps, and after one more frame if `then` makes it from the last."""

    async def run() -> Snapshot:
        async with scripted_table(script_of(script(dict(places), *steps, **fields))) as table:
            await table.play()
            await table.service.wait_for_actions()
            if then is not None:
                await look(table, then)
            return table.service.snapshot()

    return asyncio.run(run())


async def look(table: ScriptedTable, then: Callable[[SeenTable], SeenTable]) -> None:
    seen = table.table.seen
    assert seen is not None
    await table.service.run_exclusive(partial(table.table.take_frame, then(seen)))
    table.service.publish()


def under_a_hand(seen: SeenTable, *, x: float, state: TrackState) -> SeenTable:
    """Return a frame with a hand in which A1 is at `x`, seen in that state."""
    there = seen.table.operatives
    moved = replace(there["A1"], placement=replace(there["A1"].placement, x=x))
    table = replace(seen.table, operatives={**there, "A1": moved}, settled=False, hand_in_view=True)
    return replace(seen, table=table, states={**seen.states, "A1": state})


@EDITIONS
def test_i24_01_a_moving_model_shows_its_distance_its_price_and_what_is_left(edition: str, sentence: str) -> None:
    then = partial(under_a_hand, x=9.2, state=TrackState.MOVING)
    (moving,) = played(activate("A1"), edition=edition, then=then).moving
    assert (moving.operative, moving.state, moving.inches) == ("A1", "moving", 4.2)
    assert moving.sentence == sentence


def test_a_move_that_is_too_long_says_by_how_much() -> None:
    then = partial(under_a_hand, x=13.4, state=TrackState.MOVING)
    (moving,) = played(activate("A1"), then=then).moving
    assert moving.sentence == (
        'A1: 8.4" in a straight line, counts as 9". Charge: 1" beyond 8", Dash: 6" beyond 3", Reposition: 3" beyond 6"'
    )


@pytest.mark.parametrize(("state", "word"), [(TrackState.COVERED, "covered"), (TrackState.LIFTED, "lifted")])
def test_a_hidden_tag_gets_no_distance(state: TrackState, word: str) -> None:
    (moving,) = played(activate("A1"), then=partial(under_a_hand, x=9.2, state=state)).moving
    assert (moving.state, moving.inches) == (word, None)
    assert moving.sentence == f"A1: {word}. The distance is measured when its tag is visible."
    assert not any(sign.isdigit() for sign in moving.sentence.removeprefix("A1"))


def test_nothing_moves_before_it_is_touched_and_after_it_rests() -> None:
    assert played(activate("A1")).moving == ()
    assert played(activate("A1"), {"see": {"A1": [9.17, 11.0]}}).moving == ()
    unmoved = partial(under_a_hand, x=5.0, state=TrackState.MOVING)
    assert played(activate("A1"), then=unmoved).moving == ()


@ONE_EDITION
def test_a_rested_move_says_what_was_measured_and_what_it_counts_as(edition: str) -> None:
    asked = proposal(played(activate("A1"), {"see": {"A1": [9.17, 11.0]}}, edition=edition))
    counted = 'Measured: 4.2", counts as 5". 1" left.' if edition == "kt24" else 'Measured: 4.2". 1.8" left.'
    assert asked.choices[0].says == counted


def test_i24_01_a_move_of_several_increments_lists_each_of_them() -> None:
    wall = [box("wall", 6.8, 10.0, 7.1, 11.8, 3.0, "heavy")]
    around: Raw = {"see": {"A1": [9.0, 11.0]}, "via": {"A1": [[7.0, 13.0]]}}
    asked = proposal(played(activate("A1"), around, terrain=wall))
    assert asked.choices[0].says == 'Measured: 2.8" and 2.8", counts as 6". 0" left.'


def test_an_illegal_move_says_how_far_to_move_it_back_and_shows_where_it_started() -> None:
    snapshot = played(activate("A1"), {"see": {"A1": [11.28, 11.0]}})
    asked = proposal(snapshot)
    arithmetic = 'Reposition: 6.3", counts as 7". The most is 6": move it back by at least 0.3".'
    assert asked.question == f'A1 moved 6.3". No action allows this move. {arithmetic}'
    (ghost,) = snapshot.ghosts
    assert (ghost.operative, ghost.belongs.x, ghost.belongs.y) == ("A1", 5.0, 11.0)
    assert ghost.sentence == 'Put A1 back: it is 6.3" from its place.'


def test_a_legal_move_that_waits_for_its_player_has_no_place_to_go_back_to() -> None:
    assert played(activate("A1"), {"see": {"A1": [9.17, 11.0]}}).ghosts == ()


def test_the_ruling_has_the_same_arithmetic() -> None:
    confirmed: Raw = {"as": "p1", "choose": "Reposition"}
    snapshot = played(activate("A1"), {"see": {"A1": [9.17, 11.0]}}, confirmed)
    assert snapshot.rulings[-1].sentence == 'Reposition: 4.2", counts as 5" of 6". 1" left.'
