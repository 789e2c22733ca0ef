"""Fit the evidence of a cocked die: `python -m tools.training.dice.weigh --by ONNX CLOSER [SOURCE ...] --photos DATA`.

A logistic regression over rendered trays from above with cocked dice, rendered trays from the side, and photographs of
sources that those weights were not trained on, in which all dice are flat. `--by` may be given for several weights,
because the confidence in leans differs between them. Prints the constants of `vision/dice/detections.py`, and the
shares of dice that would be flagged at several thresholds of the log odds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.evaluate import NEAR, read
from tools.training.dice.photographs import Photograph, photographs
from tools.training.dice.scene import COCKED, Label
from tools.training.dice.trials import COCKED_FROM_DEG, read_labels, trays_from_above, trays_from_the_side
from vision.dice.acceptance import ReadDie
from vision.dice.detections import TiltWeights
from vision.dice.networks import Networks, networks

FIRST_SEED = 910_000
HELD_SEED = 840_000
"""First seed of the trays for validation."""

RIDGE = 0.3
Rows = NDArray[np.float64]
SCALE = np.array([1.0, 1.0, 10.0, 1.0])
"""Scales of the evidence before the ridge penalty: leans are small numbers."""


def row(die: ReadDie) -> list[float]:
    """Return a die's evidence, and 1 for the constant."""
    return [die.askew.first_look, die.askew.closer_look, die.askew.lean, 1.0]


def of_rendered(trays: Iterator[tuple[NDArray[np.uint8], list[Label], float]], by: Networks) -> tuple[Rows, Rows]:
    """Return the evidence of flat dice, (n, 4), and of those cocked by `COCKED_FROM_DEG` or more."""
    flat: list[list[float]] = []
    cocked: list[list[float]] = []
    for image, labels, edge in trays:
        for label, die in read_labels(image, labels, edge, by, counted=True):
            if die is None or (label.value == COCKED and label.tilt_deg < COCKED_FROM_DEG):
                continue
            (cocked if label.value == COCKED else flat).append(row(die))
    return _rows(flat), _rows(cocked)


def of_photograph(photo: Photograph, by: Networks) -> Iterator[list[float]]:
    """Yield the evidence of a photograph's dice, all of them flat."""
    for die in read(photo, scaled=True, counted=True, flips=4, by=by).dice:
        seen = die.seen
        if any(np.hypot(seen.x_px - at.x_px, seen.y_px - at.y_px) < NEAR * at.edge_px for at in photo.dice):
            yield row(die)


def weights_of(flat: Rows, cocked: Rows) -> Rows:
    """Return the weights of the evidence and the constant, (4,), by Newton's method."""
    at, wanted = np.concatenate([flat, cocked]) * SCALE, np.repeat([0.0, 1.0], [len(flat), len(cocked)])
    found = np.zeros(at.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-at @ found))
        slope = at.T @ (wanted - chance) - RIDGE * found
        bend = (at * (chance * (1 - chance))[:, None]).T @ at + RIDGE * np.eye(len(found))
        found += np.linalg.solve(bend, slope)
    return np.asarray(found * SCALE, dtype=np.float64)


def _rows(rows: list[list[float]]) -> Rows:
    return np.array(rows, dtype=np.float64).reshape(-1, len(fields(TiltWeights)))


def main() -> None:
    """Print the constants, and the shares flagged at a few thresholds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by", nargs="+", action="append", required=True, metavar="ONNX CLOSER [SOURCE]")
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--trays", type=int, default=200)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    groups: dict[str, Rows] = {}
    flats, leaning = [], []
    for onnx, closer, *sources in asked.by:
        by = networks(Path(onnx), Path(closer))
        flat, cocked = of_rendered(trays_from_above(range(FIRST_SEED, FIRST_SEED + asked.trays)), by)
        side, _ = of_rendered(trays_from_the_side(range(FIRST_SEED, FIRST_SEED + asked.trays // 3)), by)
        seen = [photo for source in sources for photo in photographs(asked.photos, source, doubtful=True) if photo.dice]
        real = _rows([each for photo in seen for each in of_photograph(photo, by)])
        held = of_rendered(trays_from_above(range(HELD_SEED, HELD_SEED + asked.trays)), by)
        flats += [flat, side, real]
        leaning.append(cocked)
        named = {"cocked": cocked, "flat": flat, "side": side, "photographs": real, "held cocked": held[1]}
        groups |= {f"{onnx} {name}": rows for name, rows in {**named, "held flat": held[0]}.items() if len(rows)}
        print(
            f"{onnx}: {len(cocked)} cocked, {len(flat)} flat, {len(side)} side, {len(real)} of photographs", flush=True
        )
    weights = weights_of(np.concatenate(flats), np.concatenate(leaning))
    print(dict(zip([each.name for each in fields(TiltWeights)], weights.round(2).tolist(), strict=True)))
    for name, rows in groups.items():
        odds = rows @ weights
        print(f"{name}, {len(rows)}: " + ", ".join(f"{bar} {(odds >= bar).mean():.4f}" for bar in (-1.7, -1.9, -2.1)))


if __name__ == "__main__":
    main()
