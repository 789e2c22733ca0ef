"""A picture is drawn in pieces, some side by side: it is the one that is drawn in one piece."""

from __future__ import annotations

import numpy as np
import pytest

from simulation import Choreography, HandMove, Renderer, example_catalogue, example_poses, example_rig
from simulation.render import raster, rays, renderer, stage

MOVED = Choreography(example_catalogue(), example_poses(), (HandMove("a4", 0.0, ((10.2, 10.4), (12.0, 8.0))),))


def drawn() -> list[np.ndarray]:
    """The table before, during and after a move."""
    drawing = Renderer(example_catalogue(), example_rig((400, 225)))
    return [drawing.picture(MOVED.at(t_s), seed=7) for t_s in (0.0, 0.6, 9.0)]


@pytest.fixture(scope="module")
def in_one_piece() -> list[np.ndarray]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rays, "MOST_AT_ONCE", 1)
        patch.setattr(rays, "_BAND_ROWS", 1000)
        patch.setattr(stage, "_GROUND_TILE_PX", 1000)
        patch.setattr(stage, "TILE_PX", 1000)
        patch.setattr(renderer, "TILE_PX", 1000)
        return drawn()


@pytest.mark.parametrize(("at_once", "tile_px"), [(4, raster.TILE_PX), (1, raster.TILE_PX), (3, 37)])
def test_pieces_make_the_whole(
    in_one_piece: list[np.ndarray], monkeypatch: pytest.MonkeyPatch, at_once: int, tile_px: int
) -> None:
    monkeypatch.setattr(rays, "MOST_AT_ONCE", at_once)
    monkeypatch.setattr(rays, "_BAND_ROWS", tile_px)
    monkeypatch.setattr(stage, "_GROUND_TILE_PX", tile_px)
    monkeypatch.setattr(stage, "TILE_PX", tile_px)
    monkeypatch.setattr(renderer, "TILE_PX", tile_px)
    for pieces, whole in zip(drawn(), in_one_piece, strict=True):
        assert np.array_equal(pieces, whole)
