"""Markers that lie elsewhere than the game has them, moved by no rule: called, and judged where they lay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geometry.placement import Placement
from geometry.table import Marker, Table
from referee.game.state import GameState

SHOVED_IN = 0.12
"""Inches from its place at which a resting marker lies elsewhere, as for a model."""


def shoved_markers(state: GameState, table: Table) -> dict[str, str]:
    """Return what to call about markers that a hand has shoved in the battle: the sentence, by marker.

    Only the actions that pick up and place move one (rules D24-10, D24-11, D21-08). Where somebody only said that it
    lies, the camera knows better.
    """
    return {
        name: f'{name} lies {_off(state, name, table):.1f}" from where the game has it: put it back to '
        f"{place.x:.1f}, {place.y:.1f}, or place it by hand on a phone"
        for name, place in _places(state, table).items()
    }


def as_they_lay(state: GameState, table: Table) -> dict[str, Marker]:
    """Return the markers of a table, those that were shoved where they lay before."""
    places = _places(state, table)
    return {
        name: replace(one, placement=places[name]) if name in places else one for name, one in table.markers.items()
    }


def _places(state: GameState, table: Table) -> Mapping[str, Placement]:
    found = {}
    for name in table.markers if state.turning_point else ():
        known = state.markers.get(name)
        if known is None or known.place is None or known.place.declared or known.carried_by is not None:
            continue
        if _off(state, name, table) > SHOVED_IN:
            place, covariance = known.place, table.markers[name].placement.covariance
            found[name] = Placement(name, place.x, place.y, place.z, place.rotation_deg, covariance)
    return found


def _off(state: GameState, name: str, table: Table) -> float:
    place = state.markers[name].place
    return 0.0 if place is None else place.distance_to(table.markers[name].placement)
