"""The drawings that belong to findings."""

from __future__ import annotations

from geometry.base import Base
from geometry.measure import closest_points
from geometry.witness import Role, Stroke, Witness


def gap_witness(a: Base, b: Base, names: tuple[str, ...], label: str = "") -> Witness:
    """Return the line between the closest points of two bases."""
    return Witness((Stroke(Role.MEASURE, closest_points(a, b), label=label),), names)


def line_witness(
    line: tuple[tuple[float, float, float], tuple[float, float, float]] | None, things: tuple[str, ...], role: Role
) -> Witness:
    """Return a straight line with a role, or only the things it concerns when there is no line."""
    return Witness((Stroke(role, line),) if line is not None else (), things)
