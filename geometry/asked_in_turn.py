"""A geometry that is prepared for many questions, which GEOS answers one thread at a time or ends the program."""

from __future__ import annotations

import threading

import numpy as np
import shapely
from numpy.typing import NDArray


class AskedInTurn:
    """A prepared geometry; threads that ask it wait for each other.

    What GEOS keeps of a prepared geometry it changes with each question, and shapely lets other threads run meanwhile.
    """

    def __init__(self, geometry: shapely.Geometry) -> None:
        shapely.prepare(geometry)
        self._geometry, self._turn = geometry, threading.Lock()

    def meets(self, lines: NDArray[np.object_]) -> NDArray[np.bool_]:
        """Return which lines (n,) it meets, (n,)."""
        with self._turn:
            return np.asarray(shapely.intersects(self._geometry, lines))

    def holds(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which places, x and y (n,) each, lie inside it, (n,)."""
        with self._turn:
            return np.asarray(shapely.contains_xy(self._geometry, x, y))
