"""Localisation: terrain, then operatives and markers on their surfaces, alternative levels, common errors, doors."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from calibration.catalogue import Catalogue, LeafEntry, MarkerEntry, OperativeEntry, TerrainEntry
from calibration.errors import CalibrationError
from calibration.pose import displacement
from calibration.pose.board_pose import Registration
from calibration.pose.displacement import Displacement, Uncertainty, displacements
from calibration.pose.pose_fit import PoseFit, SeenTags, fit_pose
from calibration.rig import CameraModel, project_with_jacobians, unproject
from calibration.tag_geometry import Pose2D, corners_in_object_frame
from calibration.tags import RimSighting, TagSighting, Tolerance
from geometry.base import MM_PER_INCH
from geometry.contributions import Cause
from geometry.placement import LevelHypothesis, Placement

Array = NDArray[np.float64]

HIDDEN_COST = 6.0
"""Cost, in chi-square, of the assumption that a thing is on terrain that is not visible."""

HIDDEN_DOUBT = 3.5
"""The same if another level is chosen: the use of hidden terrain is unknown, so stay uncertain rather than
overconfident.
"""

HIDDEN_REACH = 30.0
"""Cost above the best level's, by the tags' size, up to which a hidden surface is tried."""

PROBABLE = 1e-3
"""Least probability of an alternative that counts."""

UNCERTAIN = 0.5
"""Probability that the tags are displaced above which a place is uncertain."""

REACH = 2 * math.log(1 / PROBABLE)
"""Cost above the best at which an alternative is not probable any more."""

_SAME_MM = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class LevelTrial:
    """A level that was tried: its name, the fit there, and its `cost`, in chi-square.

    `off_edge` is the part of the cost caused by a centre outside the level's outline. `hidden`: the level is terrain
    that is not visible. Raises `CalibrationError` for a cost that is not finite, because comparisons would treat it as
    certain.
    """

    cost: float
    level: str
    fit: PoseFit
    hidden: bool = False
    off_edge: float = 0.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.cost) and math.isfinite(self.off_edge)):
            raise CalibrationError("board-level-not-finite", level=self.level, cost=self.cost)

    @property
    def doubted(self) -> float:
        """Cost as an alternative to the chosen level."""
        return self.cost - (HIDDEN_COST - HIDDEN_DOUBT if self.hidden else 0.0)


def untagged_tops(catalogue: Catalogue, seen: Mapping[str, object]) -> dict[str, float]:
    """Return the tops, mm above the floor, of terrain parts with tags whose piece is not among the seen ones.

    One part is returned for each height.
    """
    tops: dict[str, float] = {}
    for parts in catalogue.pieces.values():
        if any(part.tags for part in parts) and not any(part.id in seen for part in parts):
            for part in parts:
                if all(abs(part.z_mm[1] - top) > _SAME_MM for top in tops.values()):
                    tops[part.id] = part.z_mm[1]
    return tops


def plausible_levels(on_floor: PoseFit, cost: float, tops: Mapping[str, float]) -> dict[str, float]:
    """Return the hidden tops that the tags' apparent size does not exclude.

    `cost` is that of the best visible level.
    """
    free = on_floor.chi2 - (on_floor.raise_mm / on_floor.raise_sigma_mm) ** 2
    return {
        name: top
        for name, top in tops.items()
        if free + ((top - on_floor.raise_mm) / on_floor.raise_sigma_mm) ** 2 + HIDDEN_COST < cost + HIDDEN_REACH
    }


def add_alternatives(fit: PoseFit, trials: Sequence[LevelTrial], displaced: Sequence[Displacement]) -> PoseFit:
    """Return a fit whose covariance and `levels` include all else that the tags may mean.

    `trials` begin with the fit's own level, and the costs of `displaced` are on the same scale. Probabilities follow
    from the costs.
    """
    own = trials[0]
    doubt = np.zeros((4, 4))
    others = [(trial.fit, doubt) for trial in trials[1:]] + [(one.fit, one.fit.covariance) for one in displaced]
    levels: list[tuple[float, Array]] = []
    errors = dict(fit.errors)
    for number, (p, (other, own_spread)) in enumerate(zip(probabilities(trials, displaced)[1:], others, strict=True)):
        if p > PROBABLE:
            away = _apart(other, own.fit)
            more = p * (np.outer(away, away) + own_spread)
            doubt = doubt + more
            cause = Cause.LEVEL if number + 1 < len(trials) else Cause.MOUNTING
            errors[cause] = errors.get(cause, 0.0) + more
            if abs(away[2]) > _SAME_MM:
                levels.append((p, away))
    return replace(fit, covariance=fit.covariance + doubt, levels=tuple(levels), errors=errors)


def probabilities(trials: Sequence[LevelTrial], displaced: Sequence[Displacement]) -> list[float]:
    """Return the probability of each level and then of each displacement; costs may differ by any amount."""
    own = trials[0].cost
    costs = [own, *(max(trial.doubted, own) for trial in trials[1:]), *(one.cost for one in displaced)]
    logs = -np.array(costs) / 2
    weights = np.exp(logs - logs.max())
    return [float(p) for p in weights / weights.sum()]


def uncertainty(
    camera_mm: float, trials: Sequence[LevelTrial], displaced: Sequence[Displacement]
) -> Uncertainty | None:
    """Return the reason why a place is uncertain, None if the tags more probably are where the catalogue says.

    `camera_mm` is the height of the camera above the board.
    """
    p = probabilities(trials, displaced)[len(trials) :]
    if sum(p) <= UNCERTAIN:
        return None
    by_cause = {
        cause: sum(q for q, one in zip(p, displaced, strict=True) if one.cause is cause) for cause in displacement.Cause
    }
    cause = max(by_cause, key=lambda each: by_cause[each])
    stands = trials[0].fit
    held = (one.fit.pose.z - stands.pose.z for one in displaced if one.cause is displacement.Cause.LIFTED)
    raise_mm, above_mm = next(held, stands.raise_mm), camera_mm - stands.pose.z
    tilts = [(q, one.tilt_deg) for q, one in zip(p, displaced, strict=True) if one.cause is cause]
    return Uncertainty(cause, raise_mm, above_mm / max(above_mm - raise_mm, 1.0), max(tilts)[1])


def displaced_by(
    camera: CameraModel,
    registration: Registration,
    half_axes_mm: tuple[float, float],
    tags: SeenTags,
    trials: Sequence[LevelTrial],
    tolerance: Tolerance,
) -> tuple[Displacement, ...]:
    """Return the displacements of a thing's tags that may be probable; their costs are on the scale of the trials'."""
    found: list[Displacement] = []
    best = trials[0]
    for trial in trials:
        beside_tags = trial.cost - trial.fit.chi2
        spare = best.cost + REACH - best.fit.chi2 - (beside_tags - trial.off_edge)
        for one in displacements(camera, registration, tags, half_axes_mm, trial.fit, tolerance, spare, plain=best.fit):
            on_level = best.fit.chi2 + beside_tags - (trial.off_edge if one.cause is displacement.Cause.LIFTED else 0.0)
            found.append(replace(one, cost=on_level + one.cost))
    return tuple(found)


def _apart(one: PoseFit, other: PoseFit) -> Array:
    turn = (one.pose.angle - other.pose.angle + np.pi) % (2 * np.pi) - np.pi
    return np.array([one.pose.x - other.pose.x, one.pose.y - other.pose.y, one.pose.z - other.pose.z, turn])


RimObserver = Callable[[PoseFit], RimSighting | None]

FLOOR_LEVEL = "floor"

RIVAL_MARGIN = 6.0
"""Difference in misfit (chi-square) below which two levels cannot be distinguished."""

SEARCH_MM = 30.0
"""Distance of a surface, beyond what perspective explains, up to which it is tried as the level."""

_NOT_VANTAGE = 4.0
_FINEST_OUTLINE_MM = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class LocatedThing:
    """Placement of one thing and its level.

    - `level`: "floor" or the terrain part below, which need not be visible.
    - `rival_levels`: levels that fit nearly as well.
    - `uncertain`: reason why its place is uncertain, None if it is not.
    - `hanging_mm`: overhang of the base beyond the edge of its level.
    """

    id: str
    placement: Placement
    level: str = FLOOR_LEVEL
    rival_levels: tuple[str, ...] = ()
    uncertain: Uncertainty | None = None
    hanging_mm: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Terrain part at its pose: its outline in board mm, bottom and top."""

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
        """Return the distance of a point inside the outline; negative outside."""
        return float(self.depths_mm(np.array([[x_mm, y_mm]]))[0])

    def depths_mm(self, points_mm: Array) -> Array:
        """Return the same for points (n, 2), as (n,)."""
        points = shapely.points(points_mm)
        edge = shapely.distance(self.outline.exterior, points)
        return np.asarray(np.where(shapely.covers(self.outline, points), edge, -edge))


