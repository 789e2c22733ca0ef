"""Lines that part the surroundings of two bases, against rims drawn with many corners."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from geometry import ellipse
from geometry.base import Base, BaseShape
from geometry.base_arrays import BaseArrays
from geometry.targeting.clipping import midlines
from tests.depth import depth

pytestmark = pytest.mark.long

TURN = np.linspace(0, 2 * np.pi, 2048, endpoint=False)
WAYS = np.stack([np.cos(TURN), np.sin(TURN)], axis=-1)
SHAPES = (BaseShape.from_mm((75, 42)), BaseShape.from_mm((60, 35)), BaseShape.from_mm(32))
ROUNDS = (BaseShape.from_mm(25), BaseShape.from_mm(50))


def lines_of(one: Base, other: Base, near: float, far: float) -> list[tuple[np.ndarray, float]]:
    units, levels = midlines(BaseArrays.of([one]), BaseArrays.of([other]), np.array([near]), np.array([far]))
    return [(unit, level) for unit, level in zip(units[0], levels[0], strict=True) if np.isfinite(level)]


def surroundings(base: Base, width: float) -> shapely.Polygon:
    return shapely.Polygon(ellipse.rim_point(base, WAYS) + width * WAYS)


def random_pair(rng: np.random.Generator, shapes: tuple[BaseShape, ...]) -> tuple[Base, Base]:
    while True:
        one = Base(shapes[rng.integers(2)], 9, 7, 0, rng.uniform(0, 360))
        turn, span = rng.uniform(0, 2 * np.pi), rng.uniform(1, 5)
        other = Base(
            shapes[rng.integers(len(shapes))], 9 + span * np.cos(turn), 7 + span * np.sin(turn), 0, rng.uniform(0, 360)
        )
        if ellipse.separation(one, other)[0] > 0:
            return one, other


@pytest.mark.parametrize("shapes", [SHAPES, ROUNDS], ids=["ovals", "rounds"])
def test_every_way_from_one_base_to_another_that_is_outside_both_surroundings_crosses_a_line_there(
    shapes: tuple[BaseShape, ...],
) -> None:
    rng = np.random.default_rng(7)
    crossed = 0
    for _ in range(depth(16, 150)):
        one, other = random_pair(rng, shapes)
        near, far = rng.choice([0.0, 1.0, 2.0], 2)
        lines = lines_of(one, other, near, far)
        both = shapely.union(surroundings(one, near), surroundings(other, far))
        turns = rng.uniform(0, 2 * np.pi, (2, 30))
        ways = shapely.linestrings(np.stack([ellipse.rim(one, turns[0]), ellipse.rim(other, turns[1])], axis=1))
        for way in shapely.difference(ways, both):
            if way.length < 1e-2 or way.geom_type != "LineString":
                continue
            ends = np.asarray(way.coords)[[0, -1]]
            sides = [ends @ unit - level for unit, level in lines]
            assert any(side[0] <= 1e-3 and side[1] >= -1e-3 for side in sides)
            crossed += 1
    assert crossed > depth(50, 500)


def test_lines_between_overlapping_surroundings_run_through_the_crossings_of_their_borders() -> None:
    rng = np.random.default_rng(8)
    found = 0
    for _ in range(depth(20, 60)):
        one, other = random_pair(rng, SHAPES)
        gap = ellipse.separation(one, other)[0]
        near = far = gap * rng.uniform(0.51, 1.5)
        for unit, level in lines_of(one, other, near, far):
            ends = [_exits(base, unit, level, width) for base, width in ((one, near), (other, far))]
            assert ends[0] == pytest.approx(ends[1], abs=1e-8)
            found += 1
    assert found > depth(25, 80)


def _exits(base: Base, unit: np.ndarray, level: float, width: float) -> tuple[float, float]:
    """Where a line runs in and out of a base's surroundings, by bisection on the distance to the base."""
    across = np.array([-unit[1], unit[0]])

    def outside(along: float) -> bool:
        return ellipse.separation_from_point(base, unit * level + along * across)[0] > width

    sample = np.linspace(-3, 3, 61) + across @ [base.x, base.y]
    inside = sample[np.argmin([ellipse.separation_from_point(base, unit * level + t * across)[0] for t in sample])]
    ends = []
    for far in (inside - 9, inside + 9):
        low, high = inside, far
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (low, middle) if outside(middle) else (middle, high)
        ends.append(low)
    return ends[0], ends[1]


def test_a_slim_oval_that_sticks_out_of_a_disc_on_both_sides_is_parted_from_it_by_two_lines() -> None:
    one, other = Base(BaseShape.from_mm(25), 10, 10), Base(BaseShape.from_mm((75, 20)), 8.999, 9.945, 0, -89.77)
    lines = lines_of(one, other, 1.0, 0.0)
    assert len({round(level, 6) for _, level in lines}) == 2
    both = shapely.union(surroundings(one, 1.0), surroundings(other, 0.0))
    turns = np.random.default_rng(9).uniform(0, 2 * np.pi, (2, 400))
    ways = shapely.linestrings(np.stack([ellipse.rim(one, turns[0]), ellipse.rim(other, turns[1])], axis=1))
    outside = [way for way in shapely.difference(ways, both) if way.length > 1e-2 and way.geom_type == "LineString"]
    assert len(outside) > 5
    for way in outside:
        ends = np.asarray(way.coords)[[0, -1]]
        assert any((ends[0] @ unit - level) * (ends[1] @ unit - level) <= 1e-6 for unit, level in lines)
