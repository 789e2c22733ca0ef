"""Vision of the table: observes frames as `SeenTable`, stores mount estimates, proposes outlines.

A table that has been at rest for a while is examined closely only once a second, and at once if pixels change.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.catalogue import Catalogue
from calibration.errors import CalibrationError
from calibration.files import read_undigested
from calibration.pose.tag_offset_learning import MountModel
from calibration.rig import CameraModel, Rig, project
from geometry.base import MM_PER_INCH
from messages.message import Message
from overlook.atomic_files import write_json
from overlook.setup.terrain import sized_tags
from overlook.table.observation.seen_table import AWAY, SeenTable, table_of, table_of_observation
from vision.change_detection import FrameChangeGate
from vision.frame import Frame
from vision.terrain_outline import propose_outline
from vision.tracking.table_tracker import Observation, TableTracker
from vision.tracking.track import TrackState
from web.contract.setup.views import OutlineView

RESTS_S = 3.0
"""How long everything must be at rest, in camera time; by then positions are fully averaged."""

LOOKS_EVERY_S = 1.0
"""Interval of close looks at a table at rest, for changes that the pixel comparison misses."""

_SOON = 1e-6


class FrameObserver:
    """Observes frames in order. Only one thread at a time may call `look`."""

    def __init__(self, catalogue: Catalogue, rig: Rig, mounts: MountModel | None = None) -> None:
        self._catalogue, self._camera = catalogue, rig.camera
        self._follower = TableTracker(rig, catalogue, mounts=mounts)
        self._last: SeenTable | None = None
        self._still = FrameChangeGate()
        self._looked_s = self._restless_s = float("-inf")

    @property
    def mounts(self) -> MountModel:
        """Mount estimates measured from the rims of bases."""
        return self._follower.mounts

    def look(self, frame: Frame) -> SeenTable:
        """Return the observation of a frame; calibration errors are returned as its `problem`."""
        began_s = time.perf_counter()
        seen = self._as_before(frame) or self._looked_at(frame)
        self._last = replace(seen, took_ms={"look": (time.perf_counter() - began_s) * 1000})
        return self._last

    def _as_before(self, frame: Frame) -> SeenTable | None:
        """Return the last observation if the table has been at rest for `RESTS_S` and this frame shows no change."""
        last, now_s = self._last, frame.captured_s
        if last is None or now_s - self._restless_s < RESTS_S or now_s - self._looked_s >= LOOKS_EVERY_S - _SOON:
            return None
        same_camera = (frame.mode, frame.focus, frame.size_px) == (
            last.frame.mode,
            last.frame.focus,
            last.frame.size_px,
        )
        return replace(last, frame=frame, as_before=True) if same_camera and self._still.shows(frame.image) else None

    def _looked_at(self, frame: Frame) -> SeenTable:
        try:
            self._camera.require_settings(frame.mode, None)
            seen = self._taken(frame, self._follower.observe(frame.image, frame.captured_s))
        except CalibrationError as fault:
            seen = self._blind(frame, fault.message)
        self._still.keep(frame.image)
        self._looked_s = frame.captured_s
        if not _rests(seen) or self._last is None:
            self._restless_s = frame.captured_s
        return seen

    def _blind(self, frame: Frame, problem: Message) -> SeenTable:
        table = (
            self._last.table
            if self._last is not None
            else table_of(self._catalogue, operatives={}, terrain={}, markers={})
        )
        before = self._last or SeenTable(frame, table)
        still = replace(table, settled=False)
        return replace(before, frame=frame, problem=problem, pose=None, table=still, as_before=False)

    def _taken(self, frame: Frame, seen: Observation) -> SeenTable:
        there = {name: track for name, track in seen.operatives.items() if track.state not in AWAY}
        return SeenTable(
            frame=frame,
            table=table_of_observation(seen, self._catalogue),
            states={name: track.state for name, track in there.items()},
            levels={name: track.located.level for name, track in there.items()},
            paths={name: track.path for name, track in there.items() if track.path},
            pose=None if seen.camera_moved else seen.registration.pose,
            tags={tag.id: tag for tag in (*seen.detection.sightings, *seen.detection.strangers)},
            warnings=(*self._refocused(frame), *seen.warnings),
        )

    def _refocused(self, frame: Frame) -> tuple[Message, ...]:
        """Return a warning if the focus differs from the calibration: positions are then only less accurate."""
        try:
            self._camera.require_settings(None, frame.focus)
        except CalibrationError as fault:
            return (fault.message,)
        return ()


def _rests(seen: SeenTable) -> bool:
    """Return whether everything is in view and at rest, with no hand near."""
    settled = seen.problem is None and seen.table.settled and not seen.table.hand_in_view
    return settled and all(state is TrackState.SEEN for state in seen.states.values())


async def outline_at(
    seen: SeenTable | None,
    camera: CameraModel,
    *,
    sizes_mm: Mapping[int, float],
    at_px: tuple[float, float],
    top: float | None,
) -> OutlineView | None:
    """Return the proposed outline of the piece at a point of the frame; None if the board is not found or no edges are.

    `sizes_mm`: sizes of the known tags, by id. `top`: height in inches of the piece's top edge, None if unknown. The
    search runs in a thread.
    """
    if seen is None or seen.pose is None:
        return None
    pose, top_mm = seen.pose, None if top is None else top * MM_PER_INCH
    tags = sized_tags(seen.tags.values(), sizes_mm, top_mm=top_mm, lens=(camera, pose))
    found = await asyncio.to_thread(propose_outline, seen.frame.image, camera, pose, at_px, top_mm=top_mm, tags=tags)
    if found is None:
        return None
    corners = np.column_stack([found.corners_mm, np.full(len(found.corners_mm), found.top_mm)])
    message = Message.of("outline-found" if found.height_known else "outline-height-unsure")
    return OutlineView(
        corners_px=tuple((float(x), float(y)) for x, y in project(camera, pose, corners)),
        top=round(found.top_mm / MM_PER_INCH, 2),
        height_known=found.height_known,
        sentence=str(message),
        message=message,
    )


class MountStore:
    """File with one table's mount estimates; estimates for another catalogue's bases are ignored.

    If the file could not be read, `fault` is the reason in one line.
    """

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        self._path = path
        self._of = hashlib.sha256(repr(catalogue.operatives).encode()).hexdigest()[:16]
        self._kept: object = None
        self.fault: Message | None = None

    def of(self, catalogue: Catalogue) -> MountStore:
        """Return the store of the same file for another catalogue."""
        return MountStore(self._path, catalogue)

    def read(self) -> MountModel:
        """Return the stored estimates; empty if there are none for this catalogue or the file cannot be read."""
        self.fault = None
        try:
            data = json.loads(read_undigested(self._path))
            return MountModel.from_json(data["book"]) if data["catalogue"] == self._of else MountModel()
        except FileNotFoundError:
            return MountModel()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, CalibrationError) as fault:
            why = " ".join(str(fault).split())[:120]
            self.fault = Message.of("outline-mounts-unreadable", file=self._path.name, fault=why)
            return MountModel()

    def keep(self, book: MountModel) -> None:
        """Write the estimates if they have changed. Write errors are ignored: the estimates are measured again."""
        data = book.to_json()
        if data == self._kept:
            return
        try:
            write_json(self._path, {"catalogue": self._of, "book": data})
        except OSError:
            return
        self._kept = data


class TableVision:
    """Vision of a table by its newest catalogue, with the mount estimates that `store` remembers."""

    def __init__(self, catalogue: Catalogue, rig: Rig, store: MountStore | None = None) -> None:
        self._rig = rig
        self._open(catalogue, store)

    def _open(self, catalogue: Catalogue, store: MountStore | None) -> None:
        self.catalogue = catalogue
        self._kept = FrameObserver(catalogue, self._rig, store.read() if store is not None else None), store

    def use(self, catalogue: Catalogue) -> None:
        """Look by a catalogue from the next frame on; if it is another one, the board's pose is found again."""
        if catalogue is not self.catalogue:
            self.keep_mounts()
            _, store = self._kept
            self._open(catalogue, store.of(catalogue) if store is not None else None)

    def look(self, frame: Frame) -> SeenTable:
        """Return the observation of a frame. Only one thread at a time may call it."""
        return self._kept[0].look(frame)

    def keep_mounts(self) -> None:
        """Save the mount estimates, if there is a store."""
        observer, store = self._kept
        if store is not None:
            store.keep(observer.mounts)
