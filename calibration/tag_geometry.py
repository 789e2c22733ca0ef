"""Tag geometry: positions of tag corners on the board or a thing, and their derivatives by small errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import BoardTag, ThingTag
from calibration.rig import BoardPose, CameraModel, unproject
from calibration.tags import TagSighting

Array = NDArray[np.float64]


def square(size_mm: float) -> Array:
    """Return a tag's corners around its own centre, (4, 2) mm, y up: top-left, top-right, bottom-right, bottom-left."""
    half = size_mm / 2
    return np.array([[-half, half], [half, half], [half, -half], [-half, -half]])


def turn(angle_deg: float) -> Array:
    """Return the (2, 2) matrix of a counter-clockwise rotation seen from above."""
    angle = np.radians(angle_deg)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def board_corners(tag: BoardTag) -> Array:
    """Return the corners of a board tag, (4, 3) board mm."""
    flat = square(tag.size_mm) @ turn(tag.angle_deg).T + np.array(tag.centre_mm)
    return np.column_stack([flat, np.zeros(4)])


def corners_in_object_frame(tag: ThingTag) -> Array:
    """Return the corners of a tag in the frame of the thing that carries it, (4, 3) mm."""
    flat = square(tag.size_mm) @ turn(tag.angle_deg).T + np.array(tag.offset_mm[:2])
    return np.column_stack([flat, np.full(4, tag.offset_mm[2])])


def corner_jacobians(tag: ThingTag) -> Array:
    """Return the derivatives of the corners, (4, 3, 4) mm in the thing's frame, by the tag's mount errors.

    The columns are: shift by 1 mm along the thing's x, along its y, rotation by 1 radian around the tag's centre, and
    print size by the factor e.
    """
    flat = square(tag.size_mm) @ turn(tag.angle_deg).T
    motions = np.zeros((4, 3, 4))
    motions[:, 0, 0] = 1
    motions[:, 1, 1] = 1
    motions[:, 0, 2], motions[:, 1, 2] = -flat[:, 1], flat[:, 0]
    motions[:, :2, 3] = flat
    return motions


@dataclass(frozen=True, slots=True)
class Pose2D:
    """Pose of a thing during the fit: x, y, z of its underside in board mm, angle in radians."""

    x: float
    y: float
    z: float
    angle: float

    def carry(self, own: Array) -> Array:
        """Return points of the thing's frame, (n, 3), as board mm."""
        rotation = turn(float(np.degrees(self.angle)))
        return np.column_stack([own[:, :2] @ rotation.T + [self.x, self.y], own[:, 2] + self.z])

    def motions(self, own: Array) -> Array:
        """Return the derivatives of carried points, (n, 3, 4), by x, y, z (mm) and the angle (radians)."""
        rotation = turn(float(np.degrees(self.angle)))
        flat = own[:, :2] @ rotation.T
        result = np.zeros((len(own), 3, 4))
        result[:, 0, 0] = result[:, 1, 1] = result[:, 2, 2] = 1
        result[:, 0, 3], result[:, 1, 3] = -flat[:, 1], flat[:, 0]
        return result

    def leaning(self, own: Array) -> Array:
        """Return the derivatives of carried points, (n, 3, 2), by a tilt in radians around the board's x and y axis."""
        flat = self.carry(own) - [self.x, self.y, self.z]
        result = np.zeros((len(own), 3, 2))
        result[:, 1, 0], result[:, 2, 0] = -flat[:, 2], flat[:, 1]
        result[:, 0, 1], result[:, 2, 1] = flat[:, 2], -flat[:, 0]
        return result

    def turned(self, own_vectors: Array) -> Array:
        """Return vectors of the thing's frame, (n, 3, k), in the board's frame."""
        rotation = np.eye(3)
        rotation[:2, :2] = turn(float(np.degrees(self.angle)))
        return np.asarray(np.einsum("ij,njk->nik", rotation, own_vectors))


def rough_pose(
    camera: CameraModel, pose: BoardPose, tags: Sequence[tuple[ThingTag, TagSighting]], z_mm: float
) -> Pose2D:
    """Return a rough pose at height `z_mm` by projecting the seen corners onto the tags' planes."""
    own = np.concatenate([corners_in_object_frame(tag) for tag, _ in tags])
    pixels = np.concatenate([sighting.corners_px for _, sighting in tags])
    flat = unproject(camera, pose, pixels, own[:, 2] + z_mm)
    middle, own_middle = flat.mean(axis=0), own[:, :2].mean(axis=0)
    a, b = own[:, :2] - own_middle, flat - middle
    angle = float(np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum()))
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    x, y = middle - rotation @ own_middle
    return Pose2D(float(x), float(y), z_mm, angle)
