"""Reconciler: differences between camera and game as intents.

The intents are proposals, faults, turned tokens and hatches, and models found again.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from geometry.placement import Placement
from geometry.table import Table
from geometry.terrain import Part
from messages.message import Message
from overlook.table.games.steps import stands_as_undone, stands_as_withdrawn, stood_before
from overlook.table.moves.move_classification import (
    STRAY,
    MoveCandidate,
    StartLevelTracker,
    already_known,
    find_out_of_turn_moves,
    interpret_from_each,
)
from overlook.table.moves.plans import LIFTED, OTHER, Foresee, Plan, Planner, SeenTurn, lifting_of, reading_of
from overlook.table.observation.accepted_position import DeclaredPlaces
from overlook.table.observation.displaced import (
    ELSEWHERE_IN,
    EquipmentTerrain,
    MarkerWatch,
    RecordedParts,
    displaced_models,
    moved_marker_faults,
    moved_terrain_faults,
    portable_parts,
    turned_base_faults,
    with_recorded_parts,
)
from overlook.table.observation.seen_table import SeenTable
from referee.game.board_place import BoardPlace
from referee.game.engine.prompting import REFUSE
from referee.game.engine.timeline import Timeline
from referee.game.events import activations, decisions
from referee.game.intents import (
    ANY,
    CAMERA,
    Act,
    Answer,
    ClearFault,
    DeclarePlace,
    Intent,
    Propose,
    ReportFault,
    SetTerrain,
)
from referee.game.judging.order_tokens import ReadToken, TokenFace, read_tokens, token_intents
from referee.game.judging.position import HATCH, hatches_at_first
from referee.game.state import GameState, OpenProposal
from referee.rules.errors import RefereeError
from referee.rules.moves.interactions import OPERATE_HATCH
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Verdict


class HatchWatch:
    """Remembers the last seen state of each hatch, to notice when one is turned by hand.

    A leaf that looks the same as before is ignored even if the game has operated the hatch, because it may carry no
    tag. `asked` has the hatches with a proposal, and their state at that time.
    """

    def __init__(self) -> None:
        self._at_first: dict[str, str] = {}
        """States of the hatches that the game's set-up does not have."""
        self._seen: dict[str, str] = {}
        self._turned: dict[str, str] = {}
        self.asked: dict[str, str] = {}

    def take(self, edition: Edition, state: GameState, table: Table) -> None:
        """Update from a table at rest: hatches that were turned since the last one and now differ from the game."""
        known = {**hatches_at_first(state), **state.openings}
        for part in table.terrain if OPERATE_HATCH in edition.actions else ():
            if part.role != HATCH:
                continue
            name, now = part.id, part.state or "closed"
            stands = known[name] if name in known else self._at_first.setdefault(name, now)
            if now == stands:
                self._turned.pop(name, None)
            elif self._seen.get(name, now) != now:
                self._turned[name] = now
            self._seen[name] = now
        self.asked = {name: now for name, now in self.asked.items() if self._turned.get(name) == now}

    def set_up(self, hatch: str) -> None:
        """Record that the game now has a hatch as it was turned."""
        self._turned.pop(hatch, None)

    @property
    def away(self) -> Mapping[str, str]:
        """State of the hatches that were turned by hand and differ from the game, by id."""
        return dict(self._turned)

    def board_as_played(self, table: Table) -> Table:
        """Return a table with the hatches as the game has them: turning a leaf by hand alone opens nothing."""
        if not self._turned:
            return table
        terrain = (
            replace(part, state=OTHER[self._turned[part.id]]) if part.id in self._turned else part
            for part in table.terrain
        )
        return replace(table, terrain=tuple(terrain))


def is_before_battle(state: GameState) -> bool:
    """Return whether no operative has been activated in the battle yet, so that hatches may still be set up."""
    return not state.free and state.turning_point <= 1 and not state.activations and state.acting is None


def set_up_otherwise(edition: Edition, state: GameState) -> dict[str, Message]:
    """Return a fault for each hatch that is set up in another state than hatches begin the battle, by id."""
    begin = edition.set_up.hatches_begin
    if begin is None or state.turning_point or state.free:
        return {}
    return {
        hatch: Message.of("reading-hatch-begins", hatch=hatch, now=now, begin=begin)
        for hatch, now in hatches_at_first(state).items()
        if now != begin
    }


