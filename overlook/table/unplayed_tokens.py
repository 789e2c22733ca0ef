"""Tokens that lie there and are not in play: smoke that nobody has thrown yet, a mine that has gone off (J24-*)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geometry.placement import Placement
from geometry.table import Marker, Table
from referee.game.state import GameState
from referee.rules.ports.edition import Edition

MOVED_IN = 0.1
"""Inches by which a token that is moved is elsewhere: well beyond the camera's error."""


def ready(edition: Edition, state: GameState, table: Table) -> Mapping[str, Marker]:
    """Return the tokens that an action may bring into play where they lie, by id."""
    return {name: one for name, one in table.markers.items() if one.kind in edition.laid and name not in state.markers}


def in_play(edition: Edition, state: GameState, table: Table) -> Table:
    """Return the table without the tokens of equipment that the game does not know, or knows no more."""
    kinds = edition.laid | edition.set_up.markers
    known = {name: one for name, one in table.markers.items() if one.kind not in kinds or name in state.markers}
    return replace(table, markers=known)


class UnplayedTokens:
    """Where the tokens lie that are ready: the same until one of them is moved."""

    def __init__(self) -> None:
        self.lie: Mapping[str, Placement] = {}

    def take(self, edition: Edition, state: GameState, table: Table) -> None:
        """Take in a table at rest."""
        now = {name: one.placement for name, one in ready(edition, state, table).items()}
        same = now.keys() == self.lie.keys()
        if not same or any(self.lie[name].distance_to(place) > MOVED_IN for name, place in now.items()):
            self.lie = now

    @property
    def stand(self) -> object:
        """Equal while none is moved, laid or taken away."""
        return tuple((name, place.x, place.y, place.z) for name, place in sorted(self.lie.items()))
