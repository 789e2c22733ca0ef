"""What bends a picture: a shutter that runs down a shaking picture, a mat that is not flat, a print that is curled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from calibration.rig import unproject
from hardware.simulated.rooms.room import Points, Room

_GRID_PX = 16
READOUT_S = 0.024
"""How long a common module needs from its first row to its last."""


def wobble(room: Room, rng: np.random.Generator, amplitude_px: float) -> Room:
    """The picture shakes by `amplitude_px` while its rows are read: each row lies where the shaking had it."""
    frequency = rng.uniform(12, 55)
    phase, angle = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    width, height = room.size_px
    rows = np.arange(height, dtype=np.float64)
    shift = amplitude_px * np.sin(2 * np.pi * frequency * READOUT_S * rows / height + phase)
    x = np.arange(width)[None, :] - (shift * np.cos(angle))[:, None]
    y = (rows - shift * np.sin(angle))[:, None] + np.zeros((1, width))
    return _remapped(room, x, y)


def bowed(room: Room, rng: np.random.Generator, rise_mm: float) -> Room:
    """The mat is bowed by `rise_mm`: its middle or two of its sides stand up, along or across; things rise with it."""
    wide, deep = room.catalogue.board.size_mm
    along, middle_up = rng.integers(2), rng.random() < 0.5

    def moved(points: Points) -> Points:
        share = 2 * points[:, along] / (wide, deep)[along] - 1
        rise = rise_mm * (1 - share**2 if middle_up else share**2)
        inside = np.abs(share) <= 1.05
        return np.column_stack([points, np.where(inside, rise, 0.0)])

    return _moved_material(room, moved)


def curled_corner(room: Room, rng: np.random.Generator, rise_mm: float) -> Room:
    """A corner of the mat is curled up by `rise_mm` over the last 110 mm."""
    wide, deep = room.catalogue.board.size_mm
    right, far = (int(bit) for bit in rng.integers(2, size=2))
    corner = np.array([wide * right, deep * far])
    inward = np.array([1 - 2 * right, 1 - 2 * far]) / np.sqrt(2)
    length = 110.0

    def moved(points: Points) -> Points:
        off = np.clip(length - (points - corner) @ inward, 0, length)
        rise = rise_mm * (off / length) ** 2
        # A curled sheet is no longer than it was: it comes inward by half its slope squared along the way.
        drawn = 2 * rise_mm**2 * off**3 / (3 * length**4)
        return np.column_stack([points + inward * drawn[:, None], rise])

    return _moved_material(room, moved)


def stretched(room: Room, rng: np.random.Generator, share: float) -> Room:
    """The mat was printed or pulled longer one way by `share`: its tags lie further apart than the catalogue says.

    True places are counted in true millimetres from the board's middle.
    """
    along = int(rng.integers(2))
    middle = room.catalogue.board.size_mm[along] / 2
    sheet = room.catalogue.board
    tags = []
    for tag in sheet.tags:
        centre = list(tag.centre_mm)
        centre[along] = middle + (centre[along] - middle) / (1 + share)
        tags.append(tag.model_copy(update={"centre_mm": (centre[0], centre[1])}))
    board = sheet.model_copy(update={"tags": tuple(tags)})
    return replace(room, catalogue=room.catalogue.model_copy(update={"board": board}))


def curled_tags(room: Room, rng: np.random.Generator, rise_mm: float) -> Room:
    """Paper tags have come loose at one side and stand up there by up to `rise_mm`."""
    width, height = room.size_px
    x, y = (axis.astype(np.float64) for axis in np.meshgrid(np.arange(width), np.arange(height)))
    pose = room.rig.pose
    assert pose is not None
    camera_mm = pose.camera_mm
    for tag in room.tags.values():
        if rng.random() > 0.6:
            continue
        first = int(rng.integers(4))
        foot = (tag.corners_mm[first] + tag.corners_mm[(first + 1) % 4]) / 2
        head = (tag.corners_mm[(first + 2) % 4] + tag.corners_mm[(first + 3) % 4]) / 2
        rise = rise_mm * rng.uniform(0.3, 1.0)
        corners = room.corners_px(tag)
        margin = 0.35 * np.ptp(corners, axis=0).max()
        x0, y0 = np.clip(np.floor(corners.min(axis=0) - margin), 0, (width - 1, height - 1)).astype(int).tolist()
        x1, y1 = np.clip(np.ceil(corners.max(axis=0) + margin), 1, (width, height)).astype(int).tolist()
        if x1 - x0 < 4 or y1 - y0 < 4:
            continue
        grid = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), axis=-1).reshape(-1, 2).astype(np.float64)
        flat = unproject(room.rig.camera, pose, grid, float(foot[2]))
        axis = (head - foot)[:2]
        length = float(np.linalg.norm(axis))
        share = np.clip((flat - foot[:2]) @ axis / length**2, 0, 1.25)
        lifted = rise * share**2
        # What is lifted is seen further from the camera's foot, and drawn in by the curl's own length.
        seen = flat - (flat - camera_mm[:2]) * (lifted / (camera_mm[2] - foot[2]))[:, None]
        seen = seen + axis / length * (2 * rise**2 * share**3 / (3 * length))[:, None]
        source = room.pixels(np.column_stack([seen, np.full(len(seen), foot[2])]))
        middle = corners.mean(axis=0)
        near = np.clip((margin + np.ptp(corners, axis=0).max() / 2 - np.abs(grid - middle).max(axis=1)) / 3, 0, 1)
        source = grid + near[:, None] * (source - grid)
        x[y0:y1, x0:x1] = source[:, 0].reshape(y1 - y0, x1 - x0)
        y[y0:y1, x0:x1] = source[:, 1].reshape(y1 - y0, x1 - x0)
    return _remapped(room, x, y)


def _moved_material(room: Room, moved: Callable[[Points], Points]) -> Room:
    """Show every point of the board where its material has gone; what stands on it goes along, upright."""
    width, height = room.size_px
    columns = np.arange(0, width + _GRID_PX, _GRID_PX, dtype=np.float64)
    rows = np.arange(0, height + _GRID_PX, _GRID_PX, dtype=np.float64)
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    pose = room.rig.pose
    assert pose is not None
    source = grid.copy()
    for _ in range(4):
        gone = room.pixels(moved(unproject(room.rig.camera, pose, source, 0.0)))
        source = source + (grid - gone)
    offset = (source - grid).reshape(len(rows), len(columns), 2).astype(np.float32)
    across, down = np.meshgrid(np.arange(width) / _GRID_PX, np.arange(height) / _GRID_PX)
    fine = cv2.remap(offset, across.astype(np.float32), down.astype(np.float32), cv2.INTER_LINEAR)
    x = np.arange(width)[None, :] + fine[..., 0]
    y = np.arange(height)[:, None] + fine[..., 1]
    return _remapped(room, x.astype(np.float64), y.astype(np.float64))


def _remapped(room: Room, x: Points, y: Points) -> Room:
    # OpenCV's cubic puts light up to 0.05 px beside its place; Lanczos stays within 0.015 px.
    light = cv2.remap(
        room.light, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LANCZOS4, borderMode=cv2.BORDER_REPLICATE
    )
    return room.lit(np.maximum(np.asarray(light), 0))