def is_turned_back(proposal: OpenProposal, away: Mapping[str, str]) -> bool:
    """Return whether the hatch that a proposal is about has returned to the state that the game has."""
    thing = proposal.readings[0].data.get("thing") if proposal.readings else None
    return proposal.id.startswith("proposal:leaf-") and thing not in away


def is_laid_back(proposal: OpenProposal, lifted: Mapping[str, BoardPlace]) -> bool:
    """Return whether the marker that a proposal says was picked up is on the table again."""
    marker = proposal.readings[0].data.get("marker") if proposal.readings else None
    return proposal.id.startswith(LIFTED) and marker not in lifted


def is_over(proposal: OpenProposal, timeline: Timeline) -> bool:
    """Return whether a proposal is about an action of an operative that is no longer active."""
    acting = timeline.state.acting
    reading = proposal.readings[0] if proposal.readings else None
    if reading is None or reading.intent != "act":
        return False
    interrupted = timeline.state.activation
    return proposal.operative not in {one.operative for one in (acting, interrupted) if one is not None}


def mover_left_place(proposal: OpenProposal, seen: SeenTable) -> bool:
    """Return whether the operative that a proposal is about has moved elsewhere since."""
    found = seen.table.operatives.get(proposal.operative)
    return found is not None and proposal.to is not None and proposal.to.distance_to(found.placement) > ELSEWHERE_IN


def is_overtaken(proposal: OpenProposal, timeline: Timeline) -> bool:
    """Return whether the operative has performed another action since the proposal about one of its actions."""
    reading = proposal.readings[0] if proposal.readings else None
    if reading is None or reading.intent != "act" or proposal.to is not None:
        return False
    for step in timeline.steps():
        if any(isinstance(each, decisions.Proposed) and each.proposal == proposal.id for each in step.events):
            return False
        done = (each for each in step.events if isinstance(each, activations.ActionPerformed))
        if any(each.operative == proposal.operative for each in done):
            return True
    return False


class OrderTokens:
    """Remembers the face of the order token beside each operative.

    A token with the same face as before is ignored, even if the game has changed or the token was covered for a while.
    The faces on the first table at rest are the starting point.
    """

    def __init__(self) -> None:
        self._faces: dict[str, TokenFace] | None = None

    def take(self, state: GameState, table: Table) -> tuple[ReadToken, ...]:
        """Return what players declared by turning or laying down a token since the last call."""
        said = read_tokens(state, table)
        before = self._faces
        self._faces = {**(before or {}), **{one.operative: one.face for one in said}}
        if before is None:
            return ()
        return tuple(one for one in said if before.get(one.operative) != one.face)


FARTHER = 0.25
"""Difference in inches or degrees beyond which a number of a fault counts as changed."""


def fault_changed(before: object, now: object) -> bool:
    """Return whether two faults, or two of their arguments, differ by more than noise in a number."""
    if isinstance(before, Message) and isinstance(now, Message):
        return before.code != now.code or fault_changed(before.args, now.args)
    if isinstance(before, tuple) and isinstance(now, tuple):
        return len(before) != len(now) or any(map(fault_changed, before, now))
    if isinstance(before, int | float) and isinstance(now, int | float):
        return abs(before - now) > FARTHER
    return before != now


Memory = TypeVar("Memory")


def fork(memory: Memory) -> Memory:
    """Return a copy with separate dicts, sets and lists; their contents are frozen and shared."""
    other = copy.copy(memory)
    for name, value in vars(other).items():
        if isinstance(value, dict | set | list):
            setattr(other, name, value.copy())
    return other


NUDGED, NUDGED_SIGMAS = 0.03, 5.0
"""Distance in inches, and in standard deviations, beyond which a hand has corrected a model since its move was read."""

SHOVED = "shoved:"
LEAF = "leaf:"

IntentSteps = Generator[Intent, Timeline, Timeline]
"""Yields intents, is sent the timeline after each one, and returns the last timeline."""


