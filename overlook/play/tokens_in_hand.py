"""Tokens of markers in players' hands: taken off the table when they are picked up, laid where their player says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.game.state import GameState
from referee.rules.moves.interactions import PLACE_MARKER


def laid(request: Any, state: GameState) -> tuple[str, tuple[float, ...]] | None:
    """Return the carried marker that a request puts down, and where; None where it says no place for one."""
    operative = state.operatives.get(getattr(request, "operative", ""))
    x, y = getattr(request, "x", None), getattr(request, "y", None)
    if operative is None or operative.carrying is None or x is None or y is None:
        return None
    named = getattr(request, "marker", operative.carrying)
    unnamed = named is None and getattr(request, "action", "") == PLACE_MARKER
    if named != operative.carrying and not unnamed:
        return None
    z = getattr(request, "z", None)
    return operative.carrying, (x, y, z or 0.0)


def picked_up(before: GameState, after: GameState) -> Iterator[str]:
    """Yield the markers that lay on the table before and are carried now."""
    for name, marker in after.markers.items():
        known = before.markers.get(name)
        if marker.carried_by is not None and (known is None or known.carried_by is None):
            yield name
