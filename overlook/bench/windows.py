"""Tracked windows beside our own full frame every frame, on the same sequence in the same run.

The sequence is the simulated table's: a hand comes twice and moves two operatives, ten pictures a second at
2304 x 1296. CPU is process time with one thread; both detectors see every picture one after the other.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, load_catalogue
from overlook.drawing.pictures import read_picture
from simulation import Renderer, example_catalogue, example_poses, example_rig
from simulation.scene.choreography import Choreography, Move
from vision.tags.detector import Detector
from vision.tags.windowed_detector import WindowedDetector

SIZE = (2304, 1296)
FPS = 10.0
MOVES = (
    Move("a4", 0.5, ((10.2, 10.4), (12.0, 8.0)), arm_deg=200.0),
    Move("b4", 3.5, ((19.0, 12.0),), arm_deg=70.0),
)


def simulated() -> tuple[Catalogue, Iterator[NDArray[np.uint8]]]:
    """Return the example table's catalogue, and its pictures while a hand makes `MOVES`."""
    catalogue = example_catalogue()
    scene = Choreography(catalogue, example_poses(), MOVES)
    renderer = Renderer(catalogue, example_rig(SIZE, fill=0.65))
    count = int((scene.end_s + 1) * FPS)
    return catalogue, (renderer.picture(scene.at(number / FPS), seed=number) for number in range(count))


def stored(folder: Path) -> tuple[Catalogue, Iterator[NDArray[np.uint8]]]:
    """Return the catalogue and the pictures of a folder with `catalogue.json` and `frames.json`."""
    names = [frame["image"] for frame in json.loads((folder / "frames.json").read_text())["frames"]]
    return load_catalogue(folder / "catalogue.json"), (read_picture(folder / name) for name in names)


def compare(catalogue: Catalogue, pictures: Iterator[NDArray[np.uint8]]) -> dict[str, Any]:
    """Return recall and CPU of both; the first picture, which is searched whole by either, is not counted."""
    cv2.setNumThreads(1)
    full_ms, windows_ms, seen, missed, extra = [], [], 0, 0, 0
    detector = windows = None
    for number, image in enumerate(pictures):
        if detector is None or windows is None:
            size = (image.shape[1], image.shape[0])
            detector = Detector(catalogue.dictionary, catalogue.tag_ids, size)
            windows = WindowedDetector(detector)
        began = time.process_time()
        whole = detector.detect(image)
        middle = time.process_time()
        parts = windows.detect(image)
        ended = time.process_time()
        wanted, found = {s.id for s in whole.sightings}, {s.id for s in parts.sightings}
        seen, missed, extra = seen + len(wanted), missed + len(wanted - found), extra + len(found - wanted)
        if number:
            full_ms.append((middle - began) * 1000)
            windows_ms.append((ended - middle) * 1000)
    return {
        "pictures": len(full_ms),
        "tags_seen_by_full": seen,
        "missed_by_windows": missed,
        "only_in_windows": extra,
        "full_cpu_ms": round(float(np.mean(full_ms)), 1),
        "windows_cpu_ms": round(float(np.mean(windows_ms)), 1),
        "windows_cpu_worst_ms": round(max(windows_ms), 1),
        "ratio": round(sum(full_ms) / sum(windows_ms), 2),
    }
