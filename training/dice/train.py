"""The training loop: `python -m training.dice.train RUN --rendered CACHE --photos DATA --sources a b c --steps N`.

Warm up, constant rate, and, when `--cooldown` is given, a linear fall to zero over the last steps. The weights that
are kept are a moving average. A run that is stopped saves itself and goes on from RUN/last.pt; `--start WEIGHTS.npz`
begins another from weights, those in the repository for instance.
"""

from __future__ import annotations

import argparse
import copy
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.dice.batches import CROP_PX, Crops, Target
from training.dice.network import CHANNELS, STRIDE, DiceNet, export, load_weights, save_weights
from training.dice.photographs import SOURCES
from training.dice.scene import COCKED

CELLS = CROP_PX // STRIDE
KINDS = 7
BATCH = 12
WARM_STEPS = 300
SAVE_STEPS = 500
AVERAGE = 0.99
"""How much of the average stays every `AVERAGE_STEPS` steps."""

AVERAGE_STEPS = 5
_COLUMN = np.arange(CELLS, dtype=np.float32)


def cell_of(px: float) -> float:
    """Return where a pixel lies in cells: the first cell's centre is pixel 1.5."""
    return (px - (STRIDE - 1) / 2) / STRIDE


class Goal:
    """What the network should say about one batch, as arrays over its cells."""

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
            # Its topmost face may be seen as a face: how that leans tells the rest.
            self.weight[k, :kind][:, bell > 0.02] = 0
        self.kinds[k, kind] = np.maximum(self.kinds[k, kind], bell)
        if die.lean is not None:
            near = bell > 0.3
            self.size[k][near], self.sized[k][near] = np.log2(max(die.edge_px, 5) / 40), 1
            self.lean[k, 0][near], self.lean[k, 1][near] = die.lean
            self.leant[k][near] = 1


def _settle(logits: NDArray[np.float32], x: float, y: float, slack: float, edge: float) -> tuple[float, float]:
    """Return where within the slack the network itself sees the face: a whole die's box says little about that."""
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
    wanted, weight = torch.from_numpy(goal.kinds), torch.from_numpy(goal.weight)
    p = torch.sigmoid(cells[:, :KINDS]).clamp(1e-5, 1 - 1e-5)
    peak = (wanted > 0.995).float()
    gain = peak * (1 - p) ** 2 * torch.log(p) + (1 - peak) * (1 - wanted) ** 4 * p**2 * torch.log(1 - p)
    faces = -(gain * weight).sum() / peak.sum().clamp(min=1)
    sized, leant = torch.from_numpy(goal.sized), torch.from_numpy(goal.leant)
    size = ((cells[:, KINDS] - torch.from_numpy(goal.size)).abs() * sized).sum() / sized.sum().clamp(min=1)
    lean = (cells[:, KINDS + 1 :] - torch.from_numpy(goal.lean)).abs().sum(dim=1)
    return faces, size, (lean * leant).sum() / leant.sum().clamp(min=1)


class Run:
    """A run in its folder: network, its average, optimiser, step."""

    def __init__(self, folder: Path, start: Path | None, rate: float) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.network = DiceNet().to(memory_format=torch.channels_last)
        if start is not None:
            load_weights(self.network, start)
        self.average = copy.deepcopy(self.network).eval()
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=rate, weight_decay=5e-3)
        self.step = 0
        last = folder / "last.pt"
        if last.exists():
            state = torch.load(last)
            self.network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step = state["step"]

    def save(self) -> None:
        """Write the checkpoint, the averaged weights and the ONNX of them."""
        part = self.folder / "part.pt"
        torch.save(
            {
                "network": self.network.state_dict(),
                "average": self.average.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "step": self.step,
            },
            part,
        )
        part.rename(self.folder / "last.pt")
        plain = DiceNet()
        plain.load_state_dict(self.average.state_dict())
        save_weights(plain, self.folder / "weights.npz")
        export(plain, self.folder / "dice.onnx")

    def learn(self, crops: Sequence[tuple[NDArray[np.uint8], list[Target]]], rate: float) -> list[float]:
        """Take one step; return the losses."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        pictures = np.stack([crop[0] for crop in crops]).transpose(0, 3, 1, 2)
        x = ((torch.from_numpy(pictures).float() - 127) / 64).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            cells = self.network(x)
        cells = cells.float()
        goal = Goal([dice for _, dice in crops], cells.detach()[:, :KINDS].numpy())
        faces, size, lean = loss_of(cells, goal)
        self.optimiser.zero_grad()
        (faces + 0.5 * size + 4 * lean).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5)
        self.optimiser.step()
        self.step += 1
        if self.step % AVERAGE_STEPS == 0:
            self._take_average()
        return [faces.item(), size.item(), lean.item()]

    def _take_average(self) -> None:
        keep = min(AVERAGE, self.step / (self.step + 20))
        with torch.no_grad():
            for mean, now in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
                if mean.is_floating_point():
                    mean.lerp_(now, 1 - keep)
                else:
                    mean.copy_(now)


def main() -> None:
    """Train until `--steps`, printing the mean losses every hundred steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--rendered", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--sources", nargs="*", default=list(SOURCES), choices=SOURCES)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--cooldown", type=int, default=0)
    parser.add_argument("--minutes", type=float, help="fall to zero within so many minutes instead, and stop")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    run = Run(asked.run, asked.start, asked.rate)
    stream = Crops(asked.rendered, asked.photos, asked.sources, asked.share, asked.seed + 7919 * run.step)
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    began, sums = time.monotonic(), np.zeros(3)
    print(f"{CHANNELS} channels, sources {asked.sources}, from step {run.step}", flush=True)
    while run.step < asked.steps and not stopped:
        left = (asked.steps - run.step) / asked.cooldown if asked.cooldown else 1.0
        if asked.minutes:
            left = max(0.0, 1 - (time.monotonic() - began) / (60 * asked.minutes))
        if left <= 0:
            break
        rate = asked.rate * min(1.0, (run.step + 1) / WARM_STEPS, left)
        sums += run.learn([stream.crop() for _ in range(BATCH)], rate)
        if run.step % 100 == 0:
            faces, size, lean = sums / 100
            seconds = time.monotonic() - began
            print(f"{run.step} faces {faces:.4f} size {size:.4f} lean {lean:.4f} after {seconds:.0f} s", flush=True)
            sums[:] = 0
        if run.step % SAVE_STEPS == 0:
            run.save()
            print(f"{run.step} saved; {stream.refresh()} scenes", flush=True)
    run.save()


if __name__ == "__main__":
    main()
