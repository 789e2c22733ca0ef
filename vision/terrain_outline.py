"""Terrain outline: the rectangular top of a terrain piece at a pixel that a person touched.

The search rectifies the image around the touched point at the height of the top and rotates it, so that every candidate
is an axis-aligned rectangle of cells. The score of a side has four terms: edge strength above chance, similarity to the
top just inside, dissimilarity just outside, and, if the camera sees the wall below that side, an edge at the foot of
the wall. Each term is a sum along the side, so the best of all rectangles is found exactly without trying each one. The
winner is then fitted to its edges with sub-pixel accuracy.

Tags on the top give its rotation and, if nobody measured it, its height. Without tags, the edges around the touched
point give the possible rotations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose.pose_fit import tag_height_mm
from calibration.rig import BoardPose, CameraModel, project, unproject
from calibration.tags import TagSighting
from vision.intensity import largest

Array = NDArray[np.float64]
Single = NDArray[np.float32]

WINDOWS_MM = (3.0, 2.0, 1.5, 1.2)
"""Search distance to both sides of a side's expected position, per iteration."""

FINE_MM = 0.25
SOFT_MM = 0.8
"""Residual at which an edge's weight has dropped to a quarter: farther edges belong to something else."""

CORNER_MM = 2.0
"""Length left out at each end of a side, since other edges meet there."""

_HOLD = np.diag([1e-2, 1e-2, 20.0, 1e-2, 1e-2])


@dataclass(frozen=True, slots=True, eq=False)
class FittedBox:
    """Fitted rectangle: corners (4, 2) in board mm, counter-clockwise.

    `sigma_mm` is the spread of the edges on one side, `support` the share of the outline on which an edge was found.
    """

    corners_mm: Array
    sigma_mm: float
    support: float


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """Edges along one side: Jacobian of the five unknowns (n, 5), residuals, weights, and mask of the samples used."""

    design: Array
    off_mm: Array
    weight: Array
    looked: NDArray[np.bool_]


def fit_box(
    look: Single, hidden: NDArray[np.uint8], camera: CameraModel, pose: BoardPose, top_mm: float, corners_mm: Array
) -> FittedBox:
    """Return the rectangle near `corners_mm` (4, 2), at the height `top_mm`, that fits the edges best.

    `look` is the image in any three channels; edges in the mask `hidden` are ignored.
    """
    along, across = corners_mm[1] - corners_mm[0], corners_mm[3] - corners_mm[0]
    angle = float(np.arctan2(along[1], along[0]))
    box = np.array([*corners_mm.mean(axis=0), angle, np.linalg.norm(along), np.linalg.norm(across)])
    spread, share = SOFT_MM, 0.0
    for window_mm in WINDOWS_MM:
        sides = list(_side_edges(look, hidden, camera, pose, top_mm, box, window_mm))
        design = np.concatenate([side.design for side in sides])
        off = np.concatenate([side.off_mm for side in sides])
        weight = np.concatenate([side.weight for side in sides])
        step = np.zeros(5)
        for _ in range(6):
            agreed = weight / np.square(1 + np.square((off - design @ step) / SOFT_MM))
            normal = (design * agreed[:, None]).T @ design + _HOLD
            step = np.asarray(np.linalg.solve(normal, (design * agreed[:, None]).T @ off), dtype=np.float64)
        limit = np.array([window_mm, window_mm, 0.03, window_mm, window_mm])
        box = box + np.clip(step, -limit, limit)
        missed = off - design @ step
        looked = np.concatenate([side.looked for side in sides])
        near = (np.abs(missed) < SOFT_MM) & (weight > 0.2)
        share = float(near.sum()) / max(1, int(looked.sum()))
        spread = float(1.4826 * np.median(np.abs(missed[near]))) if near.any() else window_mm
    return FittedBox(_corners(box), spread, share)


def _corners(box: Array) -> Array:
    x, y, angle, width, depth = box
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    own = np.array([[-width, -depth], [width, -depth], [width, depth], [-width, depth]]) / 2
    return np.asarray(own @ turn.T + [x, y])


