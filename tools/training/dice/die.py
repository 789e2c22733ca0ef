"""One six-sided die as a solid for ray tracing: shape, pips, material."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]

_DIAGONAL = ((-1, -1), (1, 1))
_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: _DIAGONAL,
    3: ((0, 0), *_DIAGONAL),
    4: _CORNERS,
    5: ((0, 0), *_CORNERS),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}
STRAIGHT: dict[int, tuple[tuple[int, int], ...]] = {2: ((-1, 0), (1, 0)), 3: ((-1, 0), (0, 0), (1, 0))}
"""Two and three of makes whose pips are side by side along an edge, not from corner to corner."""

STRAIGHT_TWOS, STRAIGHT_THREES = 0.3, 0.06
"""Shares of the sets with such a two, and with such a three."""

LEAST_CONTRAST = 32.0
"""Least colour difference between pips and body: red on black is readable, with little difference in brightness."""

_MARCH_STEPS = 14
_TOUCH = 0.004


@dataclass(frozen=True)
class Style:
    """Appearance of a set of dice: colours are approximately linear BGR, 0-255, lengths are die edges.

    The pips of the values in `straight` are side by side, `straight_spacing` times as far apart as others; `often_up`
    is a value that shows more often than others, 0 for none.
    """

    body: Array
    second: Array
    pip: Array
    pip_radius: float
    spacing: float
    six_spacing: float
    rounding: float
    ball: float
    recess: float
    marble: float
    marble_scale: float
    speckle: float
    translucent: float
    gloss: float
    shine: float
    bulge: float
    big_one: float
    red_one: bool
    square_pips: bool
    ringed: bool
    logo_on: int
    seed: int
    straight: tuple[int, ...] = ()
    straight_spacing: float = 1.0
    often_up: int = 0

    def pips(self, value: int) -> tuple[tuple[float, float], ...]:
        """Return the positions of a face's pips, in spacings from its middle."""
        if value not in self.straight:
            return PIPS[value]
        return tuple((i * self.straight_spacing, j * self.straight_spacing) for i, j in STRAIGHT[value])


def random_colour(rng: np.random.Generator) -> Array:
    """Return a random colour, BGR."""
    saturation = rng.uniform(0, 60) if rng.random() < 0.4 else rng.uniform(90, 255)
    hsv = np.array([[[rng.uniform(0, 180), saturation, rng.uniform(25, 250)]]]).astype(np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).reshape(3).astype(np.float32)


def unlike(one: Array, other: Array) -> float:
    """Return the difference of two BGR colours (CIE 1976), in lightness or in hue."""
    pair = np.clip(np.stack([one, other])[None] / 255, 0, 1).astype(np.float32)
    lab = cv2.cvtColor(pair, cv2.COLOR_BGR2LAB)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


def _grey(rng: np.random.Generator, low: float, high: float, tint: float) -> Array:
    return np.clip(np.full(3, rng.uniform(low, high)) + rng.normal(0, tint, 3), 0, 255).astype(np.float32)


def random_style(rng: np.random.Generator) -> Style:
    """Return a random set of dice, as sold in shops."""
    kind = rng.choice(["light", "dark", "colour"], p=[0.3, 0.2, 0.5])
    if kind == "light":
        body = _grey(rng, 185, 250, 8)
    elif kind == "dark":
        body = _grey(rng, 8, 55, 5)
    else:
        body = random_colour(rng)
    brightness = float(body @ np.array([0.114, 0.587, 0.299]))
    dark_pips = brightness > 130 if rng.random() < 0.9 else brightness > 80
    if dark_pips:
        pip = _grey(rng, 4, 60, 6) if rng.random() < 0.8 else random_colour(rng) * 0.45
    elif rng.random() < 0.3:
        pip = np.array([60, 185, 225], np.float32) * rng.uniform(0.7, 1.08)
    else:
        pip = _grey(rng, 190, 255, 8)
    if rng.random() < 0.3:
        pip = random_colour(rng)
    if unlike(pip, body) < LEAST_CONTRAST:
        pip = np.full(3, 245.0 if brightness < 128 else 12.0, np.float32)
    spacing = rng.uniform(0.21, 0.29)
    marbled = rng.random() < 0.45
    second = random_colour(rng) if rng.random() < 0.6 else body * rng.uniform(0.35, 1.5)
    if unlike(pip, second) < LEAST_CONTRAST:
        second = body * rng.uniform(0.7, 1.2)
    style = Style(
        body=body,
        second=np.clip(second, 0, 255).astype(np.float32),
        pip=np.clip(pip, 0, 255).astype(np.float32),
        pip_radius=rng.uniform(0.065, 0.125),
        spacing=spacing,
        six_spacing=spacing if rng.random() < 0.7 else spacing * rng.uniform(0.85, 1.05),
        rounding=rng.uniform(0.015, 0.06) if rng.random() < 0.4 else rng.uniform(0.06, 0.2),
        ball=rng.uniform(0.66, 0.76) if rng.random() < 0.35 else 1.0,
        recess=rng.uniform(0, 0.8),
        marble=rng.uniform(0.3, 1.0) if marbled else 0.0,
        marble_scale=rng.uniform(2, 14),
        speckle=rng.uniform(0.1, 0.35) if rng.random() < 0.12 else 0.0,
        translucent=rng.uniform(0.1, 0.65) if rng.random() < 0.25 else 0.0,
        gloss=rng.uniform(0, 0.9) if rng.random() < 0.8 else 0.0,
        shine=rng.uniform(6, 90),
        bulge=rng.normal(0, 0.04) if rng.random() < 0.5 else rng.uniform(-0.15, 0.4),
        big_one=rng.uniform(1, 1.7) if rng.random() < 0.3 else 1.0,
        red_one=bool(rng.random() < 0.06),
        square_pips=bool(rng.random() < 0.03),
        ringed=bool(rng.random() < 0.04),
        logo_on=int(rng.choice([0, 6, 1], p=[0.95, 0.035, 0.015])),
        seed=int(rng.integers(1 << 30)),
    )
    return _straightened(style)


