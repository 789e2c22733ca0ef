"""What never changes of targeting lines, more terrain, the board laid elsewhere; where shadows have their borders."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from shapely.geometry import Polygon

from geometry.base import LINE_HALF_WIDTH, Base
from geometry.terrain import Part
from tests.depth import depth
from tests.geometry.duel import SHOOTER, TARGET, R
from tests.geometry.moving import laid
from tests.geometry.single_duel import CROSSING, targeting

pytestmark = pytest.mark.long


@st.composite
def scenes(draw: st.DrawFn) -> tuple[list[Part], float]:
    number = st.floats(-1.5, 1.5)
    parts = []
    for index in range(draw(st.integers(1, 3))):
        share, aside = draw(st.floats(0.15, 0.85)), draw(number)
        middle = np.array([5 + share * 9, 11 + aside])
        wide, deep, angle = draw(st.floats(0.2, 2)), draw(st.floats(0.2, 1)), draw(st.floats(0, math.pi))
        spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        corners = np.array([[-wide, -deep], [wide, -deep], [wide, deep], [-wide, deep]]) / 2 @ spin.T + middle
        clear = min(Polygon(corners).distance(Polygon(_ring(base))) for base in (SHOOTER, TARGET))
        if clear > 0.05:
            top = draw(st.sampled_from([1.0, 2.0, 4.0]))
            parts.append(Part(f"T{index}", f"T{index}", tuple(map(tuple, corners)), 0.0, top))
    return parts, draw(st.sampled_from([0.0, 3.0]))


def _ring(base: Base) -> np.ndarray:
    turn = np.linspace(0, 2 * math.pi, 48)
    return np.stack([base.x + base.radius * np.cos(turn), base.y + base.radius * np.sin(turn)], axis=-1)


@settings(deadline=None, max_examples=depth(25, 60))
@given(scenes())
def test_more_terrain_never_makes_a_shot_cleaner(scene: tuple[list[Part], float]) -> None:
    parts, z = scene
    shooter = SHOOTER.at(5, 11, z)
    before = targeting(shooter, TARGET, parts[:-1], parts[:-1])
    after = targeting(shooter, TARGET, parts, parts)
    assert before.clean is not None or after.clean is None
    assert any(not place.in_cover for place in before.places) or all(place.in_cover for place in after.places)
    assert any(not place.obscured for place in before.places) or all(place.obscured for place in after.places)


@settings(deadline=None, max_examples=depth(25, 60))
@given(scenes(), st.floats(-180, 180), st.floats(-5, 5), st.floats(-5, 5), st.booleans())
def test_shift_turn_and_mirror_change_nothing(
    scene: tuple[list[Part], float], turn: float, dx: float, dy: float, mirror: bool
) -> None:
    parts, z = scene
    moved = laid(turn, (dx, dy), mirror=mirror)

    there = [replace(part, outline=tuple(moved(*corner) for corner in part.outline)) for part in parts]
    here_answer = targeting(SHOOTER.at(5, 11, z), TARGET, parts, parts)
    there_answer = targeting(SHOOTER.at(*moved(5, 11), z), TARGET.at(*moved(TARGET.x, 11)), there, there)
    for name in ("clean", "cover_only", "obscured_only"):
        one, two = getattr(here_answer, name), getattr(there_answer, name)
        if (one is None) != (two is None):
            assert (one or two).room < 1e-5


@settings(deadline=None, max_examples=depth(25, 60))
@given(scenes())
def test_borders_of_level_shadows_are_where_lines_touch_terrain(scene: tuple[list[Part], float]) -> None:
    """Second exact method: the least of distance(p + s (b - p), T) - s R over s is the half width on every border."""
    parts, _ = scene
    middle = np.array([TARGET.x, TARGET.y])
    for part in parts:
        turns = np.linspace(-math.pi, math.pi, 181)

        def crossed(turn: float, part: Part = part) -> bool:
            point = (5 + R * math.cos(turn), 11 + R * math.sin(turn))
            probe = targeting(SHOOTER, TARGET, [part], (), rules=CROSSING, probe=point).probe
            assert probe is not None
            return probe.in_cover

        flags = [crossed(turn) for turn in turns[::12]]
        for index in range(len(flags) - 1):
            if flags[index] == flags[index + 1]:
                continue
            low, high = turns[::12][index], turns[::12][index + 1]
            for _ in range(36):
                halfway = (low + high) / 2
                if crossed(halfway) == flags[index]:
                    low = halfway
                else:
                    high = halfway
            point = np.array([5 + R * math.cos(low), 11 + R * math.sin(low)])
            assert _clearance(point, middle, part) == pytest.approx(LINE_HALF_WIDTH, abs=1e-6)
            break


def _clearance(point: np.ndarray, middle: np.ndarray, part: Part) -> float:
    from shapely.geometry import Point

    def free(share: float) -> float:
        return float(part.polygon.distance(Point(point + share * (middle - point)))) - share * R

    steps = np.linspace(0, 1, 200)
    start = int(np.argmin([free(step) for step in steps]))
    bounds = (steps[max(0, start - 1)], steps[min(199, start + 1)])
    return float(minimize_scalar(free, bounds=bounds, method="bounded", options={"xatol": 1e-13}).fun)
