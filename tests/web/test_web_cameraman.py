"""The virtual cameraman: smooth, never beyond the picture, and where the action is."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from web.camera.virtual_camera import HOLD_S, LEAST_SHARE, VirtualCamera, Window, full_window, window_around

SIZE = (1280, 720)
VIEW = (96.0, 30.0, 1100.0, 620.0)
FRAME_S = 0.1
MOST_SHIFT = 0.14
"""Of the window's width, in a tenth of a second: a pan over the whole board takes a second and more."""

points = st.lists(st.tuples(st.floats(0, 1279), st.floats(0, 719)), min_size=1, max_size=12)
windows = points.map(lambda places: window_around(np.array(places), 60, full_window(SIZE, VIEW), SIZE))


def is_inside(window: Window) -> bool:
    slack = 1e-6
    across = -slack <= window.x - window.width / 2 and window.x + window.width / 2 <= SIZE[0] + slack
    return across and -slack <= window.y - window.height / 2 and window.y + window.height / 2 <= SIZE[1] + slack


@given(windows)
def test_a_window_is_in_the_picture_and_no_closer_than_shows_well(window: Window) -> None:
    assert is_inside(window)
    assert LEAST_SHARE * full_window(SIZE, VIEW).width <= window.width + 1e-6
    assert window.width <= full_window(SIZE, VIEW).width + 1e-6
    assert math.isclose(window.width / window.height, 16 / 9)


@given(points)
def test_what_is_followed_is_in_the_window_where_that_is_wide_enough(places: list[tuple[float, float]]) -> None:
    window = window_around(np.array(places), 20, full_window(SIZE, None), SIZE)
    left, top = window.x - window.width / 2, window.y - window.height / 2
    wide = max(np.ptp([x for x, _ in places]), np.ptp([y for _, y in places]) * 16 / 9)
    if wide + 2 * 20 * 16 / 9 > full_window(SIZE, None).width * 0.8:
        return
    for x, y in places:
        assert left - 1e-6 <= x <= left + window.width + 1e-6
        assert top - 1e-6 <= y <= top + window.height + 1e-6


@given(st.lists(st.tuples(windows, st.floats(0.05, 4)), min_size=1, max_size=6))
def test_no_picture_jumps_and_each_shows_nothing_but_the_picture(wishes: list[tuple[Window, float]]) -> None:
    man, now_s = VirtualCamera.on(full_window(SIZE, VIEW), 0.0), 0.0
    for wanted, for_s in wishes:
        end_s = now_s + for_s
        while now_s < end_s:
            before, now_s = man.window, now_s + FRAME_S
            man = man.follow(wanted, now_s)
            after = man.window
            shift = max(abs(after.x - before.x), abs(after.y - before.y))
            assert shift <= MOST_SHIFT * full_window(SIZE, VIEW).width
            assert abs(math.log(after.width / before.width)) < 0.2
            assert is_inside(after.inside(SIZE))


@given(windows)
def test_it_arrives_and_then_rests(wanted: Window) -> None:
    man = VirtualCamera.on(full_window(SIZE, VIEW), 0.0)
    for step in range(1, 81):
        man = man.follow(wanted, HOLD_S + step * FRAME_S)
    off = max(abs(man.window.x - man.target.x), abs(man.window.y - man.target.y))
    assert off < 0.5
    assert man.follow(wanted, 60.0).target == man.target


def test_it_does_not_follow_what_hardly_moves_and_stays_a_while() -> None:
    first = Window(400.0, 300.0, 500.0)
    man = VirtualCamera.on(first, 0.0)
    assert man.follow(Window(430.0, 310.0, 520.0), 1.0).target == first
    away = Window(900.0, 400.0, 500.0)
    turned = man.follow(away, 1.0)
    assert turned.target == away
    assert turned.follow(first, 1.0 + HOLD_S / 2).target == away
    assert turned.follow(first, 1.0 + HOLD_S).target == first
