"""The closer look sees each die alone: in the middle, at its own size, however it is turned; shown with a stand-in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.depth import depth
from vision.dice.acceptance import DieState, accept_die
from vision.dice.detections import DetectedDie
from vision.dice.detector import (
    COCKED,
    FIRST_VIEWS,
    LOOK_EDGE_PX,
    LOOK_PX,
    NO_FACE,
    OUTCOMES,
    classify,
    dice_in,
    joined,
)
from vision.dice.networks import LOOKS, WEIGHTS, Networks


class Looks:
    """Keeps what it is shown, and says of every crop the same logits: nothing for certain unless they are given."""

    def __init__(self, *logits: float) -> None:
        self.logits = np.array(logits or [0.0] * OUTCOMES, np.float32)
        self.shown: NDArray[np.float32] = np.zeros((0, 3, LOOK_PX, LOOK_PX), np.float32)

    def run(self, _: None, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        self.shown = np.concatenate([self.shown, given["x"]])
        return [np.array([self.say(crop) for crop in given["x"]], np.float32)]

    def say(self, crop: NDArray[np.float32]) -> NDArray[np.float32]:
        return self.logits


def square(x: float, y: float, edge: float, size: tuple[int, int] = (300, 260)) -> NDArray[np.uint8]:
    """A white die of that edge, 16 times as fine as a pixel, on black."""
    image = np.zeros((size[1], size[0]), np.uint8)
    corners = np.array([[x - edge / 2, y - edge / 2], [x + edge / 2, y + edge / 2]])
    (x0, y0), (x1, y1) = (16 * corners).round().astype(int)
    cv2.fillConvexPoly(image, np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]), 255, cv2.LINE_AA, 4)
    return np.repeat(image[..., None], 3, axis=2)


def brightness(shown: NDArray[np.float32]) -> NDArray[np.float32]:
    share: NDArray[np.float32] = (shown.mean(axis=1) * 64 + 127) / 255
    return share


@given(st.floats(60, 240), st.floats(60, 200), st.floats(18, 80))
@settings(max_examples=depth(25, 40), deadline=None)
def test_a_die_is_in_the_middle_of_every_look_at_the_size_the_network_knows(x: float, y: float, edge: float) -> None:
    session: Any = Looks()
    classify(square(x, y, edge), [(x, y, edge)], session)
    grid = np.arange(LOOK_PX) - (LOOK_PX - 1) / 2
    areas = []
    for look in brightness(session.shown):
        weight = look.sum()
        assert abs((look.sum(axis=0) @ grid) / weight) < 1.2
        assert abs((look.sum(axis=1) @ grid) / weight) < 1.2
        areas.append(weight)
    assert np.sqrt(areas[0]) == pytest.approx(LOOK_EDGE_PX, rel=0.12)
    assert len({round(float(area)) for area in areas}) > 1, "no two looks at one scale alone"


def test_looks_from_above_are_turned_and_mirrored_and_those_from_the_side_stay_upright() -> None:
    image = square(150, 130, 40)
    image[112:122, 132:142] = (0, 0, 0)

    def dark_corner(*, upright: bool) -> list[tuple[bool, bool]]:
        session: Any = Looks()
        classify(image, [(150, 130, 40)], session, upright=upright)
        found = []
        for look in brightness(session.shown):
            inner = look[12:36, 12:36]
            row, column = np.unravel_index(cv2.blur(inner, (7, 7)).argmin(), inner.shape)
            found.append((bool(row < 12), bool(column < 12)))
        return found

    assert len(set(dark_corner(upright=False))) > 2
    assert {top for top, _ in dark_corner(upright=True)} == {True}


@pytest.mark.parametrize("place", [(0.0, 0.0), (299.0, 259.0), (-5.0, 100.0), (150.0, 264.0)])
def test_a_die_at_the_edge_of_the_picture_is_looked_at_too(place: tuple[float, float]) -> None:
    session: Any = Looks()
    assert classify(square(*place, 40), [(*place, 40.0)], session).chances.shape == (1, OUTCOMES)
    assert np.isfinite(session.shown).all()


def test_no_dice_are_no_looks() -> None:
    assert classify(square(0, 0, 10), [], None).chances.shape == (0, OUTCOMES)


def test_what_is_said_is_a_chance_for_each_outcome() -> None:
    session: Any = Looks(0, 0, 0, 0, 5, 0, 0, 0)
    (said,) = classify(square(100, 100, 40), [(100.0, 100.0, 40.0)], session).chances
    assert said.sum() == pytest.approx(1, abs=1e-5)
    assert said.argmax() == 4


class Doubting(Looks):
    """Sure of a one where the crop is bright, and torn between two and three where it is dark."""

    def say(self, crop: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.array([8, 0, 0, 0, 0, 0, 0, 0] if crop.mean() > -1.2 else [0, 2.2, 2, 0, 0, 0, 0, 0], np.float32)


def test_a_die_that_two_looks_leave_in_doubt_is_looked_at_again_and_no_other() -> None:
    image = np.maximum(square(70, 130, 40), square(210, 130, 40) // 8)
    session: Any = Doubting()
    bright, dim = classify(image, [(70.0, 130.0, 40.0), (210.0, 130.0, 40.0)], session).chances
    assert len(session.shown) == 2 * FIRST_VIEWS + 2
    assert bright.argmax() == 0
    assert bright[0] > 0.99
    assert dim.argmax() == 1
    assert dim[1] < 0.6


class Taking(Looks):
    """Sure each time, of another face each time."""

    def say(self, crop: NDArray[np.float32]) -> NDArray[np.float32]:
        self.turn = getattr(self, "turn", -1) + 1
        return np.asarray(9.0 * (np.arange(OUTCOMES) == self.turn % 2), np.float32)


def test_two_looks_that_are_sure_of_different_faces_settle_nothing() -> None:
    session: Any = Taking()
    (said,) = classify(square(100, 100, 40), [(100.0, 100.0, 40.0)], session).chances
    assert len(session.shown) == 4
    assert said.max() == pytest.approx(0.5, abs=0.03)


DIE = DetectedDie(3, 100.0, 100.0, 40.0, 0.81, 0.1, 0.6, (0.0, 0.0))


def said(face: int, share: float, *, askew: float = 0.0, nothing: float = 0.0) -> NDArray[np.float32]:
    chances = np.full(OUTCOMES, (1 - share - askew - nothing) / 5, np.float32)
    chances[[face - 1, COCKED, NO_FACE]] = share, askew, nothing
    return chances


def test_the_closer_look_says_the_value_and_the_first_one_that_something_is_there() -> None:
    die = joined(DIE, said(5, 1.0))
    assert die.value == 5
    assert (die.confidence, die.second) == pytest.approx((0.9, 0.0))
    assert joined(DIE, said(5, 0.1, nothing=0.9)).confidence < 0.1


def test_two_values_are_as_far_apart_as_the_closer_look_has_them() -> None:
    chances = said(2, 0.6)
    chances[:] = 0
    chances[[1, 2]] = 0.6, 0.4
    die = joined(DIE, chances)
    assert die.second / die.confidence == pytest.approx(2 / 3)


def test_a_die_that_the_first_look_holds_for_cocked_is_so_unless_the_closer_one_rules_it_out() -> None:
    doubtful = replace(DIE, cocked=0.8)
    assert accept_die(joined(doubtful, said(5, 0.9, askew=0.1))).state is DieState.COCKED
    flat = accept_die(joined(doubtful, said(5, 0.9999, askew=0.0)))
    assert (flat.state, flat.value, flat.doubt) == (DieState.FLAT, 5, None)


def test_the_look_that_disagrees_most_speaks_against_a_die() -> None:
    agreed = joined(replace(DIE, value=5, confidence=0.9, second=0.0), said(5, 0.99), against=0.02)
    single = joined(replace(DIE, value=5, confidence=0.9, second=0.0), said(5, 0.99), against=0.7)
    first = joined(replace(DIE, value=3, confidence=0.9, second=0.1), said(5, 0.99), against=0.02)
    assert agreed.against == pytest.approx(0.02)
    assert single.against == pytest.approx(0.7)
    assert first.against == pytest.approx(0.9)
    assert [agreed.doubted, first.doubted] == pytest.approx([0.0, 0.9])
    assert [agreed.named, agreed.face] == pytest.approx([0.99, 1.0], abs=0.01)


class Spot:
    """Finds one die in the middle of any picture."""

    def run(self, _: None, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        pictures, _, height, width = given["x"].shape
        rows, columns = height // 4, width // 4
        said = np.full((pictures, 10, rows, columns), -8.0, np.float32)
        said[:, 7:] = 0
        said[:, 0, rows // 2, columns // 2] = 4.0
        return [said]


def test_the_dice_of_a_picture_have_been_looked_at_closer() -> None:
    looks: Any = Looks(0, 0, 0, 9, 0, 0, 0, 0)
    (die,) = dice_in(square(150, 130, 40), 40.0, by=Networks(Spot(), looks))
    assert die.value == 4
    assert len(looks.shown) == FIRST_VIEWS


def test_both_networks_are_as_small_as_promised() -> None:
    assert LOOKS.stat().st_size + WEIGHTS.stat().st_size <= 3_000_000
