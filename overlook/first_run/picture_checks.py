"""Checks of the live image (light, flicker, sharpness, tag size, board), and the verify plate's measured places."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.errors import VerifyError
from calibration.files import read_undigested
from calibration.pose.accuracy import Certificate, PlateReading
from calibration.pose.board_pose import register
from calibration.rig import Rig, project
from calibration.tags import modules
from geometry.base import MM_PER_INCH
from messages.message import Message
from overlook.atomic_files import write_file, write_json
from overlook.image_files import read_picture
from overlook.maintenance.machine_checks import Check, Health
from overlook.maintenance.table_checks import focus, light
from overlook.setup.tags import NEEDED_PX, sight_of
from vision.tags.detector import Detector
from vision.tracking.photograph import verify
from web.contract.base import HealthState
from web.contract.setup.startup import BoardFoundView, PlaceView, SeenTagView, VerdictView


class BoardLook:
    """Finds one catalogue's board with one calibrated camera."""

    def __init__(self, rig: Rig, catalogue: Catalogue) -> None:
        self.rig, self.catalogue = rig, catalogue
        self._detector = Detector(catalogue.dictionary, catalogue.bare.tag_ids, rig.camera.size_px)

    def look(self, image: NDArray[np.uint8]) -> BoardFoundView:
        """Return the board found in an image.

        Raises `RigError` for an image of another size and `RegistrationError` if the board is not found.
        """
        camera = self.rig.camera
        camera.require_size((image.shape[1], image.shape[0]))
        sightings = self._detector.detect(image).sightings
        found = register(camera, self.catalogue.bare, sightings)
        printed = {tag.id: tag for tag in self.catalogue.board.tags}
        known = [one for one in sightings if one.id in printed]
        centres = np.array([(*printed[one.id].centre_mm, 0.0) for one in known])
        expected = project(camera, found.pose, centres)
        tags = []
        for one, at in zip(known, expected, strict=True):
            miss = _middle(one.corners_px) - at
            tags.append(
                SeenTagView(
                    id=one.id,
                    corners_px=tuple((float(x), float(y)) for x, y in one.corners_px),
                    miss_px=(float(miss[0]), float(miss[1])),
                    left_out=one.id in found.ignored,
                )
            )
        line = Message.of(
            "first-board-found",
            seen=len(known),
            all=len(printed),
            residual=found.pose.residual_px or 0.0,
            height=float(found.pose.camera_mm[2]) / 10,
        )
        return BoardFoundView(line=str(line), tags=tuple(tags), message=line)