def placement_of(thing: str, fit: PoseFit, tags: tuple[int, ...]) -> Placement:
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
        tuple((cause, part * np.outer(scale, scale)) for cause, part in fit.errors.items()),
    )


def _level(z_mm: float, p: float, away: Array) -> LevelHypothesis:
    dx, dy, dz, turn = (float(value) for value in away)
    return LevelHypothesis(dx / MM_PER_INCH, dy / MM_PER_INCH, (z_mm + dz) / MM_PER_INCH, p, float(np.degrees(turn)))


def place_terrain(
    camera: CameraModel,
    registration: Registration,
    catalogue: Catalogue,
    sightings: Mapping[int, TagSighting],
    tolerance: Tolerance,
) -> tuple[dict[str, LocatedThing], dict[str, Surface]]:
    """Return every terrain part of a piece with a visible tag, located on the floor, and its surface.

    If the place of a piece is uncertain, only its first part reports it.
    """
    located: dict[str, LocatedThing] = {}
    surfaces: dict[str, Surface] = {}
    for parts in catalogue.pieces.values():
        tags = [(tag, sightings[tag.id]) for part in parts for tag in part.tags if tag.id in sightings]
        if not tags:
            continue
        fit = fit_pose(camera, registration, tags, 0.0, tolerance)
        seen = tuple(tag.id for tag, _ in tags)
        trials = (LevelTrial(fit.chi2, FLOOR_LEVEL, fit),)
        displaced = displaced_by(camera, registration, _half_extents(parts), tags, trials, tolerance)
        fit = replace(add_alternatives(fit, trials, displaced), levels=())
        doubt = uncertainty(registration.pose.camera_mm[2], trials, displaced)
        for index, part in enumerate(parts):
            placement = placement_of(part.id, fit, seen)
            located[part.id] = LocatedThing(part.id, placement, uncertain=doubt if index == 0 else None)
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
) -> tuple[LevelTrial, ...]:
    """Return the possible levels of an operative or marker by its tags, the cheapest first.

    Every surface that perspective could bring under it is tried. The cost of a trial is the misfit of the tags
    (apparent size and spacing at that height), plus the distance of the centre outside the surface, plus the overlap of
    the base with solid terrain. `hidden` are the tops (mm) of terrain that is not visible, which are tried if the tags'
    size suggests them.
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
    trials: list[LevelTrial] = []

    def attempt(level: str, height: float, *, unseen: bool) -> None:
        if height not in fits:
            fits[height] = fit_pose(camera, registration, tags, height, tolerance)
        fit = fits[height]
        off_edge = _off_edge(fit.pose, level, surfaces, tolerance)
        cost = fit.chi2 + off_edge + _contradiction(fit.pose, level, half_axes[1], surfaces, tolerance)
        trials.append(LevelTrial(cost + HIDDEN_COST if unseen else cost, level, fit, unseen, off_edge))

    for level, height in ({FLOOR_LEVEL: 0.0} | {name: surface.top_mm for name, surface in near.items()}).items():
        attempt(level, height, unseen=False)
    for level, height in plausible_levels(on_floor, min(trial.cost for trial in trials), hidden or {}).items():
        attempt(level, height, unseen=True)
    return tuple(sorted(trials, key=lambda trial: trial.cost))


def place_standing(
    camera: CameraModel,
    registration: Registration,
    thing: OperativeEntry | MarkerEntry,
    tags: SeenTags,
    surfaces: Mapping[str, Surface],
    tolerance: Tolerance,
    look: RimObserver | None = None,
    hidden: Mapping[str, float] | None = None,
    trials: Sequence[LevelTrial] | None = None,
) -> LocatedThing:
    """Return the placement of an operative or marker on its most probable surface.

    The level is the cheapest of the `trials`, which default to those of `try_levels` for the same arguments. The other
    levels' placements increase the covariance. `look`, given the fit there, may return the base's rim, which is then
    included in the fit.
    """
    if trials is None:
        trials = try_levels(camera, registration, thing, tags, surfaces, tolerance, hidden)
    best = trials[0]
    level, fit = best.level, best.fit
    if look is not None:
        rim = look(fit)
        fit = fit if rim is None else fit_pose(camera, registration, tags, fit.pose.z, tolerance, rim)
    displaced = displaced_by(camera, registration, _half_axes(thing), tags, trials, tolerance)
    fit = add_alternatives(fit, trials, displaced)
    rivals = tuple(trial.level for trial in trials[1:] if trial.cost - best.cost < RIVAL_MARGIN)
    return LocatedThing(
        thing.id,
        placement_of(thing.id, fit, tuple(tag.id for tag, _ in tags)),
        level,
        rivals,
        uncertainty(registration.pose.camera_mm[2], trials, displaced),
        _hanging(fit.pose, level, _half_axes(thing), surfaces),
    )


def _half_axes(thing: OperativeEntry | MarkerEntry) -> tuple[float, float]:
    return thing.half_axes_mm if isinstance(thing, OperativeEntry) else (thing.diameter_mm / 2, thing.diameter_mm / 2)


def _half_extents(parts: Sequence[TerrainEntry]) -> tuple[float, float]:
    corners = np.abs(np.concatenate([np.asarray(part.footprint_mm) for part in parts])).max(axis=0)
    return float(corners[0]), float(corners[1])


def _shift_mm(registration: Registration, pose: Pose2D, height_mm: float) -> float:
    """Return the shift, in mm, towards the point below the camera if the same tags are assumed at that height."""
    x, y, above = registration.pose.camera_mm
    share = height_mm / max(above - height_mm, 1.0)
    return float(abs(share) * np.hypot(pose.x - x, pose.y - y))


def _off_edge(pose: Pose2D, level: str, surfaces: Mapping[str, Surface], tolerance: Tolerance) -> float:
    """Return the cost, in chi-square, of a centre outside the outline of its level."""
    if level not in surfaces:
        return 0.0
    outside = max(0.0, -surfaces[level].depth_mm(pose.x, pose.y))
    return float((outside / max(tolerance.outline_mm, _FINEST_OUTLINE_MM)) ** 2)


def _contradiction(
    pose: Pose2D, level: str, radius_mm: float, surfaces: Mapping[str, Surface], tolerance: Tolerance
) -> float:
    """Return the cost, in chi-square, of a base that overlaps solid terrain."""
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
    """Return the overhang of the base beyond the edge of its level, mm."""
    if level not in surfaces:
        return 0.0
    round_ = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    rim = np.column_stack([half_axes[0] * np.cos(round_), half_axes[1] * np.sin(round_), np.zeros(72)])
    top = surfaces[level]
    level_with = [s for s in surfaces.values() if abs(s.top_mm - top.top_mm) < 1]
    outside = [-surface.depths_mm(pose.carry(rim)[:, :2]) for surface in level_with]
    return max(0.0, float(np.min(outside, axis=0).max()))


NEAR_MM = 6.0
"""Largest distance of a leaf's tag from its position in a state at which the leaf is in that state."""


