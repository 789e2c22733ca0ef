"""Objectives, 2021: who is near their centre (rule L21-02)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.base import Base, BaseShape
from geometry.measure import closest_points
from referee.rules.markers import ContestedFromNearby
from referee.rules.position import Position
from referee.rules.ruling import Finding, Ruling

REACH = 2.0
POINT = BaseShape(1e-9, 1e-9)


@dataclass(frozen=True, slots=True)
class ObjectivesByCentre(ContestedFromNearby):
    """An objective is contested by who is within 2" of its centre, seen or not."""

    def near(self, position: Position, operative: str, marker: str) -> Ruling:
        """Return whether the operative contests an objective that nobody carries."""
        what = position.marker(marker).placement
        who = position.table.operative(operative).base
        here, there = closest_points(who, Base(POINT, what.x, what.y, what.z))
        distance = math.dist(here, there)
        return Ruling.of(
            f"{operative} contests {marker}",
            Finding.at_most(
                "L21-02",
                f"near the centre of {marker}",
                distance,
                REACH,
                otherwise=f'{distance:.1f}" from the centre of {marker}, beyond {REACH:g}"',
            ),
        )
