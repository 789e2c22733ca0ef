"""Vantage counts as surely as the level, the height and the deck's edge are known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.base import BaseShape
from geometry.limits import ndtr
from geometry.placement import LevelHypothesis, Placement
from geometry.table import Board, Operative, Table
from geometry.terrain import Part
from messages.message import Message
from referee.editions.registry import ruleset_of
from referee.rules.judgement import Shot, ShotJudgement
from referee.rules.position import Order, Position, Status
from referee.rules.support import higher_chance, on_vantage_chance, vantage_chance
from referee.rules.weapon import RuleUse

RULE = {"kt24": "E24-03", "kt21": "E21-02"}
EDITIONS = pytest.mark.parametrize("edition", ["kt24", "kt21"])
SIGMA = 0.01
RADIUS = 16 / 25.4


def block(name: str, x0: float, x1: float, top: float, *traits: str, y: tuple[float, float] = (8.0, 14.0)) -> Part:
    return Part(name, name, ((x0, y[0]), (x1, y[0]), (x1, y[1]), (x0, y[1])), 0.0, top, traits=frozenset(traits))


def standing(
    name: str,
    x: float,
    z: float,
    *,
    sigma: float = SIGMA,
    sigma_z: float = 0.0,
    also: tuple[LevelHypothesis, ...] = (),
) -> Operative:
    place = Placement(name, x, 11.0, z)
    covariance = np.diag([sigma**2, sigma**2, sigma_z**2, 0.0])
    covariance += sum((level.p * np.outer(level.away(place), level.away(place)) for level in also), np.zeros((4, 4)))
    place = replace(place, covariance=covariance, levels=also)
    player = "p1" if name == "A" else "p2"
    return Operative(name, player, BaseShape.from_mm(32.0), 1.4, place)


def table(shooter: Operative, *parts: Part) -> Position:
    """Return a shooter, and a concealed target behind a low Light wall some inches off."""
    target = standing("B", 14.0, 0.0)
    low = Part(
        "low", "low", ((13.0, 9.0), (13.2, 9.0), (13.2, 13.0), (13.0, 13.0)), 0.0, 1.0, traits=frozenset({"Light"})
    )
    there = Table(Board(), {"A": shooter, "B": target}, (*parts, low))
    status = {"A": Status(Order.ENGAGE, 2, 6.0, 10, 10), "B": Status(Order.CONCEAL, 2, 6.0, 10, 10)}
    return Position(there, status)


def may_select(edition: str, position: Position) -> float:
    return ruleset_of(edition).edition.judge_shot(position, Shot("A", "B")).selectable.p_yes


@EDITIONS
@pytest.mark.parametrize("p_floor", [0.02, 0.3, 0.8])
def test_a_shooter_that_may_stand_on_the_floor_has_its_vantage_as_surely_as_its_level(
    edition: str, p_floor: float
) -> None:
    deck = block("deck", 2.0, 7.0, 3.0, "Vantage")
    known = may_select(edition, table(standing("A", 5.0, 3.0), deck))
    assert known == pytest.approx(1.0), "from above, Light cover does not conceal"
    assert may_select(
        edition, table(standing("A", 5.0, 3.0, also=(LevelHypothesis(0.0, 0.0, 0.0, p_floor),)), deck)
    ) == pytest.approx(1.0 - p_floor, abs=1e-6)


@EDITIONS
@pytest.mark.parametrize("out", [-0.02, -0.005, 0.0, 0.01, 0.02])
def test_a_base_at_the_edge_of_vantage_terrain_has_it_as_surely_as_it_touches_it(edition: str, out: float) -> None:
    """A plain roof lies beside the deck, equally high, so that something else may carry all of the base."""
    seam = 6.0
    deck, roof = block("deck", seam, 7.5, 3.0, "Vantage"), block("roof", 1.0, seam, 3.0, "Heavy")
    position = table(standing("A", seam - RADIUS - out, 3.0), deck, roof)
    assert may_select(edition, position) == pytest.approx(float(ndtr(-out / SIGMA)), abs=2e-3)


def test_what_nothing_else_carries_stands_on_its_deck_for_certain() -> None:
    one = standing("A", 6.0 - RADIUS + 0.005, 3.0)
    assert on_vantage_chance(table(one, block("deck", 6.0, 9.0, 3.0, "Vantage")), one) == 1.0


@pytest.mark.parametrize(("top", "accurate"), [(3.0, 1), (5.0, 2)])
def test_accurate_from_vantage_says_how_sure_it_is(top: float, accurate: int) -> None:
    """Where a plain roof carries the base as well, the deck's edge decides it; the level does, too."""
    seam = 6.0
    parts = block("deck", seam, 7.5, top, "Vantage"), block("roof", 1.0, seam, top, "Heavy")
    edition = ruleset_of("kt24").edition

    def judged(shooter: Operative) -> ShotJudgement:
        position = table(shooter, *parts)
        engaged = {name: replace(one, order=Order.ENGAGE) for name, one in position.status.items()}
        return edition.judge_shot(replace(position, status=engaged), Shot("A", "B"))

    near = judged(standing("A", seam - RADIUS + SIGMA, top))
    assert near.modifiers.accurate == accurate
    assert near.vantage is not None
    assert near.vantage.p_yes == pytest.approx(float(ndtr(1.0)), abs=2e-3)
    assert judged(standing("A", seam + 0.7, top)).vantage is None
    lower = judged(standing("A", seam + 0.7, top, also=(LevelHypothesis(0.0, 0.0, 0.0, 0.2),)))
    assert lower.vantage is not None
    assert lower.vantage.p_yes == pytest.approx(0.8)


