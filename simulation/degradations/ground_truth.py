"""Rooms with ground truth: one image of a table, rendered or photographed, with all true positions."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, OperativeEntry, ThingTag, load_catalogue
from calibration.rig import CameraModel, Rig, parse_rig, project
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from simulation.errors import SceneError
from simulation.render.lighting import Light
from simulation.render.rays import Floats
from simulation.render.renderer import Renderer, RenderSettings, tag_truth
from simulation.render.sensor import Sensor
from simulation.scene.example_table import example_catalogue, example_poses, example_rig
from simulation.scene.scene import Poses, perturb_tag_mounts
from vision.image_file import ImageError, read_image

Codes: TypeAlias = NDArray[np.uint8]
Points: TypeAlias = NDArray[np.float64]
CodeStep: TypeAlias = Callable[[Codes], Codes]


@dataclass(frozen=True, slots=True, eq=False)
class TrueTag:
    """True position of a tag: `corners_mm`, shape (4, 3), of its black square, on `thing`, or on the board if None.

    `kind` is "board", "terrain", "operative" or "marker".
    """

    id: int
    thing: str | None
    kind: str
    corners_mm: Points

    @property
    def centre_mm(self) -> Points:
        """Centre of the square, shape (3,)."""
        middle: Points = self.corners_mm.mean(axis=0)
        return middle


@dataclass(frozen=True, slots=True, eq=False)
class GroundTruthImage:
    """Table in a room, with ground truth.

    - `light`: linear BGR, shape (height, width, 3), paper about 0.85.
    - `rig`: the rig that took the image.
    - `believed`, `catalogue`: the rig and catalogue given to the program.
    - `where_mm`: true positions of the operatives on the board.
    - `readable`: operatives with a tag that good vision can read.
    - `floor`: mask of the pixels of bare mat, if known.
    - `coding`: steps of the camera after its sensor: tone curve, compression.
    """

    name: str
    light: Floats
    rig: Rig
    believed: Rig
    catalogue: Catalogue
    where_mm: Mapping[str, tuple[float, float, float]]
    readable: frozenset[str]
    tags: Mapping[int, TrueTag]
    sensor: Sensor
    floor: NDArray[np.bool_] | None = None
    coding: tuple[CodeStep, ...] = ()

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the image."""
        return self.light.shape[1], self.light.shape[0]

    def pixels(self, points_mm: Points) -> Points:
        """Return the pixels, shape (n, 2), of board points, shape (n, 3), for the true camera."""
        pose = self.rig.pose
        assert pose is not None
        return project(self.rig.camera, pose, np.asarray(points_mm, np.float64).reshape(-1, 3))

    def corners_px(self, tag: TrueTag) -> Points:
        """Return a tag's corners in the image, shape (4, 2)."""
        return self.pixels(tag.corners_mm)

    def lit(self, light: Floats) -> GroundTruthImage:
        """Return the room with another light image."""
        return replace(self, light=np.ascontiguousarray(light, dtype=np.float32))

    def hidden(self, things: set[str]) -> GroundTruthImage:
        """Return the room with these operatives no longer readable."""
        return replace(self, readable=self.readable - things)

    def coded(self, *steps: CodeStep) -> GroundTruthImage:
        """Return the room with additional steps in the camera's processing."""
        return replace(self, coding=(*self.coding, *steps))

    def picture(self, seed: int) -> Codes:
        """Return the photograph, uint8 (height, width, 3) BGR, with noise from `seed`."""
        codes = self.sensor.codes(self.sensor.blurred(self.light), seed)
        for step in self.coding:
            codes = step(codes)
        return np.ascontiguousarray(codes)


_SQUARE = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
READABLE_SHARE = 0.995
AS_IT_IS = Sensor.ideal()
"""Ideal sensor, because a photograph has been through a lens and a sensor already."""


