"""Base rim: the position of a base from its outline in the image, independent of the miniature on it and of its tag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project, project_with_jacobians
from calibration.tag_geometry import Pose2D
from calibration.tags import RimSighting
from vision.intensity import ResponseCurve, largest
from vision.tags.tag_model import SHARP, Blur

Array = NDArray[np.float64]
Single = NDArray[np.float32]

RADIUS_SIGMA_MM = 0.15
"""Deviation of a base's real outline from its nominal size: mould, paint and blur of the edge."""

FLOOR_SIGMA_MM = 0.12
"""Errors outside the rim's model: shadows along it, flock, the miniature's own feet."""

BLURRED = 0.4
"""Deviation of a blurred outline, as a share of the blur's standard deviation: edges beside it bleed into it."""

BASE_HEIGHT_MM = 3.7
HEIGHT_SIGMA_MM = 0.35
"""Usual thickness of a base and its spread. In an oblique view, the edge of its top is farther from the camera's foot
point than that of its foot, by a millimetre at the board's far corner.
"""

PROFILES = ((0.0, 1.0), (1.0, 1.0), (0.0, 0.0))
"""Visible edge, as a share of the base's height, on the side near the camera's foot point and on the far one: foot and
top (upright sides, painted like the top), top all around (dark sides), foot all around (sloping sides).
"""

MIN_ARC = 0.12
"""Least share of the whole outline with an edge."""

FEWEST = 6
"""Least number of outline points with an edge."""

MAX_SURPRISE = 9.0
"""Largest chi-square of a rim's position and size."""

ARC_WORTH = 12.0
"""Bonus, in chi-square, for e times more of the outline, when two outlines compete."""

REMEMBERED = 12.0
"""Number of bases per team whose profiles are remembered."""

_STEP_PX = 0.3
_SOFT_PX = 2.5
_CORRELATED = 4.0


class RimProfileOdds:
    """Edge profiles of each team's bases so far: the bases of one team are usually painted the same way.

    `blur` is that of the image to be searched.
    """

    def __init__(self, blur: Blur = SHARP) -> None:
        self.blur = blur
        self._seen: dict[str, Array] = {}

    def odds(self, team: str) -> Array:
        """Return the prior probability of each of `PROFILES` on a base of this team, (3,)."""
        tally = self._seen.get(team, np.zeros(len(PROFILES))) + 1
        return np.asarray(tally / tally.sum())

    def note(self, team: str, weights: Array) -> None:
        """Add the profile probabilities found on one base."""
        tally = self._seen.get(team, np.zeros(len(PROFILES))) + weights
        self._seen[team] = np.asarray(tally * min(1.0, REMEMBERED / float(tally.sum())))


def find_rim(
    image: NDArray[np.uint8],
    camera: CameraModel,
    pose: BoardPose,
    response: ResponseCurve,
    base_pose: Pose2D,
    half_axes_mm: tuple[float, float],
    prior_mm: Array,
    hidden: tuple[float, float] | None = None,
    odds: Array | None = None,
    soft_px: float = 0.0,
) -> tuple[RimSighting, Array] | None:
    """Return the outline of a base near `base_pose` and the weights of `PROFILES`; None if too little of it is visible.

    `prior_mm` is the covariance (2, 2) of the base pose's x, y; only edges within its reach are used. `hidden` is a
    sector (direction, half width; radians in the base's frame) covered by a tab. The edge may be the base's foot or its
    top, and darker or brighter than its surroundings. Each explanation is fitted and weighted by the share of the
    outline that agrees, the nominal size, the prior and the `odds` of the profiles; their disagreement is part of the
    covariance. `soft_px` is the standard deviation by which edges are blurrier than with a sharp lens.
    """
    outline = _Outline.around(camera, pose, base_pose, half_axes_mm, hidden)
    slant = float(np.linalg.norm(outline.outward))
    reach = 2.5 * np.sqrt(np.linalg.eigvalsh(prior_mm)[-1]) + 0.3 + slant * BASE_HEIGHT_MM
    span = reach + 3 * outline.px_mm
    offsets = np.arange(-span, span, _STEP_PX * outline.px_mm)
    slopes = _slopes(image, camera, pose, response, base_pose, outline, offsets)
    if slopes is None or outline.normals.shape[0] < 12:
        return None
    edges = np.stack([_sharp(slopes), _sharp(-slopes)])
    aside_mm = BLURRED * soft_px * outline.px_mm
    strong = max(float(np.percentile(polarity.max(axis=1), 80)) for polarity in edges) + 1e-6
    fits = _fitted(edges, strong, outline, offsets, prior_mm, aside_mm)
    found = _weighed(fits, np.ones(len(PROFILES)) if odds is None else odds)
    if found is None:
        return None
    shift, covariance, arc, weights = found
    centre = np.array([[base_pose.x + shift[0], base_pose.y + shift[1], base_pose.z]])
    pixel, _, _, by_point = project_with_jacobians(camera, pose, centre)
    turn = by_point[0, :, :2]
    return RimSighting(pixel[0], turn @ covariance @ turn.T, arc), weights


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """One explanation: the base's shift (2,) mm, its covariance, the share of the outline that agrees, and its cost."""

    profile: int
    shift: Array
    covariance: Array
    arc: float
    surprise: float
    cost: float


