"""Scenes of dice to train on: ground, light, camera, dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.die import Array, Style, hit, normals, paint, random_colour, random_style, random_values


@dataclass(frozen=True)
class Camera:
    """Pinhole camera above the ground z = 0, unit = one die edge; the rows of `across` are right, down, forward."""

    eye: Array
    across: Array
    focal_px: float
    centre_px: tuple[float, float]

    def project(self, points: Array) -> Array:
        """Return pixels, (n, 2)."""
        seen = (points - self.eye) @ self.across.T
        pixels = seen[:, :2] / seen[:, 2:] * self.focal_px + np.array(self.centre_px, np.float32)
        return np.asarray(pixels, dtype=np.float32)

    def depth(self, point: Array) -> float:
        """Return the distance of a point along the optical axis."""
        return float((point - self.eye) @ self.across[2])


def random_camera(rng: np.random.Generator, size: int, edge_px: float) -> Camera:
    """Return a camera in which a die at the image's middle has an edge of `edge_px`; its axis may be off-centre."""
    tilt = abs(rng.normal(0, 0.09)) if rng.random() < 0.55 else rng.uniform(0.1, 1.0)
    turn = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(9, 40)
    sight = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), -np.cos(tilt)])
    roll = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else -turn + rng.normal(0, 0.2)
    right = np.cross(sight, [np.cos(roll), np.sin(roll), 0.05])
    right /= np.linalg.norm(right)
    across = np.stack([right, np.cross(sight, right), sight]).astype(np.float32)
    offset = rng.uniform(-1.2, 1.2, 2) * size if rng.random() < 0.5 else rng.uniform(-0.3, 0.3, 2) * size
    focal = edge_px * away
    centre = (size / 2 + float(offset[0]), size / 2 + float(offset[1]))
    middle = np.array([(size / 2 - centre[0]) / focal, (size / 2 - centre[1]) / focal, 1.0])
    ray = middle @ across
    if ray[2] > -0.35:
        return random_camera(rng, size, edge_px)
    eye = -(ray / np.linalg.norm(ray) * away)
    return Camera(eye.astype(np.float32), across, focal, centre)


def tray_camera(rng: np.random.Generator, size: int, edge_px: float, tilt: float) -> Camera:
    """Return a typical camera above a tray, 20 to 45 edges away (32-72 cm), with its axis at the image's middle.

    Seen from the side, up in the scene is up in the image.
    """
    focal = edge_px * rng.uniform(20, 45)
    turn, roll = rng.uniform(0, 2 * np.pi, 2)
    sight = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), -np.cos(tilt)])
    right = np.cross(sight, [0, 0, 1] if tilt > 0.3 else [np.cos(roll), np.sin(roll), 0.05])
    right /= np.linalg.norm(right)
    across = np.stack([right, np.cross(sight, right), sight]).astype(np.float32)
    return Camera((-sight * focal / edge_px).astype(np.float32), across, float(focal), (size / 2, size / 2))


@dataclass(frozen=True)
class Panel:
    """A lamp or window reflected by glossy dice: a soft-edged rectangle of directions around `towards`."""

    towards: Array
    along: Array
    across: Array
    half: tuple[float, float]
    soft: float
    colour: Array


@dataclass(frozen=True)
class Light:
    """A scene's lighting: direction (unit), ambient share 0-1, and panels that glossy dice reflect."""

    towards: Array
    ambient: float
    panels: tuple[Panel, ...]

    def mirrored(self, ways: Array) -> Array:
        """Return the reflected colour in unit directions (n, 3), (n, 3) BGR."""
        seen = np.zeros((len(ways), 3), np.float32)
        for panel in self.panels:
            inside = (ways @ panel.towards > 0).astype(np.float32)
            for axis, half in ((panel.along, panel.half[0]), (panel.across, panel.half[1])):
                inside *= np.clip((half - np.abs(ways @ axis)) / panel.soft + 0.5, 0, 1)
            seen += inside[:, None] * panel.colour
        return seen


def random_light(rng: np.random.Generator) -> Light:
    """Return light from above with up to four lamps or windows."""
    towards = _unit(np.array([rng.normal(), rng.normal(), rng.uniform(0.8, 3)], np.float32))
    panels = []
    for _ in range(rng.integers(0, 5)):
        way = towards + rng.normal(0, 0.15, 3) if rng.random() < 0.4 else rng.normal(0, 1, 3) * [0.5, 0.5, 1]
        middle = _unit(np.array([way[0], way[1], abs(way[2]) + 0.05], np.float32))
        along = _unit(np.cross(middle, _unit(rng.normal(0, 1, 3).astype(np.float32))))
        half = (float(rng.uniform(0.04, 0.5)), float(rng.uniform(0.04, 0.5)))
        colour = (rng.uniform(80, 300) * (1 + rng.normal(0, 0.06, 3))).astype(np.float32)
        panels.append(Panel(middle, along, np.cross(middle, along), half, float(rng.uniform(0.02, 0.25)), colour))
    return Light(towards, float(rng.uniform(0.3, 0.8)), tuple(panels))


def _unit(vector: Array) -> Array:
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


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
