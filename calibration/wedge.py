"""A grey wedge whose greys are known: fine black lines, whose share of the paper no printer's tone curve changes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wedge:
    """A row of `steps` square patches of `patch_mm`, white first, each with equally more of its lines black.

    Around them lies a black frame of `frame_mm`, by which the row is found. `pitch_mm` is the distance of the lines:
    finer than the camera sees, coarser than the printer's dots.
    """

    steps: int = 11
    patch_mm: float = 12.0
    frame_mm: float = 3.0
    pitch_mm: float = 0.5

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height with the frame, mm."""
        return self.steps * self.patch_mm + 2 * self.frame_mm, self.patch_mm + 2 * self.frame_mm

    def light(self, step: int) -> float:
        """Return the light of a patch, from 1 (paper) to 0 (ink)."""
        return 1 - step / (self.steps - 1)


WEDGE = Wedge()
