"""Our tag detection beside plain cv2.aruco and pupil-apriltags, on the same pictures in the same run.

Pictures are the simulated table's, whose truth is exact: 2304 x 1296, the board filling half to four fifths of the
height, tags of the default dictionary and of AprilTag 36h11. A tag counts as readable when nothing hides it and it has
two pixels a module. CPU is process time with one thread each. pupil-apriltags takes part where it is installed.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.tags import dictionary
from simulation import Photograph, example_catalogue, example_poses, example_rig, photograph
from vision.tags.detector import Detector

SIZE = (2304, 1296)
FILLS = (0.5, 0.65, 0.8)
LEAST_PX_PER_MODULE = 2.0
REPEATS = 5
NEAR_PX = 4.0
NO_PEER = "pupil-apriltags is not installed and left out: pip install pupil-apriltags"

Finder = Callable[[NDArray[np.uint8]], dict[int, NDArray[np.float64]]]


@dataclass
class Score:
    """What one detector did over all pictures of one family."""

    found: set[tuple[int, int]] = field(default_factory=set)
    wrong: int = 0
    errors_px: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)


def pictures(name: str) -> Iterator[tuple[Catalogue, Photograph]]:
    """Yield photographs of the example table with the tags of a dictionary."""
    plain = example_catalogue()
    catalogue = plain.model_copy(update={"dictionary": name})
    for index, fill in enumerate(FILLS):
        rig = example_rig(SIZE, fill=fill, tilt_deg=3.0 + 4 * index)
        yield catalogue, photograph(catalogue, example_poses(), rig, seed=index)


def ours(catalogue: Catalogue) -> Finder:
    """Return our detector."""
    detector = Detector(catalogue.dictionary, catalogue.tag_ids, SIZE)
    return lambda image: {s.id: s.corners_px for s in detector.detect(image).sightings}


def plain_aruco(catalogue: Catalogue) -> Finder:
    """Return OpenCV's detector at its defaults."""
    detector = cv2.aruco.ArucoDetector(dictionary(catalogue.dictionary))

    def find(image: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
        corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        listed = [] if ids is None else np.ravel(ids).tolist()
        return {int(k): np.asarray(c, dtype=np.float64).reshape(4, 2) for k, c in zip(listed, corners, strict=True)}

    return find


def apriltags() -> Finder | None:
    """Return the AprilTag detector, None where it is not installed."""
    try:
        module: Any = importlib.import_module("pupil_apriltags")
    except ImportError:
        return None
    detector = module.Detector(families="tag36h11", nthreads=1)

    def find(image: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
        found = detector.detect(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        # Its pixels count from the corner of the first one, OpenCV's from its centre.
        return {each.tag_id: np.asarray(each.corners, dtype=np.float64) - 0.5 for each in found}

    return find


def run(finder: Finder, score: Score, index: int, picture: Photograph) -> None:
    """Let a detector look at a picture, and score it."""
    finder(picture.image)
    times = []
    for _ in range(REPEATS):
        began = time.process_time()
        found = finder(picture.image)
        times.append((time.process_time() - began) * 1000)
    score.cpu_ms.append(float(np.median(times)))
    for tag_id, corners in found.items():
        truth = picture.tags.get(tag_id)
        if truth is None or np.linalg.norm(corners.mean(axis=0) - truth.corners_px.mean(axis=0)) > NEAR_PX:
            score.wrong += 1
            continue
        score.found.add((index, tag_id))
        turns = [
            np.abs(np.roll(order, k, axis=0) - truth.corners_px).mean()
            for order in (corners, corners[::-1])
            for k in range(4)
        ]
        score.errors_px.append(float(min(turns)))


def compare() -> dict[str, Any]:
    """Return recall, corner error and CPU of every detector, by family, and the ratios that we are judged by."""
    cv2.setNumThreads(1)
    result: dict[str, Any] = {}
    for family, name in (("mip_36h12", "DICT_ARUCO_MIP_36h12"), ("apriltag_36h11", "DICT_APRILTAG_36h11")):
        scores: dict[str, Score] = {}
        readable: set[tuple[int, int]] = set()
        for index, (catalogue, picture) in enumerate(pictures(name)):
            readable |= {
                (index, k)
                for k, truth in picture.tags.items()
                if truth.seen > 0.995 and truth.side_px / 8 >= LEAST_PX_PER_MODULE
            }
            finders: Mapping[str, Finder | None] = {
                "overlook": ours(catalogue),
                "cv2.aruco": plain_aruco(catalogue),
                **({"pupil-apriltags": apriltags()} if family == "apriltag_36h11" else {}),
            }
            for label, finder in finders.items():
                if finder is not None:
                    run(finder, scores.setdefault(label, Score()), index, picture)
        result[family] = {label: summary(score, readable) for label, score in scores.items()}
        mine, plain = scores["overlook"], scores["cv2.aruco"]
        missed = readable - plain.found
        result[family]["ratios"] = {
            "cpu_vs_cv2": round(float(np.mean(mine.cpu_ms) / np.mean(plain.cpu_ms)), 2),
            "share_of_cv2_misses_found": round(len(missed & mine.found) / len(missed), 4) if missed else None,
            "cv2_misses": len(missed),
        }
    return result


def summary(score: Score, readable: set[tuple[int, int]]) -> dict[str, Any]:
    """Return the figures of one detector."""
    return {
        "recall": round(len(score.found & readable) / len(readable), 4),
        "readable": len(readable),
        "wrong": score.wrong,
        "corner_error_px": round(float(np.median(score.errors_px)), 4) if score.errors_px else None,
        "cpu_ms": round(float(np.mean(score.cpu_ms)), 1),
    }
