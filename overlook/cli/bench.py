"""`overlook bench`: recall, corner accuracy and CPU time of tag detection, compared with other detectors.

Three benchmarks; CPU is process time with one thread. pupil-apriltags takes part if it is installed.

- Rendered: images of the simulated table with known truth, 2304 x 1296, the board half to four fifths of the height,
  tags of the default dictionary and of AprilTag 36h11. A tag counts as readable if it is not occluded and has at least
  two pixels per module.
- Photographs: a folder with photographs and `tags.json`, which lists the content of each, for example `{"charuco.jpg":
  {"dictionary": "DICT_6X6_250", "ids": [0, 1, 2]}}`. Tags detected in dictionaries (`FOREIGN`) that the photograph does
  not contain are ghosts. Corner repeatability is the difference between two copies with different noise.
- Windows: a rendered sequence at 10 frames per second, 2304 x 1296, in which a hand moves two operatives. Compares
  detection in tracked windows with detection in the whole frame.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from calibration.catalogue import Catalogue, load_catalogue
from calibration.tags import DictionaryName, dictionary, dictionary_size
from messages.message import Message
from overlook.cli.locate import AsJson
from overlook.console import Exit, exit_with_error, print_json, print_notice
from overlook.image_files import Image, read_picture
from simulation import Renderer, SimulatedPhoto, example_catalogue, example_poses, example_rig, take_photo
from simulation.scene.choreography import Choreography, HandMove
from vision.frame import FrameError
from vision.tags.detector import Detector
from vision.tags.windowed_detector import WindowedDetector

SIZE = (2304, 1296)
FILLS = (0.5, 0.65, 0.8)
LEAST_PX_PER_MODULE = 2.0
REPEATS = 5
NEAR_PX = 4.0
NO_PEER = Message.of("bench-no-peer")

Finder = Callable[[NDArray[np.uint8]], dict[int, NDArray[np.float64]]]


@dataclass
class Score:
    """Results of one detector over all images of one tag family."""

    found: set[tuple[int, int]] = field(default_factory=set)
    wrong: int = 0
    errors_px: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)


def pictures(name: str) -> Iterator[tuple[Catalogue, SimulatedPhoto]]:
    """Yield photographs of the example table with the tags of a dictionary."""
    plain = example_catalogue()
    catalogue = plain.model_copy(update={"dictionary": name})
    for index, fill in enumerate(FILLS):
        rig = example_rig(SIZE, fill=fill, tilt_deg=3.0 + 4 * index)
        yield catalogue, take_photo(catalogue, example_poses(), rig, seed=index)


def ours(catalogue: Catalogue) -> Finder:
    """Return Overlook's detector."""
    detector = Detector(catalogue.dictionary, catalogue.tag_ids, SIZE)
    return lambda image: {s.id: s.corners_px for s in detector.detect(image).sightings}


