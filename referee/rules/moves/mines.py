"""Mines that lie within an operative's control range, however that came about (rule J24-07)."""

from __future__ import annotations

from geometry.measure import gap
from referee.rules.edition import Edition
from referee.rules.moves.move_specs import MoveTerms
from referee.rules.position import Position


def mine_set_off(edition: Edition, position: Position, terms: MoveTerms) -> tuple[str, str] | None:
    """Return a mine that goes off now and the operative that sets it off, by ids; None where none lies so near.

    Of several operatives it is the nearest, of several mines the first by id.
    """
    for key, mine in sorted(position.table.markers.items()):
        if mine.kind not in terms.mines or mine.carried_by is not None:
            continue
        spared = position.owners.get(key) if terms.mines_spare_owner else None
        near = [
            one
            for name, one in sorted(position.table.operatives.items())
            if one.player != spared and edition.markers.near(position, name, key).holds
        ]
        if near:
            return key, min(near, key=lambda one: gap(one.base, mine.base)).id
    return None
