"""Position errors: their causes, sensitivities of gaps and measurements to them, and sampled true positions.

Each cause is independent: one per operative, marker, operative's head and piece of terrain, and one that all positions
share (`COMMON`). A base stays on its support in spite of height errors: a vertical error never separates a base from
the terrain below it, nor terrain from the floor; it only raises or lowers heads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import CERTAIN_SIGMAS, Limit, Sensitivity, covariance_root, sobol_normals
from geometry.measure import gap
from geometry.placement import EXACT, Placement
from geometry.table import Marker, Operative
from geometry.terrain import Part

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class TagOffsetError:
    """Position errors in (x, y) of an object along a path, inches.

    `own` (2, 2) is the independent error of each position. `mount` (2, 2), in the object's own frame, is the offset of
    its centre that is the same at every position and turns with the object. `turns_deg` is the rotation at the start of
    the path and the further rotation up to its end; in between it is interpolated linearly.
    """

    own: Array
    mount: Array
    turns_deg: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(cls, ends: Placement, begins_deg: float, common: Array | None) -> TagOffsetError | None:
        """Return the errors of an object that moves to `ends`, or None if no mount error is known.

        The shared error (`common`, 4x4) is excluded.
        """
        if not ends.mount.any():
            return None
        turn = turned(ends.rotation_deg)
        own = ends.covariance_xy - turn @ ends.mount @ turn.T
        if common is not None:
            own = own - common[:2, :2]
        values, vectors = np.linalg.eigh((own + own.T) / 2)
        own = np.asarray((vectors * np.clip(values, 0.0, None)) @ vectors.T)
        return cls(own, ends.mount, (begins_deg, (ends.rotation_deg - begins_deg + 180.0) % 360.0 - 180.0))

    def by_own(self, gradient: Array) -> Array:
        """Return the sensitivity of a margin with this gradient (x, y) to the independent error of one position."""
        return np.asarray(gradient @ covariance_root(self.own))

    def by_mount(self, gradient: Array, share: float) -> Array:
        """Return the sensitivity of a margin to the mount error, at a position after `share` of the path."""
        begins, farther = self.turns_deg
        return np.asarray(gradient @ turned(begins + share * farther) @ covariance_root(self.mount))


def turned(angle_deg: float) -> Array:
    """Return the 2x2 rotation matrix, counter-clockwise."""
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.array([[cos, -sin], [sin, cos]])


_TOUCHING = 1e-9


def gap_gradient(a: Base, b: Base) -> tuple[Array, Array]:
    """Return the derivatives of the gap between two bases by (x, y, z, rotation in degrees) of each, shape (4,) each.

    If the bases overlap seen from above at the same height, it is the derivative of minus the overlap, so that the
    derivative is continuous where they touch.
    """
    apart, towards = ellipse.separation(a, b)
    rise = b.z - a.z
    span = math.hypot(max(apart, 0.0), rise)
    if span > _TOUCHING:
        level, upright = max(apart, 0.0) / span, rise / span
    else:
        level, upright = 1.0, 0.0
    turns = (-_turning(a, towards), -_turning(b, towards))
    by_a = np.array([-level * towards[0], -level * towards[1], -upright, level * turns[0]])
    by_b = np.array([level * towards[0], level * towards[1], upright, level * turns[1]])
    return by_a, by_b


def gap_sigma(a: Operative | Marker, b: Operative | Marker) -> float:
    """Return the standard deviation of the gap between two objects, inches, from both covariances.

    Their errors are treated as independent; rotation errors matter for oval bases only.
    """
    if a.placement.exact and b.placement.exact:
        return 0.0
    by_a, by_b = gap_gradient(a.base, b.base)
    variance = by_a @ a.placement.covariance @ by_a + by_b @ b.placement.covariance @ by_b
    return math.sqrt(max(0.0, float(variance)))


def probability(margin: float, sigma: float) -> float:
    """Return the probability that a margin with a normal error of this standard deviation is not negative.

    With no error: 1 for a margin of at least minus `EXACT_TOLERANCE`, else 0. Raises `ValueError` for a negative or
    non-finite sigma, and for a margin that is NaN.
    """
    if math.isnan(margin):
        raise ValueError(f"margin {margin!r}")
    if not (math.isfinite(sigma) and sigma >= 0):
        raise ValueError(f"sigma {sigma!r}")
    if sigma == 0:
        return 1.0 if margin >= -EXACT_TOLERANCE else 0.0
    return 0.5 * math.erfc(-margin / (sigma * math.sqrt(2)))


def _turning(base: Base, direction: Array) -> float:
    """Derivative of a base's reach along a direction by its rotation, inches per degree."""
    if base.is_round:
        return 0.0
    shape = ellipse.axes(base)
    metric = shape @ shape.T
    across = np.array([direction[1], -direction[0]])
    return math.radians(float(across @ metric @ direction) / math.sqrt(float(direction @ metric @ direction)))


