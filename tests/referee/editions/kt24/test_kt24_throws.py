"""Where smoke may be thrown, 2024 (rules A24-13, I24-09, I24-10, J24-11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from geometry.placement import Placement
from geometry.terrain import Part
from referee.editions.kt24.edition import KT24
from referee.rules.judgement import Attempt
from referee.rules.ports.actions import judge_attempt
from tests.referee.conftest import Box, Build, Stand


def smoked(
    build: Build, stand: Stand, walls: list[Part], z: float, *, x: float = 13.0, y: float = 10.0, from_z: float = 0.0
) -> list[str]:
    """Return the rules against smoke at (13, 10), thrown from (10, 10); smoke is 0.787 inches across."""
    thrown = Attempt("A1", "Smoke Grenade", lays=Placement("smoke", x, y, z))
    ruling = judge_attempt(KT24, build(stand("A1", 10, 10, from_z), walls=walls), thrown)
    return [finding.rule for finding in ruling.faults]


def test_j24_11_smoke_under_a_deck_is_seen_itself_or_not_thrown_there(build: Build, stand: Stand, box: Box) -> None:
    deck = box("deck", 12, 9, 14, 11, z=(2.5, 3.0), traits="Vantage")
    screen = box("screen", 11.5, 5, 11.6, 15, z=(0, 2.5))
    assert smoked(build, stand, [deck], 0.0) == []
    assert smoked(build, stand, [deck, screen], 0.0) == ["J24-11"]
    assert smoked(build, stand, [deck, screen], 3.0) == []


def test_j24_11_smoke_under_a_deck_is_hidden_from_who_stands_on_it(build: Build, stand: Stand, box: Box) -> None:
    deck = box("deck", 9, 9, 14, 11, z=(2.5, 3.0), traits="Vantage")
    assert smoked(build, stand, [deck], 0.0, from_z=3.0) == ["J24-11"]
    assert smoked(build, stand, [deck], 3.0, from_z=3.0) == []


def test_j24_11_smoke_on_a_floor_under_another_lies_on_the_lower_one(build: Build, stand: Stand, box: Box) -> None:
    """The upper floor is seen, the lower one and its feature are not: the eye is at 1.6, the screen ends at 2.5."""
    upper = box("upper", 12, 9, 14, 11, z=(4.5, 5.0), traits="Vantage")
    lower = box("lower", 12, 9, 14, 11, z=(1.0, 1.5), traits="Vantage")
    screen = box("screen", 11.5, 5, 11.6, 15, z=(0, 2.5))
    assert smoked(build, stand, [upper, lower, screen], 1.5) == ["J24-11"]
    assert smoked(build, stand, [upper, replace(lower, feature="upper"), screen], 1.5) == []


@pytest.mark.parametrize(("traits", "wrong"), [("Vantage", []), ("Heavy", ["J24-11"])])
def test_j24_11_smoke_unseen_on_top_of_seen_terrain_lies_on_its_vantage(
    build: Build, stand: Stand, box: Box, traits: str, wrong: list[str]
) -> None:
    assert smoked(build, stand, [box("block", 12, 9, 14, 11, z=(0, 3.0), traits=traits)], 3.0) == wrong


def test_j24_11_smoke_on_a_vantage_that_is_not_seen_itself_is_not_thrown_there(
    build: Build, stand: Stand, box: Box
) -> None:
    deck = box("deck", 12, 9, 14, 11, z=(2.5, 3.0), traits="Vantage")
    screen = box("screen", 11.5, 5, 11.6, 15, z=(0, 9))
    assert smoked(build, stand, [deck, screen], 3.0) == ["J24-11"]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({}, []),
        ({"see_through": True}, []),
        ({"traits": frozenset({"Insignificant"})}, ["J24-11"]),
        ({"role": "door", "state": "open"}, ["J24-11"]),
    ],
    ids=["a wall", "a grating", "insignificant feet", "an open door"],
)
def test_j24_11_and_i24_09_a_feature_is_seen_by_a_part_that_matters(
    build: Build, stand: Stand, box: Box, given: dict[str, Any], wrong: list[str]
) -> None:
    """The screen hides the deck, not the post before it, which belongs to the same feature."""
    deck = replace(box("deck", 12, 9, 14, 11, z=(2.5, 3.0), traits="Vantage"), feature="ruin")
    post = replace(box("post", 11.2, 9.9, 11.3, 10.1, z=(0, 1)), feature="ruin", **given)
    screen = box("screen", 11.5, 5, 11.6, 15, z=(0, 9))
    assert smoked(build, stand, [deck, post, screen], 3.0) == wrong


@pytest.mark.parametrize("see_through", [False, True])
@pytest.mark.parametrize(
    ("window", "x", "wrong"),
    [(11.6, 15.0, []), (11.8, 13.25, []), (11.8, 13.35, ["J24-11"])],
    ids=["the thrower is near it", "the smoke is near it", "both are far from it"],
)
def test_j24_11_and_i24_10_smoke_is_seen_through_barred_terrain_within_an_inch_of_it(
    build: Build, stand: Stand, box: Box, window: float, x: float, wrong: list[str], see_through: bool
) -> None:
    """The thrower's base ends at 10.63, smoke begins 0.39 before its middle, and the window is 0.1 thick."""
    barred = box("window", window, 5, window + 0.1, 15, z=(0, 9), traits="Barred Heavy")
    assert smoked(build, stand, [replace(barred, see_through=see_through)], 0.0, x=x) == wrong


