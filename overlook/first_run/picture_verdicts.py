"""What is said of a live picture before the lens is known: light, sharpness, flicker, and how large tags are seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from overlook.doctor.check import Check, Health
from overlook.doctor.focus import focus
from overlook.doctor.table import light
from overlook.first_run.tag_sight import module_px, tag_check
from vision.tags.detector import Detector
from web.contract.base import HealthState
from web.contract.setup.startup import VerdictView

LOOKED_BACK = 12
FLICKER = 0.04
"""Spread of the pictures' brightness, as a share of it, above which the light is said to flicker."""

STATES = {Health.OK: HealthState.OK, Health.CAUTION: HealthState.TROUBLE, Health.TROUBLE: HealthState.LOST}


class PictureVerdicts:
    """Looks at one picture after another; knows the board's tags of a catalogue.

    `asked_px` tells which size of pictures the camera is asked for.
    """

    def __init__(self, catalogue: Catalogue, asked_px: Callable[[], tuple[int, int]] = lambda: (0, 0)) -> None:
        self._catalogue, self._asked_px = catalogue, asked_px
        self._levels: deque[float] = deque(maxlen=LOOKED_BACK)
        self._detector: Detector | None = None
        self._module_px: float | None = None

    def tags(self, size_px: tuple[int, int]) -> VerdictView:
        """Return how models' tags will be read in pictures of that size: as measured last, else as well as they can."""
        return verdict_of(self._tags_at(size_px))

    def look(self, image: NDArray[np.uint8]) -> tuple[VerdictView, ...]:
        """Return what is to be said of a picture, BGR or grey."""
        size_px = image.shape[1], image.shape[0]
        if self._detector is None or self._detector.size_px != size_px:
            self._detector = Detector(self._catalogue.dictionary, self._catalogue.tag_ids, size_px)
            self._levels.clear()
            self._module_px = None
        self._levels.append(float(image[::8, ::8].mean()))
        seen = {one.id: one.corners_px for one in self._detector.detect(image).sightings}
        sharp = focus(image, seen, self._catalogue)
        checks = [light(image), self._flicker(), self._tags(seen, size_px), *([] if sharp is None else [sharp])]
        return tuple(verdict_of(check) for check in checks)

    def _tags_at(self, size_px: tuple[int, int]) -> Check:
        return tag_check(size_px, self._catalogue, self._module_px, asked_px=self._asked_px())

    def _flicker(self) -> Check:
        if len(self._levels) < LOOKED_BACK:
            return Check.ok("flicker", "looking at the light")
        levels = np.array(self._levels)
        # What drifts is a cloud or the camera's own choice; what jumps from picture to picture flickers.
        spread = float(np.std(np.diff(levels)) / np.sqrt(2) / max(levels.mean(), 1.0))
        said = f"brightness differs by {spread:.1%} from picture to picture"
        if spread > FLICKER:
            return Check.caution("flicker", said, "use lamps that do not flicker, or a longer exposure")
        return Check.ok("flicker", said)

    def _tags(self, seen: Mapping[int, NDArray[np.float64]], size_px: tuple[int, int]) -> Check:
        known = {tag.id: tag.size_mm for tag in self._catalogue.board.tags}
        found = [tag for tag in known if tag in seen]
        if not found:
            mend = "lay the printed board tags in their places, all of the board in view"
            return Check.trouble("tags", f"none of the board's {len(known)} tags is seen yet", mend)
        px_per_mm = float(
            np.median(
                [np.linalg.norm(seen[tag] - np.roll(seen[tag], 1, axis=0), axis=1).mean() / known[tag] for tag in found]
            )
        )
        self._module_px = module_px(px_per_mm, self._catalogue)
        check = self._tags_at(size_px)
        return replace(check, sentence=f"{len(found)} of {len(known)} board tags. {check.sentence}")


def verdict_of(check: Check) -> VerdictView:
    """Return a check as the page shows it."""
    return VerdictView(part=check.part, state=STATES[check.health], sentence=check.sentence, mend=check.mend)
