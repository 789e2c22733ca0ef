"""Prints of another size are found, said, and corrected from two measured distances."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.errors import SheetError
from calibration.pose.board_pose import register
from calibration.pose.print_scale import PrintSize, board_print, corrected, measured_tolerance, things_print
from calibration.tags import DEFAULT_TOLERANCE, TagSighting
from tests.calibration.conftest import World

LEVELS = {"tab": 0.0, "whole": 25.4, "head": 76.2, "turned": 0.0, "two": 0.0}


def grown(sighting: TagSighting, by: float) -> TagSighting:
    middle = sighting.corners_px.mean(axis=0)
    return TagSighting(sighting.id, middle + (sighting.corners_px - middle) * by, sighting.covariance_px)


def prints(world: World, sightings: list[TagSighting]) -> tuple[PrintSize, PrintSize]:
    camera, catalogue = world.rig.camera, world.catalogue
    registration = register(camera, catalogue, sightings)
    seen = {s.id: s for s in sightings}
    placed = [(entry.tags, LEVELS[entry.id]) for entry in catalogue.operatives]
    placed += [(entry.tags, 0.0) for entry in catalogue.terrain]
    return board_print(camera, registration, catalogue, seen), things_print(camera, registration, placed, seen)


def test_true_prints_are_true(world: World) -> None:
    for found in prints(world, world.sightings(np.random.default_rng(0))):
        assert found.ratio == pytest.approx(1, abs=0.004)
        assert not found.off


@pytest.mark.parametrize("by", [0.97, 1.03])
def test_tags_of_things_printed_scaled_are_noticed(world: World, by: float) -> None:
    sightings = [grown(s, by) if s.id >= 16 else s for s in world.sightings(np.random.default_rng(0))]
    board, things = prints(world, sightings)
    assert things.off
    assert things.ratio == pytest.approx(by, abs=0.005)
    assert not board.off


def test_board_cards_printed_scaled_are_noticed(world: World) -> None:
    sightings = [grown(s, 0.97) if s.id < 16 else s for s in world.sightings(np.random.default_rng(0))]
    board, _ = prints(world, sightings)
    assert board.off
    assert board.ratio == pytest.approx(0.97, abs=0.005)


def test_a_mat_printed_scaled_is_corrected_by_two_measured_distances(world: World) -> None:
    wrong = corrected(world.catalogue, (100, 97), (100, 97))
    scaled_world = replace(world, catalogue=wrong)
    sightings = scaled_world.sightings(np.random.default_rng(0))
    _, things = prints(world, sightings)
    assert things.off
    _, mended = prints(scaled_world, sightings)
    assert not mended.off
    tag = wrong.board.tags[2]
    assert tag.centre_mm == pytest.approx((734 * 0.97, 28 * 0.97))
    assert tag.size_mm == pytest.approx(30 * 0.97)


def test_cards_keep_their_places(world: World) -> None:
    cards = corrected(world.catalogue, (100, 99), (100, 101), mat=False)
    assert cards.board.tags[2].centre_mm == world.catalogue.board.tags[2].centre_mm
    assert cards.board.tags[2].size_mm == pytest.approx(30, rel=1e-3)


@pytest.mark.parametrize("across", [(0.0, 100.0), (100.0, 10.0), (100.0, -99.0)])
def test_distances_that_are_none_are_refused(world: World, across: tuple[float, float]) -> None:
    with pytest.raises(SheetError) as error:
        corrected(world.catalogue, across, (100, 100))
    assert error.value.message["axis"] == "across"


def size_tolerance(
    world: World, spread: float, seed: int, lifted: frozenset[int] = frozenset(), count: int = 99
) -> float:
    """Return the tolerance of size if sizes of things' tags have this spread, and `lifted` ones are 1 % larger."""
    rng = np.random.default_rng(seed)
    sightings = world.sightings(rng, 0.03)
    registration = register(world.rig.camera, world.catalogue, sightings)
    seen = {s.id: grown(s, 1 + rng.normal(0, spread) + 0.01 * (s.id in lifted)) for s in sightings[: 8 + count]}
    found = measured_tolerance(
        world.rig.camera, registration, world.catalogue, seen, (25.4, 76.2, 101.6), DEFAULT_TOLERANCE
    )
    assert replace(found, size_ratio=DEFAULT_TOLERANCE.size_ratio) == DEFAULT_TOLERANCE
    return found.size_ratio


def test_tags_that_agree_in_size_narrow_the_tolerance_of_size(world: World) -> None:
    assert max(size_tolerance(world, 0.0003, seed) for seed in range(8)) <= 0.002
    assert np.median([size_tolerance(world, 0.0003, seed) for seed in range(8)]) <= 0.0015


def test_tags_that_differ_in_size_keep_the_tolerance_of_size(world: World) -> None:
    assert all(size_tolerance(world, 0.003, seed) >= 0.0025 for seed in range(8))


def test_few_tags_keep_the_tolerance_of_size(world: World) -> None:
    assert size_tolerance(world, 0.0003, 1, count=0) == DEFAULT_TOLERANCE.size_ratio
    assert size_tolerance(world, 0.0003, 1, count=1) == DEFAULT_TOLERANCE.size_ratio


def test_one_lifted_thing_does_not_widen_the_tolerance_of_size(world: World) -> None:
    assert np.median([size_tolerance(world, 0.0003, seed, frozenset({43})) for seed in range(8)]) <= 0.0015
