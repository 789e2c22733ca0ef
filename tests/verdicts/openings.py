"""Random tables with hatches and Vantage points, near the limit of what may be done at them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from geometry.terrain import Part
from tests.verdicts.tables import Drawn, Scene, Stream, across, box, middle, operative, unit


def from_vantage(stream: Stream, ovals: bool) -> Drawn:
    """A target concealed in Light cover, well below a shooter on the seam of a Vantage deck and a plain roof."""
    towards, at = unit(stream), middle(stream)
    turn = math.atan2(towards[1], towards[0])
    one = operative(stream, "A", np.zeros(2), ovals=ovals, z=3.0)
    other = operative(stream, "B", at + 7.5 * towards, ovals=ovals, player="p2")
    deck = replace(box("deck", at + 0.75 * towards, 1.5, 6.0, turn), traits=frozenset({"Vantage"}))
    roof = box("roof", at - 2.0 * towards, 4.0, 6.0, turn)
    before = at + (7.5 - other.base.radius - 0.4) * towards
    low = replace(box("low", before, 0.2, 5.0, turn, top=1.0), traits=frozenset({"Light"}))
    here = at - one.base.radius * towards
    one = replace(one, placement=replace(one.placement, x=here[0], y=here[1]))
    return Drawn(Scene({"A": one, "B": other}, (deck, roof, low)), "A", towards, (-0.8, 0.8))


def hatch(stream: Stream, ovals: bool) -> Drawn:
    """An operative that comes up to a closed hatch."""
    one = operative(stream, "A", middle(stream), ovals=ovals)
    at, towards = np.array([one.placement.x, one.placement.y]), unit(stream)
    far = at + (one.base.radius + 1.2) * towards + stream.uniform(-0.7, 0.7) * across(towards)
    return Drawn(Scene({"A": one}, (_hatch(stream, far, towards, "closed"),)), "A", towards, (-1.0, 0.6))


def held_hatch(stream: Stream, ovals: bool) -> Drawn:
    """A hatch that is open and an enemy comes up to it from the other side."""
    one = operative(stream, "A", middle(stream), ovals=ovals)
    at, towards = np.array([one.placement.x, one.placement.y]), unit(stream)
    door = at + (one.base.radius + 0.6) * towards
    enemy = operative(stream, "B", np.zeros(2), ovals=ovals, player="p2")
    far = door + (enemy.base.radius + 1.2) * towards + stream.uniform(-0.7, 0.7) * across(towards)
    enemy = replace(enemy, placement=replace(enemy.placement, x=far[0], y=far[1]))
    scene = Scene({"A": one, "B": enemy}, (_hatch(stream, door, towards, "open"),))
    return Drawn(scene, "B", towards, (-1.0, 1.0))


def fight_through_hatch(stream: Stream, ovals: bool) -> Drawn:
    """An operative in an open hatchway and an enemy about as far beyond it as it may be."""
    one = operative(stream, "A", middle(stream), ovals=ovals)
    at, towards = np.array([one.placement.x, one.placement.y]), unit(stream)
    door = at + 0.7 * one.base.radius * towards
    enemy = operative(stream, "B", np.zeros(2), ovals=ovals, player="p2")
    far = door + (enemy.base.radius + 2.2) * towards
    enemy = replace(enemy, placement=replace(enemy.placement, x=far[0], y=far[1]))
    scene = Scene({"A": one, "B": enemy}, (_hatch(stream, door, towards, "open"),))
    return Drawn(scene, "B", towards, (-0.4, 1.2))


def _hatch(stream: Stream, at: np.ndarray, towards: np.ndarray, state: str) -> Part:
    turn = math.atan2(towards[1], towards[0]) + math.pi / 2 + stream.uniform(-0.3, 0.3)
    return replace(box("h", at, 1.6, 0.4, turn), role="access_point", state=state, traits=frozenset({"Accessible"}))
