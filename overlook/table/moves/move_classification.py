"""Move classification: the actions that a seen move may have been, ranked; moves out of turn; guards that may react.

A model is accepted on its likeliest level. From another level the same move would have climbed or dropped more or less;
each level is judged and weighted with its probability while the model stood there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from geometry.placement import LevelHypothesis, Placement
from geometry.position_errors import TagOffsetError
from geometry.table import Table
from geometry.terrain import Part
from messages.message import Message
from overlook.table.moves.path_candidates import JudgedPath, PathJudge, Spot, finished_climbs, simplify_observed_path
from overlook.table.observation.accepted_position import accepted_position
from overlook.table.observation.displaced import (
    ELSEWHERE_IN,
    RecordedParts,
    displaced_models,
    set_up_again,
    with_recorded_parts,
)
from referee.game.board_place import BoardPlace
from referee.game.engine.timeline import Timeline
from referee.game.events import decisions
from referee.game.intents import Act, Evidence, ProposedReading
from referee.game.judging.position import moved_so_far, performed_beside, still_going
from referee.game.state import Activation, ActivationKind, GameState
from referee.rules.judgement import Move, MoveJudgement, TriggerReached, Violation
from referee.rules.level_hypotheses import SAME, move_from_each, move_on_each, on_its_level
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Ruling, Verdict
from vision.tracking.track import Waypoint


@dataclass(frozen=True, slots=True)
class Noticed:
    """Enemies on guard in whose control or engagement range an action ends; in `perhaps` those too close to call."""

    sure: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()

    @property
    def found(self) -> dict[str, Any]:
        """Fields of the action's evidence."""
        return {"noticed": self.sure, **({"perhaps_noticed": self.perhaps} if self.perhaps else {})}


def guards_that_see(
    edition: Edition,
    state: GameState,
    *,
    position: Position,
    operative: str,
    to: BoardPlace | None,
    hatch: str | None = None,
) -> Noticed:
    """Return the enemies on guard in whose control or engagement range the operative ends its action.

    `to` is where a move ends; None if the action does not move the operative. `hatch` is the one that the action opens
    or closes; it is judged in its new state.
    """
    if not any(one.on_guard for one in state.operatives.values()):
        return Noticed()
    there = position.table.operatives
    guards = [enemy.id for enemy in position.enemies_of(operative) if state.operative(enemy.id).on_guard]
    if not guards:
        return Noticed()
    if to is not None:
        own = there[operative]
        placement = replace(own.placement, x=to.x, y=to.y, z=to.z, rotation_deg=to.rotation_deg)
        table = replace(position.table, operatives={**there, operative: replace(own, placement=placement)})
        position = replace(position, table=table)
    if hatch is not None:
        turned = (_turned(part) if part.id == hatch else part for part in position.table.terrain)
        position = replace(position, table=replace(position.table, terrain=tuple(turned)))
    call = state.policies.threshold.call
    called = {key: call(edition.engagement.engaged(position, key, operative).p_yes) for key in guards}
    sure, perhaps = (
        tuple(key for key in guards if called[key] is verdict) for verdict in (Verdict.YES, Verdict.TOO_CLOSE)
    )
    return Noticed(sure, perhaps)


def _turned(part: Part) -> Part:
    return replace(part, state="closed" if part.state == "open" else "open")


STRAY = "stray:"
"""Prefix of the fault key of a model that moved outside its activation."""

MOST_READINGS = 3
"""Largest number of actions offered as readings of one move."""


