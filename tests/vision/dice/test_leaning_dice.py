"""What dice that lean tell of each other: one that is cocked, a camera that was moved, a roll read wrongly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.dice.trays import felt
from tests.vision.dice.watched_tray import FIRST, LONG, read_by_colour, rolls, scene, watch
from vision.dice import tray_tracker as eye_module
from vision.dice.acceptance import DieDoubt, DieState, RollReading, accept_dice
from vision.dice.detections import FlatDie
from vision.dice.tray import Tray
from vision.dice.tray_tracker import LATELY, TrayTracker

pytestmark = pytest.mark.usefixtures("squares_are_read_by_their_colour")

ALONE = scene((220, 200, 4))


@pytest.fixture
def leaning(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """From now on every die that is seen leans so far to the right, and is one so surely."""
    steady, now = read_by_colour, [0.0, 0.95]

    def leans(
        view: NDArray[np.uint8], tray: Tray, count: int | None = None, known: Sequence[FlatDie] = (), **_: object
    ) -> RollReading:
        dice = steady(view, tray, count).dice
        found = [replace(die.seen, confidence=now[1], lean=(now[0], 0.0), askew=0.1, cocked=0.1) for die in dice]
        return accept_dice(found, count, known)

    def set_to(lean: float, sure: float = 0.95) -> None:
        now[:] = lean, sure

    monkeypatch.setattr(eye_module, "read_view", leans)
    return set_to


def thrown(tracker: TrayTracker, picture: NDArray[np.float64]) -> RollReading:
    watch(tracker, [felt()] * 3)
    (roll,) = rolls(watch(tracker, [picture] * LONG))
    return roll.reading


def test_a_die_that_lies_alone_is_cocked_where_it_leans_as_none_before(
    tray: Tray, leaning: Callable[..., None]
) -> None:
    tracker = TrayTracker(tray)
    assert thrown(tracker, FIRST).call == "read"
    leaning(0.4)
    (die,) = thrown(tracker, ALONE).dice
    assert (die.state, die.value, die.doubt) == (DieState.COCKED, None, DieDoubt.COCKED)
    leaning(0.0)
    assert thrown(tracker, ALONE).values == (4,)
    leaning(0.4)
    assert thrown(TrayTracker(tray), ALONE).values == (4,), (
        "a tracker that has seen nothing has nothing to compare it with"
    )


def test_the_dice_with_which_the_tray_was_calibrated_tell_the_first_one_too(
    tray: Tray, leaning: Callable[..., None]
) -> None:
    known = replace(tray, flat=tuple(FlatDie(40.0 * k, 50.0, (0.0, 0.0)) for k in range(1, 5)))
    leaning(0.4)
    (die,) = thrown(TrayTracker(known), ALONE).dice
    assert die.state is DieState.COCKED
    leaning(0.0)
    assert thrown(TrayTracker(known), ALONE).values == (4,)


@pytest.mark.parametrize("sure", [0.81, 0.95])
def test_dice_that_all_lean_otherwise_together_are_a_camera_that_was_moved(
    tray: Tray, leaning: Callable[..., None], sure: float
) -> None:
    """Three that are less sure do not outvote those before: beside these all would be cocked."""
    tracker = TrayTracker(tray)
    leaning(-0.2, sure)
    assert thrown(tracker, FIRST).call == "read"
    leaning(0.25, sure)
    assert thrown(tracker, FIRST).call == "read"
    assert thrown(tracker, ALONE).values == (4,)
    leaning(-0.2, sure)
    assert thrown(tracker, ALONE).dice[0].state is DieState.COCKED


def test_a_die_that_lay_alone_before_any_other_tells_nothing(tray: Tray, leaning: Callable[..., None]) -> None:
    """It may have been a cocked one: flat ones would be called cocked ever after."""
    tracker = TrayTracker(tray)
    leaning(0.4)
    assert thrown(tracker, ALONE).values == (4,)
    leaning(0.0)
    for _ in range(3):
        assert thrown(tracker, ALONE).values == (4,)
    assert thrown(tracker, FIRST).call == "read"
    leaning(0.4)
    assert thrown(tracker, ALONE).dice[0].state is DieState.COCKED


@pytest.mark.nightly
def test_a_cocked_die_is_not_remembered_as_a_flat_one(tray: Tray, leaning: Callable[..., None]) -> None:
    tracker = TrayTracker(tray)
    thrown(tracker, FIRST)
    leaning(0.4)
    for _ in range(LATELY):
        assert thrown(tracker, ALONE).dice[0].state is DieState.COCKED


def test_where_a_believed_roll_was_read_wrongly_dice_are_no_longer_read_as_known_ones(
    tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def noted(view: NDArray[np.uint8], tray: Tray, *seen: Any, trusted: bool, **_: object) -> RollReading:
        asked.append(trusted)
        return read_by_colour(view, tray, *seen)

    monkeypatch.setattr(eye_module, "read_view", noted)
    tracker = TrayTracker(tray)
    watch(tracker, [felt()] * 3 + [FIRST] * LONG)
    tracker.trusted = False
    watch(tracker, [felt()] * 3 + [FIRST] * LONG)
    assert set(asked[: len(asked) // 2]) == {True}
    assert set(asked[len(asked) // 2 :]) == {False}
