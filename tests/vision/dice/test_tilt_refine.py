"""How a die leans is looked at again, turned: what is said is turned back, and counts as one flip each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.depth import depth
from tools.training.dice.scene import COCKED
from tools.training.dice.trials import trays_from_above
from vision.dice.detections import DetectedDie, dice_at
from vision.dice.detector import LEAN_BATCH, LEAN_CROP, MATTERS, VIEWS, looked_at_again
from vision.dice.networks import KINDS, CropSize, CropTransform, crops_of, networks, plane_of

SIZE = 260
angles = st.floats(0, 360)


class Compass:
    """Says that a face leans toward where its crop is bright, by as much as that is brighter."""

    def __init__(self) -> None:
        self.crops = 0

    def run(self, _: None, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        crops = given["x"].mean(axis=1)
        self.crops += len(crops)
        way = np.arange(crops.shape[1]) - (crops.shape[1] - 1) / 2
        said = np.zeros((len(crops), KINDS + 3, *(side // 4 for side in crops.shape[1:])), np.float32)
        disc = np.hypot(*np.meshgrid(way, way)) < way[-1]
        said[:, KINDS + 1] = ((crops * disc) @ way).sum(axis=1)[:, None, None]
        said[:, KINDS + 2] = (way @ (crops * disc)).sum(axis=1)[:, None, None]
        return [said]


def slope(toward_deg: float) -> NDArray[np.uint8]:
    """A picture that grows brighter in one direction, x right and y down."""
    way = np.radians(toward_deg)
    y, x = np.mgrid[0:SIZE, 0:SIZE] - (SIZE - 1) / 2
    light = 127 + 0.6 * (np.cos(way) * x + np.sin(way) * y)
    return np.repeat(np.clip(light, 0, 255)[..., None], 3, axis=2).astype(np.uint8)


def seen(x: float = 130.0, y: float = 130.0, confidence: float = 0.9) -> DetectedDie:
    return DetectedDie(3, x, y, 40.0, confidence, 0.0, 0.0, (0.0, 0.0))


@given(angles, st.floats(90, 170), st.floats(90, 170))
@settings(max_examples=depth(25, 30), deadline=None)
def test_what_is_said_of_a_turned_die_is_turned_back(toward: float, x: float, y: float) -> None:
    session: Any = Compass()
    (die,) = looked_at_again(slope(toward), [seen(x, y)], 4, session)
    length = np.hypot(*die.lean)
    assert np.array(die.lean) / length == pytest.approx(
        [np.cos(np.radians(toward)), np.sin(np.radians(toward))], abs=0.03
    )


@given(angles, st.booleans(), st.floats(0.8, 1.3))
@settings(max_examples=depth(25, 40), deadline=None)
def test_every_view_shows_the_die_as_it_says(turn: float, mirrored: bool, scale: float) -> None:
    view, image = CropTransform(turn, mirrored, scale), slope(30)
    (crop,) = crops_of(image, [(130.0, 130.0, 40.0)], [view], CropSize(96, 40.0))
    across, down = np.gradient(crop[16:80, 16:80, 0].astype(float))[::-1]
    shown = np.array([across.mean(), down.mean()])
    expected = view.onto @ [np.cos(np.radians(30)), np.sin(np.radians(30))] * 0.6 / scale
    assert shown == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize("flips", [1, 4])
def test_each_more_look_counts_as_a_flip(flips: int) -> None:
    class Says:
        def run(self, _: None, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
            said = np.zeros((len(given["x"]), KINDS + 3, 24, 24), np.float32)
            for crop, k in zip(said, range(len(said)), strict=True):
                crop[KINDS + 1 :] = (VIEWS[k % len(VIEWS)].onto @ [0.3, -0.1])[:, None, None]
            return [said]

    session: Any = Says()
    (die,) = looked_at_again(slope(0), [seen()], flips, session)
    share = len(VIEWS) / (len(VIEWS) + flips)
    assert die.lean == pytest.approx((0.3 * share, -0.1 * share), abs=1e-6)


def test_nothing_faint_is_looked_at_again_and_no_die_changes_its_place_in_the_row() -> None:
    session: Any = Compass()
    found = [seen(20.0 + 10 * k, 60.0, 0.9 if k % 3 else MATTERS / 2) for k in range(LEAN_BATCH + 7)]
    again = looked_at_again(slope(0), found, 4, session)
    assert [(die.x_px, die.confidence) for die in again] == [(die.x_px, die.confidence) for die in found]
    assert session.crops == len(VIEWS) * sum(k % 3 > 0 for k in range(len(found)))
    assert {die.lean == (0.0, 0.0) for die in again if die.confidence < MATTERS} == {True}
    assert all(die.lean != (0.0, 0.0) for die in again if die.confidence > MATTERS)


def test_no_dice_are_not_looked_at() -> None:
    assert looked_at_again(slope(0), [], 4, None) == []


def test_crops_are_shown_as_pictures_are() -> None:
    crops = np.full((2, 8, 8, 3), (127, 191, 63), np.uint8)
    assert plane_of(crops)[:, :, 4, 4].tolist() == [[0.0, 1.0, -1.0]] * 2
    assert LEAN_CROP.side_px % 8 == 0


@pytest.mark.nightly
def test_leans_of_rendered_dice_are_nearer_to_the_truth() -> None:
    off: dict[str, list[float]] = {"once": [], "again": []}
    for image, labels, edge in trays_from_above(range(980_000, 980_012)):
        once = dice_at(image, edge)
        again = looked_at_again(image, once, 4, networks().cells)
        for name, dice in (("once", once), ("again", again)):
            for label in labels:
                near = [die for die in dice if np.hypot(die.x_px - label.x_px, die.y_px - label.y_px) < edge / 3]
                if label.sure and near and (label.value != COCKED or label.tilt_deg > 15):
                    off[name].append(float(np.hypot(*np.subtract(near[0].lean, label.lean))))
    assert len(off["once"]) == len(off["again"]) > 60
    assert np.mean(off["again"]) < 0.97 * np.mean(off["once"])