Thing = Operative | Marker

COMMON = "common"
IN_PLAN = np.array([1.0, 1.0, 0.0, 1.0])
"""Mask for a shift (x, y, z, degrees): keeps the horizontal part, since objects stay on their support."""

LEAST_HEAD = 0.05
"""Least height in inches of a head above its base, for any error."""


def own_roots(placement: Placement, common: Array | None) -> Array:
    """Return the root (4, n) of a placement's covariance without the shared part; n is 0 if the placement is exact."""
    if placement.exact:
        return np.zeros((4, 0))
    covariance = placement.covariance if common is None else placement.covariance - common
    (xx, xy, xz, xt), (_, yy, yz, yt), (_, _, zz, zt), (_, _, _, tt) = covariance.tolist()
    if xy or xz or xt or yz or yt or zt:
        return covariance_root(covariance)
    kept = [(number, variance) for number, variance in enumerate((xx, yy, zz, tt)) if variance > 1e-18]
    found = np.zeros((4, len(kept)))
    for column, (number, variance) in enumerate(kept):
        found[number, column] = math.sqrt(variance)
    return found


def thing_sensitivity(thing: Thing, gradient: Array, common: Array | None = None) -> Sensitivity:
    """Return a margin's sensitivity to an object's errors, given its gradient by the object's (x, y, z, rotation)."""
    return placement_sensitivity(thing.id, thing.placement, gradient, common)


def placement_sensitivity(
    cause: str, placement: Placement, gradient: Array, common: Array | None = None
) -> Sensitivity:
    """Return the sensitivity of a margin to a placement's errors, with `cause` as the name of the cause."""
    if placement.exact:
        return {}
    sensitivity = {cause: gradient @ own_roots(placement, common)}
    if common is not None:
        sensitivity[COMMON] = gradient @ covariance_root(common)
    return sensitivity


def part_sensitivity(part: Part, gradient: Array) -> Sensitivity:
    """Return a margin's sensitivity to a terrain piece's errors, given its gradient by (x, y, z, rotation)."""
    return {} if part.exact else {cause_of(part): gradient @ covariance_root(part.covariance)}


def cause_of(part: Part) -> str:
    """Return the name of a part's cause of error; the parts of one feature share it."""
    return f"terrain {part.feature}"


def sum_sensitivities(*sensitivities: Sensitivity) -> Sensitivity:
    """Return the sum of several sensitivities; a cause that occurs more than once is added up."""
    total: dict[str, Array] = {}
    for sensitivity in sensitivities:
        for cause, part in sensitivity.items():
            total[cause] = total[cause] + part if cause in total else part
    return total


def gap_limit(a: Thing, b: Thing, reach: float, common: Array | None = None, *, upright: bool = True) -> Limit:
    """Return the limit that the gap between two objects is at most `reach` inches.

    Without `upright` height errors are ignored: both stay on their support.
    """
    if a.placement.exact and b.placement.exact:
        return Limit(reach - gap(a.base, b.base))
    by_a, by_b = gap_gradient(a.base, b.base)
    if not upright:
        by_a, by_b = by_a * IN_PLAN, by_b * IN_PLAN
    return Limit(
        reach - gap(a.base, b.base),
        sum_sensitivities(thing_sensitivity(a, -by_a, common), thing_sensitivity(b, -by_b, common)),
    )


Measured = Callable[[Sequence[Base], Sequence[Part]], float]
"""A measurement in inches, as a function of bases and parts of terrain."""


