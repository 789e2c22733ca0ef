"""Our tag detection beside plain cv2.aruco and pupil-apriltags on photographs of real tags.

A folder holds photographs and `tags.json`, which says of each that takes part what is in it:
`{"charuco.jpg": {"dictionary": "DICT_6X6_250", "ids": [0, 1, 2]}}`; a photograph without tags has none. Of what is in
none of them, every tag of `FOREIGN` dictionaries that a detector sees is a ghost. Corners repeat as well as they stay
where they are under fresh noise of two codes. CPU is process time with one thread each.
"""

from __future__ import annotations

import importlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from calibration.tags import DictionaryName, dictionary, dictionary_size
from overlook.drawing.pictures import Image, read_picture
from vision.frame import FrameError
from vision.tags.detector import Detector

FOREIGN = ("DICT_ARUCO_MIP_36h12", "DICT_APRILTAG_36h11", "DICT_6X6_250", "DICT_4X4_250")
NOISE = 2.0
SEEDS = (1, 2)

Sights = list[tuple[int, NDArray[np.float64]]]
Finder = Callable[[Image], Sights]


class Contents(BaseModel):
    """What is in a photograph: tags of one dictionary, each id as often as it is there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dictionary: DictionaryName = FOREIGN[0]
    ids: tuple[int, ...] = ()


@dataclass
class Tally:
    """What one detector did on all photographs."""

    tags: int = 0
    found: int = 0
    wrong: int = 0
    ghosts: Counter[str] = field(default_factory=Counter)
    moved_px: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)


def listed(folder: Path) -> dict[str, Contents]:
    """Return what is in each photograph of a folder; `FrameError` says what is wrong with its `tags.json`."""
    path = folder / "tags.json"
    try:
        return TypeAdapter(dict[str, Contents]).validate_json(path.read_bytes())
    except OSError as error:
        raise FrameError(f"{path}: cannot be read ({error.strerror}): list there what is in each photograph") from error
    except ValidationError as error:
        raise FrameError(
            f"{path}: {error.errors()[0]['msg']}: expected "
            '{"photograph.jpg": {"dictionary": "DICT_6X6_250", "ids": [3, 7]}}'
        ) from error


def compare(folder: Path) -> dict[str, Any]:
    """Return what every detector found, took for a tag and how its corners repeat; `FrameError` for a bad folder."""
    cv2.setNumThreads(1)
    tallies: dict[str, Tally] = {}
    for name, there in listed(folder).items():
        image = read_picture(folder / name)
        for label, finder in _finders(there.dictionary, image) if there.ids else ():
            _score(tallies.setdefault(label, Tally()), finder, image, there.ids)
        for foreign in FOREIGN:
            if foreign != there.dictionary or not there.ids:
                for label, finder in _finders(foreign, image):
                    tallies.setdefault(label, Tally()).ghosts[foreign] += len(finder(image))
    return {label: _summary(tally) for label, tally in tallies.items()}


def _score(tally: Tally, finder: Finder, image: Image, ids: Sequence[int]) -> None:
    began = time.process_time()
    seen = finder(image)
    tally.cpu_ms.append((time.process_time() - began) * 1000)
    right = Counter(ids) & Counter(tag_id for tag_id, _ in seen)
    tally.tags += len(ids)
    tally.found += right.total()
    tally.wrong += len(seen) - right.total()
    tally.moved_px += _moved(*(finder(_noisy(image, seed)) for seed in SEEDS))


def _finders(name: str, image: Image) -> Iterator[tuple[str, Finder]]:
    yield "overlook", _ours(name, (image.shape[1], image.shape[0]))
    yield "cv2.aruco", _plain(name)
    peer = _apriltags() if name == "DICT_APRILTAG_36h11" else None
    if peer is not None:
        yield "pupil-apriltags", peer


def _ours(name: str, size_px: tuple[int, int]) -> Finder:
    detector = Detector(name, frozenset(range(dictionary_size(name))), size_px)

    def find(image: Image) -> Sights:
        seen = detector.detect(image)
        copies: Sequence[Any] = [each for group in seen.duplicates for each in group]
        return [(each.id, each.corners_px) for each in (*seen.sightings, *seen.strangers, *copies)]

    return find


def _plain(name: str) -> Finder:
    detector = cv2.aruco.ArucoDetector(dictionary(name))

    def find(image: Image) -> Sights:
        corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        numbers = [] if ids is None else np.ravel(ids).tolist()
        return [(int(k), np.asarray(c, np.float64).reshape(4, 2)) for k, c in zip(numbers, corners, strict=True)]

    return find


def _apriltags() -> Finder | None:
    """Return the AprilTag detector at its keenest, None where it is not installed."""
    try:
        module: Any = importlib.import_module("pupil_apriltags")
    except ImportError:
        return None
    detector = module.Detector(families="tag36h11", nthreads=1, quad_decimate=1.0)

    def find(image: Image) -> Sights:
        seen = detector.detect(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        return [(each.tag_id, np.asarray(each.corners, dtype=np.float64)) for each in seen]

    return find


def _noisy(image: Image, seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, NOISE, image.shape)
    return np.asarray(np.clip(np.round(image + noise), 0, 255), dtype=np.uint8)


def _moved(one: Sights, other: Sights) -> list[float]:
    """Return by how much each corner, per axis, lies elsewhere in the other, for tags that both have once."""
    first, second = _once(one), _once(other)
    return [float(v) for k in first.keys() & second.keys() for v in (first[k] - second[k]).ravel() / np.sqrt(2)]


def _once(seen: Sights) -> Mapping[int, NDArray[np.float64]]:
    often = Counter(tag_id for tag_id, _ in seen)
    return {tag_id: corners for tag_id, corners in seen if often[tag_id] == 1}


def _summary(tally: Tally) -> dict[str, Any]:
    return {
        "photographs": len(tally.cpu_ms),
        "tags": tally.tags,
        "found": tally.found,
        "wrong": tally.wrong,
        "ghosts": dict(tally.ghosts),
        "corners_repeat_px": round(float(np.sqrt(np.mean(np.square(tally.moved_px)))), 4) if tally.moved_px else None,
        "cpu_ms": round(float(np.mean(tally.cpu_ms)), 1) if tally.cpu_ms else None,
    }
