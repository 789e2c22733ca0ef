"""Training run in a folder: network, moving average, optimiser and step; it can be stopped and continued.

The learning rate warms up, stays constant, and falls linearly to zero over the last steps (`--cooldown`) or over the
minutes given (`--minutes`).
"""

from __future__ import annotations

import argparse
import copy
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tools.training.dice.network import load_weights, save_weights
from tools.training.dice.photographs import SOURCES

WARM_STEPS = 300
SAVE_STEPS = 500
AVERAGE = 0.99
"""Share of the average that remains every `AVERAGE_STEPS` steps."""

AVERAGE_STEPS = 5
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
"""A GPU if available; it runs the same steps, with larger batches (`--batch`) and more processes (`--hands`)."""


def arguments(what: str | None) -> argparse.ArgumentParser:
    """Return the argument parser of all trainings."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("run", type=Path)
    parser.add_argument("--rendered", type=Path, required=True)
    parser.add_argument("--traced", type=Path, help="chunks by tools.training.dice.traced.prerender")
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--sources", nargs="*", default=list(SOURCES), choices=SOURCES)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--cooldown", type=int, default=0)
    parser.add_argument("--minutes", type=float, help="fall to zero within so many minutes instead, and stop")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--batch", type=int, help="crops a step")
    parser.add_argument("--hands", type=int, default=0, help="processes that make crops; none: the one that learns")
    return parser


class Run:
    """A run in its folder; `NAME.onnx` and `weights.npz` in it are those of the moving average."""

    def __init__(
        self,
        folder: Path,
        name: str,
        make: Callable[[], nn.Module],
        export: Callable[[nn.Module, Path], None],
        start: Path | None,
        rate: float,
    ) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._name, self._make, self._export = name, make, export
        self.network = make().to(DEVICE, memory_format=torch.channels_last)
        if start is not None:
            load_weights(self.network, start)
        self.average = copy.deepcopy(self.network).eval()
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=rate, weight_decay=5e-3)
        self.step = 0
        last = folder / "last.pt"
        if last.exists():
            state = torch.load(last, map_location=DEVICE)
            self.network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step = state["step"]

    def save(self) -> None:
        """Write the checkpoint, and the averaged weights with their ONNX file."""
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
        plain = self._make()
        plain.load_state_dict({name: value.cpu() for name, value in self.average.state_dict().items()})
        save_weights(plain, self.folder / "weights.npz")
        self._export(plain, self.folder / f"{self._name}.onnx")

    def says(self, pictures: Sequence[NDArray[np.uint8]]) -> Tensor:
        """Return the network's output for images of one size, BGR."""
        stacked = np.stack(pictures).transpose(0, 3, 1, 2)
        x = ((torch.from_numpy(stacked).to(DEVICE).float() - 127) / 64).contiguous(memory_format=torch.channels_last)
        with torch.autocast(DEVICE.type, dtype=torch.bfloat16):
            said = self.network(x)
        return said.float()

    def take(self, loss: Tensor, rate: float) -> None:
        """Take one optimiser step."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5)
        self.optimiser.step()
        self.step += 1
        if self.step % AVERAGE_STEPS == 0:
            self._take_average()

    def _take_average(self) -> None:
        keep = min(AVERAGE, self.step / (self.step + 20))
        with torch.no_grad():
            for mean, now in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
                if mean.is_floating_point():
                    mean.lerp_(now, 1 - keep)
                else:
                    mean.copy_(now)

    def go(
        self,
        asked: argparse.Namespace,
        learn: Callable[[float], Sequence[float]],
        names: Sequence[str],
        refresh: Callable[[], int],
    ) -> None:
        """Train until `--steps` or `--minutes`, printing the mean of the losses from `learn` every hundred steps."""
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        stopped: list[int] = []
        signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
        began, sums = time.monotonic(), np.zeros(len(names))
        print(f"sources {asked.sources}, from step {self.step}", flush=True)
        while self.step < asked.steps and not stopped:
            left = (asked.steps - self.step) / asked.cooldown if asked.cooldown else 1.0
            if asked.minutes:
                left = max(0.0, 1 - (time.monotonic() - began) / (60 * asked.minutes))
            if left <= 0:
                break
            sums += learn(asked.rate * min(1.0, (self.step + 1) / WARM_STEPS, left))
            if self.step % 100 == 0:
                means = " ".join(f"{name} {value:.4f}" for name, value in zip(names, sums / 100, strict=True))
                print(f"{self.step} {means} after {time.monotonic() - began:.0f} s", flush=True)
                sums[:] = 0
            if self.step % SAVE_STEPS == 0:
                self.save()
                print(f"{self.step} saved; {refresh()} scenes", flush=True)
        self.save()
