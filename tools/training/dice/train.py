"""Train the detector: `python -m tools.training.dice.train RUN --rendered CACHE --photos DATA --sources a b --steps N`.

A stopped run saves itself and continues from RUN/last.pt (`run.py`); `--start WEIGHTS.npz` begins a new one from
weights, for example those in the repository.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tools.training.dice.batches import CROP_PX, LITTER, Crops, Hands, Target
from tools.training.dice.network import STRIDE, DiceNet, export
from tools.training.dice.run import Run, arguments
from tools.training.dice.scene import COCKED

CELLS = CROP_PX // STRIDE
KINDS = 7
BATCH = 12
_COLUMN = np.arange(CELLS, dtype=np.float32)


def cell_of(px: float) -> float:
    """Return a pixel's position in cells: the first cell's centre is pixel 1.5."""
    return (px - (STRIDE - 1) / 2) / STRIDE


class Goal:
    """Training targets of one batch, as arrays over the network's cells."""

    def __init__(self, crops: Sequence[list[Target]], said: NDArray[np.float32]) -> None:
        n = len(crops)
        self.kinds = np.zeros((n, KINDS, CELLS, CELLS), np.float32)
        self.weight = np.ones((n, KINDS, CELLS, CELLS), np.float32)
        self.size = np.zeros((n, CELLS, CELLS), np.float32)
        self.sized = np.zeros((n, CELLS, CELLS), np.float32)
        self.lean = np.zeros((n, 2, CELLS, CELLS), np.float32)
        self.leant = np.zeros((n, CELLS, CELLS), np.float32)
        for k, dice in enumerate(crops):
            for die in dice:
                if die.value == LITTER:
                    continue
                self._mark(k, die, said[k])

    def _mark(self, k: int, die: Target, said: NDArray[np.float32]) -> None:
        x, y, edge = cell_of(die.x_px), cell_of(die.y_px), die.edge_px / STRIDE
        if die.slack_px > 0:
            x, y = _settle(said[die.value - 1], x, y, die.slack_px / STRIDE, edge)
        spread = max(1.0, edge * 0.14)
        gx, gy = np.square(_COLUMN - x), np.square(_COLUMN - y)
        bell = np.exp(-(gx[None] + gy[:, None]) / (2 * spread * spread))
        if not die.sure:
            self.weight[k][:, bell > 0.02] = 0
            return
        column, row = round(x), round(y)
        if 0 <= column < CELLS and 0 <= row < CELLS:
            bell[row, column] = 1
        kind = die.value - 1
        if die.value == COCKED:
            # Its topmost face may be detected as a face; the face's lean then shows that it is cocked.
            self.weight[k, :kind][:, bell > 0.02] = 0
        self.kinds[k, kind] = np.maximum(self.kinds[k, kind], bell)
        if die.lean is not None:
            near = bell > 0.3
            self.size[k][near], self.sized[k][near] = np.log2(max(die.edge_px, 5) / 40), 1
            self.lean[k, 0][near], self.lean[k, 1][near] = die.lean
            self.leant[k][near] = 1


def _settle(logits: NDArray[np.float32], x: float, y: float, slack: float, edge: float) -> tuple[float, float]:
    """Return the position within the slack at which the network sees the face; a box around the die is less precise."""
    reach = int(np.ceil(slack))
    column, row = round(x), round(y)
    x0, x1, y0, y1 = max(0, column - reach), column + reach + 1, max(0, row - reach), row + reach + 1
    part = logits[y0:y1, x0:x1]
    if not part.size or x1 <= 0 or y1 <= 0:
        return x, y
    rows, columns = np.mgrid[y0 : y0 + part.shape[0], x0 : x0 + part.shape[1]]
    far = (np.square(columns - x) + np.square(rows - y)) / (edge * edge)
    best = int((part - 12 * far - 50 * (far * edge * edge > slack * slack)).argmax())
    return float(columns.ravel()[best]), float(rows.ravel()[best])


def loss_of(cells: Tensor, goal: Goal) -> tuple[Tensor, Tensor, Tensor]:
    """Return the losses of the faces (penalty-reduced focal, CornerNet 2018), of the sizes and of the lean."""
    wanted, weight, wanted_size, wanted_lean, sized, leant = (
        torch.from_numpy(one).to(cells.device)
        for one in (goal.kinds, goal.weight, goal.size, goal.lean, goal.sized, goal.leant)
    )
    p = torch.sigmoid(cells[:, :KINDS]).clamp(1e-5, 1 - 1e-5)
    peak = (wanted > 0.995).float()
    gain = peak * (1 - p) ** 2 * torch.log(p) + (1 - peak) * (1 - wanted) ** 4 * p**2 * torch.log(1 - p)
    faces = -(gain * weight).sum() / peak.sum().clamp(min=1)
    size = ((cells[:, KINDS] - wanted_size).abs() * sized).sum() / sized.sum().clamp(min=1)
    lean = (cells[:, KINDS + 1 :] - wanted_lean).abs().sum(dim=1)
    return faces, size, (lean * leant).sum() / leant.sum().clamp(min=1)


def learn(run: Run, crops: Sequence[tuple[NDArray[np.uint8], list[Target]]], rate: float) -> list[float]:
    """Take one step; return the losses."""
    cells = run.says([picture for picture, _ in crops])
    goal = Goal([dice for _, dice in crops], cells.detach()[:, :KINDS].cpu().numpy())
    faces, size, lean = loss_of(cells, goal)
    run.take(faces + 0.5 * size + 4 * lean, rate)
    return [faces.item(), size.item(), lean.item()]


class CropsOf:
    """Factory of crop streams from the command line's arguments, by seed."""

    def __init__(self, asked: Namespace) -> None:
        self._asked = asked

    def __call__(self, seed: int) -> Crops:
        """Return a new stream."""
        asked = self._asked
        return Crops(asked.rendered, asked.photos, asked.sources, asked.share, seed, traced=asked.traced)


def main() -> None:
    """Train until `--steps`, printing the mean losses every hundred steps."""
    asked = arguments(__doc__).parse_args()
    run = Run(asked.run, "dice", DiceNet, export, asked.start, asked.rate)
    with Hands(CropsOf(asked), asked.hands, asked.seed + 7919 * run.step, asked.batch or BATCH) as hands:
        run.go(asked, lambda rate: learn(run, hands.batch(), rate), ("faces", "size", "lean"), hands.refresh)


if __name__ == "__main__":
    main()