def with_straight_twos(rng: np.random.Generator) -> Style:
    """Return a random set, mostly with a two whose pips are side by side, which often shows."""
    style = random_style(rng)
    if rng.random() < 0.15:
        return style
    return replace(style, straight=(*style.straight, 2), straight_spacing=rng.uniform(0.55, 1.0), often_up=2)


def _straightened(style: Style) -> Style:
    """Return a set of which some pips may be side by side.

    They are drawn with a separate generator, so that all other random numbers of the scene stay the same.
    """
    rng = np.random.default_rng([style.seed, 1])
    shares = {2: STRAIGHT_TWOS, 3: STRAIGHT_THREES}
    straight = tuple(value for (value, share), at in zip(shares.items(), rng.random(2), strict=True) if at < share)
    return replace(style, straight=straight, straight_spacing=1.0 if 3 in straight else rng.uniform(0.55, 1.05))


def random_values(rng: np.random.Generator, often_up: int = 0) -> tuple[int, ...]:
    """Return the values of +x, -x, +y, -y, +z, -z: opposite faces sum to seven, with either handedness.

    A value `often_up` is that of +z in more than half of the cases.
    """
    faces = rng.permutation([[1, 6], [2, 5], [3, 4]])
    values = [int(v) for pair in faces for v in (pair if rng.random() < 0.5 else pair[::-1])]
    if often_up and rng.random() < 0.55:
        at = values.index(often_up)
        under = at ^ 1
        values[4], values[5], values[at], values[under] = values[at], values[under], values[4], values[5]
    return tuple(values)


def distance(points: Array, style: Style) -> Array:
    """Return the signed distance, in edges, of points (n, 3) from the die's surface: a rounded box cut by a ball."""
    inner = np.float32(0.5 - style.rounding)
    x, y, z = (np.abs(points[:, k]) for k in range(3))
    a, b, c = x - inner, y - inner, z - inner
    largest = np.maximum(np.maximum(a, b), c)
    outside = np.sqrt(np.maximum(a, 0) ** 2 + np.maximum(b, 0) ** 2 + np.maximum(c, 0) ** 2)
    box: Array = outside + np.minimum(largest, 0) - np.float32(style.rounding)
    if style.ball >= 0.9:
        return box
    cut: Array = np.maximum(box, np.sqrt(x * x + y * y + z * z) - np.float32(style.ball))
    return cut


def hit(origin: Array, rays: Array, style: Style) -> tuple[Array, Mask]:
    """Return the intersections, (n, 3), of unit rays (n, 3) from one origin in the die's frame, and which rays hit."""
    closest = -(rays @ origin)
    span = origin @ origin - closest**2
    touched = span < 0.76
    along = np.where(touched, closest - np.sqrt(np.maximum(0.76 - span, 0)), 0).astype(np.float32)
    points = np.asfortranarray(origin + rays * along[:, None])
    live = np.flatnonzero(touched)
    for _ in range(_MARCH_STEPS):
        if not live.size:
            break
        step = distance(points[live], style)
        points[live] += rays[live] * step[:, None]
        live = live[step > _TOUCH / 2]
    met = touched.copy()
    met[touched] = distance(points[touched], style) < _TOUCH * 2.5
    return points, met


