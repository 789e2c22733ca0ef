"""Boards seen by random cameras, with a camera model of its own: nothing here is taken from what is tested.

A pinhole with Brown's distortion is written out; pixels, tags and displacements are drawn from a seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, parse_catalogue
from calibration.rig import CameraModel
from calibration.tags import TagSighting

Array = NDArray[np.float64]

WIDTH_MM, HEIGHT_MM = 762.0, 559.0
CORNERS = [(28, 531), (734, 531), (734, 28), (28, 28)]
EDGES = [(x, y) for x in (152.4, 304.8, 457.2, 609.6) for y in (18, 541)] + [
    (x, y) for y in (184.47, 374.53) for x in (18, 744)
]
PLACES = [(36.0, at) for at in CORNERS] + [(22.0, at) for at in EDGES]


def board_catalogue() -> Catalogue:
    """Return the board that is sold: four tags of 36 mm in the corners, twelve of 22 mm along the edges."""
    tags = [
        {"id": k, "size_mm": size, "centre_mm": list(map(float, at)), "angle_deg": 0}
        for k, (size, at) in enumerate(PLACES)
    ]
    return parse_catalogue(
        {
            "version": 1,
            "dictionary": "DICT_ARUCO_MIP_36h12",
            "board": {"size_mm": [WIDTH_MM, HEIGHT_MM], "tags": tags},
        }
    )


@dataclass(frozen=True)
class Lens:
    """A pinhole with k1, k2, p1, p2, k3: focal lengths and centre in pixels."""

    size_px: tuple[int, int]
    fx: float
    fy: float
    cx: float
    cy: float
    k1: float
    k2: float
    p1: float
    p2: float
    k3: float

    def pixels(self, points: Array) -> Array:
        """Return the pixels (n, 2) of points (n, 3) in the camera's frame."""
        x, y = points[:, 0] / points[:, 2], points[:, 1] / points[:, 2]
        r2 = x * x + y * y
        radial = 1 + r2 * (self.k1 + r2 * (self.k2 + r2 * self.k3))
        u = x * radial + 2 * self.p1 * x * y + self.p2 * (r2 + 2 * x * x)
        v = y * radial + self.p1 * (r2 + 2 * y * y) + 2 * self.p2 * x * y
        return np.column_stack([self.fx * u + self.cx, self.fy * v + self.cy])

    def bends_back(self, points: Array) -> bool:
        """Return whether some point lies where the picture bends back: no lens is used there."""
        r2 = (points[:, :2] ** 2).sum(axis=1) / points[:, 2] ** 2
        slope = 1 + r2 * (3 * self.k1 + r2 * (5 * self.k2 + r2 * 7 * self.k3))
        return bool((slope < 0.25).any())

    def model(self) -> CameraModel:
        """Return the lens as the product takes it."""
        matrix = np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1]])
        return CameraModel(self.size_px, matrix, np.array([self.k1, self.k2, self.p1, self.p2, self.k3]))


MODES = ("2304x1296", "4608x2592", "webcam", "12 MP wide")


def random_lens(rng: np.random.Generator, mode: str) -> Lens:
    """Return a lens such as cameras of that mode have."""
    if mode == "webcam":
        size, f, k = (1920, 1080), rng.uniform(1050, 1500), [rng.uniform(-0.42, -0.2), rng.uniform(0.05, 0.2), -0.03]
    elif mode == "12 MP wide":
        size, f, k = (4056, 3040), rng.uniform(2500, 3900), [rng.uniform(-0.5, -0.3), rng.uniform(0.15, 0.3), -0.06]
    else:
        size = (2304, 1296) if mode == "2304x1296" else (4608, 2592)
        f, k = size[0] * rng.uniform(0.74, 0.82), [rng.uniform(0.02, 0.08), rng.uniform(-0.16, -0.1), 0.04]
    cx, cy = np.array(size) / 2 + rng.uniform(-0.012, 0.012, 2) * size[0]
    p1, p2 = rng.uniform(-0.0012, 0.0012, 2)
    return Lens(size, float(f), float(f * rng.uniform(0.998, 1.002)), float(cx), float(cy), k[0], k[1], p1, p2, k[2])


def around(axis: Sequence[float], angle: float) -> Array:
    """Return the rotation by an angle (radians) around a unit axis."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turned: Array = np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k
    return turned


@dataclass(frozen=True)
class Eye:
    """Where a camera is: x_camera = rotation x_board + shift, mm."""

    rotation: Array
    shift: Array

    @property
    def at(self) -> Array:
        """The camera's place on the board, mm."""
        return -self.rotation.T @ self.shift

    def sees(self, points: Array) -> Array:
        """Return board points (n, 3) in the camera's frame."""
        seen: Array = points @ self.rotation.T + self.shift
        return seen


