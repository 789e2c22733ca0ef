"""A table that is drawn, not photographed: exact in its geometry, so that measuring can be tested on it."""

from hardware.simulated.bench import Bench
from hardware.simulated.choreography import Choreography, Move
from hardware.simulated.example import example_catalogue, example_poses, example_rig, example_scene
from hardware.simulated.hand import Hand
from hardware.simulated.light import Light
from hardware.simulated.mounting import loosely_mounted
from hardware.simulated.photograph import Photograph, TagTruth, photograph, tag_truth
from hardware.simulated.renderer import Look, Renderer
from hardware.simulated.scene import PlayedScene, Poses, Scene, StillScene
from hardware.simulated.sensor import Sensor

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
