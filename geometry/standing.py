"""What is wrong with where things stand (rules A24-01, A24-13, H24-15): said as data, or raised."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import numpy as np

from geometry import ellipse
from geometry.base import Base
from geometry.errors import PositionError
from geometry.index import PartIndex
from geometry.measure import overlap
from geometry.prisms import Prisms
from geometry.table import Board, Operative, Table
from geometry.terrain import Part


class Wrong(StrEnum):
    """How a base can stand where it cannot."""

    OFF_BOARD = "off_board"
    ON_BASE = "on_base"
    IN_TERRAIN = "in_terrain"


@dataclass(frozen=True, slots=True)
class Fault:
    """One operative that stands where it cannot: how, by how many inches, and the base or part in its way."""

    operative: str
    wrong: Wrong
    depth: float
    other: str | None = None

    def __str__(self) -> str:
        """One sentence that names the thing."""
        said = {
            Wrong.OFF_BOARD: "hangs over the killzone's edge",
            Wrong.ON_BASE: f"stands on the base of {self.other!r}",
            Wrong.IN_TERRAIN: f"stands inside terrain {self.other!r}",
        }
        return f'operative {self.operative!r} {said[self.wrong]} by {self.depth:.3f}"'


def overhang(base: Base, board: Board) -> float:
    """Return how far a base hangs over the edge of the board, inches; zero when it does not."""
    along_x = float(ellipse.reach(base, np.array([1.0, 0.0])))
    along_y = float(ellipse.reach(base, np.array([0.0, 1.0])))
    return max(0.0, along_x - base.x, base.x + along_x - board.width, along_y - base.y, base.y + along_y - board.depth)


def depth_in(base: Base, part: Part) -> float:
    """Return how deep a base is inside a prism of terrain, inches: the least push over one of its sides that frees it.

    Zero when it touches, stands on top, or is under it.
    """
    if not part.bottom <= base.z < part.top:
        return 0.0
    prisms = Prisms.of([part])
    reach = ellipse.reach(base, prisms.normals)
    inside = prisms.offsets + reach - prisms.normals @ ellipse.centre(base)
    return max(0.0, float(inside.min(axis=-1).max()))


def faults(table: Table, slack: float = 0.0) -> tuple[Fault, ...]:
    """Return what is wrong with where operatives stand, by more than `slack` inches, in the order of the table.

    Operatives on different levels may stand over each other; bases may touch.
    """
    found: list[Fault] = []
    index = PartIndex(table.terrain)
    for operative in table.operatives.values():
        base = operative.base
        found.append(Fault(operative.id, Wrong.OFF_BOARD, overhang(base, table.board)))
        found += [
            Fault(operative.id, Wrong.IN_TERRAIN, depth_in(base, part), part.id) for part in index.near(base, 0.0)
        ]
    found += [_on_base(a, b) for a, b in combinations(table.operatives.values(), 2)]
    return tuple(fault for fault in found if fault.depth > max(slack, 1e-9))


def check_standing(table: Table, slack: float = 0.0) -> None:
    """Raise `PositionError` that names every operative that stands where it cannot, by more than `slack` inches."""
    found = faults(table, slack)
    if found:
        raise PositionError("; ".join(map(str, found)) + ": move it, or correct the level or the base size")


def _on_base(a: Operative, b: Operative) -> Fault:
    one, other = a.base, b.base
    level = abs(one.z - other.z) < min(a.head, b.head)
    return Fault(a.id, Wrong.ON_BASE, overlap(one, other) if level else 0.0, b.id)
