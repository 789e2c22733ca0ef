"""Health checks of the table: camera, lens, light, sharpness, board tags, games on disk."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.errors import CalibrationError, RegistrationError
from calibration.rig import Rig
from calibration.tags import modules
from hardware.cameras.camera import Camera
from hardware.errors import CameraError
from messages.message import Message
from overlook.maintenance.machine_checks import Check
from overlook.setup.tags import NEEDED_PX
from overlook.table.games.games import game_files
from overlook.table.observation.seen_table import SeenTable
from referee.records.journal.errors import JournalError
from referee.records.journal.reading import read_journal
from vision.frame import Frame
from vision.intensity import mean
from vision.tracking.photograph import TableReading, locate

LOST, SOFT = 0.52, 0.4
"""Limits of blur: sigma relative to the module of a small board tag. Above `LOST` tags are lost (see its test)."""
_ALONG, _ACROSS = 24, 61
_REACH = 0.9
"""Distance from an edge that is sampled, in modules: black rim and white margin are each one module wide."""


def edges(grey: NDArray[np.float32], corners_px: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return the steepest slope (grey levels per pixel) and the step (grey levels) of a tag's four edges, shape (4, 2).

    `grey` is (height, width), `corners_px` (4, 2) around the black rim, `side` a tag's width in modules.
    """
    found = []
    for start, end in zip(corners_px, np.roll(corners_px, -1, axis=0), strict=True):
        run = end - start
        length_px = float(np.hypot(*run))
        normal = np.array([-run[1], run[0]]) / length_px
        across = np.linspace(-1, 1, _ACROSS) * _REACH * length_px / side
        along = np.linspace(0.2, 0.8, _ALONG)
        at = (start + along[:, None, None] * run + across[:, None] * normal).astype(np.float32)
        profile = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR).mean(axis=0)
        found.append((np.abs(np.gradient(profile, across)).max(), np.ptp(profile)))
    return np.array(found)


def blur_px(grey: NDArray[np.float32], tags_px: list[NDArray[np.float64]], side: int) -> float:
    """Return the median blur of tags' edges, as sigma of a Gaussian in pixels.

    The maximum slope of a blurred step is its height / (sigma √(2π)). The height is taken from the clearest edges,
    because in small tags the blur extends across the rim.
    """
    measured = np.array([edges(grey, tag, side) for tag in tags_px])
    step = float(np.percentile(measured[..., 1], 90))
    slopes = np.median(measured[..., 0], axis=1)
    return float(np.median(step / (slopes * math.sqrt(2 * math.pi))))


def _grey_at(image: NDArray[np.uint8], tags_px: list[NDArray[np.float64]]) -> NDArray[np.float32]:
    """Return the mean of the channels, (height, width), around tags to half a tag's size; zero elsewhere."""
    grey = np.zeros(image.shape[:2], dtype=np.float32)
    for tag in tags_px:
        low, high = tag.min(axis=0), tag.max(axis=0)
        room = (high - low).max() / 2
        left, top = np.maximum(np.floor(low - room).astype(int), 0)
        right, bottom = np.ceil(high + room).astype(int)
        part = image[top:bottom, left:right].astype(np.float32)
        grey[top:bottom, left:right] = mean(part) if part.ndim == 3 else part
    return grey


def focus(image: NDArray[np.uint8], seen_px: Mapping[int, NDArray[np.float64]], catalogue: Catalogue) -> Check | None:
    """Check the sharpness of the board's tags among the detected ones, given by id; None if there are none."""
    tags = {tag.id: tag.size_mm for tag in catalogue.board.tags if tag.id in seen_px}
    if not tags:
        return None
    side = modules(catalogue.dictionary)
    tags_px = [seen_px[tag] for tag in tags]
    blur = blur_px(_grey_at(image, tags_px), tags_px, side)
    px_per_mm = np.median([np.hypot(*(seen_px[tag][1] - seen_px[tag][0])) / size_mm for tag, size_mm in tags.items()])
    share = blur / (float(px_per_mm) * min(tag.size_mm for tag in catalogue.board.tags) / side)
    said = Message.of("check-focus", blur=blur, share=share)
    if share > LOST:
        return Check.trouble("focus", said, Message.of("check-fix-focus-lost"))
    if share > SOFT:
        return Check.caution("focus", said, Message.of("check-fix-focus-soft"))
    return Check.ok("focus", said)


PICTURES = 12
OLD_DAYS = 180
DARK, LIGHT = 45.0, 225.0
BURNT = 0.02
FAR_PX = 0.6


def check_camera_frames(camera: Camera, fps: float) -> tuple[list[Check], Frame | None]:
    """Check the camera's operation; also return its newest frame, None if it delivers none."""
    part = f"camera {camera.identity.spec}"
    began = time.monotonic()
    frames: list[Frame] = []
    try:
        camera.open()
        frames.extend(itertools.islice(camera.frames(), PICTURES))
        mode = camera.mode
    except CameraError as fault:
        return [Check.trouble(part, fault.message, Message.of("check-fix-camera-fault"))], None
    finally:
        camera.close()
    if not frames:
        return [Check.trouble(part, Message.of("check-camera-silent"), Message.of("check-fix-camera-silent"))], None
    took = (frames[-1].captured_s - frames[0].captured_s) or (time.monotonic() - began)
    rate = (len(frames) - 1) / took if took > 0 and len(frames) > 1 else math.nan
    if not math.isfinite(rate):
        return [Check.ok(part, Message.of("check-camera-mode", mode=str(mode)))], frames[-1]
    said = Message.of("check-camera-rate", mode=str(mode), rate=rate)
    if rate < fps / 2:
        return [Check.caution(part, said, Message.of("check-fix-camera-rate", asked=fps))], frames[-1]
    return [Check.ok(part, said)], frames[-1]


