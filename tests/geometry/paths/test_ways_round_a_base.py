"""Ways round one base where short increments cost an inch (D21-01), against every way over a dense net of places."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pytest

from geometry.base import Base
from geometry.paths import Scene, StandingBody, cheapest_path
from geometry.paths.pricing import RaisedToOne, Tariff
from geometry.table import Board
from tests.depth import depth
from tests.geometry.paths.building import ROUND

pytestmark = pytest.mark.long

PRICED = Tariff(increments=RaisedToOne(), climbs=None, drops=None)
MOST = 7.0
NET = 0.1
"""Inches that the oracle's net may make a way dearer than the best one."""


def oracle(start: np.ndarray, target: np.ndarray, middle: np.ndarray, turns: int = 3) -> float:
    """Return the price of the cheapest way past a disc over so many places of a net round it."""
    net, step = net_round_the_origin()
    onward = price(net, (target - middle)[None])[:, 0]
    first = price((start - middle)[None], net)[0]
    best = float((first + onward).min())
    for _ in range(turns - 1):
        first = (first[:, None] + step).min(axis=0)
        best = min(best, float((first + onward).min()))
    return best


@lru_cache(maxsize=1)
def net_round_the_origin() -> tuple[np.ndarray, np.ndarray]:
    """Return the places of the net, (n, 2), and the prices from each to each, (n, n)."""
    angle, out = np.meshgrid(np.linspace(0, 2 * math.pi, 120, endpoint=False), np.r_[0.001:0.2:8j, 0.25:1.0:8j])
    far = (ROUND.long + out.ravel())[:, None]
    net = far * np.stack([np.cos(angle.ravel()), np.sin(angle.ravel())], axis=1)
    return net, price(net, net)


def price(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the price of the straight ways from each of `a` to each of `b` past a disc round the origin."""
    along = b[None] - a[:, None]
    length = np.maximum(np.linalg.norm(along, axis=2), 1e-12)
    share = np.clip((-a[:, None] * along).sum(axis=2) / length**2, 0, 1)
    apart = np.linalg.norm(a[:, None] + share[..., None] * along, axis=2)
    return np.where(apart >= ROUND.long - 1e-9, np.maximum(length, 1.0), np.inf)


@pytest.mark.parametrize("seed", range(depth(6, 24)))
def test_d21_01_the_way_round_a_base_is_found_at_the_least_price(seed: int) -> None:
    stream = np.random.default_rng(seed)
    start = np.array([10.0, 11.0])
    gap = float(stream.choice([0.0, 0.02, 0.05, 0.1, 0.3, 0.8]))
    middle = start + (ROUND.long + gap) * np.array([1.0, 0.0])
    target = middle + (ROUND.long + stream.uniform(0.05, 2.5)) * np.array(
        [math.cos(turn := stream.uniform(-0.5, 0.5)), math.sin(turn)]
    )
    scene = Scene(
        Base(ROUND, 0, 0), 1.4, blockers={"B": StandingBody(Base(ROUND, *middle.tolist()), 1.4)}, board=Board(30, 22)
    )
    found = cheapest_path(scene, (*start.tolist(), 0.0), (*target.tolist(), 0.0), tariff=PRICED, allowance=MOST)
    expected = oracle(start, target, middle)
    assert found.path is not None
    assert found.price <= expected + 0.02
    assert found.price >= expected - NET
