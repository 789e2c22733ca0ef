"""Measure the gain and the cost of each detection pass: `python -m benchmarks.vision.detection_passes`.

Sheets of drawn tags of our dictionary, all of them requested, under a condition each. For each pass: the tags that are
found only because it is made (found with all passes, less found without it), and its CPU time for each sheet. Ends with
the CPU time of a whole search beside `cv2.aruco`, alternating, as a ratio of medians.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.foreign_tags import ACROSS, EACH, OURS, sheet
from calibration.tags import dictionary, patterns
from vision.tags.detector import DARK_REGIONS, PASS_NAMES, Detector

Image = NDArray[np.uint8]

GAMMA = 2.2


def _plain(image: Image, _side_px: float, _rng: np.random.Generator) -> Image:
    return image


def _shaded(image: Image, side_px: float, rng: np.random.Generator) -> Image:
    """Return a sheet on which the edge of a shadow crosses each tag."""
    light = (image / 255.0) ** GAMMA
    cell = int(2.2 * side_px) + 10
    v, u = np.mgrid[0:cell, 0:cell] - cell / 2
    for k in range(EACH):
        row, column = (at * cell for at in divmod(k, ACROSS))
        angle, dark = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.6)
        away = u * np.cos(angle) + v * np.sin(angle) - rng.uniform(-0.3, 0.3) * side_px
        light[row : row + cell, column : column + cell] *= dark + (1 - dark) / (1 + np.exp(-away))
    return np.asarray(np.round(255 * light ** (1 / GAMMA)), dtype=np.uint8)


def _covered(image: Image, side_px: float, rng: np.random.Generator) -> Image:
    """Return a sheet with a disc over the rim of each tag."""
    covered = image.copy()
    cell = int(2.2 * side_px) + 10
    for k in range(EACH):
        angle, radius = rng.uniform(0, 2 * np.pi), side_px * rng.uniform(0.1, 0.3)
        row, column = divmod(k, ACROSS)
        x = (column + 0.5) * cell + 0.62 * side_px * np.cos(angle)
        y = (row + 0.5) * cell + 0.62 * side_px * np.sin(angle)
        cv2.circle(covered, (round(x), round(y)), round(radius), int(rng.integers(20, 240)), -1, cv2.LINE_AA)
    return covered


def _dark(image: Image, _side_px: float, rng: np.random.Generator) -> Image:
    """Return a sheet with a sixteenth of the light."""
    light = (image / 255.0) ** GAMMA / 16
    noisy = np.clip(light + rng.normal(0, 0.001, image.shape), 0, 1)
    return np.asarray(np.round(255 * noisy ** (1 / GAMMA)), dtype=np.uint8)


CONDITIONS: dict[str, tuple[float, Callable[[Image, float, np.random.Generator], Image]]] = {
    "plain": (0.7, _plain),
    "shaded": (0.7, _shaded),
    "covered": (0.7, _covered),
    "blurred": (2.2, _plain),
    "dark": (0.7, _dark),
}


def drawn(condition: str, number: int, seed: int) -> Image:
    """Return a sheet under a condition; its tags are a random part of our dictionary."""
    rng = np.random.default_rng((seed, *condition.encode(), number))
    blur_px, change = CONDITIONS[condition]
    side_px = float(rng.choice((18, 22, 26, 32)))
    every = patterns(OURS)
    codes = [every[k].astype(np.float32) for k in rng.permutation(len(every))[:EACH]]
    return change(sheet(codes, side_px, blur_px, rng), side_px, rng)


def found(image: Image, skipped: frozenset[str] = frozenset()) -> tuple[int, dict[str, float], float]:
    """Return the number of tags found, the CPU time of each pass made, and that of the whole search, in seconds."""
    height, width = image.shape
    detector = Detector(OURS, frozenset(range(len(patterns(OURS)))), (width, height))
    detector.skipped = skipped
    begun_s = time.process_time()
    seen, _ = detector.search(image, [(0, 0, width, height)])
    return len(seen), detector.pass_s, time.process_time() - begun_s


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheets", type=int, default=2, metavar="N", help=f"sheets of {EACH} for each condition")
    parser.add_argument("--only", nargs="+", default=list(CONDITIONS), choices=list(CONDITIONS))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    plain = cv2.aruco.ArucoDetector(dictionary(OURS))
    print(f"seed {asked.seed}, N {asked.sheets * EACH} for each condition")
    print(f"{'condition':10} {'pass':18} {'found':>6} {'gain':>5} {'ms a sheet':>10} {'share':>6}")
    for condition in asked.only:
        images = [drawn(condition, number, asked.seed) for number in range(asked.sheets)]
        ours_s, theirs_s, spent = [], [], dict.fromkeys(PASS_NAMES, 0.0)
        total = theirs = 0
        for image in images:
            count, by_pass, whole_s = found(image)
            begun_s = time.process_time()
            corners, _, _ = plain.detectMarkers(image)
            theirs_s.append(time.process_time() - begun_s)
            ours_s.append(whole_s)
            total, theirs = total + count, theirs + len(corners)
            for name, took_s in by_pass.items():
                spent[name] += took_s
        for name in PASS_NAMES:
            if not spent[name]:
                continue
            left = "" if name == DARK_REGIONS else total - sum(found(image, frozenset({name}))[0] for image in images)
            share = spent[name] / sum(ours_s)
            print(
                f"{condition:10} {name:18} {total:6} {left!s:>5} {1000 * spent[name] / len(images):10.1f} {share:6.2f}"
            )
        ratio = float(np.median(ours_s) / np.median(theirs_s))
        print(
            f"{condition:10} {'cv2.aruco':18} {theirs:6}, a search of ours takes {ratio:.1f} times as long", flush=True
        )


if __name__ == "__main__":
    main()
