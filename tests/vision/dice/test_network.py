"""Flips and scales are undone exactly: shown with a stand-in for the network that answers what it sees."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.detections import peaks
from vision.dice.detector import dice_in
from vision.dice.networks import CELL_PX, EDGE_PX, KINDS, Networks, cells_of, networks


class Mirror:
    """Says "a one lies here" as loudly as a cell is bright, that faces lean right and down, the edge 40 px."""

    def run(self, _: None, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        plane = given["x"][0]
        rows, columns = plane.shape[1] // CELL_PX, plane.shape[2] // CELL_PX
        bright = cv2.resize(plane.mean(axis=0), (columns, rows), interpolation=cv2.INTER_AREA)
        said = np.full((1, KINDS + 3, rows, columns), -6.0, dtype=np.float32)
        said[0, 0] = bright * 3
        said[0, KINDS] = 0
        said[0, KINDS + 1], said[0, KINDS + 2] = 0.3, 0.2
        return [said]


def spot(x: float, y: float, size: tuple[int, int] = (430, 310), spread: float = 9.0) -> NDArray[np.uint8]:
    gy, gx = np.mgrid[0 : size[1], 0 : size[0]]
    light = 230 * np.exp(-((gx - x) ** 2 + (gy - y) ** 2) / (2 * spread * spread))
    return np.repeat(light[..., None], 3, axis=2).astype(np.uint8)


@pytest.mark.parametrize("flips", [1, 2, 3, 4])
@pytest.mark.parametrize(("x", "y"), [(101.0, 83.0), (333.3, 201.7), (215.0, 60.5)])
@pytest.mark.parametrize("ratio", [0.7, 1.0, 1.3])
def test_a_spot_is_found_where_it_is(flips: int, x: float, y: float, ratio: float) -> None:
    session: Any = Mirror()
    (found,) = peaks(cells_of(spot(x, y, spread=9 / ratio), ratio, flips, session=session), ratio, 0.5)
    assert (found.x_px, found.y_px) == pytest.approx((x, y), abs=1.2 / ratio)
    assert found.value == 1


def test_flips_do_not_blur_the_answer() -> None:
    session: Any = Mirror()
    one, four = (cells_of(spot(150, 120), flips=flips, session=session).kinds[0] for flips in (1, 4))
    assert np.abs(one - four).max() < 0.12


def test_the_lean_is_turned_back_with_the_flip() -> None:
    session: Any = Mirror()
    assert np.allclose(cells_of(spot(150, 120), flips=1, session=session).lean, [[[0.3]], [[0.2]]])
    assert np.allclose(cells_of(spot(150, 120), flips=2, session=session).lean, 0, atol=1e-6)


def test_the_edge_is_that_of_the_plain_scale() -> None:
    session: Any = Mirror()
    edges = cells_of(spot(150, 120), flips=4, session=session).edge_px
    expected = EDGE_PX * 2 ** (-(np.log2(1.12) + np.log2(0.86)) / 4)
    assert np.allclose(edges, expected, rtol=0.02)


class FromTheSide(Mirror):
    """Knows what is up by what is bright, says that faces lean there, and remembers how it was shown the picture."""

    def __init__(self) -> None:
        self.shown: list[tuple[bool, int]] = []

    def run(self, _: None, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        said = super().run(None, given)
        rows = given["x"].shape[2]
        down = bool(given["x"][0, :, : rows // 2].mean() < given["x"][0, :, rows // 2 :].mean())
        said[0][0, KINDS + 1], said[0][0, KINDS + 2] = 0, 0.6 if down else -0.6
        self.shown.append((down, rows))
        return said


def test_dice_seen_from_the_side_are_looked_at_upright_and_nearer_and_farther() -> None:
    session: Any = FromTheSide()
    dice_in(spot(150, 80), 40.0, by=Networks(session, networks().looks))
    first, then = session.shown[:4], session.shown[4:]
    assert {down for down, _ in first} == {True, False}
    assert {down for down, _ in then} == {False}
    rows = [size for _, size in then]
    assert max(rows) > 1.3 * max(size for _, size in first)
    assert min(rows) < 0.8 * min(size for _, size in first)


@pytest.mark.parametrize("size", [(33, 47), (8, 8), (641, 479)])
def test_any_size_of_picture_has_its_cells(size: tuple[int, int]) -> None:
    cells = cells_of(np.full((size[1], size[0], 3), 90, np.uint8), flips=4)
    assert cells.kinds.shape == (KINDS, -(-size[1] // CELL_PX), -(-size[0] // CELL_PX))
    assert np.isfinite(cells.kinds).all()
    assert ((cells.kinds >= 0) & (cells.kinds <= 1)).all()


def test_nothing_is_seen_on_plain_grounds() -> None:
    for level in (20, 90, 160, 235):
        assert [die for die in dice_in(np.full((300, 400, 3), level, np.uint8), 40.0) if die.present > 0.4] == []


def test_it_tells_nobody_of_a_table_and_leaves_nothing_at_its_users_home(tmp_path: Path) -> None:
    program = (
        "import os; from pathlib import Path; from vision.dice.networks import networks; networks(); "
        "print(*(os.path.realpath(one) for one in Path('/proc/self/fd').iterdir()), sep='\\n')"
    )
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    telling = {name: value for name, value in os.environ.items() if name not in {"ORT_DISABLE_TELEMETRY", "CI"}}
    ran = subprocess.run(
        [sys.executable, "-c", program], env={**telling, **home}, capture_output=True, text=True, check=True
    )
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert "onnxruntime.db" not in ran.stdout


@pytest.mark.parametrize("loudness", [-1e4, 1e4])
def test_a_network_that_is_very_sure_says_a_chance(loudness: float) -> None:
    class Loud(Mirror):
        def run(self, _: None, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
            said = super().run(_, given)
            said[0][0, :KINDS] = loudness
            return said

    session: Any = Loud()
    kinds = cells_of(spot(150, 120), flips=1, session=session).kinds
    assert kinds == pytest.approx(1.0 if loudness > 0 else 0.0)
