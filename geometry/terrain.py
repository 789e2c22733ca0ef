"""Terrain: parts that are upright prisms, and features that are made of parts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.validation import explain_validity

from geometry.errors import ShapeError
from geometry.placement import EXACT

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One upright prism of terrain: `outline` (x, y) corners in inches, from `bottom` to `top`.

    The outline may be concave but not cross itself. Parts with the same `feature` are one terrain feature.
    `traits` are the edition's words for it ("Heavy", "Light", "Vantage", ...). `see_through` parts do not block
    sight. `role` is what moves on it ("door", "access_point") and `state` how it stands ("open", "closed").
    `covariance` is that of where its feature stands, 4x4 over (x, y, z, rotation about `pivot`), inches and degrees;
    the parts of a feature are off alike.
    Raises `ShapeError` naming the part when the outline or the heights are impossible.
    """

    id: str
    feature: str
    outline: Outline
    bottom: float
    top: float
    traits: frozenset[str] = frozenset()
    see_through: bool = False
    role: str | None = None
    state: str | None = None
    killzone: str | None = None
    equipment: str | None = None
    covariance: NDArray[np.float64] = field(default_factory=lambda: EXACT, repr=False, compare=False)
    pivot: tuple[float, float] = field(default=(0.0, 0.0), repr=False, compare=False)
    polygon: Polygon = field(init=False, repr=False, compare=False)
    box: tuple[float, float, float, float] = field(init=False, repr=False, compare=False)
    """Least x and y, then greatest x and y, of the outline, inches."""
    _words: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        corners = [tuple(map(float, corner)) for corner in self.outline]
        if not all(math.isfinite(value) for corner in corners for value in corner):
            raise ShapeError(f"terrain {self.id!r}: a corner is not finite: {self.outline!r}")
        if len(set(corners)) < 3:
            raise ShapeError(f"terrain {self.id!r}: an outline needs three different corners, got {corners!r}")
        polygon = Polygon(corners)
        if not polygon.is_valid or polygon.area <= 0:
            raise ShapeError(f"terrain {self.id!r}: the outline is no simple polygon: {explain_validity(polygon)}")
        if not (math.isfinite(self.bottom) and math.isfinite(self.top) and self.bottom < self.top):
            raise ShapeError(
                f"terrain {self.id!r}: heights [{self.bottom!r}, {self.top!r}]: expected bottom < top, in inches"
            )
        object.__setattr__(self, "outline", tuple(corners))
        object.__setattr__(self, "polygon", polygon)
        object.__setattr__(self, "box", polygon.bounds)
        object.__setattr__(self, "_words", frozenset(trait.lower() for trait in self.traits))

    @property
    def exact(self) -> bool:
        """Whether nothing is in doubt about where it stands."""
        return self.covariance is EXACT or not self.covariance.any()

    @property
    def corners(self) -> NDArray[np.float64]:
        """Corners of the outline, shape (n, 2), inches, counter-clockwise seen from above."""
        corners = np.asarray(self.outline, dtype=np.float64)
        return corners if self.polygon.exterior.is_ccw else corners[::-1].copy()

    def has(self, trait: str) -> bool:
        """Whether the part carries a trait, whatever its capitals."""
        return trait.lower() in self._words


def features(parts: Iterable[Part]) -> dict[str, tuple[Part, ...]]:
    """Group parts by the terrain feature they belong to, in the order met."""
    grouped: dict[str, list[Part]] = {}
    for part in parts:
        grouped.setdefault(part.feature, []).append(part)
    return {name: tuple(members) for name, members in grouped.items()}
