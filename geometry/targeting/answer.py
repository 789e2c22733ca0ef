"""Cover and obscured for one shooter and one target, said in things rather than in arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from geometry.base import Base
from geometry.targeting.line_rules import LineRules
from geometry.targeting.lines import Lines, draw_lines
from geometry.terrain import Part, Prisms

PointXYZ = tuple[float, float, float]

_DEFAULT_RULES = LineRules()


@dataclass(frozen=True, slots=True)
class Place:
    """A point of the shooter's base to draw targeting lines from, and what they meet from there.

    `cover`: the parts that give cover; `obscuring`: those that obscure. `room`: how wide the cell around the point is,
    inches; zero for a point that was asked for.
    """

    point: PointXYZ
    cover: tuple[Part, ...]
    obscuring: tuple[Part, ...]
    room: float

    @property
    def in_cover(self) -> bool:
        """Whether something gives cover."""
        return bool(self.cover)

    @property
    def obscured(self) -> bool:
        """Whether something obscures."""
        return bool(self.obscuring)

    @property
    def clean(self) -> bool:
        """Whether nothing covers or obscures."""
        return not self.cover and not self.obscuring


Preference = Callable[[Place], tuple[float, ...]]


def least_hindered(place: Place) -> tuple[float, ...]:
    """Order of places that wants no obscured first, then no cover."""
    return (place.obscured, place.in_cover)


def least_covered(place: Place) -> tuple[float, ...]:
    """Order of places that wants no cover first (a concealed target must not be in cover), then no obscured."""
    return (place.in_cover, place.obscured)


@dataclass(frozen=True, slots=True)
class Targeting:
    """What a shooter's targeting lines can meet: one place for every combination of hindrances that exists.

    `gap`: between the bases, inches. `places` begin with the widest. `probe`: what was found at the point asked for.
    """

    gap: float
    places: tuple[Place, ...]
    probe: Place | None = None

    @property
    def clean(self) -> Place | None:
        """The widest place without cover and without obscured, if there is one."""
        return next((place for place in self.places if place.clean), None)

    @property
    def cover_only(self) -> Place | None:
        """The widest place with cover that is not obscured, if there is one."""
        return next((place for place in self.places if place.in_cover and not place.obscured), None)

    @property
    def obscured_only(self) -> Place | None:
        """The widest obscured place without cover, if there is one."""
        return next((place for place in self.places if place.obscured and not place.in_cover), None)

    def best_point(self, preference: Preference = least_hindered) -> Place:
        """Return the place that comes first in an order of preference; among equals the widest."""
        return min(self.places, key=lambda place: (preference(place), -place.room))

    def tied(self, preference: Preference = least_hindered) -> tuple[Place, ...]:
        """Return all places that share the best rank of a preference, the widest first."""
        best = preference(self.best_point(preference))
        return tuple(place for place in self.places if preference(place) == best)


def targeting(
    shooter: Base,
    target: Base,
    covering: Sequence[Part],
    obscuring: Sequence[Part],
    *,
    rules: LineRules = _DEFAULT_RULES,
    ceiling: float = math.inf,
    probe: tuple[float, float] | None = None,
) -> Targeting:
    """Return from where on its base a shooter's lines meet which terrain (rules H24-06 to H24-09, H21-02 to H21-04).

    `covering`, `obscuring`: the parts that may give cover and that may obscure, by the edition's word; `ceiling`: the
    taller head, above which a part does not count between level bases; `probe`: a point (x, y) of the shooter's base
    to judge as well.
    """
    parts = tuple({part.id: part for part in (*covering, *obscuring)}.values())
    prisms = Prisms.of(parts)
    cover_ids, obscure_ids = {part.id for part in covering}, {part.id for part in obscuring}
    covers = np.array([[part.id in cover_ids for part in parts]], dtype=bool).reshape(1, -1)
    obscures = np.array([[part.id in obscure_ids for part in parts]], dtype=bool).reshape(1, -1)
    probes = None if probe is None else np.array([probe], dtype=np.float64)
    lines = draw_lines(prisms, [shooter], [target], covers, obscures, rules=rules, ceilings=ceiling, probes=probes)
    places = list(places_of(lines, prisms, shooter.z))
    asked = places.pop() if probe is not None else None
    widest: dict[tuple[tuple[str, ...], tuple[str, ...]], Place] = {}
    for place in sorted(places, key=lambda place: -place.room):
        key = (tuple(part.id for part in place.cover), tuple(part.id for part in place.obscuring))
        widest.setdefault(key, place)
    return Targeting(float(lines.gap[0]), tuple(widest.values()), asked)


def places_of(lines: Lines, prisms: Prisms, z: float) -> tuple[Place, ...]:
    """Return the places of the first duel, in the order of its cells; `z`: height of the shooter's base."""
    cells = lines.cells
    rows = np.nonzero(cells.duel == 0)[0]
    cover: dict[int, dict[int, Part]] = {int(row): {} for row in rows}
    obscuring: dict[int, dict[int, Part]] = {int(row): {} for row in rows}
    for cell, prism, covers in zip(cells.hit_cell, cells.hit_prism, cells.hit_covers, strict=True):
        kept = cover if covers else obscuring
        if int(cell) in kept:
            owner = int(prisms.owner[prism])
            kept[int(cell)][owner] = prisms.parts[owner]
    return tuple(
        Place(
            (float(cells.point[row, 0]), float(cells.point[row, 1]), z),
            tuple(cover[int(row)][owner] for owner in sorted(cover[int(row)])),
            tuple(obscuring[int(row)][owner] for owner in sorted(obscuring[int(row)])),
            float(cells.room[row]),
        )
        for row in rows
    )
