"""Mount model: tag offsets learned from the rims of bases at several places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import OperativeEntry
from calibration.errors import CatalogueError
from calibration.tag_geometry import turn
from calibration.tags import Tolerance

Array = NDArray[np.float64]

MIN_RESTS = 3
"""Least number of different places at which a base's rim must be measured before its offset is used."""

FLOOR_MM = 0.08
"""Error of a rim's outline, which does not decrease with the number of measurements."""

GLUED_ELSEWHERE, ELSEWHERE_MM = 0.01, 3.0
"""Probability that a tag is glued elsewhere than the catalogue says, before a rim was measured, and how far then."""

_LEFT_DEG = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class MountEstimate:
    """Learned offset of one thing's tags.

    `shift_mm` is the position of the base's centre, in its own frame, relative to the position from its tags;
    `information` is the inverse of that shift's covariance (2, 2) from `rests` places.
    """

    shift_mm: Array
    information: Array
    rests: int


class MountModel:
    """Learned tag offsets by thing; kept from game to game."""

    def __init__(self, estimates: Mapping[str, MountEstimate] | None = None) -> None:
        self._estimates = dict(estimates or {})

    def note(self, thing: str, by_tags: tuple[float, float, float], rim_mm: Array, covariance_mm: Array) -> None:
        """Add one place of a thing: x, y (mm) and angle (degrees) by its tags, and its rim's centre.

        Call it once per place: images of a base that has not moved repeat the same error.
        """
        x, y, angle_deg = by_tags
        back = turn(-angle_deg)
        shift = back @ (np.asarray(rim_mm) - [x, y])
        information = np.asarray(np.linalg.inv(back @ covariance_mm @ back.T), dtype=np.float64)
        old = self._estimates.get(thing)
        if old is None:
            self._estimates[thing] = MountEstimate(shift, information, 1)
            return
        total = old.information + information
        mean = np.asarray(
            np.linalg.solve(total, old.information @ old.shift_mm + information @ shift), dtype=np.float64
        )
        self._estimates[thing] = MountEstimate(mean, total, old.rests + 1)

    def knows(self, thing: str) -> bool:
        """Return whether a thing's offset was measured at enough places to be used."""
        estimate = self._estimates.get(thing)
        return estimate is not None and estimate.rests >= MIN_RESTS

    def corrected(self, operative: OperativeEntry, tolerance: Tolerance) -> tuple[OperativeEntry, Tolerance]:
        """Return an operative with corrected tag offsets, and the remaining mount error; both unchanged until learned.

        The learned shift is combined with the prior of careful mounting (`tolerance`), so it shrinks towards zero while
        it is uncertain, and with that of a tag that is glued elsewhere; each counts as probable as the rims make it.
        """
        if not self.knows(operative.id):
            return operative, tolerance
        estimate = self._estimates[operative.id]
        shift, left, p_elsewhere = _posterior(estimate, _mounting(operative, tolerance))
        tags = tuple(
            tag.model_copy(
                update={"offset_mm": (tag.offset_mm[0] - shift[0], tag.offset_mm[1] - shift[1], tag.offset_mm[2])}
            )
            for tag in operative.tags
        )
        sigma = float(np.sqrt(np.trace(left) / 2 + FLOOR_MM**2))
        most = tolerance.mount_mm + p_elsewhere * ELSEWHERE_MM
        sure = replace(tolerance, mount_mm=min(sigma, most), mount_deg=min(_LEFT_DEG, tolerance.mount_deg))
        return operative.model_copy(update={"tags": tags}), sure

    def to_json(self) -> dict[str, Any]:
        """Return the estimates as JSON."""
        return {
            "version": 1,
            "lessons": {
                thing: {
                    "shift_mm": estimate.shift_mm.tolist(),
                    "information": estimate.information.tolist(),
                    "rests": estimate.rests,
                }
                for thing, estimate in self._estimates.items()
            },
        }

    @classmethod
    def from_json(cls, data: Any) -> MountModel:
        """Return the model in decoded JSON; `CatalogueError` if it is malformed."""
        try:
            estimates = {}
            for thing, estimate in data["lessons"].items():
                shift = np.array(estimate["shift_mm"], dtype=np.float64).reshape(2)
                information = np.array(estimate["information"], dtype=np.float64).reshape(2, 2)
                if not (np.isfinite(shift).all() and np.isfinite(information).all()):
                    raise CatalogueError("catalogue-mount-not-finite", thing=thing)
                estimates[str(thing)] = MountEstimate(shift, information, int(estimate["rests"]))
        except (KeyError, TypeError, ValueError, AttributeError) as fault:
            raise CatalogueError("catalogue-mounts-unreadable", fault=fault) from None
        return cls(estimates)


def _posterior(estimate: MountEstimate, careful: Array) -> tuple[Array, Array, float]:
    """Return the shift (2,), its covariance (2, 2), and the probability that the tag is glued elsewhere.

    `careful` is the covariance of a careful mount.
    """
    measured = np.linalg.inv(estimate.information)
    logs, means, spreads = [], [], []
    for share, prior in ((1 - GLUED_ELSEWHERE, careful), (GLUED_ELSEWHERE, careful + ELSEWHERE_MM**2 * np.eye(2))):
        expected = prior + measured
        misfit = float(estimate.shift_mm @ np.linalg.solve(expected, estimate.shift_mm))
        logs.append(float(np.log(share)) - misfit / 2 - float(np.linalg.slogdet(expected)[1]) / 2)
        spreads.append(np.linalg.inv(np.linalg.inv(prior) + estimate.information))
        means.append(spreads[-1] @ estimate.information @ estimate.shift_mm)
    p_elsewhere = float(1 / (1 + np.exp(min(logs[0] - logs[1], 700.0))))
    apart = means[1] - means[0]
    spread = (1 - p_elsewhere) * spreads[0] + p_elsewhere * spreads[1]
    between = p_elsewhere * (1 - p_elsewhere) * np.outer(apart, apart)
    return means[0] + p_elsewhere * apart, spread + between, p_elsewhere


def _mounting(operative: OperativeEntry, tolerance: Tolerance) -> Array:
    """Return the covariance (2, 2) mm^2, in the thing's frame, of its centre due to its mean tag's mount."""
    offset = np.mean([tag.offset_mm[:2] for tag in operative.tags], axis=0)
    across = np.array([-offset[1], offset[0]]) * np.radians(tolerance.mount_deg)
    return np.asarray(tolerance.mount_mm**2 * np.eye(2) + np.outer(across, across) + 1e-8 * np.eye(2))
