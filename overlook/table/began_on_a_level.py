"""On which level a model stood when it set off: what the camera left open then its next move is not spared.

A model is accepted where it likely stands. On another level the same move would have had a climb or a drop more, or
less; each is judged, and counts as it was probable while the model stood there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geometry.placement import Level, Placement
from geometry.table import Table
from overlook.table.displaced import ELSEWHERE_IN
from overlook.table.interpretation import Reading, interpret_move, likeliest_first
from referee.game.board_place import BoardPlace
from referee.game.state import GameState
from referee.rules.level_hypotheses import SAME, move_from_each
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Verdict


class LevelsStood:
    """The places in which models were last seen where the game has them, of those that may stand on another level."""

    def __init__(self) -> None:
        self._stood: dict[str, Placement] = {}

    def take(self, state: GameState, table: Table) -> None:
        """Keep what a table at rest shows; who is seen elsewhere stood as it was seen before."""
        for name, seen in table.operatives.items():
            known = state.operatives[name].place if name in state.operatives else None
            if known is None or known.distance_to(seen.placement) > ELSEWHERE_IN:
                continue
            self._stood.pop(name, None)
            if seen.placement.levels and not known.declared:
                self._stood[name] = seen.placement

    def of(self, state: GameState, operative: str) -> Placement | None:
        """Return how a model was seen where the game has it, with its levels; None where its level was known."""
        stood, known = self._stood.get(operative), state.operative(operative).place
        near = stood is not None and known is not None and known.distance_to(stood) <= ELSEWHERE_IN
        return stood if near else None


def interpret_from_each(
    edition: Edition, state: GameState, table: Table, *, mover: str, began: Placement | None, **more: Any
) -> tuple[Reading, ...]:
    """Return the ways to read a move, each as sure as the levels make it on which the mover may have begun.

    `began` is how it was seen where it set off, None where its level was known; `more` as of `interpret_move`.
    """
    readings = interpret_move(edition, state, table, mover=mover, **more)
    levels = () if began is None else tuple(level for level in began.levels if level.p > SAME)
    if began is None or not levels:
        return readings
    there = [(level.p, _standing(state, mover, level)) for level in levels]
    threshold, found = state.policies.threshold, []
    for one in readings:
        if one.act.evidence.then is not None:
            found.append(one)
            continue
        asked = {**more, "mover": mover, "only": one.act.action}
        others = [(p, interpret_move(edition, other, table, **asked)) for p, other in there]
        rulings = [(p, _like(one, read).judgement.ruling) for p, read in others if read]
        _, *rest = one.act.evidence.rulings
        ruling = move_from_each(one.judgement.ruling, mover, began, rulings)
        act = one.act.with_found(rulings=(ruling, *rest))
        call = threshold.call(ruling.p_yes)
        call = one.call if call is Verdict.YES and one.call is Verdict.TOO_CLOSE else call
        found.append(replace(one, judgement=replace(one.judgement, ruling=ruling), act=act, call=call))
    return likeliest_first(found)


def _like(one: Reading, readings: tuple[Reading, ...]) -> Reading:
    """Return the reading of the same sort of way as another, else the likeliest."""
    return next((each for each in readings if each.rank == one.rank), readings[0])


def _standing(state: GameState, operative: str, level: Level) -> GameState:
    """Return the game with an operative on another level."""
    known = state.operative(operative)
    if known.place is None:
        return state
    place = BoardPlace(
        known.place.x + level.dx, known.place.y + level.dy, level.z, known.place.rotation_deg + level.turn_deg
    )
    return replace(state, operatives={**state.operatives, operative: replace(known, place=place)})
