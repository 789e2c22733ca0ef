"""A move that may end on a deck or under it is judged on both levels, by their probabilities."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geometry.placement import LevelHypothesis, Placement
from geometry.table import Table
from messages.message import Message
from overlook.table.moves.move_classification import (
    MoveCandidate,
    StartLevelTracker,
    classify_move,
    interpret_from_each,
)
from referee.editions.registry import edition_of, ruleset_of
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, Seat
from referee.game.engine.game import Game
from referee.game.intents import Activate, SetUp
from referee.game.judging.position import position_of, table_of
from referee.rules.judgement import Move, Violation
from referee.rules.position import Order
from referee.rules.ruling import Verdict

SIGMA = 0.006
MOVE = {"kt24": "Reposition", "kt21": "Normal Move"}
DECK_IN = 3.0
EDITIONS = pytest.mark.parametrize("edition", ["kt24", "kt21"])

HIGHER = (Message.of("placement-higher", inches=3.0),)
OTHER_LEVEL = Message.of("placement-other-level", thing="A1", each=HIGHER)
BEGAN_HIGHER = Message.of("placement-began-on-other-level", thing="A1", each=HIGHER)


def begun(edition: str, spot: tuple[float, float, float]) -> Game:
    """Return a game in which A1 acts, standing there, and a deck of three inches is over the floor elsewhere."""
    game = Game(ruleset_of(edition).flow)
    cards = (Card("A1", "p1", "One", 2, 6.0, 4, 10), Card("B1", "p2", "Two", 2, 6.0, 4, 10))
    places = {"A1": BoardPlace(*spot), "B1": BoardPlace(25.0, 3.0, 0.0)}
    seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
    corners = ((4.0, 8.0), (10.0, 8.0), (10.0, 12.0), (4.0, 12.0))
    deck = RecordedTerrain("P", "P", corners, 2.8, DECK_IN, ("Light", "Vantage"))
    game.submit(SetUp(id="s", seats=seats, operatives=cards, places=places, terrain=(deck,), free=True))
    game.submit(Activate(id="a", operative="A1", order=Order.ENGAGE))
    return game


def reading(edition: str, z: float, *levels: LevelHypothesis) -> MoveCandidate:
    """Return how a walk of four inches is read that ends at height z, or on those levels, a deck being over the floor.

    On the floor it costs four of six inches; on the deck three of climbing more.
    """
    game = begun(edition, (2.0, 10.0, 0.0))
    table = table_of(game.state)
    place = Placement("A1", 6.0, 10.0, z)
    covariance = np.diag([SIGMA**2, SIGMA**2, 0.0, 0.0])
    covariance += sum((one.p * np.outer(one.away(place), one.away(place)) for one in levels), np.zeros((4, 4)))
    there = replace(table.operative("A1"), placement=replace(place, covariance=covariance, levels=levels))
    seen: Table = replace(table, operatives={**table.operatives, "A1": there})
    (found,) = classify_move(edition_of(edition), game.state, seen, mover="A1", only=MOVE[edition])
    return found


@EDITIONS
@pytest.mark.parametrize("others", [(1.0,), (0.7, 0.2, 0.1), (0.33, 0.56, 0.11)])
def test_a_level_that_is_excluded_decides_nothing(edition: str, others: tuple[float, ...]) -> None:
    """The tags contradict the believed level for certain: the others' probabilities add up to one, or to a bit more."""
    levels = [LevelHypothesis(0.0, 0.0, DECK_IN - 0.001 * k, p) for k, p in enumerate(others)]
    floor = reading(edition, 0.0, *levels).judgement.ruling
    assert 0.0 <= floor.p_yes < 1e-3
    assert floor.verdict() is Verdict.NO


@EDITIONS
def test_a_known_level_is_judged_alone(edition: str) -> None:
    assert reading(edition, 0.0).call is Verdict.YES
    assert reading(edition, DECK_IN).call is Verdict.NO


@EDITIONS
@pytest.mark.parametrize("p", [0.1, 0.4])
def test_a_possible_climb_makes_a_move_too_close_to_call(edition: str, p: float) -> None:
    found = reading(edition, 0.0, LevelHypothesis(0.0, 0.0, DECK_IN, p))
    assert found.judgement.ruling.p_yes == pytest.approx(1.0 - p, abs=1e-6)
    assert found.call is Verdict.TOO_CLOSE
    assert found.label.code == "reading-move-open"
    assert any(one.reason == OTHER_LEVEL for one in found.judgement.ruling.findings)


