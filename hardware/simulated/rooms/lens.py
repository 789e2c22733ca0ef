"""What lens and shutter do to light before the sensor: blur, glare, vignette, too much light."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from hardware.simulated.rooms.painting import at_height, ragged, rectangle
from hardware.simulated.rooms.room import Room
from hardware.simulated.sensor import Sensor
from hardware.simulated.view import Floats

_FINE = 8
RENOISED = Sensor(blur_px=0.0, full_well=9000.0, read_noise=0.002)
"""What a sensor adds to a photograph whose own noise an effect has averaged away."""


def motion_blur(room: Room, rng: np.random.Generator, length_px: float) -> Room:
    """The camera or the table moves by `length_px` in a straight line, anyhow directed, while the shutter is open."""
    kernel = streak(length_px, rng.uniform(0, 180))
    return _smoothed(room, np.asarray(cv2.filter2D(room.light, -1, kernel, borderType=cv2.BORDER_REPLICATE)))


def defocus(room: Room, rng: np.random.Generator, radius_px: float) -> Room:
    """Every point of light becomes a disc of `radius_px`."""
    del rng
    side = 2 * int(np.ceil(radius_px)) + 3
    grid = (np.arange(side * _FINE) + 0.5) / _FINE - side / 2
    inside = (grid[:, None] ** 2 + grid[None, :] ** 2 <= radius_px**2).astype(np.float32)
    kernel = inside.reshape(side, _FINE, side, _FINE).mean(axis=(1, 3))
    light = cv2.filter2D(room.light, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    return _smoothed(room, np.asarray(light))


def vignette(room: Room, rng: np.random.Generator, left: float) -> Room:
    """Only `left` of the light comes through in the corners of the picture."""
    del rng
    width, height = room.size_px
    x = (np.arange(width) - width / 2) / np.hypot(width, height) * 2
    y = (np.arange(height) - height / 2) / np.hypot(width, height) * 2
    reach = x[None, :] ** 2 + y[:, None] ** 2
    through = 1 / (1 + (1 / np.sqrt(left) - 1) * reach) ** 2
    return room.lit(room.light * through[..., None].astype(np.float32))


def exposure(room: Room, rng: np.random.Generator, stops: float) -> Room:
    """The shutter is open 2 ** `stops` times as long; what is over white runs over into its neighbours a little."""
    del rng
    light = room.light * np.float32(2.0**stops)
    if stops > 0:
        over = cv2.GaussianBlur(np.maximum(light - 1, 0), (0, 0), 2.5)
        light = light + np.float32(0.12) * np.asarray(over, np.float32)
    return _grainy(room.lit(light))


def noisy(room: Room, rng: np.random.Generator, full_well: float) -> Room:
    """A sensor turned up so far that white is no more than `full_well` electrons."""
    del rng
    return replace(room, sensor=replace(room.sensor, full_well=full_well, read_noise=1.2 / np.sqrt(full_well) / 4))


def glare(room: Room, rng: np.random.Generator, lamps: int) -> Room:
    """Lamps and windows are mirrored by the board: bright patches with soft borders, white in the middle."""
    wide, deep = room.catalogue.board.size_mm
    fall = np.zeros(room.light.shape[:2], np.float32)
    scale = float(np.linalg.norm(np.diff(room.pixels(np.array([(0, 0, 0), (wide, 0, 0)])), axis=0))) / wide
    for _ in range(lamps):
        at = (rng.uniform(0.1, 0.9) * wide, rng.uniform(0.1, 0.9) * deep)
        if rng.random() < 0.5:
            outline = rectangle(at, (rng.uniform(40, 110), rng.uniform(60, 160)), rng.uniform(0, 180))
        else:
            outline = ragged(rng, at, rng.uniform(25, 55), rough=0.15)
        layer = np.zeros(fall.shape, np.uint8)
        pixels = np.round(room.pixels(at_height(outline, 0.0)) * 16).astype(np.int32)
        cv2.fillPoly(layer, [pixels], 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(layer.astype(np.float32) / 255, (0, 0), rng.uniform(4, 12) * scale)
        fall += np.asarray(soft, np.float32) * np.float32(rng.uniform(0.5, 1.3))
    return room.lit(room.light + fall[..., None])


def streak(length_px: float, angle_deg: float) -> Floats:
    """Return the kernel of a straight move: what share of the time a point spends in each pixel."""
    side = 2 * int(np.ceil(length_px / 2)) + 3
    steps = (np.arange(512) + 0.5) / 512 - 0.5
    x = steps * length_px * np.cos(np.radians(angle_deg)) + side // 2
    y = steps * length_px * np.sin(np.radians(angle_deg)) + side // 2
    kernel = np.zeros((side, side), np.float64)
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    right, down = x - column, y - row
    for dy, dx, share in (
        (0, 0, (1 - right) * (1 - down)),
        (0, 1, right * (1 - down)),
        (1, 0, (1 - right) * down),
        (1, 1, right * down),
    ):
        np.add.at(kernel, (row + dy, column + dx), share)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _smoothed(room: Room, light: Floats) -> Room:
    return _grainy(room.lit(light))


def _grainy(room: Room) -> Room:
    """A photograph's own noise went with the smoothing; a sensor has its noise whatever the lens does."""
    return room if np.isfinite(room.sensor.full_well) else replace(room, sensor=RENOISED)
