"""Stream of crops for the classifier, each of one die or of something else, cut from the training crops.

A stopped run continues from RUN/last.pt (`run.py`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy

from tools.training.dice.batches import CROP_PX, Crops, Target
from tools.training.dice.network import LookNet, export_look
from tools.training.dice.run import Run, arguments
from vision.dice.detector import LOOK_EDGE_PX, LOOK_PX, NO_FACE

Image = NDArray[np.uint8]
CENTRE_OFF = 0.12
"""Largest offset of a crop from the die's centre in edges, as the detector is not exact."""

SIZE_OFF = 0.13
"""Error of a crop's scale: standard deviation of its logarithm."""

_INSIDE_PX = 16
_AWAY = 0.65
"""Distance from every die's centre, in edges, from which a crop shows no face."""


def looks(crops: Crops, rng: np.random.Generator) -> Iterator[tuple[Image, int]]:
    """Yield crops, (LOOK_PX, LOOK_PX, 3), with their class: 0-5 a face, 6 a cocked die, 7 no face."""
    while True:
        image, dice = crops.crop()
        for die in dice:
            inside = all(_INSIDE_PX < v < CROP_PX - _INSIDE_PX for v in (die.x_px, die.y_px))
            if die.sure and inside:
                yield _cut(rng, image, die.x_px, die.y_px, die.edge_px), die.value - 1
        if dice and rng.random() < 0.4:
            continue
        x, y = _beside(rng, dice) if dice and rng.random() < 0.7 else rng.uniform(0, CROP_PX, 2)
        if all(np.hypot(die.x_px - x, die.y_px - y) > _AWAY * die.edge_px for die in dice):
            edge = dice[0].edge_px if dice else rng.uniform(25, 56)
            yield _cut(rng, image, x, y, edge), NO_FACE


def _beside(rng: np.random.Generator, dice: Sequence[Target]) -> tuple[float, float]:
    """Return a position at the edge of a die."""
    die = dice[int(rng.integers(len(dice)))]
    way, far = rng.uniform(0, 2 * np.pi), rng.uniform(_AWAY, 1.3) * die.edge_px
    return die.x_px + far * np.cos(way), die.y_px + far * np.sin(way)


def _cut(rng: np.random.Generator, image: Image, x: float, y: float, edge: float) -> Image:
    """Return the crop around a position, with the typical errors of the detector."""
    scale = LOOK_EDGE_PX / edge * np.exp(rng.normal(0, SIZE_OFF))
    x, y = np.array([x, y]) + rng.uniform(-CENTRE_OFF, CENTRE_OFF, 2) * edge
    middle = (LOOK_PX - 1) / 2
    onto = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]])
    cut = cv2.warpAffine(image, onto, (LOOK_PX, LOOK_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.uint8)


BATCH = 64
SMOOTH = 0.02


def learn(run: Run, batch: Sequence[tuple[NDArray[np.uint8], int]], rate: float) -> list[float]:
    """Take one step; return the loss and the share of wrong classes."""
    wanted = torch.tensor([shown for _, shown in batch])
    logits = run.says([picture for picture, _ in batch])
    loss = cross_entropy(logits, wanted, label_smoothing=SMOOTH)
    run.take(loss, rate)
    return [loss.item(), float((logits.argmax(dim=1) != wanted).float().mean())]


def main() -> None:
    """Train until `--steps`, printing the mean loss every hundred steps."""
    asked = arguments(__doc__).parse_args()
    run = Run(asked.run, "closer", LookNet, export_look, asked.start, asked.rate)
    seed = asked.seed + 7919 * run.step
    crops = Crops(asked.rendered, asked.photos, asked.sources, asked.share, seed, traced=asked.traced)
    stream = looks(crops, np.random.default_rng(seed + 1))
    run.go(
        asked,
        lambda rate: learn(run, list(itertools.islice(stream, BATCH)), rate),
        ("loss", "wrong"),
        crops.refresh,
    )


if __name__ == "__main__":
    main()
