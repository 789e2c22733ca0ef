"""Paths of a base across the board: contacts, price, cheapest path and reachable area.

A path is a sequence of positions (x, y, z) of the base's centre, joined by straight increments. Prices and permissions
come from the editions; this package is geometry only.
"""

from geometry.paths.cheapest_path import Cheapest, cheapest_path, in_the_way
from geometry.paths.configuration_space import Avoid, Scene, eased, larger, with_room
from geometry.paths.contact import Body, Contact
from geometry.paths.legs import Leg, Rise, Support, support_of
from geometry.paths.level_path import Proof
from geometry.paths.passages import Crossing, Passage
from geometry.paths.path_facts import Area, AreaCrossing, Nearness, PathFacts, path_facts
from geometry.paths.pricing import (
    Charge,
    Climbs,
    Drops,
    Exact,
    Increments,
    Per,
    RaisedToOne,
    RoundedUp,
    Tariff,
    WholeSteps,
    charge,
)
from geometry.paths.reachable_area import LevelReach, Reach, reach
from geometry.paths.strides import Interval

__all__ = [
    "Area",
    "AreaCrossing",
    "Avoid",
    "Body",
    "Charge",
    "Cheapest",
    "Climbs",
    "Contact",
    "Crossing",
    "Drops",
    "Exact",
    "Increments",
    "Interval",
    "Leg",
    "LevelReach",
    "Nearness",
    "Passage",
    "PathFacts",
    "Per",
    "Proof",
    "RaisedToOne",
    "Reach",
    "Rise",
    "RoundedUp",
    "Scene",
    "Support",
    "Tariff",
    "WholeSteps",
    "charge",
    "cheapest_path",
    "eased",
    "in_the_way",
    "larger",
    "path_facts",
    "reach",
    "support_of",
    "with_room",
]
