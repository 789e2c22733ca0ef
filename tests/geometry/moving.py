"""The board laid elsewhere: shifted, turned, mirrored."""

from __future__ import annotations

import math
from collections.abc import Callable


def laid(turn_deg: float, shift: tuple[float, float], *, mirror: bool) -> Callable[..., tuple[float, ...]]:
    """Return where a place (x, y, and z, which stays) of the board then is."""
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))

    def moved(x: float, y: float, *z: float) -> tuple[float, ...]:
        x = -x if mirror else x
        return x * c - y * s + shift[0], x * s + y * c + shift[1], *z

    return moved
