"""A plain photograph: where nothing can be seen the reading says so, and says what to do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from messages.message import Message
from tests.vision.dice.trays import NOISE, SIZE, die, felt, square, taken
from vision.dice.acceptance import DieDoubt, RollReading, accept_die
from vision.dice.foreground import foreground
from vision.dice.known_make import colour_of
from vision.dice.networks import EDGE_PX
from vision.dice.reader import as_lit_then, owned, read_dice, read_with_known_scale
from vision.dice.tray import Tray


@pytest.mark.parametrize(("level", "code"), [(3, "tray-image-dark"), (255, "tray-image-bright"), (128, "dice-none")])
@pytest.mark.parametrize("die_px", [None, 40.0])
def test_a_picture_that_shows_nothing_is_unsure_and_says_why(level: int, code: str, die_px: float | None) -> None:
    reading = read_dice(np.full((300, 400, 3), level, np.uint8), die_px=die_px)
    assert (reading.call, reading.dice) == ("unsure", ())
    assert reading.why is not None
    assert reading.why.code == code


COLOURS = {"A": (40, 50, 190), "B": (180, 70, 40)}
PLACES = {"A": ((80, 80), (80, 200)), "B": ((250, 80), (250, 200))}


def lit(light: tuple[float, float, float]) -> np.ndarray:
    """A tray with two squares of each player's colour in it, in that light (BGR)."""
    scene = felt()
    for player, places in PLACES.items():
        for x, y in places:
            square(scene, x, y, COLOURS[player], size=1.1)
    return taken(scene * light, 3)


@pytest.mark.parametrize("light", [(1, 1, 1), (0.4, 0.4, 0.4), (1.3, 1.3, 1.3), (0.7, 1, 1.3), (1.2, 1, 0.8)])
def test_whose_a_die_is_is_told_in_dimmer_brighter_and_warmer_light(light: tuple[float, float, float]) -> None:
    empty, found = taken(felt(), 1), {name: [die(*place) for place in places] for name, places in PLACES.items()}
    corners = np.array([[0.0, 0.0], [SIZE[0], 0.0], [SIZE[0], SIZE[1]], [0.0, SIZE[1]]]) - 0.5
    plain = lit((1, 1, 1))
    colours = tuple(colour_of(player, plain, dice) for player, dice in found.items())
    tray = Tray(SIZE, corners, EDGE_PX, empty, NOISE, colours)
    view = lit(light)
    read = tuple(accept_die(each) for dice in found.values() for each in dice)
    told = owned(RollReading(read, None), (view, as_lit_then(view, foreground(view, empty, NOISE).light)), tray)
    assert [each.owner for each in told.dice] == ["A", "A", "B", "B"]
    assert told.why is None


def test_a_die_that_two_lights_give_to_two_players_is_doubted() -> None:
    corners = np.array([[0.0, 0.0], [SIZE[0], 0.0], [SIZE[0], SIZE[1]], [0.0, SIZE[1]]]) - 0.5
    at, other = die(*PLACES["A"][0]), die(*PLACES["B"][0])
    plain = lit((1, 1, 1))
    colours = (colour_of("A", plain, [at]), colour_of("B", plain, [other]))
    tray = Tray(SIZE, corners, EDGE_PX, taken(felt(), 1), NOISE, colours)
    otherwise = felt()
    square(otherwise, *PLACES["A"][0], COLOURS["B"])
    views = (plain, taken(otherwise, 4))
    one, both = (owned(RollReading((accept_die(at),), None), some, tray) for some in (views[1:], views))
    assert one.dice[0].owner == "B"
    assert (both.dice[0].owner, both.dice[0].doubt) == (None, DieDoubt.OWNER)
    assert both.why == Message.of("dice-owner", unowned=1, dice=1)


@pytest.mark.parametrize(("times", "believed"), [(1.0, True), (1.4, True), (0.7, True), (1.7, False), (0.6, False)])
def test_a_thing_of_another_size_than_was_said_is_no_die_for_certain(times: float, *, believed: bool) -> None:
    flat, other = (accept_die(replace(die(*PLACES["A"][0]), edge_px=each * EDGE_PX)) for each in (1.0, times))
    reading = read_with_known_scale(RollReading((flat, other), None), EDGE_PX)
    assert reading.call == ("read" if believed else "unsure")
    assert [each.doubt is None for each in reading.dice] == [True, believed]
