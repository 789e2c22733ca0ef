"""Room around a traced tray: meshes of floor, walls, table and dice, lamps, windows, sun and sky."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from tools.training.dice.die import Array
from tools.training.dice.scene import flat_ground
from tools.training.dice.traced.lying import Pose, TracedTray
from tools.training.dice.traced.materials import PAINT, PIP, linear, painted
from tools.training.dice.traced.solid import Solid

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
