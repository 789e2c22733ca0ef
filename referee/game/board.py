"""The game and the board: positions for the judge, and where models must go back to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from geometry.placement import Placement
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part
from referee.game.board_place import BoardPlace
from referee.game.handlers.acting import weapon_rules
from referee.game.intents import Act
from referee.game.paused_moves import performed_beside, wounds_as_it_set_out
from referee.game.state import GameState
from referee.game.tokens import face_of
from referee.rules.judgement import Attempt
from referee.rules.moves.at_its_height import at_their_heights
from referee.rules.position import Position, Status


@dataclass(frozen=True, slots=True)
class GoBack:
    """A model that must be moved by hand: whose base, and where it belongs; None when it belongs off the board."""

    operative: str
    place: BoardPlace | None


def where_models_go_back(before: GameState, after: GameState) -> tuple[GoBack, ...]:
    """Return which models stand elsewhere in `after` than in `before`: after an undo, a redo or a challenge lost.

    Models that are off the board in both are left out. By id.
    """

    def stands(state: GameState, operative: str) -> BoardPlace | None:
        known = state.operatives.get(operative)
        return known.place if known is not None and known.on_board else None

    names = sorted({*before.operatives, *after.operatives})
    return tuple(GoBack(name, stands(after, name)) for name in names if stands(before, name) != stands(after, name))


def table_of(state: GameState, terrain: Iterable[Part] | None = None, board: Board | None = None) -> Table:
    """Return the table as the game last accepted it: every operative and marker that has a place.

    `terrain` is what the game keeps unless given.
    """
    parts = [part.part() for part in state.terrain] if terrain is None else terrain
    operatives = {
        key: Operative(key, each.player, each.card.shape, each.card.head, each.place.placement(key))
        for key, each in state.operatives.items()
        if each.on_board and each.place is not None
    }
    markers = {}
    for key, each in state.markers.items():
        carrier = state.operatives.get(each.carried_by or "")
        place = each.place if carrier is None else carrier.place
        if place is not None:
            markers[key] = Marker(key, each.kind, each.diameter, place.placement(key), each.carried_by)
    return Table(board or Board(), operatives, as_operated(state, parts), markers)


def as_operated(state: GameState, terrain: Iterable[Part]) -> tuple[Part, ...]:
    """Return the terrain with doors and hatches as they were last operated in the game (rule K24-07)."""
    stands = ((part, state.openings.get(part.id, part.state)) for part in terrain)
    return tuple(part if how == part.state else replace(part, state=how) for part, how in stands)


def position_of(state: GameState, table: Table | None = None) -> Position:
    """Return what the judge is asked about: the table as seen (as last accepted unless given), with the game's facts.

    Operatives that the game does not know, or that are not in play, are left out: they block and control nothing.
    Who acts once more as it falls is in play until that is over. Order tokens are left out, too: they are bookkeeping,
    never contested or carried (rule L24-04).
    """
    seen = table if table is not None else table_of(state)
    standing = {key: each for key, each in seen.operatives.items() if state.in_play(key)}
    fixed = frozenset(key for key, each in state.markers.items() if not each.pick_up_allowed)
    markers = {key: each for key, each in seen.markers.items() if face_of(each.kind) is None}
    here = replace(seen, operatives=standing, terrain=as_operated(state, seen.terrain), markers=markers)
    return Position(
        table=at_their_heights(here),
        status={key: _status(state, key) for key in standing},
        killzone=state.killzone,
        not_liftable=fixed & set(markers),
        unordered=frozenset(key for key in standing if state.turning_point == 1 and state.operatives[key].ready),
        owners={key: each.owner for key, each in state.markers.items() if key in markers and each.owner is not None},
    )


def _status(state: GameState, operative: str) -> Status:
    paused = wounds_as_it_set_out(state.activation or state.reaction, operative)
    return replace(state.operatives[operative].status(), wounds_as_it_set_out=paused)


def attempt_of(state: GameState, act: Act) -> Attempt:
    """Return an action as the judge is asked about it, with what the running activation has seen so far."""
    acting = state.acting
    performed = acting.performed if acting is not None and acting.operative == act.operative else ()
    going = act.action if act.goes_on else None
    return Attempt(
        by=act.operative,
        action=act.action,
        target=next((each for each in (act.target, act.thing, act.marker) if each is not None), None),
        weapon_rules=weapon_rules(state, act),
        performed=performed_beside(acting, act.operative, going),
        weapons_used=tuple(done.weapon_rules for done in performed if done.weapon is not None),
        engaged=act.evidence.engaged,
        lays=_laid(state, act),
    )


def _laid(state: GameState, act: Act) -> Placement | None:
    """Return where an action lays a marker that is not in the game yet."""
    if act.marker is None or act.marker_to is None or act.marker in state.markers:
        return None
    return act.marker_to.placement(act.marker)
