"""How much of a tray's light is left where something changed: in a shadow every colour is dimmed, and nearly alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.channels import largest, mean, smallest

Mask = NDArray[np.bool_]

SHADOW = (0.3, 0.97)
"""How much of the empty tray's light a shadow leaves."""

SHADOW_TINT = 0.1
"""How far the three colours' shares of it may lie apart."""

DEEP_SHADOW = (0.12, 0.97)
"""How much of it a hard light's shadow leaves, or two of them; a black thing on a grey mat may be as dark."""

DEEP_TINT = 0.06
"""The same as `SHADOW_TINT` for those."""

ROOM_TINT = 0.3
"""The same for the shadow of a die: a warm lamp leaves the light of the sky in it, and dice colour their ground.
In ten trays of another renderer with lamps, windows and sun .12 to .19, of translucent dice .26; a black or dark brown
thing is as dark.
"""

DARK = 24.0
"""Level of the empty tray up to which a colour has too little light for a share of it to say anything."""


@dataclass(frozen=True, slots=True, eq=False)
class Dimmed:
    """What is left of the empty tray's light in the `middle` of the colours, how far they lie apart, where one is
    `lighter` than it was by the bar.
    """

    middle: NDArray[np.float32]
    tint: NDArray[np.float32]
    lighter: Mask

    @classmethod
    def of(cls, now: NDArray[np.float32], then: NDArray[np.float32], bar: float) -> Dimmed:
        """Compare two pictures, (h, w, 3).

        What is dark in the empty tray, as red is on a green mat, tells no share; the brightest colour's stands for it.
        """
        share = (now + 4) / (then + 4)
        brightest = np.where(then >= largest(then)[..., None], share, 0)
        share = np.where(then > DARK, share, largest(brightest)[..., None])
        return cls(mean(share), largest(share) - smallest(share), largest(now - then) > bar)

    def in_shadow(self, left: tuple[float, float], most_tint: float) -> Mask:
        """Return where a shadow may lie that leaves so much of the light and tints it no more."""
        dark = (self.middle > left[0]) & (self.middle < left[1]) & ~self.lighter
        return np.asarray(dark & (self.tint < most_tint))