@dataclass(frozen=True, slots=True, eq=False)
class _Outline:
    """Sampled points of the visible outline around the centre, (n, 2) mm, with outward normals.

    `whole` is the number of points of the full outline; `outward` is the slope of the line of sight: away from the
    camera, per mm of height.
    """

    points: Array
    normals: Array
    whole: int
    px_mm: float
    outward: Array

    @classmethod
    def around(
        cls,
        camera: CameraModel,
        pose: BoardPose,
        base_pose: Pose2D,
        half_axes_mm: tuple[float, float],
        hidden: tuple[float, float] | None,
    ) -> _Outline:
        eye = pose.camera_mm
        px_mm = float(np.linalg.norm(eye - [base_pose.x, base_pose.y, base_pose.z]) / camera.camera_matrix[0, 0])
        long, short = half_axes_mm
        count = int(np.clip(np.pi * (long + short) / px_mm, 24, 240))
        around = np.arange(count) * 2 * np.pi / count
        own = np.column_stack([long * np.cos(around), short * np.sin(around)])
        own_normals = np.column_stack([short * np.cos(around), long * np.sin(around)])
        own_normals /= np.linalg.norm(own_normals, axis=1, keepdims=True)
        cos, sin = np.cos(base_pose.angle), np.sin(base_pose.angle)
        rotation = np.array([[cos, sin], [-sin, cos]])
        points, normals = own @ rotation, own_normals @ rotation
        outward = (np.array([base_pose.x, base_pose.y]) - eye[:2]) / max(eye[2] - base_pose.z, 1.0)
        use = np.ones(count, dtype=bool)
        if hidden is not None:
            direction = np.arctan2(own[:, 1], own[:, 0]) - hidden[0]
            use &= np.abs(np.angle(np.exp(1j * direction))) > hidden[1]
        return cls(points[use], normals[use], count, px_mm, outward)


def _slopes(
    image: NDArray[np.uint8],
    camera: CameraModel,
    pose: BoardPose,
    response: ResponseCurve,
    base_pose: Pose2D,
    outline: _Outline,
    offsets: Array,
) -> Single | None:
    """Return the outward gradient of each channel, (points, offsets, channels), or None outside the image."""
    flat = outline.points[:, None] + outline.normals[:, None] * offsets[None, :, None] + [base_pose.x, base_pose.y]
    heights = np.full((*flat.shape[:2], 1), base_pose.z)
    pixels = project(camera, pose, np.concatenate([flat, heights], axis=2).reshape(-1, 3))
    pixels = pixels.reshape(*flat.shape[:2], 2).astype(np.float32)
    height, width = image.shape[:2]
    if pixels.size == 0 or pixels.min() < 1 or pixels[..., 0].max() > width - 2 or pixels[..., 1].max() > height - 2:
        return None
    left, top = np.floor(pixels.reshape(-1, 2).min(axis=0)).astype(int)
    right, bottom = np.ceil(pixels.reshape(-1, 2).max(axis=0)).astype(int) + 1
    light = response.to_channels(image[top : bottom + 1, left : right + 1])
    pixels -= np.array([left, top], dtype=np.float32)
    strips = cv2.remap(light, pixels[..., 0].copy(), pixels[..., 1].copy(), cv2.INTER_LINEAR)
    smooth = cv2.GaussianBlur(strips, (0, 0), 0.6 / _STEP_PX, sigmaY=1.5, borderType=cv2.BORDER_REPLICATE)
    smooth = np.asarray(smooth, dtype=np.float32).reshape(*strips.shape[:2], -1)
    return np.asarray(np.gradient(smooth, axis=1), dtype=np.float32)


def _sharp(slopes: Single) -> Single:
    """Return the steepest rise over the channels, (points, offsets), minus the local mean, to suppress soft shadows."""
    wide = round(_SOFT_PX / _STEP_PX) * 2 + 1
    local = [cv2.blur(np.ascontiguousarray(slopes[..., k]), (wide, 1)) for k in range(slopes.shape[2])]
    return np.maximum(largest(slopes - np.stack(local, axis=-1)), np.float32(0))


