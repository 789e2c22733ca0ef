"""Measure the stated error of things whose tags are not where the catalogue says: lifted, tilted, scaled, moved.

    python -m benchmarks.vision.displaced_tags [--scenes N] [--seed S] [--prints SPREAD] [--json]

Tags are projected by OpenCV from random cameras above the example table, with noise; nothing is rendered. Their printed
size has a standard deviation of SPREAD, as a fraction (default .001). In each scene every operative is displaced alone,
once by each kind. A row per kind: truths, share inside two sigma, number beyond five sigma, and, of those that the
plain fit puts beyond five sigma, the share that is called uncertain.
`elsewhere` is a tag glued elsewhere on its base, `swapped` one on a model of another base with the same kind of mount.
`clean` has nothing displaced: share inside, mean sigma relative to the plain fit, and the share called uncertain.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.placement_figures import SIZES, drawn_poses, drawn_rig
from calibration.catalogue import Catalogue, OperativeEntry, ThingTag
from calibration.pose.board_pose import Registration, register
from calibration.pose.localisation import FLOOR_LEVEL, LocatedThing, Surface, place_standing, place_terrain
from calibration.pose.pose_fit import SeenTags, fit_pose
from calibration.pose.print_scale import measured_tolerance
from calibration.rig import Rig
from calibration.tags import DEFAULT_TOLERANCE, TagSighting, Tolerance
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from simulation import example_catalogue

Array = NDArray[np.float64]

NOISE_PX = 0.04
STATED_PX = 0.05
RESIDUAL, RESIDUAL_SPREAD = 0.073, 0.3
MOUNT_MM, MOUNT_DEG = 0.15, 0.5
TWO_SIGMA, FIVE_SIGMA = 2.0, 5.0
MIN_VIEW_MM = 150.0


@dataclass(frozen=True)
class Displaced:
    """A thing's true state: underside centre (3,) mm, rotation (3, 3), offset of its tags (3,) mm, size of the tags."""

    at: Array
    rotation: Array
    shift: Array
    size: float = 1.0


def turn(angle: float) -> Array:
    """Return the rotation by an angle, radians, around the board's normal."""
    return np.asarray(cv2.Rodrigues(np.array([0.0, 0.0, angle]))[0], dtype=np.float64)


def standing(place: Placement) -> Displaced:
    """Return the state of a thing that stands where it is placed."""
    at = np.array([place.x, place.y, place.z]) * MM_PER_INCH
    return Displaced(at, turn(np.radians(place.rotation_deg)), np.zeros(3))


def lifted(rng: np.random.Generator, entry: OperativeEntry, stands: Displaced) -> Displaced:
    """Return the thing lifted by 2 to 200 mm."""
    del entry
    return Displaced(stands.at + np.array([0, 0, rng.uniform(2, 200)]), stands.rotation, stands.shift)


def scaled(rng: np.random.Generator, entry: OperativeEntry, stands: Displaced) -> Displaced:
    """Return the thing with tags 2 to 30 % too small or too large."""
    del entry
    size = 1 + rng.choice([-1, 1]) * rng.uniform(0.02, 0.3)
    return Displaced(stands.at, stands.rotation, stands.shift, float(size))


def tilted(rng: np.random.Generator, entry: OperativeEntry, stands: Displaced) -> Displaced:
    """Return the thing tilted by 1 to 30 degrees over the lowest point of its rim."""
    angle, towards = np.radians(rng.uniform(1, 30)), rng.uniform(-np.pi, np.pi)
    lean = np.asarray(cv2.Rodrigues(angle * np.array([np.cos(towards), np.sin(towards), 0.0]))[0], dtype=np.float64)
    around = np.arange(360) * np.pi / 180
    long, short = entry.half_axes_mm
    rim = np.column_stack([long * np.cos(around), short * np.sin(around), np.zeros(360)])
    rotation = lean @ stands.rotation
    return Displaced(stands.at - np.array([0, 0, float((rim @ rotation.T)[:, 2].min())]), rotation, stands.shift)


def glued_elsewhere(rng: np.random.Generator, entry: OperativeEntry, stands: Displaced) -> Displaced:
    """Return the thing with its tags glued 2 mm to a base's radius away from where the catalogue has them."""
    away, towards = rng.uniform(2, entry.half_axes_mm[1]), rng.uniform(-np.pi, np.pi)
    return Displaced(stands.at, stands.rotation, away * np.array([np.cos(towards), np.sin(towards), 0.0]))


