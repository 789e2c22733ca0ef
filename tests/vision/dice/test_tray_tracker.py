"""The tray's tracker: one reading for each roll, whatever happens between."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from messages.message import Message
from tests.depth import at_night
from tests.vision.dice.trays import SIZE, die, felt, taken
from tests.vision.dice.watched_tray import COLOURS, FIRST, LONG, frame, read_by_colour, rolls, scene, watch
from vision.dice import reader
from vision.dice import reader as tray_look
from vision.dice import tray_tracker as eye_module
from vision.dice.acceptance import DieDoubt, RollReading, empty_reading
from vision.dice.detections import DetectedDie, FlatDie
from vision.dice.face_templates import SIDE_PX, Example
from vision.dice.tray import RIM_PX, Tray
from vision.dice.tray_tracker import (
    AGREE,
    LONG_STILL_FRAMES,
    MOST_TRIES,
    STILL_FRAMES,
    UNSTEADY,
    TrayPhase,
    TrayTracker,
)
from vision.frame import Frame

pytestmark = pytest.mark.usefixtures("squares_are_read_by_their_colour")


def test_a_roll_is_told_once_however_long_it_lies(tray: Tray) -> None:
    told = watch(TrayTracker(tray), [felt()] * 3 + [FIRST] * (2 * LONG))
    (roll,) = rolls(told)
    assert sorted(roll.reading.values) == [1, 2, 3]
    assert len(roll.kept.thrown) == 3
    assert told.index(next(each for each in told if each.roll is roll)) >= 3 + STILL_FRAMES + AGREE - 1


@pytest.mark.parametrize("fps", [4, 30, *at_night(10, 60)])
def test_three_readings_agree_over_half_a_second_at_least_however_fast_pictures_come(
    tray: Tray, monkeypatch: pytest.MonkeyPatch, fps: int
) -> None:
    now, read = [0.0], []

    def timed(
        view: NDArray[np.uint8], tray: Tray, count: int | None = None, known: Sequence[FlatDie] = (), **_: object
    ) -> RollReading:
        read.append(now[0])
        return read_by_colour(view, tray, count, known)

    monkeypatch.setattr(eye_module, "read_view", timed)
    tracker = TrayTracker(tray)
    for number in range(STILL_FRAMES + fps + AGREE):
        now[0] = number / fps
        told = tracker.observe(replace(frame(FIRST, number), captured_s=now[0]))
        if told.roll is not None:
            break
    assert told.roll is not None
    assert len(read) == AGREE
    assert read[-1] - read[0] >= 0.5


def test_what_moves_between_the_readings_begins_them_anew(tray: Tray, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = scene((100, 100, 1), (220, 120, 2), (345, 224, 3))
    scenes = [FIRST] * (STILL_FRAMES + 4) + [moved] * (STILL_FRAMES + 3)
    assert rolls(watch(TrayTracker(tray), scenes)) == []


def test_the_picture_of_the_roll_comes_with_it(tray: Tray) -> None:
    (roll,) = rolls(watch(TrayTracker(tray), [FIRST] * LONG))
    assert roll.picture.shape == (SIZE[1], SIZE[0], 3)


def test_dice_thrown_again_are_told_from_those_that_stayed(tray: Tray) -> None:
    again = scene((100, 100, 1), (221, 121, 2), (300, 60, 4))
    hand = FIRST.copy()
    cv2.line(hand, (SIZE[0], 250), (300, 200), (120.0, 150.0, 210.0), 60)
    first, second = rolls(watch(TrayTracker(tray), [FIRST] * LONG + [hand] * 3 + [again] * LONG))
    assert sorted(first.reading.values) == [1, 2, 3]
    assert [second.reading.values[k] for k in second.kept.thrown] == [4]
    assert len(second.kept.pairs) == 2


def test_a_hand_that_only_reached_over_makes_no_new_roll(tray: Tray) -> None:
    hand = FIRST.copy()
    cv2.line(hand, (SIZE[0], 250), (300, 200), (120.0, 150.0, 210.0), 60)
    assert len(rolls(watch(TrayTracker(tray), [FIRST] * LONG + [hand] * 3 + [FIRST] * LONG))) == 1


def test_the_same_dice_after_an_empty_tray_are_a_new_roll(tray: Tray) -> None:
    assert len(rolls(watch(TrayTracker(tray), [FIRST] * LONG + [felt()] * 3 + [FIRST] * LONG))) == 2


def test_a_camera_lost_in_the_middle_of_a_roll_loses_no_roll(tray: Tray) -> None:
    tracker = TrayTracker(tray)
    watch(tracker, [FIRST] * (STILL_FRAMES + 1))
    assert tracker.lost().fault == Message.of("tray-no-frames")
    assert len(rolls(watch(tracker, [FIRST] * LONG))) == 1


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (np.zeros((SIZE[1], SIZE[0], 3)), "tray-dark"),
        (np.full((SIZE[1], SIZE[0], 3), 255.0), "tray-bright"),
        (np.full((100, 100, 3), 90.0), "tray-image-size"),
    ],
)
def test_a_picture_that_cannot_be_read_is_a_fault_and_no_roll(
    tray: Tray, picture: NDArray[np.float64], code: str
) -> None:
    tracker = TrayTracker(tray)
    watch(tracker, [FIRST] * 5)
    told = tracker.observe(frame(picture, 5))
    assert told.fault is not None
    assert told.fault.code == code
    assert told.roll is None
    assert len(rolls(watch(tracker, [FIRST] * LONG))) == 1


def test_the_count_that_the_game_expects_is_asked_for(tray: Tray) -> None:
    tracker = TrayTracker(tray)
    tracker.expected = 5
    (roll,) = rolls(watch(tracker, [FIRST] * LONG))
    assert roll.reading.call == "unsure"
    assert roll.reading.why == Message.of("dice-fewer", seen=3, thrown=5)


def test_a_grey_camera_is_as_good(tray: Tray) -> None:
    grey = np.asarray(cv2.cvtColor(taken(FIRST, 1), cv2.COLOR_BGR2GRAY), np.uint8)
    told = TrayTracker(tray).observe(Frame(grey, 0.0, datetime(2026, 1, 1, tzinfo=UTC), "tray"))
    assert told.fault is None
    assert told.phase is TrayPhase.ROLLING


def test_dice_have_settled_only_when_they_are_read(tray: Tray) -> None:
    told = watch(TrayTracker(tray), [felt()] * 3 + [FIRST] * LONG)
    first = next(k for k, each in enumerate(told) if each.phase is TrayPhase.SETTLED)
    assert told[first].roll is not None
    assert {each.phase for each in told[first:]} == {TrayPhase.SETTLED}
    assert TrayPhase.ROLLING in {each.phase for each in told[:first]}


def test_settled_without_a_roll_is_said_of_the_same_dice_alone(tray: Tray) -> None:
    tracker = TrayTracker(tray)
    hand = FIRST.copy()
    cv2.line(hand, (SIZE[0], 250), (300, 200), (120.0, 150.0, 210.0), 60)
    watch(tracker, [FIRST] * LONG + [hand] * 3)
    same = watch(tracker, [FIRST] * LONG)
    assert rolls(same) == []
    assert same[-1].phase is TrayPhase.SETTLED
    watch(tracker, [hand] * 3)
    other = watch(tracker, [scene((100, 100, 1), (220, 120, 2), (340, 220, 4))] * LONG)
    first = next(k for k, each in enumerate(other) if each.phase is TrayPhase.SETTLED)
    assert other[first].roll is not None


def test_dice_that_are_read_differently_each_time_are_all_doubtful(tray: Tray, monkeypatch: pytest.MonkeyPatch) -> None:
    steady, turns = read_by_colour, itertools.count()

    def flickering(
        view: NDArray[np.uint8],
        tray: Tray,
        count: int | None = None,
        known: Sequence[FlatDie] = (),
        **_: object,
    ) -> RollReading:
        reading = steady(view, tray, count)
        changed = replace(reading.dice[0], value=1 + next(turns) % 2, doubt=None)
        faint = replace(reading.dice[1], doubt=DieDoubt.FAINT)
        return replace(reading, dice=(changed, faint, *reading.dice[2:]))

    monkeypatch.setattr(eye_module, "read_view", flickering)
    (roll,) = rolls(watch(TrayTracker(tray), [FIRST] * (STILL_FRAMES + 3 * MOST_TRIES + 2)))
    assert [die.doubt for die in roll.reading.dice] == [DieDoubt.TWO_VALUES, DieDoubt.FAINT, DieDoubt.TWO_VALUES]
    assert roll.reading.astray == UNSTEADY


def test_that_other_dice_lie_there_than_the_game_expects_is_no_fault_of_the_picture(tray: Tray) -> None:
    tracker = TrayTracker(tray)
    tracker.expected = 5
    (roll,) = rolls(watch(tracker, [FIRST] * LONG))
    assert roll.reading.why is not None
    assert roll.reading.astray is None


def test_dice_that_a_thing_hid_are_the_same_when_it_is_gone(tray: Tray, monkeypatch: pytest.MonkeyPatch) -> None:
    book = FIRST.copy()
    cv2.rectangle(book, (20, 20), (450, 300), (40.0, 90.0, 160.0), -1)
    steady = read_by_colour

    def covered(
        view: NDArray[np.uint8],
        tray: Tray,
        count: int | None = None,
        known: Sequence[FlatDie] = (),
        **_: object,
    ) -> RollReading:
        if np.abs(view[60, 300].astype(int) - (40, 90, 160)).max() < 20:
            return empty_reading(Message.stored("something large"))
        return steady(view, tray, count)

    monkeypatch.setattr(eye_module, "read_view", covered)
    tracker = TrayTracker(tray)
    watch(tracker, [FIRST] * LONG)
    hidden = rolls(watch(tracker, [book] * (LONG_STILL_FRAMES + LONG)))
    assert [roll.reading.dice for roll in hidden] == [()]
    watch(tracker, [FIRST] * 2 + [book] * (LONG_STILL_FRAMES + LONG))
    (back,) = rolls(watch(tracker, [FIRST] * LONG))
    assert len(back.kept.pairs) == 3
    assert back.kept.thrown == back.kept.gone == ()


def test_a_roll_comes_with_the_faces_of_its_dice(tray: Tray) -> None:
    """Here a die's value is its colour."""
    (roll,) = rolls(watch(TrayTracker(tray), [FIRST] * LONG))
    middles = [face[SIDE_PX // 2, SIDE_PX // 2].astype(int) for face in roll.faces]
    colours = {value: np.array(colour) for colour, value in COLOURS.items()}
    assert [min(colours, key=lambda each: int(np.abs(colours[each] - middle).sum())) for middle in middles] == list(
        roll.reading.values
    )


def test_what_was_learnt_is_read_with_from_the_next_picture_on(tray: Tray, monkeypatch: pytest.MonkeyPatch) -> None:
    known = []

    def noted(view: NDArray[np.uint8], tray: Tray, *_: object, **__: object) -> RollReading:
        known.append(tray.examples)
        return read_by_colour(view, tray)

    monkeypatch.setattr(eye_module, "read_view", noted)
    tracker, examples = TrayTracker(tray), (Example(6, "r", "A", np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)),)
    watch(tracker, [FIRST] * LONG)
    tracker.learn(examples)
    watch(tracker, [felt()] * 3 + [scene((100, 100, 2))] * LONG)
    assert set(known) == {(), examples}
    assert known[-1] is examples


def test_a_picture_is_looked_at_once_however_often_its_dice_are_judged(
    tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another number than was thrown they are judged again with none: half of the time was for looking anew."""
    looked = []

    def dice_in(view: NDArray[np.uint8], die_px: float, *, known: Sequence[FlatDie]) -> list[DetectedDie]:
        looked.append(view)
        dice = [die(x + RIM_PX, y + RIM_PX) for x, y in ((100, 100), (220, 120), (340, 220))]
        return [replace(each, askew=0.0, named=0.999, face=0.999, doubted=0.0) for each in dice]

    monkeypatch.setattr(tray_look, "dice_in", dice_in)
    monkeypatch.setattr(eye_module, "read_view", reader.read_view)
    tracker = TrayTracker(tray)
    tracker.expected = 5
    (roll,) = rolls(watch(tracker, [FIRST] * LONG))
    assert len(roll.reading.dice) == 3
    assert roll.reading.why is not None
    assert roll.reading.why["thrown"] == 5
    assert len(looked) == AGREE
