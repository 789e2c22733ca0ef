"""The outline of a box that somebody touched in the picture: a proposal to take, to correct or to draw over.

What is looked for is the rectangle of its top edge. Tags that lie on the top say how it is turned and, where nobody
measured it, how high it is; without tags the edges about the touched point say how it may be turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose.pose_fit import tag_height_mm
from calibration.rig import BoardPose, CameraModel, unproject
from calibration.tags import TagSighting
from vision.outline_fit import fit_box
from vision.outline_search import REACH_MM, Clues, Patch, best_box

Array = NDArray[np.float64]
Single = NDArray[np.float32]

SizedTag = tuple[TagSighting, float]
"""A tag that was seen and the side of its black square, mm."""

NEAR_TOP_MM = 8.0
WELL_BELOW_MM = 12.0
"""How far from a top's height a tag may look and be on it; and how far below it one surely lies lower."""

SAME_TURN = np.radians(1.0)
MOST_TURNS = 3
MOST_NEAR = 4
TRIED_MM = (10.0, 22.0, 34.0, 46.0, 58.0, 72.0, 88.0, 104.0, 124.0)
"""Heights that are tried where neither a tag nor a person says how high the top is."""

_SQUARE = np.pi / 2
_WHITE, _AROUND = 1.42, 2.1


@dataclass(frozen=True, slots=True, eq=False)
class ProposedOutline:
    """A rectangle at the height `top_mm`: corners (4, 2) in board mm, counter-clockwise from above.

    `height_known` says whether that height was given, or measured by tags on the top (`height_sigma_mm`); otherwise
    it is the one that the picture fits best. `sigma_mm` is how well the edges agree, `support` the share of the
    outline that shows an edge.
    """

    corners_mm: Array
    top_mm: float
    height_known: bool
    height_sigma_mm: float
    sigma_mm: float
    support: float


@dataclass(frozen=True, slots=True, eq=False)
class _Tag:
    corners_px: Array
    height_mm: float
    sigma_mm: float

    def on(self, top_mm: float) -> bool:
        return abs(self.height_mm - top_mm) < max(NEAR_TOP_MM, 3 * self.sigma_mm)

    def below(self, top_mm: float) -> bool:
        return self.height_mm < top_mm - max(WELL_BELOW_MM, 4 * self.sigma_mm)


def propose_outline(
    image: NDArray[np.uint8],
    camera: CameraModel,
    pose: BoardPose,
    at_px: tuple[float, float],
    *,
    top_mm: float | None = None,
    tags: Sequence[SizedTag] = (),
) -> ProposedOutline | None:
    """Return the outline of the box whose top shows at a pixel of a grey or BGR picture, None where none is found.

    `top_mm` is its height where somebody measured it. `tags` are all that were seen, with their sizes, whatever they
    are on. Raises `RigError` when the picture is of another size than the camera's.
    """
    camera.require_size((image.shape[1], image.shape[0]))
    view = _View(
        _look(image),
        camera,
        pose,
        np.array(at_px, dtype=np.float64),
        tuple(_Tag(sighting.corners_px, *tag_height_mm(camera, pose, sighting, size)) for sighting, size in tags),
    )
    if top_mm is not None:
        found = _try(view, top_mm)
        return None if found is None else _fitted(view, found, top_mm, known=True, sigma_mm=0.0)
    tries = [found for height in _heights_by_tags(view) if (found := _try(view, height)) is not None]
    best = max(tries, key=lambda one: one.worth, default=None)
    if best is not None:
        heights = [tag for tag in view.tags if tag.on(best.top_mm) and _holds(view, best, tag)]
        if heights:
            weight = np.array([1 / tag.sigma_mm**2 for tag in heights])
            level = float(weight @ [tag.height_mm for tag in heights] / weight.sum())
            return _fitted(view, best, level, known=True, sigma_mm=float(weight.sum() ** -0.5))
    tries += [found for height in TRIED_MM if (found := _try(view, height)) is not None]
    best = max(tries, key=lambda one: one.worth, default=None)
    if best is None:
        return None
    return _fitted(view, best, best.top_mm, known=False, sigma_mm=float(np.diff(TRIED_MM).max()) / 2)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """The picture in L*a*b*, its camera, the touched pixel, and what tags are in it."""

    look: Single
    camera: CameraModel
    pose: BoardPose
    at_px: Array
    tags: tuple[_Tag, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Try:
    """What was found at one height: what it is worth, its corners in board mm at that height, what hides edges."""

    worth: float
    corners_mm: Array
    top_mm: float
    hidden: NDArray[np.uint8]


def _look(image: NDArray[np.uint8]) -> Single:
    colour = image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    soft = cv2.GaussianBlur(colour, (0, 0), 0.7).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), dtype=np.float32)