def mode(wanted_px: tuple[int, int], given_px: tuple[int, int], chosen: bool) -> Check:
    """Check the frame size delivered by the camera; `chosen` is true if the camera supports choosing it."""
    (width, height), (asked_width, asked_height) = given_px, wanted_px
    if chosen and wanted_px != given_px:
        said = Message.of(
            "check-mode-other", width=width, height=height, asked_width=asked_width, asked_height=asked_height
        )
        return Check.caution("mode", said, Message.of("check-fix-mode", width=width, height=height))
    return Check.ok("mode", Message.of("check-mode", width=width, height=height))


def light(image: NDArray[np.uint8]) -> Check:
    """Check that the image is neither dark nor overexposed."""
    grey = image.mean(axis=2) if image.ndim == 3 else image.astype(np.float64)
    level, burnt = float(np.median(grey)), float((grey >= 250).mean())
    said = Message.of("check-light", level=level, burnt=burnt)
    if level < DARK:
        return Check.trouble("light", said, Message.of("check-fix-dark"))
    if burnt > BURNT or level > LIGHT:
        return Check.caution("light", said, Message.of("check-fix-bright"))
    return Check.ok("light", said)


def lens(rig: Rig, size_px: tuple[int, int], file: Path | None, today: datetime) -> Check:
    """Check that the lens file fits these frames, and its age."""
    try:
        rig.camera.require_size(size_px)
    except CalibrationError as fault:
        return Check.trouble("lens file", fault.message, Message.of("check-fix-lens-mode"))
    if file is None:
        return Check.ok("lens file", Message.of("check-lens-simulated"))
    days = (today - datetime.fromtimestamp(file.stat().st_mtime, UTC)).days
    said = Message.of("check-lens-age", file=file, days=days)
    if days > OLD_DAYS:
        return Check.caution("lens file", said, Message.of("check-fix-lens-old"))
    return Check.ok("lens file", said)


def board(image: NDArray[np.uint8], rig: Rig, catalogue: Catalogue) -> list[Check]:
    """Check whether the board and the things on it are found, and the size of their tags in the image."""
    try:
        reading = locate(image, rig, catalogue)
    except RegistrationError as fault:
        return [Check.trouble("board", fault.message, Message.of("check-fix-board-hidden"))]
    except CalibrationError as fault:
        return [Check.trouble("board", fault.message, Message.of("check-fix-board-lens"))]
    seen_px = {one.id: np.asarray(one.corners_px, dtype=np.float64) for one in reading.detection.sightings}
    sharp = focus(image, seen_px, catalogue)
    return [
        _found(reading, catalogue),
        *([] if sharp is None else [sharp]),
        _sizes(reading, modules(catalogue.dictionary)),
        *_warned(reading),
    ]


def _found(reading: TableReading, catalogue: Catalogue) -> Check:
    there = {sighting.id for sighting in reading.detection.sightings}
    tags = [tag.id for tag in catalogue.board.tags]
    seen = sum(tag in there for tag in tags)
    residual = reading.registration.pose.residual_px or 0.0
    said = Message.of("check-board-tags", seen=seen, all=len(tags), residual=residual)
    if residual > FAR_PX:
        return Check.caution("board", said, Message.of("check-fix-board-far"))
    if seen < len(tags) / 2:
        return Check.caution("board", said, Message.of("check-fix-board-few"))
    return Check.ok("board", said)


def _sizes(reading: TableReading, side: int) -> Check:
    seen = {sighting.id: sighting.side_px / side for sighting in reading.detection.sightings}
    small = {
        name: min(seen[tag] for tag in located.placement.tags)
        for name, located in reading.operatives.items()
        if located.placement.tags
    }
    if not small:
        return Check.caution("operatives", Message.of("check-operatives-none"), Message.of("check-fix-operatives-none"))
    least = min(small, key=lambda name: small[name])
    count, px = len(reading.operatives), small[least]
    said = (
        Message.of("check-operatives-missing", count=count, px=px, smallest=least, missing=reading.missing)
        if reading.missing
        else Message.of("check-operatives", count=count, px=px, smallest=least)
    )
    if small[least] < NEEDED_PX:
        return Check.caution("operatives", said, Message.of("check-fix-operatives-small", needed=NEEDED_PX))
    return Check.ok("operatives", said)


def _warned(reading: TableReading) -> list[Check]:
    mend = Message.of("check-fix-tags")
    return [Check.caution("tags", warning, mend) for warning in reading.warnings]


def games(folder: Path) -> Check:
    """Check that every game can be read through to its last event."""
    found = game_files(folder)
    for game in found:
        try:
            read_journal(game)
        except JournalError as fault:
            return Check.trouble("games", fault.message, Message.of("check-fix-game-damaged", game=game))
    return Check.ok("games", Message.of("check-games", count=len(found), folder=folder))


EVERY_S = 5.0


def health_checks(seen: SeenTable, catalogue: Catalogue) -> tuple[Check, ...]:
    """Check processing times, camera movement and focus, as far as the frame allows."""
    took = [Message.of("check-stage", stage=stage, ms=ms) for stage, ms in seen.took_ms.items()]
    stages = Check.ok("stages", Message.of("check-stages", stages=took) if took else Message.of("check-stages-none"))
    if seen.problem is not None:
        return (stages,)
    moved = Check.trouble("sentinel", Message.of("check-camera-moved"), Message.of("check-fix-camera-moved"))
    camera = moved if seen.pose is None else Check.ok("sentinel", Message.of("check-camera-still"))
    sharp = focus(seen.frame.image, {tag.id: tag.corners_px for tag in seen.tags.values()}, catalogue)
    return stages, camera, *([] if sharp is None else [sharp])
