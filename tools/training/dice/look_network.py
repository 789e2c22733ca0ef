"""Classifier network for single dice: 48 px crops in, eight logits out."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from tools.training.dice.network import Network, Residual, block, write_onnx
from vision.dice.detector import LOOK_PX, OUTCOMES


class LookNet(Network):
    """Crops (n, 3, 48, 48), BGR as (value - 127) / 64, to logits (n, 8): faces 1-6, cocked, no die's face."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 24, 2),
            block(24, 32),
            block(32, 64, 2),
            Residual(64),
            block(64, 96, 2),
            Residual(96),
        )
        self.head = nn.Linear(2 * 96, OUTCOMES)

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits."""
        seen = self.body(x)
        return self.head(torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3))], dim=1))


def export(network: nn.Module, path: Path) -> None:
    """Write the ONNX file that the packages run, for any number of crops."""
    write_onnx(network, path, LOOK_PX, {"x": {0: "n"}, "y": {0: "n"}})