@EDITIONS
def test_an_unlikely_level_changes_no_call(edition: str) -> None:
    assert reading(edition, 0.0, LevelHypothesis(0.0, 0.0, DECK_IN, 0.03)).call is Verdict.YES
    assert reading(edition, DECK_IN, LevelHypothesis(0.0, 0.0, 0.0, 0.03)).call is Verdict.NO


@EDITIONS
def test_each_level_is_judged_by_the_path_to_its_own_place(edition: str) -> None:
    """On the other level it stands two and a half inches farther on: six and a half of six."""
    found = reading(edition, 0.0, LevelHypothesis(2.5, 0.0, 0.0, 0.2))
    assert found.judgement.ruling.p_yes == pytest.approx(0.8, abs=1e-6)


def set_off(edition: str, z: float, *levels: LevelHypothesis, far: float = 4.0) -> MoveCandidate:
    """Return how a walk along the floor is read of who was last seen at height z over the deck, or on those levels."""
    game = begun(edition, (8.0, 10.0, z))
    table = table_of(game.state)
    stood = replace(Placement("A1", 8.0, 10.0, z), levels=levels)
    there = replace(table.operative("A1"), placement=Placement("A1", 8.0 + far, 10.0, 0.0))
    kept = StartLevelTracker()
    kept.take(game.state, replace(table, operatives={"A1": replace(there, placement=stood)}))
    seen = replace(table, operatives={**table.operatives, "A1": there})
    kept.take(game.state, seen)
    began = kept.of(game.state, "A1")
    known = edition_of(edition)
    (found,) = interpret_from_each(known, game.state, seen, mover="A1", began=began, only=MOVE[edition])
    return found


@EDITIONS
@pytest.mark.parametrize("p", [0.1, 0.4])
def test_a_possible_drop_makes_a_move_too_close_to_call(edition: str, p: float) -> None:
    """Five and a half inches along the floor; from the deck a drop is paid that six do not cover."""
    sure = set_off(edition, 0.0, far=5.5)
    assert sure.call is Verdict.YES
    assert set_off(edition, DECK_IN, far=5.5).call is Verdict.NO
    found = set_off(edition, 0.0, LevelHypothesis(0.0, 0.0, DECK_IN, p), far=5.5)
    assert found.judgement.ruling.p_yes == pytest.approx(1.0 - p, abs=1e-6)
    assert found.call is Verdict.TOO_CLOSE
    assert any(one.reason == BEGAN_HIGHER for one in found.judgement.ruling.findings)
    assert found.act.evidence.rulings[0].p_yes == pytest.approx(1.0 - p, abs=1e-6)


@EDITIONS
@pytest.mark.parametrize("off", [-0.05, -1e-5, 1e-5, 0.05])
def test_a_place_just_off_a_surface_counts_as_on_it(edition: str, off: float) -> None:
    for z in (0.0, DECK_IN):
        found, exact = reading(edition, z + off), reading(edition, z)
        assert found.judgement.charged == exact.judgement.charged
        assert found.judgement.ruling.p_yes == pytest.approx(exact.judgement.ruling.p_yes)
        assert set_off(edition, z + off).judgement.charged == set_off(edition, z).judgement.charged


@EDITIONS
def test_a_move_allowed_on_both_levels_is_certain(edition: str) -> None:
    found = set_off(edition, 0.0, LevelHypothesis(0.0, 0.0, DECK_IN, 0.4), far=2.5)
    assert (found.call is Verdict.YES) is (set_off(edition, DECK_IN, far=2.5).call is Verdict.YES)


@EDITIONS
def test_a_seen_level_replaces_the_possible_ones(edition: str) -> None:
    game = begun(edition, (8.0, 10.0, 0.0))
    table, kept = table_of(game.state), StartLevelTracker()
    doubtful = replace(Placement("A1", 8.0, 10.0, 0.0), levels=(LevelHypothesis(0.0, 0.0, DECK_IN, 0.4),))
    one = table.operative("A1")
    kept.take(game.state, replace(table, operatives={"A1": replace(one, placement=doubtful)}))
    assert kept.of(game.state, "A1") is doubtful
    kept.take(game.state, table)
    assert kept.of(game.state, "A1") is None


@EDITIONS
@pytest.mark.parametrize("sigma", [SIGMA, 0.4])
def test_a_level_with_no_terrain_under_it_carries_nobody(edition: str, sigma: float) -> None:
    position = position_of(begun(edition, (2.0, 10.0, 0.0)).state)
    in_the_air = ((2.0, 10.0, 0.0), (2.0, 14.0, DECK_IN))
    judged = edition_of(edition).judge_move(position, Move("A1", MOVE[edition], in_the_air, sigma=sigma))
    assert Violation.NOT_CARRIED in judged.violations
