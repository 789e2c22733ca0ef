"""From a frame to what stands on the table: the image work, done off the event loop.

A table that has rested for a while is looked at closely once a second only, and at once when a pixel changes.
"""

from __future__ import annotations

import time
from dataclasses import replace

from calibration.catalogue import Catalogue
from calibration.errors import CalibrationError
from calibration.pose.tag_offset_learning import MountModel
from calibration.rig import Rig
from overlook.table.reading import AWAY, table_of, table_of_observation
from overlook.table.seen_table import SeenTable
from vision.change_detection import StillPicture
from vision.frame import Frame
from vision.tracking.table_tracker import Observation, TableTracker
from vision.tracking.track import TrackState

RESTS_S = 3.0
"""So long everything must have rested, in the camera's time: by then places are averaged as far as they will be."""

LOOKS_EVERY_S = 1.0
"""So often a table at rest is looked at closely all the same: what changes no compared pixel is seen by then."""

_SOON = 1e-6


class FrameObserver:
    """Looks at frames in order. One thread at a time calls `look`."""

    def __init__(self, catalogue: Catalogue, rig: Rig, book: MountModel | None = None) -> None:
        self._catalogue, self._camera = catalogue, rig.camera
        self._follower = TableTracker(rig, catalogue, book=book)
        self._last: SeenTable | None = None
        self._still = StillPicture()
        self._looked_s = self._restless_s = float("-inf")

    @property
    def book(self) -> MountModel:
        """What the rims of bases have taught about their tags' mounting."""
        return self._follower.book

    def look(self, frame: Frame) -> SeenTable:
        """Return what the frame shows; never raises for what a picture can hold."""
        began_s = time.perf_counter()
        seen = self._as_before(frame) or self._looked_at(frame)
        self._last = replace(seen, took_ms={"look": (time.perf_counter() - began_s) * 1000})
        return self._last

    def _as_before(self, frame: Frame) -> SeenTable | None:
        """Return what was seen last, where the table has rested for long and this frame shows just that."""
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
            seen = self._blind(frame, str(fault))
        self._still.keep(frame.image)
        self._looked_s = frame.captured_s
        if not _rests(seen) or self._last is None:
            self._restless_s = frame.captured_s
        return seen

    def _blind(self, frame: Frame, problem: str) -> SeenTable:
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

    def _refocused(self, frame: Frame) -> tuple[str, ...]:
        """Return that the focus is another than the lens was calibrated at, if it is: places are only less sure."""
        try:
            self._camera.require_settings(None, frame.focus)
        except CalibrationError as fault:
            return (str(fault),)
        return ()


def _rests(seen: SeenTable) -> bool:
    """Return whether everything is in view and stands still, with no hand near."""
    settled = seen.problem is None and seen.table.settled and not seen.table.hand_in_view
    return settled and all(state is TrackState.SEEN for state in seen.states.values())
