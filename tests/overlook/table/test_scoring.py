"""Points proposed for scoring: held markers, fallen enemies, and only ops that are open to a player."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from overlook.play.runner import ScriptedTable, scripted_table
from overlook.play.script import script_of
from tests.overlook.play.scripts import END, Raw, activate, do, script
from web.contract.requests import GAME_REQUESTS, Accepted
from web.contract.table.snapshot import OpView, ScoringView

APART = {"A1": [3.0, 3.0], **{f"B{number}": [27.0, 3.0 + 3 * number] for number in range(1, 6)}}
"""One against five, so that one that falls is worth a point."""


def objective(name: str, x: float, y: float) -> Raw:
    return {"id": name, "kind": "objective", "mm": 40, "pos": [x, y]}


def at_the_end_of_a_turning_point(
    places: dict[str, list[float]],
    check: Callable[[ScriptedTable], Awaitable[None]],
    *before: Raw,
    fallen: tuple[str, ...] = (),
    **fields: Any,
) -> None:
    """Check a table on which everybody who stands has been activated, concealed, and did nothing."""
    mine, theirs = ([name for name in places if name[0] == side and name not in fallen] for side in "AB")
    turns: list[str] = []
    while mine or theirs:
        turns += [*mine[:1], *theirs[:1]]
        mine, theirs = mine[1:], theirs[1:]
    steps = [*before, *(step for name in turns for step in (activate(name, "conceal"), END))]

    async def played() -> None:
        async with scripted_table(script_of(script(places, *steps, **fields))) as table:
            result = await table.play()
            assert all(step["accepted"] for step in result.steps), [step["why"] for step in result.steps]
            assert table.table.state.stage == "end"
            await check(table)

    asyncio.run(played())


async def took(table: ScriptedTable, kind: str, **fields: Any) -> None:
    """Have the table take a request of the referee's."""
    request = GAME_REQUESTS[kind].model_validate({"kind": kind, **fields})
    outcome = await table.service.submit(request, player="referee", key=f"{kind}-{table.table.sequence}")
    assert isinstance(outcome, Accepted), outcome


def scoring(table: ScriptedTable) -> ScoringView:
    (view,) = table.service.snapshot().scoring
    return view


def op(table: ScriptedTable, player: str, name: str) -> OpView:
    return next(one for one in scoring(table).ops if (one.player, one.op) == (player, name))


def test_an_objective_is_held_by_the_side_with_more_apl_beside_it_and_by_nobody_at_a_tie() -> None:
    async def check(table: ScriptedTable) -> None:
        held = {one.marker: one for one in scoring(table).held}
        assert {name: one.player for name, one in held.items()} == {"m1": "p1", "m2": None, "m3": None}
        assert "A1" in held["m1"].why
        assert all(part in held["m2"].why for part in ("A2", "B1", "2 and 2"))
        shown = {marker.id: marker for marker in table.service.snapshot().table.markers}
        assert (shown["m1"].holder, shown["m2"].holder) == ("p1", None)
        for key in ("m1", "m2"):
            assert shown[key].says == f"{held[key].why} Rule L24-02."
        assert (op(table, "p1", "crit").vp, op(table, "p2", "crit").vp) == (1, 0)

    markers = [objective("m1", 6.0, 11.0), objective("m2", 15.0, 11.0), objective("m3", 24.0, 11.0)]
    places = {"A1": [6.0, 12.3], "A2": [14.0, 12.0], "B1": [15.0, 9.6]}
    at_the_end_of_a_turning_point(places, check, markers=markers)


def test_a_point_is_proposed_until_it_is_scored_and_kept_with_its_reason() -> None:
    async def check(table: ScriptedTable) -> None:
        proposed = op(table, "p1", "kill")
        assert (proposed.vp, proposed.scored) == (1, 0)
        assert not op(table, "p1", "tac").counted
        await took(table, "score", player="p1", op="kill", vp=proposed.vp, why=proposed.why)
        assert (op(table, "p1", "kill").vp, op(table, "p1", "kill").scored) == (0, 1)
        events = [one for one in table.service.events() if one.kind == "scored"]
        assert events[-1].data["why"] == proposed.why
        await took(table, "undo")
        assert op(table, "p1", "kill").vp == 1

    down = do("p1", "declare_damage", operative="B2", amount=10)
    at_the_end_of_a_turning_point(APART, check, down, fallen=("B2",))


