"""Measure answers from single photographs: `python -m benchmarks.vision.photo_questions [--photographs N] [--seed S]`.

Rendered photographs of the example table by phones of unknown lens: tilt 10 to 50 degrees, from as near as the board
fits to 110 cm, tags mounted with errors of the catalogue's tolerance, JPEG of quality 80. The lens is estimated from
the board's tags and the focal length of EXIF in whole millimetres (`--no-exif`: without it). Prints how often the 95 %
ellipse covers the truth, how far off places are, and how many answers to questions of distance are wrong or TOO CLOSE.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, ThingTag
from calibration.errors import CalibrationError
from calibration.pose.self_calibration import FRAME_DIAGONAL_MM, FocalPrior, self_calibrate
from calibration.rig import BoardPose, CameraModel, Rig
from calibration.tags import DEFAULT_TOLERANCE
from geometry.base import MM_PER_INCH
from geometry.measure import gap
from geometry.table import Table
from overlook.cli.ask import Question, answer
from overlook.cli.locate import position_of
from overlook.table.observation.seen_table import table_of_reading
from referee.editions.registry import edition_of
from referee.rules.ruling import Verdict
from simulation.render.renderer import take_photo
from simulation.scene.example_table import BOARD_MM, example_catalogue, example_poses
from vision.tags.detector import Detector
from vision.tracking.photograph import locate_detected

SIZE_PX = (2016, 1512)
QUESTIONS = 40
NEAR_IN = 0.1
"""Spread of the lengths asked for around the true distance."""


@dataclass
class Figures:
    """Errors, refusals and answers of all photographs."""

    away_mm: list[float] = field(default_factory=list)
    stated_mm: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    asked: int = 0
    wrong: int = 0
    too_close: int = 0


def phone(rng: np.random.Generator) -> Rig:
    """Return a phone in a hand: its lens, and its pose above the board."""
    width = SIZE_PX[0]
    focal = rng.uniform(0.65, 1.0) * width
    tilt, around = math.radians(rng.uniform(10, 50)), rng.uniform(0, 2 * math.pi)
    towards = np.array([math.sin(tilt) * math.cos(around), math.sin(tilt) * math.sin(around), math.cos(tilt)])
    middle = np.array([BOARD_MM[0] / 2, BOARD_MM[1] / 2, 0.0]) + np.append(rng.uniform(-30, 30, 2), 0.0)
    least = 1.15 * focal * BOARD_MM[0] / width
    at = middle + towards * float(np.clip(rng.uniform(450, 1100), least, 1100))
    across = np.cross(-towards, [-math.cos(around), -math.sin(around), 0.0])
    across /= np.linalg.norm(across)
    rotation = np.stack([across, np.cross(-towards, across), -towards])
    roll = rng.uniform(-0.2, 0.2)
    turn = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    rotation = turn @ rotation
    centre = (np.array(SIZE_PX) - 1) / 2 + rng.normal(0, 0.006, 2) * width
    matrix = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]])
    camera = CameraModel(SIZE_PX, matrix, np.array([rng.normal(0, 0.05), rng.normal(0, 0.05), 0.0, 0.0, 0.0]))
    return Rig(camera, BoardPose(np.asarray(cv2.Rodrigues(rotation)[0]).ravel(), -rotation @ at))


def jpeg(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return an image as JPEG of quality 80 leaves it."""
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def mounted(catalogue: Catalogue, rng: np.random.Generator) -> Catalogue:
    """Return the catalogue as things were really built: each tag is off by the tolerance of its mount."""

    def shifted(tag: ThingTag) -> ThingTag:
        x, y, z = tag.offset_mm
        dx, dy = rng.normal(0, DEFAULT_TOLERANCE.mount_mm, 2)
        return tag.model_copy(update={"offset_mm": (x + dx, y + dy, z)})

    built = tuple(
        entry.model_copy(update={"tags": tuple(shifted(tag) for tag in entry.tags)}) for entry in catalogue.operatives
    )
    return catalogue.model_copy(update={"operatives": built})


def ask(table: Table, figures: Figures, rng: np.random.Generator) -> None:
    """Ask whether random operatives are within a length that is near their true distance."""
    truths, edition, position = example_poses().operatives, edition_of("kt24"), position_of(table)
    names = sorted(table.operatives)
    for _ in range(QUESTIONS):
        a, b = (str(name) for name in rng.choice(names, 2, replace=False))
        true_gap = gap(*(replace(table.operatives[name], placement=truths[name]).base for name in (a, b)))
        limit = max(0.1, true_gap + rng.normal(0, NEAR_IN))
        verdict = answer(Question("within", a, b, limit), edition, position).verdict()
        figures.asked += 1
        figures.too_close += verdict is Verdict.TOO_CLOSE
        figures.wrong += verdict is (Verdict.NO if true_gap <= limit else Verdict.YES)


def photograph(seed: tuple[int, int], figures: Figures, *, exif: bool) -> None:
    """Take one photograph and add what it gives."""
    rng = np.random.default_rng(seed)
    catalogue, poses, rig = example_catalogue(), example_poses(), phone(rng)
    image = jpeg(take_photo(mounted(catalogue, rng), poses, rig, seed=seed[1]).image)
    detection = Detector(catalogue.dictionary, catalogue.tag_ids, SIZE_PX).detect(image)
    focal = float(rig.camera.camera_matrix[0, 0])
    stated = round(focal * FRAME_DIAGONAL_MM / math.hypot(*SIZE_PX)) if exif else None
    try:
        camera = self_calibrate(SIZE_PX, catalogue, detection.sightings, FocalPrior.of(SIZE_PX, stated))
        reading = locate_detected(detection, Rig(camera), catalogue, image=image)
    except CalibrationError as fault:
        figures.refused.append(fault.message.code)
        return
    for name, located in reading.operatives.items():
        truth, place = poses.operatives[name], located.placement
        off = np.array([place.x - truth.x, place.y - truth.y])
        figures.away_mm.append(float(np.hypot(*off)) * MM_PER_INCH)
        figures.stated_mm.append(1.96 * place.sigma * MM_PER_INCH)
        figures.squares.append(float(off @ np.linalg.solve(place.covariance_xy, off)))
    ask(table_of_reading(reading, catalogue), figures, rng)


def report(figures: Figures) -> None:
    """Print what was found."""
    away, stated, squares = (np.array(values) for values in (figures.away_mm, figures.stated_mm, figures.squares))
    print(f"refused {len(figures.refused)} {sorted(set(figures.refused))}")
    if not away.size:
        return
    print(
        f"{away.size} places: 95 % within {np.percentile(away, 95):.2f} mm, worst {away.max():.2f} mm, "
        f"in the 95 % ellipse {(squares <= 5.991).mean():.3f}, beyond 5 sigma {(squares > 25).sum()}, "
        f"stated 95 % radius: 95th percentile {np.percentile(stated, 95):.2f} mm"
    )
    print(
        f"{figures.asked} questions within about {NEAR_IN} inch of the truth: {figures.wrong} wrong, "
        f"{figures.too_close / max(figures.asked, 1):.3f} TOO CLOSE"
    )


def main() -> None:
    """Take the photographs, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-exif", action="store_true")
    given = parser.parse_args()
    figures = Figures()
    for number in range(given.photographs):
        photograph((given.seed, number), figures, exif=not given.no_exif)
        print(f"\r{number + 1} of {given.photographs}", end="", flush=True)
    print()
    report(figures)


if __name__ == "__main__":
    main()
