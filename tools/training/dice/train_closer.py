"""Train the classifier: `python -m tools.training.dice.train_closer RUN --rendered CACHE --photos DATA --steps N`.

A stopped run continues from RUN/last.pt (`run.py`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy

from tools.training.dice.batches import Crops, looks
from tools.training.dice.network import LookNet, export_look
from tools.training.dice.run import Run, arguments

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