def rendered_image(seed: int, size_px: tuple[int, int] = (2304, 1296), *, samples: int = 4) -> GroundTruthImage:
    """Return a rendered room; rig, lamp, positions and tag mount errors are random from the seed."""
    rng = np.random.default_rng([seed, 23])
    catalogue, poses = smaller_tags(example_catalogue(), rng), moved_about(example_poses(), rng)
    rig = _hung(rng, size_px)
    real = perturb_tag_mounts(catalogue, seed=seed)
    lamp = Light(
        azimuth_deg=rng.uniform(0, 360),
        elevation_deg=rng.uniform(38, 68),
        spread_deg=rng.uniform(3, 12),
        ambient=rng.uniform(0.25, 0.5),
        slope_x=rng.uniform(-0.25, 0.25),
        slope_y=rng.uniform(-0.25, 0.25),
        falloff=rng.uniform(0.05, 0.3),
    )
    sensor = Sensor(blur_px=rng.uniform(0.5, 0.8), full_well=rng.uniform(3500, 9000), read_noise=0.003)
    renderer = Renderer(real, rig, sensor=sensor, look=RenderSettings(light=lamp, samples=samples))
    light = renderer.light(poses)
    truth = tag_truth(renderer, poses)
    there = dict(_tags_there(real, poses.terrain, poses.operatives, poses.markers))
    readable = {tag.thing for tag in truth.values() if tag.thing in poses.operatives and tag.seen > READABLE_SHARE}
    return GroundTruthImage(
        name=f"drawn {seed}",
        light=light,
        rig=rig,
        believed=replace(rig, pose=None),
        catalogue=catalogue,
        where_mm={name: _mm(at) for name, at in poses.operatives.items()},
        readable=frozenset(name for name in readable if name is not None),
        tags=there,
        sensor=sensor,
        floor=_bare_mat(renderer, poses, light, there),
    )


def scene_names(folder: Path) -> list[str]:
    """Return the names of the photographs with ground truth in a folder; `SceneError` without any."""
    names = sorted(path.name.removesuffix(".truth.json") for path in folder.glob("*.truth.json"))
    if not names:
        raise SceneError("simulation-no-truth", folder=folder)
    return names


def photographed_image(folder: Path, name: str) -> GroundTruthImage:
    """Return the room of a photograph with its truth and catalogue files; `SceneError` if the photograph is missing."""
    truth = json.loads((folder / f"{name}.truth.json").read_text(encoding="utf-8"))
    catalogue = load_catalogue(folder / f"{name}.catalogue.json")
    try:
        codes = read_image(folder / f"{name}.jpg")
    except (OSError, ImageError) as fault:
        raise SceneError("simulation-no-photograph", fault=fault, file=f"{name}.truth.json") from fault
    rig = parse_rig(truth["rig"])
    stands = {each["id"]: _standing(each) for each in truth["operatives"]}
    lies = {each["id"]: _standing(each) for each in truth["terrain"]}
    return GroundTruthImage(
        name=name,
        light=linear_light(codes),
        rig=rig,
        believed=replace(rig, pose=None),
        catalogue=catalogue,
        where_mm={name: _mm(at) for name, at in stands.items()},
        readable=frozenset(each["id"] for each in truth["operatives"] if each["readable"]),
        tags=dict(_tags_there(catalogue, lies, stands, {})),
        sensor=AS_IT_IS,
    )


def linear_light(codes: np.ndarray[Any, np.dtype[np.uint8]]) -> Floats:
    """Return the linear intensity of sRGB codes, same shape; 1 is white."""
    share = np.arange(256) / 255
    table = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4).astype(np.float32)
    light: Floats = table[codes]
    return light


def _standing(entry: Mapping[str, Any]) -> Placement:
    x, y, z = (float(value) / MM_PER_INCH for value in entry["pos_mm"])
    return Placement(entry["id"], x, y, z, float(entry["rot_deg"]))


def _mm(at: Placement) -> tuple[float, float, float]:
    return at.x * MM_PER_INCH, at.y * MM_PER_INCH, at.z * MM_PER_INCH