def normals(points: Array, style: Style) -> Array:
    """Return unit normals, (n, 3), by finite differences."""
    step = np.float32(0.006)
    gradient = np.empty_like(points)
    for axis in range(3):
        shift = np.zeros(3, np.float32)
        shift[axis] = step
        gradient[:, axis] = distance(points + shift, style) - distance(points - shift, style)
    unit: Array = gradient / np.maximum(np.linalg.norm(gradient, axis=1, keepdims=True), 1e-6)
    return unit


def paint(points: Array, values: tuple[int, ...], style: Style, bump: Array) -> tuple[Array, Array]:
    """Return the colour, (n, 3) BGR, and the share of pip, (n,), at points of the surface.

    `bump`, normals (n, 3), is changed in place where a face bulges and inside a recessed pip.
    """
    rng = np.random.default_rng(style.seed)
    colour = np.broadcast_to(style.body, points.shape).astype(np.float32)
    if style.marble:
        waves = rng.normal(0, 1, (3, 3)).astype(np.float32) * style.marble_scale * 0.6
        warped = points + 0.25 * np.sin(points @ waves.T + rng.uniform(0, 6, 3)).astype(np.float32)
        veins = np.sin(warped @ (rng.normal(0, 1, 3) * style.marble_scale)) + 0.6 * np.sin(
            warped @ (rng.normal(0, 1, 3) * style.marble_scale * 2.3)
        )
        share = style.marble / (1 + np.exp(-3 * veins))
        colour = colour + (style.second - colour) * share[:, None].astype(np.float32)
    if style.speckle:
        grain = rng.random((32, 32)).astype(np.float32)
        cell = ((points + 1) * 24).astype(int)
        spots = grain[(cell[:, 0] + 7 * cell[:, 2]) % 32, (cell[:, 1] + 13 * cell[:, 2]) % 32] < style.speckle
        colour = np.where(spots[:, None], style.second, colour)
    axis = np.abs(points).argmax(axis=1)
    sign = np.take_along_axis(points, axis[:, None], 1)[:, 0] < 0
    pip = np.zeros(len(points), np.float32)
    turned = rng.random(6) < 0.5
    for face in range(6):
        on = np.flatnonzero((axis == face // 2) & (sign == bool(face % 2)))
        if not on.size:
            continue
        u, v = points[on, (face // 2 + 1) % 3], points[on, (face // 2 + 2) % 3]
        bump[on, (face // 2 + 1) % 3] += style.bulge * u
        bump[on, (face // 2 + 2) % 3] += style.bulge * v
        if turned[face]:
            u, v = v, -u
        value = values[face]
        if value == style.logo_on:
            pip[on] = _logo(u, v, rng)
            continue
        amount = np.zeros(len(on), np.float32)
        radius = style.pip_radius * (style.big_one if value == 1 else 1.0)
        for i, j in style.pips(value):
            du, dv = u - i * style.spacing, v - j * (style.six_spacing if value == 6 else style.spacing)
            apart = np.maximum(np.abs(du), np.abs(dv)) if style.square_pips else np.sqrt(du * du + dv * dv)
            mask = np.clip((radius - apart) / 0.015 + 0.5, 0, 1)
            if style.ringed:
                mask *= np.clip((apart - radius * 0.45) / 0.015, 0, 1)
            if style.recess:
                inside = (apart < radius).nonzero()[0]
                tilt = style.recess / max(radius, 0.02)
                bump[on[inside], (face // 2 + 1 + turned[face]) % 3] -= tilt * du[inside] * 0.5
                bump[on[inside], (face // 2 + 2 - turned[face]) % 3] -= tilt * dv[inside] * 0.5
            amount = np.maximum(amount, mask)
        pip[on] = amount
        colour[on] += ((_red(style) if value == 1 else style.pip) - colour[on]) * amount[:, None]
    logo = style.logo_on and pip.max() > 0
    if logo:
        colour = colour + (style.pip - colour) * pip[:, None]
    return colour, pip


def _red(style: Style) -> Array:
    return np.array([35, 30, 200], np.float32) if style.red_one else style.pip


def _logo(u: Array, v: Array, rng: np.random.Generator) -> Array:
    """Return the mask of an emblem: a star, a ring with a bar, a skull-like blob or a chevron."""
    angle, radius = np.arctan2(v, u), np.sqrt(u * u + v * v)
    kind = rng.integers(4)
    if kind == 0:
        edge = 0.2 + 0.12 * np.cos(rng.integers(3, 9) * angle + rng.uniform(0, 6))
        inside: Mask = radius < edge
    elif kind == 1:
        inside = (np.abs(radius - 0.24) < 0.05) | ((np.abs(u) < 0.05) & (radius < 0.3))
    elif kind == 2:
        inside = (np.hypot(u, v * 0.8) < 0.28) & (np.hypot(np.abs(u) - 0.1, v) > 0.06)
    else:
        inside = (np.abs(np.abs(u) + v) < 0.12) & (radius < 0.34)
    return inside.astype(np.float32)
