"""A training crop turns, scales and mirrors its dice and their labels alike."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tools.training.dice import batches
from tools.training.dice.batches import CROP_PX, LITTER, Crops
from tools.training.dice.prerender import read_chunk
from tools.training.dice.scene import COCKED, Label

pytestmark = pytest.mark.nightly

EDGE_PX = 36.0
DISC = 0.25
"""Radius of what is drawn on a die's middle, edges."""

FLAT = (0.05, 0.0)
DICE = [
    Label(4, 70.3, 80.6, EDGE_PX, FLAT),
    Label(2, 170.0, 90.0, EDGE_PX, FLAT),
    Label(6, 110.0, 180.0, EDGE_PX, FLAT),
]


def chunk(folder: Path, scenes: list[list[Label]]) -> None:
    """Scenes in the form that `prerender` writes: blue-green ground, a red disc on each die's middle."""
    blobs = []
    for dice in scenes:
        image = np.full((256, 256, 3), (90, 90, 0), np.uint8)
        for die in dice:
            at = (round(16 * die.x_px), round(16 * die.y_px))
            cv2.circle(image, at, round(16 * DISC * die.edge_px), (0, 0, 255), -1, cv2.LINE_AA, 4)
        blobs.append(cv2.imencode(".png", image)[1])
    (folder / "00000.bin").write_bytes(np.concatenate(blobs).tobytes())
    labels = [[asdict(die) for die in dice] for dice in scenes]
    (folder / "00000.json").write_text(json.dumps({"sizes": [len(blob) for blob in blobs], "labels": labels}))


@pytest.fixture
def unspoilt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "spoil", lambda rng, noise, image: image)
    monkeypatch.setattr(batches, "littered", lambda rng, image, dice: (image, []))
    monkeypatch.setattr(batches, "mirrored", lambda rng, image, dice: image)
    monkeypatch.setattr(batches, "dyed", lambda rng, image, dice: image)


def red(image: NDArray[np.uint8]) -> NDArray[np.float64]:
    return (image[..., 2].astype(float) - image[..., 1]).clip(0) / 255


def stream(folder: Path, seed: int = 3) -> Crops:
    return Crops(folder, folder, [], 0.5, seed)


def test_a_chunk_is_read_as_it_was_written(tmp_path: Path) -> None:
    chunk(tmp_path, [DICE, []])
    (_, dice), (empty, none) = read_chunk(tmp_path / "00000.json")
    assert [(die.value, die.x_px) for die in dice] == [(die.value, die.x_px) for die in DICE]
    assert none == []
    assert empty.shape == (256, 256, 3)


@pytest.mark.usefixtures("unspoilt")
def test_labels_stay_on_their_dice(tmp_path: Path) -> None:
    chunk(tmp_path, [DICE])
    crops, checked = stream(tmp_path), 0
    for _ in range(200):
        image, dice = crops.crop()
        for die in (die for die in dice if die.value != LITTER):
            reach = 0.45 * die.edge_px
            if not all(reach < v < CROP_PX - 1 - reach for v in (die.x_px, die.y_px)):
                continue
            gy, gx = np.mgrid[:CROP_PX, :CROP_PX]
            weight = red(image) * (np.hypot(gx - die.x_px, gy - die.y_px) < reach)
            assert (weight * gx).sum() / weight.sum() == pytest.approx(die.x_px, abs=0.8)
            assert (weight * gy).sum() / weight.sum() == pytest.approx(die.y_px, abs=0.8)
            assert np.sqrt(weight.sum() / np.pi) / DISC == pytest.approx(die.edge_px, rel=0.15)
            checked += 1
    assert checked > 100


def test_every_value_and_things_that_are_no_dice_occur(tmp_path: Path) -> None:
    chunk(tmp_path, [DICE])
    crops = stream(tmp_path)
    seen = {die.value for _ in range(150) for die in crops.crop()[1]}
    assert seen == {2, 4, 6, LITTER}


def test_cocked_dice_are_learnt_only_where_flat_ones_are_seen_from_above(tmp_path: Path) -> None:
    askew = Label(COCKED, 128.0, 128.0, EDGE_PX, (0.4, 0.0), tilt_deg=25.0)
    oblique = [Label(3, 60.0, 60.0, EDGE_PX, (0.6, 0.0)), Label(3, 200.0, 60.0, EDGE_PX, (0.6, 0.0))]
    for flat, learnt in ((DICE, {True}), (oblique, {False})):
        folder = tmp_path / str(learnt)
        folder.mkdir()
        chunk(folder, [[*flat, askew]])
        crops = stream(folder)
        cocked = [die.sure for _ in range(60) for die in crops.crop()[1] if die.value == COCKED]
        assert set(cocked) == learnt


def test_crops_are_the_same_for_a_seed_and_take_in_new_chunks(tmp_path: Path) -> None:
    chunk(tmp_path, [DICE])
    once, again = (stream(tmp_path).crop()[0] for _ in range(2))
    assert np.array_equal(once, again)
    crops = stream(tmp_path)
    for suffix in ("bin", "json"):
        (tmp_path / f"00001.{suffix}").write_bytes((tmp_path / f"00000.{suffix}").read_bytes())
    assert crops.refresh() == 2


def test_traced_scenes_are_their_share_of_the_crops_whatever_their_number(tmp_path: Path) -> None:
    for name, value, scenes in (("rendered", 2, 12), ("traced", 5, 1)):
        (tmp_path / name).mkdir()
        chunk(tmp_path / name, [[Label(value, 128.0, 128.0, EDGE_PX, FLAT)]] * scenes)
    crops = Crops(tmp_path / "rendered", tmp_path, [], 0.5, 3, traced=tmp_path / "traced")
    values = [die.value for _ in range(400) for die in crops.crop()[1] if die.value != LITTER]
    assert values.count(5) / len(values) == pytest.approx(batches.TRACED_SHARE, abs=0.08)
    assert crops.refresh() == 13
