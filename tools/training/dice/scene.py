"""Rendered tray of dice: background, rims, light, a camera at any angle, dice flat, touching, cocked and leaning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.camera import Camera, random_camera
from tools.training.dice.die import Array, Style, hit, normals, paint, random_style, random_values
from tools.training.dice.ground import random_ground
from tools.training.dice.light import Light, random_light

COCKED = 7
SUPERSAMPLE = 2
_CUBE = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)], np.float32)


@dataclass(frozen=True)
class Label:
    """One die of an image: 1-6 or `COCKED`, centre of the face that is read and edge in px, and the face's lean.

    `lean` is (x, y) of the face's normal across the line of sight (0, 0 if it faces the camera). `sure` is False if too
    much of the face is hidden to read it. `tilt_deg` is the angle between the die and flat.
    """

    value: int
    x_px: float
    y_px: float
    edge_px: float
    lean: tuple[float, float]
    sure: bool = True
    tilt_deg: float = 0.0


def turned(axis: tuple[float, float, float] | Array, angle: float) -> Array:
    """Return the rotation by an angle in radians about an axis."""
    vector = np.asarray(axis, dtype=np.float64)
    return cv2.Rodrigues(vector / np.linalg.norm(vector) * angle)[0].astype(np.float32)


def scene(
    rng: np.random.Generator,
    size: int = 256,
    camera: Camera | None = None,
    cocked: float | None = None,
    count: int | None = None,
    look: Callable[[np.random.Generator], Style] = random_style,
) -> tuple[NDArray[np.uint8], list[Label]]:
    """Return an image, (size, size, 3) BGR, and its dice.

    Camera and number of dice are random unless given. `cocked` is the share of cocked dice; `look` makes each set's
    style.
    """
    edge = rng.uniform(26, 54)
    camera = camera or random_camera(rng, size, edge)
    picture = random_ground(rng, size, camera)
    light = random_light(rng)
    shade = rng.uniform(0.1, 0.75) if rng.random() < 0.9 else 0.0
    soft = rng.uniform(0.03, 0.3)
    sets = [look(rng) for _ in range(rng.integers(1, 5))]
    sizes = [1.0 if rng.random() < 0.6 else rng.uniform(0.75, 1.25) for _ in sets]
    places = _places(rng, camera, size, sets, sizes, cocked, count)
    who = np.zeros((size, size), np.int32)
    whole: dict[int, int] = {}
    labels: list[Label] = []
    order = sorted(range(len(places)), key=lambda k: -float(np.linalg.norm(places[k].centre - camera.eye)))
    for k in order:
        _shadow(picture, camera, places[k], light.towards, shade, soft)
    for index, k in enumerate(order, start=1):
        place = places[k]
        label, pixels = _draw(rng, picture, who, index, camera, place, light)
        whole[index] = pixels
        if label is not None:
            labels.append(label)
        else:
            whole.pop(index)
    seen = np.bincount(who.ravel(), minlength=len(order) + 1)
    kept = [
        label if seen[index] > 0.66 * whole[index] else _unsure(label)
        for index, label in zip(whole, labels, strict=True)
    ]
    return finish(rng, picture), kept


def _unsure(label: Label) -> Label:
    return replace(label, sure=False)


@dataclass(frozen=True)
class _Place:
    centre: Array
    rotation: Array
    style: Style
    scale: float
    tilt_deg: float


def _places(
    rng: np.random.Generator,
    camera: Camera,
    size: int,
    sets: list[Style],
    sizes: list[float],
    cocked: float | None,
    count: int | None,
) -> list[_Place]:
    """Return random dice on the ground inside the image, some of them touching, leaning or cocked."""
    wanted = int(rng.integers(1, 32 if rng.random() < 0.2 else 15)) if rng.random() > 0.06 else 0
    wanted = wanted if count is None else count
    near_overhead = camera.across[2, 2] < -0.94
    touching, cocked_share = rng.uniform(0, 0.7), rng.choice([0, 0.15, 0.4], p=[0.5, 0.35, 0.15]) * near_overhead
    if cocked is not None:
        cocked_share = cocked
    spots: list[tuple[float, float, float]] = []
    places: list[_Place] = []
    ground = cv2.getPerspectiveTransform(
        camera.project(np.array([[-5, -5, 0], [5, -5, 0], [5, 5, 0], [-5, 5, 0]], np.float32)).astype(np.float32),
        np.array([[-5, -5], [5, -5], [5, 5], [-5, 5]], np.float32),
    )
    for _ in range(wanted):
        which = int(rng.integers(len(sets)))
        scale = sizes[which] * rng.uniform(0.98, 1.02)
        neighbour = None
        for _ in range(15):
            if spots and rng.random() < touching:
                neighbour = spots[rng.integers(len(spots))]
                way, apart = rng.uniform(0, 2 * np.pi), (neighbour[2] + scale) / 2 * rng.uniform(1.02, 1.35)
                x, y = neighbour[0] + apart * np.cos(way), neighbour[1] + apart * np.sin(way)
            else:
                neighbour = None
                at = cv2.perspectiveTransform(rng.uniform(0.03, 0.97, (1, 1, 2)).astype(np.float32) * size, ground)
                x, y = float(at[0, 0, 0]), float(at[0, 0, 1])
            if all(np.hypot(x - a, y - b) > (s + scale) / 2 * (1.02 + 0.2 * rng.random()) for a, b, s in spots):
                break
        else:
            continue
        spots.append((x, y, scale))
        rotation = turned((0, 0, 1), rng.uniform(0, 2 * np.pi))
        tilt = 0.0
        if rng.random() < cocked_share:
            tilt = rng.uniform(12, 45)
            lean = rng.uniform(0, 2 * np.pi)
            if neighbour is not None:
                lean = np.arctan2(y - neighbour[1], x - neighbour[0]) + np.pi / 2
            rotation = turned((np.cos(lean), np.sin(lean), 0), np.radians(tilt)) @ rotation
        elif rng.random() < 0.3:
            way = rng.uniform(0, 2 * np.pi)
            rotation = turned((np.cos(way), np.sin(way), 0), np.radians(rng.uniform(0, 3))) @ rotation
        lowest = float((_CUBE @ rotation.T)[:, 2].min())
        height = -lowest * scale * (1 - 0.12 * (tilt > 0))
        places.append(_Place(np.array([x, y, height], np.float32), rotation, sets[which], scale, tilt))
    return places


def _shadow(picture: Array, camera: Camera, place: _Place, light: Array, shade: float, soft: float) -> None:
    corners = _CUBE @ place.rotation.T * place.scale * 0.94 + place.centre
    for reach, strength, blur in ((1.0, shade, soft), (0.15, shade * 0.8, 0.08)):
        fall = corners - light * (corners[:, 2:] / light[2]) * reach
        fall[:, 2] = 0
        hull = cv2.convexHull(camera.project(fall).astype(np.float32))[:, 0]
        edge = camera.focal_px / camera.depth(place.centre)
        pad = int(3 * blur * edge + 3)
        x0, y0 = np.maximum(np.floor(hull.min(axis=0)).astype(int) - pad, 0)
        x1, y1 = np.minimum(np.ceil(hull.max(axis=0)).astype(int) + pad, picture.shape[1::-1])
        if x1 - x0 < 2 or y1 - y0 < 2:
            continue
        mask = np.zeros((y1 - y0, x1 - x0), np.float32)
        cv2.fillConvexPoly(mask, np.round((hull - [x0, y0]) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, blur * edge))
        picture[y0:y1, x0:x1] *= 1 - strength * mask[..., None]


def _draw(
    rng: np.random.Generator,
    picture: Array,
    who: NDArray[np.int32],
    index: int,
    camera: Camera,
    place: _Place,
    light: Light,
) -> tuple[Label | None, int]:
    """Trace one die into the image; return its label and the number of pixels it covers."""
    size = picture.shape[0]
    box = _box(camera, place, size)
    if box is None:
        return None, 0
    x0, y0, x1, y1 = box
    steps = [(np.arange(n * SUPERSAMPLE) + 0.5) / SUPERSAMPLE - 0.5 for n in (x1 - x0, y1 - y0)]
    gx, gy = np.meshgrid(steps[0] + x0, steps[1] + y0)
    ahead = np.stack([(gx - camera.centre_px[0]) / camera.focal_px, (gy - camera.centre_px[1]) / camera.focal_px], -1)
    rays = np.concatenate([ahead, np.ones((*gx.shape, 1))], -1).reshape(-1, 3).astype(np.float32) @ camera.across
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    into = place.rotation.T
    origin = np.asarray(into @ (camera.eye - place.centre) / place.scale, dtype=np.float32)
    ways = np.asarray(rays @ place.rotation, dtype=np.float32)
    points, met = hit(origin, ways, place.style)
    if not met.any():
        return None, 0
    values = random_values(rng, place.style.often_up)
    on, sight = points[met], ways[met]
    smooth = normals(on, place.style)
    bump = smooth.copy()
    colour, pip = paint(on, values, place.style, bump)
    bump /= np.maximum(np.linalg.norm(bump, axis=1, keepdims=True), 1e-6)
    to_light = into @ light.towards
    lit = light.ambient + (1 - light.ambient) * np.maximum(bump @ to_light, 0)
    half = to_light - sight
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    glint = place.style.gloss * np.maximum((bump * half).sum(axis=1), 0) ** place.style.shine * (1 - 0.5 * pip)
    shaded = colour * lit[:, None]
    if place.style.translucent:
        behind = cv2.resize(picture[max(y0, 0) : y1, max(x0, 0) : x1], (1, 1), interpolation=cv2.INTER_AREA)[0, 0]
        glow = 0.6 + 0.7 * np.clip(0.5 - on @ to_light, 0, 1.2)
        through = (behind * 0.4 + place.style.body * 0.6) * glow[:, None]
        deep, ghost = paint((on + sight * 0.35).astype(np.float32) * -1, values, place.style, bump.copy())
        through = through + (deep - through) * (0.35 * ghost[:, None])
        shaded += (through - shaded) * (place.style.translucent * (1 - pip))[:, None]
    facing = -(bump * sight).sum(axis=1, keepdims=True)
    mirrored = light.mirrored((sight + 2 * facing * bump) @ into)
    shaded += 230 * glint[:, None]
    shaded += mirrored * place.style.gloss * (0.25 + 0.75 * (1 - np.clip(facing, 0, 1)) ** 3)
    layer = np.zeros((gy.size, 4), np.float32)
    layer[met, :3], layer[met, 3] = shaded, 1
    covered = cv2.resize(layer.reshape(*gy.shape, 4), (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    layer = np.asarray(covered, dtype=np.float32)
    cut = np.s_[max(y0, 0) : min(y1, size), max(x0, 0) : min(x1, size)]
    part = layer[max(-y0, 0) : max(-y0, 0) + cut[0].stop - cut[0].start, max(-x0, 0) :][:, : cut[1].stop - cut[1].start]
    picture[cut] = picture[cut] * (1 - part[..., 3:]) + part[..., :3]
    who[cut][part[..., 3] > 0.5] = index
    pixels = int((layer[..., 3] > 0.5).sum())
    return _label(camera, place, values), pixels


def _box(camera: Camera, place: _Place, size: int) -> tuple[int, int, int, int] | None:
    """Return the bounding box of a die in a square image (left, top, right, bottom), px; None if it is outside."""
    outline = camera.project(_CUBE @ place.rotation.T * place.scale + place.centre)
    x0, y0 = (int(end) - 1 for end in np.floor(outline.min(axis=0)))
    x1, y1 = (int(end) + 2 for end in np.ceil(outline.max(axis=0)))
    outside = x1 < 3 or y1 < 3 or x0 > size - 3 or y0 > size - 3
    return None if outside or max(x1 - x0, y1 - y0) > size else (x0, y0, x1, y1)


def _labelled(rng: np.random.Generator, camera: Camera, place: _Place, size: int) -> Label | None:
    """Return the label that `_draw` would give, using as many random numbers, without drawing."""
    if _box(camera, place, size) is None:
        return None
    return _label(camera, place, random_values(rng, place.style.often_up))


def _label(camera: Camera, place: _Place, values: tuple[int, ...]) -> Label:
    faces = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], np.float32)
    out = faces @ place.rotation.T
    top = int(out[:, 2].argmax())
    face = place.centre + out[top] * place.scale * 0.5
    x, y = camera.project(face[None])[0]
    sight = face - camera.eye
    sight /= np.linalg.norm(sight)
    across = camera.across @ (out[top] - sight * (out[top] @ sight))
    edge = camera.focal_px / camera.depth(face) * place.scale
    value = COCKED if place.tilt_deg else values[top]
    return Label(value, float(x), float(y), edge, (float(across[0]), float(across[1])), tilt_deg=place.tilt_deg)


def finish(rng: np.random.Generator, picture: Array) -> NDArray[np.uint8]:
    """Return the image with camera effects: exposure, glare, blur, noise, 8 bits."""
    size = picture.shape[0]
    picture = picture * rng.uniform(0.6, 1.2)
    if rng.random() < 0.12:
        gy, gx = np.mgrid[0:size, 0:size].astype(np.float32)
        far = np.hypot(gx - rng.uniform(0, size), gy - rng.uniform(0, size)) / rng.uniform(0.1, 0.5) / size
        picture = picture + rng.uniform(20, 120) * np.exp(-far * far)[..., None]
    if rng.random() < 0.5:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.4)), dtype=np.float32)
    if rng.random() < 0.05:
        kernel = np.zeros((7, 7), np.float32)
        cv2.line(kernel, (3 - int(rng.integers(0, 4)), int(rng.integers(0, 7))), (3, 3), 1.0)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1)), dtype=np.float32)
    grainy = picture + rng.normal(0, rng.uniform(0, 6), picture.shape)
    return np.clip(grainy, 0, 255).astype(np.uint8)
