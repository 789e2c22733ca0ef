"""The board laid elsewhere: shifted, turned, mirrored."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol, overload

from hypothesis import strategies as st


class Laying(Protocol):
    """Where a place (x, y, and z, which stays) of the board then is."""

    @overload
    def __call__(self, x: float, y: float, /) -> tuple[float, float]: ...
    @overload
    def __call__(self, x: float, y: float, z: float, /) -> tuple[float, float, float]: ...


@dataclass(frozen=True)
class Lie:
    """How a board of 100 by 100 lies: turned, shifted about its middle, mirrored."""

    turn_deg: float
    shift: tuple[float, float]
    mirror: bool

    @property
    def place(self) -> Laying:
        """Where a place of the board then is."""
        return laid(self.turn_deg, (50 + self.shift[0], 50 + self.shift[1]), mirror=self.mirror)

    def rotation_deg(self, rotation_deg: float) -> float:
        """Return how what stood turned so then stands."""
        return (-rotation_deg if self.mirror else rotation_deg) + self.turn_deg


LIES = st.builds(Lie, st.floats(-180, 180), st.tuples(st.floats(-5, 5), st.floats(-5, 5)), st.booleans())


def laid(turn_deg: float, shift: tuple[float, float], *, mirror: bool) -> Laying:
    """Return where a place (x, y, and z, which stays) of the board then is."""
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))

    @overload
    def moved(x: float, y: float, /) -> tuple[float, float]: ...
    @overload
    def moved(x: float, y: float, z: float, /) -> tuple[float, float, float]: ...
    def moved(x: float, y: float, /, *z: float) -> tuple[float, ...]:
        x = -x if mirror else x
        return x * c - y * s + shift[0], x * s + y * c + shift[1], *z

    return moved
