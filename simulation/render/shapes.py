"""Shapes and textures: ellipsoids, rods and discs; wood, mat and concrete."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.lighting import Light
from simulation.render.raster import NOTHING, Hit, Rays
from simulation.render.rays import Floats

Colour = tuple[float, float, float]
Point = tuple[float, float, float]


def linear(hex_colour: str) -> Colour:
    """Return a web colour ("#8a2be2", sRGB) as linear blue, green, red."""
    codes = [int(hex_colour[i : i + 2], 16) / 255 for i in (5, 3, 1)]
    b, g, r = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in codes)
    return b, g, r


def bgr(colour: Colour) -> Floats:
    """Return a colour as an array, shape (3,)."""
    return np.array(colour, dtype=np.float32)


def paint(shade: Floats, colour: Colour) -> Floats:
    """Return the light of a uniform colour under `shade`, shape (..., 3)."""
    return np.asarray(shade[..., None] * bgr(colour))


def box_mm(low: Point, high: Point) -> NDArray[np.float64]:
    """Return the eight corners of an upright box."""
    return np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])


@dataclass(frozen=True, slots=True)
class Ball:
    """Ellipsoid at `centre_mm` with half axes along x, y and z, rotated counter-clockwise about z."""

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
    """Round rod with round ends between two points."""

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
    """Horizontal ellipse: half axes along its own x and y, with a ring of another colour along its rim."""

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
        del light  # a horizontal surface receives 1
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
    """Upright side of an elliptic disc, from the height of `centre_mm` up to `top_mm`."""

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


MAT_TEXEL_MM = 0.6
_TILE = 512


@lru_cache(maxsize=64)
def cloud(seed: int, coarsest: int = 128, finest: int = 2, *, fade: float = 0.62) -> Floats:
    """Return noise with a period of 512 texels, mean 0 and variance 1, with blobs from `coarsest` to `finest`."""
    rng = np.random.default_rng(seed)
    total: Floats = np.zeros((_TILE, _TILE), np.float32)
    weight, size = 1.0, coarsest
    while size >= finest:
        grid = rng.standard_normal((_TILE // size, _TILE // size)).astype(np.float32)
        wrapped = np.pad(grid, 2, mode="wrap")
        layer = cv2.resize(wrapped, None, fx=size, fy=size, interpolation=cv2.INTER_CUBIC)
        total += np.float32(weight) * layer[2 * size : 2 * size + _TILE, 2 * size : 2 * size + _TILE]
        weight, size = weight * fade, size // 2
    total = (total - total.mean()) / total.std()
    total.setflags(write=False)
    return total


def sample(tile: Floats, x: Floats, y: Floats) -> Floats:
    """Return values of a periodic texture at texel coordinates of any shape."""
    return np.asarray(cv2.remap(tile, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP))


def _bands(shape: tuple[int, int], seed: int, stretch: tuple[int, int]) -> Floats:
    rng = np.random.default_rng(seed)
    rows, columns = max(2, shape[0] // stretch[0]), max(2, shape[1] // stretch[1])
    grid = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC))


@lru_cache(maxsize=4)
def wooden_table(seed: int = 5) -> Floats:
    """Return planks along x, linear BGR, 2 mm per texel, with a period of 1024 mm."""
    side, plank = _TILE, 64
    grain = 0.55 * cloud(seed, 64, 2) + _bands((side, side), seed + 1, (2, 128)) * 0.8
    tone = np.zeros((side, side), np.float32)
    rng = np.random.default_rng(seed + 2)
    rows = np.arange(side)
    for number in range(side // plank):
        inside = rows // plank == number
        tone[inside] = 1 + 0.16 * rng.standard_normal() + 0.11 * np.roll(grain, rng.integers(side), axis=1)[inside]
    tone[rows % plank < 1] *= 0.45
    tone[rows % plank == 1] *= 0.8
    return np.asarray(np.maximum(tone, np.float32(0.2))[..., None] * bgr(linear("#7b5a3c")))


@lru_cache(maxsize=8)
def printed_mat(size_mm: tuple[float, float], seed: int = 1) -> Floats:
    """Return a board of worn plates with a printed frame, linear BGR, `MAT_TEXEL_MM` per texel, far edge first."""
    columns, rows = (round(side / MAT_TEXEL_MM) for side in size_mm)
    x_mm = (np.arange(columns, dtype=np.float32) + 0.5) * np.float32(MAT_TEXEL_MM)
    y_mm = np.float32(size_mm[1]) - (np.arange(rows, dtype=np.float32) + 0.5) * np.float32(MAT_TEXEL_MM)
    x, y = np.meshgrid(x_mm, y_mm)
    blotch = sample(cloud(seed), x / 1.6, y / 1.6)
    fine = sample(cloud(seed + 1, 8, 1, fade=0.9), x / np.float32(MAT_TEXEL_MM), y / np.float32(MAT_TEXEL_MM))
    mat = np.empty((rows, columns, 3), np.float32)
    mat[...] = linear("#5d6862")
    rust = np.clip(sample(cloud(seed + 2, 64, 2), x / 1.1, y / 1.1) - 1.0, 0, 1.4)[..., None] * np.float32(0.5)
    mat = mat * (1 - rust) + bgr(linear("#6f5a43")) * rust
    mat *= (1 + 0.13 * blotch + 0.07 * fine)[..., None]
    mat *= _plates(x, y, seed)[..., None]
    _print_frame(mat, x, y, size_mm, blotch)
    return np.asarray(np.maximum(mat, np.float32(0.01)))


def _plates(x: Floats, y: Floats, seed: int) -> Floats:
    """Return the shade of plates with seams every 76.2 mm, each with its own tone, light edges and rivets."""
    pitch = np.float32(76.2)
    column, row = np.floor(x / pitch).astype(int), np.floor(y / pitch).astype(int)
    tones = np.random.default_rng(seed + 3).normal(1.0, 0.05, (64, 64)).astype(np.float32)
    shade: Floats = tones[row % 64, column % 64]
    dx, dy = np.mod(x, pitch), np.mod(y, pitch)
    edge = np.minimum(np.minimum(dx, pitch - dx), np.minimum(dy, pitch - dy))
    shade = np.where(edge < 0.8, shade * np.float32(0.62), shade)
    shade = np.where((edge >= 0.8) & (edge < 1.5), shade * np.float32(1.12), shade)
    rivet = np.hypot(np.minimum(dx, pitch - dx) - 6, np.minimum(dy, pitch - dy) - 6)
    return np.where(rivet < 1.3, shade * np.float32(0.72), shade)


def _print_frame(mat: Floats, x: Floats, y: Floats, size_mm: tuple[float, float], blotch: Floats) -> None:
    """Draw a worn hazard band on each short side's drop line and a pale line around the board."""
    worn = np.clip(0.75 - 0.35 * blotch, 0.15, 0.9)[..., None]
    inset = np.minimum(np.minimum(x, size_mm[0] - x), np.minimum(y, size_mm[1] - y))
    pale = ((inset > 41) & (inset < 42.2))[..., None] * worn * np.float32(0.5)
    mat += pale * (bgr(linear("#c9c6b4")) - mat)
    for line in (152.4, size_mm[0] - 152.4):
        band = (np.abs(x - np.float32(line)) < 3.0) & (inset > 48)
        stripe = np.mod(x + y, 16.0) < 8
        for mask, colour in ((band & stripe, linear("#b98a22")), (band & ~stripe, linear("#2c2c2a"))):
            share = mask[..., None] * worn * np.float32(0.8)
            mat += share * (bgr(colour) - mat)


