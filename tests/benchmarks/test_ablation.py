"""Heuristics of the dice reader that are switched off for a measurement."""

from __future__ import annotations

import pkgutil
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.dice import ablation
from benchmarks.dice.ablation import HEURISTICS, NONE, Case, Count, bound, measure, note_acting, rows
from tests.vision.dice.trays import die
from vision.dice import acceptance
from vision.dice.acceptance import accept_all_dice, reject_uncertain_roll

SMALL = [replace(die(60.0 * value, 0.0, value), edge_px=edge) for value, edge in ((2, 40.0), (3, 40.0), (4, 24.0))]


@pytest.mark.parametrize("name", list(HEURISTICS))
def test_each_heuristic_replaces_a_part_of_the_reader(name: str) -> None:
    for target in HEURISTICS[name]:
        module, _, attribute = target.partition(".")
        part = pkgutil.resolve_name(f"vision.dice.{module}")
        for word in attribute.split("."):
            assert hasattr(part, word), target
            part = getattr(part, word)


def test_only_a_heuristic_that_changes_something_acts() -> None:
    acting: set[str] = set()
    with ExitStack() as stack:
        note_acting(stack, ["one size", "faint leaning dice"], acting)
        assert acceptance._of_another_size([40.0, 40.0, 41.0], in_tray=False) == set()
        assert acting == set()
        assert acceptance._of_another_size([40.0, 40.0, 24.0], in_tray=False) == {2}
    assert acting == {"one size"}
    assert acceptance._of_another_size([40.0, 40.0, 24.0], in_tray=False) == {2}


def test_results_with_images_are_compared_by_their_pixels() -> None:
    image = np.zeros((4, 4, 3), np.uint8)
    assert ablation._equal((image, 1), (image.copy(), 1))
    assert not ablation._equal((image, 1), (image + 1, 1))
    assert not ablation._equal((image, 1), (image[:2], 1))
    assert not ablation._equal([image], [])


def test_a_heuristic_is_off_in_one_reading_alone() -> None:
    offs: list[int] = []

    def read() -> acceptance.RollReading:
        found = accept_all_dice(SMALL, 3)
        offs.append(len(acceptance._of_another_size([40.0, 40.0, 24.0], in_tray=False)))
        return reject_uncertain_roll(found, SMALL, counted=True)

    case = Case("dice", "one", Counter([2, 3, 4]), read)
    table = measure(iter([case]), ["one size", "own pips"])
    assert offs == [1, 0]
    assert {off: count.rolls for off, count in table["dice"].items()} == {NONE: 1, "one size": 1, "own pips": 1}
    assert next(iter(rows(table)))["off"] == NONE


def test_wrong_rolls_have_an_upper_bound() -> None:
    assert bound(0, 59) == pytest.approx(1 - 0.05 ** (1 / 59))
    assert bound(0, 0) == 1.0
    assert Count() == ablation.Count(0, 0, 0, 0)
