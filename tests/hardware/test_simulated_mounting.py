"""Tags that are glued with an error: what is drawn and what is believed differ by just that."""

from __future__ import annotations

import numpy as np
import pytest

from simulation import example_catalogue, example_poses, example_rig, perturb_tag_mounts, take_photo


def test_errors_have_the_spread_that_was_asked_for() -> None:
    nominal = example_catalogue()
    beside, askew = [], []
    for seed in range(40):
        truly = perturb_tag_mounts(nominal, sigma_mm=0.15, sigma_deg=0.5, seed=seed)
        for thing, as_said in zip(truly.operatives, nominal.operatives, strict=True):
            for tag, said in zip(thing.tags, as_said.tags, strict=True):
                beside += list(np.subtract(tag.offset_mm[:2], said.offset_mm[:2]))
                askew.append(tag.angle_deg - said.angle_deg)
                assert tag.offset_mm[2] == said.offset_mm[2]
    assert np.std(beside) == pytest.approx(0.15, rel=0.1)
    assert np.std(askew) == pytest.approx(0.5, rel=0.1)
    assert abs(np.mean(beside)) < 0.02


def test_the_board_and_everything_else_stay_as_they_are() -> None:
    nominal = example_catalogue()
    truly = perturb_tag_mounts(nominal, seed=3)
    assert truly.board == nominal.board
    assert truly.tag_ids == nominal.tag_ids
    assert [t.footprint_mm for t in truly.terrain] == [t.footprint_mm for t in nominal.terrain]
    assert perturb_tag_mounts(nominal, seed=3) == truly
    assert perturb_tag_mounts(nominal, seed=4) != truly


def test_it_is_the_glued_tag_that_is_photographed() -> None:
    nominal, poses, rig = example_catalogue(), example_poses(), example_rig((480, 270))
    truly = perturb_tag_mounts(nominal, sigma_mm=2.0, sigma_deg=0.0, seed=1)
    said, drawn = (take_photo(each, poses, rig).tags for each in (nominal, truly))
    per_mm = said[44].side_px / 20.0
    moved = np.linalg.norm(drawn[44].corners_px.mean(axis=0) - said[44].corners_px.mean(axis=0))
    offset = np.subtract(truly.operatives[4].tags[0].offset_mm, nominal.operatives[4].tags[0].offset_mm)
    assert moved == pytest.approx(np.linalg.norm(offset) * per_mm, rel=0.1)
    np.testing.assert_array_equal(drawn[0].corners_px, said[0].corners_px)