@dataclass(frozen=True, slots=True)
class MoveCandidate:
    """One reading of a seen move: the action, its judgement, and the intent to submit if it is accepted.

    `misplaced`, `unpaid` and `mined` are notes of the label, None if they do not apply.
    """

    action: str
    judgement: MoveJudgement
    act: Act
    misplaced: Message | None = None
    unpaid: Message | None = None
    call: Verdict = Verdict.YES
    mined: Message | None = None
    rank: int = 0

    @property
    def label(self) -> Message:
        """Label for players: the action, its price, and what is wrong with it."""
        move = {"action": self.action, "charged": self.judgement.charged, "allowed": self.judgement.allowance}
        note = self.misplaced or self.unpaid or self.mined
        if self.call is Verdict.TOO_CLOSE:
            if note is None:
                return Message.of("reading-move-open", **move)
            return Message.of("reading-move-note-open", **move, note=note)
        if not self.judgement.legal:
            note = Message.of("reading-fault", fault=self.judgement.fault)
        return (
            Message.of("reading-move", **move) if note is None else Message.of("reading-move-note", **move, note=note)
        )

    @property
    def called(self) -> Verdict:
        """The verdict: NO if carried equipment is misplaced or the action cannot be paid for."""
        return Verdict.NO if self.misplaced or self.unpaid else self.call

    @property
    def guess(self) -> ProposedReading:
        """The reading in the form that a proposal stores."""
        label = self.label
        return ProposedReading(label=str(label), intent="act", data=self.act.to_data(), message=label)


def classify_move(
    edition: Edition,
    state: GameState,
    table: Table,
    *,
    mover: str,
    seen_way: Sequence[Waypoint] = (),
    stood: RecordedParts = MappingProxyType({}),
    only: str | None = None,
) -> tuple[MoveCandidate, ...]:
    """Return the readings of the mover's change of place, the likeliest first.

    Legal ones come before illegal ones, sure before uncertain, cheap before expensive. Readings that surely break a
    rule are left out, unless there is no other.

    Each action is judged along the straight path and along the one that the camera followed (`seen_way`, recorded while
    the base was visible); if neither is surely legal, along the cheapest path that is. If a mine goes off on one path
    but not on another, both are readings; the path that the hand showed comes first. `stood` has the previous places of
    carried equipment. With `only`, the move is read as that action alone.
    """
    known, perhaps = state.operative(mover).place, table.operative(mover).placement
    seen = on_its_level(perhaps)
    if known is None:
        return ()
    position = accepted_position(edition, state, with_recorded_parts(table, stood))
    acting = state.acting
    going = still_going(acting, mover)
    start, end = (known.x, known.y, known.z), (seen.x, seen.y, seen.z)
    seen_to_go = simplify_observed_path(start, end, seen_way)
    ways = [(start, end), *([seen_to_go] if seen_to_go is not None else [])]
    noticed = guards_that_see(edition, state, position=position, operative=mover, to=BoardPlace.of(seen)).found
    readings = []
    card = state.operative(mover).card
    mounted = None if known.declared else TagOffsetError.of(seen, known.rotation_deg, table.common)
    own = (name for name in edition.movement.names if name not in state.actions or state.actions[name].is_of(card))
    for action in own if only is None else (only,):
        asked = Move(
            mover,
            action,
            (start, end),
            counteracting=acting is not None and acting.move_limit is not None,
            reacted=moved_so_far(acting, besides=action if action in going else None),
            sigma=seen.sigma,
            performed=performed_beside(acting, mover, action if action in going else None),
            spent=going.get(action, 0.0),
            mounted=mounted,
        )

        judge = PathJudge(edition, position, asked, state.policies.threshold.call)
        again = set_up_again(edition, position, table=table, stood=stood, action=action, by=seen)
        misplaced = None if again is None or again.holds else Message.of("reading-carried")
        unpaid = None if action in going else _unpaid(edition, state, acting, action=action)
        for rank, one in enumerate(judge.choices(ways, seen_way)):
            known_level = move_on_each(
                one.judgement.ruling,
                mover,
                perhaps,
                partial(_ruling_to, judge, start),
            )
            judgement = replace(one.judgement, ruling=known_level)
            rulings = (judgement.ruling,) if again is None else (judgement.ruling, again)
            act = Act(
                id="reading",
                operative=mover,
                action=action,
                to=BoardPlace.of(seen),
                path=one.way,
                charged=judgement.charged,
                goes_on=action in going,
                evidence=Evidence(
                    rulings=rulings, jump_from=judgement.jump_from, **noticed, **triggered_mines_evidence(one.springs)
                ),
            )
            call = state.policies.threshold.call(judgement.ruling.p_yes)
            call = Verdict.TOO_CLOSE if one.doubted and call is Verdict.YES else call
            readings.append(MoveCandidate(action, judgement, act, misplaced, unpaid, call, _of_mines(one), rank))
    if only is None and readings and not any(one.judgement.legal for one in readings):
        performed = performed_beside(acting, mover, None)
        asked = Move(mover, readings[0].action, (start, end), sigma=seen.sigma, performed=performed, mounted=mounted)
        for move, judgement in finished_climbs(edition, position, asked=asked, end=end):
            evidence = Evidence(
                rulings=(judgement.ruling,), then=move.then, **triggered_mines_evidence(judgement.likely_sprung)
            )
            act = readings[0].act.model_copy(
                update={"action": move.action, "path": move.path, "charged": judgement.charged, "evidence": evidence}
            )
            call = state.policies.threshold.call(judgement.ruling.p_yes)
            readings.append(MoveCandidate(f"{move.action} and {move.then}", judgement, act, call=call))
    return rank_candidates(readings)


