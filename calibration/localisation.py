"""Where everything stands: terrain from its tags, then operatives and markers on the surface that is under them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from calibration.board_pose import Registration
from calibration.catalogue import Catalogue, MarkerEntry, OperativeEntry, TerrainEntry, ThingTag
from calibration.level_doubt import HIDDEN_COST, Trial, with_doubt, worth_a_try
from calibration.pose_fit import Fit, fit_pose, fit_raised
from calibration.rig import CameraModel
from calibration.sighting import RimSighting, TagSighting
from calibration.tag_geometry import Pose2D
from calibration.tolerance import Tolerance
from geometry.base import MM_PER_INCH
from geometry.placement import Level, Placement

Array = NDArray[np.float64]

Look = Callable[[Fit], RimSighting | None]
SeenTags = Sequence[tuple[ThingTag, TagSighting]]

FLOOR = "floor"

RIVAL_MARGIN = 6.0
"""Two levels whose misfits (in chi-square) are closer than this cannot be told apart."""

ALARM_CHI2 = 25.0
"""Level misfit above which the tag's own size contradicts every surface: the thing is lifted, tilted or not its own."""

SEARCH_MM = 30.0
"""How much farther off than perspective explains a surface may be and still be tried as the level."""

_NOT_VANTAGE = 4.0
_LEAST_OFF_MM = 5.0
_FINEST_OUTLINE_MM = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class LocatedThing:
    """Where one thing stands and on what.

    `level` is "floor" or the terrain part it stands on, which need not be seen. `rival_levels` fit nearly as well.
    `off_surface_mm` is how much higher than the level its tags look when that is more than errors explain, else None.
    `hanging_mm` is how far the base reaches over the edge of its level.
    """

    id: str
    placement: Placement
    level: str = FLOOR
    rival_levels: tuple[str, ...] = ()
    off_surface_mm: float | None = None
    hanging_mm: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A terrain part where it stands: its outline in board mm, bottom and top."""

    entry: TerrainEntry
    outline: Polygon
    bottom_mm: float
    top_mm: float

    @classmethod
    def standing(cls, entry: TerrainEntry, pose: Pose2D) -> Surface:
        """Return the part of the catalogue at a pose."""
        corners = np.column_stack([np.asarray(entry.footprint_mm), np.zeros(len(entry.footprint_mm))])
        bottom, top = entry.z_mm
        return cls(entry, Polygon(pose.carry(corners)[:, :2]), pose.z + bottom, pose.z + top)

    @classmethod
    def at(cls, entry: TerrainEntry, placement: Placement) -> Surface:
        """Return the part of the catalogue at a placement."""
        scale = MM_PER_INCH
        angle = float(np.radians(placement.rotation_deg))
        return cls.standing(entry, Pose2D(placement.x * scale, placement.y * scale, placement.z * scale, angle))

    def depth_mm(self, x_mm: float, y_mm: float) -> float:
        """Return how far inside the outline a point is; negative outside."""
        return float(self.depths_mm(np.array([[x_mm, y_mm]]))[0])

    def depths_mm(self, points_mm: Array) -> Array:
        """Return the same for points (n, 2), each (n,)."""
        points = shapely.points(points_mm)
        edge = shapely.distance(self.outline.exterior, points)
        return np.asarray(np.where(shapely.covers(self.outline, points), edge, -edge))


def placement_of(thing: str, fit: Fit, tags: tuple[int, ...]) -> Placement:
    """Return a fit in millimetres and radians as a placement in inches and degrees."""
    scale = np.array([1 / MM_PER_INCH] * 3 + [float(np.degrees(1))])
    pose = fit.pose
    covariance = fit.covariance * np.outer(scale, scale)
    return Placement(
        thing,
        pose.x / MM_PER_INCH,
        pose.y / MM_PER_INCH,
        pose.z / MM_PER_INCH,
        float(np.degrees(np.arctan2(np.sin(pose.angle), np.cos(pose.angle)))),
        (covariance + covariance.T) / 2,
        tags,
        fit.mount / MM_PER_INCH**2,
        tuple(_level(pose.z, p, away) for p, away in fit.levels),
    )


def _level(z_mm: float, p: float, away: Array) -> Level:
    dx, dy, dz, turn = (float(value) for value in away)
    return Level(dx / MM_PER_INCH, dy / MM_PER_INCH, (z_mm + dz) / MM_PER_INCH, p, float(np.degrees(turn)))


def place_terrain(
    camera: CameraModel,
    registration: Registration,
    catalogue: Catalogue,
    sightings: Mapping[int, TagSighting],
    tolerance: Tolerance,
) -> tuple[dict[str, LocatedThing], dict[str, Surface]]:
    """Return every terrain part of a piece with a seen tag, located on the floor, and its surface.

    A piece whose tags look off the floor says so once, at its first part.
    """
    located: dict[str, LocatedThing] = {}
    surfaces: dict[str, Surface] = {}
    for parts in catalogue.pieces.values():
        tags = [(tag, sightings[tag.id]) for part in parts for tag in part.tags if tag.id in sightings]
        if not tags:
            continue
        fit = fit_pose(camera, registration, tags, 0.0, tolerance)
        seen = tuple(tag.id for tag, _ in tags)
        off = _off_surface(camera, registration, tags, fit, fit.chi2 - fit.dof, tolerance)
        for index, part in enumerate(parts):
            placement = placement_of(part.id, fit, seen)
            located[part.id] = LocatedThing(part.id, placement, off_surface_mm=off if index == 0 else None)
            surfaces[part.id] = Surface.standing(part, fit.pose)
    return located, surfaces


def try_levels(
    camera: CameraModel,
    registration: Registration,
    thing: OperativeEntry | MarkerEntry,
    tags: SeenTags,
    surfaces: Mapping[str, Surface],
    tolerance: Tolerance,
    hidden: Mapping[str, float] | None = None,
) -> tuple[Trial, ...]:
    """Return the levels that an operative or marker may stand on by its tags, the cheapest first.

    Every surface that perspective could bring under it is tried. A trial costs its tags' misfit (apparent size and
    spacing against the height), what its centre lies outside that surface, and what its base would be inside solid
    terrain. `hidden` are the tops (mm) of terrain that is not seen: they are tried where the tags' size speaks for
    them.
    """
    half_axes = _half_axes(thing)
    on_floor = fit_pose(camera, registration, tags, 0.0, tolerance)
    near = {
        name: surface
        for name, surface in surfaces.items()
        if surface.depth_mm(on_floor.pose.x, on_floor.pose.y)
        > -(half_axes[0] + _shift_mm(registration, on_floor.pose, surface.top_mm) + SEARCH_MM)
    }
    fits = {0.0: on_floor}
    trials: list[Trial] = []

    def attempt(level: str, height: float, *, unseen: bool) -> None:
        if height not in fits:
            fits[height] = fit_pose(camera, registration, tags, height, tolerance)
        fit = fits[height]
        off_edge = _off_edge(fit.pose, level, surfaces, tolerance)
        cost = fit.chi2 + off_edge + _contradiction(fit.pose, level, half_axes[1], surfaces, tolerance)
        trials.append(Trial(cost + HIDDEN_COST if unseen else cost, level, fit, unseen, off_edge))

    for level, height in ({FLOOR: 0.0} | {name: surface.top_mm for name, surface in near.items()}).items():
        attempt(level, height, unseen=False)
    for level, height in worth_a_try(on_floor, min(trial.cost for trial in trials), hidden or {}).items():
        attempt(level, height, unseen=True)
    return tuple(sorted(trials, key=lambda trial: trial.cost))


def place_standing(
    camera: CameraModel,
    registration: Registration,
    thing: OperativeEntry | MarkerEntry,
    tags: SeenTags,
    surfaces: Mapping[str, Surface],
    tolerance: Tolerance,
    look: Look | None = None,
    hidden: Mapping[str, float] | None = None,
    trials: Sequence[Trial] | None = None,
) -> LocatedThing:
    """Return where an operative or marker stands: on the surface that is under the place its tags then give.

    The cheapest of the `trials` is the level: those of `try_levels` for the very same, unless they are given. What
    other levels would make of the place goes into its covariance.
    `look`, given the fit there, may return the base's own rim, which is then fitted too.
    """
    if trials is None:
        trials = try_levels(camera, registration, thing, tags, surfaces, tolerance, hidden)
    best = trials[0]
    level, fit = best.level, best.fit
    if look is not None:
        rim = look(fit)
        fit = fit if rim is None else fit_pose(camera, registration, tags, fit.pose.z, tolerance, rim)
    fit = with_doubt(fit, trials, lambda level: fit_raised(camera, registration, tags, level, tolerance))
    rivals = tuple(trial.level for trial in trials[1:] if trial.cost - best.cost < RIVAL_MARGIN)
    return LocatedThing(
        thing.id,
        placement_of(thing.id, fit, tuple(tag.id for tag, _ in tags)),
        level,
        rivals,
        _off_surface(camera, registration, tags, best.fit, (fit.raise_mm / fit.raise_sigma_mm) ** 2, tolerance),
        _hanging(fit.pose, level, _half_axes(thing), surfaces),
    )


def _half_axes(thing: OperativeEntry | MarkerEntry) -> tuple[float, float]:
    return thing.half_axes_mm if isinstance(thing, OperativeEntry) else (thing.diameter_mm / 2, thing.diameter_mm / 2)


def _shift_mm(registration: Registration, pose: Pose2D, height_mm: float) -> float:
    """Return how far the same tags move towards the point under the camera when they are thought so high, mm."""
    x, y, above = registration.pose.camera_mm
    share = height_mm / max(above - height_mm, 1.0)
    return float(abs(share) * np.hypot(pose.x - x, pose.y - y))


def _off_surface(
    camera: CameraModel,
    registration: Registration,
    tags: SeenTags,
    fit: Fit,
    chi2: float,
    tolerance: Tolerance,
) -> float | None:
    """Return how much higher than a fit its tags look, mm; None where errors of their size explain it."""
    if chi2 <= ALARM_CHI2 or abs(fit.raise_mm) <= _LEAST_OFF_MM:
        return None
    return fit_raised(camera, registration, tags, fit, tolerance).pose.z - fit.pose.z


def _off_edge(pose: Pose2D, level: str, surfaces: Mapping[str, Surface], tolerance: Tolerance) -> float:
    """Return, in chi-square, how much a centre at this pose contradicts the outline of the level under it."""
    if level not in surfaces:
        return 0.0
    outside = max(0.0, -surfaces[level].depth_mm(pose.x, pose.y))
    return float((outside / max(tolerance.outline_mm, _FINEST_OUTLINE_MM)) ** 2)


def _contradiction(
    pose: Pose2D, level: str, radius_mm: float, surfaces: Mapping[str, Surface], tolerance: Tolerance
) -> float:
    """Return, in chi-square, how much a base at this pose contradicts the terrain that it would be inside of."""
    cost = 0.0
    for name, surface in surfaces.items():
        if name == level:
            cost += 0.0 if surface.entry.vantage else _NOT_VANTAGE
        elif surface.bottom_mm - 1 < pose.z < surface.top_mm - 1:
            depth = surface.depth_mm(pose.x, pose.y)
            inside = max(0.0, radius_mm + depth) if depth > -radius_mm else 0.0
            cost += (inside / max(tolerance.outline_mm, _FINEST_OUTLINE_MM)) ** 2
    return cost


def _hanging(pose: Pose2D, level: str, half_axes: tuple[float, float], surfaces: Mapping[str, Surface]) -> float:
    """Return how far the base reaches over the edge of what it stands on, mm."""
    if level not in surfaces:
        return 0.0
    round_ = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    rim = np.column_stack([half_axes[0] * np.cos(round_), half_axes[1] * np.sin(round_), np.zeros(72)])
    top = surfaces[level]
    level_with = [s for s in surfaces.values() if abs(s.top_mm - top.top_mm) < 1]
    outside = [-surface.depths_mm(pose.carry(rim)[:, :2]) for surface in level_with]
    return max(0.0, float(np.min(outside, axis=0).max()))
