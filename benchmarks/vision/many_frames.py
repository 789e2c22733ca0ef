"""Compare placement from one image of a resting table with the mean of many.

    python benchmarks/vision/many_frames.py [SCENES] [--pictures 8] [--json]

Each scene is photographed repeatedly with different noise, by rigs and with mounted tags as in `placement_figures.py`.
Prints, in mm of x or y, the scatter of positions between images, the error of one image's position and of the mean of
all, and the stated error.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.placement_figures import SIZES, drawn_poses, drawn_rig
from geometry.base import MM_PER_INCH
from simulation import example_catalogue, take_photo
from simulation.scene.scene import perturb_tag_mounts
from vision.tracking.photograph import locate

Array = NDArray[np.float64]


@dataclass
class Squares:
    """Mean squares of every base so far, square mm."""

    scatter: list[float] = field(default_factory=list)
    one: list[float] = field(default_factory=list)
    mean: list[float] = field(default_factory=list)
    stated: list[float] = field(default_factory=list)


def places(seed: int, pictures: int) -> dict[str, tuple[Array, Array, float]]:
    """Return for each operative its positions in all images (n, 2), the true one (2,), and the stated variance, mm."""
    rng = np.random.default_rng(seed)
    catalogue, poses, rig = example_catalogue(), drawn_poses(rng), drawn_rig(rng, SIZES[seed % 2])
    real = perturb_tag_mounts(catalogue, seed=seed)
    found: dict[str, list[Array]] = {}
    stated: dict[str, list[float]] = {}
    for number in range(pictures):
        picture = take_photo(real, poses, rig, seed=1000 * seed + number)
        for name, located in locate(picture.image, rig, catalogue).operatives.items():
            place = located.placement
            found.setdefault(name, []).append(np.array([place.x, place.y]) * MM_PER_INCH)
            stated.setdefault(name, []).append(float(np.trace(place.covariance_xy)) / 2 * MM_PER_INCH**2)
    true = {name: np.array([one.x, one.y]) * MM_PER_INCH for name, one in poses.operatives.items()}
    return {
        name: (np.array(seen), true[name], float(np.mean(stated[name])))
        for name, seen in found.items()
        if len(seen) > 1
    }


def measured(scenes: int, pictures: int) -> dict[str, float]:
    """Return the root mean squares over all scenes, mm."""
    squares = Squares()
    for seed in range(scenes):
        for seen, true, stated in places(seed, pictures).values():
            squares.scatter.append(float(seen.var(axis=0, ddof=1).mean()))
            squares.one.append(float(((seen[0] - true) ** 2).mean()))
            squares.mean.append(float(((seen.mean(axis=0) - true) ** 2).mean()))
            squares.stated.append(stated)
    return {name: round(float(np.sqrt(np.mean(each))), 4) for name, each in vars(squares).items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", type=int, nargs="?", default=3)
    parser.add_argument("--pictures", type=int, default=8)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measured(options.scenes, options.pictures)
    print(json.dumps(found) if options.json else "\n".join(f"{name:8} {value:.4f} mm" for name, value in found.items()))


if __name__ == "__main__":
    main()
