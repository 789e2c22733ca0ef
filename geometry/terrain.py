"""Terrain as upright prisms, and its decomposition into convex prisms as arrays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.validation import explain_validity

from geometry.errors import ShapeError
from geometry.placement import EXACT

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Upright prism of terrain: `outline` (x, y) corners in inches, from height `bottom` to `top`.

    The outline may be concave but must not cross itself. Parts with the same `feature` belong to one terrain feature.
    `traits` are the edition's terms ("Heavy", "Light", "Vantage", ...). `see_through` parts do not block visibility.
    `role` is the movable element it is ("door", "access_point") and `state` its condition ("open", "closed").
    `covariance` is that of its feature's pose, 4x4 over (x, y, z, rotation about `pivot`), inches and degrees; all
    parts of a feature share the same error. `errors` are the covariance's parts by cause, as in `Placement`. Raises
    `ShapeError` with the part's id if the outline or the heights are invalid.
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
    errors: tuple[tuple[str, NDArray[np.float64]], ...] = field(default=(), repr=False, compare=False)
    polygon: Polygon = field(init=False, repr=False, compare=False)
    box: tuple[float, float, float, float] = field(init=False, repr=False, compare=False)
    """Bounding box of the outline: least x and y, then greatest x and y, inches."""
    _words: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        corners = [tuple(map(float, corner)) for corner in self.outline]
        if not all(math.isfinite(value) for corner in corners for value in corner):
            raise ShapeError("geometry-part-finite", part=self.id, corners=repr(self.outline))
        if len(set(corners)) < 3:
            raise ShapeError("geometry-part-corners", part=self.id, corners=repr(corners))
        polygon = Polygon(corners)
        if not polygon.is_valid or polygon.area <= 0:
            raise ShapeError("geometry-part-polygon", part=self.id, fault=explain_validity(polygon))
        if not (math.isfinite(self.bottom) and math.isfinite(self.top) and self.bottom < self.top):
            raise ShapeError("geometry-part-heights", part=self.id, bottom=self.bottom, top=self.top)
        object.__setattr__(self, "outline", tuple(corners))
        object.__setattr__(self, "polygon", polygon)
        object.__setattr__(self, "box", polygon.bounds)
        object.__setattr__(self, "_words", frozenset(trait.lower() for trait in self.traits))

    @property
    def exact(self) -> bool:
        """Whether its pose has no uncertainty."""
        return self.covariance is EXACT or not self.covariance.any()

    @property
    def corners(self) -> NDArray[np.float64]:
        """Corners of the outline, shape (n, 2), inches, counter-clockwise seen from above."""
        corners = np.asarray(self.outline, dtype=np.float64)
        return corners if self.polygon.exterior.is_ccw else corners[::-1].copy()

    def has(self, trait: str) -> bool:
        """Return whether the part has a trait; case is ignored."""
        return trait.lower() in self._words


def features(parts: Iterable[Part]) -> dict[str, tuple[Part, ...]]:
    """Group parts by terrain feature, in order of first occurrence."""
    grouped: dict[str, list[Part]] = {}
    for part in parts:
        grouped.setdefault(part.feature, []).append(part)
    return {name: tuple(members) for name, members in grouped.items()}


Array = NDArray[np.float64]
Index = NDArray[np.intp]

_STRAIGHT = 1e-9

KEPT = 256
"""Size of the cache of decompositions: the pairs of operatives on a table have about a hundred different sets of parts.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Prisms:
    """Convex prisms as arrays; a part may consist of several.

    `corners` (m, n, 2): counter-clockwise, padded by repeating the last corner; `counts` (m,): number of corners of
    each prism. `bottom`, `top` (m,): heights. `owner` (m,): index into `parts`. `normals` (m, s, 2), unit, outward, in
    turning order, and `offsets` (m, s): a point p is inside if normal . p <= offset for all. Besides the true sides
    they contain one tangent side at every corner sharper than a right angle, so that growing a prism by moving its
    sides outwards never creates a spike.
    """

    parts: tuple[Part, ...]
    corners: Array
    counts: Index
    bottom: Array
    top: Array
    owner: Index
    normals: Array
    offsets: Array

    def __len__(self) -> int:
        return len(self.bottom)

    def with_corners(self, most: int) -> Prisms:
        """Return these prisms with at most `most` corners each; valid only for prisms that have no more."""
        return self if most >= self.corners.shape[1] else replace(self, corners=self.corners[:, :most])

    @classmethod
    def of(cls, parts: Sequence[Part]) -> Prisms:
        """Return the convex prisms of these parts; recent results are cached."""
        return _cut(tuple(parts))


