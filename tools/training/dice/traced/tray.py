"""Tray of a traced scene: a floor between four walls, in edges of the scene's dice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

HIGHEST = 2.4
"""Largest height of a die's centre, stacked on others."""


@dataclass(frozen=True)
class TracedTray:
    """A rectangle around the origin on the ground z = 0; its walls lean outward by `draft` at the top."""

    width: float
    height: float
    wall: float
    thick: float
    draft: float

    def holds(self, centre: NDArray[np.float64]) -> bool:
        """Whether a die with that centre is inside."""
        half = np.array([self.width, self.height]) / 2
        return bool((np.abs(centre[:2]) < half).all() and 0 < centre[2] < HIGHEST)

    @property
    def floor_corners(self) -> NDArray[np.float64]:
        """Corners of the floor, (4, 3)."""
        x, y = self.width / 2, self.height / 2
        return np.array([[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]])


def random_tray(rng: np.random.Generator, width: float, height: float) -> TracedTray:
    """Return a tray with a floor of that size and random walls, 1 to 2.6 edges high."""
    wall = rng.uniform(1.0, 2.6)
    draft = wall * np.tan(np.radians(rng.uniform(0, 14))) if rng.random() < 0.4 else 0.0
    return TracedTray(width, height, wall, rng.uniform(0.2, 1.0), float(draft))