def smaller_tags(catalogue: Catalogue, rng: np.random.Generator) -> Catalogue:
    """Return the catalogue with operatives' tags scaled by 0.7 to 1: players print tags small to hide them."""

    def smaller(entry: OperativeEntry) -> OperativeEntry:
        share = rng.uniform(0.7, 1.0)
        tags = tuple(tag.model_copy(update={"size_mm": round(tag.size_mm * share, 1)}) for tag in entry.tags)
        return entry.model_copy(update={"tags": tags})

    return catalogue.model_copy(update={"operatives": tuple(smaller(entry) for entry in catalogue.operatives)})


def _hung(rng: np.random.Generator, size_px: tuple[int, int]) -> Rig:
    """Return a rig with random height, tilt, rotation and lens."""
    rig = example_rig(size_px, tilt_deg=rng.uniform(-11, 11), fill=rng.uniform(0.62, 0.85), turn_deg=rng.uniform(-5, 5))
    width, height = size_px
    matrix = rig.camera.camera_matrix.copy()
    matrix[0, 2] += rng.normal(0, 0.006) * width
    matrix[1, 2] += rng.normal(0, 0.006) * height
    lens = CameraModel(
        size_px=size_px,
        camera_matrix=matrix,
        dist_coeffs=rig.camera.dist_coeffs * rng.uniform(-1.0, 1.5),
        id="room",
        mode=rig.camera.mode,
    )
    return replace(rig, camera=lens)


def moved_about(poses: Poses, rng: np.random.Generator) -> Poses:
    """Return poses with every operative shifted by up to 8 mm and rotated at random."""
    moved = {
        name: Placement(
            name, at.x + rng.uniform(-0.3, 0.3), at.y + rng.uniform(-0.3, 0.3), at.z, rng.uniform(-180, 180)
        )
        for name, at in poses.operatives.items()
    }
    return replace(poses, operatives=moved)


def _tags_there(
    catalogue: Catalogue,
    terrain: Mapping[str, Placement],
    operatives: Mapping[str, Placement],
    markers: Mapping[str, Placement],
) -> Iterator[tuple[int, TrueTag]]:
    for tag in catalogue.board.tags:
        corners = _turned(_SQUARE * tag.size_mm, tag.angle_deg) + tag.centre_mm
        yield tag.id, TrueTag(tag.id, None, "board", np.column_stack([corners, np.zeros(4)]))
    for kind, entries, places in (
        ("terrain", catalogue.terrain, terrain),
        ("operative", catalogue.operatives, operatives),
        ("marker", catalogue.markers, markers),
    ):
        for entry in entries:
            if entry.id in places:
                for each in entry.tags:
                    yield each.id, TrueTag(each.id, entry.id, kind, _on_thing(each, places[entry.id]))


def _on_thing(tag: ThingTag, at: Placement) -> Points:
    x, y, z = tag.offset_mm
    own = _turned(_SQUARE * tag.size_mm, tag.angle_deg) + np.array([x, y])
    flat = _turned(own, at.rotation_deg) + np.array([at.x, at.y]) * MM_PER_INCH
    return np.column_stack([flat, np.full(4, at.z * MM_PER_INCH + z)])


def _turned(points: Points, angle_deg: float) -> Points:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    turned: Points = points @ np.array([[c, s], [-s, c]])
    return turned


def _bare_mat(
    renderer: Renderer, poses: Poses, light: Floats, tags: Mapping[int, TrueTag]
) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return the mask of pixels that show only the mat: no terrain, no thing, no printed tag with its paper."""
    empty = replace(poses, operatives={}, markers={})
    bare = np.abs(renderer.light(empty) - light).max(axis=2) < 1e-4
    x, y = renderer.view.ground(renderer.view.frame, 0.0)
    width, height = renderer.catalogue.board.size_mm
    bare &= (x > 0) & (x < width) & (y > 0) & (y < height) & (renderer.stage(empty).heights < 0.5)
    paper = np.zeros(bare.shape, np.uint8)
    for tag in tags.values():
        if tag.kind == "board":
            wide = tag.centre_mm + (tag.corners_mm - tag.centre_mm) * 1.45
            cv2.fillPoly(paper, [np.round(renderer.view.project(wide)).astype(np.int32)], 1)
    near = cv2.erode((bare & (paper == 0)).astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(near, np.bool_)
