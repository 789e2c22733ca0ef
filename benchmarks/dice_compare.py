"""Our dice reader beside the published blob-and-cluster recipe, on the same pictures in the same run.

    python benchmarks/dice_compare.py [--scenes N] [--photos DATA --sources a b] [--json]

The recipe is the one that many tutorials give (Golsteyn 2020): pips by OpenCV's blob detector (inertia at least 0.6),
grouped by DBSCAN at 40 px with one sample, the group's size is the value. Every picture is first scaled so that the
pips of a two, a die's longest step between pips, are just within those 40 px; dark and light pips are both looked for,
whichever gives more. `--onnx` runs other weights, which may not have seen a source. Pictures are rendered scenes with
seeds that no training used, from above and oblique apart, and labelled photographs where a folder is given (the
committed weights have seen ../shared/data/dice). Scale is given to both, the count to neither. CPU is process time, one
thread; the frame of the last line is 1920 x 1080 with dice of 80 px and four flips.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.training.dice.evaluate import Score, compare
from tools.training.dice.photographs import SOURCES, Die, Photograph, photographs
from tools.training.dice.scene import COCKED, scene
from vision.dice.acceptance import Reading, judge
from vision.dice.detections import DetectedDie
from vision.dice.detector import dice_in
from vision.dice.networks import LOOKS, WEIGHTS, Networks, networks
from vision.image_file import read_image

FIRST_SEED = 700_000
IN_A_FRAME = (700_049, 700_050, 700_109, 700_124, 700_172)
"""Scenes from above whose dice fit into one frame; to look for them among two hundred took a minute."""

OBLIQUE = 0.3
FROM_ABOVE = "rendered, from above"
RECIPE_EDGE_PX = 50.0
RECIPE_APART_PX = 40.0
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def scenes(seeds: Iterable[int]) -> Iterator[tuple[str, Photograph]]:
    """Yield rendered scenes whose dice all lie flat and in full view, with the group they count in."""
    for seed in seeds:
        image, labels = scene(np.random.default_rng(seed))
        inside = [die for die in labels if 30 < die.x_px < 226 and 30 < die.y_px < 226]
        if not inside or any(not die.sure or die.value == COCKED for die in labels) or len(inside) < len(labels):
            continue
        lean = float(np.median([np.hypot(*die.lean) for die in labels]))
        dice = tuple(Die(die.value, die.x_px, die.y_px, die.edge_px, 0.0) for die in labels)
        yield (
            ("rendered, oblique" if lean > OBLIQUE else FROM_ABOVE),
            Photograph("", str(seed), image, dice),
        )


def recipe(image: NDArray[np.uint8], edge_px: float) -> list[DetectedDie]:
    """Return the dice that blobs and clusters find."""
    ratio = RECIPE_EDGE_PX / edge_px
    grey = cv2.cvtColor(cv2.medianBlur(cv2.resize(image, None, fx=ratio, fy=ratio), 3), cv2.COLOR_BGR2GRAY)
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByInertia, settings.minInertiaRatio = True, 0.6
    settings.minArea = 8.0
    detector = cv2.SimpleBlobDetector.create(settings)
    blobs = max((detector.detect(each) for each in (grey, 255 - grey)), key=len)
    if not blobs:
        return []
    at = np.array([blob.pt for blob in blobs])
    near = np.linalg.norm(at[:, None] - at[None], axis=2) < RECIPE_APART_PX
    count, group = connected_components(near)
    found = []
    for k in range(count):
        x, y = at[group == k].mean(axis=0) / ratio
        found.append(DetectedDie(int((group == k).sum()), float(x), float(y), edge_px, 1.0, 0.0, 0.0, (0.0, 0.0)))
    return found


def run(groups: dict[str, list[Photograph]], by: Networks) -> dict[str, Any]:
    """Return both readers' shares and their CPU for each group of pictures."""
    result: dict[str, Any] = {}

    def ours(image: NDArray[np.uint8], edge_px: float) -> list[DetectedDie]:
        return dice_in(image, edge_px, by=by)

    for name, pictures in groups.items():
        scores = {"overlook": Score(), "blobs and clusters": Score()}
        cpu_s = dict.fromkeys(scores, 0.0)
        for photo in pictures:
            edge = float(np.median([die.edge_px for die in photo.dice]))
            for label, reader in (("overlook", ours), ("blobs and clusters", recipe)):
                began = time.process_time()
                reading: Reading = judge(reader(photo.image, edge))
                cpu_s[label] += time.process_time() - began
                compare(photo, reading, scores[label])
        result[name] = {
            label: score.summary() | {"cpu_ms": round(1000 * cpu_s[label] / max(1, len(pictures)), 1)}
            for label, score in scores.items()
        }
    return result


