"""A way that turns round another comes near it twice: it is as sure to keep clear as it is to do so both times."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from geometry.base import BaseShape
from geometry.placement import Placement
from geometry.table import Board, Operative, Table
from referee.editions.registry import ruleset_of
from referee.rules.judgement import Move
from referee.rules.position import Order, Position, Status

SIGMA = 0.0064
DRAWS = 20_000
ACTIONS = {"kt24": "Reposition", "kt21": "Normal Move"}


def standing(name: str, player: str, x: float, y: float) -> Operative:
    at = Placement(name, x, y, covariance=np.diag([SIGMA**2, SIGMA**2, 0.0, 0.0]))
    return Operative(name, player, BaseShape.from_mm(32.0), 1.4, at)


def nearest(begin: np.ndarray, end: np.ndarray, spot: np.ndarray) -> np.ndarray:
    along = end - begin
    share = np.clip(((spot - begin) * along).sum(axis=1) / (along * along).sum(axis=1), 0, 1)
    return np.asarray(np.hypot(*(begin + share[:, None] * along - spot).T))


def sharp(position: Position) -> Position:
    """Return it with all places known exactly."""
    people = {
        name: replace(one, placement=replace(one.placement, covariance=np.zeros((4, 4))))
        for name, one in position.table.operatives.items()
    }
    return replace(position, table=replace(position.table, operatives=people))


@pytest.mark.parametrize(
    ("edition_id", "player", "reach"), [("kt24", "p2", 1.0), ("kt21", "p2", 1.0), ("kt21", "p1", 0.0)]
)
@pytest.mark.parametrize("off", [-0.003, 0.006, 0.014])
def test_a_way_round_another_keeps_out_of_its_reach_or_off_its_base_as_surely_as_on_both_its_legs(
    edition_id: str, player: str, reach: float, off: float
) -> None:
    reach += 32 / 25.4
    turn = np.array([15.0, 11.0 - (reach + off) / math.cos(math.pi / 4)])
    way = [turn + 2.9 * np.array([side, 1.0]) / math.sqrt(2) for side in (-1.0, 1.0)]
    spots = [way[0], turn, way[1]]
    people = {"A": standing("A", "p1", *spots[0]), "B": standing("B", player, 15.0, 11.0)}
    position = Position(Table(Board(), people), dict.fromkeys(people, Status(Order.ENGAGE, 2, 8.0, 10, 10)))
    move = Move("A", ACTIONS[edition_id], tuple((float(x), float(y), 0.0) for x, y in spots), sigma=SIGMA)

    rng = np.random.default_rng(7)
    begin, middle, end, enemy = (
        spot + SIGMA * rng.standard_normal((DRAWS, 2)) for spot in (*spots, np.array([15.0, 11.0]))
    )
    out = (nearest(begin, middle, enemy) > reach) & (nearest(middle, end, enemy) > reach)
    ruling = ruleset_of(edition_id).edition.judge_move(position, move).ruling
    assert ruling.p_yes == pytest.approx(float(out.mean()), abs=0.025)
    without = ruleset_of(edition_id).edition.judge_move(sharp(position), replace(move, sigma=0.0))
    assert without.ruling.holds is (off > 0)


@pytest.mark.parametrize("edition_id", ["kt24", "kt21"])
@pytest.mark.parametrize("off", [-0.003, 0.006, 0.014])
def test_a_charge_round_one_enemy_to_another_keeps_out_of_the_ones_reach_as_surely_as_on_both_its_legs(
    edition_id: str, off: float
) -> None:
    apart = 1.0 + 32 / 25.4
    turn = np.array([15.0, 11.0 - (apart + off) / math.cos(math.pi / 4)])
    way = [turn + 2.9 * np.array([side, 1.0]) / math.sqrt(2) for side in (-1.0, 1.0)]
    spots, target = [way[0], turn, way[1]], way[1] + (apart - 0.5) * np.array([0.0, 1.0])
    people = {
        "A": standing("A", "p1", *spots[0]),
        "B": standing("B", "p2", 15.0, 11.0),
        "C": standing("C", "p2", *target),
    }
    position = Position(Table(Board(), people), dict.fromkeys(people, Status(Order.ENGAGE, 2, 8.0, 10, 10)))
    move = Move("A", "Charge", tuple((float(x), float(y), 0.0) for x, y in spots), sigma=SIGMA)

    rng = np.random.default_rng(11)
    begin, middle, end, enemy = (
        spot + SIGMA * rng.standard_normal((DRAWS, 2)) for spot in (*spots, np.array([15.0, 11.0]))
    )
    out = (nearest(begin, middle, enemy) > apart) & (nearest(middle, end, enemy) > apart)
    ruling = ruleset_of(edition_id).edition.judge_move(position, move).ruling
    assert ruling.p_yes == pytest.approx(float(out.mean()), abs=0.025)
    without = ruleset_of(edition_id).edition.judge_move(sharp(position), replace(move, sigma=0.0))
    assert without.ruling.holds is (off > 0)
