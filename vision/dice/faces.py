"""Two faces of one die: from above a flat die shows one, and two dice are never nearer to each other than an edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice.seen import SeenDie

ONE_DIE = 0.82
"""Distance between two faces, in edges, below which they are one die's: touching dice are an edge apart."""


def one_for_each_die(found: Sequence[SeenDie]) -> list[SeenDie]:
    """Return the dice of a picture from above, surest first, each with how surely a second face of it is `beside`.

    A die of which two faces are seen lies in their middle, as a cocked one does.
    """
    dice: list[SeenDie] = []
    for face in sorted(found, key=lambda each: -each.present):
        at = next((k for k, die in enumerate(dice) if _same(die, face)), None)
        if at is None:
            dice.append(face)
        elif face.present > dice[at].beside:
            die = dice[at]
            x_px, y_px = (die.x_px + face.x_px) / 2, (die.y_px + face.y_px) / 2
            dice[at] = replace(die, x_px=x_px, y_px=y_px, beside=face.present)
    return dice


def _same(one: SeenDie, other: SeenDie) -> bool:
    far = np.hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return bool(far < ONE_DIE * min(one.edge_px, other.edge_px))
