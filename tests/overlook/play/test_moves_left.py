"""Moves still allowed in an activation: what a phone draws and what a refusal names."""

from __future__ import annotations

import asyncio
import math

import pytest

from messages.message import Message
from overlook.play.runner import scripted_table
from overlook.play.script import script_of
from overlook.table.offers.advisor import card_of, reach_of
from tests.depth import at_night
from tests.overlook.play.hatchway import gallowdark
from tests.overlook.play.scripts import FAR, ONE_EDITION, Raw, act, activate, operative, played, script
from tests.overlook.play.seen_moves import labels
from web.contract.table.available_actions import Needs

WALK = {"kt24": "Reposition", "kt21": "Normal Move"}
START = [5.0, 11.0]


def drawn(raw: Raw, who: str = "A1") -> dict[str, float]:
    """Return how far a phone draws each move of an operative at a script's end, by the moves that its card names.

    They are the moves that are offered.
    """

    async def ask() -> dict[str, float]:
        async with scripted_table(script_of(raw)) as table:
            await table.play()
            context = table.table.facts().context(exact=True)
            assert context is not None
            place = context.position.table.operative(who).placement
            card = card_of(context, who)
            found = {}
            for move in card.moves:
                corners = [corner for one in reach_of(context, who, move.action).areas for corner in one.points]
                found[move.action] = max((math.dist((place.x, place.y), one) for one in corners), default=0.0)
            offers = table.service.snapshot().offers
            moves = {one.action for one in offers[0].actions if one.possible and one.needs is Needs.MOVE}
            assert moves == set(found)
            return found

    return asyncio.run(ask())


def moved(edition: str, *steps: tuple[str, list[float]], apl: int = 2) -> Raw:
    """Return the script of an activation in which A1 makes these moves, each by its name and to its place."""
    people = [operative("A1", apl=apl), operative("B1")]
    said: list[Raw] = [one for name, to in steps for one in ({"see": {"A1": to}}, {"as": "p1", "choose": name})]
    return script({"A1": START, "B1": FAR}, activate("A1"), *said, edition=edition, operatives=people)


@ONE_EDITION
def test_a_card_names_the_end_of_a_changed_stat_by_a_message(edition: str) -> None:
    change = {"kind": "declare_stat", "operative": "A1", "stat": "move", "change": 1, "until": "end of the battle"}

    async def effects() -> tuple[Message, ...]:
        raw = script({"A1": START, "B1": FAR}, activate("A1"), {"as": "p1", "do": change}, edition=edition)
        async with scripted_table(script_of(raw)) as table:
            await table.play()
            context = table.table.facts().context(exact=True)
            assert context is not None
            return card_of(context, "A1").effect_messages

    [effect] = asyncio.run(effects())
    assert effect["until"] == Message.of("hand-until", until="battle")
    assert str(effect) == "MOVE +1 until the end of the battle"


@ONE_EDITION
def test_only_moves_that_are_still_allowed_are_drawn(edition: str) -> None:
    walk = WALK[edition]
    fresh = drawn(moved(edition))
    assert fresh == pytest.approx({walk: 6, "Dash": 3, "Charge": 0}, abs=0.1)
    assert drawn(moved(edition, (walk, [8.0, 11.0]))) == pytest.approx({"Dash": 3}, abs=0.1)
    assert drawn(moved(edition, ("Dash", [7.0, 11.0]))) == pytest.approx({walk: 6}, abs=0.1)
    assert drawn(moved(edition, (walk, [8.0, 11.0]), ("Dash", [10.0, 11.0]), apl=3)) == {}


@ONE_EDITION
@pytest.mark.parametrize(
    ("first", "far", "named"),
    [("walk", 4.0, 'Dash, 4" of 3": too far'), *at_night(("Dash", 7.0, '{walk}, 7" of 6": too far'))],
)
def test_a_refused_move_names_the_move_that_is_still_allowed_and_its_length(
    edition: str, first: str, far: float, named: str
) -> None:
    walk = WALK[edition]
    raw = moved(edition, (walk if first == "walk" else first, [7.0, 11.0]))
    step = played({**raw, "steps": [*raw["steps"], {"see": {"A1": [7.0 + far, 11.0]}}]}).steps[-1]
    name = named.format(walk=walk)
    assert labels(step)[0] == name
    action = "Dash" if first == "walk" else walk
    costs = f'{action}: {far:.1f}". The most is {far - 1:.0f}": move it back by at least 1".'
    assert step["prompts"][0]["asked"] == f'A1 moved {far:.1f}". No action allows this move. {costs}'
    assert [one["claim"] for one in step["rulings"]] == [f"A1 may {walk if first == 'Dash' else 'Dash'} there"]


def test_i24_14_what_is_left_of_a_paused_move_is_drawn() -> None:
    steps: list[Raw] = [
        activate("A1"),
        {"see": {"A1": [10.0, 10.0]}},
        {"as": "p1", "choose": "Reposition"},
        {"as": "p1", "do": {"kind": "act", "operative": "A1", "action": "Operate Hatch", "thing": "AP"}},
    ]
    far = drawn(gallowdark("closed", {"A1": [10.0, 8.0], "B1": [25.0, 20.0]}, *steps))
    assert far == pytest.approx({"Reposition": 4}, abs=0.1), "two of its six inches are gone"


def test_c24_15_a_counteraction_is_drawn_two_inches_far() -> None:
    out: list[Raw] = [
        activate("A1"),
        {"choose": "end"},
        activate("B1"),
        {"choose": "end"},
        activate("B2"),
        {"choose": "end"},
        {"as": "p1", "choose": "A1"},
    ]
    raw = script({"A1": START, "B1": FAR, "B2": [25.0, 20.0]}, *out)
    far = drawn(raw)
    assert far == pytest.approx({"Reposition": 2, "Dash": 2, "Charge": 0}, abs=0.1)


@pytest.mark.nightly
def test_c24_11_an_operative_injured_during_its_move_keeps_its_move() -> None:
    """A guard shoots while the hatch is opened: six inches of ten wounds are left, and four of six inches."""
    steps: list[Raw] = [
        activate("B1"),
        act("B1", "Guard"),
        {"as": "p2", "do": {"kind": "end_activation", "operative": "B1"}},
        activate("A1"),
        {"see": {"A1": [10.0, 10.0]}},
        {"as": "p1", "choose": "Reposition"},
        {"as": "p2", "choose": "pass"},
        {"as": "p1", "do": {"kind": "act", "operative": "A1", "action": "Operate Hatch", "thing": "AP"}},
        {"as": "p2", "choose": "B1"},
        act("B1", "Shoot", target="A1", weapon="gun", dice=True),
        {"as": "p2", "dice": [5, 5, 1, 1]},
        {"as": "p2", "choose": "pass"},
        {"as": "p1", "dice": [1, 1, 1]},
        {"as": "p1", "choose": "pass"},
    ]
    raw = gallowdark("closed", {"A1": [10.0, 8.0], "B1": [16.0, 6.0]}, *steps, initiative="p2")
    result = played(raw)
    assert result.state["operatives"]["A1"]["wounds"] == 4
    assert drawn(raw) == pytest.approx({"Reposition": 4}, abs=0.1)
