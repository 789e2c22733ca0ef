"""The network that looks at one die at a time: 48 px crops in, eight logits and the face's lean out."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from tools.training.dice.network import Network, Residual, block, write_onnx
from vision.dice.classifier import LOOK_PX, OUTCOMES

LEAN_WIDTH = 24
"""Channels by which a lean is told."""


class LookNet(Network):
    """Crops (n, 3, 48, 48), BGR as (value - 127) / 64, to (n, 10).

    Logits of the faces 1-6, of a cocked die and of no die's face, and the face's lean (x, y). A face shows the same
    wherever its pips lie, so those are pooled; a lean is told by what lies where.
    """

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
        self.lean = nn.Sequential(
            block(96, LEAN_WIDTH),
            nn.Flatten(),
            nn.Linear(LEAN_WIDTH * (LOOK_PX // 8) ** 2, 2),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits and the leans."""
        seen = self.body(x)
        shows = self.head(torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3))], dim=1))
        return torch.cat([shows, self.lean(seen)], dim=1)


def export(network: nn.Module, path: Path) -> None:
    """Write the ONNX that the packages run: any number of crops."""
    write_onnx(network, path, LOOK_PX, {"x": {0: "n"}, "y": {0: "n"}})
