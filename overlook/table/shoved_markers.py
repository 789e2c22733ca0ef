"""Markers that lie elsewhere than the game has them, moved by no rule: called, and judged where they lay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geometry.measure import gap
from geometry.placement import Placement
from geometry.table import Marker, Table
from overlook.table.displaced import ELSEWHERE_IN
from referee.game.board_place import BoardPlace
from referee.game.state import GameState

BESIDE_IN = 1.0
"""Inches from its carrier within which a marker may be kept on the table."""


def shoved_markers(state: GameState, table: Table) -> dict[str, str]:
    """Return what to call about markers that a hand has shoved in the battle, or left behind: the sentence, by marker.

    Only the actions that pick up and place move one (rules D24-10, D24-11, D21-08). Where somebody only said that it
    lies, the camera knows better.
    """
    called = {
        name: f'{name} lies {place.distance_to(table.markers[name].placement):.1f}" from where the game has it: '
        f"put it back to {place.x:.1f}, {place.y:.1f}, or place it by hand on a phone"
        for name, place in _shoved(state, table).items()
    }
    return {**called, **_left_behind(state, table)}


def _left_behind(state: GameState, table: Table) -> dict[str, str]:
    """Return what to call about markers that are carried and yet lie away from who carries them (rule D24-10)."""
    called = {}
    for name, seen in table.markers.items() if state.turning_point else ():
        known = state.markers.get(name)
        carrier = None if known is None else table.operatives.get(known.carried_by or "")
        if carrier is not None and gap(carrier.base, seen.base) > BESIDE_IN:
            x, y = seen.placement.x, seen.placement.y
            called[name] = (
                f"{name} is carried by {carrier.id} and yet lies at {x:.1f}, {y:.1f}: take it off the table, "
                "or lay it beside its carrier"
            )
    return called


def as_they_lay(state: GameState, table: Table) -> dict[str, Marker]:
    """Return the markers of a table, those that were shoved where they lay before.

    One that the game knows is of the game's kind: what the table calls it may have been changed since.
    """
    known = state.markers
    markers = {
        name: replace(seen, kind=known[name].kind) if name in known and known[name].kind != seen.kind else seen
        for name, seen in table.markers.items()
    }
    for name, place in _shoved(state, table).items():
        seen = markers[name]
        placement = Placement(name, place.x, place.y, place.z, place.rotation_deg, seen.placement.covariance)
        markers[name] = replace(seen, placement=placement)
    return markers


def _shoved(state: GameState, table: Table) -> Mapping[str, BoardPlace]:
    """Return where the shoved markers lay, by marker."""
    found = {}
    for name, seen in table.markers.items() if state.turning_point else ():
        known = state.markers.get(name)
        if known is None or known.place is None or known.place.declared or known.carried_by is not None:
            continue
        if known.place.distance_to(seen.placement) > ELSEWHERE_IN:
            found[name] = known.place
    return found