@lru_cache(maxsize=KEPT)
def _cut(parts: tuple[Part, ...]) -> Prisms:
    pieces = [(index, piece) for index, part in enumerate(parts) for piece in convex_pieces(part.outline)]
    most = max((len(piece) for _, piece in pieces), default=3)
    corners = np.empty((len(pieces), most, 2))
    for row, (_, piece) in enumerate(pieces):
        corners[row, : len(piece)] = piece
        corners[row, len(piece) :] = piece[-1]
    owner = np.array([index for index, _ in pieces], dtype=np.intp)
    sides = [side for part in parts for side in _sides_of(part.outline)]
    most = max((len(side) for side in sides), default=3)
    normals, offsets = np.empty((len(sides), most, 2)), np.empty((len(sides), most))
    for row, side in enumerate(sides):
        normals[row, : len(side)], offsets[row, : len(side)] = side[:, :2], side[:, 2]
        normals[row, len(side) :], offsets[row, len(side) :] = side[-1, :2], side[-1, 2]
    return Prisms(
        parts=parts,
        corners=corners,
        counts=np.array([len(piece) for _, piece in pieces], dtype=np.intp),
        bottom=np.array([parts[index].bottom for index in owner], dtype=np.float64),
        top=np.array([parts[index].top for index in owner], dtype=np.float64),
        owner=owner,
        normals=normals,
        offsets=offsets,
    )


@lru_cache(maxsize=4096)
def _sides_of(outline: Outline) -> tuple[Array, ...]:
    """Return the sides of each convex piece of an outline; cached by outline, so changes elsewhere cost nothing."""
    return tuple(_sides(piece) for piece in convex_pieces(outline))


def edges(corners: Array) -> tuple[Array, Array]:
    """Return outward unit normals (..., n, 2) and offsets (..., n) of counter-clockwise outlines (..., n, 2).

    An edge without length (padding) repeats the first edge of its outline that has one.
    """
    along = np.roll(corners, -1, axis=-2) - corners
    length = np.linalg.norm(along, axis=-1)
    true = length > _STRAIGHT
    safe = np.where(true, length, 1.0)
    normals = np.stack([along[..., 1], -along[..., 0]], axis=-1) / safe[..., None]
    offsets = np.einsum("...k,...k->...", normals, corners)
    if not true.all():
        first = np.argmax(true, axis=-1)[..., None]
        filler = np.take_along_axis(normals, first[..., None], axis=-2)
        normals = np.where(true[..., None], normals, filler)
        offsets = np.where(true, offsets, np.take_along_axis(offsets, first, axis=-1))
    return normals, offsets


def _sides(ring: Array) -> Array:
    """Return rows (normal x, normal y, offset) of a convex outline, with a tangent side at every sharp corner."""
    normals, offsets = edges(ring)
    rows: list[tuple[float, float, float]] = []
    for here in range(len(ring)):
        after = (here + 1) % len(ring)
        rows.append((*normals[here], offsets[here]))
        if normals[here] @ normals[after] < -_STRAIGHT:
            blunt = normals[here] + normals[after]
            size = np.hypot(*blunt)
            blunt = blunt / size if size > _STRAIGHT else np.array([-normals[here][1], normals[here][0]])
            rows.append((*blunt, blunt @ ring[after]))
    return np.array(rows)


@lru_cache(maxsize=4096)
def convex_pieces(outline: Outline) -> tuple[Array, ...]:
    """Return convex outlines (n, 2), counter-clockwise, that partition a simple outline.

    A convex outline is returned whole. Others are triangulated without new corners (constrained Delaunay), and
    triangles are merged while the result stays convex (Hertel and Mehlhorn 1983), so pieces share whole edges.
    """
    ring = _without_straight_corners(np.asarray(outline, dtype=np.float64))
    if _is_convex(ring):
        return (ring,)
    triangles = shapely.constrained_delaunay_triangles(Polygon(ring)).geoms
    pieces = [_counter_clockwise(np.asarray(triangle.exterior.coords)[:-1]) for triangle in triangles]
    merged = True
    while merged:
        merged = False
        for i, first in enumerate(pieces):
            for j in range(i + 1, len(pieces)):
                joint = _join(first, pieces[j])
                if joint is not None:
                    pieces[i] = joint
                    del pieces[j]
                    merged = True
                    break
            if merged:
                break
    return tuple(pieces)


def _counter_clockwise(ring: Array) -> Array:
    x, y = ring[:, 0], ring[:, 1]
    area = float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
    return ring if area > 0 else ring[::-1].copy()


def _without_straight_corners(ring: Array) -> Array:
    """Drop repeated corners and corners in the middle of a straight edge; return counter-clockwise."""
    ring = _counter_clockwise(ring)
    kept = list(ring)
    index = 0
    while index < len(kept) and len(kept) > 3:
        before, here, after = kept[index - 1], kept[index], kept[(index + 1) % len(kept)]
        turn = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        if abs(turn) <= _STRAIGHT:
            del kept[index]
            index = max(0, index - 1)
        else:
            index += 1
    return np.array(kept)


def _is_convex(ring: Array) -> bool:
    step = np.roll(ring, -1, axis=0) - ring
    after = np.roll(step, -1, axis=0)
    return bool((step[:, 0] * after[:, 1] - step[:, 1] * after[:, 0] >= -_STRAIGHT).all())


def _join(first: Array, second: Array) -> Array | None:
    """Return the union of two convex outlines that share an edge, if it is convex."""
    for i in range(len(first)):
        start, end = first[i], first[(i + 1) % len(first)]
        for j in range(len(second)):
            if (second[j] == end).all() and (second[(j + 1) % len(second)] == start).all():
                around = np.concatenate([np.roll(first, -(i + 1), axis=0), np.roll(second, -(j + 1), axis=0)[1:-1]])
                return around if _is_convex(around) else None
    return None