@pytest.mark.parametrize(("edition", "ops"), [("kt24", {"crit", "kill", "tac"}), ("kt21", {"mission"})])
def test_each_edition_proposes_its_own_ops_at_the_end_of_a_turning_point_alone(edition: str, ops: set[str]) -> None:
    async def check(table: ScriptedTable) -> None:
        assert {one.op for one in scoring(table).ops} == ops
        await took(table, "end_stage", stage=table.table.state.stage)
        assert table.service.snapshot().scoring == ()

    at_the_end_of_a_turning_point({"A1": [3.0, 3.0], "B1": [27.0, 19.0]}, check, edition=edition)


def test_an_op_that_is_full_proposes_nothing_more() -> None:
    async def check(table: ScriptedTable) -> None:
        assert (op(table, "p1", "kill").vp, op(table, "p1", "kill").scored) == (0, 6)

    full = do("p1", "score", player="p1", op="kill", vp=6)
    down = do("p1", "declare_damage", operative="B2", amount=10)
    at_the_end_of_a_turning_point(APART, check, full, down, fallen=("B2",))


def expected(steps: list[Raw], places: dict[str, list[float]], **fields: Any) -> dict[str, dict[str, int]]:
    """Return the points by op that each player would have at the end of the turning point if nothing changed."""

    async def played() -> dict[str, dict[str, int]]:
        async with scripted_table(script_of(script(places, *steps, **fields))) as table:
            result = await table.play()
            assert all(step["accepted"] for step in result.steps), [step["why"] for step in result.steps]
            shown = table.service.snapshot().game.expected
            assert all(one.vp == sum(op.vp for op in one.ops) for one in shown)
            return {one.player: {op.op: op.vp for op in one.ops} for one in shown}

    return asyncio.run(played())


MARKERS = [objective("m1", 6.0, 11.0), objective("m2", 15.0, 11.0), objective("m3", 24.0, 11.0)]
HELD = {"A1": [6.0, 12.3], "A2": [14.0, 12.0], "B1": [24.0, 9.6]}


def test_what_scores_at_the_end_is_known_during_the_turning_point() -> None:
    assert expected([activate("A1")], HELD, markers=MARKERS) == {"p1": {"crit": 2}, "p2": {"crit": 1}}


@pytest.mark.parametrize(("edition", "op"), [("kt24", "crit"), ("kt21", "mission")])
def test_what_is_expected_is_what_is_proposed_at_the_end(edition: str, op: str) -> None:
    before = expected([activate("A1", "conceal")], HELD, markers=MARKERS, edition=edition)

    async def check(table: ScriptedTable) -> None:
        due = {player: {one.op: one.vp for one in scoring(table).ops if one.player == player} for player in before}
        assert {player: ops[op] for player, ops in due.items()} == {player: ops[op] for player, ops in before.items()}
        assert table.service.snapshot().game.expected == (), "the card of the scoring says it"

    at_the_end_of_a_turning_point(HELD, check, markers=MARKERS, edition=edition)


def test_a_fallen_enemy_counts_at_once_and_a_point_that_was_scored_no_more() -> None:
    down = do("p1", "declare_damage", operative="B2", amount=10)
    assert expected([down], APART)["p1"] == {"kill": 1}
    scored = do("referee", "score", player="p1", op="kill", vp=1)
    assert expected([down, scored], APART)["p1"] == {}


def test_points_that_were_scored_in_this_turning_point_are_not_expected_again() -> None:
    one = do("referee", "score", player="p1", op="crit", vp=1)
    assert expected([one], HELD, markers=MARKERS)["p1"] == {"crit": 1}
    two = do("referee", "score", player="p1", op="crit", vp=2)
    assert expected([two], HELD, markers=MARKERS)["p1"] == {}
