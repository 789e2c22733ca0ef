"""Backgrounds of rendered scenes: felt, wood, carpet, leather, boards, rims, print, and clutter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tools.training.dice.die import Array, random_colour

if TYPE_CHECKING:
    from tools.training.dice.camera import Camera


def texture(rng: np.random.Generator, size: int, cell: float) -> Array:
    """Return smooth noise, (size, size), with grains of about `cell` px."""
    few = max(2, int(size / cell) + 1)
    coarse = rng.normal(size=(few, few)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def flat_ground(rng: np.random.Generator, size: int) -> Array:
    """Return a background seen from straight above, (size, size, 3)."""
    base = random_colour(rng) if rng.random() > 0.3 else np.full(3, rng.uniform(15, 245), np.float32)
    ground = np.empty((size, size, 3), np.float32)
    ground[:] = base
    for cell in (1, 2, 5, 12, 40, 120):
        amount = rng.uniform(0, 14) * (rng.random() < 0.6)
        ground += texture(rng, size, cell)[..., None] * amount * rng.uniform(0.6, 1.2, 3).astype(np.float32)
    kind = rng.choice(["plain", "wood", "carpet", "tiles", "print"], p=[0.4, 0.2, 0.15, 0.1, 0.15])
    if kind == "wood":
        bend = texture(rng, size, 60) * 6 + np.arange(size, dtype=np.float32)[:, None] * rng.uniform(0.05, 0.6)
        grain = np.sin(bend + texture(rng, size, 8)) + cv2.resize(texture(rng, size, 3)[:, ::24].copy(), (size, size))
        ground += grain[..., None] * rng.uniform(3, 16)
        if rng.random() < 0.5:
            ground[:: int(rng.integers(40, 120))] *= 0.5
    elif kind == "carpet":
        loops = np.sin(np.arange(size, dtype=np.float32) * rng.uniform(0.4, 2.2))
        ground += (loops[:, None] * loops[None] * rng.uniform(5, 35))[..., None]
        ground += texture(rng, size, 2.5)[..., None] * rng.uniform(5, 30)
    elif kind == "tiles":
        pitch = int(rng.integers(20, 90))
        width = int(rng.integers(1, 4))
        line = random_colour(rng)
        for at in range(0, size, pitch):
            ground[at : at + width] = line
            ground[:, at : at + width] = line
    elif kind == "print":
        for _ in range(rng.integers(3, 16)):
            _shape(rng, ground)
    if rng.random() < 0.5:
        _rim(rng, ground)
    for _ in range(int(rng.integers(1, 14)) if rng.random() < 0.35 else 0):
        _clutter(rng, ground)
    return np.clip(ground, 0, 255)


def _shape(rng: np.random.Generator, ground: Array) -> None:
    size = ground.shape[0]
    corners = rng.uniform(-0.15, 1.15, (1, 2)) * size + rng.uniform(-0.3, 0.3, (int(rng.integers(3, 7)), 2)) * size
    sharp = np.zeros((size, size), np.float32)
    cv2.fillPoly(sharp, [cv2.convexHull(corners.astype(np.int32))], 1.0)
    mask = np.asarray(cv2.GaussianBlur(sharp, (0, 0), rng.uniform(0.4, 2.5)), dtype=np.float32)[..., None]
    ground *= 1 - mask
    ground += mask * (random_colour(rng) + texture(rng, size, 2)[..., None] * rng.uniform(0, 18))


def _rim(rng: np.random.Generator, ground: Array) -> None:
    """Add one or two walls of a tray: a band of another colour, its lit edge and its shadow."""
    size = ground.shape[0]
    for _ in range(rng.integers(1, 3)):
        turn, offset, width = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.6) * size, rng.uniform(4, 60)
        gy, gx = np.mgrid[0:size, 0:size].astype(np.float32)
        reach = (gx - size / 2) * np.cos(turn) + (gy - size / 2) * np.sin(turn) - offset
        band = np.clip(np.minimum(reach, width - reach) + 0.5, 0, 1)[..., None]
        shade = np.clip(1 + reach / rng.uniform(4, 30), 0, 1) * (reach < 0)
        ground *= 1 - rng.uniform(0, 0.6) * shade[..., None]
        beyond = (reach > width)[..., None] * random_colour(rng) * 0.7
        ground[:] = np.where(reach[..., None] > width, beyond, ground)
        ground[:] = ground * (1 - band) + band * (random_colour(rng) + texture(rng, size, 4)[..., None] * 6)
        edge = np.exp(-np.square(reach / 1.5))[..., None]
        ground += edge * rng.uniform(-60, 60)


def _clutter(rng: np.random.Generator, ground: Array) -> None:
    """Add an object with round or square parts that is no die: tokens, screws, letters, coins, holes, numbers."""
    size = ground.shape[0]
    colour = random_colour(rng).tolist()
    x, y = (int(v) for v in rng.integers(0, size, 2))
    kind = rng.integers(6)
    radius = int(rng.integers(2, 26))
    if kind == 0:
        cv2.circle(ground, (x, y), radius, colour, -1, cv2.LINE_AA)
        if rng.random() < 0.6:
            cv2.circle(ground, (x, y), max(1, int(radius * rng.uniform(0.3, 0.8))), random_colour(rng).tolist(), 2)
    elif kind == 1:
        text = "".join(rng.choice(list("ABC0123456789XYZ#!"), int(rng.integers(1, 5))))
        mask = np.zeros((size, size), np.uint8)
        cv2.putText(mask, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, rng.uniform(0.4, 1.6), 255, 2, cv2.LINE_AA)
        ground += (np.array(colour, np.float32) - ground) * (mask[..., None] / np.float32(255))
    elif kind == 2:
        box = cv2.boxPoints(((x, y), (radius * 2.0, radius * rng.uniform(1, 3)), rng.uniform(0, 90)))
        cv2.fillConvexPoly(ground, box.astype(np.int32), colour, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.circle(ground, (x, y), max(2, radius // 2), random_colour(rng).tolist(), -1, cv2.LINE_AA)
    elif kind == 3:
        for _ in range(rng.integers(2, 9)):
            dot = (x + int(rng.normal(0, 22)), y + int(rng.normal(0, 22)))
            cv2.circle(ground, dot, int(rng.integers(1, 6)), colour, -1, cv2.LINE_AA)
    elif kind == 4:
        path = np.array([x, y]) + np.cumsum(rng.normal(0, 14, (12, 2)), axis=0)
        cv2.polylines(ground, [path.astype(np.int32)], False, colour, int(rng.integers(1, 8)), cv2.LINE_AA)
    else:
        spokes = int(rng.integers(3, 9))
        star = [
            (x + radius * (1 - 0.5 * (k % 2)) * np.cos(np.pi * k / spokes), y + radius * np.sin(np.pi * k / spokes))
            for k in range(2 * spokes)
        ]
        cv2.fillPoly(ground, [np.array(star).astype(np.int32)], colour, cv2.LINE_AA)


def random_ground(rng: np.random.Generator, size: int, camera: Camera) -> Array:
    """Return the background as the camera sees it, (size, size, 3): a texture on the plane z = 0."""
    above = flat_ground(rng, size * 2)
    if camera.across[2, 2] < -0.97 and rng.random() < 0.7:
        return above[size // 2 : size // 2 + size, size // 2 : size // 2 + size].copy()
    reach = size / (camera.focal_px / max(4.0, float(np.linalg.norm(camera.eye)))) * 1.1
    corners = np.array([[-reach, -reach, 0], [reach, -reach, 0], [reach, reach, 0], [-reach, reach, 0]], np.float32)
    if min(camera.depth(c) for c in corners) < 1.0:
        return above[:size, :size].copy()
    square = np.array([[0, 0], [2 * size, 0], [2 * size, 2 * size], [0, 2 * size]], np.float32)
    onto = cv2.getPerspectiveTransform(square, camera.project(corners).astype(np.float32))
    seen = cv2.warpPerspective(above, onto, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(seen, dtype=np.float32)
