"""What to draw so that people can see why: plain shapes with a role, in board inches."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a drawn shape stands for; surfaces choose its colour and style by it."""

    MEASURE = "measure"
    LIMIT = "limit"
    CLEAR_LINE = "clear_line"
    BLOCKED_LINE = "blocked_line"
    EYE = "eye"
    BLOCKER = "blocker"
    COVER = "cover"
    OBSCURED = "obscured"
    PATH = "path"
    BREACH = "breach"


@dataclass(frozen=True, slots=True)
class Stroke:
    """One shape: a point (one vertex), a line (open) or an area (closed), as (x, y, z) vertices in inches."""

    role: Role
    points: tuple[tuple[float, float, float], ...]
    closed: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Witness:
    """The drawing that belongs to one finding: its strokes and the things it names (operatives, terrain parts)."""

    strokes: tuple[Stroke, ...] = ()
    things: tuple[str, ...] = ()
