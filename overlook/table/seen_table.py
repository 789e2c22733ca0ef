"""What one frame shows of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.rig import BoardPose
from calibration.tags import TagSighting
from geometry.table import Table
from vision.frame import Frame
from vision.tracking.track import TrackState, Waypoint


@dataclass(frozen=True, slots=True, eq=False)
class SeenTable:
    """What one frame shows.

    `states` and `levels` go by operative; `paths` are the ways of those that moved last, as they were seen. `problem`
    says in one line why nothing could be measured, and then `table` is the last that could. `pose` is the board's in
    this frame. `tags` are all that were read, by id, also those that the catalogue does not hold. `took_ms` are the
    stages' times. `as_before` is True where few pixels were compared, and showed what the last close look saw.
    """

    frame: Frame
    table: Table
    states: Mapping[str, TrackState] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[str, tuple[Waypoint, ...]] = field(default_factory=dict)
    pose: BoardPose | None = None
    tags: Mapping[int, TagSighting] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    problem: str | None = None
    took_ms: Mapping[str, float] = field(default_factory=dict)
    as_before: bool = False
