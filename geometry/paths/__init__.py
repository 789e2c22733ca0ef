"""Paths of a base across the board: contacts, price, cheapest path and reachable area.

A path is a sequence of positions (x, y, z) of the base's centre, joined by straight increments. Prices and permissions
come from the editions; this package is geometry only.
"""

from geometry.paths.cheapest_path import Cheapest, cheapest_path, in_the_way
from geometry.paths.configuration_space import ForbiddenZone, Scene, inflate, larger, shift_out_of_overlap
from geometry.paths.contact import Contact, StandingBody
from geometry.paths.legs import Climb, Increment, Support, support_of
from geometry.paths.level_path import Proof
from geometry.paths.passages import Crossing, Passage
from geometry.paths.path_facts import Area, AreaCrossing, Nearness, PathFacts, path_facts
from geometry.paths.pricing import (
    Climbs,
    Drops,
    Exact,
    Increments,
    PathPrice,
    Per,
    RaisedToOne,
    RoundedUp,
    Tariff,
    WholeSteps,
    price_path,
)
from geometry.paths.reachable_area import LevelReach, Reach, reachable_area
from geometry.paths.strides import Interval

__all__ = [
    "Area",
    "AreaCrossing",
    "Cheapest",
    "Climb",
    "Climbs",
    "Contact",
    "Crossing",
    "Drops",
    "Exact",
    "ForbiddenZone",
    "Increment",
    "Increments",
    "Interval",
    "LevelReach",
    "Nearness",
    "Passage",
    "PathFacts",
    "PathPrice",
    "Per",
    "Proof",
    "RaisedToOne",
    "Reach",
    "RoundedUp",
    "Scene",
    "StandingBody",
    "Support",
    "Tariff",
    "WholeSteps",
    "cheapest_path",
    "in_the_way",
    "inflate",
    "larger",
    "path_facts",
    "price_path",
    "reachable_area",
    "shift_out_of_overlap",
    "support_of",
]
