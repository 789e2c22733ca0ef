"""Quantise a network to eight bits: `python -m tools.training.dice.quantise RUN/dice.onnx OUT --rendered CACHE`.

Three times as fast, a quarter of the size. The first layer and the head stay in 32 bits, because their rounding would
affect small pips, leans and sizes. Weights have seven bits, since processors without VNNI overflow with eight. The
activations' ranges are calibrated on rendered scenes, for the classifier on crops of their dice.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from tools.training.dice.prerender import read_chunk
from tools.training.dice.scene import Label
from vision.dice.detector import ABOVE, CLASSIFIER_CROP, LOOK_PX
from vision.dice.networks import Array, Image, crops_of, plane_of

CHUNKS = 6
SCENES = 12
"""Scenes of each chunk that are used for calibration."""


class Shown:
    """Calibration data for onnxruntime, a `CalibrationDataReader`."""

    def __init__(self, planes: Iterator[Array]) -> None:
        self._planes = planes

    def get_next(self) -> dict[str, Array] | None:
        """Return the next input, None after the last."""
        plane = next(self._planes, None)
        return None if plane is None else {"x": plane}


def scenes(rendered: Path) -> Iterator[Array]:
    """Yield rendered scenes, (1, 3, h, w)."""
    for image, _ in _rendered(rendered):
        yield plane_of(image[None])


def dice(rendered: Path) -> Iterator[Array]:
    """Yield the crops of each rendered scene's dice, (n, 3, LOOK_PX, LOOK_PX)."""
    for image, labels in _rendered(rendered):
        places = [(die.x_px, die.y_px, die.edge_px) for die in labels if die.sure]
        if places:
            yield plane_of(crops_of(image, places, ABOVE, CLASSIFIER_CROP))


def _rendered(rendered: Path) -> Iterator[tuple[Image, list[Label]]]:
    chunks = sorted(rendered.glob("*.json"))[:CHUNKS]
    if not chunks:
        raise SystemExit(f"quantise: no rendered scenes in {rendered}: run tools.training.dice.prerender first")
    for chunk in chunks:
        yield from islice(read_chunk(chunk), SCENES)


def quantise(trained: Path, rendered: Path, out: Path) -> None:
    """Write the network `trained` in eight bits to `out`."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        quant_pre_process(str(trained), str(plain))
        graph = onnx.load(plain).graph
        layers = [node.name for node in graph.node if node.op_type in ("Conv", "Gemm")]
        closer = graph.input[0].type.tensor_type.shape.dim[-1].dim_value == LOOK_PX
        quantize_static(
            str(plain),
            str(out),
            Shown(dice(rendered) if closer else scenes(rendered)),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[layers[0], layers[-1]],
        )


def main() -> None:
    """Quantise the network named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trained", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rendered", type=Path, required=True)
    asked = parser.parse_args()
    quantise(asked.trained, asked.rendered, asked.out)


if __name__ == "__main__":
    main()
