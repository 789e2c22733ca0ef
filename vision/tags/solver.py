"""Solver: Gauss-Newton fit of a batch of tags, with covariance that includes residual correlation within blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tags.evidence import TagEvidence, module_misfits, weigh_modules
from vision.tags.tag_model import MARGIN_MODULES, apply_homography, corners_by_homography, inverse_homography, square

Single = NDArray[np.float32]

BLOCK_MODULES = 2
"""Width of a block whose residuals are treated as correlated; different blocks are independent."""


def block_residual_covariance(jacobian: Single, pull: Single, u: Single, v: Single) -> NDArray[np.float64]:
    """Return the covariance, (k, k), of the sum of the pixels' gradients for k unknowns, block by block over the tag.

    `jacobian` is (k, n), `pull` each pixel's weighted residual, (n,), `u` and `v` its position in modules. Shading,
    dirt, paper and image compression leave residuals with the same sign over a module or two; treated as independent
    pixel noise they would average out. This is the cluster-robust form of the sandwich estimator.
    """
    columns = np.floor((u + 0.5) / BLOCK_MODULES).astype(np.intp)
    rows = np.floor((v + 0.5) / BLOCK_MODULES).astype(np.intp)
    columns, rows = columns - columns.min(), rows - rows.min()
    block = rows * (int(columns.max()) + 1) + columns
    members = (block[None] == np.unique(block)[:, None]).astype(np.float32)
    sums = (members @ (jacobian * pull).T).astype(np.float64)
    count = len(sums)
    return np.asarray(sums.T @ sums * (count / max(count - 1, 1)))


def beyond(expected: NDArray[np.float64], found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the excess of measured over expected covariances, (t, k, k), in the directions where they exceed them."""
    values, vectors = np.linalg.eigh(expected)
    roots = np.sqrt(np.maximum(values, 1e-9 * values[:, -1:] + 1e-30))
    outward = vectors * roots[:, None]
    inward = (vectors / roots[:, None]).transpose(0, 2, 1)
    ratios, directions = np.linalg.eigh(inward @ found @ inward.transpose(0, 2, 1))
    spokes = outward @ directions
    return np.asarray((spokes * np.maximum(ratios - 1, 0)[:, None]) @ spokes.transpose(0, 2, 1))


Array = NDArray[np.float64]

CLIP = 255.0
"""Intensity at which the sensor saturates."""

NOISE_CORRELATION = 1.35
"""Ratio of true to formal sigmas, because neighbouring pixels share noise (demosaicing, compression).

Correlation over whole modules is measured and added (`pull_by_blocks`).
"""

FLOOR_PX = 0.05
"""Standard deviation added to each corner for effects outside the model: demosaicing, compression, uneven light."""

SHARED = 1.8
"""Correction of the variance measured between blocks, which is too low because blocks are correlated as well."""

TEXTURE = 0.025
"""Error of the drawn pattern, as a fraction of the contrast; `FLOOR_PX` includes its effect on corners."""

UNBLURRED = 0.25
"""Standard deviation of the drawn brightness over a small tag in focus."""

STILL_MODULES = 0.005
"""Step of every corner below which the fit has converged, if the light has (`STILL_LIGHT`)."""

STILL_LIGHT = 0.01
"""The same for the light, as a fraction of the contrast: a large tag's levels converge later and bend its edges.
"""

STILL_BLUR = 0.03
"""The same for the blur's variance, as a fraction of the assumed one."""

MIN_CONTRAST = 2.0
"""Least contrast for a fit, of 255."""

OUTLIER_SIGMAS = 4.0
"""Residual, in noise sigmas, at which a pixel's weight is a quarter."""

_UNKNOWNS = 13
_STEP_LIMIT_PX = 0.7
_BLUNT_ITERATIONS = 1
_BLUR_SPREAD = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class FittedTag:
    """Fitted tag: corners (4, 2) px, covariance (8, 8) px^2, residual as a fraction of the contrast.

    - `explained`: share of the pixels' variance that the fitted pattern explains, near 1 for the right tag and below
      0.6 for any other.
    - `contrast`: white minus black in linear intensity, 0 to 255.
    - `blur_ratio`: variance of the blur as a multiple of the assumed one.
    - `outliers`: share of pixels that are covered or shaded.
    - `evidence`: contradictions between image and tag.
    - `shaded`: whether a shadow edge across the tag was normalise_contrast out.
    """

    corners_px: Array
    covariance_px: Array
    residual: float
    explained: float
    contrast: float
    blur_ratio: float
    outliers: float
    evidence: TagEvidence
    shaded: bool = False

    @property
    def side_px(self) -> float:
        """Mean side length of the fitted tag."""
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean())