def swapped(rng: np.random.Generator, entry: OperativeEntry, stands: Displaced) -> Displaced:
    """Return the thing as another one stands there that has its tag: the tag is where the other's own should be."""
    mount, at = entry.mount_of(entry.tags[0]), entry.tags[0].offset_mm
    others = [each for each in example_catalogue().operatives if each.half_axes_mm != entry.half_axes_mm]
    alike = [each.tags[0].offset_mm for each in others if each.mount_of(each.tags[0]) == mount]
    if not alike:
        alike = [each.tags[0].offset_mm for each in others]
    return Displaced(stands.at, stands.rotation, np.array(alike[rng.integers(len(alike))]) - np.array(at))


KINDS: Mapping[str, Callable[[np.random.Generator, OperativeEntry, Displaced], Displaced]] = {
    "clean": lambda rng, entry, stands: stands,
    "lifted": lifted,
    "scaled": scaled,
    "tilted": tilted,
    "elsewhere": glued_elsewhere,
    "swapped": swapped,
}


def corners_of(tag: ThingTag, state: Displaced, rng: np.random.Generator, printed: float = 1.0) -> Array:
    """Return the true corners of a tag, (4, 3) board mm, with a random mount error and its size `printed`."""
    half = tag.size_mm * state.size * printed / 2
    flat = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    askew = turn(np.radians(tag.angle_deg + rng.normal(0, MOUNT_DEG)))
    offset = np.array(tag.offset_mm) + state.shift + np.append(rng.normal(0, MOUNT_MM, 2), 0.0)
    own = flat @ askew.T + offset
    return np.asarray(own @ state.rotation.T + state.at)


def seen_at(rig: Rig, tag_id: int, corners_mm: Array, rng: np.random.Generator) -> TagSighting | None:
    """Return the sighting of a tag with noise, None if it is outside the image."""
    assert rig.pose is not None
    camera = rig.camera
    pixels, _ = cv2.projectPoints(corners_mm, rig.pose.rvec, rig.pose.tvec_mm, camera.camera_matrix, camera.dist_coeffs)
    corners = pixels[:, 0] + rng.normal(0, NOISE_PX, (4, 2))
    if (corners < 2).any() or (corners > np.array(camera.size_px) - 3).any():
        return None
    residual = float(rng.lognormal(np.log(RESIDUAL), RESIDUAL_SPREAD))
    return TagSighting(tag_id, corners, STATED_PX**2 * np.eye(8), residual)


