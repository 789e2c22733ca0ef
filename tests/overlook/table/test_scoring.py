"""What is proposed for scoring: what the models on the board hold, who has fallen, and what is open to each player."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from geometry.placement import Placement
from hardware.simulated.scene import StillScene
from tests.overlook.played_table import Table, played
from web.contract.scoring import OpView, ScoringView


def stood(table: Table, **spots: tuple[float, float]) -> None:
    """Put models elsewhere by hand."""
    still = table.camera.scene.at(0)
    moved = {name: Placement(name, x, y, still.operatives[name].z) for name, (x, y) in spots.items()}
    poses = type(still)({**still.operatives, **moved}, still.terrain, still.markers)
    table.camera.scene = StillScene(table.catalogue, poses)


async def taken_as_seen(table: Table, *names: str) -> None:
    for name in names:
        await table.took("declare_place", operative=name)


async def end_of_turning_point(table: Table) -> None:
    """Activate everybody, and let nobody do anything."""
    await table.firefight()
    while table.table.state.stage == "firefight":
        acting = table.table.state.acting
        prompt = table.table.game.prompts[0]
        if acting is not None:
            await table.took("end_activation", operative=acting.operative)
        elif prompt.topic.value == "activation":
            await table.took("answer", prompt=prompt.id, choice=prompt.choices[-1].key)
        else:
            await table.answered(prompt)


def scoring(table: Table) -> ScoringView:
    (view,) = table.service.snapshot().scoring
    return view


def op(table: Table, player: str, name: str) -> OpView:
    return next(one for one in scoring(table).ops if (one.player, one.op) == (player, name))


def test_who_stands_by_an_objective_alone_holds_it_and_a_tie_is_nobodys(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        assert table.service.snapshot().scoring == ()
        markers = {key: one.place for key, one in table.table.state.markers.items()}
        first, second = markers["m1"], markers["m2"]
        assert first is not None
        assert second is not None
        stood(
            table,
            a5=(first.x, first.y - 1.3),
            a1=(second.x + 1.0, second.y - 1.0),
            b5=(second.x, second.y + 1.4),
        )
        there = {"a5": first, "a1": second, "b5": second}
        await table.until(
            lambda now: all(
                math.hypot(one.x - there[one.id].x, one.y - there[one.id].y) < 1.5
                for one in now.table.operatives
                if one.id in there
            )
        )
        await table.seen()
        await table.firefight()
        await taken_as_seen(table, "a1", "a5", "b5")
        await end_of_turning_point(table)
        held = {one.marker: one for one in scoring(table).held}
        assert "2 to 2" in held["m2"].why, held
        assert (held["m1"].player, held["m2"].player, held["m3"].player) == ("p1", None, None)
        assert "A5" in held["m1"].why
        shown = {marker.id: marker for marker in table.service.snapshot().table.markers}
        assert (shown["m1"].holder, shown["m2"].holder) == ("p1", None)
        for key in ("m1", "m2"):
            assert shown[key].says == f"{held[key].why} (L24-02)"
        assert "A1" in held["m2"].why
        assert "B5" in held["m2"].why
        assert (op(table, "p1", "crit").vp, op(table, "p2", "crit").vp) == (1, 0)

    played(tmp_path, play)


def test_a_point_is_proposed_once_and_kept_with_its_reason(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        await table.took("declare_damage", operative="b2", amount=30)
        await end_of_turning_point(table)
        proposed = op(table, "p1", "kill")
        assert (proposed.vp, proposed.scored) == (1, 0)
        assert not op(table, "p1", "tac").counted
        await table.took("score", player="p1", op="kill", vp=proposed.vp, why=proposed.why)
        assert (op(table, "p1", "kill").vp, op(table, "p1", "kill").scored) == (0, 1)
        events = [one for one in table.service.events() if one.kind == "scored"]
        assert events[-1].data["why"] == proposed.why
        await table.took("undo")
        assert op(table, "p1", "kill").vp == 1

    played(tmp_path, play)


@pytest.mark.parametrize(("edition", "ops"), [("kt24", {"crit", "kill", "tac"}), ("kt21", {"mission"})])
def test_every_edition_proposes_its_own_ops_and_none_that_is_not_open(
    tmp_path: Path, edition: str, ops: set[str]
) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await end_of_turning_point(table)
        assert {one.op for one in scoring(table).ops} == ops
        await table.took("end_stage", stage=table.table.state.stage)
        assert table.service.snapshot().scoring == ()

    played(tmp_path, play, edition)


def test_an_op_that_is_full_proposes_nothing_more(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.firefight()
        await table.took("score", player="p1", op="kill", vp=6)
        await table.took("declare_damage", operative="b2", amount=30)
        await end_of_turning_point(table)
        assert (op(table, "p1", "kill").vp, op(table, "p1", "kill").scored) == (0, 6)

    played(tmp_path, play)