def numeric_sensitivity(
    things: Sequence[Thing], parts: Sequence[Part], common: Array | None, measured: Measured
) -> Sensitivity:
    """Return a measurement's sensitivities to errors of objects and parts, by central differences over one sigma.

    Shortest paths around walls and distances to outlines have kinks; a step of one sigma gives their effective slope.
    """
    sensitivity: dict[str, Array] = {}
    still = np.zeros(4)
    bases = [one.base for one in things]

    def at(of_things: Sequence[Array], of_parts: Mapping[str, Array]) -> float:
        there = [_shifted(base, by) for base, by in zip(bases, of_things, strict=True)]
        stand = [
            moved(part, IN_PLAN * of_parts[cause_of(part)]) if cause_of(part) in of_parts else part for part in parts
        ]
        return measured(there, stand)

    def by_things(root: Array, whose: Sequence[bool]) -> Array:
        ends = [
            [at([sign * column if mine else still for mine in whose], {}) for sign in (1.0, -1.0)] for column in root.T
        ]
        return np.array([_difference(after, before) for after, before in ends])

    for number, one in enumerate(things):
        root = own_roots(one.placement, common)
        if root.size:
            sensitivity[one.id] = by_things(root, [other == number for other in range(len(things))])
    if common is not None:
        sensitivity[COMMON] = by_things(
            covariance_root(common), [bool(one.placement.covariance.any()) for one in things]
        )
    for cause, part in {cause_of(part): part for part in parts if not part.exact}.items():
        ends = [
            [at([still] * len(things), {cause: sign * column}) for sign in (1.0, -1.0)]
            for column in covariance_root(part.covariance).T
        ]
        sensitivity[cause] = np.array([_difference(after, before) for after, before in ends])
    return sensitivity


def measured_limit(things: Sequence[Thing], parts: Sequence[Part], common: Array | None, measured: Measured) -> Limit:
    """Return the limit that a measurement is at least zero.

    Sensitivities are computed only if the errors can change the result; otherwise an upper bound of sigma is used.
    """
    value = measured([one.base for one in things], parts)
    most = math.hypot(*max_sigmas(things, parts)) * len(things)
    if not math.isfinite(value) or abs(value) > CERTAIN_SIGMAS * most:
        return Limit(value, {"all": np.array([most])} if most else {})
    return Limit(value, numeric_sensitivity(things, parts, common, measured))


def _shifted(base: Base, by: Array) -> Base:
    dx, dy, _, turn = by.tolist()
    return Base(base.shape, base.x + dx, base.y + dy, base.z, base.rotation_deg + turn)


def _difference(after: float, before: float) -> float:
    return (after - before) / 2 if math.isfinite(after) and math.isfinite(before) else 0.0


def apart_limit(a: Thing, b: Thing, common: Array | None = None) -> Limit:
    """Return the limit that two outlines do not overlap seen from above."""
    apart, towards = ellipse.separation(a.base, b.base)
    level = [replace(base, z=0.0) for base in (a.base, b.base)]
    by_a, by_b = gap_gradient(*level)
    by_a[:2], by_b[:2] = -towards, towards
    return Limit(apart, sum_sensitivities(thing_sensitivity(a, by_a, common), thing_sensitivity(b, by_b, common)))


@dataclass(frozen=True, slots=True, eq=False)
class SampledPositions:
    """Sampled positions of objects and terrain: shifts (count, 4) by name, shifts of heads (count,) by name."""

    shifts: Mapping[str, Array]
    heads: Mapping[str, Array]
    pieces: Mapping[str, Array]

    def base(self, thing: Thing, row: int) -> Base:
        """Return the base of an object in draw `row`."""
        return _shifted(thing.base, self.shifts[thing.id][row])

    def head(self, operative: Operative, row: int) -> float:
        """Return the height of an operative's head above its base in draw `row`."""
        return max(
            LEAST_HEAD, operative.head + float(self.heads[operative.id][row] + self.shifts[operative.id][row, 2])
        )

    def thing(self, thing: Thing, row: int) -> Thing:
        """Return an object at its position in draw `row`."""
        base, where = self.base(thing, row), thing.placement
        there = Placement(where.thing, base.x, base.y, base.z, base.rotation_deg)
        if isinstance(thing, Marker):
            return replace(thing, placement=there)
        return replace(thing, placement=there, head=self.head(thing, row), head_sigma=0.0)

    def terrain(self, parts: Sequence[Part], row: int) -> tuple[Part, ...]:
        """Return the terrain at its position in draw `row`."""
        if not self.pieces:
            return tuple(parts)
        return tuple(part if part.exact else moved(part, IN_PLAN * self.pieces[cause_of(part)][row]) for part in parts)