@given(margin=st.floats(-0.05, 0.05).filter(lambda one: abs(one) > 1e-4))
def test_a_height_near_the_rules_is_as_sure_as_it_was_measured(margin: float) -> None:
    one, other = standing("A", 5.0, 2.0 + margin, sigma_z=SIGMA), standing("B", 14.0, 0.0, sigma_z=SIGMA)
    deck = block("deck", 2.0, 7.0, 2.0 + margin, "Vantage")
    expected = float(ndtr(margin / (SIGMA * math.sqrt(2))))
    assert higher_chance(one, other, 2.0) == pytest.approx(expected)
    assert vantage_chance(table(one, deck), one, other, 2.0) == pytest.approx(expected)


def test_heights_that_were_declared_to_be_the_rules_are_taken_so() -> None:
    one, other = standing("A", 5.0, 2.0, sigma_z=SIGMA), standing("B", 14.0, 0.0, sigma_z=SIGMA)
    assert higher_chance(one, other, 2.0) == 1.0


@EDITIONS
def test_what_is_known_exactly_has_no_doubt(edition: str) -> None:
    for x, top, seen in ((5.0, 3.0, 1.0), (5.0, 1.9, 0.0)):
        deck = block("deck", 2.0, 7.0, top, "Vantage")
        assert may_select(edition, table(standing("A", x, top, sigma=0.0), deck)) == seen


@EDITIONS
def test_sight_from_either_level_counts_as_that_level_is_probable(edition: str) -> None:
    """From the deck the wall is looked over, from the floor it hides: nothing in between is a normal error."""
    deck, wall = block("deck", 2.0, 7.0, 3.0, "Vantage"), block("wall", 8.0, 8.2, 2.5, "Heavy")
    target = standing("B", 14.0, 0.0)
    for p_floor in (0.1, 0.6):
        shooter = standing("A", 6.0, 3.0, also=(LevelHypothesis(0.0, 0.0, 0.0, p_floor),))
        there = Table(Board(), {"A": shooter, "B": target}, (deck, wall))
        position = Position(there, {name: Status(Order.ENGAGE, 2, 6.0, 10, 10) for name in "AB"})
        judged = ruleset_of(edition).edition.judge_shot(position, Shot("A", "B"))
        assert judged.visible.p_yes == pytest.approx(1.0 - p_floor, abs=1e-6)
        lower = Message.of("placement-lower", inches=3.0)
        assert judged.visible.findings[-1].reason == Message.of("placement-other-level", thing="A", each=[lower])


@EDITIONS
def test_a_level_aside_is_judged_where_the_model_would_stand_on_it(edition: str) -> None:
    """What stands lower is seen elsewhere, too: the range is that of the level."""
    shooter = standing("A", 6.0, 3.0, also=(LevelHypothesis(-2.0, 0.0, 0.0, 0.3),))
    deck = block("deck", 2.0, 7.0, 3.0, "Vantage")
    there = Table(Board(), {"A": shooter, "B": standing("B", 14.0, 0.0)}, (deck,))
    position = Position(there, {name: Status(Order.ENGAGE, 2, 6.0, 10, 10) for name in "AB"})
    reach = RuleUse("range", 9.0 - 2 * RADIUS)
    judged = ruleset_of(edition).edition.judge_shot(position, Shot("A", "B", (reach,)))
    assert judged.selectable.p_yes == pytest.approx(0.7, abs=1e-6)
