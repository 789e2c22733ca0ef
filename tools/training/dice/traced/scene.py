"""Traced scene: dice thrown into a tray in a room, a camera above it, and the images with their labels."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from tools.training.dice.die import Array, Style, random_values
from tools.training.dice.scene import Camera, Label, flat_ground
from tools.training.dice.traced.lying import FACES, Pose, TracedTray, label_of, topmost
from tools.training.dice.traced.materials import PAINT, PIP, die_surface, linear, painted
from tools.training.dice.traced.solid import Solid, solid

LAMPS = ("ceiling", "lamp", "window", "ring", "sun", "lamp and window", "overcast")
_ODDS = (0.2, 0.2, 0.2, 0.1, 0.1, 0.13, 0.07)
_TEXTURE_PX = 768
_TABLE = 160.0


def cleared() -> None:
    """Delete everything in Blender's scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)


def mesh(name: str, corners: Array, faces: Sequence[Sequence[int]] | NDArray[np.int32], material: Any) -> Any:
    """Return a new mesh."""
    made = bpy.data.meshes.new(name)
    made.from_pydata(np.asarray(corners, np.float64).tolist(), [], np.asarray(faces).tolist())
    made.materials.append(material)
    return made


def shown(made: Any) -> Any:
    """Return an object of a mesh, added to the scene."""
    thing = bpy.data.objects.new(made.name, made)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def die_mesh(solid: Solid, material: Any) -> Any:
    """Return a die's mesh with its colours as vertex attributes."""
    made = mesh("die", solid.corners, solid.squares, material)
    made.polygons.foreach_set("use_smooth", np.ones(len(solid.squares), bool))
    paint = np.ones((len(solid.corners), 4), np.float32)
    paint[:, :3] = linear(solid.colour)
    made.attributes.new(PAINT, "FLOAT_COLOR", "POINT").data.foreach_set("color", paint.ravel())
    made.attributes.new(PIP, "FLOAT", "POINT").data.foreach_set("value", solid.pip.astype(np.float32))
    return made


def laid(made: Any, pose: Pose) -> Any:
    """Return an object of a die's mesh in its pose."""
    thing = shown(made)
    where = Matrix((pose.rotation * pose.die.scale).tolist()).to_4x4()
    where.translation = Vector(pose.centre.tolist())
    thing.matrix_world = where
    return thing


def build(rng: np.random.Generator, tray: TracedTray) -> None:
    """Build a tray of a random material on a table of another."""
    floor = painted(flat_ground(rng, _TEXTURE_PX), rng.uniform(0.4, 0.95), rng.uniform(0, 0.4))
    _sheet("floor", tray.width + 0.05, tray.height + 0.05, 0.0, floor)
    of_the_floor = rng.random() < 0.35
    wall = floor if of_the_floor else painted(flat_ground(rng, _TEXTURE_PX), rng.uniform(0.25, 0.9))
    x, y, out = tray.width / 2, tray.height / 2, tray.draft + tray.thick
    loops = [(0.0, 0.0), (tray.draft, tray.wall), (out, tray.wall), (out, -0.4)]
    corners = [
        (sx * (x + off), sy * (y + off), z) for off, z in loops for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    faces = [
        (4 * k + i, 4 * k + (i + 1) % 4, 4 * k + 4 + (i + 1) % 4, 4 * k + 4 + i) for k in range(3) for i in range(4)
    ]
    ring = mesh("walls", np.array(corners, np.float32), faces, wall)
    _unwrapped(ring, max(tray.width, tray.height))
    shown(ring)
    table = painted(flat_ground(rng, _TEXTURE_PX), rng.uniform(0.2, 0.9))
    _sheet("table", _TABLE, _TABLE, -0.4, table, repeat=_TABLE / max(tray.width, tray.height))


def light(rng: np.random.Generator, eye: NDArray[np.float64]) -> str:
    """Light the scene like a room; return the kind of lighting."""
    kind = str(rng.choice(LAMPS, p=_ODDS))
    warm = rng.uniform(2700, 6500)
    sky = {"sun": rng.uniform(0.12, 0.3), "overcast": rng.uniform(0.8, 1.2)}.get(kind, rng.uniform(0.05, 0.5))
    _sky(rng, sky / np.pi, warm)
    if kind == "ceiling":
        side = rng.uniform(10, 60)
        _lamp("AREA", _away(rng, (50, 88), (75, 130)), 1.0, warm, shape="RECTANGLE", size=side, size_y=side * 0.5)
    if "lamp" in kind:
        where = _away(rng, (35, 75), (25, 75))
        _lamp("POINT", where, rng.uniform(0.5, 1), rng.uniform(2600, 4200), shadow_soft_size=rng.uniform(0.6, 5))
    if "window" in kind:
        side = rng.uniform(35, 90)
        where = _away(rng, (18, 45), (70, 130))
        _lamp("AREA", where, 1.0, rng.uniform(5200, 7500), shape="RECTANGLE", size=side, size_y=side * 1.3)
    if kind == "ring":
        radius = rng.uniform(4, 9)
        for turn in np.arange(10) / 10 * 2 * np.pi:
            place = eye + radius * np.array([np.cos(turn), np.sin(turn), 0])
            _lamp("POINT", place, 0.1, warm, shadow_soft_size=0.8)
    if kind == "sun":
        _lamp("SUN", _away(rng, (28, 65), (60, 60)), 1.0, 5600, angle=np.radians(rng.uniform(0.5, 3)))
    return kind


def kelvin(degrees: float) -> tuple[float, float, float]:
    """Return the colour of a black body, linear RGB, scaled to a maximum of 1 (Tanner Helland's fit)."""
    t = degrees / 100
    red = 255 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * np.log(t) - 161.1 if t <= 66 else 288.1 * (t - 60) ** -0.0755
    blue = 255 if t >= 66 else 138.5 * np.log(t - 10) - 305
    light = linear(np.clip(np.array([blue, green, red]), 0, 255))
    first, second, third = (light / light.max()).tolist()
    return first, second, third


def _sheet(name: str, width: float, height: float, z: float, material: Any, repeat: float = 1.0) -> None:
    x, y = width / 2, height / 2
    made = mesh(name, np.array([(-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)], np.float32), [(0, 1, 2, 3)], material)
    made.uv_layers.new().data.foreach_set("uv", np.array([0, 0, repeat, 0, repeat, repeat, 0, repeat], np.float32))
    shown(made)


def _unwrapped(made: Any, side: float) -> None:
    """Set UV coordinates of a mesh from each vertex's position along the wall and its height."""
    where = []
    for loop in made.loops:
        x, y, z = made.vertices[loop.vertex_index].co
        where += [(x + y) / side + 0.5, z / side * 4 + (x - y) / side]
    made.uv_layers.new().data.foreach_set("uv", np.array(where, np.float32))


def _away(rng: np.random.Generator, elevation_deg: tuple[float, float], far: tuple[float, float]) -> Array:
    up, turn = np.radians(rng.uniform(*elevation_deg)), rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(up) * np.cos(turn), np.cos(up) * np.sin(turn), np.sin(up)])
    return np.asarray(way * rng.uniform(*far), dtype=np.float32)


