"""Corner refinement: pixel selection, shadow edges, blur estimate, and batches for the solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import modules
from vision.intensity import ResponseCurve
from vision.tags.evidence import Square
from vision.tags.solver import FittedTag, Solver, TagPatch, sample_texture
from vision.tags.tag_model import (
    MARGIN_MODULES,
    PIXEL_VARIANCE,
    SHARP,
    Array,
    Blur,
    blurred,
    inverse_homography,
    pixel_steps,
    quantise_scale,
    square,
    texture,
)

MOST_TAGS = 6
"""Tags used for the blur estimate; blur is assumed to be uniform over the image."""

BLUR_GAIN = 0.75
"""Largest misfit under a blur, relative to that of a sharp image, at which the blur is accepted."""

_LENSES_PX = (0.5, 1.0, 1.4, 2.0, 2.8)
_DISCS_PX = (1.4, 2.0, 2.8, 3.6, 4.6)
_LENGTHS_PX = (2.0, 3.0, 4.0, 5.0, 6.5, 8.0)
_TURNS = 12
_SHARP_PX = 0.6


def estimate_blur(tags: Sequence[tuple[int, TagPatch]], dictionary: str, side: int, guess: Blur | None = None) -> Blur:
    """Return the blur that explains tags (id, pixels) best at their positions.

    Returns `SHARP` if no other is clearly better. Symmetric blur does not move a tag but changes its apparent size.
    With a `guess`, under which the positions were found, only that one is improved.
    """
    some = list(tags[:MOST_TAGS])

    def misfit(blur: Blur) -> float:
        return float(np.median([_misfit(tag_id, patch, dictionary, side, blur) for tag_id, patch in some]))

    sharp = misfit(SHARP)
    best = min(_grid(), key=misfit) if guess is None else guess
    for step in (1.0, 0.5):
        best = min((best, *_around(best, step)), key=misfit)
    return best if misfit(best) < BLUR_GAIN * sharp else SHARP


def _grid() -> Iterator[Blur]:
    for lens in _LENSES_PX:
        yield Blur(lens)
    for radius in _DISCS_PX:
        yield Blur(_SHARP_PX, disc_px=radius)
    for length in _LENGTHS_PX:
        for turn in range(_TURNS):
            yield _moved(_SHARP_PX, length, np.pi * turn / _TURNS)


def shapes(blur: Blur) -> Iterator[Blur]:
    """Yield a blur, and the Gaussian and the disc of the same width: only fits of tags can tell them apart."""
    yield blur
    yield Blur(blur.soft_px, blur.moved_px)
    yield Blur(_SHARP_PX, blur.moved_px, 2 * float(np.sqrt(max(blur.soft_px**2 - _SHARP_PX**2, 0.0))))


def _around(blur: Blur, step: float) -> Iterator[Blur]:
    for lens in (0.8, 1.25):
        yield replace(blur, lens_px=blur.lens_px * lens**step)
    if blur.disc_px:
        for radius in (0.88, 1.13):
            yield replace(blur, disc_px=blur.disc_px * radius**step)
    if blur.motion_px:
        angle = float(np.arctan2(blur.moved_px[1], blur.moved_px[0]))
        for longer in (-0.6, 0.0, 0.6):
            for turned in (-0.12, 0.0, 0.12):
                yield _moved(blur.lens_px, max(blur.motion_px + step * longer, 1.0), angle + step * turned)


def _moved(lens_px: float, length_px: float, angle: float) -> Blur:
    return Blur(lens_px, (float(length_px * np.cos(angle)), float(length_px * np.sin(angle))))


def _misfit(tag_id: int, patch: TagPatch, dictionary: str, side: int, blur: Blur) -> float:
    """Return the share of a tag's variance unexplained under a blur, with free black level and linear white level."""
    scale = 2 * patch.half / side
    tag = texture(dictionary, tag_id, quantise_scale(scale), blur.lens_px)
    slope = pixel_steps(patch.homography, patch.half)
    u, v, _ = inverse_homography(patch.homography[None].astype(np.float32), patch.x[None], patch.y[None])
    shade = sample_texture(
        blurred(np.ascontiguousarray(tag[..., :1]), patch.texels, slope, blur), patch.texels, u[0], v[0]
    )
    shade = shade.reshape(-1)
    system = np.stack([np.ones_like(shade), shade, shade * patch.x, shade * patch.y], axis=1).astype(np.float64)
    light: Array = patch.light.astype(np.float64)
    found, *_ = np.linalg.lstsq(system, light, rcond=None)
    return float(np.square(light - system @ found).sum() / max(np.square(light - light.mean()).sum(), 1e-6))


