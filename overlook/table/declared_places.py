"""Things that stand where a person said so: with a larger doubt, and only until the camera sees them again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from geometry.placement import Placement
from geometry.table import Table
from referee.game.board_place import BoardPlace
from referee.game.judging.position import table_of
from referee.game.state import GameState
from referee.rules.ruling import Ruling

SIGMA = 0.25
"""Inches, one standard deviation, of a place that was touched on a picture of the board by a finger."""


def doubted(placement: Placement, common: NDArray[np.float64] | None = None) -> Placement:
    """Return a placement with the doubt of one that was said.

    What all the camera's places are off by alike (`common`) counts beside it: a place on the picture has it as well.
    """
    said = np.diag([SIGMA**2, SIGMA**2, 0.0, 0.0])
    return replace(placement, covariance=said if common is None else said + common)


def unseen(state: GameState, table: Table) -> Table:
    """Return the operatives and markers that the game has on the board and no tag shows now, without terrain.

    They stand as they were accepted, in doubt where it was said.
    """
    known = table_of(state, ())
    operatives = {
        name: replace(one, placement=doubted(one.placement, table.common))
        if _said(state.operatives[name].place)
        else one
        for name, one in known.operatives.items()
        if name not in table.operatives
    }
    markers = {
        name: replace(one, placement=doubted(one.placement, table.common)) if _said(state.markers[name].place) else one
        for name, one in known.markers.items()
        if name not in table.markers
    }
    return replace(known, operatives=operatives, markers=markers)


def noted(ruling: Ruling, state: GameState, table: Table) -> Ruling:
    """Return a ruling that says which of the things it is about nobody sees now, or stand where somebody said."""
    unseen_now = (_about(ruling) & state.operatives.keys()) - table.operatives.keys()
    if not unseen_now:
        return ruling
    return _by_hand(_not_seen(ruling, state, unseen_now), state, unseen_now)


def _about(ruling: Ruling) -> set[str]:
    return {thing for one in ruling.findings if one.witness is not None for thing in one.witness.things}


def _not_seen(ruling: Ruling, state: GameState, unseen_now: set[str]) -> Ruling:
    standing = {name for name, one in state.operatives.items() if one.on_board and one.place and not _said(one.place)}
    hidden = sorted(name.upper() for name in unseen_now & standing)
    if not hidden:
        return ruling
    are, they = ("is", "it") if len(hidden) == 1 else ("are", "they")
    said = f"{', '.join(hidden)} {are} not seen now: judged where {they} stood"
    return replace(ruling, notes=(*ruling.notes, said))


def _by_hand(ruling: Ruling, state: GameState, unseen_now: set[str]) -> Ruling:
    declared = {name for name, one in state.operatives.items() if one.on_board and _said(one.place)}
    by_hand = tuple(sorted(unseen_now & declared))
    if not by_hand:
        return ruling
    said = [name.upper() for name in by_hand]
    placed = "was placed by hand" if len(said) == 1 else "were placed by hand"
    return replace(ruling, notes=(*ruling.notes, f"{', '.join(said)} {placed}, ±{SIGMA:g} in"), by_hand=by_hand)


def _said(place: BoardPlace | None) -> bool:
    return place is not None and place.declared


class DeclaredPlaces:
    """Remembers which declared things the camera has lost, to tell when it sees one of them again."""

    def __init__(self) -> None:
        self._lost: set[str] = set()

    def found(self, state: GameState, table: Table) -> Iterator[tuple[str, BoardPlace]]:
        """Yield the operatives that stand on somebody's word and are seen again, each with where it is seen."""
        said = {name for name, one in state.operatives.items() if one.on_board and _said(one.place)}
        for name in sorted(self._lost & said & table.operatives.keys()):
            yield name, BoardPlace.of(table.operatives[name].placement)
        self._lost = {name for name in said if name not in table.operatives}