@dataclass(frozen=True, slots=True)
class ReadMove:
    """Place of a model when its move was last read, with the labels of its readings; `barred` if no action allows it.

    `calls` is empty after a restart.
    """

    operative: str
    place: BoardPlace
    labels: tuple[Message, ...]
    calls: tuple[Verdict, ...] = ()
    barred: bool = False


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """The plan whose first action, a move, was proposed: the proposal's id, and where the model was seen then."""

    proposal: str
    place: BoardPlace
    plan: Plan


@dataclass(frozen=True, slots=True)
class LastPlan:
    """The last plan that was searched for, and what was known then."""

    state: GameState
    turned: Mapping[str, str]
    place: Placement
    plan: Plan | None


class Reconciler:
    """Turns what the camera sees into intents for the game of one table, each thing once until it changes.

    It knows neither session nor journal: it yields intents, and its caller submits them. `new_id` returns an intent id
    that the game has not used; `fault` returns why the rules refuse an intent now, None if they do not; `foresee`
    returns the state after an intent.
    """

    def __init__(
        self,
        new_id: Callable[[str], str],
        *,
        resumed: bool,
        fault: Callable[[Intent], Message | None] = lambda _: None,
        foresee: Foresee = lambda state, _: state,
    ) -> None:
        self._new_id, self._refused, self._foresee = new_id, fault, foresee
        self._judged: dict[str, Placement] = {}
        self._called: dict[str, Placement] = {}
        self._read: ReadMove | None = None
        self._planned: PlannedMove | None = None
        self._turned: Mapping[str, str] | None = None
        self._last_plan: LastPlan | None = None
        self._tokens = OrderTokens()
        self._declared = DeclaredPlaces()
        self._leaves = HatchWatch()
        self._equipment = EquipmentTerrain()
        self._markers = MarkerWatch()
        self.levels = StartLevelTracker()
        self._taken: tuple[tuple[str, Part], ...] = ()
        self._resumed = resumed

    def fork(self, new_id: Callable[[str], str], fault: Callable[[Intent], Message | None]) -> Reconciler:
        """Return a reconciler with the same memory; later changes to it do not affect this one."""
        other = fork(self)
        other._new_id, other._refused = new_id, fault
        other._tokens, other._declared, other._leaves = fork(self._tokens), fork(self._declared), fork(self._leaves)
        other._equipment, other.levels = fork(self._equipment), fork(self.levels)
        other._markers = fork(self._markers)
        return other

    def intents(self, edition: Edition, timeline: Timeline, seen: SeenTable) -> Generator[Intent, Timeline, None]:
        """Yield the intents that follow from a table at rest, one after another.

        The generator is sent the timeline after each intent, or thrown the `RefereeError` that refused it. A refused
        order token becomes a fault on the table; for other intents the error is raised. `edition` is that of the game's
        killzone.
        """
        if self._resumed:
            self._judged = already_known(timeline, displaced_models(timeline.state, seen.table))
            self._called = dict(self._judged)
            self._resumed = False
        self.levels.take(timeline.state, seen.table)
        for name, place in self._declared.reappeared(timeline.state, seen.table):
            timeline = yield DeclarePlace(id=self._new_id("found"), by=CAMERA, operative=name, place=place)
        self._markers.take(seen.table)
        timeline = yield from self._clear_faults(edition, timeline, seen)
        timeline = yield from self._take_tokens(timeline, seen)
        self._leaves.take(edition, timeline.state, seen.table)
        timeline = yield from self._set_up_hatches(edition, timeline)
        for proposal in timeline.state.proposals:
            if _is_as_undone(timeline, seen, proposal.operative):
                continue
            if (
                self._is_about_else(proposal, edition, seen)
                or self._mover_left(proposal, seen)
                or self._is_read_otherwise(edition, timeline.state, seen=seen, proposal=proposal)
                or is_over(proposal, timeline)
                or is_overtaken(proposal, timeline)
                or is_turned_back(proposal, self._leaves.away)
                or is_laid_back(proposal, self._markers.lifted(timeline.state, seen.table))
            ):
                timeline = yield Answer(id=self._new_id("moved-on"), by=CAMERA, prompt=proposal.id, choice=REFUSE)
        self._equipment.take(edition, timeline.state, seen.table)
        timeline = yield from self._propose_lifting(edition, timeline, seen)
        timeline = yield from self._propose(edition, timeline, seen)
        timeline = yield from self._propose_leaves(edition, timeline, seen)
        for name, means in find_out_of_turn_moves(timeline.state, seen.table, self._called).items():
            self._called[name] = seen.table.operatives[name].placement
            timeline = yield from self._call(timeline, f"{STRAY}{name}", means)
        for name, means in self._shoved(edition, timeline.state, seen).items():
            timeline = yield from self._call(timeline, f"{SHOVED}{name}", means)

    def board_as_played(self, table: Table) -> Table:
        """Return the table that rulings use: hatches as operated, equipment terrain at its recorded place."""
        return with_recorded_parts(self._leaves.board_as_played(table), self.stood)

    @property
    def stood(self) -> RecordedParts:
        """The recorded places of equipment terrain."""
        return self._equipment.stood

    def _shoved(self, edition: Edition, state: GameState, seen: SeenTable) -> dict[str, Message]:
        table = seen.table
        return {
            **moved_marker_faults(state, table),
            **self._markers.faults(state, table),
            **moved_terrain_faults(edition, state, table),
            **turned_base_faults(state, table),
            **self._equipment.shoved(edition, state, table),
        }

    def _call(self, timeline: Timeline, key: str, fault: Message) -> IntentSteps:
        """Report a fault once, and again when it changes."""
        before = timeline.called.get(key)
        if before is not None:
            if not fault_changed(before, fault):
                return timeline
            timeline = yield self._cleared(key)
        return (yield self._fault(key, fault))

    def _fault(self, key: str, fault: Message) -> ReportFault:
        return ReportFault(id=self._new_id("call"), by=CAMERA, key=key, means=str(fault), message=fault)

    def _cleared(self, key: str) -> ClearFault:
        return ClearFault(id=self._new_id("mend"), by=CAMERA, key=key)

    def _clear_faults(self, edition: Edition, timeline: Timeline, seen: SeenTable) -> IntentSteps:
        """Clear the faults of things that are back in place, and of the active operative: it gets a proposal."""
        away, acting = displaced_models(timeline.state, seen.table), timeline.state.acting
        stray = away.keys() - ({acting.operative} if acting is not None else set())
        for key in timeline.called:
            if key.startswith(STRAY) and key.removeprefix(STRAY) not in stray:
                timeline = yield self._cleared(key)
        shoved = self._shoved(edition, timeline.state, seen)
        for key in timeline.called:
            if key.startswith(SHOVED) and key.removeprefix(SHOVED) not in shoved:
                timeline = yield self._cleared(key)
        self._judged = {name: place for name, place in self._judged.items() if name in away and name not in stray}
        self._called = {name: place for name, place in self._called.items() if name in stray}
        return timeline

    def _take_tokens(self, timeline: Timeline, seen: SeenTable) -> IntentSteps:
        """Submit what players declared by turning order tokens; a refusal is a fault until the token changes."""
        for said in self._tokens.take(timeline.state, seen.table):
            key = f"token:{said.operative}"
            if key in timeline.called:
                timeline = yield self._cleared(key)
            for intent in token_intents(timeline.state, (said,), f"{self._new_id('token')}-"):
                try:
                    timeline = yield intent
                except RefereeError as fault:
                    reason = Message.of("reading-token-refused", token=said.token, fault=fault.message)
                    timeline = yield self._fault(key, reason)
        return timeline

    def _propose(self, edition: Edition, timeline: Timeline, seen: SeenTable) -> IntentSteps:
        """Propose the active operative's move to its seen place, unless that was proposed already.

        While dice or other questions are open, no action could be taken; the proposal follows afterwards.
        """
        state = timeline.state
        acting = state.acting
        if acting is None or state.sequence is not None or state.tests or acting.awaiting:
            return timeline
        away = state.in_play(acting.operative) and acting.operative in displaced_models(state, seen.table)
        if not away or state.proposals or _lags_behind(timeline, seen, acting.operative):
            return timeline
        mover, place = acting.operative, seen.table.operatives[acting.operative].placement
        if stands_as_withdrawn(timeline, mover, place):
            self._judged[mover] = place
        if self._is_paused(state, mover):
            self._judged.pop(mover, None)
        before = self._judged.get(mover)
        taken = tuple(sorted(portable_parts(edition, seen.table).items()))
        asked = before is not None and before.distance_to(place) <= ELSEWHERE_IN and taken == self._taken
        if asked and (self._read is None or not self._nudged(edition, state, seen=seen, known=self._read)):
            return timeline
        self._taken = taken
        plan = self._plan(edition, state, seen)
        if plan is not None and plan.operated is not None:
            return timeline
        self._judged[mover], self._turned = place, self._leaves.away
        try:
            readings = plan.moves if plan is not None else self._readings(edition, state, seen, mover=mover)
        except RefereeError as fault:
            return (yield self._fault(f"{STRAY}{mover}", fault.message))
        known = state.operative(mover)
        moved = known.place.distance_to(place) if known.place is not None else 0.0
        question = _move_question(known.card.name, moved, readings[0].called)
        guesses = tuple(reading.guess for reading in readings)
        self._read = _read(mover, place=place, readings=readings)
        id_ = self._new_id("seen")
        if plan is not None:
            self._planned = PlannedMove(f"proposal:{id_}", BoardPlace.of(place), plan)
        owner = ANY if readings[0].called is Verdict.TOO_CLOSE else known.player
        return (
            yield Propose(id=id_, by=CAMERA, owner=owner, question=str(question), readings=guesses, message=question)
        )

    def _is_read_otherwise(
        self, edition: Edition, state: GameState, *, seen: SeenTable, proposal: OpenProposal
    ) -> bool:
        """Return whether the move of a proposal has other readings now: a leaf was turned, or its model corrected."""
        mover, to = proposal.operative, proposal.to
        if to is None:
            return False
        if self._turned is not None and self._turned != self._leaves.away:
            self._judged.pop(mover, None)
            return True
        known = self._read
        if known is None or known.operative != mover:
            known = ReadMove(mover, to, tuple(one.label for one in proposal.readings))
        if not self._nudged(edition, state, seen=seen, known=known):
            return False
        self._judged.pop(mover, None)
        return True

    def _readings(
        self, edition: Edition, state: GameState, seen: SeenTable, *, mover: str
    ) -> tuple[MoveCandidate, ...]:
        """Return the readings of a move; those that the game refuses come last, with the reason."""
        way = seen.paths.get(mover, ())
        began = self.levels.of(state, mover)
        found = interpret_from_each(
            edition,
            state,
            self._leaves.board_as_played(seen.table),
            mover=mover,
            began=began,
            seen_way=way,
            stood=self.stood,
        )
        told = [
            replace(one, unpaid=why) if one.called is not Verdict.NO and (why := self._refused(one.act)) else one
            for one in found
        ]
        return tuple(sorted(told, key=lambda one: one.called is Verdict.NO))

    def _nudged(self, edition: Edition, state: GameState, *, seen: SeenTable, known: ReadMove) -> bool:
        """Return whether a model was shifted a little from where its move was read, and has other readings there.

        A player sets a model back a little if it went too far. If the readings stay the same, there is no new proposal.
        """
        now = seen.table.operatives.get(known.operative)
        acting = state.acting
        if now is None or acting is None or acting.operative != known.operative or state.sequence is not None:
            return False
        if not state.in_play(known.operative):
            return False
        apart = known.place.distance_to(now.placement)
        if apart <= max(NUDGED, NUDGED_SIGMAS * now.placement.sigma) or apart > ELSEWHERE_IN:
            return False
        try:
            readings = self._readings(edition, state, seen, mover=known.operative)
        except RefereeError:
            return False
        self._read = _read(known.operative, place=now.placement, readings=readings)
        same = self._read.labels == known.labels and (not known.calls or self._read.calls == known.calls)
        return not same

    def _is_about_else(self, proposal: OpenProposal, edition: Edition, seen: SeenTable) -> bool:
        """Return whether carried equipment has moved since the proposal about its operative was made."""
        return proposal.to is not None and tuple(sorted(portable_parts(edition, seen.table).items())) != self._taken

    def _set_up_hatches(self, edition: Edition, timeline: Timeline) -> IntentSteps:
        """Set hatches up as they were turned before the first activation, if the edition lets them begin so."""
        state = timeline.state
        begin = edition.set_up.hatches_begin
        known = {part.id for part in state.terrain}
        turned = {
            hatch: now
            for hatch, now in self._leaves.away.items()
            if hatch in known and not state.openings and begin in (None, now)
        }
        if not turned or not is_before_battle(state):
            return timeline
        for hatch in turned:
            self._leaves.set_up(hatch)
        terrain = tuple(replace(part, state=turned.get(part.id, part.state)) for part in state.terrain)
        return (yield SetTerrain(id=self._new_id("terrain"), by=CAMERA, terrain=terrain))

    def _propose_lifting(self, edition: Edition, timeline: Timeline, seen: SeenTable) -> IntentSteps:
        """Propose that the active operative picks up a marker that was taken off the table.

        It does so from where the game has it. While its move is still to be asked about, the marker waits: the
        operative may pick it up where that move ends. A marker of which its player has said no goes back.
        """
        state, acting = timeline.state, timeline.state.acting
        lifted = self._markers.lifted(state, seen.table)
        self._markers.waiting &= lifted.keys()
        if not lifted or state.sequence is not None or state.tests or (acting is not None and acting.awaiting):
            return timeline
        asked = {one.readings[0].data.get("marker") for one in state.proposals if one.readings}
        active = acting.operative if acting is not None and state.in_play(acting.operative) else None
        planner = Planner(edition, self._foresee)
        self._markers.waiting = lifted.keys() & asked
        for name in lifted.keys() - asked - self._markers.asked if active is not None else ():
            table = self._leaves.board_as_played(seen.table)
            found = planner.lifted(state, table, operative=active or "", marker=name, stood=self.stood)
            if found is not None and not timeline.state.proposals:
                timeline = yield self._lifting(state, seen, *found)
                self._markers.asked.add(name)
                self._markers.waiting.add(name)
            elif found is not None or active in displaced_models(state, seen.table):
                self._markers.waiting.add(name)
        return timeline

    def _lifting(self, state: GameState, seen: SeenTable, act: Act, call: Verdict) -> Propose:
        card = state.operative(act.operative).card
        question = Message.of("reading-marker-lifted", name=card.name, marker=act.marker or "")
        owner = ANY if call is Verdict.TOO_CLOSE else card.player
        return Propose(
            id=self._new_id("lift"),
            by=CAMERA,
            owner=owner,
            question=str(question),
            readings=(lifting_of(act),),
            message=question,
        )

    def _propose_leaves(self, edition: Edition, timeline: Timeline, seen: SeenTable) -> IntentSteps:
        """Propose that the active operative has operated the hatch that was turned; otherwise report a fault.

        Each turn gets one proposal. It is a fault if no operative may have turned the hatch or if its player said no.
        """
        away, wrong = self._leaves.away, set_up_otherwise(edition, timeline.state)
        for key in timeline.called:
            if key.startswith(LEAF) and key.removeprefix(LEAF) not in {*away, *wrong}:
                timeline = yield self._cleared(key)
        for hatch, fault in wrong.items():
            timeline = yield from self._call(timeline, f"{LEAF}{hatch}", fault)
        if not away:
            return timeline
        state, acting = timeline.state, timeline.state.acting
        if state.sequence is not None or state.tests or (acting is not None and acting.awaiting):
            return timeline
        explained = self._explained(state)
        plan = None if explained or state.proposals else self._plan(edition, state, seen)
        if plan is not None and plan.operated is not None and acting is not None:
            (hatch,) = plan.hatches
            self._leaves.asked[hatch] = away[hatch]
            card = state.operative(acting.operative).card
            question = Message.of("reading-hatch-turned", name=card.name, hatch=hatch, now=away[hatch])
            timeline = yield Propose(
                id=self._new_id("leaf"),
                by=CAMERA,
                owner=card.player,
                question=str(question),
                readings=(reading_of(plan.operated, away[hatch]),),
                message=question,
            )
            explained = plan.hatches
        for hatch, now in away.items():
            if hatch not in explained and not self._is_asked(state, hatch):
                timeline = yield from self._call(timeline, f"{LEAF}{hatch}", self._unexplained(state, seen, hatch, now))
        return timeline

    def _plan(self, edition: Edition, state: GameState, seen: SeenTable) -> Plan | None:
        """Return how the active operative may have brought about what is seen, hatches included; None without any.

        The answer is kept until the game, a leaf or the model changes.
        """
        acting, away = state.acting, self._leaves.away
        if not away or acting is None or not state.in_play(acting.operative):
            return None
        asked = any(self._leaves.asked.get(hatch) == now for hatch, now in away.items())
        if asked or acting.operative not in seen.table.operatives:
            return None
        mover = acting.operative
        place = seen.table.operatives[mover].placement
        known = self._last_plan
        if (
            known is not None
            and known.state is state
            and known.turned == away
            and known.place.distance_to(place) <= (max(NUDGED, NUDGED_SIGMAS * place.sigma))
        ):
            return known.plan
        turn = SeenTurn(
            self._leaves.board_as_played(seen.table),
            away,
            mover,
            began=self.levels.of(state, mover),
            way=seen.paths.get(mover, ()),
            stood=self.stood,
        )
        plan = Planner(edition, self._foresee).plan(state, turn)
        self._last_plan = LastPlan(state, away, place, plan)
        return plan

    def _is_paused(self, state: GameState, mover: str) -> bool:
        """Return whether the first part of a planned move was taken, so that the rest of it is to be read."""
        planned, known = self._planned, state.operative(mover).place
        stops = None if planned is None or self._explained(state) else planned.plan.stops
        if stops is None or known is None or known.distance_to(stops) > ELSEWHERE_IN:
            return False
        self._planned = None
        return True

    def _explained(self, state: GameState) -> frozenset[str]:
        """Return the hatches that the plan behind an open proposal accounts for."""
        planned = self._planned
        waits = planned is not None and any(one.id == planned.proposal for one in state.proposals)
        return planned.plan.hatches if planned is not None and waits else frozenset()

    def _is_asked(self, state: GameState, hatch: str) -> bool:
        """Return whether a proposal about operating the hatch is open."""
        return any(
            one.id.startswith("proposal:leaf-") and one.readings and one.readings[0].data.get("thing") == hatch
            for one in state.proposals
        )

    def _unexplained(self, state: GameState, seen: SeenTable, hatch: str, now: str) -> Message:
        """Return the fault of a leaf that no action turned; a model beyond its reach goes back with it."""
        acting = state.acting
        mover = None if acting is None else acting.operative
        known = None if mover is None else state.operative(mover).place
        if mover is None or known is None or mover not in displaced_models(state, seen.table):
            return Message.of("reading-hatch-not-operated", hatch=hatch, now=now)
        if self._read is None or self._read.operative != mover or not self._read.barred:
            return Message.of("reading-hatch-not-operated", hatch=hatch, now=now)
        return Message.of("reading-hatch-put-back", hatch=hatch, now=now, operative=mover, x=known.x, y=known.y)

    def _mover_left(self, proposal: OpenProposal, seen: SeenTable) -> bool:
        """Return whether the model of a proposal has moved elsewhere since; a paused move ends short of its place."""
        planned = self._planned
        if planned is not None and planned.proposal == proposal.id and planned.plan.stops is not None:
            found = seen.table.operatives.get(proposal.operative)
            return found is not None and planned.place.distance_to(found.placement) > ELSEWHERE_IN
        return mover_left_place(proposal, seen)


def _move_question(name: str, distance: float, call: Verdict) -> Message:
    """Return the question about a seen move, by the verdict on its likeliest reading."""
    if call is Verdict.NO:
        return Message.of("reading-moved-illegal", name=name, distance=distance)
    code = "reading-moved-open" if call is Verdict.TOO_CLOSE else "reading-moved"
    return Message.of(code, name=name, distance=distance)


def _is_as_undone(timeline: Timeline, seen: SeenTable, operative: str) -> bool:
    there = seen.table.operatives.get(operative)
    return there is not None and stands_as_undone(timeline, operative, there.placement)


def _lags_behind(timeline: Timeline, seen: SeenTable, operative: str) -> bool:
    """Return whether a model is where a step that can be redone, or an earlier step of its activation, had it."""
    there = seen.table.operatives[operative].placement
    return stands_as_undone(timeline, operative, there) or stood_before(timeline, operative, there)


def _read(mover: str, *, place: Placement, readings: Sequence[MoveCandidate]) -> ReadMove:
    calls = tuple(one.call for one in readings)
    barred = all(one.called is Verdict.NO for one in readings)
    return ReadMove(mover, BoardPlace.of(place), tuple(one.label for one in readings), calls, barred)
