"""Plans: the short sequences of actions that explain a board on which hatches were turned and a model was moved.

Each plan is judged by folding the game over its actions: every one is done from the state that the last one leaves
(rules K24-07, I24-14, K21-02, C24-05, C24-06).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from geometry.measure import gap_to_part_horizontal
from geometry.placement import Placement
from geometry.table import Table
from geometry.terrain import Part
from messages.message import Message
from overlook.table.moves.move_classification import MoveCandidate, interpret_from_each
from overlook.table.moves.path_candidates import simplify_observed_path
from overlook.table.observation.accepted_position import accepted_position
from overlook.table.observation.displaced import RecordedParts, displaced_models, with_recorded_parts
from referee.game.board_place import BoardPlace
from referee.game.intents import Act, Evidence, Intent, ProposedReading
from referee.game.judging.position import attempt_of
from referee.game.state import GameState
from referee.rules.errors import RefereeError
from referee.rules.judgement import Attempt
from referee.rules.moves.interactions import HATCH_REACH, OPERATE_HATCH
from referee.rules.ports.actions import is_engaged, judge_attempt
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Verdict
from vision.tracking.track import Waypoint

OTHER = {"open": "closed", "closed": "open"}

LIFTED = "proposal:lift-"
"""Beginning of the ids of proposals that a marker was picked up."""

MOST_STOPS = 3
"""Largest number of places on the way from which a hatch may have been operated that are tried."""

CLEAR_IN = 0.02
"""Distance in inches that a model keeps from a hatch where it stops to operate it."""

Spot = tuple[float, float, float]

Foresee = Callable[[GameState, Intent], GameState]
"""Returns the state after an intent that its players agree to; raises `RefereeError` if the rules refuse it."""


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """The board that a plan explains: every leaf as the game has it, the leaves that were turned, and the moved model.

    `began` is the mover's seen placement before the move, `way` the path that the camera followed, `stood` the recorded
    places of equipment terrain.
    """

    table: Table
    turned: Mapping[str, str]
    mover: str
    began: Placement | None = None
    way: Sequence[Waypoint] = ()
    stood: RecordedParts = field(default_factory=dict)

    def standing(self, place: Placement) -> SeenTurn:
        """Return it with the mover on its way at a place, along no observed path."""
        own = replace(self.table.operatives[self.mover], placement=place)
        table = replace(self.table, operatives={**self.table.operatives, self.mover: own})
        return replace(self, table=table, began=None, way=())


@dataclass(frozen=True, slots=True)
class Plan:
    """A sequence of actions that explains the board: its first one, and the hatches that it accounts for.

    The first is `operated`, the action that turned a hatch, or one of `moves`. With `stops` the move is paused at that
    place, where a hatch is operated. `call` is the least certain verdict on its actions, `charged` what the move costs,
    inches.
    """

    hatches: frozenset[str]
    operated: Act | None = None
    moves: tuple[MoveCandidate, ...] = ()
    stops: BoardPlace | None = None
    call: Verdict = Verdict.YES
    charged: float = 0.0


@dataclass(frozen=True, slots=True)
class Planner:
    """Finds the plan for what the camera has seen."""

    edition: Edition
    foresee: Foresee

    def plan(self, state: GameState, seen: SeenTurn) -> Plan | None:
        """Return the plan that explains every turned hatch and the mover's place; None if the rules allow none.

        A hatch is operated first, last, or in the middle of the move: the same actions at the same price in AP. Of
        these the surest and shortest is taken; which move it was is asked.
        """
        if not all(self._may_operate(state, seen.mover, hatch) for hatch in seen.turned):
            return None
        found = list(self._plans(state, seen))
        if not any(one.call is Verdict.YES for one in found) and seen.mover in displaced_models(state, seen.table):
            found += (one for hatch in seen.turned for one in self._paused(state, seen, hatch))
        return min(found, key=lambda one: (one.call is not Verdict.YES, one.charged), default=None)

    def operated(self, state: GameState, seen: SeenTurn, hatch: str) -> tuple[Act, Verdict]:
        """Return the action that turned a hatch, from where the game has the mover, and its verdict."""
        table = with_recorded_parts(seen.table, seen.stood)
        position = accepted_position(self.edition, state, table)
        engaged = is_engaged(self.edition, position, Attempt(seen.mover, OPERATE_HATCH)).holds
        bare = Act(
            id="reading", operative=seen.mover, action=OPERATE_HATCH, thing=hatch, evidence=Evidence(engaged=engaged)
        )
        ruling = judge_attempt(self.edition, position, attempt_of(state, bare))
        act = bare.with_found(rulings=(ruling,), stands=OTHER[seen.turned[hatch]])
        call = ruling.verdict(state.policies.threshold)
        return act, Verdict.NO if call is not Verdict.NO and self._after(state, act) is None else call

    def lifted(
        self, state: GameState, table: Table, *, operative: str, marker: str, stood: RecordedParts
    ) -> tuple[Act, Verdict] | None:
        """Return the action that picks up a marker from where the game has the operative, and its verdict.

        None if the rules allow no such action.
        """
        spec = self.edition.lifting
        if spec is None:
            return None
        position = accepted_position(self.edition, state, with_recorded_parts(table, stood))
        engaged = is_engaged(self.edition, position, Attempt(operative, spec.name)).holds
        bare = Act(
            id="reading", operative=operative, action=spec.name, marker=marker, evidence=Evidence(engaged=engaged)
        )
        ruling = judge_attempt(self.edition, position, attempt_of(state, bare))
        act, call = bare.with_found(rulings=(ruling,)), ruling.verdict(state.policies.threshold)
        return None if call is Verdict.NO or self._after(state, act) is None else (act, call)

    def _may_operate(self, state: GameState, mover: str, hatch: str) -> bool:
        """Return whether the game allows the mover to operate a hatch, wherever it stands: its AP, what it has done."""
        return self._after(state, Act(id="reading", operative=mover, action=OPERATE_HATCH, thing=hatch)) is not None

    def _plans(self, state: GameState, seen: SeenTurn) -> Iterator[Plan]:
        """Yield the plans in which no move is paused; two hatches at once are two of an action that is done once."""
        moved = seen.mover in displaced_models(state, seen.table)
        if len(seen.turned) != 1:
            return
        (hatch,) = seen.turned
        act, call = self.operated(state, seen, hatch)
        after = None if call is Verdict.NO else self._after(state, act)
        if after is not None and (not moved or (moves := self._moves(after, seen))):
            least = call if not moved or call is not Verdict.YES else moves[0].call
            charged = moves[0].judgement.charged if moved else 0.0
            if moved and all(one.act.goes_on for one in moves):
                act = act.with_found(under_way=True)
            yield Plan(frozenset(seen.turned), operated=act, call=least, charged=charged)
        if moved:
            yield from self._moved_first(state, seen, hatch)

    def _moved_first(self, state: GameState, seen: SeenTurn, hatch: str) -> Iterator[Plan]:
        """Yield the plan in which the move is made and the hatch operated at its end."""
        fitting: list[MoveCandidate] = []
        sure = False
        for move in self._moves(state, seen):
            after = self._after(state, move.act)
            call = Verdict.NO if after is None else self.operated(after, seen, hatch)[1]
            if call is not Verdict.NO:
                fitting.append(move)
                sure = sure or call is move.call is Verdict.YES
        if fitting:
            call = Verdict.YES if sure else Verdict.TOO_CLOSE
            charged = fitting[0].judgement.charged
            yield Plan(frozenset(seen.turned), moves=tuple(fitting), call=call, charged=charged)

    def _paused(self, state: GameState, seen: SeenTurn, hatch: str) -> Iterator[Plan]:
        """Yield the plans in which the hatch is operated in the middle of the move (rules I24-14, K21-02)."""
        spec = self.edition.actions.get(OPERATE_HATCH)
        start = state.operative(seen.mover).place
        part = next((one for one in seen.table.terrain if one.id == hatch), None)
        if spec is None or start is None or part is None:
            return
        for place in self._stops(start, seen, part):
            here = seen.standing(place)
            for name in sorted(spec.within):
                for move in self._moves(state, here, only=name):
                    after = self._after(state, move.act)
                    turn = None if after is None else self.operated(after, here, hatch)
                    opened = None if after is None or turn is None else self._after(after, turn[0])
                    if turn is None or turn[1] is Verdict.NO or opened is None:
                        continue
                    rest = self._moves(opened, seen, only=name)
                    if not rest or not rest[0].act.goes_on:
                        continue
                    sure = all(each is Verdict.YES for each in (move.call, turn[1], rest[0].call))
                    yield Plan(
                        frozenset(seen.turned),
                        moves=(replace(move, act=move.act.with_found(under_way=True)),),
                        stops=BoardPlace.of(place),
                        call=Verdict.YES if sure else Verdict.TOO_CLOSE,
                        charged=rest[0].judgement.charged,
                    )
                    break

    def _stops(self, start: BoardPlace, seen: SeenTurn, part: Part) -> Iterator[Placement]:
        """Yield the places on the way from which the hatch may be in reach, those after whole inches first."""
        model = seen.table.operatives[seen.mover]
        end = model.placement
        way: Sequence[Spot] = ((start.x, start.y, start.z), (end.x, end.y, end.z))
        way = simplify_observed_path(way[0], way[-1], seen.way) or way
        found: list[tuple[bool, Placement]] = []
        for (ax, ay, az), (bx, by, _) in pairwise(way):
            length = math.hypot(bx - ax, by - ay)
            steps = [float(inch) for inch in range(1, math.ceil(length))]
            for along in (*steps, *(step / 10 for step in range(1, math.ceil(10 * length)))):
                share = along / length
                place = replace(end, x=ax + share * (bx - ax), y=ay + share * (by - ay), z=az, levels=())
                gap = gap_to_part_horizontal(replace(model, placement=place).base, part)
                if CLEAR_IN <= gap < HATCH_REACH - CLEAR_IN:
                    found.append((along not in steps, place))
        whole = [place for tenth, place in found if not tenth]
        tenths = [place for tenth, place in found if tenth]
        yield from (*whole, *tenths[-1:], *tenths[:1])[:MOST_STOPS]

    def _moves(self, state: GameState, seen: SeenTurn, *, only: str | None = None) -> tuple[MoveCandidate, ...]:
        """Return the readings of the move that the rules and the game may allow, the likeliest first."""
        try:
            readings = interpret_from_each(
                self.edition,
                state,
                seen.table,
                mover=seen.mover,
                began=seen.began,
                seen_way=seen.way,
                stood=seen.stood,
                only=only,
            )
        except RefereeError:
            return ()
        allowed = (one for one in readings if one.called is not Verdict.NO)
        return tuple(one for one in allowed if self._after(state, one.act) is not None)

    def _after(self, state: GameState, act: Act) -> GameState | None:
        """Return the state after an action, with no interruption of it; None if the rules refuse it."""
        try:
            after = self.foresee(state, act)
        except RefereeError:
            return None
        acting = after.activation
        return after if acting is None else replace(after, activation=replace(acting, awaiting=()))


def reading_of(act: Act, now: str) -> ProposedReading:
    """Return an action as a reading of a proposal; `now` is the seen state of the hatch."""
    label = Message.of("reading-hatch", action=OPERATE_HATCH, hatch=act.thing or "", now=now)
    return ProposedReading(label=str(label), intent="act", data=act.to_data(), message=label)


def lifting_of(act: Act) -> ProposedReading:
    """Return an action that picks up a marker as a reading of a proposal."""
    label = Message.of("reading-lift", action=act.action, marker=act.marker or "")
    return ProposedReading(label=str(label), intent="act", data=act.to_data(), message=label)
