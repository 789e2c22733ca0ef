"""An emblem is none of its make's pips: doubted however sure the networks are, and named where one value is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messages.message import Message
from tests.depth import depth
from tests.vision.dice.test_pips import BLACK, BLACK_ON_WHITE, MIDDLE, SIDE, WHITE, Colour, face
from tests.vision.dice.trays import die
from vision.dice.acceptance import DieDoubt, DieState, ReadDie, RollReading
from vision.dice.detections import DetectedDie
from vision.dice.known_make import counts_of, is_disc, is_emblem, with_emblems
from vision.dice.networks import Image
from vision.dice.pips import Counted, Pips, counted
from vision.dice.tray import PlayersDice

DOUBTFUL = Message.of("dice-doubtful", doubtful=1, dice=1)

PLAIN = face(1, pip=WHITE)
MAKE = BLACK_ON_WHITE
SEEN = replace(die(MIDDLE, MIDDLE, 2), confidence=0.3, named=0.4, face=0.5, doubted=0.5, second=0.2)
CERTAIN = replace(SEEN, confidence=0.99, second=0.0, named=0.995, face=0.995, against=0.0, doubted=0.0)


def none_white(_: DetectedDie) -> float:
    return 0.0


def emblem(kind: str, turn: float, ink: Colour = BLACK) -> Image:
    """A die, 40 px, with a skull, a star, a ring with a bar or a chevron in the middle of its face."""
    finer, image = 8, cv2.resize(PLAIN, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    centre = np.array([(MIDDLE + 0.5) * finer] * 2)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])

    def at(x: float, y: float) -> tuple[int, int]:
        px, py = centre + spin @ (np.array([x, y]) * finer)
        return round(px), round(py)

    if kind == "skull":
        cv2.circle(image, at(0, 0), 11 * finer, ink, -1)
        for side in (-4, 4):
            cv2.circle(image, at(side, -1), round(2.4 * finer), WHITE, -1)
    elif kind == "star":
        reach = [12.0 if k % 2 else 5.0 for k in range(10)]
        points = [at(r * np.cos(k * np.pi / 5), r * np.sin(k * np.pi / 5)) for k, r in enumerate(reach)]
        cv2.fillPoly(image, [np.array(points, np.int32)], ink)
    elif kind == "ring":
        cv2.circle(image, at(0, 0), 10 * finer, ink, 4 * finer)
        cv2.line(image, at(0, -11), at(0, 11), ink, 4 * finer)
    else:
        cv2.polylines(image, [np.array([at(-11, 6), at(0, -6), at(11, 6)], np.int32)], False, ink, 6 * finer)
    return np.asarray(cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA), dtype=np.uint8)


KINDS = ("skull", "star", "ring", "chevron")


def told(image: Image, seen: DetectedDie, shown: Sequence[int], *others: ReadDie, blown: float = 0.0) -> ReadDie:
    """What becomes of a flat die in a tray that has seen its make's pips of those values, others beside it."""
    pips = MAKE.model_copy(update={"shown": shown})
    colours = [PlayersDice(player=each, lab=(128, 128, 128), spread=6, pips=pips) for each in "AB"]
    doubt = DieDoubt.FAINT if seen.confidence < 0.45 else None
    reading = RollReading((ReadDie(seen, seen.value, DieState.FLAT, doubt, owner="A"), *others), DOUBTFUL)
    counts = counts_of(reading, image, colours)
    return with_emblems(reading, image, counts, colours, lambda _: blown).dice[0]


@given(st.sampled_from(KINDS), st.floats(0, 6.28), st.floats(-2, 2), st.floats(-2, 2))
@settings(max_examples=depth(25, 60), deadline=None)
def test_an_emblem_is_told_from_every_face_however_it_lies(kind: str, turn: float, right: float, down: float) -> None:
    image, seen = emblem(kind, turn), replace(SEEN, x_px=MIDDLE + right, y_px=MIDDLE + down)
    count = counted(image, seen, MAKE)
    assert count.fits_none
    assert not count.names_it
    assert is_emblem(image, seen, MAKE)