@dataclass
class Tally:
    """Results of one kind."""

    sigmas_off: list[float] = field(default_factory=list)
    plain_off: list[float] = field(default_factory=list)
    sigma_ratio: list[float] = field(default_factory=list)
    uncertain: list[bool] = field(default_factory=list)
    worst: list[tuple[float, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Table:
    """The example table below a random camera, with everything but one operative as it stands.

    `seen` are the sightings of all tags as they stand, and `printed` the sizes of the tags relative to the catalogue.
    """

    rig: Rig
    catalogue: Catalogue
    registration: Registration
    surfaces: Mapping[str, Surface]
    seen: Mapping[int, TagSighting]
    printed: Mapping[int, float]

    def tolerance(self, tags: SeenTags) -> Tolerance:
        """Return the tolerance with these tags of the displaced operative in place of the standing ones."""
        own = {tag.id: sighting for tag, sighting in tags}
        levels = [surface.top_mm for surface in self.surfaces.values()]
        return measured_tolerance(
            self.rig.camera, self.registration, self.catalogue, {**self.seen, **own}, levels, DEFAULT_TOLERANCE
        )


def sigmas_off(off_mm: Array, covariance_mm2: Array) -> float:
    """Return a displacement in standard deviations (Mahalanobis)."""
    return float(np.sqrt(off_mm @ np.linalg.solve(covariance_mm2, off_mm)))


def is_uncertain(located: LocatedThing) -> bool:
    """Return whether a thing's place is called uncertain."""
    return located.uncertain is not None


def measure(seed: int, tallies: Mapping[str, Tally], prints: float) -> None:
    """Displace every operative of one scene by each kind and add the results; `prints` is the spread of tags' sizes."""
    rng = np.random.default_rng(seed)
    catalogue, poses, rig = example_catalogue(), drawn_poses(rng), drawn_rig(rng, SIZES[seed % 2])
    owned = [tag.id for part in catalogue.terrain for tag in part.tags]
    owned += [tag.id for entry in catalogue.operatives for tag in entry.tags]
    printed = {tag_id: float(1 + prints * rng.normal()) for tag_id in owned}
    fixed: dict[int, TagSighting] = {}
    for board in catalogue.board.tags:
        tag = ThingTag(id=board.id, size_mm=board.size_mm, offset_mm=(*board.centre_mm, 0.0), angle_deg=board.angle_deg)
        half = tag.size_mm / 2
        flat = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
        corners = flat @ turn(np.radians(tag.angle_deg)).T + np.array(tag.offset_mm)
        if (found := seen_at(rig, tag.id, corners, rng)) is not None:
            fixed[tag.id] = found
    for part in catalogue.terrain:
        for tag in part.tags:
            corners = corners_of(tag, standing(poses.terrain[part.id]), rng, printed[tag.id])
            if (found := seen_at(rig, tag.id, corners, rng)) is not None:
                fixed[tag.id] = found
    registration = register(rig.camera, catalogue, list(fixed.values()))
    _, surfaces = place_terrain(rig.camera, registration, catalogue, fixed, DEFAULT_TOLERANCE)
    seen = dict(fixed)
    for entry in catalogue.operatives:
        for tag in entry.tags:
            corners = corners_of(tag, standing(poses.operatives[entry.id]), rng, printed[tag.id])
            if (found := seen_at(rig, tag.id, corners, rng)) is not None:
                seen[tag.id] = found
    table = Table(rig, catalogue, registration, surfaces, seen, printed)
    for entry in catalogue.operatives:
        stands = standing(poses.operatives[entry.id])
        for kind, displace in KINDS.items():
            judge(table, entry, displace(rng, entry, stands), rng, tallies[kind], f"{kind} {seed} {entry.id}")


def judge(
    table: Table, entry: OperativeEntry, state: Displaced, rng: np.random.Generator, tally: Tally, name: str
) -> None:
    """Place one displaced operative and add the result."""
    rig, registration = table.rig, table.registration
    if state.at[2] > registration.pose.camera_mm[2] - MIN_VIEW_MM:
        return
    found = [(tag, seen_at(rig, tag.id, corners_of(tag, state, rng, table.printed[tag.id]), rng)) for tag in entry.tags]
    tags = [(tag, sighting) for tag, sighting in found if sighting is not None]
    if not tags:
        return
    tolerance = table.tolerance(tags)
    located = place_standing(rig.camera, registration, entry, tags, table.surfaces, tolerance)
    place = located.placement
    off = np.array([place.x, place.y]) * MM_PER_INCH - state.at[:2]
    level = 0.0 if located.level == FLOOR_LEVEL else table.surfaces[located.level].top_mm
    plain = fit_pose(rig.camera, registration, tags, level, DEFAULT_TOLERANCE)
    tally.sigmas_off.append(sigmas_off(off, place.covariance_xy * MM_PER_INCH**2))
    tally.plain_off.append(sigmas_off(np.array([plain.pose.x, plain.pose.y]) - state.at[:2], plain.covariance[:2, :2]))
    own = float(np.sqrt(np.linalg.eigvalsh(plain.covariance[:2, :2])[-1]))
    tally.sigma_ratio.append(place.sigma * MM_PER_INCH / own)
    tally.uncertain.append(is_uncertain(located))
    tally.worst.append((tally.sigmas_off[-1], name))


def rows(tallies: Mapping[str, Tally]) -> dict[str, dict[str, object]]:
    """Return the figures of each kind."""
    result: dict[str, dict[str, object]] = {}
    for kind, tally in tallies.items():
        off, plain = np.array(tally.sigmas_off), np.array(tally.plain_off)
        uncertain = np.array(tally.uncertain)
        astray = plain > FIVE_SIGMA
        result[kind] = {
            "truths": len(off),
            "inside_2_sigma": round(float(np.mean(off <= TWO_SIGMA * np.sqrt(5.991) / 2)), 4),
            "beyond_5_sigma": int((off > FIVE_SIGMA).sum()),
            "worst_sigmas": round(float(off.max()), 1),
            "plain_beyond_5": int(astray.sum()),
            "of_these_uncertain": round(float(uncertain[astray].mean()), 4) if astray.any() else None,
            "uncertain": round(float(uncertain.mean()), 4),
            "sigma_to_plain": round(float(np.mean(tally.sigma_ratio)), 3),
            "sigma_to_plain_median": round(float(np.median(tally.sigma_ratio)), 3),
        }
    return result


def main() -> None:
    """Run the scenes and print a row per kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--prints", type=float, default=0.001)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--worst", type=int, default=0)
    options = parser.parse_args()
    tallies: dict[str, Tally] = defaultdict(Tally)
    for number in range(options.scenes):
        measure(options.seed * 10_000 + number, tallies, options.prints)
    figures = rows(tallies)
    if options.json:
        print(json.dumps({"seed": options.seed, "scenes": options.scenes, "kinds": figures}, indent=1))
        return
    for kind, row in figures.items():
        print(f"{kind:10}", "  ".join(f"{name} {value}" for name, value in row.items()))
        for off, name in sorted(tallies[kind].worst, reverse=True)[: options.worst]:
            print("   ", round(off, 1), name)


if __name__ == "__main__":
    main()
