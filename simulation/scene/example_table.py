"""Example table: a 30" x 22" killzone with ruins, two teams of six, and the camera above it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np

from calibration.catalogue import Catalogue, parse_catalogue
from calibration.rig import BoardPose, CameraModel, Rig
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from simulation.scene.scene import Poses, StillScene

BOARD_MM = (762.0, 559.0)

_TEAMS = {
    "p1": (
        ("a1", "Leader", 32.0, 38.0, "tab"),
        ("a2", "Gunner", 28.5, 33.0, "tab"),
        ("a3", "Medic", 28.5, 34.0, "head"),
        ("a4", "Scout", 25.0, 30.0, "tab"),
        ("a5", "Fighter", 32.0, 36.0, "tab"),
        ("a6", "Drone", 28.5, None, "whole"),
    ),
    "p2": (
        ("b1", "Leader", 40.0, 42.0, "tab"),
        ("b2", "Marksman", 28.5, 34.0, "tab"),
        ("b3", "Breacher", 32.0, 36.0, "head"),
        ("b4", "Spotter", 25.0, 31.0, "tab"),
        ("b5", "Heavy", 40.0, 40.0, "tab"),
        ("b6", "Turret", 32.0, None, "whole"),
    ),
}
_TAB_MM, _HEAD_MM = 20.0, 18.0


class _Prism(NamedTuple):
    """Terrain part: its sides and height in inches, and the position of its centre on the board."""

    feature: str
    id: str
    sides: tuple[float, float]
    height: float
    trait: str
    vantage: bool
    x: float
    y: float
    rotation_deg: float


def _corner(feature: str, at: tuple[float, float], turn_deg: float, side: int) -> tuple[_Prism, _Prism]:
    """Return a ruin of two walls: a long one, and a short one across its left (-1) or right (1) end."""
    long, short, thick = 5.0, 3.4, 0.9
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    along, across = side * (long - thick) / 2, -side * (short + thick) / 2
    x, y = at[0] + c * along - s * across, at[1] + s * along + c * across
    return (
        _Prism(feature, f"{feature}-long", (long, thick), 3.0, "Heavy", False, *at, turn_deg),
        _Prism(feature, f"{feature}-short", (thick, short), 3.0, "Heavy", False, x, y, turn_deg),
    )


_TERRAIN = (
    _Prism("platform", "platform", (5.4, 4.0), 1.0, "Heavy", True, 7.4, 15.9, 12.0),
    _Prism("bunker", "bunker", (5.0, 4.2), 2.0, "Heavy", True, 22.3, 6.2, -17.0),
    _Prism("tower", "tower", (3.9, 3.9), 4.0, "Heavy", True, 15.2, 11.6, 31.0),
    *_corner("ruin-west", (7.4, 7.4), 8.0, -1),
    *_corner("ruin-east", (22.9, 14.2), -24.0, 1),
    _Prism("barricade-south", "barricade-south", (3.9, 0.9), 1.0, "Light", False, 13.4, 4.6, -6.0),
    _Prism("barricade-north", "barricade-north", (3.9, 0.9), 1.0, "Light", False, 16.2, 18.4, 4.0),
)

_STANDING: dict[str, tuple[float, float, float, float]] = {
    "a1": (2.7, 13.6, 0.0, -80.0),
    "a2": (7.9, 16.4, 1.0, -100.0),
    "a3": (2.5, 7.4, 0.0, -60.0),
    "a4": (10.4, 12.8, 0.0, -110.0),
    "a5": (9.7, 4.0, 0.0, -70.0),
    "a6": (11.3, 18.4, 0.0, -95.0),
    "b1": (27.2, 11.6, 0.0, 95.0),
    "b2": (22.7, 6.9, 2.0, 75.0),
    "b3": (25.8, 16.6, 0.0, 110.0),
    "b4": (19.6, 9.3, 0.0, 60.0),
    "b5": (20.6, 17.3, 0.0, 15.0),
    "b6": (18.2, 3.6, 0.0, 85.0),
}
_MARKERS: dict[str, tuple[float, float]] = {"m1": (11.6, 8.4), "m2": (18.6, 14.6), "m3": (15.0, 7.0)}


def example_catalogue() -> Catalogue:
    """Return the example catalogue: 16 tags on the board, 9 terrain parts of 7 features, 12 operatives, 3 markers."""
    return parse_catalogue(
        {
            "version": 1,
            "dictionary": "DICT_ARUCO_MIP_36h12",
            "board": {"size_mm": list(BOARD_MM), "tags": list(_board_tags())},
            "terrain": list(_terrain()),
            "operatives": list(_operatives()),
            "markers": [
                {
                    "id": name,
                    "kind": "objective",
                    "diameter_mm": 40.0,
                    "tags": [{"id": 70 + number, "size_mm": 22.0, "offset_mm": [0.0, 0.0, 2.0]}],
                }
                for number, name in enumerate(_MARKERS)
            ],
        },
        source="the example table",
    )


def example_poses() -> Poses:
    """Return the poses on the example table before the first move."""
    return Poses(
        operatives={name: Placement(name, *where) for name, where in _STANDING.items()},
        terrain={part.id: Placement(part.id, part.x, part.y, 0.0, part.rotation_deg) for part in _TERRAIN},
        markers={name: Placement(name, *where) for name, where in _MARKERS.items()},
    )


def example_scene() -> StillScene:
    """Return the example table without motion."""
    return StillScene(example_catalogue(), example_poses())


def example_rig(
    size_px: tuple[int, int] = (1280, 720), *, tilt_deg: float = 3.0, fill: float = 0.9, turn_deg: float = 0.8
) -> Rig:
    """Return a camera with a field of view of about 66 degrees above the middle of the board.

    The board's depth fills `fill` of the image height; the camera is tilted by `tilt_deg` towards the near edge and
    rotated by `turn_deg`. The lens has the distortion of a common wide-angle module.
    """
    width, height = size_px
    focal = 0.77 * width
    distance = focal * BOARD_MM[1] / (fill * height)
    camera = CameraModel(
        size_px=size_px,
        camera_matrix=np.array([[focal, 0, 0.5045 * width], [0, 0.9995 * focal, 0.494 * height], [0, 0, 1]]),
        dist_coeffs=np.array([0.052, -0.128, 0.0007, -0.0005, 0.041]),
        id="simulated",
        mode=f"{width}x{height}",
    )
    tilt, turn = math.radians(tilt_deg), math.radians(turn_deg)
    down = np.diag([1.0, -1.0, -1.0])
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    spin = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    rotation = spin @ lean @ down
    middle = np.array([BOARD_MM[0] / 2, BOARD_MM[1] / 2, 0.0])
    tvec = np.array([0.0, 0.0, distance]) - rotation @ middle
    return Rig(camera, BoardPose(np.asarray(cv2.Rodrigues(rotation)[0]).ravel(), tvec))


def _board_tags() -> Iterator[dict[str, Any]]:
    width, depth = BOARD_MM
    corners = ((28.0, depth - 28), (width - 28, depth - 28), (width - 28, 28.0), (28.0, 28.0))
    for number, centre in enumerate(corners):
        yield {"id": number, "size_mm": 36.0, "centre_mm": list(centre)}
    edges = [(x, y) for x in (152.4, 304.8, 457.2, 609.6) for y in (18.0, depth - 18)]
    edges += [(x, y) for y in (184.47, 374.53) for x in (18.0, width - 18)]
    for number, centre in enumerate(edges, start=4):
        yield {"id": number, "size_mm": 22.0, "centre_mm": list(centre)}


def _terrain() -> Iterator[dict[str, Any]]:
    for number, part in enumerate(_TERRAIN):
        x, y, top = part.sides[0] / 2 * MM_PER_INCH, part.sides[1] / 2 * MM_PER_INCH, part.height * MM_PER_INCH
        side = 24.0 if part.vantage else 17.0
        inset = 0.68 * side if part.vantage else min(x, y)
        places = ((inset - x, y - inset), (x - inset, inset - y))
        yield {
            "id": part.id,
            "feature": part.feature,
            "footprint_mm": [[-x, -y], [x, -y], [x, y], [-x, y]],
            "z_mm": [0.0, top],
            "traits": [part.trait],
            "vantage": part.vantage,
            "tags": [
                {"id": 16 + 2 * number + k, "size_mm": side, "offset_mm": [*place, top + 0.2]}
                for k, place in enumerate(places)
            ],
        }


def _operatives() -> Iterator[dict[str, Any]]:
    number = 40
    for player, team in _TEAMS.items():
        for name, title, base, height, mount in team:
            if mount == "tab":
                tag: dict[str, Any] = {"size_mm": _TAB_MM, "offset_mm": [base / 2 + 0.66 * _TAB_MM, 0.0, 1.15]}
            elif mount == "head":
                tag = {"size_mm": _HEAD_MM, "offset_mm": [0.0, -1.2, (height or 0.0) + 1.2]}
            else:
                tag = {"size_mm": round(0.62 * base, 1), "offset_mm": [0.0, 0.0, 3.85]}
            entry = {"id": name, "player": player, "name": title, "base_mm": base, "mount": mount}
            if height is not None:
                entry["figure_height_mm"] = height
            yield {**entry, "tags": [{"id": number, **tag}]}
            number += 1