def rank_candidates(readings: Iterable[MoveCandidate]) -> tuple[MoveCandidate, ...]:
    """Return readings in the order to offer them: likeliest first, without sure rule breakers if there are others."""
    found = sorted(readings, key=_likeliest)
    may_be = [one for one in found if one.call is not Verdict.NO]
    shown = list(dict.fromkeys(one.action for one in may_be or found))[:MOST_READINGS]
    return tuple(one for one in may_be or found if one.action in shown)


def _ruling_to(judge: PathJudge, start: Spot, end: Spot) -> Ruling:
    return judge.to(start, end).ruling


def triggered_mines_evidence(mines: Sequence[TriggerReached]) -> dict[str, Any]:
    """Return the evidence fields for mines that went off on the way, and where the mover was then (J24-07)."""
    if not mines:
        return {}
    return {"springs": tuple(one.marker for one in mines), "sprung_at": tuple(one.at for one in mines)}


def _of_mines(one: JudgedPath) -> Message | None:
    """Return the label's note about mines: those that go off, those that may but do not, and those avoided."""
    gone = [mine.marker for mine in one.springs]
    spared = [name for name in one.doubted if name not in gone]
    mines = [
        *(Message.of("reading-mine-sprung", mine=name) for name in gone),
        *(Message.of("reading-mine-not-sprung", mine=name) for name in spared),
        *(Message.of("reading-mine-avoided", mine=name) for name in one.round_it if name not in one.doubted),
    ]
    return Message.of("reading-mines", mines=mines) if mines else None


def _unpaid(edition: Edition, state: GameState, acting: Activation | None, *, action: str) -> Message | None:
    """Return a label's note if an action costs more AP than are left; a declared price change may still allow it."""
    spec = edition.actions.get(action)
    if acting is None or spec is None or state.free:
        return None
    if acting.left is not None:
        over = acting.doing is ActivationKind.REACTION and acting.move_limit is not None and spec.cost_ap > 1
        return Message.of("reading-cost-counteract", cost=spec.cost_ap) if over else None
    left = state.points_left(acting)
    return Message.of("reading-cost", cost=spec.cost_ap, left=left) if spec.cost_ap > left else None


def _likeliest(one: MoveCandidate) -> tuple[bool, bool, bool, int, int, float]:
    """Return the sort key of a reading, smallest for the likeliest.

    Refused readings are ranked by how many rules they surely break, without their price, so that measurement noise does
    not change the order. Actions that may not be performed at all come after moves that only went too far.
    """
    judgement = one.judgement
    wrong, sure = not judgement.legal or bool(one.misplaced or one.unpaid), one.call is Verdict.YES
    barred = wrong and (bool(one.unpaid) or Violation.PRECONDITION in judgement.beyond_doubt)
    charged = 0.0 if one.call is Verdict.NO else judgement.charged
    return wrong, not wrong and not sure, barred, len(judgement.beyond_doubt), one.rank, charged


def already_known(timeline: Timeline, away: Mapping[str, Placement]) -> dict[str, Placement]:
    """Return the displaced models that need no new question when a game is resumed: the page lists them.

    The active operative needs one, because it moved while the program was down or its proposal is unanswered. It needs
    no question if it is still at the place for which its last proposal was refused.
    """
    acting = timeline.state.acting
    if acting is None or acting.operative not in away:
        return dict(away)
    refused = last_refused(timeline, acting.operative)
    if refused is not None and refused.distance_to(away[acting.operative]) <= ELSEWHERE_IN:
        return dict(away)
    return {name: place for name, place in away.items() if name != acting.operative}