class DoorState(StrEnum):
    """State of a leaf. `AJAR` is neither: the leaf is ajar, or the catalogue's positions are wrong."""

    OPEN = "open"
    CLOSED = "closed"
    AJAR = "between"


def door_states(
    camera: CameraModel,
    registration: Registration,
    catalogue: Catalogue,
    terrain: Mapping[str, LocatedThing],
    seen: Mapping[int, TagSighting],
) -> dict[str, DoorState]:
    """Return the state of the leaves of every located terrain part, by the part's id, if a tag of them is visible.

    A part with several leaves is open or closed if all visible ones are, otherwise in between.
    """
    states = {}
    for part in catalogue.terrain:
        if part.id not in terrain:
            continue
        place = terrain[part.id].placement
        pose = Pose2D(
            place.x * MM_PER_INCH, place.y * MM_PER_INCH, place.z * MM_PER_INCH, float(np.radians(place.rotation_deg))
        )
        each = {
            _state(camera, registration, pose, leaf, seen[leaf.tag_id]) for leaf in part.leaves if leaf.tag_id in seen
        }
        if each:
            states[part.id] = each.pop() if len(each) == 1 else DoorState.AJAR
    return states


def _state(
    camera: CameraModel, registration: Registration, pose: Pose2D, leaf: LeafEntry, sighting: TagSighting
) -> DoorState:
    """Return the state whose tag is nearest to the seen one, by its corners at that state's height."""
    misses = {}
    for state in (DoorState.OPEN, DoorState.CLOSED):
        corners = pose.carry(corners_in_object_frame(leaf.tag_at("open" if state is DoorState.OPEN else "closed")))
        found = unproject(camera, registration.pose, sighting.corners_px, corners[:, 2])
        misses[state] = float(np.sqrt(np.mean(np.sum((found - corners[:, :2]) ** 2, axis=1))))
    nearest = min(misses, key=lambda state: misses[state])
    return nearest if misses[nearest] <= NEAR_MM else DoorState.AJAR


