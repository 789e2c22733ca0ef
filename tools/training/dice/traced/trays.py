"""Render complete sets of tray images: `python -m tools.training.dice.traced.trays FOLDER --trays N [--cocked]`.

Each tray has a room, a light, a camera from above and one make of dice, and a folder named by its seed: two images of
it empty, one roll for calibration, three rolls, and their labels (`labels.json`). Existing trays are kept. `python -m
benchmarks.dice.rooms FOLDER` evaluates them.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.die import random_style
from tools.training.dice.scene import COCKED, Camera, Label, tray_camera
from tools.training.dice.traced.fall import fallen
from tools.training.dice.traced.film import Film
from tools.training.dice.traced.lying import COCKED_DEG, FLAT_DEG, Pose, Thrown, TracedTray, random_tray
from tools.training.dice.traced.scene import TracedScene, floor_seen
from tools.training.dice.traced.solid import hull

SIZE_PX = (800, 600)
BORDER_PX = 16
ROLLS = 3
_MOST_COCKED_DEG = 45.0
_THROWS = 400
_LOW = 0.56
"""Largest height of the centre of a die on the floor, in edges."""


class RoomTray:
    """A tray in a room by its seed; `made` describes its dice and light."""

    def __init__(self, seed: int) -> None:
        self._rng = rng = np.random.default_rng([seed, 77])
        self.camera, self.tray = _hung(rng)
        style = random_style(rng)
        self._hulls = [hull(style)]
        self._scene = TracedScene(rng, self.camera, SIZE_PX, self.tray, [style])
        self._film, self._blur, self._noise = Film(rng), rng.uniform(0.3, 1.2), rng.uniform(0.5, 4)
        kinds = ("marbled", style.marble), ("speckled", style.speckle), ("clear", style.translucent)
        kind = next((name for name, amount in kinds if amount), "plain")
        self.made = (
            f"{kind} {style.body.astype(int).tolist()}, pips {style.pip.astype(int).tolist()}, {self._scene.lit_by}"
        )

    @property
    def corners_px(self) -> NDArray[np.float64]:
        """Corners of the floor, (4, 2), clockwise from the upper left."""
        corners = np.asarray(self.camera.project(self.tray.floor_corners.astype(np.float32)), np.float64)
        middle = corners.mean(axis=0)
        turn = np.arctan2(*(corners - middle).T[::-1])
        corners = corners[np.argsort(turn)]
        return np.roll(corners, -int(corners.sum(axis=1).argmin()), axis=0)

    @property
    def edge_px(self) -> float:
        """Edge of a die in the middle of the floor."""
        top = np.array([0, 0, 1], np.float32)
        return self.camera.focal_px / self.camera.depth(top)

    def empty(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return two images of the empty tray."""
        light, _ = self._scene.taken([])
        return self._picture(light), self._picture(light)

    def throw(self, count: int, *, cocked: bool = False) -> tuple[NDArray[np.uint8], list[Label]]:
        """Return an image of `count` dice, all flat or some of them cocked, and their labels.

        Raises `ValueError` if no throw gives such a roll.
        """
        for _ in range(_THROWS):
            handfuls = int(self._rng.integers(1, count + 1)) if cocked else 1
            poses = fallen(self._rng, self.tray, self._hulls, [Thrown(0, 1.0)] * count, handfuls)
            if len(poses) == count and _as_wanted(poses, cocked=cocked):
                light, labels = self._scene.taken(poses)
                return self._picture(light), labels
        raise ValueError(f"of {_THROWS} throws of {count} dice none lies as it is wanted")

    def _picture(self, light: NDArray[np.float32]) -> NDArray[np.uint8]:
        soft = cv2.GaussianBlur(self._film.picture(light), (0, 0), self._blur)
        return np.asarray(np.clip(soft + self._rng.normal(0, self._noise, soft.shape), 0, 255), dtype=np.uint8)


def _hung(rng: np.random.Generator) -> tuple[Camera, TracedTray]:
    """Return a camera, and a tray whose floor it sees completely."""
    while True:
        above = tray_camera(rng, SIZE_PX[1], rng.uniform(26, 50), min(abs(rng.normal(0, 0.06)), 0.14))
        camera = replace(above, centre_px=(SIZE_PX[0] / 2, SIZE_PX[1] / 2))
        width, height = floor_seen(camera, SIZE_PX) * rng.uniform(0.62, 0.82)
        tray = random_tray(rng, float(width), float(height))
        corners = camera.project(tray.floor_corners.astype(np.float32))
        if (corners > BORDER_PX).all() and (corners < np.array(SIZE_PX) - BORDER_PX).all():
            return camera, tray


def _as_wanted(poses: list[Pose], *, cocked: bool) -> bool:
    flat = [pose for pose in poses if pose.tilt_deg < FLAT_DEG and pose.centre[2] < _LOW]
    leaning = [pose for pose in poses if COCKED_DEG < pose.tilt_deg < _MOST_COCKED_DEG]
    return len(flat) + len(leaning) == len(poses) and bool(leaning) == cocked


def render(folder: Path, seed: int, *, cocked: bool) -> str:
    """Render a tray into its folder; return its description."""
    made = RoomTray(seed)
    first = made.empty()
    pictures: dict[str, tuple[NDArray[np.uint8], list[Label]]] = {
        f"empty{k}.png": (one, []) for k, one in enumerate(first)
    }
    rng = np.random.default_rng([seed, 78])
    pictures["calib.png"] = made.throw(6)
    for number in range(ROLLS):
        pictures[f"roll{number}.png"] = made.throw(int(rng.integers(2, 9)), cocked=cocked)
    part = folder / f"{seed}.part"
    part.mkdir(parents=True, exist_ok=True)
    for name, (picture, _) in pictures.items():
        cv2.imwrite(str(part / name), picture)
    about = {
        "seed": seed,
        "made": made.made,
        "corners": made.corners_px.tolist(),
        "edge_px": made.edge_px,
        "pictures": {name: [_said(label) for label in labels] for name, (_, labels) in pictures.items()},
    }
    (part / "labels.json").write_text(json.dumps(about, indent=1))
    part.rename(folder / str(seed))
    return made.made


def _said(label: Label) -> dict[str, float | bool]:
    return {
        "x": label.x_px,
        "y": label.y_px,
        "value": label.value,
        "cocked": label.value == COCKED,
        "tilt_deg": label.tilt_deg,
    }


def main() -> None:
    """Render the missing trays."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--trays", type=int, default=20)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--cocked", action="store_true", help="some of the dice of each roll lie cocked")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.monotonic()
    for seed in range(asked.first, asked.first + asked.trays):
        if (asked.folder / str(seed)).exists():
            continue
        try:
            said = render(asked.folder, seed, cocked=asked.cocked)
        except ValueError as fault:
            said = f"left out: {fault}"
        print(f"tray {seed} after {time.monotonic() - began:.0f} s: {said}", flush=True)


if __name__ == "__main__":
    main()
