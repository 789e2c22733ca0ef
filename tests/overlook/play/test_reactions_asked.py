"""Who is asked for a reaction: nobody if no operative may react (C21-04, C24-14)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from overlook.play.runner import PlayedScript, scripted_table
from overlook.play.script import script_of
from tests.depth import at_night
from tests.overlook.play.scripts import END, Raw, activate, played, script, taken

NEAR = 32 / 25.4 + 0.5
"""Between the centres of two 32 mm bases that are half an inch apart."""
PLACES: dict[str, list[float]] = {
    "A1": [5.0, 11.0],
    "A2": [5.0, 18.0],
    "B1": [5.0 + NEAR, 11.0],
    "B2": [5.0 + NEAR, 18.0],
    "B3": [26.0, 8.0],
    "B4": [26.0, 3.0],
}
TURNS = [step for name in ("A1", "B1", "A2", "B2") for step in (activate(name), END)]


def engaged(*steps: Raw, places: dict[str, list[float]] = PLACES, **fields: Any) -> PlayedScript:
    """Return what comes of p1 with both operatives expended, and p2 with two left."""
    return played(script(places, *TURNS, *steps, edition="kt21", **fields))


def asked(step: Raw) -> set[tuple[str, str]]:
    return {(one["topic"], one["owner"]) for one in step["prompts"]}


@pytest.mark.parametrize("sigma_mm", [0, *at_night(0.16)])
def test_c21_04_overwatch_is_not_asked_if_no_operative_may_take_it(sigma_mm: float) -> None:
    """000:141: not within engagement range of an enemy. The turn goes on without a tap."""
    result = engaged(activate("B3"), END, activate("B4"), sigma_mm=sigma_mm)
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert asked(result.steps[len(TURNS) - 1]) == {("activation", "p2")}
    assert asked(result.steps[len(TURNS) + 1]) == {("activation", "p2")}


def test_c21_04_overwatch_is_asked_if_one_operative_may_take_it() -> None:
    result = engaged(places={**PLACES, "B2": [26.0, 13.0]})
    assert ("reaction", "p1") in asked(result.steps[-1])
    (question,) = [one for one in result.steps[-1]["prompts"] if one["topic"] == "reaction"]
    assert [one["key"] for one in question["choices"] if one["open"]] == ["A2", "pass"]


def test_c21_04_overwatch_is_asked_if_it_is_too_close_to_call() -> None:
    close = {**PLACES, "B2": [5.0 + 32 / 25.4 + 1.02, 18.0]}
    result = engaged(places=close, sigma_mm=0.5, seed=3)
    assert ("reaction", "p1") in asked(result.steps[-1])


def test_c21_04_an_unasked_overwatch_is_undone_with_the_step_before_it() -> None:
    undo: Raw = {"as": "p2", "press": "undo"}
    result = engaged(undo)
    assert result.state["active"] == "B2"
    again = engaged(undo, {"as": "p2", "press": "redo"})
    assert asked(again.steps[-1]) == {("activation", "p2")}


def test_c21_04_an_operative_that_may_not_take_it_hears_why() -> None:
    react: Raw = {"as": "p1", "do": {"kind": "react", "operative": "A1"}}
    result = engaged(react, places={**PLACES, "B2": [26.0, 13.0]})
    assert (taken(result)[-1], result.steps[-1]["why"]) == (False, "An enemy is within Engagement Range.")


def test_c24_14_a_counteraction_is_asked_beside_an_enemy_and_not_with_a_conceal_order() -> None:
    """002:58-61: an expended operative with an Engage order, wherever it stands."""
    result = played(script(PLACES, *TURNS))
    assert ("reaction", "p1") in asked(result.steps[-1])
    hidden = [step for name in ("A1", "B1", "A2", "B2") for step in (activate(name, "conceal"), END)]
    assert asked(played(script(PLACES, *hidden)).steps[-1]) == {("activation", "p2")}


def reasons(edition: str, places: dict[str, list[float]] = PLACES) -> dict[str, str]:
    """Return why each operative of p1, all expended and A1 concealed, may not react; "" if it may."""

    async def play() -> dict[str, str]:
        turns = [activate("A1", "conceal"), END, *TURNS[2:]]
        async with scripted_table(script_of(script(places, *turns, edition=edition))) as table:
            await table.play()
            shown = table.service.snapshot().game.reactions
            return {one.operative: "" if one.message is None else one.message.code for one in shown}

    return asyncio.run(play())


def test_c21_04_a_player_sees_why_an_operative_may_not_make_overwatch() -> None:
    """000:137-141: an Engage order, and no enemy within engagement range."""
    assert reasons("kt21") == {"A1": "reaction-order-engage.fails", "A2": "control-no-enemy-within.fails"}
    assert reasons("kt21", {**PLACES, "B2": [26.0, 13.0]}) == {"A1": "reaction-order-engage.fails", "A2": ""}


def test_c24_14_a_player_sees_who_may_counteract_and_why_not() -> None:
    """002:42, 60: with an Engage order, engaged or not."""
    assert reasons("kt24") == {"A1": "reaction-order-engage.fails", "A2": ""}
