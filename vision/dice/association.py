"""Which dice of a roll are still those of the one before, and which were picked up and thrown again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.acceptance import ReadDie

NUDGED = 0.6
"""How far a die may have slid and still be the same, in edges: a hand brushes those that stay."""

STILL = 0.15
"""How far a die that stayed is read from where it was, in edges: it may be read anew, or have been turned by hand."""


@dataclass(frozen=True, slots=True)
class DieAtRest:
    """What tells a die from another: its middle and edge, px, its value (None: cocked), its owner (None: not known)."""

    x_px: float
    y_px: float
    edge_px: float
    value: int | None
    owner: str | None


@dataclass(frozen=True, slots=True)
class Association:
    """Dice that stayed, as pairs of places in the roll before and in this one; `thrown` again; `gone` from the tray."""

    pairs: tuple[tuple[int, int], ...]
    thrown: tuple[int, ...]
    gone: tuple[int, ...]


def kept_and_thrown(before: Sequence[ReadDie], after: Sequence[ReadDie]) -> Association:
    """Return which dice that were read in `after` are dice of `before`; as `kept_among`."""
    one, other = ([_lying(die) for die in dice] for dice in (before, after))
    return kept_among(one, other)


def kept_among(before: Sequence[DieAtRest], after: Sequence[DieAtRest]) -> Association:
    """Return which dice of `after` are dice of `before`.

    One is the same within `NUDGED` edges of its place with its value, and within `STILL` whatever it shows. Light that
    changes hides whose a die is: only another owner's is another die. The pairing moves the least in all. A die that
    was thrown again and fell where a like one lay is taken for kept.
    """
    if not before or not after:
        return Association((), tuple(range(len(after))), tuple(range(len(before))))
    cost = np.full((len(before), len(after)), 1e6)
    for i, old in enumerate(before):
        for j, new in enumerate(after):
            far = float(np.hypot(old.x_px - new.x_px, old.y_px - new.y_px)) / old.edge_px
            if far <= NUDGED and _same(old, new, far):
                cost[i, j] = far
    from scipy.optimize import linear_sum_assignment  # 25 MB, for tables with a tray alone

    rows, columns = linear_sum_assignment(cost)
    pairs = tuple((int(i), int(j)) for i, j in zip(rows, columns, strict=True) if cost[i, j] <= NUDGED)
    stayed, left = {j for _, j in pairs}, {i for i, _ in pairs}
    return Association(
        pairs,
        tuple(j for j in range(len(after)) if j not in stayed),
        tuple(i for i in range(len(before)) if i not in left),
    )


def _same(old: DieAtRest, new: DieAtRest, far: float) -> bool:
    if old.owner != new.owner and None not in (old.owner, new.owner):
        return False
    return old.value == new.value or far <= STILL


def _lying(die: ReadDie) -> DieAtRest:
    seen = die.seen
    return DieAtRest(seen.x_px, seen.y_px, seen.edge_px, die.value, die.owner)
