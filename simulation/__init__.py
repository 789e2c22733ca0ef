"""Simulated table: rendered images with exact geometry, for testing measurements and for games without hardware."""

from simulation.render.lighting import Light
from simulation.render.renderer import Renderer, RenderSettings, SimulatedPhoto, TagTruth, tag_truth, take_photo
from simulation.render.sensor import Sensor
from simulation.scene.choreography import Choreography, HandMove
from simulation.scene.example_table import example_catalogue, example_poses, example_rig, example_scene
from simulation.scene.scene import EditableScene, Hand, PlayedScene, Poses, Scene, StillScene, perturb_tag_mounts

__all__ = [
    "Choreography",
    "EditableScene",
    "Hand",
    "HandMove",
    "Light",
    "PlayedScene",
    "Poses",
    "RenderSettings",
    "Renderer",
    "Scene",
    "Sensor",
    "SimulatedPhoto",
    "StillScene",
    "TagTruth",
    "example_catalogue",
    "example_poses",
    "example_rig",
    "example_scene",
    "perturb_tag_mounts",
    "tag_truth",
    "take_photo",
]
