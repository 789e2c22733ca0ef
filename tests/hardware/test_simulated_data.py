"""The same table drawn by us and path-traced by another: tags lie in the same places."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import cv2
import numpy as np
import pytest

from calibration.catalogue import load_catalogue
from calibration.rig import parse_rig
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from simulation import Poses, take_photo


class Thing(TypedDict):
    id: str
    pos_mm: tuple[float, float, float]
    rot_deg: float


def placed(thing: Thing) -> Placement:
    x, y, z = (value / MM_PER_INCH for value in thing["pos_mm"])
    return Placement(thing["id"], x, y, z, thing["rot_deg"])


def placements(things: list[Thing]) -> dict[str, Placement]:
    return {thing["id"]: placed(thing) for thing in things}


def read(image: np.ndarray) -> dict[int, np.ndarray]:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12))
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    return {int(tag): corner.reshape(4, 2) for tag, corner in zip(np.ravel(ids), corners, strict=True)}


@pytest.mark.data
@pytest.mark.parametrize("name", ["s40_2304", "s42_1080"])
def test_tags_lie_where_the_path_traced_photograph_has_them(shared_data: Path, name: str) -> None:
    """Exactly mounted scenes: the board's tags, those on terrain and on every mount, turned and tilted."""
    scenes = shared_data / "renders" / "scenes"
    catalogue = load_catalogue(scenes / f"{name}.catalogue.json")
    truth = json.loads((scenes / f"{name}.truth.json").read_text())
    poses = Poses(placements(truth["operatives"]), placements(truth["terrain"]))
    ours = take_photo(catalogue, poses, parse_rig(truth["rig"]))
    theirs = cv2.imread(str(scenes / f"{name}.jpg"))
    assert theirs is not None
    drawn, traced = read(ours.image), read(theirs)
    both = drawn.keys() & traced.keys()
    assert len(both) >= 0.7 * len(traced)
    off = np.array([np.abs(drawn[tag] - traced[tag]).mean() for tag in both])
    assert np.median(off) < 0.35
    assert np.quantile(off, 0.95) < 1.0
    readable = {tag for thing in [*truth["operatives"], *truth["terrain"]] for tag in thing["readable"]}
    hidden = {tag for tag in readable if ours.tags[tag].seen < 0.8}
    assert len(hidden) <= 0.04 * len(readable), hidden