def concrete(x_mm: Floats, y_mm: Floats, colour: Colour, seed: int) -> Floats:
    """Return the light of stained concrete under a light of 1, shape (..., 3)."""
    stain = sample(cloud(seed % 7 + 20), x_mm * np.float32(2.2), y_mm * np.float32(2.2))
    grit = sample(cloud(30, 4, 1, fade=0.9), x_mm * np.float32(1.7), y_mm * np.float32(1.7))
    shade = np.clip(1 + np.float32(0.12) * stain + np.float32(0.07) * grit, 0.35, 1.8)
    return np.asarray(shade[..., None] * bgr(colour))


def sample_wood(x_mm: Floats, y_mm: Floats) -> Floats:
    """Return the wooden table's light under a light of 1 at points in mm, shape (..., 3)."""
    texel = np.float32(1 / 2)
    return sample(wooden_table(), x_mm * texel, y_mm * texel)


def sample_picture(picture: Floats, columns: Floats, rows: Floats) -> Floats:
    """Return values of a texture at texel coordinates of any shape; its border is repeated outside."""
    return np.asarray(cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def noise_pool(shape: tuple[int, int], seed: int) -> NDArray[np.float32]:
    """Return standard normal noise, shape (*shape, 3)."""
    return np.random.default_rng(seed).standard_normal((*shape, 3), dtype=np.float32)
