"""The places where the verify plate was measured, kept picture by picture, and the certificate they amount to."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.errors import VerifyError
from calibration.files import read_undigested
from calibration.pose.accuracy import Certificate, PlateReading
from calibration.rig import Rig
from geometry.base import MM_PER_INCH
from overlook.drawing.pictures import read_picture
from overlook.writing import write_file, write_json
from vision.tracking.photograph import verify
from web.contract.setup.startup import PlaceView

FOLDER = "plate"
WANTED = 3
"""Places that a certificate is made from at least."""

APART = 4.0
"""How far apart places must lie, inches, to say something of the whole board."""


CREDIBLE = 0.5
"""The share of a place's distances that err by no more than is allowed for, below which it is measured anew.

Errors within one place go together, so that a good table too has places with fewer than 95 %.
"""


def line_of(reading: PlateReading) -> str:
    """Return where a place lies, by how much it is off, and what to do where that is wrong, for a player."""
    x, y = (value / MM_PER_INCH for value in reading.centre_mm)
    off_mm = round(reading.bias_mm, 2)
    how = f"{abs(off_mm):.2f} mm too {'long' if off_mm > 0 else 'short'}" if off_mm else "right"
    said = f'{x:.1f}" from the left edge, {y:.1f}" from the near one: the camera measures {how} on average'
    if np.mean(np.abs(reading.errors_mm) < 1.96 * reading.sigmas_mm) >= CREDIBLE:
        return said
    return f"{said}, worse than it allows for: see that the plate is flat and its thickness right, and measure again"


class Places:
    """The measured places of one table; each is a picture and its line, on disk before it counts."""

    def __init__(self, folder: Path, today: Callable[[], date]) -> None:
        self._folder = folder / FOLDER
        self._today = today

    @property
    def views(self) -> tuple[PlaceView, ...]:
        """The places there are; one whose line cannot be read, or whose picture is gone, is none."""
        found = []
        for path in sorted(self._folder.glob("*.json")):
            try:
                view = PlaceView.model_validate_json(read_undigested(path))
            except (OSError, ValueError):
                continue
            if self._picture(view.number).exists():
                found.append(view)
        return tuple(sorted(found, key=lambda one: one.number))

    def take(
        self, image: NDArray[np.uint8], rig: Rig, catalogue: Catalogue, *, thickness_mm: float, print_scale: float
    ) -> None:
        """Measure the plate in a picture and keep the place.

        Raises `VerifyError` for a plate that is not seen, bent or scaled, or lies where it was, `RegistrationError`
        without the board, and `OSError` where the disk does not take it.
        """
        number = max((one.number for one in self.views), default=0) + 1
        found = verify(
            [(f"place {number}", image)],
            rig,
            catalogue.bare,
            self._today(),
            thickness_mm=thickness_mm,
            print_scale=print_scale,
        )
        reading = found.readings[0]
        x, y = (value / MM_PER_INCH for value in reading.centre_mm)
        near = next((one for one in self.views if math.hypot(one.x - x, one.y - y) < APART), None)
        if near is not None:
            raise VerifyError(
                f"the plate still lies where place {near.number} was measured: move it {APART:g} inches away"
            )
        write_file(self._picture(number), bytes(cv2.imencode(".png", image)[1].tobytes()))
        place = PlaceView(number=number, line=line_of(reading), x=x, y=y)
        write_json(self._folder / f"{number:03d}.json", place.model_dump(mode="json"))

    def drop(self, number: int) -> None:
        """Forget a place."""
        (self._folder / f"{number:03d}.json").unlink(missing_ok=True)
        self._picture(number).unlink(missing_ok=True)

    def clear(self) -> None:
        """Forget all places: they were measured through another lens."""
        for one in self.views:
            self.drop(one.number)

    def certificate(self, rig: Rig, catalogue: Catalogue, *, thickness_mm: float, print_scale: float) -> Certificate:
        """Return the certificate of all places; raises as `take` does."""
        pictures = [(f"place {one.number}", read_picture(self._picture(one.number))) for one in self.views]
        return verify(pictures, rig, catalogue.bare, self._today(), thickness_mm=thickness_mm, print_scale=print_scale)

    def _picture(self, number: int) -> Path:
        return self._folder / f"{number:03d}.png"
