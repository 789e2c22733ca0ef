"""Positions to ask about: a board, a few bases, a few walls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from geometry.base import BaseShape
from geometry.placement import Placement
from geometry.table import Marker, Operative, Table
from geometry.terrain import Part
from referee.rules.position import Order, Position, Status

Build = Callable[..., Position]
Stand = Callable[..., Operative]
Box = Callable[..., Part]
R32 = 32 / 25.4 / 2


def wall(
    name: str, x0: float, y0: float, x1: float, y1: float, *, z: tuple[float, float] = (0, 5), traits: str = "Heavy"
) -> Part:
    """A box of terrain; traits separated by spaces."""
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Part(name, name, corners, *z, traits=frozenset(traits.split()))


def operative(name: str, x: float, y: float, z: float = 0.0, *, sigma: float = 0.0, mm: float = 32) -> Operative:
    """An operative whose player is told by its first letter: A for p1, B for p2."""
    covariance = np.diag([sigma**2, sigma**2, 0, 0])
    player = "p1" if name.startswith("A") else "p2"
    return Operative(name, player, BaseShape.from_mm(mm), 1.6, Placement(name, x, y, z, covariance=covariance))


@pytest.fixture(scope="session")
def build() -> Build:
    """Return a builder of positions: operatives, walls, markers, and who is concealed."""

    def made(
        *operatives: Operative,
        walls: Sequence[Part] = (),
        markers: Sequence[Marker] = (),
        concealed: Sequence[str] = (),
        killzone: str | None = None,
    ) -> Position:
        table = Table(
            operatives={one.id: one for one in operatives},
            terrain=tuple(walls),
            markers={marker.id: marker for marker in markers},
        )
        status = {
            one.id: Status(Order.CONCEAL if one.id in concealed else Order.ENGAGE, 2, 6, 10, 10) for one in operatives
        }
        return Position(table, status, killzone)

    return made


@pytest.fixture(scope="session")
def stand() -> Stand:
    """Return how an operative is put on the board."""
    return operative


@pytest.fixture(scope="session")
def box() -> Box:
    """Return how a box of terrain is put on the board."""
    return wall