def last_refused(timeline: Timeline, mover: str) -> BoardPlace | None:
    """Return where the mover was when a proposal about it was last refused; None if none was."""
    for step in timeline.steps():
        for event in step.events:
            if isinstance(event, decisions.ProposalClosed) and event.taken is None:
                proposal = next(one for one in step.before.proposals if one.id == event.proposal)
                if proposal.operative == mover and proposal.to is not None:
                    return proposal.to
    return None


def find_out_of_turn_moves(state: GameState, table: Table, ignored: Mapping[str, Placement]) -> dict[str, Message]:
    """Return a fault for each model that moved outside its activation, by operative.

    `ignored` has places that were judged already.
    """
    acting = state.acting
    calls = {}
    for name, place in displaced_models(state, table).items():
        before = ignored.get(name)
        known = state.operatives[name].place
        if (acting is not None and acting.operative == name) or known is None:
            continue
        if before is not None and before.distance_to(place) <= ELSEWHERE_IN:
            continue
        distance = known.distance_to(place)
        calls[name] = Message.of("reading-out-of-turn", operative=name, distance=distance, x=known.x, y=known.y)
    return calls


class StartLevelTracker:
    """Last seen placements of models at their accepted places whose level is uncertain."""

    def __init__(self) -> None:
        self._stood: dict[str, Placement] = {}

    def take(self, state: GameState, table: Table) -> None:
        """Update from a table at rest; a model seen elsewhere keeps its previous entry."""
        for name, seen in table.operatives.items():
            known = state.operatives[name].place if name in state.operatives else None
            if known is None or known.distance_to(seen.placement) > ELSEWHERE_IN:
                continue
            self._stood.pop(name, None)
            if seen.placement.levels and not known.declared:
                self._stood[name] = seen.placement

    def of(self, state: GameState, operative: str) -> Placement | None:
        """Return the placement, with levels, of a model seen at its accepted place; None if its level was known."""
        stood, known = self._stood.get(operative), state.operative(operative).place
        near = stood is not None and known is not None and known.distance_to(stood) <= ELSEWHERE_IN
        return stood if near else None


def interpret_from_each(
    edition: Edition, state: GameState, table: Table, *, mover: str, began: Placement | None, **more: Any
) -> tuple[MoveCandidate, ...]:
    """Return the readings of a move, each judged over all levels from which the mover may have started.

    `began` is its seen placement before the move, None if its level was known; `more` is passed to `classify_move`.
    """
    readings = classify_move(edition, state, table, mover=mover, **more)
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
        others = [(p, classify_move(edition, other, table, **asked)) for p, other in there]
        rulings = [(p, _like(one, read).judgement.ruling) for p, read in others if read]
        _, *rest = one.act.evidence.rulings
        ruling = move_from_each(one.judgement.ruling, mover, began, rulings)
        act = one.act.with_found(rulings=(ruling, *rest))
        call = threshold.call(ruling.p_yes)
        call = one.call if call is Verdict.YES and one.call is Verdict.TOO_CLOSE else call
        found.append(replace(one, judgement=replace(one.judgement, ruling=ruling), act=act, call=call))
    return rank_candidates(found)


def _like(one: MoveCandidate, readings: tuple[MoveCandidate, ...]) -> MoveCandidate:
    """Return the reading along the same kind of path as another, or the likeliest if there is none."""
    return next((each for each in readings if each.rank == one.rank), readings[0])


def _standing(state: GameState, operative: str, level: LevelHypothesis) -> GameState:
    """Return the game state with an operative on another level."""
    known = state.operative(operative)
    if known.place is None:
        return state
    place = BoardPlace(
        known.place.x + level.dx, known.place.y + level.dy, level.z, known.place.rotation_deg + level.turn_deg
    )
    return replace(state, operatives={**state.operatives, operative: replace(known, place=place)})
