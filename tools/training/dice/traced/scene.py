"""Traced scene: dice thrown into a tray, a camera above it, and the images with their labels."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from tools.training.dice.die import Array, Style, random_values
from tools.training.dice.scene import Camera, Label
from tools.training.dice.traced import room
from tools.training.dice.traced.lying import FACES, Pose, TracedTray, label_of, topmost
from tools.training.dice.traced.materials import die_surface
from tools.training.dice.traced.solid import solid

_SAMPLES = 6


class TracedScene:
    """A tray in a room, with light and one camera, into which dice of several makes are thrown."""

    def __init__(
        self,
        rng: np.random.Generator,
        camera: Camera,
        size_px: tuple[int, int],
        tray: TracedTray,
        styles: Sequence[Style],
    ) -> None:
        self._rng, self.camera, self._size_px = rng, camera, size_px
        room.cleared()
        _render_settings(size_px)
        room.build(rng, tray)
        _hang(camera, size_px)
        self.lit_by = room.light(rng, np.asarray(camera.eye, np.float64))
        self._values = []
        self._meshes = []
        for style in styles:
            made = solid(style, random_values(rng))
            self._values.append(made.values)
            self._meshes.append(room.die_mesh(made, die_surface(rng, style)))

    def taken(self, poses: Sequence[Pose]) -> tuple[Array, list[Label]]:
        """Return the light, (h, w, 3) RGB, of dice in those poses, and their labels."""
        dice = [room.laid(self._meshes[pose.die.make], pose) for pose in poses]
        labels = [self._label(pose) for pose in poses]
        light = _rendered(int(self._rng.integers(1 << 30)), self._size_px)
        for die in dice:
            bpy.data.objects.remove(die)
        return light, labels

    def _label(self, pose: Pose) -> Label:
        return label_of(pose, self._values[pose.die.make], self.camera, self._seen(pose))

    def _seen(self, pose: Pose) -> float:
        """Return the visible share of a die's topmost face."""
        graph = bpy.context.evaluated_depsgraph_get()
        eye = Vector(self.camera.eye.tolist())
        steps = (-0.3, 0.0, 0.3)
        top = topmost(pose)
        axis = top // 2
        sideways = [pose.rotation[:, k] for k in range(3) if k != axis]
        up = pose.rotation @ FACES[top]
        clear = 0
        for a in steps:
            for b in steps:
                at = pose.centre + (0.51 * up + a * sideways[0] + b * sideways[1]) * pose.die.scale
                way = Vector(at.tolist()) - eye
                met, where, *_ = bpy.context.scene.ray_cast(graph, eye, way.normalized(), distance=way.length)
                clear += not met or (Vector(where) - eye).length > way.length - 0.05
        return clear / len(steps) ** 2


def floor_seen(camera: Camera, size_px: tuple[int, int]) -> NDArray[np.float64]:
    """Return the width and height of the ground that a camera sees, around its middle."""
    width, height = size_px
    ends = np.array([(0, height / 2), (width, height / 2), (width / 2, 0), (width / 2, height)])
    rays = np.c_[(ends - camera.centre_px) / camera.focal_px, np.ones(4)] @ camera.across
    ground = camera.eye + rays * (-camera.eye[2] / rays[:, 2])[:, None]
    return np.array([np.linalg.norm(ground[1] - ground[0]), np.linalg.norm(ground[3] - ground[2])])


def _hang(camera: Camera, size_px: tuple[int, int]) -> None:
    """Place Blender's camera at the pinhole: it looks along its own -z, with y up."""
    seen = bpy.data.cameras.new("camera")
    seen.sensor_fit, seen.sensor_width = "HORIZONTAL", 1.0
    seen.lens = camera.focal_px / size_px[0]
    seen.clip_end = 5000
    thing = bpy.data.objects.new("camera", seen)
    right, down, ahead = np.asarray(camera.across, np.float64)
    where = Matrix(np.stack([right, -down, -ahead], axis=1).tolist()).to_4x4()
    where.translation = Vector(camera.eye.tolist())
    thing.matrix_world = where
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def _render_settings(size_px: tuple[int, int]) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = size_px
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.use_persistent_data = True
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "OPEN_EXR", "32"
    scene.view_settings.view_transform = "Standard"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", _SAMPLES, False
    cycles.use_denoising, cycles.denoiser, cycles.denoising_prefilter = True, "OPENIMAGEDENOISE", "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 6, 1, 1
    cycles.transmission_bounces = cycles.transparent_max_bounces = 6
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy = 4, 0.5


def _rendered(seed: int, size_px: tuple[int, int]) -> Array:
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "light.exr")
        bpy.context.scene.cycles.seed = seed
        bpy.context.scene.render.filepath = path
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(path)
        image.colorspace_settings.name = "Non-Color"
        pixels = np.empty(size_px[0] * size_px[1] * 4, np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    return np.nan_to_num(pixels.reshape(size_px[1], size_px[0], 4)[::-1, :, :3])
