"""A picture in tiles is the picture: what lies in it is told once, where it lies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simulation.cameras.tray_camera import SimulatedTray
from vision.dice import networks as tiling
from vision.dice.detections import dice_at
from vision.dice.networks import EDGE_PX, MOST_PIXELS, OVER_EDGES, WHOLE_PIXELS, least_edge_px, network_pixels, tiles

side = st.integers(64, 9000)
edges = st.floats(6, 200)


@given(side, side, edges, st.floats(0, 1), st.floats(0, 1))
def test_every_place_is_told_by_a_tile_that_sees_around_it(
    width: int, height: int, die_px: float, across: float, down: float
) -> None:
    picture = np.broadcast_to(np.uint8(0), (height, width, 3))
    x, y = across * (width - 1), down * (height - 1)
    telling = [tile for tile in tiles(picture, die_px) if tile.owns(x - tile.left, y - tile.top)]
    assert 1 <= len(telling) <= 4
    for tile in telling:
        seen = tile.image.shape[1], tile.image.shape[0]
        for at, start, length, whole in zip((x, y), (tile.left, tile.top), seen, (width, height), strict=True):
            reach = (OVER_EDGES - 0.2) * die_px - 2
            assert start <= max(0, at - reach)
            assert start + length >= min(whole, at + reach)


@given(side, side, edges)
@example(4323, 4446, 62.0)
def test_no_tile_costs_more_than_a_picture_that_is_looked_at_whole(width: int, height: int, die_px: float) -> None:
    for tile in tiles(np.broadcast_to(np.uint8(0), (height, width, 3)), die_px):
        assert network_pixels(tile.image.shape[1], tile.image.shape[0], die_px) <= WHOLE_PIXELS


@given(side, side)
def test_the_least_edge_is_the_one_that_costs_the_most(width: int, height: int) -> None:
    assert network_pixels(width, height, least_edge_px(width, height)) == pytest.approx(MOST_PIXELS)


def test_dice_are_seen_in_tiles_as_in_the_whole_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    tray = SimulatedTray((1280, 960), die_px=EDGE_PX, seed=5)
    picture = tray.picture(tray.throw([1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1]))
    whole = [die for die in dice_at(picture, EDGE_PX) if die.present > 0.4]
    monkeypatch.setattr(tiling, "WHOLE_PIXELS", 1)
    monkeypatch.setattr(tiling, "SIDE_EDGES", 3.0)
    assert len(list(tiles(picture, EDGE_PX))) > 60
    parts = [die for die in dice_at(picture, EDGE_PX) if die.present > 0.4]
    assert len(whole) == len(parts) == 12
    for die in whole:
        near = min(parts, key=lambda other: np.hypot(other.x_px - die.x_px, other.y_px - die.y_px))
        assert (near.x_px, near.y_px) == pytest.approx((die.x_px, die.y_px), abs=1)
        assert near.value == die.value
        assert near.present == pytest.approx(die.present, abs=0.15)
