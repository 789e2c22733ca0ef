"""Render scenes into chunks on disk: `python -m tools.training.dice.prerender FOLDER --chunks N`.

Existing chunks are kept, so an interrupted run can continue; chunk k is the same on every machine (its seed is k). With
`--twos` most dice have a two whose pips are side by side, and many show it: a make that is not in the photographs.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.die import random_style, with_straight_twos
from tools.training.dice.scene import Label, scene
from vision.image_file import ImageError, decode_image

Image = NDArray[np.uint8]
SCENES = 50
"""Scenes in a chunk."""


def render_chunk(folder: Path, number: int, *, twos: bool = False) -> None:
    """Render chunk `number` and write it: lossless PNG bytes joined in one file, labels as JSON beside it."""
    rng = np.random.default_rng(number)
    write_chunk(folder, number, [scene(rng, look=with_straight_twos if twos else random_style) for _ in range(SCENES)])


def write_chunk(folder: Path, number: int, scenes: Sequence[tuple[Image, list[Label]]]) -> None:
    """Write scenes as chunk `number`."""
    blobs = [cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1] for picture, _ in scenes]
    (folder / f"{number:05d}.bin").write_bytes(np.concatenate(blobs).tobytes())
    labels = [[asdict(die) for die in dice] for _, dice in scenes]
    index = {"sizes": [len(blob) for blob in blobs], "labels": labels}
    part = folder / f"{number:05d}.part"
    part.write_text(json.dumps(index))
    part.rename(folder / f"{number:05d}.json")


def read_chunk(path: Path) -> Iterator[tuple[Image, list[Label]]]:
    """Yield the scenes of a chunk whose index is `path`."""
    index = json.loads(path.read_text())
    data = np.fromfile(path.with_suffix(".bin"), np.uint8)
    at = 0
    for size, labels in zip(index["sizes"], index["labels"], strict=True):
        try:
            picture = decode_image(data[at : at + size].tobytes(), f"{path}, byte {at}")
        except ImageError as fault:
            raise ValueError(f"{fault}; delete the chunk and render it again") from fault
        yield picture, [Label(**label) for label in labels]
        at += size


def main() -> None:
    """Render the missing chunks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunks", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--twos", action="store_true", help="mostly dice with twos whose pips lie side by side")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    asked.folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    for number in range(asked.first, asked.first + asked.chunks):
        if not (asked.folder / f"{number:05d}.json").exists():
            render_chunk(asked.folder, number, twos=asked.twos)
            print(f"chunk {number} after {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
