"""Sight past high walls for many pairs at once: the same answers as one look swept exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.base import BaseShape
from geometry.placement import Placement
from geometry.table import Operative
from geometry.terrain import Part
from geometry.visibility import sight_batch
from geometry.visibility.sight import BODY_SHARE, sight
from tests.depth import depth
from tests.geometry.sight_pairs import see_pairs

HAIR_IN = 0.02 / 25.4


def operative(
    name: str, x: float, y: float, *, head: float, z: float = 0.0, turn: float = 0.0, oval: bool
) -> Operative:
    shape = BaseShape.from_mm((60.0, 35.0) if oval else 32.0)
    return Operative(name, "p1", shape, head, Placement(name, x, y, z, turn))


def wall(name: str, corner: tuple[float, float], along: float, *, bottom: float, top: float, thick: float) -> Part:
    """Return a wall six inches long that begins at a corner."""
    way, aside = np.array([math.cos(along), math.sin(along)]), np.array([-math.sin(along), math.cos(along)])
    here = np.array(corner)
    ring = [here, here + 6 * way, here + 6 * way + thick * aside, here + thick * aside]
    return Part(name, name, tuple((float(x), float(y)) for x, y in ring), bottom, top)


@settings(max_examples=depth(25, 300), deadline=None)
@given(
    heads=st.tuples(st.floats(0.8, 2.0), st.floats(0.8, 2.0)),
    floors=st.tuples(st.sampled_from([0.0, 1.0]), st.sampled_from([0.0, 2.0])),
    share=st.floats(0.1, 0.9),
    off=st.sampled_from([-0.3, -0.01, -HAIR_IN, HAIR_IN, 0.01, 0.3]),
    side=st.sampled_from([-1.0, 1.0]),
    tilt=st.floats(-0.4, 0.4),
    heights=st.tuples(st.sampled_from([0.0, 0.0, 0.5]), st.floats(1.0, 6.0)),
    thick=st.floats(0.05, 1.0),
    second=st.booleans(),
    oval=st.booleans(),
)
def test_many_pairs_past_walls_that_end_by_a_hair_are_seen_as_each_alone(
    heads: tuple[float, float],
    floors: tuple[float, float],
    share: float,
    off: float,
    side: float,
    tilt: float,
    heights: tuple[float, float],
    thick: float,
    second: bool,
    oval: bool,
) -> None:
    one = operative("a", 5.0, 10.0, head=heads[0], z=floors[0], oval=oval)
    other = operative("b", 11.0, 10.0, head=heads[1], z=floors[1], turn=30.0, oval=oval)
    # The wall's end lies about on the line from the eye to the edge of the body, so that its hair decides.
    radius = BODY_SHARE * 32 / 25.4 / 2
    tangent = math.asin(radius / 6.0)
    reach = 0.6 + share * 4.4
    corner = (5.0 + reach * math.cos(tangent), 10.0 + side * (reach * math.sin(tangent) + off))
    walls = [wall("w", corner, -side * math.pi / 2 + tilt, bottom=heights[0], top=heights[1], thick=thick)]
    if second:
        walls.append(wall("v", (8.0, 10.3), 0.3, bottom=0.0, top=heads[0] + 0.2, thick=0.1))
    pairs = [(one, other), (other, one)]
    found = see_pairs(pairs, walls)
    alone = [sight(a, b, walls).visible for a, b in pairs]
    assert found.tolist() == alone


def test_a_wall_over_both_needs_no_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden by one hair or seen past it by one: the wall alone decides it."""
    monkeypatch.delattr(sight_batch, "look_past")
    one = operative("a", 5.0, 10.0, head=1.4, oval=False)
    other = operative("b", 11.0, 10.0, head=1.4, oval=False)
    edge = 10.0 + 3.0 * math.tan(math.asin(BODY_SHARE * 16 / 25.4 / 6.0))
    for off, seen in ((-0.1, True), (0.1, False)):
        walls = [wall("w", (8.0, edge + off), -math.pi / 2, bottom=0.0, top=4.0, thick=0.2)]
        assert see_pairs([(one, other)], walls).tolist() == [seen]
