"""Measure the corner error of rendered tags by size and rotation, and compare it with the stated error.

`python -m benchmarks.vision.corners_by_size [--sheets N] [--sides PX ...] [--seed N]`. The tags have known corners,
lens blur, pixel integration and noise. Each line searches whole images with our detector and with `cv2.aruco`, whose
corners are refined by `CORNER_REFINE_SUBPIX`. The error is the root mean square of all corners; "stated" is the fit's
own error without `FLOOR_PX`, which covers effects that no rendering has (demosaicing, compression, paper). A second
table has tags near the border of the image: how many are found by the white between tag and border, in modules.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import cv2
import numpy as np

from calibration.tags import dictionary, modules
from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from vision.tags.detector import Detector
from vision.tags.solver import FLOOR_PX

SIDES_PX = (12, 17, 20, 24, 32, 40, 54, 70, 96, 140, 200, 250, 300)
MOST_ON_SHEET = 16
LARGE_PX = 100
NEAR_MODULES = (0.4, 0.5, 0.6, 0.7, 0.8)
NEAR_SIDES_PX = (24, 48, 96)

Tags = dict[int, np.ndarray]


def sheet(side_px: float, angles_deg: tuple[float, float], seed: int) -> tuple[Tags, np.ndarray]:
    """Return tags of one size with angles in a range, and their image."""
    rng = np.random.default_rng(seed)
    cell = 2 * side_px + 12
    across = 4 if side_px < LARGE_PX else 2
    tags = {
        k: tag_corners(
            ((k % across + 0.5) * cell + rng.uniform(-1, 1), (k // across + 0.5) * cell + rng.uniform(-1, 1)),
            side_px,
            rng.uniform(*angles_deg),
        )
        for k in range(min(across * across, MOST_ON_SHEET))
    }
    return tags, Drawing().draw((int(across * cell), int(across * cell)), tags, seed)


def near_border(side_px: float, white: float, seed: int) -> tuple[Tags, np.ndarray]:
    """Return one tag that is `white` modules from a border of its image, and the image."""
    rng = np.random.default_rng(seed)
    size = int(2.2 * side_px)
    apart = white * side_px / modules(DICTIONARY) + side_px / 2 - 0.5
    along = size / 2 + rng.uniform(-2, 2)
    centre = [(apart, along), (along, apart), (size - 1 - apart, along), (along, size - 1 - apart)][seed % 4]
    tags = {seed % 250: tag_corners(centre, side_px, 90 * float(rng.integers(4)))}
    return tags, Drawing().draw((size, size), tags, seed)


def compare(tags: Tags, image: np.ndarray) -> Iterator[tuple[str, np.ndarray, float]]:
    """Yield for each tag found by us ("ours") or `cv2.aruco` ("cv"): its error, (4, 2) px, and our stated variance."""
    size = (image.shape[1], image.shape[0])
    for one in Detector(DICTIONARY, frozenset(tags), size).detect(image).sightings:
        yield "ours", one.corners_px - tags[one.id], float(np.diag(one.covariance_px).mean()) - FLOOR_PX**2
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary(DICTIONARY), options).detectMarkers(image)
    for tag_id, found in zip([] if ids is None else [int(one) for one in ids.ravel()], corners, strict=True):
        if tag_id in tags:
            yield "cv", found.reshape(4, 2) - tags[tag_id], 0.0


def summary(compared: list[tuple[str, np.ndarray, float]]) -> str:
    """Return the columns of one line: found, error, worst and stated of ours; found, error and worst of `cv2.aruco`."""
    parts = []
    for whose in ("ours", "cv"):
        off = [error for name, error, _ in compared if name == whose]
        rms = float(np.sqrt(np.mean(np.square(off)))) if off else 0.0
        parts.append(f"{len(off):5} {rms:9.4f} {float(np.abs(off).max()) if off else 0.0:8.3f}")
        if whose == "ours":
            stated = [variance for name, _, variance in compared if name == whose]
            parts.append(f"{float(np.sqrt(np.mean(stated))) if stated else 0.0:8.4f}")
    return " ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheets", type=int, default=6, metavar="N", help="sheets for every line")
    parser.add_argument("--sides", type=int, nargs="+", default=SIDES_PX, metavar="PX", help="sizes of tags")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    heads = "found  error px   worst   stated | cv2.aruco found, error px, worst"
    print(f"seed {asked.seed}\nside    rotation     N {heads}")
    for side_px in asked.sides:
        for name, angles_deg in (("straight", (0.0, 0.0)), ("any", (0.0, 360.0))):
            count, compared = 0, []
            for number in range(asked.sheets):
                tags, image = sheet(side_px, angles_deg, asked.seed + number)
                count += len(tags)
                compared += list(compare(tags, image))
            print(f"{side_px:4} px {name:8} {count:5} {summary(compared)}", flush=True)
    print(f"\nside    white        N {heads}")
    for side_px in NEAR_SIDES_PX:
        for white in NEAR_MODULES:
            count = 4 * asked.sheets
            compared = [each for k in range(count) for each in compare(*near_border(side_px, white, asked.seed + k))]
            print(f"{side_px:4} px {white:4} mod. {count:4} {summary(compared)}", flush=True)


if __name__ == "__main__":
    main()
