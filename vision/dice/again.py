"""Which dice of a roll are still those of the one before, and which were picked up and thrown again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.dice.guard import ReadDie

NUDGED = 0.6
"""How far a die may have slid and still be the same, in edges: a hand brushes those that stay."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Dice that stayed, as pairs of places in the roll before and in this one; `thrown` again; `gone` from the tray."""

    pairs: tuple[tuple[int, int], ...]
    thrown: tuple[int, ...]
    gone: tuple[int, ...]


def kept_and_thrown(before: Sequence[ReadDie], after: Sequence[ReadDie]) -> Kept:
    """Return which dice of `after` are dice of `before`: the same value and owner, within `NUDGED` edges of its place.

    The pairing moves the least in all. A die that was thrown again and fell where a like one lay is taken for kept.
    """
    if not before or not after:
        return Kept((), tuple(range(len(after))), tuple(range(len(before))))
    cost = np.full((len(before), len(after)), 1e6)
    for i, old in enumerate(before):
        for j, new in enumerate(after):
            far = np.hypot(old.seen.x_px - new.seen.x_px, old.seen.y_px - new.seen.y_px) / old.seen.edge_px
            if far <= NUDGED and old.value == new.value and old.owner == new.owner:
                cost[i, j] = far
    rows, columns = linear_sum_assignment(cost)
    pairs = tuple((int(i), int(j)) for i, j in zip(rows, columns, strict=True) if cost[i, j] <= NUDGED)
    stayed, left = {j for _, j in pairs}, {i for i, _ in pairs}
    return Kept(
        pairs,
        tuple(j for j in range(len(after)) if j not in stayed),
        tuple(i for i in range(len(before)) if i not in left),
    )
