"""What the places of one thing on its way are off by: each alone, and alike by how the thing sits on its tag."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.limits import roots
from geometry.placement import Placement

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Mounted:
    """The errors in x and y of a thing's places, inches.

    `own` (2, 2) is what each place is off by alone, `mount` (2, 2), in the thing's own frame, how its centre is off
    wherever it stands: it turns with the thing. `turns_deg` is how the thing is turned where it sets off, and how much
    farther where it ends; on the way it turns evenly.
    """

    own: Array
    mount: Array
    turns_deg: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, ends: Placement, begins_deg: float, common: Array | None) -> Mounted | None:
        """Return the errors of a thing on its way to where it ends; None where nothing is known of its mount.

        What all places are off by alike (`common`, 4x4) is none of its own.
        """
        if not ends.mount.any():
            return None
        turn = turned(ends.rotation_deg)
        own = ends.covariance_xy - turn @ ends.mount @ turn.T
        if common is not None:
            own = own - common[:2, :2]
        values, vectors = np.linalg.eigh((own + own.T) / 2)
        own = np.asarray((vectors * np.clip(values, 0.0, None)) @ vectors.T)
        return cls(own, ends.mount, (begins_deg, (ends.rotation_deg - begins_deg + 180.0) % 360.0 - 180.0))

    def by_own(self, gradient: Array) -> Array:
        """Return how a place's own error pulls a margin of that gradient (x, y)."""
        return np.asarray(gradient @ roots(self.own))

    def by_mount(self, gradient: Array, share: float) -> Array:
        """Return how the mount pulls a margin of that gradient at a place that is such a share of the way along."""
        begins, farther = self.turns_deg
        return np.asarray(gradient @ turned(begins + share * farther) @ roots(self.mount))


def turned(angle_deg: float) -> Array:
    """Return the turn (2, 2) by an angle, counter-clockwise."""
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.array([[cos, -sin], [sin, cos]])
