"""Measure how many tags of other dictionaries are taken for ours: `python -m benchmarks.vision.foreign_tags`.

Drawn tags: every id of DICT_4X4_1000, 5X5_1000, 6X6_1000, APRILTAG_36h11 and APRILTAG_16h5, in four turns, twelve sizes
and three blurs, which are 520,848 tags (`--sheets 0`). Fewer sheets are a random part of them. Each count is beside
that of `cv2.aruco` with our dictionary on the same images. The row of our own dictionary counts how many are found.
`--patches N` adds random patches of black and white within a black border. With `--keep FILE` every sheet's counts are
stored, and a second run continues where the first was stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import dictionary, dictionary_size, patterns
from vision.tags.detector import Detector

OURS = "DICT_ARUCO_MIP_36h12"
FOREIGN = ("DICT_4X4_1000", "DICT_5X5_1000", "DICT_6X6_1000", "DICT_APRILTAG_36h11", "DICT_APRILTAG_16h5")
PATCHES = "random patches"
SIDES_PX = (14, 16, 18, 20, 22, 24, 26, 28, 32, 38, 46, 60)
BLURS_PX = (0.5, 0.9, 1.5)
CONDITIONS = tuple((side_px, blur_px) for blur_px in BLURS_PX for side_px in SIDES_PX)
TURNS = 4
ACROSS, DOWN = 16, 12
EACH = ACROSS * DOWN
DRAWN_PX = 84
"""Least side at which a tag is drawn, before it is shrunk."""

PAPER, INK = 0.75, 0.04
NOISE = 0.01

Pattern = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Count:
    """Counts of one sheet of `of` tags: taken by our detector, by `cv2.aruco`, and by ours alone."""

    tags: str
    number: int
    side_px: int
    blur_px: float
    of: int
    ours: int
    theirs: int
    alone: int


def sheet(codes: list[Pattern], side_px: float, blur_px: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return an image of tags, each at a random position in its cell and rotated by up to 8 degrees."""
    cell = int(2.2 * side_px) + 10
    fine = 2 * max(2, int(np.ceil(DRAWN_PX / side_px / 2)))
    half = fine // 2
    size = cell * fine
    light = np.full((DOWN * cell * half, ACROSS * cell * half), PAPER, dtype=np.float32)
    for k, code in enumerate(codes):
        x, y = (cell / 2 + rng.uniform(-2, 2) for _ in range(2))
        angle = np.radians(rng.uniform(-8, 8))
        scale = side_px * fine / code.shape[0]
        turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        shift = np.array([x, y]) * fine - turn @ np.full(2, code.shape[0] / 2)
        matrix = np.hstack([turn, (shift + turn @ (0.5, 0.5) - 0.5)[:, None]])
        inked = np.asarray(INK + (PAPER - INK) * code, dtype=np.float32)
        drawn = cv2.warpAffine(inked, matrix, (size, size), flags=cv2.INTER_NEAREST, borderValue=PAPER)
        row, column = (at * cell * half for at in divmod(k, ACROSS))
        light[row : row + cell * half, column : column + cell * half] = cv2.resize(
            drawn, (cell * half, cell * half), interpolation=cv2.INTER_AREA
        )
    soft = cv2.GaussianBlur(light, (0, 0), blur_px * half)
    small = cv2.resize(soft, (ACROSS * cell, DOWN * cell), interpolation=cv2.INTER_AREA)
    noisy = np.clip(small + rng.normal(0, NOISE, small.shape), 0, 1)
    return np.asarray(np.round(255 * noisy ** (1 / 2.2)), dtype=np.uint8)


def random_patches(count: int, rng: np.random.Generator) -> list[Pattern]:
    """Return squares of random modules within a black border, 4 to 8 modules a side."""
    found = []
    for _ in range(count):
        modules = int(rng.integers(4, 9))
        found.append(np.pad((rng.random((modules, modules)) < rng.uniform(0.2, 0.8)).astype(np.float32), 1))
    return found


