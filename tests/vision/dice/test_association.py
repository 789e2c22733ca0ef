"""Dice that stay and dice that are thrown again."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.acceptance import DieDoubt, DieState, ReadDie
from vision.dice.detections import DetectedDie
from vision.dice.tray_tracker import NUDGED, STILL_EDGES, match_to_previous_roll


def die(value: int, x: float, y: float = 0.0, owner: str | None = None, doubt: DieDoubt | None = None) -> ReadDie:
    return ReadDie(DetectedDie(value, x, y, 40.0, 0.9, 0.0, 0.0, (0.0, 0.0)), value, DieState.FLAT, doubt, owner)


rows = st.lists(st.integers(1, 6), max_size=8).map(lambda values: [die(v, 100.0 * k) for k, v in enumerate(values)])


@given(rows, st.randoms(use_true_random=False), st.floats(-0.35, 0.35))
def test_dice_that_only_slid_a_little_are_all_kept(before: list[ReadDie], order: random.Random, slide: float) -> None:
    after = [die(each.value or 0, each.seen.x_px + slide * 40, slide * 40) for each in before]
    order.shuffle(after)
    kept = match_to_previous_roll(before, after)
    assert (kept.thrown, kept.gone) == ((), ())
    assert all(np.hypot(before[i].seen.x_px - after[j].seen.x_px, 0) < NUDGED * 40 for i, j in kept.pairs)


@given(rows, rows)
def test_every_die_is_kept_or_thrown_and_every_old_one_kept_or_gone(
    before: list[ReadDie], after: list[ReadDie]
) -> None:
    kept = match_to_previous_roll(before, after)
    assert sorted([j for _, j in kept.pairs] + list(kept.thrown)) == list(range(len(after)))
    assert sorted([i for i, _ in kept.pairs] + list(kept.gone)) == list(range(len(before)))


def test_a_die_thrown_again_is_told_from_those_that_stayed() -> None:
    before = [die(1, 0), die(4, 100), die(1, 200)]
    after = [die(4, 103), die(1, 2), die(6, 300, 90)]
    kept = match_to_previous_roll(before, after)
    assert set(kept.pairs) == {(0, 1), (1, 0)}
    assert (kept.thrown, kept.gone) == ((2,), (2,))


def test_another_owner_s_die_in_the_same_place_is_another() -> None:
    assert match_to_previous_roll([die(2, 0, owner="A")], [die(2, 0, owner="B")]).thrown == (0,)


def test_a_die_whose_colour_is_not_told_any_more_is_still_the_one_that_lay_there() -> None:
    before, dim = [die(2, 0, owner="A"), die(2, 100, owner="B")], DieDoubt.OWNER
    after = [die(2, 101, doubt=dim), die(2, 3, doubt=dim)]
    for one, other in ((before, after), (after, before)):
        kept = match_to_previous_roll(one, other)
        assert (set(kept.pairs), kept.thrown) == ({(0, 1), (1, 0)}, ())


def test_a_die_that_did_not_move_is_the_same_whatever_it_shows() -> None:
    assert match_to_previous_roll([die(5, 0)], [die(6, 40 * STILL_EDGES - 1)]).pairs == ((0, 0),)
    assert match_to_previous_roll([die(5, 0)], [die(6, 40 * STILL_EDGES + 1)]).thrown == (0,)


def test_a_cocked_die_that_did_not_move_is_the_same() -> None:
    cocked = ReadDie(die(1, 0).seen, None, DieState.COCKED, DieDoubt.COCKED)
    assert match_to_previous_roll([cocked], [die(4, 2)]).thrown == ()
