"""View of the board, in inches and in camera pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project
from geometry.base import EXACT_TOLERANCE, MM_PER_INCH
from geometry.table import Table
from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.table.observation.accepted_position import ready, untracked_things
from overlook.table.observation.displaced import displaced_models
from overlook.table.offers.available_actions import how_far
from overlook.table.offers.table_facts import TableFacts
from referee.game.board_place import BoardPlace
from referee.game.judging.position import table_of
from referee.game.state import GameState
from referee.rules.judgement import Leg
from referee.rules.ports.edition import Edition
from web.contract.base import Point3, TrackState
from web.contract.table.available_actions import Needs, OffersView
from web.contract.table.board_views import MarkerView, MovingView, OperativeView, PoseView, TableView
from web.contract.table.game_views import Edge
from web.contract.table.snapshot import HeldView
from web.contract.table.view_builders import Projector, table_view


@dataclass(frozen=True)
class BoardProjector:
    """Projection from board inches to the pixels of the camera's image, through its lens."""

    camera: CameraModel
    pose: BoardPose

    def __call__(self, points: NDArray[np.float64], /) -> NDArray[np.float64]:
        """Return the pixels, shape (n, 2), of board points of shape (n, 3)."""
        return project(self.camera, self.pose, points * MM_PER_INCH)

    @property
    def eye(self) -> Point3:
        """Position of the camera in board inches."""
        x, y, z = (float(value) for value in self.pose.camera_mm / MM_PER_INCH)
        return x, y, z


def projector_of(facts: TableFacts) -> BoardProjector | None:
    """Return the projection from the board to the newest image; None while the board is lost."""
    pose = facts.seen.pose if facts.seen is not None else None
    return None if pose is None else BoardProjector(facts.camera, pose)


def table_shown(facts: TableFacts, projector: Projector | None) -> TableView:
    """Return the table as seen and known, on the board and, with a projector, in the image."""
    seen, state = facts.seen, facts.state
    if seen is None:
        return TableView()
    gone = {name for name, known in state.operatives.items() if not known.on_board}
    shown = {name: one for name, one in seen.table.operatives.items() if name not in gone}
    states = {name: TrackState(state.value) for name, state in seen.states.items()}
    away = untracked_things(state, replace(seen.table, operatives=shown))
    shown |= away.operatives
    states |= {name: _believed(state.operatives[name].place) for name in away.operatives}
    lying = {
        name: replace(one, kind=f"{one.kind} token")
        for name, one in ready(facts.edition_here, state, seen.table).items()
    }
    view = table_view(
        replace(seen.table, operatives=shown, markers={**seen.table.markers, **lying, **away.markers}),
        names={name: known.card.name for name, known in state.operatives.items()},
        labels={name: name.upper()[:4] for name in shown},
        states=states,
        status={name: known.status() for name, known in state.operatives.items() if name in shown},
        levels=seen.levels,
        board_lost=seen.problem is not None,
        declared=_declared_markers(state) & away.markers.keys(),
        spreads=facts.edition_here.spreads,
        projector=projector,
    )
    held = facts.held
    if held:
        view = view.model_copy(update={"markers": tuple(_holding(one, held.get(one.id)) for one in view.markers)})
    belongs = {name: state.operatives[name].place for name in displaced_models(state, seen.table)}
    if not belongs:
        return view
    return view.model_copy(
        update={"operatives": tuple(_belonging(one, belongs.get(one.id)) for one in view.operatives)}
    )


def _holding(shown: MarkerView, held: HeldView | None) -> MarkerView:
    if held is None:
        return shown
    return shown.model_copy(update={"holder": held.player, "says": held.why, "says_message": held.message})


def _belonging(shown: OperativeView, place: BoardPlace | None) -> OperativeView:
    if place is None:
        return shown
    belongs = PoseView(x=round(place.x, 3), y=round(place.y, 3), z=round(place.z, 3), rotation_deg=place.rotation_deg)
    return shown.model_copy(update={"belongs": belongs})


def _believed(place: BoardPlace | None) -> TrackState:
    """Return the state of an operative that no tag shows: declared by hand, or covered since it was last seen."""
    return TrackState.DECLARED if place is not None and place.declared else TrackState.COVERED


def _declared_markers(state: GameState) -> set[str]:
    return {name for name, one in state.markers.items() if one.place is not None and one.place.declared}


