"""The two networks of the dice reader, in torch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.dice.detector import LOOK_PX, OUTCOMES

CHANNELS = 10
"""Logits of 1-6 and of cocked, log2(edge / 40 px), and the face's lean (x, y)."""

STRIDE = 4


def block(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Return a 3x3 convolution with batch normalisation and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation=dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions with a skip connection."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = block(width, width, 1, dilation)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, dilation, dilation=dilation, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return the sum of both branches."""
        return torch.relu(x + self.second(self.first(x)))


class Network(nn.Module):
    """Base of the networks: images (n, 3, h, w), BGR as (value - 127) / 64, in, predictions out."""


class DiceNet(Network):
    """Images (n, 3, h, w), BGR as (value - 127) / 64, h and w multiples of 8, to (n, 10, h / 4, w / 4)."""

    def __init__(self, width: int = 56) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, 2),
            block(16, 32, 2),
            block(32, 32),
            block(32, width, 2),
            Residual(width),
            Residual(width, 2),
            Residual(width),
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


def save_weights(network: nn.Module, path: Path) -> None:
    """Write the state, with floats in half precision, for a warm start."""
    state = {
        name: value.numpy().astype(np.float16) if value.is_floating_point() else value.numpy()
        for name, value in network.state_dict().items()
    }
    np.savez_compressed(path, **state)


def load_weights(network: nn.Module, path: Path) -> None:
    """Load the state that `save_weights` wrote."""
    with np.load(path) as stored:
        state = {name: torch.from_numpy(stored[name]).to(value.dtype) for name, value in network.state_dict().items()}
        network.load_state_dict(state)


def export(network: nn.Module, path: Path) -> None:
    """Write the ONNX file that the packages run, for any number of images of any size."""
    write_onnx(network, path, 160, {"x": {0: "n", 2: "h", 3: "w"}, "y": {0: "n", 2: "h", 3: "w"}})


def write_onnx(network: nn.Module, path: Path, side: int, axes: dict[str, dict[int, str]]) -> None:
    """Write a network with input `x` (n, 3, side, side) and output `y`; `axes` are the dynamic ones."""
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, side, side),),
        str(path),
        input_names=["x"],
        output_names=["y"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


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


def export_look(network: nn.Module, path: Path) -> None:
    """Write the ONNX file that the packages run, for any number of crops."""
    write_onnx(network, path, LOOK_PX, {"x": {0: "n"}, "y": {0: "n"}})
