"""A second look at dice that the guard doubts: turned and sized otherwise, each of eight looks must name the value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from vision.dice.classifier import chances_in
from vision.dice.crops import View
from vision.dice.detections import DetectedDie
from vision.dice.network import Image
from vision.dice.tilt import FlatDie, view_sine

ABOVE = (
    View(20, False, 1.0),
    View(65, True, 1.0),
    View(110, False, 1.05),
    View(160, True, 0.95),
    View(200, False, 1.12),
    View(250, True, 0.9),
    View(290, False, 1.0),
    View(340, True, 1.0),
)
UPRIGHT = (
    View(6, False, 1.0),
    View(-6, True, 1.0),
    View(8, True, 1.05),
    View(-8, False, 0.95),
    View(0, True, 1.12),
    View(0, False, 0.9),
    View(4, True, 0.95),
    View(-4, False, 1.05),
)
"""The same from the side, where a die's top is told from its sides by what is up."""

SIDE = 0.3
"""Sine of the angle between the line of sight and the dice's faces from which a picture is from the side."""


@dataclass(frozen=True, slots=True, eq=False)
class SecondLook:
    """Looks again at dice of a BGR picture; `known` lay flat under the same camera before."""

    image: Image
    known: Sequence[FlatDie] = ()
    session: Any = None

    def at(self, doubted: Sequence[DetectedDie], found: Sequence[DetectedDie]) -> list[float]:
        """Return the least that any of eight looks gives to the value of each of the `doubted` dice of all `found`."""
        views = UPRIGHT if view_sine(found, self.known) >= SIDE else ABOVE
        places = [(die.x_px, die.y_px, die.edge_px) for die in doubted]
        chances = chances_in(self.image, places, views, self.session)
        return [float(said[:, die.value - 1].min()) for die, said in zip(doubted, chances, strict=True)]
