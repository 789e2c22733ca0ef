"""Things that are set up, judged before the game decides: operatives in their drop zones, equipment where it may stand.

What the referee says stands as it is said.
"""

from __future__ import annotations

import math
from dataclasses import replace

from overlook.table.interpretation import accepted_position
from overlook.table.judging_context import JudgingContext
from referee.game.intents import REFEREE, Deploy, PlaceEquipment
from referee.game.state import LifeState, OperativeState
from referee.rules.findings import footprint
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId, Ruling
from referee.rules.set_up import Item, items_of

ZONES_REACH = 10.0
"""Inches from the board's edge beyond which no drop zone reaches, where nobody has said where they are."""

UNSAID = 12.0
"""Inches, one standard deviation, of where a drop zone ends that nobody has said: enough to ask, never to refuse."""


def with_standing_judged(context: JudgingContext, deploy: Deploy) -> Deploy:
    """Return an operative's set-up with the ruling on where it stands (rules A24-01, A24-07, A24-13, N21-01)."""
    state, place = context.state, deploy.place
    known = state.operatives.get(deploy.operative)
    if known is None or known.life is not LifeState.RESERVE or place is None or deploy.rulings or deploy.by == REFEREE:
        return deploy
    there = state.with_operative(deploy.operative, life=LifeState.STANDING, place=place)
    position = accepted_position(context.edition, there, context.table)
    rules = context.edition.set_up
    ruling = rules.operative(position, deploy.operative, state.grounds)
    if known.player not in state.grounds and not state.free:
        unsaid = _near_an_edge(position, known, rules.zone_rule)
        ruling = ruling if unsaid is None else Ruling.of(ruling.claim, *ruling.findings, unsaid)
    return deploy.model_copy(update={"rulings": (ruling,)})


def _near_an_edge(position: Position, known: OperativeState, rule: RuleId) -> Finding | None:
    """Return the doubt about an operative that stands far from every edge of the board; None about another."""
    own, board = position.table.operative(known.card.id), position.table.board
    left, low, right, high = footprint(own.base).bounds
    inside = min(right, board.width - left, high, board.depth - low)
    if inside <= ZONES_REACH:
        return None
    means = f'{own.id} stands {inside:.1f}" from every edge, and nobody has said where its drop zone is'
    return Finding.at_most(rule, means, inside, ZONES_REACH, sigma=UNSAID)


def with_item_judged(context: JudgingContext, placing: PlaceEquipment) -> PlaceEquipment:
    """Return an item's set-up with the ruling on where it stands (rules J24-01 to J24-10), as far as that is known.

    An item that is terrain is the one of its kind that stands best of those that are not set up yet; where the camera
    sees none nothing is judged. Where the player has set up all that there are, it is one of those.
    """
    state, rules = context.state, context.edition.set_up
    if rules.items is None or placing.rulings or placing.by == REFEREE or placing.player not in state.sides:
        return placing
    position = accepted_position(context.edition, state, context.table)
    ground = state.grounds.get(placing.player)
    marker = placing.marker
    if marker is not None:
        if marker.place is None:
            return placing
        where = marker.place
        seen = context.table.markers.get(marker.id)
        sigma = seen.placement.sigma if seen is not None else 0.0
        own = Item(marker.id, marker.kind, placing.player, centre=(where.x, where.y), z=where.z, sigma=sigma)
        items = [replace(own, parts=frozenset({marker.id}))]
    else:
        wanted = placing.item.casefold().rstrip("s")
        there = [one for one in items_of(position, {}, frozenset()) if one.item.casefold().rstrip("s") == wanted]
        items = [replace(one, player=placing.player) for one in there if one.id not in state.set_up]
        own_already = next((one.id for one in there if state.set_up.get(one.id) == placing.player), None)
        if not items and own_already is not None:
            return placing.model_copy(update={"thing": own_already})
    judged = [(rules.items(position, item, ground), item) for item in items]
    best = max(judged, key=lambda one: _worth(one[0]), default=None)
    if best is None:
        return placing
    thing = None if marker is not None else best[1].id
    return placing.model_copy(update={"rulings": (best[0],), "thing": thing})


def _worth(ruling: Ruling) -> tuple[bool, float]:
    return ruling.holds, ruling.p_yes if math.isfinite(ruling.p_yes) else 0.0
