"""A rig and a catalogue that say all that they may, and pictures that fit them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import Rig
from simulation import example_catalogue, example_poses
from simulation.render.renderer import take_photo


def whole_rig(rig: Rig) -> Rig:
    """Return a rig that says all that a rig may say."""
    camera = rig.camera
    size = 4 + len(camera.dist_coeffs)
    assert rig.pose is not None
    lens = replace(
        camera,
        id="cm3",
        rms_px=0.12,
        views=14,
        mode="1280 x 720",
        focus=4.25,
        covariance=np.eye(size) * 1e-4,
    )
    return Rig(lens, replace(rig.pose, residual_px=0.2, references=16, covariance=np.eye(6) * 1e-6))


def whole_catalogue(things: dict[str, Any]) -> dict[str, Any]:
    """Return a catalogue with something more of every sort, of which the photograph shows nothing."""
    tag = {"size_mm": 14.0, "offset_mm": [38.0, 0.0, 1.15]}
    oval = {"id": "ox", "player": "p1", "name": "Ox", "base_mm": [60.0, 35.0], "figure_height_mm": 55.0}
    two = [{"id": 60, **tag, "angle_deg": 15.0}, {"id": 61, **tag, "offset_mm": [-38.0, 0.0, 1.15], "angle_deg": 180.0}]
    outline = [[-25.0, -6.0], [25.0, -6.0], [25.0, 6.0], [-25.0, 6.0]]
    leaf = {
        "id": "wing", "tag_id": 112, "size_mm": 11.0,
        "open": {"offset_mm": [-25.0, 20.0, 65.3], "angle_deg": 90.0}, "closed": {"offset_mm": [0.0, 0.0, 65.3]},
    }  # fmt: skip
    gate = {
        "id": "gate", "piece": "lock", "feature": "lock", "footprint_mm": outline, "z_mm": [0.0, 65.0],
        "traits": ["Heavy"], "role": "door", "state": "closed", "leaves": [leaf],
        "equipment": "light barricade", "player": "p2",
        "tags": [{"id": 113, "size_mm": 20.0, "offset_mm": [0.0, 0.0, 65.3]}],
    }  # fmt: skip
    pane = {
        "id": "pane",
        "piece": "lock",
        "footprint_mm": outline,
        "z_mm": [65.0, 80.0],
        "see_through": True,
        "vantage": True,
    }
    token = {"id": "tok", "kind": "smoke", "player": "p2", "diameter_mm": 20.0, "tags": [{"id": 200, **tag}]}
    collar = {
        "id": "hen",
        "base_mm": 28.5,
        "mount": "collar",
        "tags": [{"id": 62, **tag, "offset_mm": [5.0, 5.0, 3.0]}],
    }
    return things | {
        "operatives": [*things["operatives"], {**oval, "tags": two}, collar],
        "terrain": [*things["terrain"], gate, pane],
        "markers": [*things["markers"], token],
    }


def photograph_of_the_example(rig: Rig) -> NDArray[np.uint8]:
    """Return the simulated table as that rig sees it."""
    return np.asarray(take_photo(example_catalogue(), example_poses(), rig).image, np.uint8)


def write_picture(path: Path, picture: NDArray[np.uint8]) -> None:
    """Write a picture as its name says."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, 90] if path.suffix == ".jpg" else []
    assert cv2.imwrite(str(path), picture, quality)
