"""The accepted position: the `Position` that rulings use, from the game's places and the camera's covariance.

Models that were placed by hand or not seen since the start are included; equipment tokens that are not in play are left
out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from geometry.placement import EXACT, Placement
from geometry.table import Marker, Operative, Table
from geometry.terrain import Part
from messages.message import Message
from overlook.table.observation.displaced import (
    ELSEWHERE_IN,
    recorded_facing,
    widen_covariance_for_nudge,
    with_recorded_markers,
    with_recorded_terrain,
)
from overlook.table.observation.seen_table import SeenTable
from referee.game.board_place import BoardPlace
from referee.game.judging.position import as_operated, position_of, table_of
from referee.game.state import GameState
from referee.rules.level_hypotheses import on_its_level
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Ruling

DECLARED_SIGMA = 0.25
"""Standard deviation of a position that was touched by finger on an image of the board, in inches."""


def with_declared_covariance(placement: Placement, common: NDArray[np.float64] | None = None) -> Placement:
    """Return a placement with the uncertainty of a declared one (`DECLARED_SIGMA`).

    `common` is the covariance of the error that all placements by the camera share. It is added because the image that
    was touched has the same error.
    """
    said = np.diag([DECLARED_SIGMA**2, DECLARED_SIGMA**2, 0.0, 0.0])
    return replace(placement, covariance=said if common is None else said + common)


def untracked_things(state: GameState, table: Table) -> Table:
    """Return the operatives and markers that the game has on the board but no tag shows now, without terrain.

    They are at their accepted places; declared ones have the uncertainty of `with_declared_covariance`.
    """
    known = table_of(state, ())
    operatives = {
        name: replace(one, placement=with_declared_covariance(one.placement, table.common))
        if _said(state.operatives[name].place)
        else one
        for name, one in known.operatives.items()
        if name not in table.operatives
    }
    markers = {
        name: replace(one, placement=with_declared_covariance(one.placement, table.common))
        if _said(state.markers[name].place)
        else one
        for name, one in known.markers.items()
        if name not in table.markers
    }
    return replace(known, operatives=operatives, markers=markers)


def with_visibility_notes(ruling: Ruling, state: GameState, table: Table) -> Ruling:
    """Return a ruling with notes on operatives in it that the camera does not see now or that were placed by hand."""
    unseen_now = (_about(ruling) & state.operatives.keys()) - table.operatives.keys()
    if not unseen_now:
        return ruling
    return _by_hand(_not_seen(ruling, state, unseen_now), state, unseen_now)


def _about(ruling: Ruling) -> set[str]:
    return {thing for one in ruling.findings if one.witness is not None for thing in one.witness.things}


def _not_seen(ruling: Ruling, state: GameState, unseen_now: set[str]) -> Ruling:
    standing = {name for name, one in state.operatives.items() if one.on_board and one.place and not _said(one.place)}
    hidden = sorted(unseen_now & standing)
    if not hidden:
        return ruling
    note = Message.of("displaced-unseen", operatives=hidden, number=len(hidden))
    return replace(ruling, notes=(*ruling.notes, note))


def _by_hand(ruling: Ruling, state: GameState, unseen_now: set[str]) -> Ruling:
    declared = {name for name, one in state.operatives.items() if one.on_board and _said(one.place)}
    by_hand = tuple(sorted(unseen_now & declared))
    if not by_hand:
        return ruling
    note = Message.of("displaced-by-hand", operatives=by_hand, error=DECLARED_SIGMA)
    return replace(ruling, notes=(*ruling.notes, note), by_hand=by_hand)


def _said(place: BoardPlace | None) -> bool:
    return place is not None and place.declared


class DeclaredPlaces:
    """Remembers the declared operatives that the camera has lost, to notice when it sees them again."""

    def __init__(self) -> None:
        self._lost: set[str] = set()

    def reappeared(self, state: GameState, table: Table) -> Iterator[tuple[str, BoardPlace]]:
        """Yield the declared operatives that the camera sees again, each with its seen place."""
        said = {name for name, one in state.operatives.items() if one.on_board and _said(one.place)}
        for name in sorted(self._lost & said & table.operatives.keys()):
            yield name, BoardPlace.of(table.operatives[name].placement)
        self._lost = {name for name in said if name not in table.operatives}


MOVED_IN = 0.1
"""Distance in inches beyond which a token counts as moved: well beyond the camera's error."""


def ready(edition: Edition, state: GameState, table: Table) -> Mapping[str, Marker]:
    """Return the equipment tokens on the table that an action may bring into play, by id."""
    return {
        name: one
        for name, one in table.markers.items()
        if one.kind in edition.action_only_markers and name not in state.markers
    }


def without_unplayed_tokens(edition: Edition, state: GameState, table: Table) -> Table:
    """Return the table without the equipment tokens that the game does not have in play."""
    kinds = edition.action_only_markers | edition.set_up.markers
    known = {name: one for name, one in table.markers.items() if one.kind not in kinds or name in state.markers}
    return replace(table, markers=known)


