"""Measure the effect of error correlation between positions on a distance, which treats them as independent.

    python benchmarks/vision/opposite_errors.py [SCENES] [--json]

Each scene is photographed by a rig and with mounted tags as in `placement_figures.py`. The camera's pose and lens shift
all positions by common causes, in the same direction at some pairs and in opposite ones at others. Prints for all pairs
of operatives the ratio of the distance's standard deviation with signed causes to the one that is used.
"""

from __future__ import annotations

import argparse
import json
from itertools import combinations

import numpy as np

from benchmarks.vision.placement_figures import SIZES, drawn_poses, drawn_rig
from calibration.pose.localisation import common_variance, shared_shifts
from geometry.base import MM_PER_INCH
from simulation import example_catalogue, take_photo
from simulation.scene.scene import perturb_tag_mounts
from vision.tracking.photograph import locate


def ratios(seed: int) -> list[float]:
    """Return for each pair of a scene the true standard deviation of their distance over the one that is used."""
    rng = np.random.default_rng(seed)
    catalogue, poses, rig = example_catalogue(), drawn_poses(rng), drawn_rig(rng, SIZES[seed % 2])
    picture = take_photo(perturb_tag_mounts(catalogue, seed=seed), poses, rig, seed=1000 * seed)
    reading = locate(picture.image, rig, catalogue)
    there = [one.placement for one in reading.operatives.values()]
    at = np.array([[one.x, one.y, one.z] for one in there]) * MM_PER_INCH
    shifts = shared_shifts(rig.camera, reading.registration, at)
    alike = common_variance(shifts)
    found = []
    for one, other in combinations(range(len(there)), 2):
        towards = at[other, :2] - at[one, :2]
        towards /= np.hypot(*towards)
        each = [float(towards @ there[k].covariance_xy @ towards) * MM_PER_INCH**2 for k in (one, other)]
        mine, theirs = (towards @ shifts[k] for k in (one, other))
        found.append(float(np.sqrt((sum(each) - 2 * mine @ theirs) / (sum(each) - 2 * alike))))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", type=int, nargs="?", default=4)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = np.array([ratio for seed in range(options.scenes) for ratio in ratios(seed)])
    figures = {
        "pairs": len(found),
        "least": round(float(found.min()), 3),
        "mean": round(float(found.mean()), 3),
        "most": round(float(found.max()), 3),
        "against by more than 2 %": round(float((found > 1.02).mean()), 3),
    }
    print(json.dumps(figures) if options.json else "\n".join(f"{name:26} {value}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
