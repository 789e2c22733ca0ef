"""The two small lengths that decide what happens exactly at a limit."""

from __future__ import annotations

from geometry.base import MM_PER_INCH

EXACT_TOLERANCE = 1e-6
"""Inches by which a stated limit may be passed before it is broken: absorbs the rounding of exact inputs."""

LINE_HALF_WIDTH = 0.5 / MM_PER_INCH
"""Half of the 1 mm that visibility and targeting lines are wide (rules H24-05, H24-06), inches."""
