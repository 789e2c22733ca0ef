"""What is as large as a die and of its colour is asked about, however little the networks take it for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from messages.message import Message
from tests.depth import depth
from tests.vision.dice.trays import NOISE, SIZE, die, felt, square, taken
from vision.dice import reader
from vision.dice.acceptance import NO_DICE, DieDoubt, DieState, RollReading, accept_all_dice, empty_reading
from vision.dice.detections import DetectedDie, FlatDie
from vision.dice.face_templates import Example
from vision.dice.foreground import foreground
from vision.dice.known_make import colour_of, recover_faint_dice
from vision.dice.networks import EDGE_PX
from vision.dice.reader import faces_in, read_view
from vision.dice.tray import Tray

EMPTY = taken(felt(), 1)
AT, OTHER = (240.0, 160.0), (90.0, 90.0)
RED, BLUE = (40.0, 50.0, 190.0), (180.0, 70.0, 40.0)
FLAT = tuple(FlatDie(60.0 * k, 100.0, (0.0, 0.0)) for k in range(1, 6))


def hardly(x: float = AT[0], y: float = AT[1], lean: float = 0.0) -> DetectedDie:
    return replace(die(x, y, 1), confidence=0.03, second=0.02, cocked=0.15, lean=(lean, 0.0), askew=0.2)


def emblem(colour: Sequence[float] = RED, size: float = 1.0, turn: float = 0.0) -> np.ndarray:
    scene = felt()
    square(scene, *AT, colour, size)
    middle = int(AT[0]), int(AT[1])
    cv2.ellipse(scene, middle, (12, 6), turn, 0, 360, (240.0, 240.0, 240.0), 3)
    cv2.circle(scene, (middle[0] + round(8 * np.cos(turn)), middle[1]), 2, (240.0, 240.0, 240.0), -1)
    return taken(scene, 3)


@pytest.fixture
def tray(monkeypatch: pytest.MonkeyPatch) -> Tray:
    """One in which the networks hardly see a die, in the middle."""
    monkeypatch.setattr(reader, "dice_in", lambda *_, **__: [hardly()])
    return plain_tray()


def plain_tray() -> Tray:
    corners = np.array([[0.0, 0.0], [SIZE[0], 0.0], [SIZE[0], SIZE[1]], [0.0, SIZE[1]]]) - 0.5
    colours = tuple(colour_of(name, emblem(body), [die(*AT)]) for name, body in (("A", RED), ("B", BLUE)))
    return Tray(SIZE, corners, EDGE_PX, EMPTY, NOISE, colours, flat=FLAT)


@pytest.mark.parametrize(("colour", "owner"), [(RED, "A"), (BLUE, "B")])
def test_where_nobody_said_how_many_a_die_of_a_players_colour_is_asked_about(
    tray: Tray, colour: Sequence[float], owner: str
) -> None:
    reading = read_view(emblem(colour), tray, None, FLAT)
    assert [(each.owner, each.doubt, each.state) for each in reading.dice] == [(owner, DieDoubt.FAINT, DieState.FLAT)]
    assert reading.why == Message.of("dice-doubtful", doubtful=1, dice=1)
    assert reading.astray is None


def test_after_two_rolls_said_it_is_read(tray: Tray) -> None:
    faces = [faces_in(emblem(turn=turn), tray, [hardly()])[0] for turn in (0.0, 90.0)]
    said = [Example(6, f"roll {k}", "A", face) for k, face in enumerate(faces)]
    assert read_view(emblem(), replace(tray, examples=tuple(said[:1])), None, FLAT).call == "unsure"
    assert read_view(emblem(), replace(tray, examples=tuple(said)), None, FLAT).values == (6,)


@pytest.mark.parametrize(
    ("colour", "size"),
    [((200.0, 200.0, 60.0), 1.0), (RED, 0.6), (RED, 1.8)],
    ids=["a strange colour", "small", "large"],
)
def test_a_thing_that_is_no_die_is_none(tray: Tray, colour: Sequence[float], size: float) -> None:
    reading = read_view(emblem(colour, size), tray, None, FLAT)
    assert reading.call == "unsure"
    assert reading.dice == ()


@settings(max_examples=depth(25, 30), deadline=None)
@given(st.floats(0, 1), st.floats(0, 0.34), st.floats(0, 0.34), st.floats(0, 1), st.booleans(), st.booleans())
def test_none_is_ever_believed_and_one_that_leans_apart_is_cocked(
    lean: float, confidence: float, cocked: float, askew: float, beside: bool, known: bool
) -> None:
    scene = felt()
    square(scene, *AT)
    square(scene, *OTHER)
    seen = foreground(taken(scene, 2), EMPTY, NOISE)
    one = replace(hardly(lean=lean), confidence=confidence, cocked=cocked, askew=askew)
    sure = [die(*OTHER)] if beside else []
    before = FLAT if known else ()
    reading = recover_faint_dice(
        RollReading(accept_all_dice(sure, None, before).dice, None) if sure else empty_reading(NO_DICE),
        [*sure, one],
        seen,
        before,
        lambda _: True,
    )
    assert reading.call == "unsure"
    assert [each.doubt is None for each in reading.dice] == [*[True] * len(sure), False]
    if known and lean > 0.3:
        assert reading.dice[-1].doubt is DieDoubt.COCKED


def test_what_a_read_die_explains_and_what_no_network_saw_at_all_is_no_other_die() -> None:
    scene = felt()
    square(scene, *AT)
    seen = foreground(taken(scene, 2), EMPTY, NOISE)
    read = accept_all_dice([die(*AT)])
    assert recover_faint_dice(read, [die(*AT), hardly(AT[0] + 6)], seen, (), lambda _: True) is read
    none = empty_reading(NO_DICE)
    assert recover_faint_dice(none, [hardly(*OTHER)], seen, (), lambda _: True) is none