def _weighed(fits: Sequence[_Found], odds: Array) -> tuple[Array, Array, float, Array] | None:
    """Return shift, covariance, arc and profile weights over all explanations, or None if none is likely."""
    likely = [fit for fit in fits if fit.surprise <= MAX_SURPRISE]
    if not likely:
        return None
    cost = np.array([fit.cost for fit in likely])
    weight = np.exp(-(cost - cost.min()) / 2) * odds[[fit.profile for fit in likely]]
    weight /= weight.sum()
    shifts = np.stack([fit.shift for fit in likely])
    shift = weight @ shifts
    apart = shifts - shift
    covariance = np.einsum("k,kij->ij", weight, np.stack([fit.covariance for fit in likely]))
    covariance += (apart * weight[:, None]).T @ apart
    arc = float(weight @ [fit.arc for fit in likely])
    by_profile = np.bincount([fit.profile for fit in likely], weight, len(PROFILES)).astype(np.float64)
    return shift, covariance, arc, by_profile


def _fitted(
    edges: Single, strong: float, outline: _Outline, offsets: Array, prior_mm: Array, aside_mm: float
) -> list[_Found]:
    """Return the outlines fitted to the edges (2 polarities, points, offsets) for each profile with enough matches."""
    radius_mm, floor_mm = (float(np.hypot(own, aside_mm)) for own in (RADIUS_SIGMA_MM, FLOOR_SIGMA_MM))
    away = outline.normals @ outline.outward
    leans = [away * np.where(away < 0, *profile) * BASE_HEIGHT_MM for profile in PROFILES]
    lean = np.stack(leans * len(edges))
    profile = np.tile(np.arange(len(PROFILES)), len(edges))
    polarity = np.repeat(np.arange(len(edges)), len(PROFILES))[:, None]
    step = offsets[1] - offsets[0]
    design = np.column_stack([outline.normals, np.ones(len(outline.normals))])
    unknown: Array = np.zeros((len(lean), 3))
    own = np.diag([1e-3, 1e-3, 1 / radius_mm**2])
    prior = np.zeros((3, 3))
    prior[:2, :2] = np.linalg.inv(prior_mm)
    rows = np.arange(len(design))
    for window_px in (1.4, 1.2, 1.0, 1.0):
        thought = np.stack([design @ one for one in unknown])
        centre = np.round((thought + lean - offsets[0]) / step).astype(int)
        half = round(window_px / _STEP_PX)
        index = np.clip(centre[..., None] + np.arange(-half, half + 1), 1, len(offsets) - 2)
        best = edges[polarity[..., None], rows[:, None], index].argmax(axis=2)
        at = np.take_along_axis(index, best[..., None], axis=2)[..., 0]
        before, peak, after = (edges[polarity, rows, at + k].astype(np.float64) for k in (-1, 0, 1))
        bend = before - 2 * peak + after
        shift = np.where(bend < 0, 0.5 * (before - after) / np.minimum(bend, -1e-9), 0)
        found = offsets[at] + np.clip(shift, -1, 1) * step - lean
        inner = (best > 0) & (best < 2 * half)
        enough = inner.sum(axis=1) >= FEWEST
        if not enough.any():
            return []
        lean, profile, polarity, found, inner, peak, thought = (
            one[enough] for one in (lean, profile, polarity, found, inner, peak, thought)
        )
        miss = found - thought
        sigma = np.maximum(1.4826 * _medians(np.abs(miss), inner), 0.05)[:, None]
        weight = inner * np.minimum(peak / strong, 1) / np.square(1 + np.square(miss / (2 * sigma)))
        loose = np.square(sigma) * _CORRELATED
        weighed = [(design * one[:, None]).T for one in weight]
        normal = np.stack([one @ design for one in weighed]) / loose[..., None] + own
        pull = np.stack([one @ each for one, each in zip(weighed, found, strict=True)]) / loose
        unknown = np.asarray(np.linalg.solve(normal + prior, pull[..., None])[..., 0], dtype=np.float64)
    arcs = weight.sum(axis=1) / outline.whole
    alone = np.linalg.solve(normal, pull[..., None])[:, :2, 0]
    slanted = outline.outward * HEIGHT_SIGMA_MM
    covariance = np.linalg.inv(normal)[:, :2, :2] + floor_mm**2 * np.eye(2) + np.outer(slanted, slanted)
    far = np.linalg.solve(covariance + prior_mm, alone[..., None])[..., 0]
    return [
        _explained(int(profile[k]), alone[k], covariance[k], arc, surprise=float(alone[k] @ far[k]) + size**2)
        for k, (arc, size) in enumerate(zip(arcs.tolist(), (unknown[:, 2] / radius_mm).tolist(), strict=True))
        if arc >= MIN_ARC
    ]


def _explained(profile: int, shift: Array, covariance: Array, arc: float, *, surprise: float) -> _Found:
    return _Found(profile, shift, covariance, arc, surprise, surprise - ARC_WORTH * float(np.log(arc)))


def _medians(values: Array, counted: NDArray[np.bool_]) -> Array:
    """Return the median of the `counted` values in each row (k, n)."""
    ordered = np.sort(np.where(counted, values, np.inf), axis=1)
    count = counted.sum(axis=1)
    low, high = (
        np.take_along_axis(ordered, middle[:, None], axis=1)[:, 0] for middle in ((count - 1) // 2, count // 2)
    )
    return np.asarray((low + high) / 2)