def tags_of(name: str, number: int, seed: int, rng: np.random.Generator) -> list[Pattern]:
    """Return the patterns on one sheet of a row: a part of all ids and turns in a random order, or random patches."""
    if name == PATCHES:
        return random_patches(EACH, rng)
    every = _order(name, number % len(CONDITIONS), seed)
    first = number // len(CONDITIONS) * EACH
    return [np.rot90(patterns(name)[k // TURNS], k % TURNS).astype(np.float32) for k in every[first : first + EACH]]


@lru_cache(maxsize=64)
def _order(name: str, condition: int, seed: int) -> NDArray[np.int64]:
    return np.random.default_rng((seed, condition)).permutation(TURNS * dictionary_size(name))


def sheets_of(name: str) -> int:
    """Return the number of sheets that hold every id of a dictionary in every turn and condition."""
    return len(CONDITIONS) * -(-TURNS * dictionary_size(name) // EACH)


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


def upper_bound(accepted: int, of: int) -> float:
    """Return the upper 95 % bound of a share (Clopper and Pearson)."""
    from scipy.special import betaincinv

    return float(betaincinv(accepted + 1, of - accepted, 0.95)) if accepted < of else 1.0


def count_sheet(name: str, number: int, seed: int) -> Count:
    """Return the counts of one sheet, which depend on its row, its number and the seed alone."""
    rng = np.random.default_rng((seed, *name.encode(), number))
    side_px, blur_px = CONDITIONS[number % len(CONDITIONS)]
    codes = tags_of(name, number, seed, rng)
    mine, cv = taken(sheet(codes, side_px, blur_px, rng), len(codes))
    return Count(name, number, side_px, blur_px, len(codes), len(mine), len(cv), len(mine - cv))


def measure(rows: dict[str, int], seed: int, kept: Path | None) -> Iterator[list[Count]]:
    """Yield the counts of each row's sheets; `kept` is the file of counts, one JSON object for each line."""
    done: dict[tuple[str, int], Count] = {}
    if kept and kept.exists():
        for line in kept.read_text().splitlines():
            values = json.loads(line)
            if values.pop("seed") == seed:
                done[values["tags"], values["number"]] = Count(**values)
    begun, sheets = time.monotonic(), sum(rows.values())
    past = 0
    for name, count in rows.items():
        counts = []
        for number in range(count):
            one = done.get((name, number))
            if one is None:
                one = count_sheet(name, number, seed)
                if kept:
                    with kept.open("a") as file:
                        file.write(json.dumps({"seed": seed, **asdict(one)}) + "\n")
            counts.append(one)
            past += 1
            if past % 20 == 0:
                print(f"{past} of {sheets} sheets, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
        yield counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheets", type=int, default=36, metavar="N", help=f"sheets of {EACH} for each row; 0: all")
    parser.add_argument("--patches", type=int, default=0, metavar="N", help="random patches, in whole sheets")
    parser.add_argument("--only", nargs="+", default=(*FOREIGN, OURS), metavar="NAME", help="dictionaries; none: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="file of counts, to continue a stopped run")
    asked = parser.parse_args()
    print(
        f"seed {asked.seed}\n{'tags':22} {'N':>8} {'ours':>6} {'cv2.aruco':>9} {'ours alone':>10} {'95 % bound':>10}"
        "  ours alone by side, px"
    )
    rows = {name: min(asked.sheets or sheets_of(name), sheets_of(name)) for name in asked.only if name != "none"}
    if asked.patches:
        rows[PATCHES] = -(-asked.patches // EACH)
    for counts in measure(rows, asked.seed, asked.keep):
        of, alone = sum(one.of for one in counts), sum(one.alone for one in counts)
        by_side: Counter[int] = Counter()
        for one in counts:
            by_side[one.side_px] += one.alone
        sides = " ".join(f"{side}:{number}" for side, number in sorted(by_side.items()) if number)
        ours, theirs = sum(one.ours for one in counts), sum(one.theirs for one in counts)
        bound = upper_bound(alone, of)
        print(f"{counts[0].tags:22} {of:8} {ours:6} {theirs:9} {alone:10} {bound:10.2e}  {sides}", flush=True)


if __name__ == "__main__":
    main()
