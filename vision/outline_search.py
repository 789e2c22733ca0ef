"""The rectangle that is the top of a box, found in the picture laid flat at the height of that top.

In that view every candidate is an upright rectangle about the touched point. A side is worth what its edge is stronger
than chance; what lies just within it should look like the top, what lies just without should not, and where the camera
sees the wall under it, the wall's foot should show where the height puts it. Each term is a sum along a side, so the
best of all rectangles is found exactly, without trying them one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project
from vision.channels import largest

Array = NDArray[np.float64]
Single = NDArray[np.float32]
Mask = NDArray[np.bool_]

STEP_MM = 1.5
REACH_MM = 120.0
"""How far from the touched point the farthest side may be."""

LEAST = 3
"""Cells from the touched point within which no side is looked for."""

EDGE_GRAIN = 0.8
ALONG = 17
"""Cells along a side over which its edge is evened out (a Gaussian's whole width)."""

EDGE_CAP, EDGE_CHANCE = 3.6, 2.0
"""Strength, in the picture's own noise, beyond which an edge counts no more, and which chance alone has."""

UNLIKE_WITHIN, ALIKE_WITHOUT, FOOT = 1.5, 0.8, 0.8
"""What the look just within a side, just without it, and the foot of its wall weigh against its edge."""

STRIP = 4
"""Cells that are looked at within and without."""

TAG_ON_TOP, TAG_BELOW, UNLIKE_INSIDE = 0.6, -20.0, -0.1
"""What a cell inside is worth that shows a tag on the top, a tag that lies lower, or another look than the top's."""

TAG_NEAR, TAG_EDGE, TAG_FAR = -12.0, 3, 8
"""What each cell is worth by which a side lies farther out than `TAG_EDGE` cells beyond the tags on the top, as far as
`TAG_FAR`: farther out, tags say nothing of sides."""

FAR_FOOT = 3.0
"""Cells between a side and the foot of its wall from which on the foot counts in full."""

GRAIN = 2.5
"""Cells over which the look is evened out before it is compared: the sensor's noise has no colour of its own."""

_LOOSE = np.array([1.0, 0.4, 0.4])
_SHADES = np.array([3.0, 1.2, 1.2])
_NEAR, _FAR = 3.5, 9.0


@dataclass(frozen=True, slots=True, eq=False)
class Clues:
    """What the picture shows beside edges, as masks of its size.

    `tags`: there is a tag, which says nothing of edges. `below`: a tag that lies lower than the top. `on_top`: one
    that lies on it, and `around` also the white and the ground about that.
    """

    tags: NDArray[np.uint8]
    below: NDArray[np.uint8]
    on_top: NDArray[np.uint8]
    around: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """The picture about a point, laid flat at a height and turned: `look` (n, n, 3) in L*a*b*, a cell each `STEP_MM`.

    `nadir` is the cell under the camera, `shrink` how much nearer to it a foot looks than its top.
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
        clues: Clues,
        camera: CameraModel,
        pose: BoardPose,
        centre_mm: Array,
        top_mm: float,
        angle: float,
    ) -> Patch:
        """Return the patch about `centre_mm` (2,) at the height `top_mm`, turned by `angle` radians."""
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
class Found:
    """A rectangle of cells (left, low, right, high) and what it is worth."""

    worth: float
    box: tuple[int, int, int, int]


def best_box(patch: Patch) -> Found | None:
    """Return the rectangle about the middle that is worth most, None where there is nothing to tell the top by.

    The top looks like what was touched, or like what lies around the tags on it: both are tried, and again with the
    look of what was found.
    """
    middle = patch.look.shape[0] // 2
    soft = _softened(patch)
    beyond = _beyond_tags(patch), _beyond_tags(patch, rows=True)
    touched = np.s_[middle - 5 : middle + 6, middle - 5 : middle + 6]
    samples = [
        soft[touched][~patch.tags[touched]],
        soft[patch.around & ~patch.tags],
    ]
    best: Found | None = None
    for sample in samples:
        seen = sample
        for _ in range(2):
            if len(seen) < 15:
                break
            alike = _alike(patch, soft, seen)
            found = _search(_sides(patch, alike), _inside(patch, alike), beyond)
            if best is None or found.worth > best.worth:
                best = found
            left, low, right, high = found.box
            within = np.s_[low + 2 : high - 1, left + 2 : right - 1]
            seen = soft[within][~patch.tags[within]]
    return best


def _turn(angle: float) -> Array:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _softened(patch: Patch) -> Single:
    """Return the look without its grain, and without what tags bleed into it."""
    bare = (~patch.tags).astype(np.float32)
    share = np.maximum(cv2.GaussianBlur(bare, (0, 0), GRAIN), 1e-3)
    return np.asarray(
        cv2.GaussianBlur(patch.look * bare[..., None], (0, 0), GRAIN) / share[..., None], dtype=np.float32
    )


def _alike(patch: Patch, soft: Single, sample: Single) -> Single:
    """Return how like the top each cell looks: 1 the same, -1 different, 0 where a tag hides it."""
    colour = np.median(sample, axis=0)
    spread = np.minimum(np.median(np.abs(sample - colour), axis=0) * 1.4826, _SHADES) + _LOOSE
    off = np.square((soft - colour) / spread).sum(axis=2)
    alike = np.where(off < _NEAR, 1.0, np.maximum(-1.0, 1 - (off - _NEAR) / (_FAR - _NEAR)))
    return np.where(patch.tags, 0, alike).astype(np.float32)


def _inside(patch: Patch, alike: Single) -> Array:
    """Return what each cell is worth when it is inside."""
    worth = np.where(patch.tags | (alike > 0), 0.0, UNLIKE_INSIDE)
    worth = np.where(patch.on_top, TAG_ON_TOP, worth)
    return np.where(patch.below, TAG_BELOW, worth)


def _edges(patch: Patch) -> tuple[Single, Single]:
    """Return how much stronger than chance the edges are that run up (across x), and that run along x."""
    found = []
    fine = cv2.GaussianBlur(patch.look, (0, 0), EDGE_GRAIN)
    for x, y in ((1, 0), (0, 1)):
        slope = cv2.Sobel(fine, cv2.CV_32F, x, y, ksize=3) / 8
        smooth = cv2.GaussianBlur(slope, (ALONG, 1) if y else (1, ALONG), 0)
        noise = np.median(np.abs(smooth).reshape(-1, 3), axis=0) * 1.4826 + 1e-5
        strength = np.minimum(largest(np.abs(smooth) / noise), EDGE_CAP) - EDGE_CHANCE
        found.append(np.asarray(strength, dtype=np.float32))
    return found[0], found[1]


def _sides(patch: Patch, alike: Single) -> tuple[Array, Array, Array, Array]:
    """Return what each cell is worth as a piece of the left, right, lower and upper side."""
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


def _beyond_tags(patch: Patch, *, rows: bool = False) -> Array:
    """Return what each column (or row) is worth as the place of a side: people stick tags near the edges of a top."""
    size = patch.look.shape[0]
    cells = np.flatnonzero(patch.on_top.any(axis=1 if rows else 0))
    if not cells.size:
        return np.zeros(size)
    places = np.arange(size)
    away = np.maximum(cells[0] - TAG_EDGE - places, places - cells[-1] - TAG_EDGE)
    return np.asarray(TAG_NEAR * np.clip(away, 0, TAG_FAR), dtype=np.float64)


def _search(sides: tuple[Array, Array, Array, Array], inside: Array, beyond: tuple[Array, Array]) -> Found:
    """Return the best rectangle about the middle: for every lower and upper side the best left and right ones."""
    left, right, lower, upper = sides
    size = left.shape[0]
    middle, edge = size // 2, STRIP + 2
    lefts, rights, columns = (_summed(each, 0) for each in (left, right, inside))
    rows = [_summed(each, 1) for each in (lower, upper)]
    to_left = [each[:, middle][:, None] - each[:, :middle] for each in rows]
    to_right = [each[:, middle + 1 :] - each[:, middle][:, None] for each in rows]
    highs = np.arange(middle + LEAST + 1, size - edge)
    best = Found(-np.inf, (0, 0, 0, 0))
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
            best = Found(float(worth[top]), box)
    return best


def _summed(values: Array, axis: int) -> Array:
    """Return running sums along an axis, with a zero before the first."""
    sums = np.cumsum(values, axis=axis)
    return np.asarray(np.concatenate([np.zeros_like(sums.take([0], axis)), sums], axis=axis))
