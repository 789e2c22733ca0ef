"""Measure how many tags of other dictionaries are taken for ours: `python -m benchmarks.vision.foreign_tags`.

Sheets of drawn tags: every id in turn of DICT_4X4_1000, 5X5_1000, 6X6_1000, APRILTAG_36h11 and APRILTAG_16h5, in four
turns, twelve sizes and three blurs. Beside each count stands how many `cv2.aruco` with our dictionary takes. The last
row is of our own dictionary: how many are found. `--patches N` adds random patches of black and white.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import dictionary, dictionary_size, patterns
from vision.tags.detector import Detector

OURS = "DICT_ARUCO_MIP_36h12"
FOREIGN = ("DICT_4X4_1000", "DICT_5X5_1000", "DICT_6X6_1000", "DICT_APRILTAG_36h11", "DICT_APRILTAG_16h5")
SIDES_PX = (14, 16, 18, 20, 22, 24, 26, 28, 32, 38, 46, 60)
BLURS_PX = (0.5, 0.9, 1.5)
ACROSS, DOWN = 16, 12
SUPER = 6
PAPER, INK = 0.75, 0.04
NOISE = 0.01

Pattern = NDArray[np.float32]


def sheet(codes: list[Pattern], side_px: float, blur_px: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return an image of tags, each at its own place in its cell, in one of four turns and a few degrees."""
    cell = int(2.2 * side_px) + 10
    light = np.full((DOWN * cell * SUPER, ACROSS * cell * SUPER), PAPER, dtype=np.float32)
    for k, code in enumerate(codes):
        modules = code.shape[0]
        x, y = ((place + 0.5) * cell + rng.uniform(-2, 2) for place in (k % ACROSS, k // ACROSS))
        angle = np.pi / 2 * rng.integers(4) + np.radians(rng.uniform(-8, 8))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        scale = side_px * SUPER / modules
        matrix = np.hstack(
            [turn * scale, (np.array([x, y]) * SUPER - scale * turn @ (modules / 2, modules / 2))[:, None]]
        )
        left, top = ((k % ACROSS) * cell * SUPER, (k // ACROSS) * cell * SUPER)
        matrix[:, 2] -= (left, top)
        inked = PAPER - (PAPER - INK) * (1 - code)
        matrix[:, 2] += matrix[:, :2] @ (0.5, 0.5) - 0.5
        size = (cell * SUPER, cell * SUPER)
        drawn = cv2.warpAffine(inked, matrix, size, flags=cv2.INTER_NEAREST, borderValue=PAPER)
        light[top : top + size[1], left : left + size[0]] = drawn
    soft = cv2.GaussianBlur(light, (0, 0), blur_px * SUPER)
    small = soft.reshape(DOWN * cell, SUPER, ACROSS * cell, SUPER).mean(axis=(1, 3))
    noisy = np.clip(small + rng.normal(0, NOISE, small.shape), 0, 1)
    return np.asarray(np.round(255 * noisy ** (1 / 2.2)), dtype=np.uint8)


def random_patches(count: int, rng: np.random.Generator) -> list[Pattern]:
    """Return squares of random modules within a black border, 4 to 8 modules a side."""
    found = []
    for _ in range(count):
        modules = int(rng.integers(4, 9))
        found.append(np.pad((rng.random((modules, modules)) < rng.uniform(0.2, 0.8)).astype(np.float32), 1))
    return found


def taken(picture: NDArray[np.uint8], count: int) -> tuple[set[int], set[int]]:
    """Return the cells where our detector and where `cv2.aruco` see a tag of our dictionary."""
    height, width = picture.shape
    detector = Detector(OURS, frozenset(range(dictionary_size(OURS))), (width, height))
    sightings, _ = detector.search(picture, [(0, 0, width, height)])
    theirs, _, _ = cv2.aruco.ArucoDetector(dictionary(OURS)).detectMarkers(picture)
    ours = [one.corners_px.mean(axis=0) for one in sightings]
    middles = [one.reshape(4, 2).mean(axis=0) for one in theirs]

    def cells(places: list[NDArray[np.float64]]) -> set[int]:
        at = {int(y / height * DOWN) * ACROSS + int(x / width * ACROSS) for x, y in places}
        return {cell for cell in at if cell < count}

    return cells(ours), cells(middles)


def codes_of(name: str, rng: np.random.Generator) -> Iterator[Pattern]:
    """Yield the patterns of a dictionary in a random order, for ever."""
    while True:
        for k in rng.permutation(dictionary_size(name)):
            yield patterns(name)[k]


def upper_bound(accepted: int, of: int) -> float:
    """Return the upper 95 % bound of a share (Clopper and Pearson)."""
    from scipy.special import betaincinv

    return float(betaincinv(accepted + 1, of - accepted, 0.95)) if accepted < of else 1.0


def measure(name: str, sheets: int, seed: int) -> None:
    """Print how many of a dictionary's tags, or of random patches, are taken for ours."""
    rng = np.random.default_rng(seed)
    codes = codes_of(name, rng) if name else None
    ours = theirs = alone = of = 0
    by_side: dict[int, int] = {}
    for number in range(sheets):
        side_px = SIDES_PX[number % len(SIDES_PX)]
        blur_px = BLURS_PX[number // len(SIDES_PX) % len(BLURS_PX)]
        count = ACROSS * DOWN
        some = [next(codes) for _ in range(count)] if codes else random_patches(count, rng)
        mine, cv = taken(sheet(some, side_px, blur_px, rng), count)
        ours, theirs, alone, of = ours + len(mine), theirs + len(cv), alone + len(mine - cv), of + count
        by_side[side_px] = by_side.get(side_px, 0) + len(mine - cv)
    sides = " ".join(f"{side}:{number}" for side, number in by_side.items() if number)
    print(
        f"{name or 'random patches':22} {of:8} {ours:6} {theirs:9} {alone:10} {upper_bound(alone, of):10.2e}  {sides}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheets", type=int, default=36, metavar="N", help=f"sheets of {ACROSS * DOWN} for each row")
    parser.add_argument("--patches", type=int, default=0, metavar="N", help="sheets of random patches")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(
        f"seed {asked.seed}\n{'tags':22} {'N':>8} {'ours':>6} {'cv2.aruco':>9} {'ours alone':>10} {'95 % bound':>10}"
        "  ours alone by side, px"
    )
    for name in (*FOREIGN, OURS):
        measure(name, asked.sheets, asked.seed)
    if asked.patches:
        measure("", asked.patches, asked.seed)


if __name__ == "__main__":
    main()