def _side_edges(
    look: Single,
    hidden: NDArray[np.uint8],
    camera: CameraModel,
    pose: BoardPose,
    top_mm: float,
    box: Array,
    window_mm: float,
) -> Iterator[_Side]:
    """Yield the edges found along each side, within `window_mm` of its current position."""
    x, y, angle, width, depth = box
    forward = np.array([np.cos(angle), np.sin(angle)])
    left = np.array([-forward[1], forward[0]])
    offsets = np.arange(-window_mm - 1, window_mm + 1 + 1e-6, FINE_MM)
    for normal, along, half, length, column in (
        (forward, left, width / 2, depth, 3),
        (-forward, left, width / 2, depth, 3),
        (left, forward, depth / 2, width, 4),
        (-left, forward, depth / 2, width, 4),
    ):
        count = max(8, round(length))
        places = (np.arange(count) + 0.5) / count * length - length / 2
        flat = np.array([x, y]) + normal * half + along * places[:, None]
        grid = flat[:, None] + normal * offsets[None, :, None]
        points = np.concatenate([grid, np.full((*grid.shape[:2], 1), top_mm)], axis=2)
        pixels = project(camera, pose, points.reshape(-1, 3)).reshape(count, len(offsets), 2).astype(np.float32)
        shape = np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])
        strips = cv2.remap(look, *shape, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        covered = cv2.remap(hidden, *shape, cv2.INTER_NEAREST) > 0
        at, off, peak = _peaks(np.asarray(strips, dtype=np.float32), offsets)
        rows = np.arange(count)
        looked = (np.abs(places) < length / 2 - CORNER_MM) & ~covered[rows, at]
        strong = float(np.percentile(peak, 80)) + 1e-6
        design = np.zeros((count, 5))
        design[:, :2] = normal
        design[:, 2] = places * float(normal @ [-along[1], along[0]])
        design[:, column] = 0.5
        yield _Side(design, off, looked * np.clip(peak / strong, 0, 1), looked)


def _peaks(strips: NDArray[np.float32], offsets: Array) -> tuple[NDArray[np.intp], Array, Array]:
    """Return the steepest sample of each strip: its index, its offset with sub-sample accuracy, and its gradient."""
    smooth = cv2.GaussianBlur(strips, (0, 0), sigmaX=0.42 / FINE_MM, sigmaY=3.0)
    steep = np.abs(np.gradient(smooth, axis=1)).sum(axis=2)
    whole = np.maximum(steep - cv2.blur(steep, (len(offsets) // 2 * 2 + 1, 1)), 0)
    at = whole[:, 2:-2].argmax(axis=1) + 2
    rows = np.arange(len(whole))
    before, peak, after = (whole[rows, at + k].astype(np.float64) for k in (-1, 0, 1))
    bend = before - 2 * peak + after
    shift = np.where(bend < 0, 0.5 * (before - after) / np.minimum(bend, -1e-9), 0)
    return at, offsets[at] + np.clip(shift, -1, 1) * FINE_MM, peak


Mask = NDArray[np.bool_]

STEP_MM = 1.5
REACH_MM = 120.0
"""Largest distance between the touched point and a side."""

LEAST = 3
"""Smallest distance between the touched point and a side, in cells."""

EDGE_GRAIN = 0.8
ALONG = 17
"""Width of the Gaussian that smooths an edge along its side, in cells."""

EDGE_CAP, EDGE_CHANCE = 3.6, 2.0
"""Upper limit of an edge's strength, and the strength expected by chance, both in units of the image noise."""

UNLIKE_WITHIN, ALIKE_WITHOUT, FOOT = 1.5, 0.8, 0.8
"""Weights of the look just inside a side, the look just outside, and the foot of the wall, relative to the edge's."""

STRIP = 4
"""Width in cells of the strips compared just inside and just outside a side."""

TAG_ON_TOP, TAG_BELOW, UNLIKE_INSIDE = 0.6, -20.0, -0.1
"""Score of a cell inside the rectangle that shows a tag on the top, a tag lower down, or a look unlike the top's."""

TAG_NEAR, TAG_EDGE, TAG_FAR = -12.0, 3, 8
"""Penalty per cell for a side more than `TAG_EDGE` cells beyond the tags on the top, for at most `TAG_FAR` cells: tags
give no information about sides farther away.
"""

FAR_FOOT = 3.0
"""Distance in cells between a side and the foot of its wall from which the foot has its full weight."""

GRAIN = 2.5
"""Smoothing of the look before the comparison, in cells, which averages out the sensor's noise."""

_LOOSE = np.array([1.0, 0.4, 0.4])
_SHADES = np.array([3.0, 1.2, 1.2])
_NEAR, _FAR = 3.5, 9.0


@dataclass(frozen=True, slots=True, eq=False)
class TagMasks:
    """Tag masks, each of the image's size.

    `tags`: all tags, where edges are ignored. `below`: tags lower than the top. `on_top`: tags on the top. `around`:
    those with their white border and the ground around it.
    """

    tags: NDArray[np.uint8]
    below: NDArray[np.uint8]
    on_top: NDArray[np.uint8]
    around: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class RectifiedPatch:
    """Image around a point, rectified at a height and rotated: `look` (n, n, 3) in L*a*b*, one cell per `STEP_MM`.

    `nadir` is the cell below the camera, `shrink` the factor by which the foot of a wall appears closer to it than the
    top.
    """

    look: Single
    tags: Mask
    below: Mask
    on_top: Mask
    around: Mask
    centre_mm: Array
    angle: float
    nadir: Array
    shrink: float

    @classmethod
    def of(
        cls,
        look: Single,
        clues: TagMasks,
        camera: CameraModel,
        pose: BoardPose,
        centre_mm: Array,
        top_mm: float,
        angle: float,
    ) -> RectifiedPatch:
        """Return the patch around `centre_mm` (2,) at the height `top_mm`, rotated by `angle` radians."""
        half = round(REACH_MM / STEP_MM)
        cells = np.arange(-half, half + 1) * STEP_MM
        x, y = np.meshgrid(cells, cells)
        turn = _turn(angle)
        flat = np.stack([x, y], axis=-1) @ turn.T + centre_mm
        points = np.concatenate([flat, np.full((*x.shape, 1), top_mm)], axis=2)
        pixels = project(camera, pose, points.reshape(-1, 3)).reshape(*x.shape, 2).astype(np.float32)
        across, down = np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])
        width, height = camera.size_px
        outside = (across < 1) | (across > width - 2) | (down < 1) | (down > height - 2)

        def seen(mask: NDArray[np.uint8]) -> Mask:
            return np.asarray(cv2.remap(mask, across, down, cv2.INTER_NEAREST) > 0)

        eye = pose.camera_mm
        nadir = (eye[:2] - centre_mm) @ turn / STEP_MM + half
        drawn = cv2.remap(look, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return cls(
            np.asarray(drawn, dtype=np.float32),
            seen(clues.tags) | outside,
            seen(clues.below),
            seen(clues.on_top),
            seen(clues.around),
            centre_mm,
            angle,
            nadir,
            float((eye[2] - top_mm) / eye[2]),
        )

    def corners_mm(self, box: tuple[int, int, int, int]) -> Array:
        """Return the corners (4, 2) of a rectangle of cells (left, low, right, high) in board mm."""
        left, low, right, high = box
        cells = np.array([[left, low], [right, low], [right, high], [left, high]]) - self.look.shape[0] // 2
        return np.asarray((cells * STEP_MM) @ _turn(self.angle).T + self.centre_mm)


@dataclass(frozen=True, slots=True)
class RectangleScore:
    """Candidate rectangle of cells (left, low, right, high) with its score."""

    worth: float
    box: tuple[int, int, int, int]


def best_box(patch: RectifiedPatch) -> RectangleScore | None:
    """Return the rectangle around the middle with the highest score; None if too few cells show the look of the top.

    The look of the top is taken from the touched point and from around the tags on it. Both are tried, then tried again
    with the look of the rectangle found.
    """
    middle = patch.look.shape[0] // 2
    soft = _softened(patch)
    beyond = _beyond_tags(patch), _beyond_tags(patch, rows=True)
    touched = np.s_[middle - 5 : middle + 6, middle - 5 : middle + 6]
    samples = [
        soft[touched][~patch.tags[touched]],
        soft[patch.around & ~patch.tags],
    ]
    best: RectangleScore | None = None
    for sample in samples:
        seen = sample
        for _ in range(2):
            if len(seen) < 15:
                break
            alike = _alike(patch, soft, seen)
            found = _search(_side_scores(patch, alike), _inside(patch, alike), beyond)
            if best is None or found.worth > best.worth:
                best = found
            left, low, right, high = found.box
            within = np.s_[low + 2 : high - 1, left + 2 : right - 1]
            seen = soft[within][~patch.tags[within]]
    return best


def _turn(angle: float) -> Array:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _softened(patch: RectifiedPatch) -> Single:
    """Return the look smoothed, without the cells of tags."""
    bare = (~patch.tags).astype(np.float32)
    share = np.maximum(cv2.GaussianBlur(bare, (0, 0), GRAIN), 1e-3)
    return np.asarray(
        cv2.GaussianBlur(patch.look * bare[..., None], (0, 0), GRAIN) / share[..., None], dtype=np.float32
    )


def _alike(patch: RectifiedPatch, soft: Single, sample: Single) -> Single:
    """Return how similar each cell is to the top: 1 the same, -1 different, 0 if a tag hides it."""
    colour = np.median(sample, axis=0)
    spread = np.minimum(np.median(np.abs(sample - colour), axis=0) * 1.4826, _SHADES) + _LOOSE
    off = np.square((soft - colour) / spread).sum(axis=2)
    alike = np.where(off < _NEAR, 1.0, np.maximum(-1.0, 1 - (off - _NEAR) / (_FAR - _NEAR)))
    return np.where(patch.tags, 0, alike).astype(np.float32)


def _inside(patch: RectifiedPatch, alike: Single) -> Array:
    """Return the score of each cell if it is inside the rectangle."""
    worth = np.where(patch.tags | (alike > 0), 0.0, UNLIKE_INSIDE)
    worth = np.where(patch.on_top, TAG_ON_TOP, worth)
    return np.where(patch.below, TAG_BELOW, worth)


def _edges(patch: RectifiedPatch) -> tuple[Single, Single]:
    """Return the strength above chance of the edges along y and of the edges along x."""
    found = []
    fine = cv2.GaussianBlur(patch.look, (0, 0), EDGE_GRAIN)
    for x, y in ((1, 0), (0, 1)):
        slope = cv2.Sobel(fine, cv2.CV_32F, x, y, ksize=3) / 8
        smooth = cv2.GaussianBlur(slope, (ALONG, 1) if y else (1, ALONG), 0)
        noise = np.median(np.abs(smooth).reshape(-1, 3), axis=0) * 1.4826 + 1e-5
        strength = np.minimum(largest(np.abs(smooth) / noise), EDGE_CAP) - EDGE_CHANCE
        found.append(np.asarray(strength, dtype=np.float32))
    return found[0], found[1]


def _side_scores(patch: RectifiedPatch, alike: Single) -> tuple[Array, Array, Array, Array]:
    """Return the score of each cell as part of the left, right, lower and upper side."""
    up, along = _edges(patch)
    size = patch.look.shape[0]
    step = (STRIP + 1) // 2 + 1
    wide, tall = (np.asarray(cv2.blur(alike, box), dtype=np.float32) for box in ((STRIP, 1), (1, STRIP)))
    shrink, (x0, y0) = patch.shrink, patch.nadir
    to_foot = np.array([[shrink, 0, x0 * (1 - shrink)], [0, shrink, y0 * (1 - shrink)]])

    def foot(edge: Single) -> Single:
        bare = np.where(patch.tags, 0, edge).astype(np.float32)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(bare, to_foot, (size, size), flags=flags), dtype=np.float32)

    def side(edge: Single, near: Single, axis: int, inward: int, wall: Single, away: Array) -> Array:
        within, without = np.roll(near, -inward * step, axis), np.roll(near, inward * step, axis)
        worth = edge - UNLIKE_WITHIN * (1 - within) / 2 - ALIKE_WITHOUT * (1 + without) / 2
        shown = np.clip(inward * away * (1 - shrink) / FAR_FOOT, 0, 1)
        return np.where(patch.tags, 0, worth + FOOT * wall * shown).astype(np.float64)

    walls = foot(up), foot(along)
    x, y = np.arange(size)[None] - x0, np.arange(size)[:, None] - y0
    return (
        side(up, wide, 1, 1, walls[0], x),
        side(up, wide, 1, -1, walls[0], x),
        side(along, tall, 0, 1, walls[1], y),
        side(along, tall, 0, -1, walls[1], y),
    )


def _beyond_tags(patch: RectifiedPatch, *, rows: bool = False) -> Array:
    """Return the score of each column (or row) as the position of a side: people stick tags near the edges of a top."""
    size = patch.look.shape[0]
    cells = np.flatnonzero(patch.on_top.any(axis=1 if rows else 0))
    if not cells.size:
        return np.zeros(size)
    places = np.arange(size)
    away = np.maximum(cells[0] - TAG_EDGE - places, places - cells[-1] - TAG_EDGE)
    return np.asarray(TAG_NEAR * np.clip(away, 0, TAG_FAR), dtype=np.float64)


def _search(sides: tuple[Array, Array, Array, Array], inside: Array, beyond: tuple[Array, Array]) -> RectangleScore:
    """Return the best rectangle around the middle: for every lower and upper side, the best left and right ones."""
    left, right, lower, upper = sides
    size = left.shape[0]
    middle, edge = size // 2, STRIP + 2
    lefts, rights, columns = (_summed(each, 0) for each in (left, right, inside))
    rows = [_summed(each, 1) for each in (lower, upper)]
    to_left = [each[:, middle][:, None] - each[:, :middle] for each in rows]
    to_right = [each[:, middle + 1 :] - each[:, middle][:, None] for each in rows]
    highs = np.arange(middle + LEAST + 1, size - edge)
    best = RectangleScore(-np.inf, (0, 0, 0, 0))
    for low in range(edge, middle - LEAST):
        filled = columns[highs] - columns[low]
        fill_left = np.cumsum(filled[:, :middle][:, ::-1], axis=1)[:, ::-1]
        fill_right = np.cumsum(filled[:, middle:], axis=1)
        by_left = (
            (lefts[highs] - lefts[low])[:, :middle]
            + to_left[0][low]
            + to_left[1][highs]
            + fill_left
            + beyond[0][:middle]
        )
        by_right = (
            (rights[highs] - rights[low])[:, middle:]
            + to_right[0][low]
            + to_right[1][highs]
            + fill_right
            + beyond[0][middle:]
        )
        by_left, by_right = by_left[:, edge : middle - LEAST], by_right[:, LEAST + 1 : -edge]
        at_left, at_right = by_left.argmax(axis=1), by_right.argmax(axis=1)
        each = np.arange(len(highs))
        worth = by_left[each, at_left] + by_right[each, at_right] + beyond[1][low] + beyond[1][highs]
        top = int(worth.argmax())
        if worth[top] > best.worth:
            box = (int(at_left[top]) + edge, low, middle + LEAST + 1 + int(at_right[top]), int(highs[top]))
            best = RectangleScore(float(worth[top]), box)
    return best


def _summed(values: Array, axis: int) -> Array:
    """Return running sums along an axis, with a zero before the first."""
    sums = np.cumsum(values, axis=axis)
    return np.asarray(np.concatenate([np.zeros_like(sums.take([0], axis)), sums], axis=axis))


SizedTag = tuple[TagSighting, float]
"""A tag sighting and the side of its black square in mm."""

NEAR_TOP_MM = 8.0
WELL_BELOW_MM = 12.0
"""Height difference up to which a tag may be on the top, and the difference from which it is certainly below it."""

SAME_TURN = np.radians(1.0)
MOST_TURNS = 3
MOST_NEAR = 4
TRIED_MM = (10.0, 22.0, 34.0, 46.0, 58.0, 72.0, 88.0, 104.0, 124.0)
"""Heights tried if neither a tag nor a person gives the height of the top."""

_SQUARE = np.pi / 2
_WHITE, _AROUND = 1.42, 2.1


@dataclass(frozen=True, slots=True, eq=False)
class ProposedOutline:
    """Rectangle at the height `top_mm`: corners (4, 2) in board mm, counter-clockwise from above.

    `height_known` is True if the height was given or measured by tags on the top (`height_sigma_mm`); otherwise it is
    the tried height that fits the image best. `sigma_mm` is the spread of the edges on one side, `support` the share of
    the outline on which an edge was found.
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
    """Return the outline of the box whose top is at a pixel of a grey or BGR image; None if no rectangle is found.

    `top_mm` is the measured height, if any. `tags` are all tags seen, on terrain or not, with their sizes. Raises
    `RigError` if the image size is not the camera's.
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
    """Image in L*a*b*, its camera, the touched pixel, and the tags in it."""

    look: Single
    camera: CameraModel
    pose: BoardPose
    at_px: Array
    tags: tuple[_Tag, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Try:
    """Best rectangle at one height: score, corners in board mm at that height, and the mask that hides edges."""

    worth: float
    corners_mm: Array
    top_mm: float
    hidden: NDArray[np.uint8]


def _look(image: NDArray[np.uint8]) -> Single:
    colour = image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    soft = cv2.GaussianBlur(colour, (0, 0), 0.7).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), dtype=np.float32)


def _heights_by_tags(view: _View) -> list[float]:
    """Return the distinct heights of the tags nearest to the touched pixel, nearest tag first."""
    near = sorted(view.tags, key=lambda tag: float(np.linalg.norm(tag.corners_px.mean(axis=0) - view.at_px)))
    heights: list[float] = []
    for tag in near[:MOST_NEAR]:
        if tag.height_mm > NEAR_TOP_MM and all(abs(tag.height_mm - one) > NEAR_TOP_MM for one in heights):
            heights.append(tag.height_mm)
    return heights


def _try(view: _View, top_mm: float) -> _Try | None:
    """Return the best rectangle at a height over all its possible rotations."""
    centre = unproject(view.camera, view.pose, view.at_px[None], top_mm)[0]
    clues, turns = _clues(view, top_mm, centre)
    best: _Try | None = None
    for turn in turns or _turns_of_edges(view, clues, centre, top_mm):
        patch = RectifiedPatch.of(view.look, clues, view.camera, view.pose, centre, top_mm, turn)
        found = best_box(patch)
        if found is not None and (best is None or found.worth > best.worth):
            best = _Try(found.worth, patch.corners_mm(found.box), top_mm, clues.tags)
    return best


def _clues(view: _View, top_mm: float, centre_mm: Array) -> tuple[TagMasks, list[float]]:
    """Return the tag masks for a top at that height, and the rotations of the tags on it, modulo a quarter turn."""
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
    return TagMasks(tags, below, on_top, around), turns


def _wrapped(angle: float) -> float:
    """Return an angle modulo a quarter turn, from minus to plus an eighth."""
    return float((angle + _SQUARE / 2) % _SQUARE - _SQUARE / 2)


def _turns_of_edges(view: _View, clues: TagMasks, centre_mm: Array, top_mm: float) -> list[float]:
    """Return the rotations, modulo a quarter turn, of most edges around the touched point, most frequent first."""
    patch = RectifiedPatch.of(view.look, clues, view.camera, view.pose, centre_mm, top_mm, 0.0)
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
    """Return whether the centre of a tag is inside the rectangle."""
    at = unproject(view.camera, view.pose, tag.corners_px, found.top_mm).mean(axis=0)
    inside = cv2.pointPolygonTest(found.corners_mm.astype(np.float32), (float(at[0]), float(at[1])), False)
    return bool(inside > 0)


def _fitted(view: _View, found: _Try, top_mm: float, *, known: bool, sigma_mm: float) -> ProposedOutline:
    """Return the rectangle scaled to the final height and fitted to its edges there."""
    eye = view.pose.camera_mm
    scale = (eye[2] - top_mm) / (eye[2] - found.top_mm)
    corners = eye[:2] + (found.corners_mm - eye[:2]) * scale
    box = fit_box(view.look, found.hidden, view.camera, view.pose, top_mm, corners)
    return ProposedOutline(box.corners_mm, top_mm, known, sigma_mm, box.sigma_mm, box.support)
