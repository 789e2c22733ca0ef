"""Where a Charge may end as it is drawn: exact, or said to be the widest that it may be (rules D24-07, D21-04)."""

from __future__ import annotations

import random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.errors import GeometryError
from geometry.paths import LevelReach
from overlook.table.rulings.judging_context import JudgingContext, ShotCache
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, Seat
from referee.game.engine.game import Game
from referee.game.intents import SetUp, read_intent
from referee.game.judging.position import edition_of_game, table_of
from referee.rules.judgement import Move, Violation
from tests.overlook.whole_table import WHERE

INSIDE = 0.12
"""Inches within an outline that its corners do not bear on."""

Spots = dict[str, tuple[float, float]]


def context_of(edition: str, killzone: str | None, spots: Spots, *, wall: bool = False) -> JudgingContext:
    """Return a game in which A1 is active; B's are enemies."""
    cards = tuple(Card(name, "p1" if name[0] == "A" else "p2", name, 2, 6.0, 4, 10) for name in spots)
    corners = ((10.0, 9.0), (10.2, 9.0), (10.2, 12.0), (10.0, 12.0))
    terrain = (RecordedTerrain("t", "t", corners, 0.0, 2.5, ("Heavy",)),) if wall else ()
    game = Game(ruleset_of(edition).flow)
    places = {name: BoardPlace(*spot) for name, spot in spots.items()}
    seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
    game.submit(
        SetUp(id="s", seats=seats, operatives=cards, places=places, terrain=terrain, killzone=killzone, free=True)
    )
    game.submit(read_intent({"kind": "activate", "id": "a", "operative": "A1", "order": "engage"}))
    here = edition_of_game(ruleset_of(edition).edition, game.state)
    return JudgingContext(here, ruleset_of(edition).flow, game.timeline, table_of(game.state), ShotCache(), sharp=True)


def charged(context: JudgingContext) -> tuple[tuple[LevelReach, ...], bool]:
    """Return the areas of A1's Charge and whether they are a bound alone."""
    search = context.edition.movement.search(context.edition, context.position, "A1", "Charge")
    levels = search.areas()
    return levels, search.bounds_alone(levels)


def may_end(context: JudgingContext, x: float, y: float) -> bool:
    """Return whether the judge lets A1's Charge end there, by the cheapest way."""
    search = context.edition.movement.search(context.edition, context.position, "A1", "Charge")
    way = search.find_path((x, y, 0.0)).path
    if way is None:
        return False
    judged = context.edition.judge_move(context.position, Move("A1", "Charge", way))
    return set(judged.violations) <= {Violation.PRECONDITION}


def places_in(levels: tuple[LevelReach, ...], stream: random.Random, count: int) -> list[tuple[float, float]]:
    """Return places well inside the areas on the floor."""
    area = shapely.unary_union([level.region for level in levels if level.z == 0]).buffer(-INSIDE)
    if area.is_empty:
        return []
    left, low, right, high = area.bounds
    tried = ((stream.uniform(left, right), stream.uniform(low, high)) for _ in range(40 * count))
    return [place for place in tried if area.contains(shapely.Point(place))][:count]


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(WHERE), st.booleans())
def test_where_nothing_is_said_the_judge_lets_a_charge_end_anywhere_in_its_area(
    seed: int, where: tuple[str, str | None], wall: bool
) -> None:
    stream = random.Random(seed)
    spots: Spots = {"A1": (7.0, 11.0)}
    for number in range(1, stream.randint(1, 3) + 1):
        spots[f"B{number}"] = (stream.uniform(9.6, 14.0), stream.uniform(7.0, 15.0))
    context = context_of(*where, spots, wall=wall)
    try:
        levels, bound = charged(context)
    except GeometryError:
        return
    for place in places_in(levels, stream, 4):
        assert may_end(context, *place) or bound, (spots, place)


@pytest.mark.parametrize("where", WHERE)
def test_the_shadow_of_a_lone_enemy_is_drawn_and_said_to_be_so(where: tuple[str, str | None]) -> None:
    """B2 stands behind B1: past B1's reach on either side it is too far."""
    one = {"A1": (7.0, 11.0), "B1": (11.0, 11.0)}
    levels, bound = charged(context_of(*where, one))
    assert levels
    assert not bound
    behind = context_of(*where, {**one, "B2": (15.4, 11.0)})
    levels, bound = charged(behind)
    assert bound
    assert any(level.region.contains(shapely.Point(13.6, 11.0)) for level in levels)
    assert not may_end(behind, 13.6, 11.0)
    apart = charged(context_of(*where, {**one, "B2": (3.0, 11.0)}))
    assert not apart[1], "each is charged without passing the other"


@pytest.mark.parametrize("where", WHERE)
def test_who_may_not_see_whom_it_charges_is_said_too(where: tuple[str, str | None]) -> None:
    assert charged(context_of(*where, {"A1": (7.0, 11.0), "B1": (11.0, 11.0)}, wall=True))[1]
