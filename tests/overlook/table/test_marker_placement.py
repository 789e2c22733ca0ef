"""Markers are placed near and in sight, where the camera sees them or was told (D21-08, D24-11, D24-12, J24-11)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from geometry.placement import Placement
from geometry.table import Marker
from overlook.table.games.games import Games
from overlook.table.observation.seen_table import SeenTable
from overlook.table.offers.available_actions import available_actions
from overlook.table.offers.panel_menu import menu_of
from overlook.table.requests import game_intent
from overlook.table.session import TableSession
from overlook.table.views.board_view import table_shown
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, Seat
from referee.game.intents import (
    ANY,
    Act,
    Activate,
    DeclareDamage,
    DeclarePlace,
    DropMarker,
    EndActivation,
    Intent,
    SetUp,
)
from referee.game.judging.position import table_of
from referee.game.record import RefusedError
from referee.game.state import MarkerState
from referee.rules.position import Order
from referee.rules.ruling import Verdict
from simulation import example_catalogue, example_rig
from vision.frame import Frame
from web.contract.requests import GAME_REQUESTS
from web.contract.table.available_actions import Needs, OfferView

TOUCHING = 10 + (32 + 40) / 25.4 / 2
BEHIND = RecordedTerrain("W", "W", ((10.7, 5.0), (10.8, 5.0), (10.8, 15.0), (10.7, 15.0)), 0.0, 5.0, ("Heavy",))
GALLERY = RecordedTerrain("G", "G", ((9.0, 11.0), (11.0, 11.0), (11.0, 13.0), (9.0, 13.0)), 2.5, 3.0, ("Vantage",))
PICK_UP = {"kt21": "Pick Up", "kt24": "Pick Up Marker"}
Carrying = Callable[..., TableSession]


@pytest.fixture
def carrying(tmp_path: Path) -> Iterator[Carrying]:
    """A free game in which A1, at (10, 10), has lifted M1; the camera sees M1 lie at `token` where one is given."""
    games = Games(tmp_path)

    def made(
        edition_id: str, *walls: RecordedTerrain, token: float | None = None, fallen: bool = False
    ) -> TableSession:
        rules = ruleset_of(edition_id)
        session = TableSession(
            edition=rules.edition,
            flow=rules.flow,
            catalogue=example_catalogue(),
            rig=example_rig(),
            games=games,
            now_s=time.monotonic,
        )
        cards = (Card("A1", "p1", "One", 2, 6.0, 4, 10), Card("B1", "p2", "Two", 2, 6.0, 4, 10))
        marker = MarkerState("M1", "objective", 40 / 25.4, BoardPlace(TOUCHING, 10), pick_up_allowed=True)
        places = {"A1": BoardPlace(10, 10), "B1": BoardPlace(25, 3)}
        seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
        begin = SetUp(id="s", seats=seats, operatives=cards, places=places, markers=(marker,), free=True, terrain=walls)
        session.begin(begin)
        session.submit(Activate(id="a", operative="A1", order=Order.ENGAGE))
        session.submit(Act(id="lift", operative="A1", action=PICK_UP[edition_id], marker="M1"))
        if fallen:
            session.submit(DeclareDamage(id="hurt", operative="A1", amount=10))
        seen = table_of(session.state)
        lies = {} if token is None else {"M1": Marker("M1", "objective", 40 / 25.4, Placement("M1", token, 10))}
        frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime(2026, 11, 22, tzinfo=UTC), "test")
        session.seen = SeenTable(frame, replace(seen, markers=lies))
        return session

    yield made
    games.close()


def faults(session: TableSession, x: float, by: str = ANY) -> list[str]:
    """Return the rules against a drop at x; none when the token then lies on the board."""
    try:
        session.submit(DropMarker(id="drop", operative="A1", place=BoardPlace(x, 10), by=by))
    except RefusedError as refused:
        assert session.state.marker("M1").carried_by == "A1"
        return [finding.rule for finding in refused.findings]
    assert session.state.marker("M1").carried_by is None
    return []


@pytest.mark.parametrize("fallen", [False, True])
@pytest.mark.parametrize(("edition", "rule"), [("kt21", "D21-08"), ("kt24", "D24-12")])
def test_d21_08_d24_12_a_token_is_dropped_within_an_inch(
    carrying: Carrying, edition: str, rule: str, fallen: bool
) -> None:
    session = carrying(edition, fallen=fallen)
    assert faults(session, TOUCHING + 1.05) == [rule]
    assert faults(session, TOUCHING + 0.95) == []


@pytest.mark.parametrize(("edition", "rule"), [("kt21", "D21-08"), ("kt24", "D24-12")])
def test_d21_08_d24_12_a_token_is_dropped_where_its_carrier_sees_it(
    carrying: Carrying, edition: str, rule: str
) -> None:
    session = carrying(edition, BEHIND)
    assert faults(session, TOUCHING + 0.5) == [rule]
    assert faults(session, 20 - TOUCHING - 0.5) == []


@pytest.mark.parametrize(("edition", "rule"), [("kt21", "D21-01"), ("kt24", "A24-01")])
def test_a24_01_d21_01_a_token_is_dropped_on_the_board(carrying: Carrying, edition: str, rule: str) -> None:
    session = carrying(edition)
    session.submit(DeclarePlace(id="edge", operative="A1", place=BoardPlace(1.2, 10), by="referee"))
    assert faults(session, 0.6) == [rule]
    assert faults(session, 0.8) == []


def test_d21_08_a_dropped_token_is_judged_where_the_camera_sees_it(carrying: Carrying) -> None:
    assert faults(carrying("kt21", token=TOUCHING + 1.05), TOUCHING) == ["D21-08"]


def test_d21_08_a_dropped_token_that_the_camera_sees_near_is_kept_there(carrying: Carrying) -> None:
    session = carrying("kt21", token=TOUCHING + 0.5)
    assert faults(session, TOUCHING + 3) == []
    assert session.state.marker("M1").place == BoardPlace(TOUCHING + 0.5, 10)


def test_d21_08_the_referee_may_place_a_token_anywhere(carrying: Carrying) -> None:
    assert faults(carrying("kt21"), TOUCHING + 1.5, by="referee") == []


@pytest.fixture
def placing(carrying: Carrying) -> Callable[..., TableSession]:
    """A 2024 game in which A1 has carried M1 into an activation of its own, so that it may place it."""

    def made(*walls: RecordedTerrain, token: float | None = None) -> TableSession:
        session = carrying("kt24", *walls, token=token)
        session.submit(EndActivation(id="end", operative="A1"))
        session.submit(Activate(id="again", operative="A1", order=Order.ENGAGE))
        return session

    return made


def refused(session: TableSession, x: float, by: str = ANY) -> list[str]:
    """Return the rules against placing the marker at x by an action; none when it then lies there."""
    place = BoardPlace(x, 10)
    try:
        session.submit(Act(id="place", operative="A1", action="Place Marker", marker="M1", marker_to=place, by=by))
    except RefusedError as refusal:
        assert session.state.marker("M1").carried_by == "A1"
        return [finding.rule for finding in refusal.findings]
    assert session.state.marker("M1").carried_by is None
    return []


def test_d24_11_a_marker_is_placed_by_an_action_within_an_inch(placing: Callable[..., TableSession]) -> None:
    session = placing()
    assert refused(session, TOUCHING + 1.05) == ["D24-11"]
    assert refused(session, TOUCHING + 0.95) == []


def test_d24_11_a_marker_is_placed_by_an_action_where_it_is_seen(placing: Callable[..., TableSession]) -> None:
    session = placing(BEHIND)
    assert refused(session, TOUCHING + 0.5) == ["D24-11"]
    assert refused(session, 20 - TOUCHING - 0.5) == []


def test_d24_11_a_placed_marker_lies_where_the_camera_sees_it(placing: Callable[..., TableSession]) -> None:
    assert refused(placing(token=TOUCHING + 1.05), TOUCHING) == ["D24-11"]


def test_d24_11_a_placed_marker_that_the_camera_sees_near_is_kept_there(placing: Callable[..., TableSession]) -> None:
    session = placing(token=TOUCHING + 0.5)
    assert refused(session, TOUCHING + 3) == []
    assert session.state.marker("M1").place == BoardPlace(TOUCHING + 0.5, 10)


THROWN = 10 + 32 / 25.4 / 2 + 20 / 25.4 / 2
"""Where smoke lies that touches A1, who stands at (10, 10)."""


@pytest.fixture
def thrower(carrying: Carrying) -> Callable[..., TableSession]:
    """A free 2024 game in which A1 may throw smoke, with nothing in its hands."""

    def made(*walls: RecordedTerrain) -> TableSession:
        session = carrying("kt24", *walls, fallen=False)
        session.submit(DropMarker(id="drop", operative="A1", place=BoardPlace(TOUCHING, 10), by="referee"))
        return session

    return made


def smoked(session: TableSession, x: float, y: float = 10.0, z: float = 0.0) -> set[str]:
    """Return the rules against smoke there; none when it then lies there."""
    place = BoardPlace(x, y, z)
    try:
        session.submit(Act(id="smoke", operative="A1", action="Smoke Grenade", marker="smoke-1", marker_to=place))
    except RefusedError as refusal:
        assert "smoke-1" not in session.state.markers
        return {finding.rule for finding in refusal.findings}
    assert session.state.marker("smoke-1").place == place
    return set()


def test_j24_11_smoke_is_thrown_six_inches_at_most(thrower: Callable[..., TableSession]) -> None:
    session = thrower()
    assert smoked(session, THROWN + 6.05) == {"J24-11"}
    assert smoked(session, THROWN + 5.95) == set()


def test_j24_11_smoke_is_thrown_to_a_visible_place(thrower: Callable[..., TableSession]) -> None:
    session = thrower(BEHIND, GALLERY)
    assert smoked(session, THROWN + 2.0) == {"J24-11"}
    assert smoked(session, THROWN + 2.0, z=3.0) == {"A24-13", "J24-11"}
    assert smoked(session, 10.0, 12.0, z=3.0) == set()


def test_a24_13_smoke_lies_on_the_killzone(thrower: Callable[..., TableSession]) -> None:
    session = thrower()
    session.submit(DeclarePlace(id="edge", operative="A1", place=BoardPlace(10, 1, declared=True)))
    assert smoked(session, 10.0, -0.5) == {"A24-13"}


@pytest.fixture
def with_token(thrower: Callable[..., TableSession]) -> Callable[..., TableSession]:
    """The same game, with the camera seeing a smoke token lie at (x, 10)."""

    def made(x: float) -> TableSession:
        session = thrower()
        laid_ready(session, x)
        return session

    return made


def laid_ready(session: TableSession, x: float) -> None:
    seen = session.seen
    assert seen is not None
    token = Marker("sm1", "smoke", 20 / 25.4, Placement("sm1", x, 10))
    session.take_frame(replace(seen, table=replace(seen.table, markers={"sm1": token}, settled=True)))


def smoke_offer(session: TableSession) -> OfferView:
    context = session.facts().context()
    assert context is not None
    offers = available_actions(context)
    assert offers is not None
    return next(one for one in offers.actions if one.action == "Smoke Grenade")


def test_j24_11_a_smoke_token_in_view_is_not_in_play_until_it_is_thrown(
    with_token: Callable[..., TableSession],
) -> None:
    session = with_token(THROWN + 2)
    context = session.facts().context()
    assert context is not None
    assert "sm1" not in context.position.table.markers
    assert [one.kind for one in table_shown(session.facts(), None).markers if one.id == "sm1"] == ["smoke token"]
    session.submit(perform(session, "sm1"))
    thrown = session.facts().context()
    assert thrown is not None
    assert thrown.position.table.markers["sm1"].kind == "smoke"
    (smoke,) = (one for one in table_shown(session.facts(), None).markers if one.id == "sm1")
    assert (smoke.kind, smoke.spread) == ("smoke", 1.0)


def test_j24_11_a_smoke_token_that_lies_within_a_throw_is_offered_where_it_lies(
    with_token: Callable[..., TableSession],
) -> None:
    session = with_token(THROWN + 5.9)
    offer = smoke_offer(session)
    (way,) = offer.choices
    assert (offer.needs, way.marker, way.possible) == (Needs.PLACE, "sm1", True)
    session.submit(perform(session, "sm1"))
    assert session.state.marker("sm1").place == BoardPlace(THROWN + 5.9, 10)


def test_j24_11_a_smoke_token_that_lies_too_far_is_refused_as_measured(with_token: Callable[..., TableSession]) -> None:
    session = with_token(THROWN + 6.1)
    (way,) = smoke_offer(session).choices
    assert (way.possible, way.verdict) == (False, Verdict.NO)
    assert "a throw reaches" in way.why
    with pytest.raises(RefusedError):
        session.submit(perform(session, "sm1"))


def test_offers_are_recomputed_only_when_a_smoke_token_is_moved(
    with_token: Callable[..., TableSession],
) -> None:
    session = with_token(12.0)
    before = session.facts().offers_key
    laid_ready(session, 12.01)
    assert session.facts().offers_key == before
    laid_ready(session, 12.5)
    assert session.facts().offers_key != before


def test_the_panel_throws_the_smoke_token_where_it_lies(with_token: Callable[..., TableSession]) -> None:
    session = with_token(THROWN + 2)
    context = session.facts().context()
    assert context is not None
    menu = menu_of(session.state, session.sequence, session.game.prompts, offers=available_actions(context))
    (smoke,) = (item for item in menu.items if item.choice.startswith("Smoke Grenade"))
    assert str(smoke.label) == "Smoke Grenade: smoke token SM1 at its place"
    session.submit(smoke.of("thrown"))
    assert session.state.marker("sm1").place == BoardPlace(THROWN + 2, 10)


def test_smoke_tokens_in_view_when_a_game_begins_are_not_in_play(with_token: Callable[..., TableSession]) -> None:
    session = with_token(12.0)
    assert "sm1" not in {one.id for one in session.new_game(free=True).markers}


def perform(session: TableSession, marker: str) -> Intent:
    """Return what the panel or the page sends, as the game takes it."""
    request = GAME_REQUESTS["act"].model_validate(
        {"kind": "act", "operative": "A1", "action": "Smoke Grenade", "marker": marker}
    )
    return game_intent(request, by=ANY, key=f"smoke-{session.sequence}", facts=session.facts())


def test_d24_11_the_panel_places_a_carried_marker_where_its_carrier_stands(
    placing: Callable[..., TableSession],
) -> None:
    session = placing()
    context = session.facts().context()
    assert context is not None
    menu = menu_of(session.state, session.sequence, session.game.prompts, offers=available_actions(context))
    (place,) = (item for item in menu.items if item.choice.startswith("Place Marker"))
    session.submit(place.of("placed"))
    assert session.state.marker("M1").place == BoardPlace(10, 10)
