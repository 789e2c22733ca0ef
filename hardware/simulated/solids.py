"""The bodies that the simulated table is made of: balls, rods, discs, rims."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.light import Light
from hardware.simulated.raster import NOTHING, Hit, Rays
from hardware.simulated.view import Floats

Colour = tuple[float, float, float]
Point = tuple[float, float, float]


def linear(hex_colour: str) -> Colour:
    """Return a colour written as on the web ("#8a2be2", sRGB) as linear blue, green, red."""
    codes = [int(hex_colour[i : i + 2], 16) / 255 for i in (5, 3, 1)]
    b, g, r = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in codes)
    return b, g, r


def bgr(colour: Colour) -> Floats:
    """Return a colour as an array, shape (3,)."""
    return np.array(colour, dtype=np.float32)


def paint(shade: Floats, colour: Colour) -> Floats:
    """Return the light of a plain colour under `shade`, shape (..., 3)."""
    return np.asarray(shade[..., None] * bgr(colour))


def box_mm(low: Point, high: Point) -> NDArray[np.float64]:
    """Return the eight corners of an upright box."""
    return np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])


@dataclass(frozen=True, slots=True)
class Ball:
    """An ellipsoid at `centre_mm` with half axes along x, y and z, turned counter-clockwise about z."""

    centre_mm: Point
    half_mm: Point
    colour: Colour
    rotation_deg: float = 0.0
    gloss: float = 0.0

    def hull_mm(self) -> NDArray[np.float64]:
        """Return the corners of a box around it."""
        (x, y, z), reach, up = self.centre_mm, max(self.half_mm[:2]), self.half_mm[2]
        return box_mm((x - reach, y - reach, z - up), (x + reach, y + reach, z + up))

    def cast(self, rays: Rays, light: Light) -> Hit:
        """Return the highest point of the surface on every ray, and its light."""
        ox, oy = rays.at(self.centre_mm[2], self.centre_mm[:2])
        cos, sin = math.cos(math.radians(self.rotation_deg)), math.sin(math.radians(self.rotation_deg))
        ax, ay, az = (np.float32(1 / half) for half in self.half_mm)
        c, s = np.float32(cos), np.float32(sin)
        px, py = (c * ox + s * oy) * ax, (c * oy - s * ox) * ay
        dx, dy = (c * rays.x + s * rays.y) * ax, (c * rays.y - s * rays.x) * ay
        dd = dx * dx + dy * dy + az * az
        b = px * dx + py * dy
        room = b * b - dd * (px * px + py * py - 1)
        fall = (-b - np.sqrt(np.maximum(room, 0))) / dd
        hit = room > 0
        ux, uy, uz = (px + dx * fall) * ax, (py + dy * fall) * ay, -az * fall * az
        length = np.sqrt(ux * ux + uy * uy + uz * uz) + np.float32(1e-9)
        nx, ny, nz = (c * ux - s * uy) / length, (s * ux + c * uy) / length, uz / length
        shade = light.shade(nx, ny, nz)
        colour = paint(shade, self.colour)
        if self.gloss:
            colour += _shine(light, nx, ny, nz, self.gloss)[..., None]
        return Hit(np.where(hit, np.float32(self.centre_mm[2]) - fall, NOTHING), colour)


def _shine(light: Light, nx: Floats, ny: Floats, nz: Floats, gloss: float) -> Floats:
    x, y, z = light.towards
    half = np.array([x, y, z + 1]) / math.hypot(x, y, z + 1)
    along = np.maximum(nx * np.float32(half[0]) + ny * np.float32(half[1]) + nz * np.float32(half[2]), 0)
    return np.asarray(np.float32(gloss) * along**24)


@dataclass(frozen=True, slots=True)
class Rod:
    """A round rod with round ends between two points."""

    a_mm: Point
    b_mm: Point
    radius_mm: float
    colour: Colour
    gloss: float = 0.0

    def hull_mm(self) -> NDArray[np.float64]:
        """Return the corners of the boxes around both ends."""
        r = self.radius_mm
        return np.concatenate(
            [box_mm((x - r, y - r, z - r), (x + r, y + r, z + r)) for x, y, z in (self.a_mm, self.b_mm)]
        )

    def cast(self, rays: Rays, light: Light) -> Hit:
        """Return the highest point of the surface on every ray, and its light."""
        middle = [(p + q) / 2 for p, q in zip(self.a_mm, self.b_mm, strict=True)]
        ox, oy = rays.at(middle[2], (middle[0], middle[1]))
        hx, hy, hz = (np.float32(q - m) for q, m in zip(self.b_mm, middle, strict=True))
        dx, dy, r2 = rays.x, rays.y, np.float32(self.radius_mm**2)
        dd = dx * dx + dy * dy + 1
        half2 = hx * hx + hy * hy + hz * hz
        along_d, along_o = hx * dx + hy * dy - hz, hx * ox + hy * oy
        do, oo = dx * ox + dy * oy, ox * ox + oy * oy
        a = half2 * dd - along_d * along_d
        b = half2 * do - along_o * along_d
        room = b * b - a * (half2 * (oo - r2) - along_o * along_o)
        side = (-b - np.sqrt(np.maximum(room, 0))) / np.maximum(a, np.float32(1e-6))
        far = np.float32(1e6)
        fall = np.where((room > 0) & (np.abs(along_o + side * along_d) < half2), side, far)
        for sign in (np.float32(-1), np.float32(1)):
            cap_b = do - sign * along_d
            cap_c = oo - 2 * sign * along_o + half2 - r2
            cap_room = cap_b * cap_b - dd * cap_c
            cap = np.where(cap_room > 0, (-cap_b - np.sqrt(np.maximum(cap_room, 0))) / dd, far)
            fall = np.minimum(fall, cap)
        hit = fall < far
        fall = np.where(hit, fall, 0)
        px, py, pz = ox + dx * fall, oy + dy * fall, -fall
        where = np.clip((hx * px + hy * py + hz * pz) / np.maximum(half2, np.float32(1e-6)), -1, 1)
        scale = np.float32(1 / self.radius_mm)
        nx, ny, nz = (px - where * hx) * scale, (py - where * hy) * scale, (pz - where * hz) * scale
        colour = paint(light.shade(nx, ny, nz), self.colour)
        if self.gloss:
            colour += _shine(light, nx, ny, nz, self.gloss)[..., None]
        return Hit(np.where(hit, np.float32(middle[2]) - fall, NOTHING), colour)


@dataclass(frozen=True, slots=True)
class Disc:
    """A level ellipse: half axes along its own x and y, with a ring of another colour along its rim."""

    centre_mm: Point
    half_mm: tuple[float, float]
    colour: Colour
    rotation_deg: float = 0.0
    ring: Colour | None = None
    ring_mm: float = 0.0

    def hull_mm(self) -> NDArray[np.float64]:
        """Return the corners of a square around it."""
        (x, y, z), reach = self.centre_mm, max(self.half_mm)
        return np.array([(x + i * reach, y + j * reach, z) for i in (-1, 1) for j in (-1, 1)])

    def cast(self, rays: Rays, light: Light) -> Hit:
        """Return the highest point of the surface on every ray, and its light."""
        del light  # a level surface receives 1
        out, inner = _ellipse(rays, self.centre_mm, self.half_mm, self.rotation_deg, self.ring_mm)
        colour = np.empty((*out.shape, 3), np.float32)
        colour[...] = self.colour
        if self.ring is not None:
            np.copyto(colour, bgr(self.ring), where=(inner > 1)[..., None])
        return Hit(np.where(out < 1, np.float32(self.centre_mm[2]), NOTHING), colour)


def _ellipse(
    rays: Rays, centre: Point, half: tuple[float, float], rotation_deg: float, rim_mm: float
) -> tuple[Floats, Floats]:
    x, y = rays.at(centre[2], centre[:2])
    c, s = np.float32(math.cos(math.radians(rotation_deg))), np.float32(math.sin(math.radians(rotation_deg)))
    px, py = c * x + s * y, c * y - s * x
    outer = (px * np.float32(1 / half[0])) ** 2 + (py * np.float32(1 / half[1])) ** 2
    if not rim_mm:
        return outer, outer
    inner = (px * np.float32(1 / (half[0] - rim_mm))) ** 2 + (py * np.float32(1 / (half[1] - rim_mm))) ** 2
    return outer, inner


@dataclass(frozen=True, slots=True)
class Rim:
    """The upright side of an elliptic disc, from the height of `centre_mm` up to `top_mm`."""

    centre_mm: Point
    half_mm: tuple[float, float]
    top_mm: float
    colour: Colour
    rotation_deg: float = 0.0

    def hull_mm(self) -> NDArray[np.float64]:
        """Return the corners of a box around it."""
        (x, y, z), reach = self.centre_mm, max(self.half_mm)
        return box_mm((x - reach, y - reach, z), (x + reach, y + reach, self.top_mm))

    def cast(self, rays: Rays, light: Light) -> Hit:
        """Return the highest point of the surface on every ray, and its light."""
        ox, oy = rays.at(self.top_mm, self.centre_mm[:2])
        c = np.float32(math.cos(math.radians(self.rotation_deg)))
        s = np.float32(math.sin(math.radians(self.rotation_deg)))
        ax, ay = (np.float32(1 / half) for half in self.half_mm)
        px, py = (c * ox + s * oy) * ax, (c * oy - s * ox) * ay
        dx, dy = (c * rays.x + s * rays.y) * ax, (c * rays.y - s * rays.x) * ay
        a = dx * dx + dy * dy
        b = px * dx + py * dy
        room = b * b - a * (px * px + py * py - 1)
        fall = (-b - np.sqrt(np.maximum(room, 0))) / np.maximum(a, np.float32(1e-12))
        hit = (room > 0) & (fall >= 0) & (fall <= np.float32(self.top_mm - self.centre_mm[2]))
        fall = np.where(hit, fall, 0)
        ux, uy = (px + dx * fall) * ax, (py + dy * fall) * ay
        length = np.sqrt(ux * ux + uy * uy) + np.float32(1e-9)
        nx, ny = (c * ux - s * uy) / length, (s * ux + c * uy) / length
        colour = paint(light.shade(nx, ny, np.zeros_like(nx)), self.colour)
        return Hit(np.where(hit, np.float32(self.top_mm) - fall, NOTHING), colour)
