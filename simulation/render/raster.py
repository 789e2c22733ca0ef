"""Raster: part of the image with several rays per pixel, each keeping the highest surface that it hits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.lighting import Light
from simulation.render.rays import CameraRays, Floats, Rect

NOTHING = np.float32(-1e6)
"""Height of a ray that hits nothing."""

TILE_PX = 64
"""Tile size for large rectangles, which limits the memory for several rays per pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class Rays:
    """Block of rays: the camera's position and the drifts in x and y, each of shape (rows, columns).

    `pitch_mm` is the approximate distance between neighbouring rays on the board.
    """

    camera_mm: tuple[float, float, float]
    x: Floats
    y: Floats
    pitch_mm: float

    def at(self, z_mm: float, about_mm: tuple[float, float] = (0.0, 0.0)) -> tuple[Floats, Floats]:
        """Return x and y in mm, relative to a board point, at which the rays reach a height."""
        fall = np.float32(self.camera_mm[2] - z_mm)
        return (
            self.x * fall + np.float32(self.camera_mm[0] - about_mm[0]),
            self.y * fall + np.float32(self.camera_mm[1] - about_mm[1]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """Hits of a block of rays: heights `z` in mm (`NOTHING` on a miss) and the reflected light, linear BGR."""

    z: Floats
    colour: Floats


class Solid(Protocol):
    """A surface that rays can hit."""

    def hull_mm(self) -> NDArray[np.float64]:
        """Return board points, shape (n, 3), whose convex hull contains the surface."""
        ...

    def cast(self, rays: Rays, light: Light) -> Hit:
        """Return the highest point of the surface on every ray, and its light."""
        ...


class Blocking(Protocol):
    """A surface that can hide things without being drawn."""

    def hull_mm(self) -> NDArray[np.float64]:
        """Return board points, shape (n, 3), whose convex hull contains the surface."""
        ...

    def heights(self, rays: Rays) -> Floats:
        """Return the highest z in mm of the surface on every ray, `NOTHING` on a miss."""
        ...


_SurfaceT = TypeVar("_SurfaceT", Solid, Blocking)


@dataclass(frozen=True, slots=True)
class InView(Generic[_SurfaceT]):
    """A surface, the pixels that it may cover, and its highest z in mm."""

    surface: _SurfaceT
    rect: Rect
    top_mm: float


def in_view(view: CameraRays, surfaces: Iterable[_SurfaceT]) -> tuple[InView[_SurfaceT], ...]:
    """Return the surfaces that may be in the image, each with its pixels."""
    found = []
    for surface in surfaces:
        hull = surface.hull_mm()
        rect = view.rect_around(hull)
        if rect is not None:
            found.append(InView(surface, rect, float(hull[:, 2].max())))
    return tuple(found)


class Raster:
    """Rays of one rectangle of the image, `samples` x `samples` per pixel, and their hits so far."""

    def __init__(self, view: CameraRays, rect: Rect, samples: int) -> None:
        self.view = view
        self.rect = rect
        self.samples = samples
        self._x, self._y = view.drift(rect, samples)
        self.z: Floats = np.full(self._x.shape, NOTHING, np.float32)
        self.colour: Floats = np.zeros((*self._x.shape, 3), np.float32)
        self.seen: NDArray[np.bool_] = np.zeros(self._x.shape, np.bool_)

    def draw(self, seen: InView[Solid], light: Light) -> None:
        """Draw a surface over everything that is lower."""
        found = self._window(seen)
        if found is None:
            return
        window, rays = found
        hit = seen.surface.cast(rays, light)
        wins = hit.z > self.z[window]
        np.copyto(self.z[window], hit.z, where=wins)
        np.copyto(self.colour[window], hit.colour, where=wins[..., None])
        self.seen[window] |= wins

    def hide(self, seen: InView[Blocking]) -> None:
        """Hide everything lower than a surface without drawing it, as part of the background."""
        found = self._window(seen)
        if found is None:
            return
        window, rays = found
        z = seen.surface.heights(rays)
        wins = z > self.z[window]
        np.copyto(self.z[window], z, where=wins)
        self.seen[window] &= ~wins

    def _window(self, seen: InView[Any]) -> tuple[tuple[slice, slice], Rays] | None:
        rect = seen.rect.cut(self.rect)
        if rect is None:
            return None
        s = self.samples
        window = (
            slice((rect.y0 - self.rect.y0) * s, (rect.y1 - self.rect.y0) * s),
            slice((rect.x0 - self.rect.x0) * s, (rect.x1 - self.rect.x0) * s),
        )
        x, y, z = self.view.camera_mm.tolist()
        pitch = self.view.pitch_mm(seen.top_mm) / s
        return window, Rays((x, y, z), self._x[window], self._y[window], pitch)

    def over(self, behind: Floats, *, soften_px: float = 0.0) -> Floats:
        """Return the rectangle's pixels, shape (height, width, 3), with everything drawn composited over `behind`.

        `soften_px` is the standard deviation by which the outlines of the drawn surfaces are blurred.
        """
        seen = self.seen.astype(np.float32)
        share = self._average(seen)
        light = self._average(self.colour * seen[..., None])
        if soften_px:
            share = np.asarray(cv2.GaussianBlur(share, (3, 3), soften_px), np.float32)
            light = np.asarray(cv2.GaussianBlur(light, (3, 3), soften_px), np.float32)
        return np.asarray(behind * (1 - share[..., None]) + light)

    def highest(self) -> Floats:
        """Return the height in the middle of each pixel, shape (height, width); `NOTHING` if no surface is visible."""
        s = self.samples
        middle = s // 2
        z = self.z[middle::s, middle::s]
        return np.where(self.seen[middle::s, middle::s], z, NOTHING)

    def _average(self, values: Floats) -> Floats:
        if self.samples == 1:
            return values
        return np.asarray(
            cv2.resize(values, (self.rect.width, self.rect.height), interpolation=cv2.INTER_AREA), dtype=np.float32
        )