@dataclass(frozen=True, slots=True, eq=False)
class TagPatch:
    """Pixels of one candidate: x, y from its centre in half sides, and intensity; the start homography; its texture."""

    x: Single
    y: Single
    light: Single
    homography: Array
    centre: Array
    half: float
    texels: int
    texture: Single
    blunt: Single


def sample_texture(tag: Single, texels: int, u: Single, v: Single) -> Single:
    """Return the texture's four channels at (u, v), shape (n, 4)."""
    column = (u + MARGIN_MODULES) * texels - 0.5
    row = (v + MARGIN_MODULES) * texels - 0.5
    found = cv2.remap(tag, column.reshape(1, -1), row.reshape(1, -1), cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    return np.asarray(found[0])


class Solver:
    """Gauss-Newton solver for a batch of tags; rows are tags, columns their pixels, padded with weight zero."""

    def __init__(self, patches: Sequence[TagPatch], side: int) -> None:
        self.patches = patches
        self.side = side
        count, length = len(patches), max(p.light.size for p in patches)
        self.x, self.y, self.light, self.real = (np.zeros((count, length), dtype=np.float32) for _ in range(4))
        for row, patch in enumerate(patches):
            n = patch.light.size
            self.x[row, :n], self.y[row, :n], self.light[row, :n] = patch.x, patch.y, patch.light
            self.real[row, :n] = 1
        self.weights = self.real
        self.start = np.stack([p.homography / p.homography[2, 2] for p in patches])
        self.homography = self.start.copy()
        self.levels = np.zeros((count, 5))
        self.sigma = np.ones(count)
        self.relax = np.ones(count)
        self.limit = np.array([_STEP_LIMIT_PX * side / (2 * p.half) for p in patches])
        self.looked_up = np.zeros((count, 4, length), dtype=np.float32)
        self.jacobian = np.zeros((count, _UNKNOWNS, length), dtype=np.float32)
        self.jacobian[:, 8] = self.real
        self.residual = self.light
        self.normal = np.zeros((count, _UNKNOWNS, _UNKNOWNS))

    def run(self, iterations: int) -> None:
        """Iterate first with a blurrier pattern, whose gradients extend farther, then with the true one."""
        moving = np.ones(len(self.patches), dtype=bool)
        for iteration in range(iterations):
            blunt = iteration < _BLUNT_ITERATIONS
            u, v, inverse = self._look(blunt)
            if iteration in (0, _BLUNT_ITERATIONS):
                self._first_levels()
            self._compare(u, v, inverse, blunt)
            moving &= (self._step(moving) > 1) | blunt
            if not moving.any():
                break

    def _look(self, blunt: bool) -> tuple[Single, Single, Single]:
        u, v, inverse = inverse_homography(self.homography.astype(np.float32), self.x, self.y)
        for row, patch in enumerate(self.patches):
            n = patch.light.size
            tag = patch.blunt if blunt else patch.texture
            self.looked_up[row, :, :n] = sample_texture(tag, patch.texels, u[row, :n], v[row, :n]).T
        return u, v, inverse

    def _first_levels(self) -> None:
        shade = self.looked_up[:, 0]
        linear = np.stack([self.real, shade, shade * self.x, shade * self.y], axis=1)
        normal = (linear @ linear.transpose(0, 2, 1)).astype(np.float64)
        pull = (linear @ self.light[..., None]).astype(np.float64)
        self.levels[:, :4] = np.linalg.solve(normal + 1e-6 * np.eye(4), pull)[..., 0]

    def _compare(self, u: Single, v: Single, inverse: Single, blunt: bool) -> None:
        """Update residual, Jacobian and weights for the current unknowns."""
        black, white, along_x, along_y, blur = (column[:, None] for column in self.levels.T.astype(np.float32))
        pattern, slope_u, slope_v, by_blur = (self.looked_up[:, k] for k in range(4))
        shade = pattern + blur * by_blur
        gain = white + along_x * self.x + along_y * self.y
        expected = black + gain * shade
        slope = gain * inverse
        j = self.jacobian
        j[:, 9], j[:, 10], j[:, 11] = shade, shade * self.x, shade * self.y
        steep_u, steep_v = slope * slope_u, slope * slope_v
        both = -(u * steep_u + v * steep_v)
        j[:, 0], j[:, 1], j[:, 2] = steep_u * self.x, steep_u * self.y, steep_u
        j[:, 3], j[:, 4], j[:, 5] = steep_v * self.x, steep_v * self.y, steep_v
        j[:, 6], j[:, 7] = both * self.x, both * self.y
        j[:, 12] = 0 if blunt else gain * by_blur
        j[:, 8] = self.real
        if not blunt:
            noise = 2 + 0.5 * self.sigma
            glaring = np.flatnonzero(expected.max(axis=1) > CLIP - 4 * noise)
            if glaring.size:
                expected[glaring], held = clipped(expected[glaring], noise[glaring].astype(np.float32))
                j[glaring] *= held[:, None]
        self.residual = (self.light - expected) * self.real
        self.sigma = _spread(self.residual, [p.light.size for p in self.patches])
        if not blunt:
            scaled = self.residual / (OUTLIER_SIGMAS * self.sigma[:, None]).astype(np.float32)
            once = 1 / (1 + np.square(scaled))
            self.weights = self.real * np.square(once)
            bend = np.sum(self.weights * (4 * once - 3), axis=1, dtype=np.float64)
            self.relax = np.clip(self.weights.sum(axis=1) / np.maximum(bend, 1e-6), 1, 2)

    def _step(self, moving: NDArray[np.bool_]) -> Array:
        """Take one damped step and return the size of each fit's step, relative to the limits of convergence."""
        weighted = self.jacobian * self.weights[:, None]
        self.normal = (weighted @ self.jacobian.transpose(0, 2, 1)).astype(np.float64)
        pull = (weighted @ self.residual[..., None])[..., 0].astype(np.float64)
        prior = np.square(self.sigma / _BLUR_SPREAD)
        pull[:, 12] -= prior * self.levels[:, 4]
        damped = self._damped(1e-7 / _UNKNOWNS)
        damped[:, 12, 12] += prior
        step = np.linalg.solve(damped, pull[..., None])[..., 0] * moving[:, None]
        step[:, :8] *= self.relax[:, None]
        reach = np.abs(step[:, :8]).max(axis=1)
        step[:, :8] *= np.minimum(1, self.limit / np.maximum(reach, 1e-9))[:, None]
        self.homography.reshape(-1, 9)[:, :8] += step[:, :8]
        before = self.levels.copy()
        self.levels += step[:, 8:]
        self.levels[:, 4] = np.clip(self.levels[:, 4], -0.7, 2.0)
        changed = np.abs(self.levels - before)
        light = changed[:, :4].max(axis=1) / np.maximum(np.abs(self.levels[:, 1]), 1e-6)
        return np.asarray(np.max([reach / STILL_MODULES, light / STILL_LIGHT, changed[:, 4] / STILL_BLUR], axis=0))

    def _damped(self, ridge: float) -> Array:
        """Return the normal matrices with a fraction of their trace on the diagonal, regular even without gradients."""
        trace = np.trace(self.normal, axis1=1, axis2=2)
        return np.asarray(self.normal + ridge * np.where(trace > 0, trace, 1.0)[:, None, None] * np.eye(_UNKNOWNS))

    def results(self) -> list[FittedTag | None]:
        """Return the result for each tag, None if its fit failed."""
        corners_of_tag = square(self.side)
        corners = apply_homography(np.linalg.inv(self.homography), corners_of_tag)
        moved = np.abs(corners - apply_homography(np.linalg.inv(self.start), corners_of_tag)).max(axis=(1, 2))
        pull = np.square(self.weights * self.residual)
        meat = (self.jacobian * pull[:, None]) @ self.jacobian.transpose(0, 2, 1)
        bread = np.linalg.inv(self._damped(1e-9))
        sloped = np.trace(self.normal, axis1=1, axis2=2) > 0
        number = self.real.sum(axis=1)
        few = number / np.maximum(number - _UNKNOWNS, 1.0)
        spread = (bread @ meat @ bread)[:, :8, :8] * (np.square(self.relax) * few)[:, None, None]
        on_tag = [self._on_tag(row) for row in range(len(self.patches))]
        shared = np.stack([self._shared_pull(row, u, v) for row, (u, v) in enumerate(on_tag)])
        turn = corners_by_homography(self.homography, corners, corners_of_tag)
        scale = np.array([patch.half for patch in self.patches])[:, None, None] ** 2
        formal = NOISE_CORRELATION**2 * scale * (turn @ spread @ turn.transpose(0, 2, 1))
        by_blocks = SHARED * scale * (turn @ (bread @ shared @ bread)[:, :8, :8] @ turn.transpose(0, 2, 1))
        sane = np.isfinite(formal).all(axis=(1, 2)) & np.isfinite(by_blocks).all(axis=(1, 2))
        formal[~sane] = by_blocks[~sane] = np.eye(8)
        covariance = formal + beyond(formal, by_blocks)
        contrast = self.levels[:, 1]
        capped = np.minimum(np.square(self.residual), np.square(contrast[:, None]).astype(np.float32))
        misfit = np.sqrt(capped.sum(axis=1) / number) / np.maximum(contrast, 1e-6)
        mean = self.light.sum(axis=1) / number
        variety = np.sum(self.real * np.square(self.light - mean[:, None]), axis=1)
        explained = 1 - np.square(self.residual).sum(axis=1) / np.maximum(variety, 1e-6)
        outliers = (np.abs(self.residual) > 4 * self.sigma[:, None]).sum(axis=1) / number
        results: list[FittedTag | None] = []
        for row, patch in enumerate(self.patches):
            found = sane[row] and sloped[row] and contrast[row] >= MIN_CONTRAST and moved[row] <= 0.6
            if not found or not np.isfinite(covariance[row]).all():
                results.append(None)
                continue
            grown = covariance[row]
            results.append(
                FittedTag(
                    corners_px=corners[row] * patch.half + patch.centre,
                    covariance_px=(grown + grown.T) / 2 + FLOOR_PX**2 * np.eye(8),
                    residual=float(misfit[row]),
                    explained=float(explained[row]),
                    contrast=float(contrast[row]),
                    blur_ratio=float(1 + self.levels[row, 4]),
                    outliers=float(outliers[row]),
                    evidence=weigh_modules(self._misfits(row, *on_tag[row])),
                )
            )
        return results

    def _on_tag(self, row: int) -> tuple[Single, Single]:
        """Return the positions u and v of a tag's pixels on it, in modules."""
        n = self.patches[row].light.size
        homography = self.homography[row : row + 1].astype(np.float32)
        u, v, _ = inverse_homography(homography, self.x[row : row + 1, :n], self.y[row : row + 1, :n])
        return u[0], v[0]

    def _shared_pull(self, row: int, u: Single, v: Single) -> Array:
        n = u.size
        misfit = self.residual[row, :n]
        drawn = np.float32(TEXTURE * self.levels[row, 1])
        beyond_drawing = misfit - np.clip(misfit, -drawn, drawn)
        return block_residual_covariance(self.jacobian[row, :, :n], self.weights[row, :n] * beyond_drawing, u, v)

    def _misfits(self, row: int, u: Single, v: Single) -> Array:
        """Return the mean misfit of each module of a tag, as a fraction of the contrast left by the blur."""
        n = u.size
        left = min(float(self.looked_up[row, 0, :n].std()) / UNBLURRED, 1.0)
        white, along_x, along_y = self.levels[row, 1:4].astype(np.float32)
        gain = np.maximum(white + along_x * self.x[row, :n] + along_y * self.y[row, :n], np.float32(1))
        return module_misfits(u, v, self.residual[row, :n] / (gain * np.float32(left)), self.side)


def clipped(expected: Single, noise: Single) -> tuple[Single, Single]:
    """Return the mean output of a sensor that clips noisy intensity at `CLIP`, and its derivative.

    Without this, clipped white pulls every edge towards the black, and the tag looks too small.
    """
    room = (np.float32(CLIP) - expected) / noise[:, None]
    fade = np.exp(-np.abs(room))
    shown = np.minimum(expected, np.float32(CLIP)) - noise[:, None] * np.log1p(fade)
    return shown, np.where(room > 0, 1, fade) / (1 + fade)


def _spread(residual: Single, sizes: Sequence[int]) -> Array:
    """Return a robust standard deviation of the first `sizes` values of each row."""
    size = np.abs(residual)
    if min(sizes) == size.shape[1]:
        half = size.shape[1] // 2
        return np.maximum(1.4826 * np.partition(size, half, axis=1)[:, half].astype(np.float64), 0.3)
    middle = [float(np.partition(row[:n], n // 2)[n // 2]) for row, n in zip(size, sizes, strict=True)]
    return np.maximum(1.4826 * np.asarray(middle), 0.3)
