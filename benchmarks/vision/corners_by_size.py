"""Measure the corner error of rendered tags by size and rotation, and compare it with the stated error.

`python -m benchmarks.vision.corners_by_size [--sheets N] [--sides PX ...]`. The tags have known corners, lens blur,
pixel integration and noise. The error is the root mean square of all corners; "stated" is the fit's own error without
`FLOOR_PX`, which covers effects that no rendering has (demosaicing, compression, paper).
"""

from __future__ import annotations

import argparse

import numpy as np

from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from vision.intensity import SRGB
from vision.tags.refine import refine_corners
from vision.tags.solver import FLOOR_PX, FittedTag

SIDES_PX = (12, 17, 24, 32, 40, 54, 70, 96, 140)
EACH = 16


def sheet(side_px: float, angles_deg: tuple[float, float], seed: int) -> tuple[dict[int, np.ndarray], np.ndarray]:
    """Return tags of one size with angles in a range, and their image."""
    rng = np.random.default_rng(seed)
    cell = 2 * side_px + 12
    tags = {
        k: tag_corners(
            ((k % 4 + 0.5) * cell + rng.uniform(-1, 1), (k // 4 + 0.5) * cell + rng.uniform(-1, 1)),
            side_px,
            rng.uniform(*angles_deg),
        )
        for k in range(EACH)
    }
    return tags, Drawing().draw((int(4 * cell), int(4 * cell)), tags, seed)


def errors(side_px: float, angles_deg: tuple[float, float], sheets: int) -> tuple[list[np.ndarray], list[FittedTag]]:
    """Return each tag's error, (4, 2) px, and its fit, started at up to 0.6 px from the true corners."""
    found: list[np.ndarray] = []
    fits: list[FittedTag] = []
    for seed in range(sheets):
        tags, picture = sheet(side_px, angles_deg, seed)
        rng = np.random.default_rng(seed + 1000)
        begun = [(k, corners + rng.uniform(-0.6, 0.6, (4, 2))) for k, corners in tags.items()]
        for (k, _), fit in zip(begun, refine_corners(picture, begun, DICTIONARY, SRGB), strict=True):
            if fit is not None:
                found.append(fit.corners_px - tags[k])
                fits.append(fit)
    return found, fits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheets", type=int, default=6, metavar="N", help=f"sheets of {EACH} tags for every line")
    parser.add_argument("--sides", type=int, nargs="+", default=SIDES_PX, metavar="PX", help="sizes of tags")
    asked = parser.parse_args()
    print("side    lies      tags   error px   worst   stated   misfit")
    for side_px in asked.sides:
        for name, angles_deg in (("straight", (0.0, 0.0)), ("anyhow", (0.0, 360.0))):
            off, fits = errors(side_px, angles_deg, asked.sheets)
            rms, worst = float(np.sqrt(np.mean(np.square(off)))), float(np.abs(off).max())
            formal = [np.diag(fit.covariance_px - FLOOR_PX**2 * np.eye(8)) for fit in fits]
            stated, misfit = float(np.sqrt(np.mean(formal))), float(np.mean([fit.residual for fit in fits]))
            print(
                f"{side_px:4} px {name:8} {len(fits):5} {rms:9.4f} {worst:8.3f} {stated:8.4f} {misfit:8.4f}", flush=True
            )


if __name__ == "__main__":
    main()
