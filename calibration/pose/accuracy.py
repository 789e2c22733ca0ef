"""Accuracy certificate from photographs of the verify plate, and what a rig leaves in doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, ThingTag
from calibration.errors import VerifyError
from calibration.pose.board_pose import Registration
from calibration.pose.localisation import common_variance, shared_shifts
from calibration.pose.pose_fit import fit_pose
from calibration.rig import CameraModel, project
from calibration.tag_geometry import Pose2D, corners_in_object_frame, square
from calibration.tags import DEFAULT_TOLERANCE, TagSighting, Tolerance, exceeds
from geometry.base import MM_PER_INCH
from geometry.limits import z_score


@dataclass(frozen=True, slots=True)
class Plate:
    """Verify plate: `columns` x `rows` tags from `first_id`, `pitch_mm` apart, of the size used on tabs.

    The ids are the last of the dictionary, which rosters use last.
    """

    dictionary: str = "DICT_ARUCO_MIP_36h12"
    first_id: int = 230
    columns: int = 4
    rows: int = 5
    pitch_mm: float = 48.0
    size_mm: float = 14.0

    @property
    def places(self) -> tuple[tuple[int, float, float], ...]:
        """Id and centre (x, y) of every tag, mm from the first one's centre, y up, first row at the top."""
        return tuple(
            (self.first_id + row * self.columns + column, column * self.pitch_mm, (self.rows - 1 - row) * self.pitch_mm)
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def ids(self) -> frozenset[int]:
        """The ids of its tags."""
        return frozenset(tag_id for tag_id, _, _ in self.places)

    def centre_mm(self, tag_id: int) -> NDArray[np.float64]:
        """Return the centre (x, y) of one of its tags."""
        return np.array(next((x, y) for id_, x, y in self.places if id_ == tag_id))


PLATE = Plate()


Array = NDArray[np.float64]

MIN_TAGS = 6
"""Least number of the plate's tags in a photograph."""

MAX_TILT_DEG = 1.2
MAX_BEND_PX = 0.45
BEYOND_NOISE = 1.5
"""Deviation from a plane, as a multiple of the corners' own uncertainty, that is more than noise."""

MAX_SCALE = 0.01
LONGEST_MM = 152.4
"""Longest distance that is evaluated: 6 inches, the range that matters in games."""

ON_PLATE = Tolerance(mount_mm=0.03, mount_deg=0.05, level_mm=0.5, print_mm=0.05, size_ratio=0.003)


@dataclass(frozen=True, slots=True, eq=False)
class PlateReading:
    """Measurements of the plate in one photograph: its centre, mm, and every distance's error and stated sigma."""

    name: str
    centre_mm: tuple[float, float]
    errors_mm: Array
    sigmas_mm: Array
    scale: float
    tags: int

    @property
    def bias_mm(self) -> float:
        """Mean error of its distances, mm."""
        return float(self.errors_mm.mean())


@dataclass(frozen=True, slots=True)
class DoubtAt:
    """Doubt at a place of the board (x, y), inches: a distance this near to its limit is too close to call.

    For two models near that place: `mounted` if their tags are mounted as well as the tolerance says, `exact` if where
    they are mounted is known exactly.
    """

    x: float
    y: float
    mounted: float
    exact: float


CELL_IN = 3.0
"""Spacing of the places at which the doubt is stated, inches."""


def doubts_over_board(
    camera: CameraModel, registration: Registration, catalogue: Catalogue, noise_px: float, sure: float
) -> tuple[DoubtAt, ...]:
    """Return the doubt at every visible place of a grid over the board, row by row from its lower left corner.

    `noise_px` is the standard deviation of a tag's corner, `sure` the probability needed for a verdict. The tag is that
    of the catalogue's first operative, else one of the verify plate.
    """
    tag = next(
        (one.tags[0] for one in catalogue.operatives), ThingTag(id=0, size_mm=PLATE.size_mm, offset_mm=(0, 0, 0))
    )
    width, depth = (side / MM_PER_INCH for side in catalogue.board.size_mm)
    across, up = (np.arange(CELL_IN / 2, side, CELL_IN) for side in (width, depth))
    places = np.array([(x * MM_PER_INCH, y * MM_PER_INCH, 0.0) for y in up for x in across])
    common = common_variance(shared_shifts(camera, registration, places))
    exact = replace(DEFAULT_TOLERANCE, mount_mm=0.0, mount_deg=0.0)
    found = []
    for x, y, _ in places:
        pose = Pose2D(float(x), float(y), 0.0, 0.0)
        corners = project(camera, registration.pose, pose.carry(corners_in_object_frame(tag)))
        if not ((corners > 0).all() and (corners < np.array(camera.size_px) - 1).all()):
            continue
        seen = [(tag, TagSighting(tag.id, corners, np.eye(8) * noise_px**2))]
        each = []
        for tolerance in (DEFAULT_TOLERANCE, exact):
            covariance = fit_pose(camera, registration, seen, 0.0, tolerance).covariance[:2, :2] - common * np.eye(2)
            sigma_mm = float(np.sqrt(2 * max(0.0, np.linalg.eigvalsh(covariance)[-1])))
            each.append(z_score(sure) * sigma_mm / MM_PER_INCH)
        found.append(DoubtAt(float(x / MM_PER_INCH), float(y / MM_PER_INCH), *each))
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """Dated accuracy of a rig; errors are those of distances up to six inches, mm.

    `doubts` say what it leaves in doubt over the board.
    """

    day: date
    camera_id: str
    readings: tuple[PlateReading, ...]
    bias_mm: float
    p50_mm: float
    p95_mm: float
    max_mm: float
    coverage_95: float
    px_per_module: float
    doubts: tuple[DoubtAt, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as JSON."""
        return {
            "version": 1,
            "date": self.day.isoformat(),
            "camera": self.camera_id,
            "distances": int(sum(len(reading.errors_mm) for reading in self.readings)),
            "bias_mm": round(self.bias_mm, 4),
            "p50_mm": round(self.p50_mm, 4),
            "p95_mm": round(self.p95_mm, 4),
            "max_mm": round(self.max_mm, 4),
            "coverage_95": round(self.coverage_95, 4),
            "px_per_module": round(self.px_per_module, 2),
            "doubts": [
                {"x": one.x, "y": one.y, "mounted_in": round(one.mounted, 4), "exact_in": round(one.exact, 4)}
                for one in self.doubts
            ],
            "places": [
                {
                    "image": reading.name,
                    "centre_mm": [round(value, 1) for value in reading.centre_mm],
                    "bias_mm": round(reading.bias_mm, 4),
                    "p95_mm": round(float(np.percentile(np.abs(reading.errors_mm), 95)), 4),
                    "scale": round(reading.scale, 5),
                    "tags": reading.tags,
                }
                for reading in self.readings
            ],
        }


def read_plate(
    name: str,
    camera: CameraModel,
    registration: Registration,
    seen: Mapping[int, TagSighting],
    plate: Plate,
    *,
    thickness_mm: float = 0.2,
    print_scale: float = 1.0,
) -> PlateReading:
    """Return the measurements of the plate in one photograph.

    `print_scale` is the scale of the print, measured with a ruler (measured over nominal). Raises `VerifyError` if too
    little of the plate is visible, or if it is not flat on the board, bent, or printed at another scale.
    """
    tags = [(tag_id, seen[tag_id]) for tag_id in sorted(plate.ids) if tag_id in seen]
    if len(tags) < MIN_TAGS:
        raise VerifyError("board-plate-few", file=name, seen=len(tags), all=len(plate.ids), least=MIN_TAGS)
    size_mm = plate.size_mm * print_scale
    fits = {}
    for tag_id, sighting in tags:
        bare = ThingTag(id=tag_id, size_mm=size_mm, offset_mm=(0.0, 0.0, 0.0))
        fits[tag_id] = fit_pose(camera, registration, [(bare, sighting)], thickness_mm, ON_PLATE)
    found = np.array([[fits[k].pose.x, fits[k].pose.y] for k, _ in tags])
    meant = np.array([plate.centre_mm(k) for k, _ in tags]) * print_scale
    scale = _scale(meant, found)
    if exceeds(abs(scale - 1), MAX_SCALE):
        raise VerifyError("board-plate-scaled", file=name, scale=scale)
    _refuse_uneven(name, camera, registration, tags, plate, print_scale)
    errors, sigmas = [], []
    for (a, (id_a, _)), (b, (id_b, _)) in combinations(enumerate(tags), 2):
        true = float(np.linalg.norm(meant[a] - meant[b]))
        if true > LONGEST_MM:
            continue
        between = found[a] - found[b]
        along = between / np.linalg.norm(between)
        spread = fits[id_a].covariance[:2, :2] + fits[id_b].covariance[:2, :2]
        errors.append(float(np.linalg.norm(between)) - true)
        sigmas.append(float(np.sqrt(along @ spread @ along)))
    middle = found.mean(axis=0)
    return PlateReading(
        name, (float(middle[0]), float(middle[1])), np.array(errors), np.array(sigmas), scale, len(tags)
    )


def certify(readings: Sequence[PlateReading], camera_id: str, day: date, px_per_module: float) -> Certificate:
    """Return the certificate for readings of the plate at several places; `VerifyError` without any."""
    if not readings:
        raise VerifyError("board-plate-none")
    errors = np.concatenate([reading.errors_mm for reading in readings])
    sigmas = np.concatenate([reading.sigmas_mm for reading in readings])
    p50, p95 = np.percentile(np.abs(errors), [50, 95])
    return Certificate(
        day=day,
        camera_id=camera_id,
        readings=tuple(readings),
        bias_mm=float(errors.mean()),
        p50_mm=float(p50),
        p95_mm=float(p95),
        max_mm=float(np.abs(errors).max()),
        coverage_95=float(np.mean(np.abs(errors) < 1.96 * sigmas)),
        px_per_module=px_per_module,
    )


def _scale(meant: Array, found: Array) -> float:
    """Return the scale between two sets of points after a rigid motion (least squares)."""
    a, b = meant - meant.mean(axis=0), found - found.mean(axis=0)
    along, across = float((a * b).sum()), float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum())
    return float(np.hypot(along, across) / (a * a).sum())


def _refuse_uneven(
    name: str,
    camera: CameraModel,
    registration: Registration,
    tags: Sequence[tuple[int, TagSighting]],
    plate: Plate,
    print_scale: float,
) -> None:
    """Raise `VerifyError` if the plate, fitted as a plane, is tilted relative to the board or bent."""
    points = np.concatenate(
        [np.column_stack([square(plate.size_mm) + plate.centre_mm(k), np.zeros(4)]) for k, _ in tags]
    )
    pixels = np.concatenate([sighting.corners_px for _, sighting in tags])
    _, rvec, tvec = cv2.solvePnP(
        points * print_scale, pixels, camera.camera_matrix, camera.dist_coeffs, flags=cv2.SOLVEPNP_IPPE
    )
    rvec, tvec = cv2.solvePnPRefineLM(
        points * print_scale, pixels, camera.camera_matrix, camera.dist_coeffs, rvec, tvec
    )
    predicted, _ = cv2.projectPoints(points * print_scale, rvec, tvec, camera.camera_matrix, camera.dist_coeffs)
    bend_px = float(np.sqrt(np.mean(np.sum((predicted.reshape(-1, 2) - pixels) ** 2, axis=1))))
    noise_px = float(np.sqrt(np.mean([np.trace(sighting.covariance_px) / 4 for _, sighting in tags])))
    most_px = max(MAX_BEND_PX, BEYOND_NOISE * noise_px)
    if exceeds(bend_px, most_px):
        raise VerifyError("board-plate-bent", file=name, bend=bend_px, most=most_px)
    normal = np.asarray(cv2.Rodrigues(rvec)[0], dtype=np.float64)[:, 2]
    tilt = float(np.degrees(np.arccos(np.clip(normal @ registration.pose.rotation[:, 2], -1, 1))))
    if exceeds(tilt, MAX_TILT_DEG):
        raise VerifyError("board-plate-tilted", file=name, tilt=tilt, most=MAX_TILT_DEG)
