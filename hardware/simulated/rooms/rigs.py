"""Rigs that are not what they were when the lens was calibrated."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from calibration.rig import Array, Rig
from hardware.simulated.rooms.room import Room


def wrong_focal(room: Room, rng: np.random.Generator, share: float) -> Room:
    """The believed fx is off by `share`, up or down; fy is right."""
    matrix = room.believed.camera.camera_matrix.copy()
    matrix[0, 0] *= 1 + share * rng.choice([-1, 1])
    return _believing(room, camera_matrix=matrix)


def wrong_zoom(room: Room, rng: np.random.Generator, share: float) -> Room:
    """The believed fx and fy are both off by `share`: the focus has moved since."""
    matrix = room.believed.camera.camera_matrix.copy()
    matrix[:2, :2] *= 1 + share * rng.choice([-1, 1])
    return _believing(room, camera_matrix=matrix)


def wrong_centre(room: Room, rng: np.random.Generator, off_px: float) -> Room:
    """The believed optical centre is `off_px` beside the true one."""
    matrix = room.believed.camera.camera_matrix.copy()
    turn = rng.uniform(0, 2 * np.pi)
    matrix[:2, 2] += off_px * np.array([np.cos(turn), np.sin(turn)])
    return _believing(room, camera_matrix=matrix)


def wrong_distortion(room: Room, rng: np.random.Generator, off: float) -> Room:
    """The believed k1 is off by `off`."""
    del rng
    coefficients = room.believed.camera.dist_coeffs.copy()
    coefficients[0] += off
    return _believing(room, dist_coeffs=coefficients)


def turned_round(room: Room, rng: np.random.Generator, quarters: int = 2) -> Room:
    """The camera's picture is turned by half a turn, the rig is not."""
    del rng
    return room.lit(np.rot90(room.light, quarters))


def other_crop(room: Room, rng: np.random.Generator, share: float) -> Room:
    """The camera runs in a mode that shows the middle `share` of the sensor, in a picture of the same size."""
    del rng
    width, height = room.size_px
    x = (np.arange(width) + 0.5 - width / 2) * share + width / 2 - 0.5
    y = (np.arange(height) + 0.5 - height / 2) * share + height / 2 - 0.5
    columns, rows = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    light = cv2.remap(room.light, columns, rows, cv2.INTER_LANCZOS4, borderMode=cv2.BORDER_REPLICATE)
    low, high = np.array([x[0], y[0]]), np.array([x[-1], y[-1]])
    gone = {
        tag.thing
        for tag in room.tags.values()
        if tag.thing is not None and ((room.corners_px(tag) < low + 3).any() or (room.corners_px(tag) > high - 3).any())
    }
    return room.lit(np.maximum(np.asarray(light), 0)).hidden(gone)


def _believing(room: Room, *, camera_matrix: Array | None = None, dist_coeffs: Array | None = None) -> Room:
    known = room.believed.camera
    camera = replace(
        known,
        camera_matrix=known.camera_matrix if camera_matrix is None else camera_matrix,
        dist_coeffs=known.dist_coeffs if dist_coeffs is None else dist_coeffs,
    )
    return replace(room, believed=Rig(camera, room.believed.pose))