@given(st.integers(1, 6), st.floats(0, 360), st.floats(-2, 2), st.floats(-2, 2))
@settings(max_examples=depth(25, 60), deadline=None)
def test_a_face_of_the_make_is_none(value: int, turn: float, right: float, down: float) -> None:
    seen = replace(SEEN, x_px=MIDDLE + right, y_px=MIDDLE + down)
    assert not counted(face(value, turn), seen, MAKE).fits_none


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("shown", "value"), [((2, 6), 1), ((1, 5), 6)])
def test_it_stands_for_the_one_of_one_and_six_that_was_never_shown_in_pips(
    kind: str, shown: tuple[int, ...], value: int
) -> None:
    die_told = told(emblem(kind, 0.4), SEEN, shown)
    assert (die_told.value, die_told.doubt) == (value, None)


@pytest.mark.parametrize("shown", [(), (2, 3, 4, 5), (1, 6), (1, 2, 3, 4, 5, 6)])
def test_it_is_asked_about_where_neither_was_shown_or_both_were(shown: tuple[int, ...]) -> None:
    assert told(emblem("skull", 0.4), SEEN, shown).doubt is DieDoubt.FAINT


@pytest.mark.parametrize("value", [1, 6])
def test_a_die_of_the_same_roll_tells_it_too(value: int) -> None:
    beside = ReadDie(replace(CERTAIN, x_px=20.0, value=value), value, DieState.FLAT, None, owner="A")
    assert told(emblem("star", 1.0), SEEN, (3,), beside).value == 7 - value
    for unsure in (replace(beside, doubt=DieDoubt.FAINT), replace(beside, owner="B")):
        assert told(emblem("star", 1.0), SEEN, (3,), unsure).doubt is DieDoubt.FAINT


def test_no_emblem_is_believed_that_the_networks_take_for_a_face_of_pips() -> None:
    """Two eyes in a skull are a two to them, .78 sure: it was believed once dice with emblems had an owner."""
    sure = replace(SEEN, confidence=0.78, named=0.92, face=0.93, doubted=0.15, against=0.15)
    assert told(emblem("skull", 0.4), sure, ()).doubt is DieDoubt.FAINT


@pytest.mark.parametrize("doubt", [DieDoubt.COCKED, DieDoubt.OWNER, DieDoubt.UNEXPLAINED])
def test_how_a_die_lies_and_whose_it_is_no_emblem_tells(doubt: DieDoubt) -> None:
    image, pips = emblem("star", 0.0), MAKE.model_copy(update={"shown": (6,)})
    colours = [PlayersDice(player="A", lab=(128, 128, 128), spread=6, pips=pips)]
    reading = RollReading((ReadDie(SEEN, 2, DieState.FLAT, doubt, owner="A"),), DOUBTFUL)
    assert with_emblems(reading, image, counts_of(reading, image, colours), colours, none_white) == reading


def shadow(image: Image, share: float) -> Image:
    """The die with a shadow that falls across half of its face from beside it."""
    lit = image.astype(np.float32)
    lit[:, : round(MIDDLE)] *= 1 - share
    return lit.astype(np.uint8)


def dim(image: Image, share: float) -> Image:
    """The die with its middle a little darker, as a lamp's reflection leaves it."""
    lit = image.astype(np.float32)
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.circle(mask, (round(MIDDLE), round(MIDDLE)), 12, 1.0, -1, cv2.LINE_AA)
    return (lit * (1 - share * mask[..., None])).astype(np.uint8)


@pytest.mark.parametrize(
    "spoilt",
    [lambda image: shadow(image, 0.7), lambda image: shadow(image, 0.95), lambda image: dim(image, 0.4)],
)
@pytest.mark.parametrize("value", range(1, 7))
def test_what_is_no_print_in_the_colour_of_pips_is_no_emblem(value: int, spoilt: Callable[[Image], Image]) -> None:
    image = spoilt(face(value, 20))
    die_told = told(image, SEEN, (6,))
    assert die_told.doubt is not None


