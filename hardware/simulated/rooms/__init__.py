"""Rooms as they are on a club evening: pictures of a table spoiled in ways that have a seed, a severity and a truth.

Nothing here knows how tags are found. An effect is written from what happens to light, paper, lens or shutter.
"""

from hardware.simulated.rooms.conditions import CONDITIONS, Condition
from hardware.simulated.rooms.room import Room, TagThere
from hardware.simulated.rooms.scorecard import Scorecard, Verdict, scored
from hardware.simulated.rooms.sources import drawn_room, photographed_room, scene_names

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
