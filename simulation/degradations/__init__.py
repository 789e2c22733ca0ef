"""Rooms as they are on a club evening: pictures of a table spoiled in ways that have a seed, a severity and a truth.

Nothing here knows how tags are found. An effect is written from what happens to light, paper, lens or shutter.
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
