"""Whether a hand is over the table, picture after picture, against a background that learns what stays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.background import BackgroundModel, Cells, Mask, cells_of, regions
from vision.hand import BoardCells, HandView, find_hand

ABSORB_S = 1.0
"""Time after which a change that rests, and is no hand, becomes part of the background."""

ABSORB_HAND_S = 20.0
"""Time after which even what looks like a hand, but never moves, becomes part of the background."""

RESTING = 0.9
"""Share of a part's cells that have rested, above which the part rests."""


class HandDetector:
    """Compares pictures of one camera that stands still above one board."""

    def __init__(self, cells: BoardCells) -> None:
        self._cells = cells
        self._background = BackgroundModel()
        self._last = BackgroundModel()
        self._since_s: NDArray[np.float64] | None = None

    def look(self, image: NDArray[np.uint8], t_s: float) -> HandView:
        """Return the hand in a picture taken at `t_s`.

        The first picture is taken to show none. Where it did show one, its trace is known by its outline a moment
        after it has gone.
        """
        picture = cells_of(image)
        changed = self._background.compare(picture)
        hand = find_hand(changed, self._cells)
        rests = self._rested_s(picture, changed, t_s)
        self._background.learn(picture, ~changed)
        settled = changed & (rests >= np.where(hand.mask, ABSORB_HAND_S, ABSORB_S))
        for part in regions(hand.mask):
            resting = rests[part & changed] >= ABSORB_S
            if resting.mean() >= RESTING and self._background.shows_what_left(picture, part):
                settled |= part & changed
        if settled.any():
            self._background.learn(picture, settled, at_once=True)
        return hand

    def _rested_s(self, picture: Cells, changed: Mask, t_s: float) -> NDArray[np.float64]:
        """Return for how long each changed cell has looked the same from picture to picture, seconds."""
        moving = self._last.compare(picture)
        self._last.learn(picture, np.ones_like(moving), at_once=True)
        if self._since_s is None or self._since_s.shape != changed.shape:
            self._since_s = np.full(changed.shape, t_s)
        self._since_s[moving | ~changed] = t_s
        return np.asarray(t_s - self._since_s)
