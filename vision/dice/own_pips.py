"""What a die's pips count to where nobody knows its make: by pips of whatever one colour and size explain it best."""

from __future__ import annotations

from itertools import product

import numpy as np

from vision.dice.detections import DetectedDie
from vision.dice.network import Image
from vision.dice.pip_faces import RADII, SPACINGS, crop_of, faces_of, level, windows_of

CLEARLY = 0.2
"""By how much of a pip the value that was read must fit better than every other, and than none."""

OF_MISFIT = 0.05
"""The same as a share of what that value leaves unexplained: of glare and marble any value explains a little."""


def own_pips_agree(image: Image, die: DetectedDie) -> bool:
    """Return whether a die's own pips, counted without the networks, say clearly what it was read as in a BGR picture.

    A weak witness, but it errs otherwise than they do: of 23 misread dice of nell-byler it agrees to 7, of which none
    is among those that a second look comes near to confirming.
    """
    seen = level(windows_of(crop_of(image, die)))
    whole = np.square(seen).sum(axis=(1, 2))[:, None]
    fits = [(float(whole.min()), 0, 0.0)]
    for spacing, radius in product(SPACINGS, RADII):
        faces = faces_of(spacing, radius)
        explained = np.square(np.einsum("pxc,nx->pnc", seen, faces.marks, optimize=True)).sum(axis=2) / faces.energy
        at, each = (whole - explained).argmin(axis=0), np.arange(len(faces.values))
        one_pip = explained[at, each] / faces.energy * faces.energy[faces.values == 1][0]
        left = whole[at, 0] - explained[at, each]
        fits += zip(left.tolist(), faces.values.tolist(), one_pip.tolist(), strict=True)
    left_by_it, _, one = min(fit for fit in fits if fit[1] == die.value)
    margin = min(left for left, value, _ in fits if value != die.value) - left_by_it
    return margin > CLEARLY * one and margin > OF_MISFIT * left_by_it
