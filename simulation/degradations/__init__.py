"""Degradations: images of a table under the conditions of a club evening, with seed, severity and ground truth.

They model light, paper, lens and shutter, and know nothing about how tags are detected.
"""

from simulation.degradations.conditions import CONDITIONS, Condition
from simulation.degradations.ground_truth import Room, TagThere, drawn_room, photographed_room, scene_names
from simulation.degradations.scorecard import Scorecard, Verdict, scored

__all__ = [
    "CONDITIONS",
    "Condition",
    "Room",
    "Scorecard",
    "TagThere",
    "Verdict",
    "drawn_room",
    "photographed_room",
    "scene_names",
    "scored",
]
