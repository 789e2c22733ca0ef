"""Rulings on set-up and placement: operatives, equipment, and markers that are dropped or placed.

Dropping is judged by rules D24-12 and D21-08, placing by an action by D24-11. Placements by the referee are not judged.
"""

from __future__ import annotations

import math
from dataclasses import replace

from geometry.table import Marker, Operative, Table
from messages.message import Message
from overlook.table.observation.accepted_position import accepted_position, with_declared_covariance
from overlook.table.rulings.judging_context import JudgingContext
from referee.game.board_place import BoardPlace
from referee.game.handlers.set_up import option_name
from referee.game.intents import REFEREE, Act, Deploy, DropMarker, PlaceEquipment, SetUpAgain
from referee.game.judging.position import table_of
from referee.game.state import GameState, LifeState, OperativeState
from referee.rules.findings import footprint
from referee.rules.moves.interactions import may_lay
from referee.rules.ports.edition import ActionSpec
from referee.rules.position import Position
from referee.rules.ruling import Finding, Measurement, RuleId, Ruling
from referee.rules.set_up import Item, items_of, singular


def laid_down(state: GameState, seen: Table | None, act: Act) -> Act:
    """Return an action with the place of its marker filled in: where its token is seen or its carrier stands."""
    if act.marker is None or act.marker_to is not None:
        return act
    marker, who = state.markers.get(act.marker), state.operatives.get(act.operative)
    token = seen.markers.get(act.marker) if seen is not None else None
    place = None
    if marker is None and token is not None:
        place = BoardPlace.of(token.placement)
    elif marker is not None and who is not None and marker.carried_by == act.operative:
        place = who.place
    return act.model_copy(update={"marker_to": place})


def attach_drop_ruling(context: JudgingContext, drop: DropMarker) -> DropMarker:
    """Return a drop with the ruling on its place (rules D24-12, D21-08): the seen place of the token, if there is one.

    Drops by the referee are not judged: a token with no lawful place nearby lies as close as it can.
    """
    state = context.state
    on_board = {**table_of(state).operatives, **context.position.table.operatives}
    carrier = on_board.get(drop.operative)
    carried = state.operatives[drop.operative].carrying if drop.operative in state.operatives else None
    if carrier is None or carried is None or drop.rulings or drop.by == REFEREE:
        return drop
    place, ruling = _judged(context, context.flow.ids.put_down, carrier=carrier, carried=carried, said=drop.place)
    return drop.model_copy(update={"place": place, "rulings": (ruling,)})


def attach_placing_ruling(context: JudgingContext, act: Act, spec: ActionSpec) -> Act:
    """Return an action with the ruling on where it places the carried marker; other actions unchanged."""
    carrier = context.position.table.operatives.get(act.operative)
    carried = context.state.operative(act.operative).carrying
    if carrier is None or carried is None or act.marker != carried or act.marker_to is None or act.by == REFEREE:
        return act
    place, ruling = _judged(context, spec.rule, carrier=carrier, carried=carried, said=act.marker_to)
    return act.model_copy(update={"marker_to": place}).with_found(rulings=(*act.evidence.rulings, ruling))


def _judged(
    context: JudgingContext, rule: RuleId, *, carrier: Operative, carried: str, said: BoardPlace
) -> tuple[BoardPlace, Ruling]:
    known, seen = context.state.marker(carried), context.table.markers.get(carried)
    if seen is not None:
        place, lies = BoardPlace.of(seen.placement), seen.placement
    else:
        placement = said.placement(carried)
        place, lies = said, with_declared_covariance(placement) if said.declared else placement
    marker = Marker(carried, known.kind, known.diameter, lies)
    return place, may_lay(context.edition, context.position, rule, carrier, marker)


ZONES_REACH = 10.0
"""Distance in inches from the board's edge beyond which no drop zone reaches, if none are defined."""

UNSAID = 12.0
"""Standard deviation in inches of the edge of an undefined drop zone: large enough to ask, never to refuse."""


def attach_deployment_ruling(context: JudgingContext, deploy: Deploy) -> Deploy:
    """Return an operative's set-up with the ruling on its place (rules A24-01, A24-07, A24-13, N21-01)."""
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


def attach_set_up_again_ruling(context: JudgingContext, again: SetUpAgain) -> SetUpAgain:
    """Return an operative's set-up by a rule with the ruling on its place (rules A24-13, N21-01)."""
    state = context.state
    if not state.in_play(again.operative) or again.rulings or again.by == REFEREE:
        return again
    there = state.with_operative(again.operative, place=again.place)
    position = accepted_position(context.edition, there, context.table)
    ruling = context.edition.set_up.operative(position, again.operative, {})
    return again.model_copy(update={"rulings": (ruling,)})


def _near_an_edge(position: Position, known: OperativeState, rule: RuleId) -> Finding | None:
    """Return an uncertain finding about an operative that is far from every edge of the board; None for any other."""
    own, board = position.table.operative(known.card.id), position.table.board
    left, low, right, high = footprint(own.base).bounds
    inside = min(right, board.width - left, high, board.depth - low)
    if inside <= ZONES_REACH:
        return None
    means = Message.of("placement-drop-zone-unknown", thing=own.id)
    return Measurement.at_most(rule, means, inside, ZONES_REACH, sigma=UNSAID)


def attach_equipment_ruling(context: JudgingContext, placing: PlaceEquipment) -> PlaceEquipment:
    """Return an item's set-up with the ruling on its place (rules J24-01 to J24-10), if that is known.

    Terrain is matched with the best placed item of its kind that is not set up yet; if the camera sees none, or the
    edition has no rule of where items stand, nothing is judged. If the player has set up all that its option brings, or
    both players all that are seen, the item is one of those, the player's own first.
    """
    state, rules = context.state, context.edition.set_up
    if placing.rulings or placing.by == REFEREE or placing.player not in state.sides:
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
        wanted = singular(option_name(placing.item))
        there = [one for one in items_of(position, {}, frozenset()) if singular(one.item) == wanted]
        items = [replace(one, player=placing.player) for one in there if one.id not in state.set_up]
        done = [one.id for one in there if one.id in state.set_up]
        done.sort(key=lambda key: not _owns(state, placing, key))
        count = sum(_owns(state, placing, key) for key in done)
        if done and (not items or count >= rules.pieces.get(wanted, math.inf)):
            return placing.model_copy(update={"thing": done[0]})
    if rules.items is None:
        return placing.model_copy(update={"thing": items[0].id}) if items and marker is None else placing
    judged = [(rules.items(position, item, ground), item) for item in items]
    best = max(judged, key=lambda one: _worth(one[0]), default=None)
    if best is None:
        return placing
    thing = None if marker is not None else best[1].id
    return placing.model_copy(update={"rulings": (best[0],), "thing": thing})


def _owns(state: GameState, placing: PlaceEquipment, thing: str) -> bool:
    return state.set_up.get(thing) == placing.player


def _worth(ruling: Ruling) -> tuple[bool, float]:
    return ruling.holds, ruling.p_yes if math.isfinite(ruling.p_yes) else 0.0
