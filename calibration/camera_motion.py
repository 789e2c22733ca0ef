"""Whether the camera still stands where the board was registered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.catalogue import Catalogue
from calibration.rig import BoardPose, CameraModel, project
from calibration.sighting import TagSighting
from calibration.tag_geometry import board_corners

MOVED_MM = 0.35
"""Shift of the board under the camera above which places would be wrong by more than they claim."""

MIN_WITNESSES = 3
"""Board tags that must be seen to say anything: one may itself have been pushed."""


@dataclass(frozen=True, slots=True)
class CameraMotion:
    """What the board tags of one picture say about the camera.

    `moved` is None when fewer than `MIN_WITNESSES` are seen. `shift_mm` is how far the board lies from where the pose
    has it: the median over the tags; `shift_px` the same in the picture.
    """

    moved: bool | None
    shift_mm: float
    shift_px: float
    witnesses: int


def camera_motion(
    camera: CameraModel, pose: BoardPose, catalogue: Catalogue, sightings: Sequence[TagSighting]
) -> CameraMotion:
    """Return whether the board tags still are where the pose has them.

    The median over tags is taken, so that a hand that hides or a player who pushes one of them raises no alarm.
    """
    seen = {sighting.id: sighting for sighting in sightings}
    shifts = [
        float(np.linalg.norm((project(camera, pose, board_corners(tag)) - seen[tag.id].corners_px).mean(axis=0)))
        for tag in catalogue.board.tags
        if tag.id in seen
    ]
    if len(shifts) < min(MIN_WITNESSES, len(catalogue.board.tags)):
        return CameraMotion(None, 0.0, 0.0, len(shifts))
    shift_px = float(np.median(shifts))
    shift_mm = shift_px * float(pose.camera_mm[2]) / float(camera.camera_matrix[0, 0])
    return CameraMotion(shift_mm > MOVED_MM, shift_mm, shift_px, len(shifts))