@pytest.mark.parametrize(("begins", "wrong"), [(12.85, []), (12.95, ["J24-11"])])
def test_j24_11_and_i24_10_a_feature_is_seen_through_barred_terrain_within_an_inch_of_it(
    build: Build, stand: Stand, box: Box, begins: float, wrong: list[str]
) -> None:
    window = box("window", 11.8, 5, 11.9, 15, z=(0, 9), traits="Barred Heavy")
    deck = box("deck", begins, 9, 15.5, 11, z=(2.5, 3.0), traits="Vantage")
    assert smoked(build, stand, [window, deck], 3.0, x=14.5) == wrong


@pytest.mark.parametrize(
    ("x", "y", "z", "wrong"),
    [
        (13.0, 10.0, 3.0, []),
        (12.4, 10.0, 3.0, []),
        (12.3, 10.0, 3.0, ["A24-13"]),
        (13.0, 10.0, 3.05, []),
        (13.0, 10.0, 3.2, ["A24-13", "J24-11"]),
        (13.0, 8.7, 3.0, ["A24-13"]),
        (13.0, 10.0, 2.0, ["A24-13", "A24-13", "J24-11"]),
        (13.0, 10.0, 0.0, ["A24-13", "J24-11"]),
        (11.5, 10.0, 0.0, []),
        (11.7, 10.0, 0.0, ["A24-13"]),
    ],
)
def test_a24_13_smoke_lies_on_what_carries_it_and_in_no_terrain(
    build: Build, stand: Stand, box: Box, x: float, y: float, z: float, wrong: list[str]
) -> None:
    """The block's top is at 3; its near side at x = 12, y = 9; smoke reaches 0.3937 inches from its middle."""
    block = box("block", 12, 9, 14, 11, z=(0, 3.0), traits="Vantage")
    assert smoked(build, stand, [block], z, x=x, y=y) == wrong


@pytest.mark.parametrize(("y", "wrong"), [(0.41, []), (0.37, ["A24-13"])])
def test_a24_13_smoke_hangs_over_no_edge_of_the_killzone(
    build: Build, stand: Stand, y: float, wrong: list[str]
) -> None:
    thrown = Attempt("A1", "Smoke Grenade", lays=Placement("smoke", 10.0, y))
    ruling = judge_attempt(KT24, build(stand("A1", 10, 1)), thrown)
    assert [finding.rule for finding in ruling.faults] == wrong
