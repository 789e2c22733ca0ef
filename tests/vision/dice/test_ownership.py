"""Whose die it is: by its face, and where an emblem or a lamp covers that, by the border of it."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import depth
from tests.vision.dice.test_pips import BLACK, MIDDLE, SIDE, WHITE, Colour, face
from tests.vision.dice.trays import die
from vision.dice.acceptance import DieDoubt, DieState, ReadDie, RollReading
from vision.dice.known_make import colour_of, owner_of
from vision.dice.networks import Image
from vision.dice.reader import owned
from vision.dice.tray import PlayersDice, Tray, calibrate_tray

BLUE, RED = (200.0, 60.0, 30.0), (40.0, 40.0, 210.0)
SEEN = die(MIDDLE, MIDDLE, 2)


def theirs(player: str, body: Colour, pip: Colour) -> PlayersDice:
    faces = np.hstack([face(each, 17.0 * each, body, pip, seed=each) for each in range(1, 7)])
    return colour_of(player, faces, [die(MIDDLE + SIDE * k, MIDDLE, k + 1) for k in range(6)])


def covered(body: Colour, by: Colour, turn: float, radius: int = 15) -> Image:
    image = face(1, turn, body, body)
    cv2.circle(image, (round(MIDDLE), round(MIDDLE)), radius, by, -1, cv2.LINE_AA)
    return image


def tray(*colours: PlayersDice) -> Tray:
    empty = [np.full((300, 300, 3), (90, 120, 80), np.uint8)] * 3
    return calibrate_tray(empty, np.array([[0.0, 0], [300, 0], [300, 300], [0, 300]]), 40.0, colours)


def owner(image: Image, *colours: PlayersDice) -> tuple[str | None, DieDoubt | None]:
    reading = RollReading((ReadDie(SEEN, 2, DieState.FLAT, None),), None)
    (read,) = owned(reading, (image, image), tray(*colours)).dice
    return read.owner, read.doubt


@given(st.floats(0, 360))
@settings(max_examples=20, deadline=None)
def test_a_face_that_an_emblem_covers_is_its_owners_by_its_border(turn: float) -> None:
    both = theirs("A", BLUE, WHITE), theirs("B", RED, BLACK)
    image = covered(BLUE, (225.0, 225.0, 225.0), turn)
    assert owner_of(image, SEEN, both) is None
    assert owner_of(image, SEEN, both, around=True) == "A"
    assert owner(image, *both) == ("A", None)


@given(st.integers(1, 6), st.floats(0, 360))
@settings(max_examples=depth(25, 30), deadline=None)
def test_a_die_of_a_stranger_whose_pips_have_a_players_colour_is_nobodys(value: int, turn: float) -> None:
    image = face(value, turn, RED, BLUE)
    assert owner(image, theirs("A", BLUE, WHITE)) == (None, DieDoubt.OWNER)
