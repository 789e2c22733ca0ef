"""The verify plate: which tags it carries and where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Plate:
    """Tags `first_id` and on, `columns` x `rows`, `pitch_mm` apart, of the size that stands on tabs.

    The ids are the dictionary's last, which rosters reach last.
    """

    dictionary: str = "DICT_ARUCO_MIP_36h12"
    first_id: int = 230
    columns: int = 4
    rows: int = 5
    pitch_mm: float = 48.0
    size_mm: float = 14.0

    @property
    def places(self) -> tuple[tuple[int, float, float], ...]:
        """Id and centre (x, y) of every tag, mm from the first one's centre, y up, first row at the top."""
        return tuple(
            (self.first_id + row * self.columns + column, column * self.pitch_mm, (self.rows - 1 - row) * self.pitch_mm)
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def ids(self) -> frozenset[int]:
        """The ids of its tags."""
        return frozenset(tag_id for tag_id, _, _ in self.places)

    def centre_mm(self, tag_id: int) -> NDArray[np.float64]:
        """Return the centre (x, y) of one of its tags."""
        return np.array(next((x, y) for id_, x, y in self.places if id_ == tag_id))


PLATE = Plate()
