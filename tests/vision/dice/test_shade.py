"""A die in the shadow of a wall is its player's all the same; what is painted on the ground is no shadow."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.depth import depth
from tests.vision.dice.trays import SIZE, die, felt, square, taken
from vision.dice.acceptance import DieDoubt, DieState, ReadDie, RollReading
from vision.dice.detections import FlatDie
from vision.dice.foreground import LEAST_LIGHT, light_at, local_light
from vision.dice.known_make import body_lab, colour_of
from vision.dice.reader import TrayLook, owned
from vision.dice.tray import RIM_PX, PlayersDice, Tray, calibrate_tray

CORNERS = np.array([[0.0, 0.0], [SIZE[0], 0.0], [SIZE[0], SIZE[1]], [0.0, SIZE[1]]]) - 0.5
IVORY, GREY, WINE = (190.0, 215.0, 220.0), (95.0, 107.0, 110.0), (70.0, 40.0, 160.0)
LIT, SHADED = (120.0, 160.0), (400.0, 160.0)


def shaded(scene: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """The scene with the shadow of a wall over its right third."""
    light = np.ones(SIZE[0])
    light[320:] = share
    return scene * light[None, :, None]


def in_tray(place: tuple[float, float]) -> ReadDie:
    seen = die(place[0] + RIM_PX, place[1] + RIM_PX)
    return ReadDie(seen, seen.value, DieState.FLAT, None)


def told(tray: Tray, scene: NDArray[np.float64], place: tuple[float, float]) -> ReadDie:
    """Whose a die there is."""
    look = TrayLook(tray.view(taken(scene, 9)), tray)
    return owned(RollReading((in_tray(place),), None), (look.view, look.lit_then), tray, look.evenly_lit).dice[0]


def tray_of(share: float, **bodies: tuple[float, float, float]) -> Tray:
    """A tray with such a shadow, and the colours of players whose dice lay in its light."""
    empty = [taken(shaded(felt(), share), k) for k in range(4)]
    plain = calibrate_tray(empty, CORNERS, 40.0)
    colours: list[PlayersDice] = []
    for player, body in bodies.items():
        scene = felt()
        square(scene, *LIT, body, 1.4)
        colours.append(colour_of(player, plain.view(taken(scene, 8)), [in_tray(LIT).seen]))
    return calibrate_tray(empty, CORNERS, 40.0, tuple(colours))


@given(st.floats(0.35, 1.0), st.sampled_from([IVORY, WINE]))
@settings(max_examples=depth(7, 25), deadline=None)
def test_a_die_in_the_shadow_of_a_wall_is_its_players(share: float, body: tuple[float, float, float]) -> None:
    """Where one player's dice are known, nobody's were those in the shadow: a reading of all others was unsure."""
    tray = tray_of(share, p1=body)
    for place in (LIT, SHADED):
        scene = felt()
        square(scene, *place, body, 1.4)
        die_told = told(tray, shaded(scene, share), place)
        assert (die_told.owner, die_told.doubt) == ("p1", None)


@pytest.mark.parametrize("share", [0.35, 0.45])
def test_it_was_nobodys_by_its_colour_alone(share: float) -> None:
    tray = tray_of(share, p1=IVORY)
    scene = felt()
    square(scene, *SHADED, IVORY, 1.4)
    view = tray.view(taken(shaded(scene, share), 9))
    assert owned(RollReading((in_tray(SHADED),), None), (view,), tray).dice[0].doubt is DieDoubt.OWNER


def test_a_grey_die_in_the_light_is_no_ivory_one_in_the_shade() -> None:
    tray = tray_of(0.4, p1=IVORY)
    scene = felt()
    square(scene, *LIT, GREY, 1.4)
    assert told(tray, shaded(scene, 0.4), LIT).owner is None


def test_a_die_that_may_be_either_players_is_asked_about() -> None:
    """Ivory in the shade is as dark as grey in the light."""
    tray = tray_of(0.5, p1=IVORY, p2=GREY)
    scene = felt()
    square(scene, *SHADED, IVORY, 1.4)
    assert told(tray, shaded(scene, 0.5), SHADED).owner in (None, "p1")
    square(scene, *LIT, GREY, 1.4)
    assert told(tray, shaded(scene, 0.5), LIT).owner == "p2"


def test_what_is_painted_in_another_colour_is_no_shadow_and_nothing_is_brighter_than_light() -> None:
    painted = np.full((320, 480, 3), 160, np.uint8)
    painted[:, 160:320] = (160, 40, 30)
    painted[:, 320:] = 240
    light = local_light(painted, [FlatDie(60.0, 160.0, (0.0, 0.0))])
    assert light.shape == (40, 60, 3)
    assert np.allclose(light_at(light, 240.0, 160.0), 1)
    assert np.allclose(light_at(light, 1e4, -1e4), light[0, -1])
    assert light.max() <= 1
    black = local_light(np.zeros((320, 480, 3), np.uint8), [])
    assert LEAST_LIGHT <= black.min() <= black.max() <= 1


def test_the_view_evenly_lit_shows_a_body_as_it_was_learnt() -> None:
    lit = FlatDie(LIT[0] + RIM_PX, LIT[1] + RIM_PX, (0.0, 0.0))
    tray = replace(tray_of(0.4, p1=IVORY), flat=(lit,))
    scene = felt()
    square(scene, *SHADED, IVORY, 1.4)
    look = TrayLook(tray.view(taken(shaded(scene, 0.4), 9)), tray)
    seen = in_tray(SHADED).seen
    learnt = np.array(tray.colours[0].lab)
    assert np.abs(body_lab(*look.evenly_lit(seen)) - learnt).max() < 20
    assert np.abs(body_lab(look.view, seen) - learnt).max() > 80