def test_a_face_with_glare_is_no_emblem() -> None:
    assert told(emblem("skull", 0.4), SEEN, (6,), blown=0.2).doubt is DieDoubt.FAINT


def test_a_large_one_that_all_call_a_one_stays_one() -> None:
    large = PLAIN.copy()
    cv2.circle(large, (round(MIDDLE), round(MIDDLE)), 6, BLACK, -1, cv2.LINE_AA)
    one = replace(SEEN, value=1, confidence=0.7)
    count = counted(large, one, MAKE)
    assert count.value == 1
    assert (told(large, one, (6,)).value, told(large, one, (6,)).doubt) == (1, None)


@given(st.floats(5.5, 9.5), st.floats(-2, 2), st.floats(-2, 2), st.integers(1, 6), st.floats(0.05, 0.6))
@settings(max_examples=depth(25, 80), deadline=None)
def test_a_large_one_is_never_a_six_whatever_the_networks_take_it_for(
    radius_px: float, right: float, down: float, taken_for: int, confidence: float
) -> None:
    """Of two large ones of one roll the first fitted its make's pips: so the second was an emblem, and a six."""
    fine = cv2.resize(PLAIN, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    cv2.circle(fine, (round((MIDDLE + 0.5) * 8),) * 2, round(radius_px * 8), BLACK, -1)
    large = np.asarray(cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    seen = replace(SEEN, value=taken_for, confidence=confidence, x_px=MIDDLE + right, y_px=MIDDLE + down)
    beside = ReadDie(replace(CERTAIN, x_px=20.0, value=1), 1, DieState.FLAT, None, owner="A")
    die_told = told(large, seen, (3, 4, 5), beside)
    read_as_six = die_told.value == 6 and die_told.doubt is None
    assert not read_as_six or (taken_for == 6 and not counted(large, seen, MAKE).fits_none)


@pytest.mark.parametrize("kind", KINDS)
def test_an_emblem_that_the_networks_read_as_a_one_is_asked_about(kind: str) -> None:
    assert told(emblem(kind, 0.4), replace(SEEN, value=1), (1, 5)).doubt is DieDoubt.FAINT


@given(st.sampled_from(KINDS), st.floats(0, 6.28))
@settings(max_examples=depth(25, 40), deadline=None)
def test_no_emblem_is_a_disc(kind: str, turn: float) -> None:
    assert not is_disc(emblem(kind, turn), SEEN, MAKE)


def test_a_make_of_which_no_misfit_is_known_has_no_strange_faces() -> None:
    """Trays of before know none."""
    old = Pips(axis=MAKE.axis, spacing=MAKE.spacing, radius=MAKE.radius)
    assert not counted(emblem("skull", 0.4), SEEN, old).fits_none
    assert not Counted(2, 0.1, 9.0).fits_none


@pytest.mark.parametrize("turn", [0.0, 25.0, 70.0])
def test_pips_that_lie_where_none_of_the_make_do_are_no_emblem(turn: float) -> None:
    image = PLAIN.copy()
    for away in (0.0, 1.3, 3.6):
        at = np.array([np.cos(away + turn), np.sin(away + turn)]) * 11.0 + MIDDLE
        cv2.circle(image, (round(at[0]), round(at[1])), 4, BLACK, -1, cv2.LINE_AA)
    assert not is_emblem(image, SEEN, MAKE)


@given(st.floats(0.05, 3), st.floats(0, 5), st.floats(3.01, 12))
def test_a_one_far_larger_than_the_pips_of_its_make_is_not_taken_for_one(
    usual: float, margin: float, times: float
) -> None:
    """A cross on the six of the demonstration's dice was a one to the pips, however little the networks thought so."""
    count = Counted(1, margin, misfit=max(1.0, times * max(usual, 0.2)), usual=usual)
    assert not count.names_it
    assert not count.agrees(1)
    assert count.fits_none
