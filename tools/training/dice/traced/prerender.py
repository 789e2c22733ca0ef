"""Render traced scenes into chunks on disk: `python -m tools.training.dice.traced.prerender FOLDER --chunks N`.

Existing chunks are kept, so an interrupted run can continue; a chunk's seed is its number. The format is that of
`tools.training.dice.prerender`, so that both may be in one folder: number these from 50000.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.die import random_style
from tools.training.dice.prerender import write_chunk
from tools.training.dice.scene import COCKED, Camera, Label, finish, random_camera, tray_camera
from tools.training.dice.traced.fall import fallen
from tools.training.dice.traced.film import Film
from tools.training.dice.traced.lying import COCKED_DEG, Pose, Thrown, TracedTray, random_tray
from tools.training.dice.traced.scene import TracedScene, floor_seen
from tools.training.dice.traced.solid import hull

SCENES = 4
"""Scenes in a chunk, which takes a minute."""

SIDE_PX = 448
_ABOVE, _ANYWHERE = 0.7, 0.1
"""Shares of the scenes from above and from anywhere; the others are from the side."""

_MOST = 60
_WIDEST = 26.0
_THROWS = 5
"""Throws from which the one with most cocked dice is selected, in half of the scenes from above."""


def traced_scene(rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[Label]]:
    """Return an image, (SIDE_PX, SIDE_PX, 3) BGR, and its dice."""
    camera = _camera(rng)
    width, height = np.clip(floor_seen(camera, (SIDE_PX, SIDE_PX)) * rng.uniform(0.8, 1.05), 5, _WIDEST)
    tray = random_tray(rng, float(width), float(height))
    styles = [random_style(rng) for _ in range(int(rng.integers(1, 6)))]
    sizes = [1.0 if rng.random() < 0.6 else rng.uniform(0.8, 1.25) for _ in styles]
    hulls = [hull(style) for style in styles]
    throws = _THROWS if camera.across[2, 2] < -0.94 and rng.random() < 0.5 else 1
    poses = max((_thrown(rng, tray, hulls, sizes) for _ in range(throws)), key=_leaning)
    light, labels = TracedScene(rng, camera, (SIDE_PX, SIDE_PX), tray, styles).taken(poses)
    inside = [
        label for label in labels if min(label.x_px, label.y_px) > -40 and max(label.x_px, label.y_px) < SIDE_PX + 40
    ]
    return finish(rng, Film(rng).picture(light)), inside


def _camera(rng: np.random.Generator) -> Camera:
    edge, kind = rng.uniform(26, 54), rng.random()
    if kind < _ANYWHERE:
        return random_camera(rng, SIDE_PX, edge)
    tilt = abs(rng.normal(0, 0.09)) if kind < _ANYWHERE + _ABOVE else rng.uniform(0.25, 0.85)
    return tray_camera(rng, SIDE_PX, edge, float(tilt))


def _thrown(
    rng: np.random.Generator, tray: TracedTray, hulls: list[NDArray[np.float32]], sizes: list[float]
) -> list[Pose]:
    room = tray.width * tray.height
    count = int(np.clip(rng.uniform(0.1, 0.42) * room, 2, _MOST))
    dice = [Thrown(make, sizes[make] * rng.uniform(0.99, 1.01)) for make in rng.integers(0, len(sizes), count).tolist()]
    return fallen(rng, tray, hulls, dice, int(rng.integers(1, 6)))


def _leaning(poses: list[Pose]) -> int:
    return sum(pose.tilt_deg > COCKED_DEG for pose in poses)


def main() -> None:
    """Render the missing chunks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunks", type=int, default=100)
    parser.add_argument("--first", type=int, default=50_000)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    asked.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    for number in range(asked.first, asked.first + asked.chunks):
        if (asked.folder / f"{number:05d}.json").exists():
            continue
        rng = np.random.default_rng(number)
        scenes = [traced_scene(rng) for _ in range(SCENES)]
        write_chunk(asked.folder, number, scenes)
        dice = [label for _, labels in scenes for label in labels]
        cocked = sum(label.value == COCKED for label in dice)
        after = time.monotonic() - began
        print(f"chunk {number}: {len(dice)} dice, {cocked} of them cocked, after {after:.0f} s", flush=True)


if __name__ == "__main__":
    main()
