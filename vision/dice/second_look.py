"""A second look at dice that the guard doubts: turned and sized otherwise, each of eight looks must name the value.

In the picture as it is, or in one of those in other colours (`recoloured.py`): a pip of the body's brightness and one
under a lamp's reflection are plain there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from vision.dice.classifier import chances_in
from vision.dice.crops import View
from vision.dice.detections import DetectedDie
from vision.dice.guard import CONFIRMED
from vision.dice.network import Image
from vision.dice.own_pips import own_pips_agree
from vision.dice.recoloured import recoloured
from vision.dice.tilt import FlatDie, view_sine

Views = tuple[View, ...]

ABOVE: Views = (
    View(20, False, 1.0),
    View(65, True, 1.0),
    View(110, False, 1.05),
    View(160, True, 0.95),
    View(200, False, 1.12),
    View(250, True, 0.9),
    View(290, False, 1.0),
    View(340, True, 1.0),
)
UPRIGHT: Views = (
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

NEARLY = 0.4
"""What the looks give at least to a value that a die's own pips confirm."""


@dataclass(frozen=True, slots=True, eq=False)
class SecondLook:
    """Looks again at dice of a BGR picture; `known` lay flat under the same camera before."""

    image: Image
    known: Sequence[FlatDie] = ()
    session: Any = None
    _plain: dict[tuple[DetectedDie, Views], float] = field(default_factory=dict, init=False, repr=False)
    _closer: dict[tuple[DetectedDie, Views], float] = field(default_factory=dict, init=False, repr=False)

    def at(self, doubted: Sequence[DetectedDie], found: Sequence[DetectedDie], are_dice: bool) -> list[float]:
        """Return the least that any of eight looks gives to the value of each of the `doubted` dice of all `found`.

        Of a die that those do not confirm, and is known to be one (`are_dice`), it is the most that any of the pictures
        in other colours comes to, and where that nearly does, its own pips are counted: until one is not confirmed, for
        a roll is when all are. What was said of a die is not asked again.
        """
        views = UPRIGHT if view_sine(found, self.known) >= SIDE else ABOVE
        new = [die for die in dict.fromkeys(doubted) if (die, views) not in self._plain]
        self._plain.update(zip([(die, views) for die in new], self._least(self.image, new, views), strict=True))
        said = {die: self._plain[die, views] for die in doubted}
        for die in sorted(said, key=lambda each: said[each]) if are_dice else ():
            said[die] = self._looked_at_closely(die, said[die], views)
            if said[die] < CONFIRMED:
                break
        return [said[die] for die in doubted]

    def _looked_at_closely(self, die: DetectedDie, said: float, views: Views) -> float:
        if said >= CONFIRMED:
            return said
        if (die, views) not in self._closer:
            most = max(said, *self._in_other_colours(die, views))
            nearly = NEARLY <= most < CONFIRMED
            self._closer[die, views] = CONFIRMED if nearly and own_pips_agree(self.image, die) else most
        return self._closer[die, views]

    def _in_other_colours(self, die: DetectedDie, views: Views) -> list[float]:
        pictures = recoloured(self.image, (die.x_px, die.y_px, die.edge_px))
        there = [(part, replace(die, x_px=x, y_px=y, edge_px=edge)) for part, (x, y, edge) in pictures]
        return [least for part, moved in there for least in self._least(part, [moved], views)]

    def _least(self, image: Image, dice: Sequence[DetectedDie], views: Views) -> list[float]:
        if not dice:
            return []
        chances = chances_in(image, [(die.x_px, die.y_px, die.edge_px) for die in dice], views, self.session)
        return [float(said[:, die.value - 1].min()) for die, said in zip(dice, chances, strict=True)]
