"""Where a token is laid is judged: near and seen, by camera or as it was said (D21-08, D24-11, D24-12, J24-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from geometry.placement import Placement
from geometry.table import Marker
from hardware.simulated import example_catalogue, example_rig
from overlook.table.eye import Seen
from overlook.table.games import Games
from overlook.table.running import RunningTable
from referee.editions import edition_of
from referee.rules.game.board import table_of
from referee.rules.game.card import Card, Seat
from referee.rules.game.errors import RefusedError
from referee.rules.game.intents import ANY, Act, Activate, DeclareDamage, DeclarePlace, DropMarker, EndActivation, SetUp
from referee.rules.game.place import Place
from referee.rules.game.scenery import Scenery
from referee.rules.game.state import MarkerState
from referee.rules.position import Order
from vision.frame import Frame

TOUCHING = 10 + (32 + 40) / 25.4 / 2
BEHIND = Scenery("W", "W", ((10.7, 5.0), (10.8, 5.0), (10.8, 15.0), (10.7, 15.0)), 0.0, 5.0, ("Heavy",))
GALLERY = Scenery("G", "G", ((9.0, 11.0), (11.0, 11.0), (11.0, 13.0), (9.0, 13.0)), 2.5, 3.0, ("Vantage",))
PICK_UP = {"kt21": "Pick Up", "kt24": "Pick Up Marker"}
Carrying = Callable[..., RunningTable]


@pytest.fixture
def carrying(tmp_path: Path) -> Iterator[Carrying]:
    """A free game in which A1, at (10, 10), has lifted M1; the camera sees M1 lie at `token` where one is given."""
    games = Games(tmp_path)

    def made(edition_id: str, *walls: Scenery, token: float | None = None, fallen: bool = False) -> RunningTable:
        edition = edition_of(edition_id)
        running = RunningTable(edition, edition.course, example_catalogue(), example_rig(), games)
        cards = (Card("A1", "p1", "One", 2, 6.0, 4, 10), Card("B1", "p2", "Two", 2, 6.0, 4, 10))
        marker = MarkerState("M1", "objective", 40 / 25.4, Place(TOUCHING, 10), pick_up_allowed=True)
        places = {"A1": Place(10, 10), "B1": Place(25, 3)}
        seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
        begin = SetUp(id="s", seats=seats, operatives=cards, places=places, markers=(marker,), free=True, terrain=walls)
        running.begin(begin)
        running.submit(Activate(id="a", operative="A1", order=Order.ENGAGE))
        running.submit(Act(id="lift", operative="A1", action=PICK_UP[edition_id], marker="M1"))
        if fallen:
            running.submit(DeclareDamage(id="hurt", operative="A1", amount=10))
        seen = table_of(running.state)
        lies = {} if token is None else {"M1": Marker("M1", "objective", 40 / 25.4, Placement("M1", token, 10))}
        frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")
        running.seen = Seen(frame, replace(seen, markers=lies))
        return running

    yield made
    games.close()


def faults(running: RunningTable, x: float, by: str = ANY) -> list[str]:
    """Return the rules against a drop at x; none when the token then lies on the board."""
    try:
        running.submit(DropMarker(id="drop", operative="A1", place=Place(x, 10), by=by))
    except RefusedError as refused:
        assert running.state.marker("M1").carried_by == "A1"
        return [finding.rule for finding in refused.findings]
    assert running.state.marker("M1").carried_by is None
    return []


@pytest.mark.parametrize("fallen", [False, True])
@pytest.mark.parametrize(("edition", "rule"), [("kt21", "D21-08"), ("kt24", "D24-12")])
def test_d21_08_d24_12_a_token_is_dropped_within_an_inch(
    carrying: Carrying, edition: str, rule: str, fallen: bool
) -> None:
    running = carrying(edition, fallen=fallen)
    assert faults(running, TOUCHING + 1.05) == [rule]
    assert faults(running, TOUCHING + 0.95) == []


@pytest.mark.parametrize(("edition", "rule"), [("kt21", "D21-08"), ("kt24", "D24-12")])
def test_d21_08_d24_12_a_token_is_dropped_where_its_carrier_sees_it(
    carrying: Carrying, edition: str, rule: str
) -> None:
    running = carrying(edition, BEHIND)
    assert faults(running, TOUCHING + 0.5) == [rule]
    assert faults(running, 20 - TOUCHING - 0.5) == []


def test_d21_08_a_dropped_token_lies_where_the_camera_sees_it_whatever_was_said(carrying: Carrying) -> None:
    assert faults(carrying("kt21", token=TOUCHING + 1.05), TOUCHING) == ["D21-08"]


def test_d21_08_a_dropped_token_that_the_camera_sees_near_is_kept_there(carrying: Carrying) -> None:
    running = carrying("kt21", token=TOUCHING + 0.5)
    assert faults(running, TOUCHING + 3) == []
    assert running.state.marker("M1").place == Place(TOUCHING + 0.5, 10)


def test_d21_08_where_no_place_is_near_the_referee_says_where_a_token_lies(carrying: Carrying) -> None:
    assert faults(carrying("kt21"), TOUCHING + 1.5, by="referee") == []


@pytest.fixture
def placing(carrying: Carrying) -> Callable[..., RunningTable]:
    """A 2024 game in which A1 has carried M1 into an activation of its own, so that it may place it."""

    def made(*walls: Scenery, token: float | None = None) -> RunningTable:
        running = carrying("kt24", *walls, token=token)
        running.submit(EndActivation(id="end", operative="A1"))
        running.submit(Activate(id="again", operative="A1", order=Order.ENGAGE))
        return running

    return made


def refused(running: RunningTable, x: float, by: str = ANY) -> list[str]:
    """Return the rules against placing the marker at x by an action; none when it then lies there."""
    place = Place(x, 10)
    try:
        running.submit(Act(id="place", operative="A1", action="Place Marker", marker="M1", marker_to=place, by=by))
    except RefusedError as refusal:
        assert running.state.marker("M1").carried_by == "A1"
        return [finding.rule for finding in refusal.findings]
    assert running.state.marker("M1").carried_by is None
    return []


def test_d24_11_a_marker_is_placed_by_an_action_within_an_inch(placing: Callable[..., RunningTable]) -> None:
    running = placing()
    assert refused(running, TOUCHING + 1.05) == ["D24-11"]
    assert refused(running, TOUCHING + 0.95) == []


def test_d24_11_a_marker_is_placed_by_an_action_where_it_is_seen(placing: Callable[..., RunningTable]) -> None:
    running = placing(BEHIND)
    assert refused(running, TOUCHING + 0.5) == ["D24-11"]
    assert refused(running, 20 - TOUCHING - 0.5) == []


def test_d24_11_a_placed_marker_lies_where_the_camera_sees_it(placing: Callable[..., RunningTable]) -> None:
    assert refused(placing(token=TOUCHING + 1.05), TOUCHING) == ["D24-11"]


def test_d24_11_a_placed_marker_that_the_camera_sees_near_is_kept_there(placing: Callable[..., RunningTable]) -> None:
    running = placing(token=TOUCHING + 0.5)
    assert refused(running, TOUCHING + 3) == []
    assert running.state.marker("M1").place == Place(TOUCHING + 0.5, 10)


THROWN = 10 + 32 / 25.4 / 2 + 20 / 25.4 / 2
"""Where smoke lies that touches A1, who stands at (10, 10)."""


@pytest.fixture
def thrower(carrying: Carrying) -> Callable[..., RunningTable]:
    """A free 2024 game in which A1 may throw smoke, with nothing in its hands."""

    def made(*walls: Scenery) -> RunningTable:
        running = carrying("kt24", *walls, fallen=False)
        running.submit(DropMarker(id="drop", operative="A1", place=Place(TOUCHING, 10), by="referee"))
        return running

    return made


def smoked(running: RunningTable, x: float, y: float = 10.0, z: float = 0.0) -> set[str]:
    """Return the rules against smoke there; none when it then lies there."""
    place = Place(x, y, z)
    try:
        running.submit(Act(id="smoke", operative="A1", action="Smoke Grenade", marker="smoke-1", marker_to=place))
    except RefusedError as refusal:
        assert "smoke-1" not in running.state.markers
        return {finding.rule for finding in refusal.findings}
    assert running.state.marker("smoke-1").place == place
    return set()


def test_j24_11_smoke_is_thrown_six_inches_at_most(thrower: Callable[..., RunningTable]) -> None:
    running = thrower()
    assert smoked(running, THROWN + 6.05) == {"J24-11"}
    assert smoked(running, THROWN + 5.95) == set()


def test_j24_11_smoke_is_thrown_where_it_is_seen_or_onto_what_is(thrower: Callable[..., RunningTable]) -> None:
    running = thrower(BEHIND, GALLERY)
    assert smoked(running, THROWN + 2.0) == {"J24-11"}
    assert smoked(running, THROWN + 2.0, z=3.0) == {"A24-13", "J24-11"}
    assert smoked(running, 10.0, 12.0, z=3.0) == set()


def test_a24_13_smoke_lies_on_the_killzone(thrower: Callable[..., RunningTable]) -> None:
    running = thrower()
    running.submit(DeclarePlace(id="edge", operative="A1", place=Place(10, 1)))
    assert smoked(running, 10.0, -0.5) == {"A24-13"}
