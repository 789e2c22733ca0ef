"""A table of exact numbers: tags projected by a known rig, with the noise that their covariance claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from calibration.catalogue import Catalogue, MarkerEntry, OperativeEntry, TerrainEntry, ThingTag, parse_catalogue
from calibration.rig import BoardPose, CameraModel, Rig, project
from calibration.tag_geometry import Pose2D, board_corners, corners_in_object_frame
from calibration.tags import TagSighting

NOISE_PX = 0.08


def catalogue_data() -> dict[str, Any]:
    edge = [(28, 28), (381, 18), (734, 28), (744, 280), (734, 531), (381, 541), (28, 531), (18, 280)]
    return {
        "version": 1,
        "dictionary": "DICT_ARUCO_MIP_36h12",
        "board": {
            "size_mm": [762, 559],
            "tags": [{"id": k, "size_mm": 30, "centre_mm": list(at), "angle_deg": 0} for k, at in enumerate(edge)],
        },
        "operatives": [
            {"id": "tab", "base_mm": 32, "tags": [{"id": 40, "size_mm": 14, "offset_mm": [25.35, 0, 1.15]}]},
            {"id": "whole", "base_mm": 40, "tags": [{"id": 41, "size_mm": 23.2, "offset_mm": [0, 0, 3.85]}]},
            {"id": "head", "base_mm": 28.5, "tags": [{"id": 42, "size_mm": 12, "offset_mm": [-0.3, -3.1, 40]}]},
            {
                "id": "turned",
                "base_mm": [60, 35],
                "tags": [{"id": 43, "size_mm": 14, "offset_mm": [10, 26, 1.15], "angle_deg": 37}],
            },
            {
                "id": "two",
                "base_mm": 50,
                "tags": [
                    {"id": 44, "size_mm": 14, "offset_mm": [34.35, 0, 1.15]},
                    {"id": 45, "size_mm": 14, "offset_mm": [-34.35, 0, 1.15], "angle_deg": 180},
                ],
            },
        ],
        "terrain": [
            terrain("low", 20, 25.4, vantage=True),
            terrain("high", 22, 76.2, vantage=True),
            terrain("wall", 24, 101.6, half=(50, 8), size=11.5),
        ],
        "markers": [
            {
                "id": "m1",
                "kind": "objective",
                "diameter_mm": 40,
                "tags": [{"id": 60, "size_mm": 20, "offset_mm": [0, 0, 1]}],
            }
        ],
    }


def terrain(
    name: str, first: int, top: float, half: tuple[float, float] = (75, 55), size: float = 20, vantage: bool = False
) -> dict[str, Any]:
    x, y = half
    at = (x - size * 0.7, 0 if y < 20 else y - 14)
    return {
        "id": name,
        "footprint_mm": [[-x, -y], [x, -y], [x, y], [-x, y]],
        "z_mm": [0, top],
        "vantage": vantage,
        "tags": [
            {"id": first, "size_mm": size, "offset_mm": [-at[0], at[1], top + 0.2]},
            {"id": first + 1, "size_mm": size, "offset_mm": [at[0], -at[1], top + 0.2]},
        ],
    }


@dataclass(frozen=True)
class World:
    """A rig, a catalogue and where everything stands."""

    rig: Rig
    catalogue: Catalogue
    thing_poses: Mapping[str, Pose2D]

    @property
    def pose(self) -> BoardPose:
        assert self.rig.pose is not None
        return self.rig.pose

    def corners_px(self, corners_mm: np.ndarray) -> np.ndarray:
        return project(self.rig.camera, self.pose, corners_mm)

    def sightings(
        self,
        rng: np.random.Generator | None = None,
        noise_px: float = NOISE_PX,
        without: frozenset[int] = frozenset(),
        mount: tuple[float, float] = (0.0, 0.0),
    ) -> list[TagSighting]:
        """All tags; `mount` is (mm, deg), one sigma, by which things' tags are mis-mounted."""
        found: dict[int, np.ndarray] = {tag.id: board_corners(tag) for tag in self.catalogue.board.tags}
        things: tuple[OperativeEntry | TerrainEntry | MarkerEntry, ...] = (
            *self.catalogue.operatives,
            *self.catalogue.terrain,
            *self.catalogue.markers,
        )
        terrain_ids = {entry.id for entry in self.catalogue.terrain}
        for thing in things:
            if thing.id in self.thing_poses:
                for tag in thing.tags:
                    shaken = mount if thing.id not in terrain_ids else (0.0, 0.0)
                    found[tag.id] = self.thing_poses[thing.id].carry(corners_in_object_frame(shake(tag, rng, shaken)))
        result = []
        for tag_id, corners in sorted(found.items()):
            if tag_id in without:
                continue
            pixels = self.corners_px(corners)
            if rng is not None:
                pixels = pixels + rng.normal(0, noise_px, (4, 2))
            result.append(TagSighting(tag_id, pixels, np.eye(8) * noise_px**2))
        return result

    def moved(self, **thing_poses: Pose2D) -> World:
        return replace(self, thing_poses={**self.thing_poses, **thing_poses})


def shake(tag: ThingTag, rng: np.random.Generator | None, sigmas: tuple[float, float]) -> ThingTag:
    if rng is None or sigmas == (0.0, 0.0):
        return tag
    x, y = rng.normal(0, sigmas[0], 2)
    offset = (tag.offset_mm[0] + x, tag.offset_mm[1] + y, tag.offset_mm[2])
    return tag.model_copy(update={"offset_mm": offset, "angle_deg": tag.angle_deg + rng.normal(0, sigmas[1])})


def make_world() -> World:
    camera = CameraModel(
        (2304, 1296),
        np.array([[1775.0, 0, 1162], [0, 1774, 641], [0, 0, 1]]),
        np.array([0.05, -0.13, 0.0007, -0.0005, 0.04]),
    )
    pose = BoardPose(np.array([3.02, -0.03, -0.09]), np.array([-385.0, 285.0, 1180.0]))
    thing_poses = {
        "low": Pose2D(200, 400, 0, 0.3),
        "high": Pose2D(560, 180, 0, -0.4),
        "wall": Pose2D(380, 290, 0, 1.2),
        "tab": Pose2D(120, 150, 0, 2.0),
        "whole": Pose2D(205, 395, 25.4, -1.0),
        "head": Pose2D(545, 190, 76.2, 0.4),
        "turned": Pose2D(330, 120, 0, -2.6),
        "two": Pose2D(640, 430, 0, 0.9),
        "m1": Pose2D(300, 480, 0, 0.0),
    }
    return World(Rig(camera, pose), parse_catalogue(catalogue_data()), thing_poses)


@pytest.fixture
def world() -> World:
    """A table on which one of everything stands."""
    return make_world()
