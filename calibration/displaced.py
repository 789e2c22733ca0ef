"""Which of the board's tags lie where they were printed, and which were moved, by how they miss their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.adjustment import Tags, refusing
from calibration.rig import BoardPose, CameraModel, project_with_jacobians

Array = NDArray[np.float64]

DISPLACED_MM = 1.5
"""Miss of a board tag's middle, on the board, above which it was moved, unless noise explains it."""

_FAR = 96.0
_BEYOND_NOISE = 9.0
_HARDLY_NOISE = 4.0
_MIDDLE_BEYOND_NOISE = 16.0
_LEAST_NOISE = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Misses:
    """How the board's tags miss the places where a pose has them, each (n,).

    `chi2` and `middle_chi2` are squares of the misses of corners and of the middle over what they claim, 1 being usual;
    `off_mm` is how far the middle is off on the board.
    """

    chi2: Array
    middle_chi2: Array
    off_mm: Array

    @property
    def none_moved(self) -> bool:
        """Whether noise alone explains every tag's miss."""
        return not ((self.chi2 > _BEYOND_NOISE) | (self.middle_chi2 > _BEYOND_NOISE)).any()

    def unexplained(self, usual: float) -> float:
        """Return how badly the pose explains the tags; one that was moved counts for no more than noise could.

        `usual` is the `chi2` that noise makes usual.
        """
        return float(np.minimum(self.chi2, _HARDLY_NOISE * usual).sum())

    def in_place(self, kept: Sequence[int]) -> tuple[int, ...]:
        """Return the tags that lie where the pose has them, which was fitted to the tags `kept`.

        One was moved when its corners miss by far more than those of the kept, or its middle clearly more and by
        `DISPLACED_MM`: tags that all miss a little are no reason to distrust one of them.
        """
        corners, middles = (float(np.median(chi2[list(kept)])) for chi2 in (self.chi2, self.middle_chi2))
        usual = max(_LEAST_NOISE, min(corners, max(1.0, middles)))
        far = self.chi2 > _FAR * max(1.0, corners)
        clear = self.middle_chi2 > _MIDDLE_BEYOND_NOISE * usual
        return tuple(int(k) for k in np.flatnonzero(~(far | clear & (self.off_mm > DISPLACED_MM))))


def misses(camera: CameraModel, pose: BoardPose, tags: Tags) -> Misses:
    """Return how tags of the board miss where a pose has them; its covariance, if any, counts as noise.

    Raises `RegistrationError` when that says nothing.
    """
    pixels, by_pose, _, by_point = project_with_jacobians(camera, pose, tags.own.reshape(-1, 3))
    spread = tags.spread(by_point, tags.motions)
    if pose.covariance is not None:
        by_pose = by_pose.reshape(-1, 8, 6)
        spread = spread + by_pose @ pose.covariance @ by_pose.transpose(0, 2, 1)
    miss = (tags.seen - pixels.reshape(-1, 4, 2)).reshape(-1, 8, 1)
    middle = miss.reshape(-1, 4, 2).mean(axis=1)[..., None]
    middle_spread = spread.reshape(-1, 4, 2, 4, 2).mean(axis=(1, 3))
    by_place = by_point.reshape(-1, 4, 2, 3)[..., :2].mean(axis=1)
    with refusing(tags):
        off_mm = np.linalg.norm(np.linalg.solve(by_place, middle)[..., 0], axis=1)
        chi2, middle_chi2 = _chi2(miss, spread), _chi2(middle, middle_spread)
        if not (np.isfinite(off_mm) & (chi2 >= 0) & (middle_chi2 >= 0)).all():
            # Compared, NaN is a tag in its place, and so is a negative square.
            raise np.linalg.LinAlgError
        return Misses(chi2, middle_chi2, off_mm)


def _chi2(miss: Array, spread: Array) -> Array:
    return np.asarray((miss.transpose(0, 2, 1) @ np.linalg.solve(spread, miss)).ravel() / miss.shape[1])