def recorded_table(state: GameState, edition: Edition) -> TableView:
    """Return the table as the game recorded it, without what only a camera knows."""
    table = table_of(state)
    places = {name: state.operatives[name].place for name in table.operatives}
    declared = {name for name, place in places.items() if place is not None and place.declared}
    return table_view(
        table,
        names={name: known.card.name for name, known in state.operatives.items()},
        labels={name: name.upper()[:4] for name in table.operatives},
        states={name: TrackState.DECLARED if name in declared else TrackState.SEEN for name in table.operatives},
        status={name: state.operatives[name].status() for name in table.operatives},
        levels={},
        declared=_declared_markers(state),
        spreads=edition.spreads,
    )


def places_seen(facts: TableFacts) -> dict[str, Point3]:
    """Return the seen positions of operatives and markers in inches, by id."""
    if facts.seen is None:
        return {}
    there = facts.seen.table
    placements = [one.placement for one in there.operatives.values()]
    placements += [one.placement for one in there.markers.values()]
    return {one.thing: (one.x, one.y, one.z) for one in placements}


def edges_of(table: Table) -> dict[str, Edge]:
    """Return the edge of the board at which each player's models are, relative to all other models."""
    bases = [(one.player, one.base.x, one.base.y) for one in table.operatives.values()]
    found: dict[str, Edge] = {}
    for player in {owner for owner, _, _ in bases}:
        own = [(x, y) for owner, x, y in bases if owner == player]
        others = [(x, y) for owner, x, y in bases if owner != player]
        if others:
            across = fmean(x for x, _ in own) - fmean(x for x, _ in others)
            along = fmean(y for _, y in own) - fmean(y for _, y in others)
            sideways = abs(across) > abs(along)
            found[player] = ("right" if across > 0 else "left") if sideways else ("far" if along > 0 else "near")
    return found


def moving_shown(facts: TableFacts, offers: OffersView | None) -> tuple[MovingView, ...]:
    """Return how far the active operative is from where it started, while it moves or its tag is hidden; else empty.

    A hidden tag gets no distance. `offers` tell which moves it may still make.
    """
    seen, acting = facts.seen, facts.state.acting
    if seen is None or acting is None or facts.state.sequence is not None:
        return ()
    operative = acting.operative
    known, track = facts.state.operatives[operative].place, seen.states.get(operative)
    if known is None or known.declared or track is None or not facts.state.in_play(operative):
        return ()
    state = TrackState(track.value)
    if state not in (TrackState.SEEN, TrackState.MOVING):
        hidden = Message.of("move-now-hidden", operative=operative, state=state)
        return (MovingView(operative=operative, state=state, sentence=_labelled(facts, hidden), message=hidden),)
    if seen.table.settled or operative not in displaced_models(facts.state, seen.table):
        return ()
    place = seen.table.operatives[operative].placement
    length = round(math.hypot(place.x - known.x, place.y - known.y), 2)
    cost = facts.edition_here.movement.pricing.distance_cost((Leg(length),))
    moves = [one.action for one in offers.actions if one.possible and one.needs is Needs.MOVE] if offers else []
    allowed = facts.memo.get("allowances", facts.timeline, lambda: _allowances(facts, operative, moves), key=moves)
    message = Message.of(
        "move-now",
        operative=operative,
        length=length,
        near=float(round(length)),
        rounded=cost > length,
        cost=cost,
    )
    if moves:
        message = Message.of("text-sentences", parts=[message, Message.of("move-now-each", moves=_left(allowed, cost))])
    sentence = _labelled(facts, message)
    return (MovingView(operative=operative, state=state, inches=length, sentence=sentence, message=message),)


def _allowances(facts: TableFacts, operative: str, moves: Iterable[str]) -> dict[str, float]:
    context = facts.context()
    return {} if context is None else {action: how_far(context, operative, action) for action in moves}


def _left(allowed: Mapping[str, float], cost: float) -> list[Message]:
    """Return what is left of each move that reaches so far; by how much each one falls short if none does."""
    reach = {action: most for action, most in allowed.items() if cost <= most + EXACT_TOLERANCE}
    if reach:
        return [
            Message.of("move-now-left", action=action, of=most, left=max(0.0, round(most - cost, 1)))
            for action, most in reach.items()
        ]
    return [
        Message.of("move-now-over", action=action, of=most, over=math.ceil(10 * (cost - most) - EXACT_TOLERANCE) / 10)
        for action, most in allowed.items()
    ]


def _labelled(facts: TableFacts, message: Message) -> str:
    return ENGLISH.text(message, {name: name.upper() for name in facts.state.operatives})
