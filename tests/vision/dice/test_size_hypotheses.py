"""A picture is explained by dice of one size: pips are a die's, and what two sizes explain is nobody's to guess."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.detections import DetectedDie
from vision.dice.detector import weighed

AT = {"m": (0.0, 0.0), "a": (-0.25, -0.25), "b": (0.25, -0.25), "c": (-0.25, 0.25), "d": (0.25, 0.25)}
PIPS = {1: "m", 2: "ad", 3: "amd", 4: "abcd", 5: "abcdm"}


def die(x: float, edge: float, value: int = 1, confidence: float = 0.8, y: float = 0.0) -> DetectedDie:
    return DetectedDie(value, x, y, edge, confidence, 0.05, 0.02, (0.0, 0.0))


def thrown(
    values: Sequence[int], edge: float, confidence: float, turn: float
) -> tuple[list[DetectedDie], list[DetectedDie]]:
    """Dice in a row, and their pips taken for ones of a third of the size, as surely as can be."""
    large, small = [], []
    for number, value in enumerate(values):
        x = 3.0 * edge * number
        large.append(die(x, edge, value, confidence))
        for name in PIPS[value]:
            u, v = AT[name]
            across, down = u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)
            small.append(die(x + edge * across, edge / 3, 1, 0.95, edge * down))
    return large, small


@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=9),
    st.floats(20, 400),
    st.floats(0.6, 0.9),
    st.floats(0, 6.3),
)
def test_pips_never_win_over_as_many_larger_dice(
    values: list[int], edge: float, confidence: float, turn: float
) -> None:
    dice, pips = thrown(values, edge, confidence, turn)
    best = weighed([pips, dice], len(values))[0]
    assert best.values == tuple(sorted(values))
    if max(values) > 1:
        assert best.edge_px == pytest.approx(edge)


@given(st.lists(st.integers(2, 5), min_size=1, max_size=6), st.floats(0, 6.3), st.booleans())
def test_the_order_in_which_sizes_were_looked_at_makes_no_difference(
    values: list[int], turn: float, larger_first: bool
) -> None:
    dice, pips = thrown(values, 90, 0.85, turn)
    looks = [dice, pips] if larger_first else [pips, dice]
    assert weighed(looks)[0].values == tuple(sorted(values))


def test_small_dice_of_several_values_are_no_marks_of_a_large_one() -> None:
    small = [die(-40, 25, 5, 0.9, -30), die(40, 25, 3, 0.9, 30)]
    best = weighed([small, [die(0, 150, 2, 0.6)]])[0]
    assert best.values == (3, 5)


def test_a_look_with_fewer_dice_than_were_thrown_explains_nothing() -> None:
    assert weighed([[die(0, 60)]], 2) == []
