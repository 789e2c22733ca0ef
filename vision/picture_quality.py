"""Why tags are lost in a picture: blur, too much or too little light, hard shadows, in words that say what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.blur import Blur
from vision.solver import Refined

MOTION_PX = 2.5
"""Way that things went while the shutter was open from which small tags are lost."""

OUT_OF_FOCUS_PX = 1.2
"""Sigma of a lens's blur from which small tags are lost."""

FULL = 253
"""Code from which a pixel says no more of the light than that there was too much."""

OVEREXPOSED = 0.15
"""Share of the tags' own pixels that are full from which edges are lost in it."""

DARK = 15.0
"""White minus black of the middle tag, of 255 in light, under which noise hides small ones."""

SHADED = 0.1
"""Share of the tags across which a shadow's edge runs that is worth a word."""


@dataclass(frozen=True, slots=True)
class PictureQuality:
    """What one whole picture does to its tags.

    `contrast` is white minus black of the tag in the middle, 0 to 255 in light; `overexposed` the share of the tags'
    pixels that are full; `shaded` of so many `tags` have a shadow's edge across them.
    """

    blur: Blur
    contrast: float
    overexposed: float
    shaded: int
    tags: int

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is wrong with the picture, in sentences that say what to do."""
        lines = []
        if self.blur.motion_px >= MOTION_PX:
            lines.append(
                f"the picture is blurred by {self.blur.motion_px:.0f} px along one way: the camera or the table moves; "
                "hold it still, or give it more light and a shorter exposure; small tags are lost until then"
            )
        if self.blur.soft_px >= OUT_OF_FOCUS_PX:
            lines.append(
                f"the picture is blurred by {2 * self.blur.soft_px:.0f} px all around: refocus the lens, or wipe it; "
                "small tags are lost until then"
            )
        if self.overexposed > OVEREXPOSED:
            lines.append(
                f"{self.overexposed:.0%} of the tags' pixels are overexposed: shorten the exposure, or turn the lamp "
                "away; small tags are lost until then"
            )
        if self.contrast < DARK:
            lines.append(
                f"the picture is dark (white and black differ by {self.contrast / 255:.1%} of the light that it can "
                "show): more light, or a longer exposure; small tags are lost until then"
            )
        if self.shaded > max(2.0, SHADED * self.tags):
            lines.append(
                f"edges of hard shadows run across {self.shaded} of {self.tags} tags: draw a curtain, or soften the "
                "lamp; small tags may be lost until then"
            )
        return tuple(lines)


def quality_of(image: NDArray[np.uint8], blur: Blur, fits: Sequence[Refined]) -> PictureQuality | None:
    """Return the quality of a picture by the tags fitted in it, None where there are none."""
    if not fits:
        return None
    full = [_full(image, fit.corners_px) for fit in fits]
    return PictureQuality(
        blur=blur,
        contrast=float(np.median([fit.contrast for fit in fits])),
        overexposed=float(np.median(full)),
        shaded=sum(fit.shaded for fit in fits),
        tags=len(fits),
    )


def _full(image: NDArray[np.uint8], corners_px: NDArray[np.float64]) -> float:
    left, top = np.floor(corners_px.min(axis=0)).astype(int).clip(0)
    right, bottom = np.ceil(corners_px.max(axis=0)).astype(int) + 1
    window = image[top:bottom:2, left:right:2]
    brightest = window if window.ndim == 2 else window.min(axis=2)
    return float((brightest >= FULL).mean())
