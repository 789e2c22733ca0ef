"""Mines that lie within an operative's control range, on its way or however that came about (rule J24-07)."""

from __future__ import annotations

import math

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import ndtr
from geometry.measure import gap
from geometry.paths import path_facts
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.visibility.sight import eye_of, sight_to_disc
from referee.rules.edition import Edition
from referee.rules.judgement import MineReached, SetOff
from referee.rules.moves.move_specs import MoveTerms
from referee.rules.moves.mover import Mover
from referee.rules.position import Position
from referee.rules.sight.shot_geometry import UNLIKELY


def mine_set_off(edition: Edition, position: Position, terms: MoveTerms) -> SetOff | None:
    """Return a mine that goes off now, or may; None where none lies so near.

    Of several operatives it is the nearest, of several mines the likeliest.
    """
    found = []
    for key, mine in sorted(position.table.markers.items()):
        if mine.kind not in terms.mines or mine.carried_by is not None:
            continue
        spared = position.owners.get(key) if terms.mines_spare_owner else None
        near = {
            name: edition.markers.near(position, name, key).p_yes
            for name, one in sorted(position.table.operatives.items())
            if one.player != spared
        }
        may = [name for name, p in near.items() if p > UNLIKELY]
        if may:
            first = min(may, key=lambda name: gap(position.table.operative(name).base, mine.base))
            found.append(SetOff(key, first, near[first]))
    return max(found, key=lambda one: one.p, default=None)


def mines_reached(mover: Mover) -> tuple[MineReached, ...]:
    """Return the mines that come, or may come, within control range of the mover along its path (rule J24-07)."""
    table = mover.position.table
    mines = {key: each for key, each in table.markers.items() if each.kind in mover.terms.mines}
    lying = {key: each.base for key, each in mines.items() if each.carried_by is None}
    if not lying:
        return ()
    blockers = mover.edition.engagement.sight_blockers(mover.position)
    head = mover.operative.head

    def sees(base: Base, mine: str) -> bool:
        return sight_to_disc(eye_of(base, head), lying[mine], blockers).visible

    facts = path_facts(mover.operative.base, head, mover.move.path, markers=lying, sees=sees)
    found = []
    for near in facts.markers:
        sigma = math.hypot(mover.move.sigma, mines[near.thing].placement.sigma)
        p = _chance(CONTROL_RANGE - near.gap, sigma)
        at = near.first
        if at is None and p > UNLIKELY and not near.near:
            x, y, z = facts.place(near.gap_at)
            at = near.gap_at if sees(mover.operative.base.at(x, y, z), near.thing) else None
        if at is not None:
            found.append(MineReached(near.thing, facts.place(at), p))
    return tuple(found)


def _chance(margin: float, sigma: float) -> float:
    return float(ndtr(margin / sigma)) if sigma else float(margin >= -EXACT_TOLERANCE)