def shared_shifts(camera: CameraModel, registration: Registration, places_mm: Array) -> Array:
    """Return the shifts of all places by each independent common cause at one sigma, (n, 2, k) mm."""
    camera, pose = registration.measured_by(camera)
    _, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, places_mm)
    back = np.linalg.inv(by_point[:, :, :2])
    misfit = registration.misfit
    by_intrinsics = registration.pose_by_intrinsics if misfit is None else misfit.pose_by_intrinsics
    causes = []
    if pose.covariance is not None:
        causes.append(back @ by_pose @ _root(pose.covariance))
    if camera.covariance is not None:
        causes.append(back @ (by_lens + by_pose @ by_intrinsics) @ _root(camera.covariance))
    return np.concatenate(causes, axis=2) if causes else np.zeros((len(places_mm), 2, 0))


def common_variance(shifts: Array) -> float:
    """Return the variance of x and of y that all places certainly have in common, square mm.

    It is the smallest covariance that any two places share in any direction. Any further covariance of two places
    counts as independent, so that the error of a distance is never underestimated. Zero if the causes move any two
    places relative to each other: opposite errors count as independent.
    """
    if not shifts.size:
        return 0.0
    shared = np.einsum("iak,jbk->ijab", shifts, shifts)
    least = np.linalg.eigvalsh((shared + shared.transpose(0, 1, 3, 2)) / 2)[..., 0]
    return max(0.0, float(least.min()))


def _root(covariance: Array) -> Array:
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    return np.asarray(vectors * np.sqrt(np.clip(values, 0.0, None)))