def _heights_by_tags(view: _View) -> list[float]:
    """Return the heights at which the tags nearest to the touched pixel lie, the nearest first, each once."""
    near = sorted(view.tags, key=lambda tag: float(np.linalg.norm(tag.corners_px.mean(axis=0) - view.at_px)))
    heights: list[float] = []
    for tag in near[:MOST_NEAR]:
        if tag.height_mm > NEAR_TOP_MM and all(abs(tag.height_mm - one) > NEAR_TOP_MM for one in heights):
            heights.append(tag.height_mm)
    return heights


def _try(view: _View, top_mm: float) -> _Try | None:
    """Return the best rectangle at a height over all turns that it may have."""
    centre = unproject(view.camera, view.pose, view.at_px[None], top_mm)[0]
    clues, turns = _clues(view, top_mm, centre)
    best: _Try | None = None
    for turn in turns or _turns_of_edges(view, clues, centre, top_mm):
        patch = Patch.of(view.look, clues, view.camera, view.pose, centre, top_mm, turn)
        found = best_box(patch)
        if found is not None and (best is None or found.worth > best.worth):
            best = _Try(found.worth, patch.corners_mm(found.box), top_mm, clues.tags)
    return best


def _clues(view: _View, top_mm: float, centre_mm: Array) -> tuple[Clues, list[float]]:
    """Return what tags say of the picture at that height, and how those on the top are turned, modulo a quarter."""
    tags, below, on_top, around = (np.zeros(view.look.shape[:2], np.uint8) for _ in range(4))
    turns: list[float] = []
    for tag in view.tags:
        middle = tag.corners_px.mean(axis=0)

        def paint(mask: NDArray[np.uint8], scale: float, tag: _Tag = tag, middle: Array = middle) -> None:
            cv2.fillConvexPoly(mask, np.round(middle + (tag.corners_px - middle) * scale).astype(np.int32), 255)

        paint(tags, _WHITE)
        if tag.below(top_mm):
            paint(below, 1.0)
        elif tag.on(top_mm):
            flat = unproject(view.camera, view.pose, tag.corners_px, top_mm)
            if float(np.linalg.norm(flat.mean(axis=0) - centre_mm)) < REACH_MM:
                paint(on_top, 1.0)
                paint(around, _AROUND)
                turn = float(np.arctan2(*(flat[1] - flat[0])[::-1]))
                if all(abs(_wrapped(turn - other)) > SAME_TURN for other in turns):
                    turns.append(_wrapped(turn))
    return Clues(tags, below, on_top, around), turns


def _wrapped(angle: float) -> float:
    """Return an angle modulo a quarter turn, from minus to plus an eighth."""
    return float((angle + _SQUARE / 2) % _SQUARE - _SQUARE / 2)


def _turns_of_edges(view: _View, clues: Clues, centre_mm: Array, top_mm: float) -> list[float]:
    """Return the turns modulo a quarter that most edges about the touched point have, the commonest first."""
    patch = Patch.of(view.look, clues, view.camera, view.pose, centre_mm, top_mm, 0.0)
    x, y = (cv2.Sobel(patch.look[..., 0], cv2.CV_32F, *order, ksize=5) for order in ((1, 0), (0, 1)))
    strength = np.where(patch.tags, 0, np.hypot(x, y))
    strength = np.maximum(strength - np.percentile(strength, 85), 0)
    angles = (np.arctan2(y, x) % _SQUARE) / _SQUARE
    bins = 90
    tally = np.bincount((angles * bins).astype(int).ravel() % bins, strength.ravel(), bins)
    smooth = np.convolve(np.concatenate([tally[-2:], tally, tally[:2]]), np.array([1, 2, 3, 2, 1]) / 9, "valid")
    peaks = [k for k in range(bins) if smooth[k] >= smooth[k - 1] and smooth[k] > smooth[(k + 1) % bins]]
    peaks.sort(key=lambda k: -float(smooth[k]))
    return [_wrapped((k + 0.5) / bins * _SQUARE) for k in peaks[:MOST_TURNS]]


def _holds(view: _View, found: _Try, tag: _Tag) -> bool:
    """Return whether a tag's middle lies in what was found."""
    at = unproject(view.camera, view.pose, tag.corners_px, found.top_mm).mean(axis=0)
    inside = cv2.pointPolygonTest(found.corners_mm.astype(np.float32), (float(at[0]), float(at[1])), False)
    return bool(inside > 0)


def _fitted(view: _View, found: _Try, top_mm: float, *, known: bool, sigma_mm: float) -> ProposedOutline:
    """Return what was found at one height, fitted to its edges and said at the height that it has."""
    eye = view.pose.camera_mm
    scale = (eye[2] - top_mm) / (eye[2] - found.top_mm)
    corners = eye[:2] + (found.corners_mm - eye[:2]) * scale
    box = fit_box(view.look, found.hidden, view.camera, view.pose, top_mm, corners)
    return ProposedOutline(box.corners_mm, top_mm, known, sigma_mm, box.sigma_mm, box.support)
