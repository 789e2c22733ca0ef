"""What is said of a live picture before the lens is known: light, sharpness, flicker, and how large tags are seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.dictionary import modules
from overlook.doctor.check import Check, Health
from overlook.doctor.focus import focus
from overlook.doctor.table import light
from overlook.setup.tag_size_advice import NEEDED_PX
from vision.detect import Detector
from web.contract.first_run import VerdictView
from web.contract.views import HealthState

LOOKED_BACK = 12
FLICKER = 0.04
"""Spread of the pictures' brightness, as a share of it, above which the light is said to flicker."""

USUAL_TAG_MM = 14.0
"""The tags on models' tabs: the smallest that a table must read."""

STATES = {Health.OK: HealthState.OK, Health.CAUTION: HealthState.TROUBLE, Health.TROUBLE: HealthState.LOST}


class PictureVerdicts:
    """Looks at one picture after another; knows the board's tags of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._levels: deque[float] = deque(maxlen=LOOKED_BACK)
        self._detector: Detector | None = None

    def look(self, image: NDArray[np.uint8]) -> tuple[VerdictView, ...]:
        """Return what is to be said of a picture, BGR or grey."""
        size_px = image.shape[1], image.shape[0]
        if self._detector is None or self._detector.size_px != size_px:
            self._detector = Detector(self._catalogue.dictionary, self._catalogue.tag_ids, size_px)
            self._levels.clear()
        self._levels.append(float(image[::8, ::8].mean()))
        seen = {one.id: one.corners_px for one in self._detector.detect(image).sightings}
        sharp = focus(image, seen, self._catalogue)
        checks = [light(image), self._flicker(), self._tags(seen), *([] if sharp is None else [sharp])]
        return tuple(verdict_of(check) for check in checks)

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

    def _tags(self, seen: Mapping[int, NDArray[np.float64]]) -> Check:
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
        module_px = px_per_mm * USUAL_TAG_MM / modules(self._catalogue.dictionary)
        said = f"{len(found)} of {len(known)} board tags; {module_px:.1f} px a module of a model's tag"
        if module_px < NEEDED_PX:
            return Check.caution(
                "tags", said, f"{NEEDED_PX:g} are wanted: hang the camera lower, or take larger pictures"
            )
        return Check.ok("tags", said)


def verdict_of(check: Check) -> VerdictView:
    """Return a check as the page shows it."""
    return VerdictView(part=check.part, state=STATES[check.health], sentence=check.sentence, mend=check.mend)