class UnplayedTokens:
    """Placements of the tokens that are ready to be brought into play, unchanged until one of them is moved."""

    def __init__(self) -> None:
        self.lie: Mapping[str, Placement] = {}

    def take(self, edition: Edition, state: GameState, table: Table) -> None:
        """Update from a table at rest."""
        now = {name: one.placement for name, one in ready(edition, state, table).items()}
        same = now.keys() == self.lie.keys()
        if not same or any(self.lie[name].distance_to(place) > MOVED_IN for name, place in now.items()):
            self.lie = now

    @property
    def stand(self) -> object:
        """Key that changes only if a token is moved, laid down or taken away."""
        return tuple((name, place.x, place.y, place.z) for name, place in sorted(self.lie.items()))


UNSEEN_SIGMA = 0.04
"""Standard deviation in inches of the position of a piece that was measured once and may have been touched since."""

_NAMED = 4


class RestoredPlacements:
    """Terrain of the set-up and models in the battle that the camera has not seen since the program started."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def add_unseen_terrain(self, edition: Edition, state: GameState, seen: SeenTable) -> SeenTable:
        """Return the seen table with unseen terrain at its recorded place, and a warning that names what is missing.

        Otherwise rulings would ignore terrain that is on the table. It gets an uncertainty of `UNSEEN_SIGMA`. Terrain
        that was seen and has disappeared was lifted off; `moved_terrain_faults` reports it. Terrain that comes from
        equipment, or that an action carries along, is left out: it comes and goes in a battle.
        """
        self._seen |= {part.id for part in seen.table.terrain} | seen.table.operatives.keys()
        again = edition.set_up.again
        unseen = [one.part() for one in state.terrain if one.id not in self._seen and one.equipment is None]
        missing = [part for part in unseen if again is None or not part.has(again.trait)]
        models = [
            name
            for name, one in sorted(state.operatives.items())
            if one.on_board and one.place is not None and not one.place.declared and name not in self._seen
        ]
        if not missing and not models:
            return seen
        doubted = [replace(part, covariance=np.diag([UNSEEN_SIGMA**2, UNSEEN_SIGMA**2, 0.0, 0.0])) for part in missing]
        table = replace(seen.table, terrain=(*seen.table.terrain, *as_operated(state, doubted)))
        return replace(seen, table=table, warnings=(_unseen_warning(missing, models), *seen.warnings))


def _unseen_warning(missing: list[Part], models: list[str]) -> Message:
    names = [*dict.fromkeys(part.feature for part in missing), *models]
    return Message.of("position-unseen", things=names[:_NAMED], more=max(0, len(names) - _NAMED))


def accepted_position(edition: Edition, state: GameState, table: Table) -> Position:
    """Return the position that the game has accepted, with the camera's uncertainty.

    - A model at its accepted place keeps its seen placement. A small nudge adds uncertainty; an oval base keeps its
      accepted rotation.
    - A model seen elsewhere is put back at its accepted place.
    - Models and markers that no tag shows are at their accepted places, with a larger uncertainty if declared.
    - Terrain that was moved is put back where the game has it.
    """
    table = with_recorded_terrain(edition, state, without_unplayed_tokens(edition, state, table))

    def stands(seen: Operative) -> Operative:
        known = state.operatives[seen.id]
        placement = seen.placement
        if known.place is not None and known.place.distance_to(placement) > ELSEWHERE_IN:
            place = known.place
            known_error = on_its_level(placement)
            placement = Placement(
                seen.id,
                place.x,
                place.y,
                place.z,
                place.rotation_deg,
                known_error.covariance,
                errors=known_error.errors,
            )
        elif known.place is not None and not known.place.declared:
            placement = widen_covariance_for_nudge(recorded_facing(seen, known.place), known.place)
        return Operative(seen.id, known.player, known.card.shape, known.card.head, placement, seen.head_sigma)

    operatives = {name: stands(seen) for name, seen in table.operatives.items() if name in state.operatives}
    away = untracked_things(state, table)
    operatives |= away.operatives
    markers = {**with_recorded_markers(state, table), **away.markers}
    return position_of(state, replace(table, operatives=operatives, markers=markers))


def without_uncertainty(position: Position) -> Position:
    """Return the position with each thing exactly at its best estimate: no covariance, no rival levels."""
    table = position.table
    sharp = {
        key: replace(one, placement=replace(one.placement, covariance=EXACT, levels=()), head_sigma=0.0)
        for key, one in table.operatives.items()
    }
    markers = {
        key: replace(one, placement=replace(one.placement, covariance=EXACT)) for key, one in table.markers.items()
    }
    terrain = tuple(part if part.exact else replace(part, covariance=EXACT) for part in table.terrain)
    return replace(position, table=replace(table, operatives=sharp, markers=markers, terrain=terrain, common=None))
