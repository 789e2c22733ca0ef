"""The network: fully convolutional, stride 4, ten numbers a cell; weights in and out of plain files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

CHANNELS = 10
"""Logits of 1-6 and of cocked, log2(edge / 40 px), and the face's lean (x, y)."""

STRIDE = 4


def _block(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation=dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = _block(width, width, 1, dilation)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, dilation, dilation=dilation, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class DiceNet(nn.Module):
    """Pictures (n, 3, h, w), BGR as (value - 127) / 64, h and w multiples of 8, to (n, 10, h / 4, w / 4)."""

    def __init__(self, width: int = 56) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(3, 16, 2),
            _block(16, 32, 2),
            _block(32, 32),
            _block(32, width, 2),
            _Residual(width),
            _Residual(width, 2),
            _Residual(width),
        )
        self.head = nn.Conv2d(width, CHANNELS * 4, 1)
        self.fine = nn.PixelShuffle(2)
        nn.init.constant_(self.head.bias, -4.0)
        with torch.no_grad():
            self.head.bias[7 * 4 :] = 0
            self.head.weight.mul_(0.3)

    def forward(self, x: Tensor) -> Tensor:
        """Return the cells."""
        return self.fine(self.head(self.body(x)))


def save_weights(network: DiceNet, path: Path) -> None:
    """Write the state in half precision, counts as they are, for a warm start."""
    state = {
        name: value.numpy().astype(np.float16) if value.is_floating_point() else value.numpy()
        for name, value in network.state_dict().items()
    }
    np.savez_compressed(path, **state)


def load_weights(network: DiceNet, path: Path) -> None:
    """Take the state that `save_weights` wrote."""
    with np.load(path) as stored:
        state = {name: torch.from_numpy(stored[name]).to(value.dtype) for name, value in network.state_dict().items()}
        network.load_state_dict(state)


def export(network: DiceNet, path: Path) -> None:
    """Write the ONNX that the packages run."""
    network.eval()
    axes = {"x": {0: "n", 2: "h", 3: "w"}, "y": {0: "n", 2: "h", 3: "w"}}
    sample = torch.zeros(1, 3, 160, 160)
    torch.onnx.export(
        network,
        (sample,),
        str(path),
        input_names=["x"],
        output_names=["y"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