Places = NDArray[np.int64]

MAX_PIXELS = 500
"""Pixels fitted per tag, three quarters of them at the steepest gradients."""

LARGE_PX = 48
"""Largest side of a tag of which every pixel is sampled."""

_MOST_MODULES = 64


def seen_pixels(left: int, top: int, right: int, bottom: int, length_px: float) -> tuple[Places, Places]:
    """Return rows and columns of the sampled pixels of a window, as two arrays, for a tag with a side of `length_px`.

    All pixels are sampled; for a large tag, one at a random position in each square of `step` by `step`. A regular grid
    would miss the edges of axis-aligned tags, or hit them all at the same phase.
    """
    step = -(-int(length_px) // LARGE_PX)
    columns, rows = np.arange(left, right + 2 - step, step), np.arange(top, bottom + 2 - step, step)
    down, across = _beside(rows.size, columns.size, step)
    return rows[:, None] + down, columns + across


def fitted_pixels(steep: NDArray[np.float32], u: NDArray[np.float32], v: NDArray[np.float32]) -> Places:
    """Return the indices of the `MAX_PIXELS` fitted pixels, by the gradient and module of each.

    These are the steepest three quarters, and an equal number per module of the rest. Ties are broken by a fixed
    shuffle: the order after partitioning differs between processors, and the result must not.
    """
    edges = MAX_PIXELS * 3 // 4
    least = np.partition(steep, -edges)[-edges]
    steepest = steep > least
    shuffled = _shuffled(steep.size)
    alike = shuffled[steep[shuffled] == least]
    steepest[alike[: edges - np.count_nonzero(steepest)]] = True
    flat = shuffled[~steepest[shuffled]]
    modules_of = (np.floor(u[flat]) * _MOST_MODULES + np.floor(v[flat])).astype(np.int32)
    by_module = np.argsort(modules_of, kind="stable")
    ordered = modules_of[by_module]
    starts = np.flatnonzero(np.diff(ordered, prepend=ordered[0] - 1))
    rank = np.arange(flat.size) - np.repeat(starts, np.diff(starts, append=flat.size))
    evenly = by_module[np.argsort(rank, kind="stable")[: MAX_PIXELS - edges]]
    return np.concatenate([np.flatnonzero(steepest), flat[evenly]])


@lru_cache(maxsize=128)
def _shuffled(count: int) -> Places:
    """Return a fixed permutation, unrelated to rows and columns."""
    return np.random.default_rng(count).permutation(count)


@lru_cache(maxsize=64)
def _beside(rows: int, columns: int, step: int) -> tuple[Places, Places]:
    """Return the sampled pixel of each square of `step` by `step`, down and across."""
    rng = np.random.default_rng(step)
    return rng.integers(0, step, (rows, columns)), rng.integers(0, step, (rows, columns))


Single = NDArray[np.float32]

SPLIT_GAIN = 0.6
"""Largest misfit with two illumination levels, relative to one, at which a shadow edge is accepted."""

LEAST_PIXELS = 16
"""Least number of pixels on either side of the edge."""

FAINTEST = 0.08
"""Least illumination in the shadow, as a fraction of that beside it, at which a tag can be fitted."""
_OFFSETS = 15
_PENUMBRA_PX = 1.1
_MOST_EDGES = 2


def remove_shadow_edge(patch: TagPatch, pattern: Single) -> TagPatch | None:
    """Return a patch with uniform illumination, if shadow edges cross it, or None if none do.

    `pattern` is the expected brightness of the tag at each pixel, 0 to 1. For every line, black and white levels are
    fitted separately on both sides. The darker side of the best line is scaled to the lighter one, and pixels in the
    penumbra are left out.
    """
    found, shade = patch, pattern
    for _ in range(_MOST_EDGES):
        split = _split(found, shade)
        if split is None:
            break
        found, shade = split
    return None if found is patch else found


def _split(patch: TagPatch, pattern: Single) -> tuple[TagPatch, Single] | None:
    x, y = patch.x.astype(np.float64), patch.y.astype(np.float64)
    shade, light = pattern.astype(np.float64), patch.light.astype(np.float64)
    turns = 2 * np.pi * np.arange(_TURNS) / (2 * _TURNS)
    offsets = np.linspace(-1.15, 1.15, _OFFSETS)
    across = np.cos(turns)[:, None] * x + np.sin(turns)[:, None] * y
    sums = np.stack([np.ones_like(shade), shade, shade**2, light, light * shade, light**2])
    beyond = np.concatenate([(line > offsets[:, None]).astype(np.float64) @ sums.T for line in across])
    whole = sums.sum(axis=1)
    sides = np.stack([beyond, whole - beyond])
    black, white, misfit = _levels(sides)
    _, _, one = _levels(whole[None])
    usable = (sides[..., 0] >= LEAST_PIXELS).all(axis=0) & (white > 0).all(axis=0)
    usable &= white.min(axis=0) > FAINTEST * white.max(axis=0)
    total = np.where(usable, misfit.sum(axis=0), np.inf)
    k = int(total.argmin())
    if not total[k] < SPLIT_GAIN * one[0]:
        return None
    darker = int(white[1, k] < white[0, k])
    away = across[k // _OFFSETS] - offsets[k % _OFFSETS]
    dark = (away > 0) if darker == 0 else (away <= 0)
    lit = 1 - darker
    even = np.where(dark, (light - black[darker, k]) * white[lit, k] / white[darker, k] + black[lit, k], light)
    keep = np.abs(away) * patch.half > _PENUMBRA_PX
    evened_patch = replace(patch, x=patch.x[keep], y=patch.y[keep], light=even[keep].astype(np.float32))
    return evened_patch, pattern[keep]


def _levels(sums: Array) -> tuple[Array, Array, Array]:
    """Return black level, contrast and misfit from sums over pixels, (..., 6)."""
    count, shade, square, light, both, energy = np.moveaxis(sums, -1, 0)
    spread = square - shade**2 / np.maximum(count, 1)
    white = (both - shade * light / np.maximum(count, 1)) / np.maximum(spread, 1e-6)
    black = (light - white * shade) / np.maximum(count, 1)
    misfit = energy - light**2 / np.maximum(count, 1) - white**2 * spread
    return black, np.where(spread > 0.5, white, 0.0), misfit


MARGIN = 0.7
"""Width of the white margin that is fitted, in modules; more would exceed the margin of a tab or a round base."""

LEAST_WHITE = 0.2
"""Least distance of a start corner from the border of the image, in modules: an edge shows only beside some white."""

COARSE_PX = 72
"""Side from which a tag is first fitted in a reduced image, in which its start is nearer than the width of an edge."""

WHITE = 0.75
"""Least width of white around a tag, in modules, on a tab or a small base; anything beyond it blurs into the tag."""

BLUR_DOUBT = 0.03
"""Error of each corner if the blur differs from the estimate, as a fraction of its width beyond a sharp lens's."""

OUTWARD = 0.12
"""Error of all corners outwards if the blur differs from the estimate or something outside the white margin bleeds into
the tag, as a fraction of the blur's standard deviation beyond a sharp lens's; less for tags with more pixels per
module.
"""

SMALL_PX = 3.0
"""Pixels per module up to which the full error is used."""

WELL_EXPLAINED = 0.9
"""Share of a tag's variance explained from which no shadow edge is searched."""

_BATCH = 24
_BLUNT = 2.0
_RECUT_PX = 1.5
_LEAST_BLUR = 0.2


def refine_corners(
    image: NDArray[np.uint8],
    candidates: Sequence[tuple[int, Array]],
    dictionary: str,
    response: ResponseCurve,
    *,
    blur: Blur = SHARP,
    iterations: int = 8,
) -> list[FittedTag | None]:
    """Return each candidate (id, corners of shape (4, 2) px) fitted to the image, or None if the fit fails.

    `blur` is the image's blur. Model: brightness = black + contrast(x, y) * pattern(H(x, y)) with the pattern blurred
    in linear intensity. Unknowns are the homography H (8), black, white, its slopes in x and y, and the blur. The fit
    is Gauss-Newton with analytic derivatives on the pixels of the tag and `MARGIN` modules around it, with
    Geman-McClure weights against covered pixels. The corners' covariance is the sandwich of the weighted normal
    equations, inflated by `NOISE_CORRELATION`; the correlation of neighbouring pixels' residuals is added.

    A fit fails outside the image, without contrast, or if it diverges from its start.
    """
    side = modules(dictionary)
    candidates = [(tag_id, _nearer(image, tag_id, corners, dictionary, response)) for tag_id, corners in candidates]
    results: list[FittedTag | None] = [None] * len(candidates)
    patches: list[tuple[int, TagPatch]] = []
    for index, (tag_id, corners) in enumerate(candidates):
        patch = extract_patch(image, tag_id, np.asarray(corners, dtype=np.float64), dictionary, response, blur)
        if patch is not None:
            patches.append((index, patch))
    _fit_all(patches, side, iterations, results)
    again: list[tuple[int, TagPatch]] = []
    for index, _ in patches:
        fitted = results[index]
        tag_id, corners = candidates[index]
        if fitted is None or np.abs(fitted.corners_px - corners).max() < _RECUT_PX:
            continue
        results[index] = None
        patch = extract_patch(image, tag_id, fitted.corners_px, dictionary, response, blur)
        if patch is not None:
            again.append((index, patch))
    _fit_all(again, side, iterations, results)
    _fit_shaded(dict((*patches, *again)), side, iterations, results)
    return results if blur is SHARP else [fit and _doubtful(fit, blur, side) for fit in results]


def square_of(
    image: NDArray[np.uint8], tag_id: int, fit: FittedTag, dictionary: str, response: ResponseCurve, blur: Blur
) -> Square | None:
    """Return the pixels of a fitted tag for `evidence.contradicts`, without the shadow edge that the fit removed."""
    patch = extract_patch(image, tag_id, fit.corners_px, dictionary, response, blur)
    if patch is None:
        return None
    u, v, _ = inverse_homography(patch.homography[None].astype(np.float32), patch.x[None], patch.y[None])
    if fit.shaded:
        shade = sample_texture(patch.texture, patch.texels, u[0], v[0])[:, 0]
        patch = remove_shadow_edge(patch, shade) or patch
        u, v, _ = inverse_homography(patch.homography[None].astype(np.float32), patch.x[None], patch.y[None])
    lens = (blur.lens_px**2 + PIXEL_VARIANCE) * max(fit.blur_ratio, _LEAST_BLUR)
    sigma = float(np.sqrt(lens + blur.disc_px**2 / 4 + blur.motion_px**2 / 24)) / fit.side_px
    side = modules(dictionary)
    light, x, y, across, down = (
        values.astype(np.float64) for values in (patch.light, patch.x, patch.y, u[0] / side, v[0] / side)
    )
    return Square(light, x, y, across, down, sigma)


def _nearer(image: NDArray[np.uint8], tag_id: int, corners: Array, dictionary: str, response: ResponseCurve) -> Array:
    """Return the corners of a large candidate as fitted in a reduced image, those of others as they are."""
    length = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    factor = int(length / COARSE_PX)
    if factor < 2:
        return corners
    pad = length / 4
    size = np.array([image.shape[1], image.shape[0]])
    low = np.clip(np.floor(corners.min(axis=0) - pad).astype(int), 0, size)
    high = np.clip(np.ceil(corners.max(axis=0) + pad).astype(int), 0, size)
    small = (high - low) // factor
    if small.min() < 1:
        return corners
    high = low + small * factor
    part = image[low[1] : high[1], low[0] : high[0]]
    reduced = np.asarray(cv2.resize(part, small.tolist(), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    start = (corners - low + 0.5) / factor - 0.5
    (fit,) = refine_corners(reduced, [(tag_id, start)], dictionary, response)
    return corners if fit is None else (fit.corners_px + 0.5) * factor - 0.5 + low


def _doubtful(fit: FittedTag, blur: Blur, side: int) -> FittedTag:
    """Return a fit with the uncertainty of the blur added: for each corner by itself, and for all of them outwards."""
    spokes = fit.corners_px - fit.corners_px.mean(axis=0)
    lengths = np.linalg.norm(spokes, axis=1, keepdims=True)
    px_per_module = float(lengths.mean()) * np.sqrt(2) / side
    alone_px = BLUR_DOUBT * max(blur.spread_px - SHARP.spread_px, 0.0)
    outward_px = OUTWARD * blur.beyond_sharp_px * min(1.0, SMALL_PX / px_per_module)
    away = (spokes / lengths).ravel() * outward_px
    return replace(fit, covariance_px=fit.covariance_px + alone_px**2 * np.eye(8) + np.outer(away, away))


def _fit_shaded(patches: dict[int, TagPatch], side: int, iterations: int, results: list[FittedTag | None]) -> None:
    """Refit poorly explained tags with a shadow edge, and keep the result if it is better.

    This runs twice, because the first result improves the estimate of the edge.
    """
    for _ in range(2):
        shaded: list[tuple[int, TagPatch]] = []
        for index, patch in patches.items():
            fitted = results[index]
            if fitted is not None and fitted.explained > WELL_EXPLAINED:
                continue
            start = patch if fitted is None else _from(patch, fitted.corners_px, side)
            u, v, _ = inverse_homography(start.homography[None].astype(np.float32), start.x[None], start.y[None])
            even = remove_shadow_edge(start, sample_texture(start.texture, start.texels, u[0], v[0])[:, 0])
            if even is not None:
                shaded.append((index, even))
        if not shaded:
            return
        found: list[FittedTag | None] = [None] * len(results)
        _fit_all(shaded, side, iterations, found)
        for index, _ in shaded:
            before, after = results[index], found[index]
            if after is not None and (before is None or after.explained > before.explained):
                results[index] = replace(after, shaded=True)


def _from(patch: TagPatch, corners: Array, side: int) -> TagPatch:
    """Return a patch with other start corners."""
    start = np.ascontiguousarray((corners - patch.centre) / patch.half, dtype=np.float32)
    homography = cv2.getPerspectiveTransform(start, square(side).astype(np.float32))
    return replace(patch, homography=np.asarray(homography, dtype=np.float64))


def _fit_all(patches: list[tuple[int, TagPatch]], side: int, iterations: int, results: list[FittedTag | None]) -> None:
    """Fit patches in batches of similar size, and store each result at its index."""
    patches.sort(key=lambda item: item[1].light.size)
    for start in range(0, len(patches), _BATCH):
        batch = patches[start : start + _BATCH]
        solver = Solver([patch for _, patch in batch], side)
        solver.run(iterations)
        for (index, _), fitted in zip(batch, solver.results(), strict=True):
            results[index] = fitted


def extract_patch(
    image: NDArray[np.uint8],
    tag_id: int,
    corners: Array,
    dictionary: str,
    response: ResponseCurve,
    blur: Blur = SHARP,
) -> TagPatch | None:
    """Return the pixels of a candidate with the pattern to fit, None if the image's border is too near."""
    side = modules(dictionary)
    height, width = image.shape[:2]
    centre = corners.mean(axis=0)
    sides = corners - corners[[3, 0, 1, 2]]
    length = float(np.sqrt((sides * sides).sum(axis=1)).mean())
    fringe = float(np.clip(WHITE - blur.reach_px * side / length, 0.0, MARGIN))
    margin = fringe * length / side
    left, top = np.floor(corners.min(axis=0) - margin).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + margin).astype(int)
    room = float(min(corners.min(), (np.array([width, height]) - 1 - corners).min())) + 0.5
    if room < min(margin, LEAST_WHITE * length / side) or length < side:
        return None
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width - 1), min(bottom, height - 1)
    half = length / 2
    row, column = seen_pixels(left, top, right, bottom, length)
    x, y = (((at - middle) / half).astype(np.float32) for at, middle in ((column, centre[0]), (row, centre[1])))
    homography = np.asarray(
        cv2.getPerspectiveTransform(
            np.ascontiguousarray((corners - centre) / half, dtype=np.float32), square(side).astype(np.float32)
        ),
        dtype=np.float64,
    )
    u, v, _ = inverse_homography(homography[None].astype(np.float32), x[None], y[None])
    u, v = u[0], v[0]
    inside = (np.minimum(u, v) > -fringe) & (np.maximum(u, v) < side + fringe)
    row, column, x, y, u, v = (values[inside] for values in (row, column, x, y, u, v))
    scale = length / side
    tag = texture(dictionary, tag_id, quantise_scale(scale), blur.lens_px)
    texels = tag.shape[0] // (side + 2 * MARGIN_MODULES)
    blunt = texture(dictionary, tag_id, quantise_scale(scale), blur.lens_px * _BLUNT)
    if blur.motion_px or blur.disc_px:
        slope = pixel_steps(homography, half)
        tag, blunt = blurred(tag, texels, slope, blur), blurred(blunt, texels, slope, blur)
    if x.size > MAX_PIXELS:
        looked_up = sample_texture(tag, texels, u, v)
        keep = fitted_pixels(np.abs(looked_up[:, 1]) + np.abs(looked_up[:, 2]), u, v)
        x, y, row, column = x[keep], y[keep], row[keep], column[keep]
    light = response.to_light(np.ascontiguousarray(image[row, column][:, None])).ravel()
    return TagPatch(x, y, light, homography, centre, half, texels, tag, blunt)