def _lamp(kind: str, where: NDArray[Any], strength: float, degrees: float, **said: Any) -> None:
    """Add a lamp that gives the tray's middle that irradiance."""
    lamp = bpy.data.lights.new("lamp", kind)
    for name, value in said.items():
        setattr(lamp, name, value)
    spread = {"AREA": np.pi, "POINT": 4 * np.pi}.get(kind)
    lamp.energy = strength * (spread * float(where @ where) if spread else 1.0)
    lamp.color = kelvin(degrees)
    thing = bpy.data.objects.new("lamp", lamp)
    bpy.context.scene.collection.objects.link(thing)
    thing.location = where.tolist()
    thing.rotation_euler = (-Vector(where.tolist())).to_track_quat("-Z", "Y").to_euler()


def _sky(rng: np.random.Generator, strength: float, warm: float) -> None:
    """Add ambient light with a brighter and a darker side."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, link = world.node_tree.nodes, world.node_tree.links.new
    nodes.clear()
    where, turned, shade, ramp, sky, out = (
        nodes.new(f"ShaderNode{kind}")
        for kind in ("TexCoord", "Mapping", "TexGradient", "ValToRGB", "Background", "OutputWorld")
    )
    turned.inputs["Rotation"].default_value = tuple(rng.uniform(0, 2 * np.pi, 3).tolist())
    turned.inputs["Location"].default_value = (0.5, 0, 0)
    colour = np.array(kelvin(float(np.clip(warm * rng.uniform(0.8, 1.4), 2500, 8000))))
    for end, share in zip(ramp.color_ramp.elements, (rng.uniform(0.1, 0.5), rng.uniform(1.0, 2.2)), strict=True):
        end.color = (*(colour * share).tolist(), 1)
    sky.inputs["Strength"].default_value = float(strength)
    link(where.outputs["Generated"], turned.inputs["Vector"])
    link(turned.outputs["Vector"], shade.inputs["Vector"])
    link(shade.outputs["Fac"], ramp.inputs["Fac"])
    link(ramp.outputs["Color"], sky.inputs["Color"])
    link(sky.outputs["Background"], out.inputs["Surface"])


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
        cleared()
        _render_settings(size_px)
        build(rng, tray)
        _hang(camera, size_px)
        self.lit_by = light(rng, np.asarray(camera.eye, np.float64))
        self._values = []
        self._meshes = []
        for style in styles:
            made = solid(style, random_values(rng))
            self._values.append(made.values)
            self._meshes.append(die_mesh(made, die_surface(rng, style)))

    def taken(self, poses: Sequence[Pose]) -> tuple[Array, list[Label]]:
        """Return the light, (h, w, 3) RGB, of dice in those poses, and their labels."""
        dice = [laid(self._meshes[pose.die.make], pose) for pose in poses]
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
