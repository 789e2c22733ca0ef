"""A token that is laid down: where it lies, as the camera sees it or as it was said, is judged before the game decides.

That holds for one that is dropped (rules D24-12, D21-08) and for one that is placed by an action (D24-11).
"""

from __future__ import annotations

from geometry.table import Marker, Operative, Table
from overlook.table.declared_places import doubted
from overlook.table.judging_context import JudgingContext
from referee.game.board_place import BoardPlace
from referee.game.intents import REFEREE, Act, DropMarker
from referee.game.judging.position import table_of
from referee.game.state import GameState
from referee.rules.moves.interactions import may_lay
from referee.rules.ports.edition import ActionSpec
from referee.rules.ruling import RuleId, Ruling


def laid_down(state: GameState, seen: Table | None, act: Act) -> Act:
    """Return an action with where its marker goes, unless it says so: where its token is seen or its carrier stands."""
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


def with_place_judged(context: JudgingContext, drop: DropMarker) -> DropMarker:
    """Return a drop with the ruling on its place (rules D24-12, D21-08): where the camera sees the token, if it does.

    What the referee says stands: a token with no lawful place near lies as close as can be.
    """
    state = context.state
    on_board = {**table_of(state).operatives, **context.position.table.operatives}
    carrier = on_board.get(drop.operative)
    carried = state.operatives[drop.operative].carrying if drop.operative in state.operatives else None
    if carrier is None or carried is None or drop.rulings or drop.by == REFEREE:
        return drop
    place, ruling = _judged(context, context.flow.ids.put_down, carrier=carrier, carried=carried, said=drop.place)
    return drop.model_copy(update={"place": place, "rulings": (ruling,)})


def with_laying_judged(context: JudgingContext, act: Act, spec: ActionSpec) -> Act:
    """Return an action with the ruling on where it lays the marker that its operative carries; others as they are."""
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
        place, lies = said, doubted(placement) if said.declared else placement
    marker = Marker(carried, known.kind, known.diameter, lies)
    return place, may_lay(context.edition, context.position, rule, carrier, marker)