def random_eye(rng: np.random.Generator, lens: Lens, tilt_deg: float = 25.0) -> Eye:
    """Return a camera above the board, turned by anything, tilted by up to `tilt_deg` to any side."""
    turn, way, tilt = *rng.uniform(0, 2 * np.pi, 2), np.radians(rng.uniform(0, tilt_deg))
    down = np.diag([1.0, -1.0, -1.0])
    rotation = around((np.cos(way), np.sin(way), 0), tilt) @ down @ around((0, 0, 1), turn)
    reach_mm = WIDTH_MM / rng.uniform(0.5, 1.15)
    depth = reach_mm * lens.fx / lens.size_px[0]
    aim = np.array([rng.uniform(0.3, 0.7) * WIDTH_MM, rng.uniform(0.3, 0.7) * HEIGHT_MM, 0])
    return Eye(rotation, np.array([0, 0, depth]) - rotation @ aim)


def tag_square(size: float, at: tuple[float, float], turn: float = 0.0) -> Array:
    """Return the corners (4, 3) of a tag that lies on the board, mm: top-left, top-right, bottom-right, bottom-left."""
    half = size / 2
    own = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    lying: Array = own @ around((0, 0, 1), turn).T + np.array([at[0], at[1], 0])
    return lying


@dataclass(frozen=True)
class View:
    """One picture of the board: the truth, and what is seen of it."""

    seed: int
    mode: str
    lens: Lens
    eye: Eye
    noise_px: float
    sightings: tuple[TagSighting, ...]
    displaced: dict[int, float] = field(default_factory=dict)

    def off_mm(self, rotation: Array, shift: Array) -> float:
        """Return how far a pose puts the board's floor from where it is, at worst, mm.

        Asked is where a ray that truly meets the board at a point meets it by that pose.
        """
        xs, ys = np.meshgrid(np.linspace(0, WIDTH_MM, 9), np.linspace(0, HEIGHT_MM, 7))
        grid = np.column_stack([xs.ravel(), ys.ravel(), np.zeros(xs.size)])
        seen = self.eye.sees(grid)
        ways, at = seen @ rotation, -rotation.T @ shift
        met = at - ways * (at[2] / ways[:, 2])[:, None]
        return float(np.linalg.norm(met - grid, axis=1).max())


def random_view(
    seed: int,
    *,
    tags: tuple[int, int] = (6, 16),
    displaced: bool = True,
    print_mm: float = 0.0,
    mode: str | None = None,
    eye: tuple[Lens, Eye] | None = None,
    moves_mm: tuple[float, float] = (3.0, 60.0),
) -> View:
    """Return the view of a seed: between `tags` tags seen, up to a fifth of them lying elsewhere than printed."""
    rng = np.random.default_rng([seed, 77])
    mode = mode or MODES[seed % len(MODES)]
    for _ in range(400):
        lens, at = eye or ((new := random_lens(rng, mode)), random_eye(rng, new))
        squares = [tag_square(size, place) for size, place in PLACES]
        shown = [k for k, square in enumerate(squares) if _shown(lens, at, square)]
        want = int(rng.integers(tags[0], tags[1] + 1))
        if len(shown) < want:
            continue
        seen = _uncovered(rng, shown, want)
        moved: dict[int, float] = {}
        for k in rng.permutation(seen)[: int(rng.integers(0, len(seen) // 5 + 1)) if displaced else 0]:
            size, (x, y) = PLACES[k]
            way, far = rng.uniform(0, 2 * np.pi), rng.uniform(*moves_mm)
            turn = rng.choice([0.0, rng.uniform(-0.2, 0.2), rng.uniform(-np.pi, np.pi)])
            squares[k] = tag_square(size, (x + far * np.cos(way), y + far * np.sin(way)), turn)
            moved[int(k)] = far
        if not all(_shown(lens, at, squares[k]) for k in moved):
            continue
        noise = float(rng.uniform(0.05, 0.4))
        sightings = []
        for k in sorted(seen):
            on_paper = squares[k] + np.append(rng.normal(0, 1, 2) * print_mm, 0)
            pixels = lens.pixels(at.sees(on_paper)) + rng.normal(0, noise, (4, 2))
            sightings.append(TagSighting(k, pixels, np.eye(8) * noise**2))
        return View(seed, mode, lens, at, noise, tuple(sightings), moved)
    raise AssertionError(f"seed {seed}: no camera shows {tags[0]} tags")


def _shown(lens: Lens, eye: Eye, square: Array) -> bool:
    points = eye.sees(square)
    if (points[:, 2] < 50).any() or lens.bends_back(points):
        return False
    pixels = lens.pixels(points)
    return bool((pixels > 4).all() and (pixels < np.array(lens.size_px) - 5).all())


def _uncovered(rng: np.random.Generator, shown: list[int], want: int) -> list[int]:
    """Return `want` of the tags: any, or those that something laid over one side of the board leaves."""
    if rng.random() < 0.5:
        return [int(k) for k in rng.permutation(shown)[:want]]
    way = rng.uniform(0, 2 * np.pi)
    along = {k: PLACES[k][1][0] * np.cos(way) + PLACES[k][1][1] * np.sin(way) for k in shown}
    return sorted(shown, key=lambda k: along[k])[:want]