def _middle(corners_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the intersection of a square's diagonals: its centre under any perspective."""
    a, b, c, d = corners_px
    across, along = c - a, d - b
    share = np.linalg.solve(np.column_stack([across, -along]), b - a)[0]
    return np.asarray(a + share * across)


USUAL_TAG_MM = 14.0
"""Side of the tags on models' tabs in mm: the smallest tags that a table must read."""

OFFERED_PX = ((1280, 720), (1920, 1080), (2304, 1296), (4608, 2592))
"""Frame sizes offered on the first run's page."""


def most_module_px(size_px: tuple[int, int], catalogue: Catalogue) -> float:
    """Return the largest possible size of a model tag's module in px, in frames that show the whole board."""
    (width_px, height_px), (width, depth) = size_px, catalogue.board.size_mm
    return module_px(min(width_px / width, height_px / depth), catalogue)


def module_px(px_per_mm: float, catalogue: Catalogue) -> float:
    """Return the size of a model tag's module in px, at a resolution in px per mm."""
    return px_per_mm * USUAL_TAG_MM / modules(catalogue.dictionary)


def tag_check(
    size_px: tuple[int, int],
    catalogue: Catalogue,
    measured_px: float | None = None,
    *,
    asked_px: tuple[int, int] = (0, 0),
) -> Check:
    """Check whether models' tags are readable in frames of this size, and propose an alternative if not.

    `measured_px`: measured size of a module; without it, the size at the lowest possible camera. `asked_px`: the frame
    size requested from the camera; if the camera delivers less, no larger size is proposed.
    """
    most_px = most_module_px(size_px, catalogue)
    px = most_px if measured_px is None else measured_px
    size = (
        Message.of("check-tag-size-most", tag=USUAL_TAG_MM, px=px)
        if measured_px is None
        else Message.of("check-tag-size", tag=USUAL_TAG_MM, px=px)
    )
    state = sight_of(round(px, 1))
    if state is HealthState.OK:
        return Check.ok("tags", size)
    said = Message.of("check-tag-size-small", size=size, sight=state, needed=NEEDED_PX)
    times = {one: min(one[0] / size_px[0], one[1] / size_px[1]) for one in OFFERED_PX}
    refused = asked_px[0] > size_px[0]
    if refused:
        (width, height), (asked_width, asked_height) = size_px, asked_px
        said = Message.of(
            "check-tag-size-mode",
            size=said,
            width=width,
            height=height,
            asked_width=asked_width,
            asked_height=asked_height,
        )
    larger = [one for one, factor in times.items() if factor > 1 and px * factor >= NEEDED_PX and not refused]
    mend = _tag_remedy(larger[0] if larger else None, lower=round(most_px, 1) >= NEEDED_PX)
    return (Check.caution if state is HealthState.TROUBLE else Check.trouble)("tags", said, mend)


def _tag_remedy(larger_px: tuple[int, int] | None, *, lower: bool) -> Message:
    if larger_px is None:
        return Message.of("check-fix-tags-lower") if lower else Message.of("check-fix-tags-camera")
    width, height = larger_px
    if lower:
        return Message.of("check-fix-tags-either", width=width, height=height)
    return Message.of("check-fix-tags-larger", width=width, height=height)


LOOKED_BACK = 12
FLICKER = 0.04
"""Standard deviation of brightness between frames, relative to the brightness, above which the light flickers."""

STATES = {Health.OK: HealthState.OK, Health.CAUTION: HealthState.TROUBLE, Health.TROUBLE: HealthState.LOST}


class PictureVerdicts:
    """Checks consecutive frames; uses the board tags of a catalogue.

    `asked_px` returns the frame size requested from the camera.
    """

    def __init__(self, catalogue: Catalogue, asked_px: Callable[[], tuple[int, int]] = lambda: (0, 0)) -> None:
        self._catalogue, self._asked_px = catalogue, asked_px
        self._levels: deque[float] = deque(maxlen=LOOKED_BACK)
        self._detector: Detector | None = None
        self._module_px: float | None = None

    def tags(self, size_px: tuple[int, int]) -> Check:
        """Check whether models' tags are readable at this frame size, by the last measured tag size if any."""
        return tag_check(size_px, self._catalogue, self._module_px, asked_px=self._asked_px())

    def look(self, image: NDArray[np.uint8]) -> tuple[VerdictView, ...]:
        """Return the verdicts on an image, BGR or grey."""
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

    def _flicker(self) -> Check:
        if len(self._levels) < LOOKED_BACK:
            return Check.ok("flicker", Message.of("check-flicker-measuring"))
        levels = np.array(self._levels)
        # Slow changes are clouds or the camera's exposure control; only changes from frame to frame are flicker.
        spread = float(np.std(np.diff(levels)) / np.sqrt(2) / max(levels.mean(), 1.0))
        said = Message.of("check-flicker", share=spread)
        if spread > FLICKER:
            return Check.caution("flicker", said, Message.of("check-fix-flicker"))
        return Check.ok("flicker", said)

    def _tags(self, seen: Mapping[int, NDArray[np.float64]], size_px: tuple[int, int]) -> Check:
        known = {tag.id: tag.size_mm for tag in self._catalogue.board.tags}
        found = [tag for tag in known if tag in seen]
        if not found:
            none = Message.of("check-board-tags-none", all=len(known))
            return Check.trouble("tags", none, Message.of("check-fix-board-tags"))
        px_per_mm = float(
            np.median(
                [np.linalg.norm(seen[tag] - np.roll(seen[tag], 1, axis=0), axis=1).mean() / known[tag] for tag in found]
            )
        )
        self._module_px = module_px(px_per_mm, self._catalogue)
        check = self.tags(size_px)
        said = Message.of("check-board-tags-size", seen=len(found), all=len(known), size=check.sentence)
        return replace(check, sentence=said)


def verdict_of(check: Check) -> VerdictView:
    """Return a check as a verdict for the page."""
    return VerdictView(
        part=check.part,
        state=STATES[check.health],
        sentence=str(check.sentence),
        mend=str(check.mend or ""),
        message=check.sentence,
        remedy=check.mend,
    )


FOLDER = "plate"
WANTED = 3
"""Least number of places for a certificate."""

APART = 4.0
"""Least distance between places in inches, so that they represent the whole board."""


CREDIBLE = 0.5
"""Share of a place's errors within the stated 95 % interval, below which it should be measured again.

It is far below 95 %, because errors within one place are correlated and even good tables have such places.
"""


def describe_place(reading: PlateReading) -> Message:
    """Return a place's position, its mean error, and advice if the error is too large, for a player."""
    x, y = (value / MM_PER_INCH for value in reading.centre_mm)
    off_mm = round(float(reading.bias_mm), 2)
    way = "long" if off_mm > 0 else "short" if off_mm < 0 else "right"
    said = Message.of("first-place", left=x, front=y, off=abs(off_mm), way=way)
    if np.mean(np.abs(reading.errors_mm) < 1.96 * reading.sigmas_mm) >= CREDIBLE:
        return said
    return Message.of("first-place-worse", place=said)


class MeasuredPlaces:
    """The measured places of one table; each is stored on disk as an image and a JSON entry."""

    def __init__(self, folder: Path, today: Callable[[], date]) -> None:
        self._folder = folder / FOLDER
        self._today = today

    @property
    def views(self) -> tuple[PlaceView, ...]:
        """The stored places; those with an unreadable entry or a missing image are left out."""
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
        """Measure the plate in an image and store the place.

        Raises `VerifyError` if the plate is not found, is bent or wrongly scaled, or has not been moved;
        `RegistrationError` if the board is not found; `OSError` if the disk cannot be written.
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
            raise VerifyError("first-place-same", number=near.number, apart=APART)
        write_file(self._picture(number), bytes(cv2.imencode(".png", image)[1].tobytes()))
        line = describe_place(reading)
        place = PlaceView(number=number, line=str(line), x=x, y=y, message=line)
        write_json(self._folder / f"{number:03d}.json", place.model_dump(mode="json"))

    def drop(self, number: int) -> None:
        """Delete a place."""
        (self._folder / f"{number:03d}.json").unlink(missing_ok=True)
        self._picture(number).unlink(missing_ok=True)

    def clear(self) -> None:
        """Delete all places, since they were measured with another lens calibration."""
        for one in self.views:
            self.drop(one.number)

    def certificate(self, rig: Rig, catalogue: Catalogue, *, thickness_mm: float, print_scale: float) -> Certificate:
        """Return the certificate for all places; raises as `take` does."""
        pictures = [(f"place {one.number}", read_picture(self._picture(one.number))) for one in self.views]
        return verify(pictures, rig, catalogue.bare, self._today(), thickness_mm=thickness_mm, print_scale=print_scale)

    def _picture(self, number: int) -> Path:
        return self._folder / f"{number:03d}.png"
