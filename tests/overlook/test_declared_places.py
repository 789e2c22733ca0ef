"""What stands where somebody said so: in a larger doubt that is told, and only until the camera sees it again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from messages.message import Message
from overlook.table.observation.accepted_position import DECLARED_SIGMA
from referee.game.intents import Act
from simulation.scene.scene import StillScene
from tests.overlook.played_table import Table, played
from web.contract.base import TrackState
from web.contract.table.board_views import MarkerView, OperativeView
from web.contract.table.snapshot import Snapshot

LOST = "b6"
X, Y = 18.4, 4.3


def shown(snapshot: Snapshot, name: str) -> OperativeView:
    return next(one for one in snapshot.table.operatives if one.id == name)


def marker(snapshot: Snapshot, kind: str) -> MarkerView | None:
    return next((one for one in snapshot.table.markers if one.kind == kind), None)


def notes_of_last_shot(table: Table) -> tuple[Message | str, ...]:
    step = next(one for one in table.table.game.timeline.steps() if isinstance(one.intent, Act))
    assert isinstance(step.intent, Act)
    return tuple(note for ruling in step.intent.evidence.rulings for note in ruling.notes)


def said_of_the_lost(table: Table) -> set[tuple[str, ...]]:
    step = next(one for one in table.table.game.timeline.steps() if isinstance(one.intent, Act))
    assert isinstance(step.intent, Act)
    return {ruling.by_hand for ruling in step.intent.evidence.rulings if ruling.by_hand}


async def shoot(table: Table) -> None:
    await table.took("activate", operative="a1", order="engage")
    await table.took("act", operative="a1", action="Shoot", target=LOST, results=[])


def test_a_lost_model_stands_where_it_is_said_to_until_it_is_seen_again(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.seen()
        await table.took("begin", free=True)
        everything = table.camera.scene.at(0)
        rest = {name: where for name, where in everything.operatives.items() if name != LOST}
        table.camera.scene = StillScene(table.catalogue, replace(everything, operatives=rest))
        gone = await table.until(
            lambda now: now.table.flags.settled and shown(now, LOST).state is TrackState.COVERED and not now.notices
        )
        assert shown(gone, LOST).sigma_in == 0
        await table.took("declare_place", operative=LOST, x=X, y=Y)
        placed = shown(table.service.snapshot(), LOST)
        assert (placed.x, placed.y, placed.state) == (X, Y, TrackState.DECLARED)
        assert placed.sigma_in == pytest.approx(DECLARED_SIGMA)
        measured = await table.service.advisor.measure(LOST, "a1")
        assert f"±{DECLARED_SIGMA:.2f}" in measured.figures
        await shoot(table)
        notes = notes_of_last_shot(table)
        assert Message.of("displaced-by-hand", operatives=[LOST], error=DECLARED_SIGMA) in notes
        assert said_of_the_lost(table) == {(LOST,)}
        table.camera.scene = StillScene(table.catalogue, everything)
        back = await table.until(lambda now: shown(now, LOST).state is TrackState.SEEN and now.table.flags.settled)
        await table.until(lambda _: not (place := table.table.state.operative(LOST).place) or not place.declared)
        place = table.table.state.operative(LOST).place
        assert place is not None
        where = everything.operatives[LOST]
        assert (place.x, place.y) == pytest.approx((where.x, where.y), abs=0.1)
        assert back.ghosts == ()
        assert table.table.game.called == {}

    played(tmp_path, play)


def test_a_seen_model_that_is_said_to_stand_elsewhere_is_not_taken_back_unasked(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        await table.took("declare_place", operative="b4", x=20.0, y=9.0)
        await table.until(lambda now: any(one.operative == "b4" for one in now.ghosts))
        place = table.table.state.operative("b4").place
        assert place is not None
        assert place.declared

    played(tmp_path, play)


def test_smoke_that_no_tag_shows_is_put_down_seen_in_the_judges_position_and_taken_away(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.seen()
        await table.took("begin", free=True)
        await table.took("place_marker", what="smoke", x=12.5, y=6.25)
        smoke = marker(table.service.snapshot(), "smoke")
        assert smoke is not None
        assert (smoke.x, smoke.y, smoke.declared) == (12.5, 6.25, True)
        assert smoke.diameter == pytest.approx(20 / 25.4)
        context = table.table.facts().context()
        assert context is not None
        there = context.position.table.markers[smoke.id]
        assert there.placement.sigma == pytest.approx(DECLARED_SIGMA)
        await table.took("place_marker", marker=smoke.id, what="objective", x=13.0, y=7.0)
        moved = marker(table.service.snapshot(), "smoke")
        assert moved is not None
        assert (moved.id, moved.x, moved.y) == (smoke.id, 13.0, 7.0)
        await table.took("remove_marker", marker=smoke.id)
        assert marker(table.service.snapshot(), "smoke") is None
        assert "no marker" in (await table.refused("remove_marker", marker=smoke.id)).lower()

    played(tmp_path, play)


def test_a_smoke_grenade_asks_for_a_place_and_its_marker_gets_a_name(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.seen()
        await table.took("begin", free=True)
        await table.took("activate", operative="a1", order="engage")
        await table.service.wait_for_actions()
        (offers,) = table.service.snapshot().offers
        smoke = next((one for one in offers.actions if one.action == "Smoke Grenade"), None)
        assert smoke is not None
        assert (smoke.possible, smoke.needs) == (True, "place")
        far = await table.refused("act", operative="a1", action="Smoke Grenade", x=11.0, y=8.0)
        assert far.startswith("The smoke is ")
        assert far.endswith('a throw reaches 6".')
        await table.took("act", operative="a1", action="Smoke Grenade", x=4.0, y=13.0)
        laid = marker(table.service.snapshot(), "smoke")
        assert laid is not None
        assert (laid.x, laid.y, laid.declared) == (4.0, 13.0, True)
        assert laid.id.startswith("smoke-")

    played(tmp_path, play)


def test_equipment_is_revealed_by_name(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        for face in (6, 2, 6):
            if not table.table.game.prompts[0].id.startswith("equipment"):
                await table.answered(table.table.game.prompts[0], face)
        await table.took("choose_equipment", by="p1", player="p1", options=["Ladders", "Razor wire"])
        assert table.table.state.sides["p1"].equipment == ("ladders", "razor wire")
        twice = await table.refused("choose_equipment", by="p2", player="p2", options=["Ladders", "ladders"])
        assert "once" in twice

    played(tmp_path, play)


def test_smoke_that_a_finger_lays_nearer_to_terrain_than_a_finger_is_sure_is_asked_about(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        await table.seen()
        await table.took("begin", free=True)
        await table.took("activate", operative="a1", order="engage")
        await table.took("act", operative="a1", action="Smoke Grenade", x=5.0, y=13.0)
        (asked,) = table.service.snapshot().prompts
        assert "clear of terrain" in asked.question
        await table.took("answer", prompt=asked.id, choice="0")
        laid = marker(table.service.snapshot(), "smoke")
        assert laid is not None
        assert (laid.x, laid.y, laid.declared) == (5.0, 13.0, True)

    played(tmp_path, play)