def plain_aruco(catalogue: Catalogue) -> Finder:
    """Return OpenCV's detector with default settings."""
    detector = cv2.aruco.ArucoDetector(dictionary(catalogue.dictionary))

    def find(image: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
        corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        listed = [] if ids is None else np.ravel(ids).tolist()
        return {int(k): np.asarray(c, dtype=np.float64).reshape(4, 2) for k, c in zip(listed, corners, strict=True)}

    return find


def apriltags() -> Finder | None:
    """Return the AprilTag detector, None if it is not installed."""
    try:
        module: Any = importlib.import_module("pupil_apriltags")
    except ImportError:
        return None
    detector = module.Detector(families="tag36h11", nthreads=1)

    def find(image: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
        found = detector.detect(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        # pupil-apriltags has its pixel origin at a corner of the first pixel, OpenCV at its centre.
        return {each.tag_id: np.asarray(each.corners, dtype=np.float64) - 0.5 for each in found}

    return find


def run(finder: Finder, score: Score, index: int, picture: SimulatedPhoto) -> None:
    """Run a detector on an image and add the result to its score."""
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


def compare_rendered() -> dict[str, Any]:
    """Return recall, corner error and CPU time of every detector by family, and the ratios to cv2.aruco."""
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


FOREIGN = ("DICT_ARUCO_MIP_36h12", "DICT_APRILTAG_36h11", "DICT_6X6_250", "DICT_4X4_250")
NOISE = 2.0
SEEDS = (1, 2)

Sights = list[tuple[int, NDArray[np.float64]]]
PhotographFinder = Callable[[Image], Sights]


class Contents(BaseModel):
    """Content of a photograph: tags of one dictionary; an id occurs once for each copy in the photograph."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dictionary: DictionaryName = FOREIGN[0]
    ids: tuple[int, ...] = ()


@dataclass
class Tally:
    """Results of one detector over all photographs."""

    tags: int = 0
    found: int = 0
    wrong: int = 0
    ghosts: Counter[str] = field(default_factory=Counter)
    moved_px: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)


EXAMPLE = {"photograph.jpg": {"dictionary": "DICT_6X6_250", "ids": [3, 7]}}
"""Example of a `tags.json`."""


def listed(folder: Path) -> dict[str, Contents]:
    """Return the content of each photograph of a folder; raises `FrameError` if its `tags.json` is invalid."""
    path = folder / "tags.json"
    try:
        return TypeAdapter(dict[str, Contents]).validate_json(path.read_bytes())
    except OSError as error:
        raise FrameError("bench-list-unreadable", file=path, reason=error.strerror) from error
    except ValidationError as error:
        raise FrameError(
            "bench-list-invalid", file=path, fault=error.errors()[0]["msg"], example=json.dumps(EXAMPLE)
        ) from error


def compare_photographs(folder: Path) -> dict[str, Any]:
    """Return each detector's recall, ghosts, corner repeatability and CPU time; raises `FrameError` for a bad file."""
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


def _score(tally: Tally, finder: PhotographFinder, image: Image, ids: Sequence[int]) -> None:
    began = time.process_time()
    seen = finder(image)
    tally.cpu_ms.append((time.process_time() - began) * 1000)
    right = Counter(ids) & Counter(tag_id for tag_id, _ in seen)
    tally.tags += len(ids)
    tally.found += right.total()
    tally.wrong += len(seen) - right.total()
    tally.moved_px += _moved(*(finder(_noisy(image, seed)) for seed in SEEDS))


def _finders(name: str, image: Image) -> Iterator[tuple[str, PhotographFinder]]:
    yield "overlook", _ours(name, (image.shape[1], image.shape[0]))
    yield "cv2.aruco", _plain(name)
    peer = _apriltags() if name == "DICT_APRILTAG_36h11" else None
    if peer is not None:
        yield "pupil-apriltags", peer


def _ours(name: str, size_px: tuple[int, int]) -> PhotographFinder:
    detector = Detector(name, frozenset(range(dictionary_size(name))), size_px)

    def find(image: Image) -> Sights:
        seen = detector.detect(image)
        copies: Sequence[Any] = [each for group in seen.duplicates for each in group]
        return [(each.id, each.corners_px) for each in (*seen.sightings, *seen.strangers, *copies)]

    return find


def _plain(name: str) -> PhotographFinder:
    detector = cv2.aruco.ArucoDetector(dictionary(name))

    def find(image: Image) -> Sights:
        corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        numbers = [] if ids is None else np.ravel(ids).tolist()
        return [(int(k), np.asarray(c, np.float64).reshape(4, 2)) for k, c in zip(numbers, corners, strict=True)]

    return find


def _apriltags() -> PhotographFinder | None:
    """Return the AprilTag detector at full resolution, None if it is not installed."""
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
    """Return the differences of the corners' coordinates, divided by √2, for tags that occur once in both."""
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


FPS = 10.0
MOVES = (
    HandMove("a4", 0.5, ((10.2, 10.4), (12.0, 8.0)), arm_deg=200.0),
    HandMove("b4", 3.5, ((19.0, 12.0),), arm_deg=70.0),
)


def simulated() -> tuple[Catalogue, Iterator[NDArray[np.uint8]]]:
    """Return the example table's catalogue and frames in which a hand makes `MOVES`."""
    catalogue = example_catalogue()
    scene = Choreography(catalogue, example_poses(), MOVES)
    renderer = Renderer(catalogue, example_rig(SIZE, fill=0.65))
    count = int((scene.end_s + 1) * FPS)
    return catalogue, (renderer.picture(scene.at(number / FPS), seed=number) for number in range(count))


def stored(folder: Path) -> tuple[Catalogue, Iterator[NDArray[np.uint8]]]:
    """Return the catalogue and the frames of a folder with `catalogue.json` and `frames.json`."""
    names = [frame["image"] for frame in json.loads((folder / "frames.json").read_text())["frames"]]
    return load_catalogue(folder / "catalogue.json"), (read_picture(folder / name) for name in names)


def compare_windows(catalogue: Catalogue, pictures: Iterator[NDArray[np.uint8]]) -> dict[str, Any]:
    """Return recall and CPU time of whole-frame and windowed detection.

    CPU time excludes the first frame, which both search as a whole.
    """
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


PHOTOS = "--photos"


def run_in_own_process() -> None:
    """Measure and print: photographs if a folder of them is given, else the simulated table."""
    given = sys.argv[1:]
    if given[:1] == [PHOTOS]:
        print(json.dumps({"photographs": compare_photographs(Path(given[1]))}))
        return
    sequence = stored(Path(given[0])) if given else simulated()
    print(json.dumps({"detection": compare_rendered(), "windows": compare_windows(*sequence)}))


ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Read by the linear algebra library when it is loaded, so the benchmark runs in a separate process."""


def register(app: typer.Typer) -> None:
    """Add the command to the program."""

    @app.command("bench")
    def command(
        sequence: Annotated[
            Path | None,
            typer.Option("--sequence", help="bench-help-sequence"),
        ] = None,
        photos: Annotated[
            Path | None,
            typer.Option("--photos", help="bench-help-photos"),
        ] = None,
        as_json: AsJson = False,
    ) -> int:
        """Compare tag detection with plain cv2.aruco and pupil-apriltags, and tracked windows with whole frames."""
        if photos is not None:
            try:
                listed(photos)
            except FrameError as error:
                exit_with_error(error.message)
        if sequence is not None and not (sequence / "frames.json").is_file():
            exit_with_error(Message.of("bench-no-sequence", folder=sequence))
        if importlib.util.find_spec("pupil_apriltags") is None:
            print_notice(NO_PEER)
        if photos is None:
            print_notice(Message.of("bench-running"))
        given = [] if sequence is None else [str(sequence)]
        given = given if photos is None else [PHOTOS, str(photos)]
        run = subprocess.run(
            [sys.executable, "-m", "overlook.cli.bench", *given],
            env={**os.environ, **ONE_THREAD},
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            lines = run.stderr.strip().splitlines()
            exit_with_error(Message.of("bench-failed", fault=lines[-1] if lines else f"status {run.returncode}"))
        result: dict[str, Any] = json.loads(run.stdout)
        if as_json:
            print_json(result)
            return Exit.DONE
        for family, scores in result.get("detection", {"photographs": result.get("photographs")}).items():
            typer.echo(f"{family}:")
            for label, figures in scores.items():
                typer.echo(f"  {label:16} " + ", ".join(f"{key} {value}" for key, value in figures.items()))
        if "windows" in result:
            typer.echo(Message.of("bench-windows"))
            typer.echo("  " + ", ".join(f"{key} {value}" for key, value in result["windows"].items()))
        return Exit.DONE


if __name__ == "__main__":
    run_in_own_process()