def frame_cost() -> dict[str, float]:
    """Return the CPU of one 1080p frame of dice with four flips, and the memory of a process that reads it alone."""
    image, dice = frame_of_dice()
    with tempfile.TemporaryDirectory() as folder:
        frame = Path(folder) / "frame.png"
        cv2.imwrite(str(frame), image)
        command = [sys.executable, __file__, "--frame", str(frame)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {"dice": dice, **json.loads(said)}


def read_frame(path: Path, repeats: int = 7) -> dict[str, float]:
    """Read one frame several times; return the CPU of one reading, and the memory this process has taken at most."""
    image = read_image(path)
    times = []
    for _ in range(repeats):
        began = time.process_time()
        dice_in(image, 80.0)
        times.append(1000 * (time.process_time() - began))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"cpu_ms": round(float(np.median(times)), 1), "peak_mb": round(peak_mb, 1)}


def frame_of_dice(least: int = 10, edge_px: float = 80.0) -> tuple[NDArray[np.uint8], int]:
    """Return a 1920 x 1080 frame with rendered dice of that edge laid into it, and how many there are."""
    frame = np.full((1080, 1920, 3), 96, np.uint8)
    laid, left, top = 0, 0, 0
    for _, photo in scenes(IN_A_FRAME):
        ratio = edge_px / float(np.median([die.edge_px for die in photo.dice]))
        part = cv2.resize(photo.image, None, fx=ratio, fy=ratio)
        height, width = part.shape[:2]
        if left + width > 1920:
            left, top = 0, top + 540
        if laid >= least or top + 540 > 1080:
            break
        if height > 540:
            continue
        frame[top : top + height, left : left + width] = part
        left, laid = left + width, laid + len(photo.dice)
    return frame, laid


def main() -> None:
    if os.environ.get("OMP_NUM_THREADS") != "1":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **_ONE_THREAD})
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=150)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--sources", nargs="*", default=list(SOURCES))
    parser.add_argument("--every", type=int, default=1, help="only every so many-th photograph")
    parser.add_argument("--onnx", type=Path, default=WEIGHTS, help="other weights than the committed ones")
    parser.add_argument("--closer", type=Path, default=LOOKS, help="the same for the closer look")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--frame", type=Path, help="only read this picture, dice of 80 px: its cost in a process of its own"
    )
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.frame:
        print(json.dumps(read_frame(asked.frame)))
        return
    frame = frame_cost()
    groups: dict[str, list[Photograph]] = {}
    for name, photo in scenes(range(FIRST_SEED, FIRST_SEED + asked.scenes)):
        groups.setdefault(name, []).append(photo)
    for source in asked.sources if asked.photos else ():
        groups[source] = [
            photo for photo in photographs(asked.photos, source, doubtful=True)[:: asked.every] if photo.dice
        ]
    result = run(groups, networks(asked.onnx, asked.closer)) | {"frame_1080p_four_flips": frame}
    if asked.json:
        print(json.dumps(result))
        return
    for name, readers in result.items():
        print(name)
        for label, numbers in readers.items():
            print(f"  {label:18s} {numbers}")


if __name__ == "__main__":
    main()
