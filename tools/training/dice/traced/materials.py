"""Materials of traced scenes: Blender's principled surfaces, coloured by textures or vertex attributes."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from tools.training.dice.die import Array, Style

PAINT, PIP = "paint", "pip"
"""Names of the vertex attributes of a die: its colour, and its share of pip."""

_METAL, _PEARL, _WOODEN = 0.05, 0.12, 0.08
"""Shares of the makes that are metallic, pearly, and matt like wood."""


def linear(colour: Array) -> Array:
    """Return linear light, RGB 0-1, of a BGR colour 0-255."""
    share = np.clip(np.asarray(colour, np.float32)[..., ::-1] / 255, 0, 1)
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4).astype(np.float32)


def painted(picture: Array, rough: float, relief: float = 0.0) -> Any:
    """Return a material with an image, (h, w, 3) BGR 0-255, as texture by UV, with optional relief."""
    material, nodes, link = _surface("painted")
    height, width = picture.shape[:2]
    image = bpy.data.images.new("picture", width, height)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = np.clip(picture[::-1, :, ::-1] / 255, 0, 1)
    image.pixels.foreach_set(pixels.ravel())
    image.pack()
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = image
    body = _principled(nodes, Roughness=rough)
    link(texture.outputs["Color"], body.inputs["Base Color"])
    if relief:
        bump = nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = relief
        bump.inputs["Distance"].default_value = 0.02
        link(texture.outputs["Color"], bump.inputs["Height"])
        link(bump.outputs["Normal"], body.inputs["Normal"])
    link(body.outputs["BSDF"], nodes.new("ShaderNodeOutputMaterial").inputs["Surface"])
    return material


def die_surface(rng: np.random.Generator, style: Style) -> Any:
    """Return a make's material: a body coloured by vertices that is shiny, clear, metallic or matt, and its pips."""
    material, nodes, link = _surface("die")
    paint, pip = nodes.new("ShaderNodeAttribute"), nodes.new("ShaderNodeAttribute")
    paint.attribute_name, pip.attribute_name = PAINT, PIP
    kind = rng.random()
    rough = float(np.clip(0.7 - 0.8 * style.gloss + rng.normal(0, 0.08), 0.04, 0.8))
    body = _principled(nodes, Roughness=rough, IOR=1.5)
    link(paint.outputs["Color"], body.inputs["Base Color"])
    if style.translucent:
        body.inputs["Transmission Weight"].default_value = float(min(1, 0.4 + style.translucent))
        body.inputs["Roughness"].default_value = min(rough, 0.25)
    elif kind < _METAL:
        body.inputs["Metallic"].default_value, body.inputs["Roughness"].default_value = 1.0, rng.uniform(0.18, 0.45)
    elif kind < _METAL + _PEARL:
        body.inputs["Metallic"].default_value, body.inputs["Coat Weight"].default_value = rng.uniform(0.15, 0.5), 0.6
    elif kind < _METAL + _PEARL + _WOODEN:
        body.inputs["Roughness"].default_value = rng.uniform(0.6, 0.9)
    elif rng.random() < 0.15:
        body.inputs["Subsurface Weight"].default_value = rng.uniform(0.05, 0.3)
        body.inputs["Subsurface Scale"].default_value = 0.3
    ink = _principled(nodes, Roughness=rng.uniform(0.2, 0.6), Metallic=rng.uniform(0.4, 0.9) * (rng.random() < 0.12))
    link(paint.outputs["Color"], ink.inputs["Base Color"])
    mixed = nodes.new("ShaderNodeMixShader")
    link(pip.outputs["Fac"], mixed.inputs["Fac"])
    surface = body.outputs["BSDF"]
    if style.translucent:
        surface = _lets_light_through(nodes, link, surface, paint.outputs["Color"])
    link(surface, mixed.inputs[1])
    link(ink.outputs["BSDF"], mixed.inputs[2])
    link(mixed.outputs["Shader"], nodes.new("ShaderNodeOutputMaterial").inputs["Surface"])
    return material


def _lets_light_through(nodes: Any, link: Any, surface: Any, colour: Any) -> Any:
    """Return a surface with a tinted shadow, like that of a clear die."""
    mixed, path, clear = (nodes.new(f"ShaderNode{kind}") for kind in ("MixShader", "LightPath", "BsdfTransparent"))
    link(path.outputs["Is Shadow Ray"], mixed.inputs["Fac"])
    link(colour, clear.inputs["Color"])
    link(surface, mixed.inputs[1])
    link(clear.outputs["BSDF"], mixed.inputs[2])
    return mixed.outputs["Shader"]


def _surface(name: str) -> tuple[Any, Any, Any]:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.node_tree.nodes.clear()
    return material, material.node_tree.nodes, material.node_tree.links.new


def _principled(nodes: Any, **said: float) -> Any:
    body = nodes.new("ShaderNodeBsdfPrincipled")
    for name, value in said.items():
        body.inputs[name].default_value = float(value)
    return body
