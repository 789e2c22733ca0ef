"""Which blur makes the tags that were found look as they do: tried on a grid, then more finely around the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision.blur import SHARP, Array, Blur, blurred, by_pixel
from vision.solver import Patch, look_up
from vision.tag_plane import through_plane
from vision.texture import bucket, texture

MOST_TAGS = 6
"""Tags that a blur is tried on; it is thought the same all over the picture."""

BETTER = 0.75
"""Share of the misfit that a blur may leave of what a sharp picture's tags leave, to be believed."""

_LENSES_PX = (0.5, 1.0, 1.4, 2.0, 2.8)
_DISCS_PX = (1.4, 2.0, 2.8, 3.6, 4.6)
_LENGTHS_PX = (2.0, 3.0, 4.0, 5.0, 6.5, 8.0)
_TURNS = 12
_SHARP_PX = 0.6


def estimate_blur(tags: Sequence[tuple[int, Patch]], dictionary: str, side: int, guess: Blur | None = None) -> Blur:
    """Return the blur under which tags (id, pixels) at their places leave least of their light unexplained.

    `SHARP` where no other is clearly better. Blur that is alike on both sides moves no tag, but makes it look larger or
    smaller: with a `guess`, places found under that one, it is only made better.
    """
    some = list(tags[:MOST_TAGS])

    def misfit(blur: Blur) -> float:
        return float(np.median([_misfit(tag_id, patch, dictionary, side, blur) for tag_id, patch in some]))

    sharp = misfit(SHARP)
    best = min(_grid(), key=misfit) if guess is None else guess
    for step in (1.0, 0.5):
        best = min((best, *_around(best, step)), key=misfit)
    return best if misfit(best) < BETTER * sharp else SHARP


def _grid() -> Iterator[Blur]:
    for lens in _LENSES_PX:
        yield Blur(lens)
    for radius in _DISCS_PX:
        yield Blur(_SHARP_PX, disc_px=radius)
    for length in _LENGTHS_PX:
        for turn in range(_TURNS):
            yield _moved(_SHARP_PX, length, np.pi * turn / _TURNS)


def shapes(blur: Blur) -> Iterator[Blur]:
    """Return a blur, and the Gaussian and the disc that are as soft: only tags fitted under each tell them apart."""
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


def _misfit(tag_id: int, patch: Patch, dictionary: str, side: int, blur: Blur) -> float:
    """Return the share of a tag's variance that it leaves under a blur, black and evenly changing white being free."""
    scale = 2 * patch.half / side
    tag = texture(dictionary, tag_id, bucket(scale), blur.lens_px)
    slope = by_pixel(patch.homography, patch.half)
    u, v, _ = through_plane(patch.homography[None].astype(np.float32), patch.x[None], patch.y[None])
    shade = look_up(blurred(np.ascontiguousarray(tag[..., :1]), patch.texels, slope, blur), patch.texels, u[0], v[0])
    shade = shade.reshape(-1)
    system = np.stack([np.ones_like(shade), shade, shade * patch.x, shade * patch.y], axis=1).astype(np.float64)
    light: Array = patch.light.astype(np.float64)
    found, *_ = np.linalg.lstsq(system, light, rcond=None)
    return float(np.square(light - system @ found).sum() / max(np.square(light - light.mean()).sum(), 1e-6))
