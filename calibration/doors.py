"""Doors and hatches: whether a leaf that carries a tag is open or closed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import numpy as np

from calibration.board_pose import Registration
from calibration.catalogue import Catalogue, LeafEntry
from calibration.localisation import LocatedThing
from calibration.rig import CameraModel, unproject
from calibration.sighting import TagSighting
from calibration.tag_geometry import Pose2D, own_corners
from geometry.base import MM_PER_INCH

NEAR_MM = 6.0
"""How far a leaf's tag may be from where the catalogue has it in a state, and still be taken for that state."""


class DoorState(StrEnum):
    """How a leaf stands. `BETWEEN` is neither: ajar, or the catalogue's places are wrong."""

    OPEN = "open"
    CLOSED = "closed"
    BETWEEN = "between"


def door_states(
    camera: CameraModel,
    registration: Registration,
    catalogue: Catalogue,
    terrain: Mapping[str, LocatedThing],
    seen: Mapping[int, TagSighting],
) -> dict[str, DoorState]:
    """Return how the leaves stand of every terrain part that is located, by the part's id, where a tag of them is seen.

    A part of several leaves is open or closed where all that are seen are, else in between.
    """
    states = {}
    for part in catalogue.terrain:
        if part.id not in terrain:
            continue
        place = terrain[part.id].placement
        pose = Pose2D(
            place.x * MM_PER_INCH, place.y * MM_PER_INCH, place.z * MM_PER_INCH, float(np.radians(place.rotation_deg))
        )
        each = {
            _state(camera, registration, pose, leaf, seen[leaf.tag_id]) for leaf in part.leaves if leaf.tag_id in seen
        }
        if each:
            states[part.id] = each.pop() if len(each) == 1 else DoorState.BETWEEN
    return states


def _state(
    camera: CameraModel, registration: Registration, pose: Pose2D, leaf: LeafEntry, sighting: TagSighting
) -> DoorState:
    """Return the state whose tag lies nearest to the one seen, corner by corner at that state's height."""
    misses = {}
    for state in (DoorState.OPEN, DoorState.CLOSED):
        corners = pose.carry(own_corners(leaf.tag_at("open" if state is DoorState.OPEN else "closed")))
        found = unproject(camera, registration.pose, sighting.corners_px, corners[:, 2])
        misses[state] = float(np.sqrt(np.mean(np.sum((found - corners[:, :2]) ** 2, axis=1))))
    nearest = min(misses, key=lambda state: misses[state])
    return nearest if misses[nearest] <= NEAR_MM else DoorState.BETWEEN
