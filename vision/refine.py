"""Corners to a tenth of a pixel: the whole tag is fitted to the light it sent, not its outline to the code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import modules
from vision.blur import SHARP, Blur, blurred, by_pixel
from vision.camera_response import ResponseCurve
from vision.fitted_pixels import MAX_PIXELS, fitted_pixels, seen_pixels
from vision.shade import evened
from vision.solver import Patch, Refined, Solver, look_up
from vision.tag_plane import square, through_plane
from vision.texture import MARGIN_MODULES, bucket, texture

Array = NDArray[np.float64]

MARGIN = 0.7
"""How many modules of the white margin are fitted; more would reach past the margin of a tab or a round base."""

WHITE = 0.75
"""How many modules of white a tag has around it at the least, on a tab or a small base; what is beyond blurs in."""

BLUR_DOUBT = 0.03
"""What a blur not quite as assumed moves each corner by, as a fraction of its width beyond a lens's own."""

OUTWARD = 0.12
"""What a blur not quite as assumed, and what runs into a tag from beyond its white, moves all its corners outwards by,
as a fraction of the blur's standard deviation beyond a sharp lens's; of tags with more pixels a module it is less."""

SMALL_PX = 3.0
"""Pixels a module up to which it is all of that."""

WELL_EXPLAINED = 0.9
"""Share of a tag's variance from which nothing is looked for that could explain more."""

_BATCH = 24
_BLUNT = 2.0
_RECUT_PX = 1.5


def refine(
    image: NDArray[np.uint8],
    candidates: Sequence[tuple[int, Array]],
    dictionary: str,
    response: ResponseCurve,
    *,
    blur: Blur = SHARP,
    iterations: int = 8,
) -> list[Refined | None]:
    """Return each candidate (id, corners of shape (4, 2) px) fitted to the picture, or None where the fit fails.

    `blur` is what the picture is blurred by.

    Model: brightness = black + contrast(x, y) * pattern(H(x, y)) with the pattern blurred as light is; unknown are
    the homography H (8), black, white, its slopes in x and y and the blur. Gauss-Newton with analytic derivatives
    on the pixels of the tag and `MARGIN` modules around it, Geman-McClure weights against covered pixels; the
    corners' covariance is the sandwich of the weighted normal equations, inflated by `NOISE_CORRELATION`, and what the
    misfits of neighbouring pixels share comes on top.
    A fit fails outside the picture, without contrast, or when it runs away from where it started.
    """
    side = modules(dictionary)
    results: list[Refined | None] = [None] * len(candidates)
    patches: list[tuple[int, Patch]] = []
    for index, (tag_id, corners) in enumerate(candidates):
        patch = cut(image, tag_id, np.asarray(corners, dtype=np.float64), dictionary, response, blur)
        if patch is not None:
            patches.append((index, patch))
    _fit_all(patches, side, iterations, results)
    again: list[tuple[int, Patch]] = []
    for index, _ in patches:
        fitted = results[index]
        tag_id, corners = candidates[index]
        if fitted is None or np.abs(fitted.corners_px - corners).max() < _RECUT_PX:
            continue
        results[index] = None
        patch = cut(image, tag_id, fitted.corners_px, dictionary, response, blur)
        if patch is not None:
            again.append((index, patch))
    _fit_all(again, side, iterations, results)
    _fit_shaded(dict((*patches, *again)), side, iterations, results)
    return results if blur is SHARP else [fit and _doubtful(fit, blur, side) for fit in results]


def _doubtful(fit: Refined, blur: Blur, side: int) -> Refined:
    """Return a fit under a blur with what the blur leaves open: each corner anyhow, and all of them outwards."""
    spokes = fit.corners_px - fit.corners_px.mean(axis=0)
    lengths = np.linalg.norm(spokes, axis=1, keepdims=True)
    px_per_module = float(lengths.mean()) * np.sqrt(2) / side
    alone_px = BLUR_DOUBT * max(blur.spread_px - SHARP.spread_px, 0.0)
    outward_px = OUTWARD * blur.beyond_sharp_px * min(1.0, SMALL_PX / px_per_module)
    away = (spokes / lengths).ravel() * outward_px
    return replace(fit, covariance_px=fit.covariance_px + alone_px**2 * np.eye(8) + np.outer(away, away))


