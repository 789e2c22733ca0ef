"""One look at a rectified tray, however often it is judged: with the number that was thrown, and with none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.dice.acceptance import MAYBE
from vision.dice.blobs import Foreground, foreground, lies_on_something, looks_otherwise
from vision.dice.detections import DetectedDie
from vision.dice.detector import dice_in
from vision.dice.network import EDGE_PX, Image
from vision.dice.pip_count import Counted
from vision.dice.shade import light_at, local_light
from vision.dice.tilt import FlatDie
from vision.dice.tray import Tray

SURELY = 0.6
"""Confidence from which a die is seen that hardly differs from the tray."""

WHITE = 250
"""Level of all colours from which the camera sees no more."""

OVER_THE_RIM = 0.1
"""How far, in edges, the face of a die by the wall may seem to lie beyond it; of one on the rim it does by more."""

FROM_WALL, FROM_DIE = 1.0, 1.6
"""How far from a wall and from another's middle a die lies free, in edges: its own corner is .71 from its middle."""

ITSELF = 0.3
"""How near to a die's middle, in edges, another of its faces may be seen."""

FACE = 0.4
"""Half of the side of what is looked at of a face, in edges."""


def as_lit_then(view: Image, light: NDArray[np.float32]) -> Image:
    """Return the view in the light in which the tray was calibrated: dice's colours were learnt in that."""
    return np.asarray(np.clip(view / light, 0, 255).round(), dtype=np.uint8)


class TrayLook:
    """What is seen in a rectified tray, (h, w, 3) BGR, in which `known` dice lay flat before; looked at when asked."""

    def __init__(self, view: Image, tray: Tray, known: Sequence[FlatDie] = ()) -> None:
        self.view, self.known = view, tuple(known)
        self._tray = tray
        self.counts: dict[tuple[str | None, DetectedDie], Counted | None] = {}
        """What the pips of its players' dice count to, as far as they were counted (`recount.py`)."""

    @cached_property
    def blind(self) -> str | None:
        """Why nothing can be seen in it, or None."""
        return self._tray.unusable(self.view)

    @cached_property
    def seen(self) -> Foreground:
        """What differs from the empty tray."""
        tray = self._tray
        return foreground(self.view, tray.empty, tray.noise, tray.rim_px, tray.shadow_tint)

    @cached_property
    def lit_then(self) -> Image:
        """The view in the light in which the tray was calibrated."""
        return as_lit_then(self.view, self.seen.light)

    def evenly_lit(self, die: DetectedDie) -> tuple[Image, DetectedDie]:
        """Return a die as if that light fell on all of the tray alike, in no wall's shadow, and where it lies there."""
        x, y, reach = round(die.x_px), round(die.y_px), round(die.edge_px)
        left, top = max(0, x - reach), max(0, y - reach)
        light = self.seen.light * light_at(self._light, die.x_px, die.y_px)
        part = as_lit_then(self.view[top : y + reach + 1, left : x + reach + 1], np.maximum(light, 1e-3))
        return part, replace(die, x_px=die.x_px - left, y_px=die.y_px - top)

    @cached_property
    def _light(self) -> NDArray[np.float32]:
        return local_light(self._tray.empty, self._tray.flat, self._tray.rim_px)

    @cached_property
    def found(self) -> list[DetectedDie]:
        """Its dice, surest first, where it is not as it was when it was empty; those on its rim are in no tray."""
        dice = [die for die in dice_in(self.view, EDGE_PX, known=self.known) if self._in_the_tray(die)]
        return [die for die in dice if lies_on_something(self.seen, die) or self._hardly_differs(die)]

    def lies_free(self, die: DetectedDie) -> bool:
        """Return whether a die touches neither another nor a wall: it leans on nothing that is seen."""
        others = [each for each in self.found if each.present >= MAYBE and _apart(each, die) > ITSELF * EDGE_PX]
        far = all(_apart(each, die) > FROM_DIE * EDGE_PX for each in others)
        return far and self._from_wall_px(die) > FROM_WALL * EDGE_PX

    def blown(self, die: DetectedDie) -> float:
        """Return the share of a die's face that is as bright as the camera can see: of pips there nothing is left."""
        x, y, reach = round(die.x_px), round(die.y_px), max(2, round(FACE * die.edge_px))
        part = self.view[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
        return float((part.min(axis=2) >= WHITE).mean()) if part.size else 1.0

    def _in_the_tray(self, die: DetectedDie) -> bool:
        return self._from_wall_px(die) >= -OVER_THE_RIM * EDGE_PX

    def _from_wall_px(self, die: DetectedDie) -> float:
        """Return how far within the tray's floor the middle of a die's face is seen."""
        height, width = self.view.shape[:2]
        x, y = die.x_px + 0.5, die.y_px + 0.5
        return float(min(x, y, width - x, height - y) - self._tray.rim_px)

    def _hardly_differs(self, die: DetectedDie) -> bool:
        """Return whether a die that is seen surely lies there, of the colour of the tray."""
        return die.confidence >= SURELY and looks_otherwise(self.view, self._tray.empty, self._tray.noise, die)


def _apart(one: DetectedDie, other: DetectedDie) -> float:
    return float(np.hypot(one.x_px - other.x_px, one.y_px - other.y_px))
