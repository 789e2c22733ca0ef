"""Simulated table: rendered images with exact geometry, for testing measurements and for games without hardware."""

from simulation.render.lighting import Light
from simulation.render.renderer import Look, Photograph, Renderer, TagTruth, photograph, tag_truth
from simulation.render.sensor import Sensor
from simulation.scene.choreography import Choreography, Move
from simulation.scene.example_table import example_catalogue, example_poses, example_rig, example_scene
from simulation.scene.scene import Bench, Hand, PlayedScene, Poses, Scene, StillScene, loosely_mounted

__all__ = [
    "Bench",
    "Choreography",
    "Hand",
    "Light",
    "Look",
    "Move",
    "Photograph",
    "PlayedScene",
    "Poses",
    "Renderer",
    "Scene",
    "Sensor",
    "StillScene",
    "TagTruth",
    "example_catalogue",
    "example_poses",
    "example_rig",
    "example_scene",
    "loosely_mounted",
    "photograph",
    "tag_truth",
]
