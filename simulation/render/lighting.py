"""Lighting of the table: shading, soft shadows, and uneven illumination."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.rays import CameraRays, Floats, Rect

_SUBCELL = 4
"""Fractional bits of a cell in OpenCV's drawing functions."""


@dataclass(frozen=True, slots=True)
class Light:
    """Extended lamp with ambient light from the room.

    - `azimuth_deg`: direction of the lamp seen from above, counter-clockwise from +x.
    - `elevation_deg`: elevation of the lamp.
    - `spread_deg`: half the angle it covers (0 would give hard shadows).
    - `ambient`: share of a horizontal surface's light that no shadow removes.
    - `slope_x`, `slope_y`: relative increase of the light per metre along x and y; 1 is the light in the middle of the
      board.
    - `falloff`: the light half a metre from the middle is 1 / (1 + `falloff`).
    """

    azimuth_deg: float = 128.0
    elevation_deg: float = 51.0
    spread_deg: float = 7.0
    ambient: float = 0.33
    slope_x: float = -0.10
    slope_y: float = 0.08
    falloff: float = 0.16

    @property
    def towards(self) -> tuple[float, float, float]:
        """Unit vector from the table to the centre of the lamp."""
        azimuth, height = math.radians(self.azimuth_deg), math.radians(self.elevation_deg)
        return (
            math.cos(height) * math.cos(azimuth),
            math.cos(height) * math.sin(azimuth),
            math.sin(height),
        )

    def casts(self, count: int = 24) -> NDArray[np.float64]:
        """Return horizontal displacements of a shadow per mm of height, shape (count, 2): one per point of the lamp."""
        turns = np.arange(count) * math.pi * (3 - math.sqrt(5))
        spread = math.radians(self.spread_deg) * np.sqrt((np.arange(count) + 0.5) / count)
        away = 1 / np.tan(math.radians(self.elevation_deg) + spread * np.sin(turns))
        azimuth = math.radians(self.azimuth_deg) + spread * np.cos(turns) / math.cos(math.radians(self.elevation_deg))
        return -np.stack([np.cos(azimuth) * away, np.sin(azimuth) * away], axis=1)

    def shade(self, normal_x: Floats, normal_y: Floats, normal_z: Floats) -> Floats:
        """Return the light on surfaces with these unit normals, 1 on a horizontal one."""
        x, y, z = self.towards
        lit = np.maximum(normal_x * np.float32(x / z) + normal_y * np.float32(y / z) + normal_z, 0)
        sky = np.float32(0.55) + np.float32(0.45) * normal_z
        return np.asarray(np.float32(self.ambient) * sky + np.float32(1 - self.ambient) * lit)

    def evenness(self, view: CameraRays, middle_mm: tuple[float, float]) -> Floats:
        """Return each pixel's relative light, (height, width): lamp slope, lamp falloff and lens vignetting."""
        x, y = view.ground(view.frame, 0.0)
        metre = np.float32(1000)
        x, y = (x - np.float32(middle_mm[0])) / metre, (y - np.float32(middle_mm[1])) / metre
        lamp = (1 + np.float32(self.slope_x) * x + np.float32(self.slope_y) * y) / (
            1 + np.float32(self.falloff * 4) * (x * x + y * y)
        )
        matrix = view.rig.camera.camera_matrix
        columns = (np.arange(view.frame.width, dtype=np.float32) - np.float32(matrix[0, 2])) / np.float32(matrix[0, 0])
        rows = (np.arange(view.frame.height, dtype=np.float32) - np.float32(matrix[1, 2])) / np.float32(matrix[1, 1])
        rim = 1 / (1 + columns[None, :] ** 2 + rows[:, None] ** 2)
        return np.asarray(lamp * rim, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class ShadowMap:
    """Remaining light on one level of the board: `left` in cells of `cell_mm` from `origin_mm`."""

    left: Floats
    origin_mm: tuple[float, float]
    cell_mm: float

    def at(self, x_mm: Floats, y_mm: Floats) -> Floats:
        """Return the remaining light at board points of any shape; 1 outside the map."""
        scale = np.float32(1 / self.cell_mm)
        columns = (x_mm - np.float32(self.origin_mm[0])) * scale - np.float32(0.5)
        rows = (y_mm - np.float32(self.origin_mm[1])) * scale - np.float32(0.5)
        return np.asarray(
            cv2.remap(
                self.left, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(1.0,) * 4
            )
        )


@dataclass(frozen=True, slots=True, eq=False)
class Blocker:
    """Upright prism that blocks the lamp: its outline, shape (n, 2) in board mm, and its heights."""

    outline_mm: NDArray[np.float64]
    bottom_mm: float
    top_mm: float


def terrain_shadows(
    light: Light, level_mm: float, blockers: Iterable[Blocker], board_mm: tuple[float, float]
) -> ShadowMap:
    """Return the light on the level `level_mm` between upright prisms: soft shadows, dark corners at their feet."""
    cell, margin = 2.0, 160.0
    width, height = (math.ceil((side + 2 * margin) / cell) for side in board_mm)
    above = [blocker for blocker in blockers if blocker.top_mm > level_mm + 0.5]
    dark: Floats = np.zeros((height, width), np.float32)
    casts = light.casts()
    for cast in casts:
        layer = np.zeros((height, width), np.uint8)
        for blocker in above:
            near = blocker.outline_mm + cast * max(0.0, blocker.bottom_mm - level_mm)
            far = blocker.outline_mm + cast * (blocker.top_mm - level_mm)
            for part in _sweep(near, far):
                _fill(layer, (part + margin) / cell)
        dark += layer
    dark = np.asarray(cv2.GaussianBlur(dark / np.float32(255 * len(casts)), (0, 0), 0.8), np.float32)
    feet = np.zeros((height, width), np.uint8)
    for blocker in above:
        if blocker.bottom_mm < level_mm + 30:
            _fill(feet, (blocker.outline_mm + margin) / cell)
    nook = cv2.GaussianBlur(feet.astype(np.float32) / 255, (0, 0), 9 / cell)
    left = (1 - np.float32(0.75 * light.ambient) * np.minimum(nook, 0.6)) - np.float32(1 - light.ambient) * dark
    return ShadowMap(np.maximum(left, np.float32(0.1)), (-margin, -margin), cell)


def _sweep(near: NDArray[np.float64], far: NDArray[np.float64]) -> Iterable[NDArray[np.float64]]:
    yield near
    yield far
    for i in range(len(near)):
        j = (i + 1) % len(near)
        yield np.stack([near[i], near[j], far[j], far[i]])


def _fill(layer: NDArray[np.uint8], outline_cells: NDArray[np.float64]) -> None:
    points = np.round((outline_cells - 0.5) * (1 << _SUBCELL)).astype(np.int32)
    cv2.fillPoly(layer, [points], 255, cv2.LINE_AA, _SUBCELL)


@dataclass(frozen=True, slots=True)
class ShadowCaster:
    """Round rod that casts a shadow: from `foot_mm` to `head_mm` (x, y, height), with `radius_mm`."""

    foot_mm: tuple[float, float, float]
    head_mm: tuple[float, float, float]
    radius_mm: float


def caster_shadows(
    light: Light, casters: Sequence[ShadowCaster], *, cell_mm: float = 1.0, depth: float = 1.0
) -> ShadowMap:
    """Return the light that rods leave on the level from which their heights are counted.

    `depth` is the share of the lamp's light that they block in the core of the shadow.
    """
    casts = light.casts(16)
    ends = np.array([(s.foot_mm, s.head_mm) for s in casters], dtype=np.float64)
    radii = np.array([s.radius_mm for s in casters])
    spots = ends[None, :, :, :2] + casts[:, None, None, :] * ends[None, :, :, 2:]
    margin = float(radii.max()) + 4 * cell_mm
    low = spots.reshape(-1, 2).min(axis=0) - margin
    high = spots.reshape(-1, 2).max(axis=0) + margin
    columns, rows = np.ceil((high - low) / cell_mm).astype(int).tolist()
    dark: Floats = np.zeros((rows, columns), np.float32)
    for spot in np.round(((spots - low) / cell_mm - 0.5) * (1 << _SUBCELL)).astype(int).tolist():
        layer = np.zeros((rows, columns), np.uint8)
        for (foot, head), radius in zip(spot, radii, strict=True):
            thick = max(1, round(2 * float(radius) / cell_mm))
            cv2.line(layer, foot, head, 255, thick, cv2.LINE_AA, _SUBCELL)
        dark += layer
    dark = np.asarray(cv2.GaussianBlur(dark / np.float32(255 * len(casts)), (0, 0), 1.2), np.float32)
    return ShadowMap(1 - np.float32((1 - light.ambient) * depth) * dark, (float(low[0]), float(low[1])), cell_mm)


def contact_shadow(half_axes_mm: tuple[float, float], rotation_deg: float, depth: float = 0.55) -> ShadowMap:
    """Return the light around the foot of a low disc at the origin."""
    blur_mm, cell = 3.0, 1.0
    reach = max(half_axes_mm) + 3 * blur_mm
    cells = math.ceil(2 * reach / cell)
    layer = np.zeros((cells, cells), np.uint8)
    axes = tuple(round(half * (1 << _SUBCELL) / cell) for half in half_axes_mm)
    middle = round((reach / cell - 0.5) * (1 << _SUBCELL))
    cv2.ellipse(layer, (middle, middle), axes, rotation_deg, 0, 360, 255, -1, cv2.LINE_AA, _SUBCELL)
    dark = cv2.GaussianBlur(layer.astype(np.float32) / 255, (0, 0), blur_mm / cell)
    return ShadowMap(1 - np.float32(depth) * dark, (-reach, -reach), cell)


def light_left(view: CameraRays, rect: Rect, shadow: ShadowMap, at_mm: tuple[float, float, float]) -> Floats:
    """Return a shadow map placed at a board point, as seen by the pixels of `rect` on the level of that point."""
    x, y = view.ground(rect, at_mm[2])
    return shadow.at(x - np.float32(at_mm[0]), y - np.float32(at_mm[1]))
