"""A closer look at each die that was found: a crop of it alone, two turns of it, four where two leave a doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np

from vision.dice.crops import Frame, Place, View, crops_of, plane_of
from vision.dice.network import Array, Image, networks

LOOK_PX = 48
LOOK_EDGE_PX = 32.0
"""How long a die's edge is in the crops that the network was trained for."""

CROP = Frame(LOOK_PX, LOOK_EDGE_PX)

OUTCOMES = 8
COCKED, NO_FACE = 6, 7
"""Faces one to six, a cocked die, and what is no die's face."""

AT_ONCE = 2
"""Looks at every die."""

SETTLED = 0.9
"""Chance from which one outcome, the same in each of the first looks, needs no more of them."""

ABOVE = (View(0, False, 1.0), View(135, True, 1.08), View(225, False, 0.93), View(45, True, 1.0))
_UPRIGHT = (View(0, False, 1.0), View(0, True, 1.08), View(12, False, 0.93), View(-12, True, 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What the closer looks say of n dice: `chances` (n, 8) by all of them together, `against` (n,) by the one that
    disagrees most, how much it gives to other faces than the likeliest."""

    chances: Array
    against: Array


def chances_of(image: Image, places: Sequence[Place], session: Any = None, *, upright: bool = False) -> Array:
    """Return how likely each outcome is, (n, 8), of dice at `places` (x, y, edge) px of a BGR picture."""
    return looks_at(image, places, session, upright=upright).chances


def looks_at(image: Image, places: Sequence[Place], session: Any = None, *, upright: bool = False) -> Looks:
    """Return what is seen of dice at `places` (x, y, edge) px of a BGR picture.

    With `upright` no look is upside down: a die's top is told from its sides by what is up.
    """
    if not places:
        return Looks(np.zeros((0, OUTCOMES), np.float32), np.zeros(0, np.float32))
    views = _UPRIGHT if upright else ABOVE
    first = _logits(image, places, views[:AT_ONCE], session)
    said = _chances(first)
    alike = (said.argmax(axis=2) == said.argmax(axis=2)[:, :1]).all(axis=1)
    doubted = ~(alike & (said.max(axis=2) >= SETTLED).all(axis=1))
    mean, against = first.mean(axis=1), _against(first)
    if doubted.any():
        more = _logits(image, list(compress(places, doubted)), views[AT_ONCE:], session)
        every = np.concatenate([first[doubted], more], axis=1)
        mean[doubted], against[doubted] = every.mean(axis=1), _against(every)
    return Looks(_chances(mean), against)


def chances_in(image: Image, places: Sequence[Place], views: Sequence[View], session: Any = None) -> Array:
    """Return how likely each outcome is in each view of each die, (n, views, 8); `places` are as for `looks_at`."""
    return _chances(_logits(image, places, views, session))


def _against(logits: Array) -> Array:
    """Return the most that one of the views, (n, views, 8), gives to other faces than the mean's likeliest, (n,)."""
    faces = _chances(logits[..., :COCKED])
    best = logits.mean(axis=1)[:, :COCKED].argmax(axis=1)
    return np.asarray(1 - faces[np.arange(len(faces)), :, best].min(axis=1), dtype=np.float32)


def _logits(image: Image, places: Sequence[Place], views: Sequence[View], session: Any) -> Array:
    """Return what the network says of each view of each die, (n, views, 8)."""
    plane = plane_of(crops_of(image, places, views, CROP))
    logits: Array = (session or networks().looks).run(None, {"x": plane})[0]
    return logits.reshape(len(places), len(views), OUTCOMES)


def _chances(logits: Array) -> Array:
    """Return the softmax over the last axis."""
    grown = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True), dtype=np.float32)
