"""Train the closer look: `python -m tools.training.dice.train_closer RUN --rendered CACHE --photos DATA --steps N`.

A run that is stopped goes on from RUN/last.pt (`run.py`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from tools.training.dice.batches import Crops
from tools.training.dice.look_network import LookNet, export
from tools.training.dice.looks import Look, looks
from tools.training.dice.run import Run, arguments
from vision.dice.classifier import OUTCOMES

BATCH = 64
SMOOTH = 0.02
LEAN = 2.0
"""What a lean that is off by one costs beside a face told wrong."""


def learn(run: Run, batch: Sequence[Look], rate: float) -> list[float]:
    """Take one step; return the loss of what is shown, the share that was told wrong, and the loss of the leans."""
    wanted = torch.tensor([look.shows for look in batch])
    leans = torch.tensor([look.lean or (0.0, 0.0) for look in batch])
    known = torch.tensor([look.lean is not None for look in batch]).float()
    said = run.says([look.crop for look in batch])
    logits = said[:, :OUTCOMES]
    shown = cross_entropy(logits, wanted, label_smoothing=SMOOTH)
    lean = ((said[:, OUTCOMES:] - leans).abs().sum(dim=1) * known).sum() / known.sum().clamp(min=1)
    run.take(shown + LEAN * lean, rate)
    return [shown.item(), float((logits.argmax(dim=1) != wanted).float().mean()), lean.item()]


def main() -> None:
    """Train until `--steps`, printing the mean loss every hundred steps."""
    asked = arguments(__doc__).parse_args()
    run = Run(asked.run, "closer", LookNet, export, asked.start, asked.rate)
    seed = asked.seed + 7919 * run.step
    crops = Crops(asked.rendered, asked.photos, asked.sources, asked.share, seed)
    stream = looks(crops, np.random.default_rng(seed + 1))
    run.go(
        asked,
        lambda rate: learn(run, list(itertools.islice(stream, BATCH)), rate),
        ("loss", "wrong", "lean"),
        crops.refresh,
    )


if __name__ == "__main__":
    main()
