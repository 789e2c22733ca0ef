"""Moves that end on top of a climb which another move has to finish, read as both together (rule I21-04)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from geometry.errors import GeometryError
from referee.rules.judgement import Move, MoveJudgement
from referee.rules.ports.edition import Edition
from referee.rules.position import Position

Spot = tuple[float, float, float]


def finished_climbs(
    edition: Edition, position: Position, *, asked: Move, end: Spot
) -> Iterator[tuple[Move, MoveJudgement]]:
    """Yield the legal ways in which a move begins a climb to `end` and the edition's other move finishes it.

    `asked` is any move of the mover to there: its error, what was performed, and where it begins.
    """
    then = edition.movement.climb_goes_on
    start = asked.path[0]
    if then is None or end[2] <= start[2]:
        return
    for action in edition.movement.names:
        if action == then:
            continue
        more = edition.movement.allowance(edition, position, asked.mover, then)
        search = edition.movement.search(edition, position, asked.mover, action)
        try:
            path = replace(search, allowance=search.allowance + more).way_to(end).path
        except GeometryError:
            continue
        if path is None:
            continue
        move = replace(asked, action=action, path=path, then=then)
        judged = edition.judge_move(position, move)
        if judged.legal:
            yield move, judged
