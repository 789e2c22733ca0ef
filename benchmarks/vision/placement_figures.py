"""Measure the placement error and the coverage of the stated error over many rendered tables.

    python benchmarks/vision/placement_figures.py [SCENES] [--exact] [--json]

Each scene is the simulated table with a random rig (height, tilt, turn, lens, 2304 x 1296 or 1920 x 1080), operatives
shifted and turned at random, and tags mounted with the error that the settings assume (not with `--exact`). Mounting
errors dominate, and a scene draws twelve: coverage is printed with its 95 % confidence interval (Wilson).
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from calibration.pose.localisation import LocatedThing
from calibration.rig import CameraModel, Rig
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from simulation import Poses, example_catalogue, example_poses, example_rig, take_photo
from simulation.scene.scene import perturb_tag_mounts
from vision.tracking.photograph import locate

SIZES = ((2304, 1296), (1920, 1080))
CHI2_95 = 5.991
NEAR_MM = 6 * MM_PER_INCH


@dataclass
class Tally:
    """Results of all scenes so far."""

    errors_mm: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    inside: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    levels: list[bool] = field(default_factory=list)
    gaps_mm: list[float] = field(default_factory=list)
    gaps_inside: list[bool] = field(default_factory=list)
    asked: int = 0


def drawn_rig(rng: np.random.Generator, size: tuple[int, int]) -> Rig:
    """Return a rig with random height, tilt, turn and lens."""
    rig = example_rig(size, tilt_deg=rng.uniform(-10, 10), fill=rng.uniform(0.6, 0.85), turn_deg=rng.uniform(-4, 4))
    old = rig.camera
    lens = CameraModel(
        size_px=old.size_px,
        camera_matrix=old.camera_matrix,
        dist_coeffs=old.dist_coeffs * rng.uniform(-1.0, 1.5),
        id=old.id,
        mode=old.mode,
    )
    return replace(rig, camera=lens)


def drawn_poses(rng: np.random.Generator) -> Poses:
    """Return the example's poses with every operative shifted by up to 8 mm and turned at random."""
    poses = example_poses()
    moved = {
        name: Placement(
            name, at.x + rng.uniform(-0.3, 0.3), at.y + rng.uniform(-0.3, 0.3), at.z, rng.uniform(-180, 180)
        )
        for name, at in poses.operatives.items()
    }
    return replace(poses, operatives=moved)


def measure(seed: int, tally: Tally, *, exact: bool) -> None:
    """Photograph one table and add its reading to the tally."""
    rng = np.random.default_rng(seed)
    catalogue, poses, rig = example_catalogue(), drawn_poses(rng), drawn_rig(rng, SIZES[seed % 2])
    real = catalogue if exact else perturb_tag_mounts(catalogue, seed=seed)
    picture = take_photo(real, poses, rig, seed=seed)
    reading = locate(picture.image, rig, catalogue)
    seen = {entry.id: all(picture.tags[tag.id].seen > 0.995 for tag in entry.tags) for entry in catalogue.operatives}
    entries = {entry.id: entry for entry in catalogue.operatives}
    found: list[tuple[Placement, LocatedThing]] = []
    for name, true in poses.operatives.items():
        tally.asked += seen[name]
        located = reading.operatives.get(name)
        if located is None or not seen[name]:
            continue
        entry = entries[name]
        mount = entry.mount_of(entry.tags[0])
        place = located.placement
        off = np.array([place.x - true.x, place.y - true.y])
        tally.errors_mm[mount].append(float(np.hypot(*off)) * MM_PER_INCH)
        tally.inside[mount].append(bool(off @ np.linalg.solve(place.covariance_xy, off) < CHI2_95))
        tally.levels.append(abs(place.z - true.z) < 0.1)
        found.append((true, located))
    for (true_a, a), (true_b, b) in combinations(found, 2):
        radii = (entries[a.id].half_axes_mm[0] + entries[b.id].half_axes_mm[0]) / MM_PER_INCH
        true_apart = np.linalg.norm([true_a.x - true_b.x, true_a.y - true_b.y, true_a.z - true_b.z])
        if not 0 < (true_apart - radii) * MM_PER_INCH < NEAR_MM:
            continue
        one, two = a.placement, b.placement
        between = np.array([one.x - two.x, one.y - two.y, one.z - two.z])
        apart = np.linalg.norm(between)
        along = between[:2] / apart
        sigma = np.sqrt(along @ (one.covariance_xy + two.covariance_xy) @ along)
        tally.gaps_mm.append(abs(float(apart - true_apart)) * MM_PER_INCH)
        tally.gaps_inside.append(bool(abs(apart - true_apart) < 1.96 * sigma))


def wilson(share: float, draws: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share measured on independent draws (Wilson)."""
    z = 1.96
    middle = (share + z * z / (2 * draws)) / (1 + z * z / draws)
    half = z / (1 + z * z / draws) * np.sqrt(share * (1 - share) / draws + z * z / (4 * draws * draws))
    return round(float(middle - half), 3), round(float(middle + half), 3)


def summary(tally: Tally) -> dict[str, Any]:
    """Return the statistics of all scenes."""
    result: dict[str, Any] = {}
    for mount, errors in sorted(tally.errors_mm.items()):
        p50, p95 = np.percentile(errors, [50, 95])
        inside = float(np.mean(tally.inside[mount]))
        result[mount] = {
            "bases": len(errors),
            "p50_mm": round(float(p50), 3),
            "p95_mm": round(float(p95), 3),
            "inside_stated_95": round(inside, 3),
            "may_be": wilson(inside, len(errors)),
        }
    everywhere = [inside for each in tally.inside.values() for inside in each]
    share = float(np.mean(everywhere))
    result["all"] = {
        "found": round(len(everywhere) / tally.asked, 4),
        "levels_right": round(float(np.mean(tally.levels)), 4),
        "inside_stated_95": round(share, 3),
        "may_be": wilson(share, len(everywhere)),
    }
    result["gaps under 6 in"] = {
        "pairs": len(tally.gaps_mm),
        "p95_mm": round(float(np.percentile(tally.gaps_mm, 95)), 3),
        "inside_stated_95": round(float(np.mean(tally.gaps_inside)), 3),
    }
    return result


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    tally = Tally()
    for seed in range(int(arguments[0]) if arguments else 20):
        measure(seed, tally, exact="--exact" in sys.argv)
    result = summary(tally)
    if "--json" in sys.argv:
        print(json.dumps(result))
        return
    for name, figures in result.items():
        print(f"{name:16s} " + ", ".join(f"{key} {value}" for key, value in figures.items()))


if __name__ == "__main__":
    main()