def _fit_shaded(patches: dict[int, Patch], side: int, iterations: int, results: list[Refined | None]) -> None:
    """Fit tags that are explained badly as if a shadow's edge ran across them; what comes out better takes their place.

    Twice: a place found in spite of the edge says better where the edge is.
    """
    for _ in range(2):
        shaded: list[tuple[int, Patch]] = []
        for index, patch in patches.items():
            fitted = results[index]
            if fitted is not None and fitted.explained > WELL_EXPLAINED:
                continue
            start = patch if fitted is None else _from(patch, fitted.corners_px, side)
            u, v, _ = through_plane(start.homography[None].astype(np.float32), start.x[None], start.y[None])
            even = evened(start, look_up(start.texture, start.texels, u[0], v[0])[:, 0])
            if even is not None:
                shaded.append((index, even))
        if not shaded:
            return
        found: list[Refined | None] = [None] * len(results)
        _fit_all(shaded, side, iterations, found)
        for index, _ in shaded:
            before, after = results[index], found[index]
            if after is not None and (before is None or after.explained > before.explained):
                results[index] = replace(after, shaded=True)


def _from(patch: Patch, corners: Array, side: int) -> Patch:
    """Return a patch that is fitted from other corners."""
    start = np.ascontiguousarray((corners - patch.centre) / patch.half, dtype=np.float32)
    homography = cv2.getPerspectiveTransform(start, square(side).astype(np.float32))
    return replace(patch, homography=np.asarray(homography, dtype=np.float64))


def _fit_all(patches: list[tuple[int, Patch]], side: int, iterations: int, results: list[Refined | None]) -> None:
    """Fit patches of like size together and file what comes out under each one's index."""
    patches.sort(key=lambda item: item[1].light.size)
    for start in range(0, len(patches), _BATCH):
        batch = patches[start : start + _BATCH]
        solver = Solver([patch for _, patch in batch], side)
        solver.run(iterations)
        for (index, _), fitted in zip(batch, solver.results(), strict=True):
            results[index] = fitted


def cut(
    image: NDArray[np.uint8],
    tag_id: int,
    corners: Array,
    dictionary: str,
    response: ResponseCurve,
    blur: Blur = SHARP,
) -> Patch | None:
    """Return the pixels of a candidate and the pattern that they are fitted to, None where the picture ends before."""
    side = modules(dictionary)
    height, width = image.shape[:2]
    centre = corners.mean(axis=0)
    sides = corners - corners[[3, 0, 1, 2]]
    length = float(np.sqrt((sides * sides).sum(axis=1)).mean())
    fringe = float(np.clip(WHITE - blur.reach_px * side / length, 0.0, MARGIN))
    margin = fringe * length / side
    left, top = np.floor(corners.min(axis=0) - margin).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + margin).astype(int)
    if min(left, top) < 0 or right >= width or bottom >= height or length < side:
        return None
    half = length / 2
    row, column = seen_pixels(left, top, right, bottom, length)
    x, y = (((at - middle) / half).astype(np.float32) for at, middle in ((column, centre[0]), (row, centre[1])))
    homography = np.asarray(
        cv2.getPerspectiveTransform(
            np.ascontiguousarray((corners - centre) / half, dtype=np.float32), square(side).astype(np.float32)
        ),
        dtype=np.float64,
    )
    u, v, _ = through_plane(homography[None].astype(np.float32), x[None], y[None])
    u, v = u[0], v[0]
    inside = (np.minimum(u, v) > -fringe) & (np.maximum(u, v) < side + fringe)
    light = response.to_light(np.ascontiguousarray(image[row, column]))
    scale = length / side
    tag = texture(dictionary, tag_id, bucket(scale), blur.lens_px)
    texels = tag.shape[0] // (side + 2 * MARGIN_MODULES)
    blunt = texture(dictionary, tag_id, bucket(scale), blur.lens_px * _BLUNT)
    if blur.motion_px or blur.disc_px:
        slope = by_pixel(homography, half)
        tag, blunt = blurred(tag, texels, slope, blur), blurred(blunt, texels, slope, blur)
    x, y, light, u, v = (values[inside] for values in (x, y, light, u, v))
    if x.size > MAX_PIXELS:
        looked_up = look_up(tag, texels, u, v)
        steep = np.abs(looked_up[:, 1]) + np.abs(looked_up[:, 2])
        keep = fitted_pixels(steep, u, v)
        x, y, light = x[keep], y[keep], light[keep]
    return Patch(x, y, light, homography, centre, half, texels, tag, blunt)