def sample_positions(
    things: Iterable[Thing], parts: Iterable[Part], common: Array | None, count: int
) -> SampledPositions:
    """Return `count` low-discrepancy draws of the positions of objects and terrain, the same at every call."""
    things, doubtful = tuple(things), {cause_of(part): part for part in parts if not part.exact}
    own = {one.id: own_roots(one.placement, common) for one in things}
    shared = covariance_root(common) if common is not None else np.zeros((4, 0))
    pieces = {name: covariance_root(part.covariance) for name, part in doubtful.items()}
    heads = {one.id: one.head_sigma for one in things if isinstance(one, Operative)}
    widths = [shared.shape[1], *(root.shape[1] for root in (*own.values(), *pieces.values()))]
    unsure = [name for name, sigma in heads.items() if sigma]
    spread = sobol_normals(count, sum(widths) + len(unsure))
    columns = iter(np.split(spread, np.cumsum([*widths, *([1] * len(unsure))])[:-1], axis=1))
    alike = next(columns) @ shared.T
    exact = {one.id: not one.placement.covariance.any() for one in things}
    shifts = {name: next(columns) @ root.T + (0.0 if exact[name] else alike) for name, root in own.items()}
    return SampledPositions(
        {name: np.asarray(shift) for name, shift in shifts.items()},
        pieces={name: next(columns) @ root.T for name, root in pieces.items()},
        heads={
            name: next(columns)[:, 0] * sigma if name in unsure else np.zeros(count) for name, sigma in heads.items()
        },
    )


def moved(part: Part, shift: Array) -> Part:
    """Return a part shifted by (x, y, z) and turned about its pivot by an angle in degrees."""
    dx, dy, dz, turn = shift.tolist()
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    px, py = part.pivot
    outline = tuple(
        (px + dx + (x - px) * cos - (y - py) * sin, py + dy + (x - px) * sin + (y - py) * cos) for x, y in part.outline
    )
    return replace(
        part, outline=outline, bottom=part.bottom + dz, top=part.top + dz, covariance=EXACT, pivot=(px + dx, py + dy)
    )


def max_sigmas(things: Iterable[Thing], parts: Iterable[Part]) -> tuple[float, float]:
    """Return the horizontal and the vertical standard deviation of objects and terrain, inches (an upper bound)."""
    (level, upright), (aside, up) = max_thing_sigmas(things), max_terrain_sigmas(parts)
    return level + aside, upright + up


def max_thing_sigmas(things: Iterable[Thing]) -> tuple[float, float]:
    """Return the same for objects only."""
    level = upright = 0.0
    for one in things:
        where = one.placement
        if where.exact and (isinstance(one, Marker) or not one.head_sigma):
            continue
        turn = 0.0 if isinstance(one, Marker) or one.shape.is_round else math.radians(math.sqrt(where.covariance[3, 3]))
        level = max(level, where.sigma + turn * one.base.radius)
        head = 0.0 if isinstance(one, Marker) else one.head_sigma
        upright = max(upright, math.hypot(math.sqrt(where.covariance[2, 2]), head))
    return level, upright


def max_terrain_sigmas(parts: Iterable[Part]) -> tuple[float, float]:
    """Return the same for terrain only."""
    off = [part for part in parts if not part.exact]
    if not off:
        return 0.0, 0.0
    lever = max(max(math.dist(part.pivot, corner) for corner in part.outline) for part in off)
    turn = max(math.radians(math.sqrt(part.covariance[3, 3])) for part in off)
    level = max(math.sqrt(np.linalg.eigvalsh(part.covariance[:2, :2])[-1]) for part in off) + turn * lever
    return level, max(math.sqrt(part.covariance[2, 2]) for part in off)
