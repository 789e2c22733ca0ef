"""What the camera saw, put to the judge: moves become proposals, and what moved out of its turn is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import shapely
from shapely.geometry import LineString

from geometry.errors import GeometryError
from geometry.mounted import Mounted
from geometry.placement import Placement
from geometry.table import Operative, Table
from overlook.table.carried_terrain import Stood, as_it_stood, set_up_again
from overlook.table.declared_places import unseen
from overlook.table.displaced import ELSEWHERE_IN, displaced, nudged
from overlook.table.finished_climbs import finished_climbs
from overlook.table.noticing import noticed_by
from overlook.table.shoved_markers import as_they_lay
from overlook.table.shoved_terrain import as_it_was
from overlook.table.turned_bases import as_it_faced
from overlook.table.unplayed_tokens import in_play
from referee.game.board import position_of
from referee.game.board_place import BoardPlace
from referee.game.events import words
from referee.game.intents import Act, Evidence, ProposedReading
from referee.game.paused_moves import performed_beside, still_going
from referee.game.state import Activation, GameState
from referee.game.timeline import Timeline
from referee.rules.edition import Edition
from referee.rules.judgement import Move, MoveJudgement, Violation
from referee.rules.measuring import in_inches
from referee.rules.on_which_level import move_on_each, on_its_level
from referee.rules.position import Position
from referee.rules.ruling import Verdict
from vision.track import Waypoint

MOST_READINGS = 3
ROOM_SIGMAS, MOST_ROOM = 6.0, 0.1
"""Standard deviations of a place, and inches at most, that a way which nobody followed keeps off what it passes."""

SEEN_WAY_IN = 0.35
"""Inches by which a way that was followed may be smoothed: a hand trembles, and every increment has its price."""

FAULTS = {
    Violation.PRECONDITION: "not allowed now",
    Violation.THROUGH_TERRAIN: "goes through terrain",
    Violation.THROUGH_BASE: "goes through another model",
    Violation.THROUGH_ENEMY_BASE: "goes through an enemy model",
    Violation.BASE_OVERLAP: "ends on another model's base",
    Violation.NOT_CARRIED: "nobody can stand there",
    Violation.JUMP_TOO_FAR: "jumps too far",
    Violation.BOARD_EDGE: "leaves the board",
    Violation.ENTERS_CONTROL_RANGE: "comes too near an enemy on the way",
    Violation.ENDS_IN_CONTROL_RANGE: "ends too near an enemy",
    Violation.LEFT_CONTROL_RANGE: "passes an enemy that it must stay with",
    Violation.MUST_FINISH_IN_CONTROL_RANGE: "does not end beside an enemy",
    Violation.CLIMB_HEIGHT: "climbs too high, or where nothing is to climb",
    Violation.DROP_HEIGHT: "drops too deep",
    Violation.DASH_CLIMB: "may not climb, drop or jump",
    Violation.TOO_FAR: "too far",
}
"""What is wrong with a move, as a player says it."""

Spot = tuple[float, float, float]
Way = tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a move that was seen: the action, its judgement, and the intent that it would be."""

    action: str
    judgement: MoveJudgement
    act: Act
    misplaced: str = ""
    unpaid: str = ""
    call: Verdict = Verdict.YES

    @property
    def label(self) -> str:
        """What people are shown: the action, its price, and what is wrong."""
        price = f"{in_inches(self.judgement.charged)} of {in_inches(self.judgement.allowance)}"
        if self.call is Verdict.TOO_CLOSE:
            return f"{self.action}, {price}{self.misplaced or self.unpaid}: too close to call"
        if self.judgement.legal:
            springs = self.act.evidence.springs
            goes_off = f": {', '.join(springs)} goes off" if springs else ""
            return f"{self.action}, {price}{self.misplaced or self.unpaid or goes_off}"
        return f"{self.action}, {price}: {FAULTS[self.judgement.violations[0]]}"

    @property
    def called(self) -> Verdict:
        """How it is called: what is misplaced or not paid for is no action that may be taken."""
        return Verdict.NO if self.misplaced or self.unpaid else self.call

    @property
    def guess(self) -> ProposedReading:
        """The reading as the game's proposal holds it."""
        return ProposedReading(label=self.label, intent="act", data=self.act.to_data())


def accepted_position(edition: Edition, state: GameState, table: Table) -> Position:
    """Return the position that the game holds, with the camera's doubt: models where they were accepted.

    A model that is seen where it was accepted brings its covariance along, and doubt by what it was nudged since; an
    oval one faces as it did. One that no tag shows stands where the game has it, with a larger doubt where somebody
    said so; so does a marker. Terrain that was moved stands where it stood.
    """
    table = as_it_was(edition, state, in_play(edition, state, table))

    def stands(seen: Operative) -> Operative:
        known = state.operatives[seen.id]
        placement = seen.placement
        if known.place is not None and known.place.distance_to(placement) > ELSEWHERE_IN:
            place = known.place
            covariance = on_its_level(placement).covariance
            placement = Placement(seen.id, place.x, place.y, place.z, place.rotation_deg, covariance)
        elif known.place is not None and not known.place.declared:
            placement = nudged(as_it_faced(seen, known.place), known.place)
        return Operative(seen.id, known.player, known.card.shape, known.card.head, placement, seen.head_sigma)

    operatives = {name: stands(seen) for name, seen in table.operatives.items() if name in state.operatives}
    away = unseen(state, table)
    operatives |= away.operatives
    markers = {**as_they_lay(state, table), **away.markers}
    return position_of(state, replace(table, operatives=operatives, markers=markers))


def interpret_move(
    edition: Edition,
    state: GameState,
    table: Table,
    *,
    mover: str,
    seen_way: Sequence[Waypoint] = (),
    stood: Stood = MappingProxyType({}),
    only: str | None = None,
) -> tuple[Reading, ...]:
    """Return the ways to read the mover's change of place, the likeliest first: legal before not, sure before not,
    cheap before dear.

    What surely breaks a rule is no reading, unless there is no other.

    Each action is judged by the straight way and by the one that the camera followed (`seen_way`, while the base could
    be seen); where neither is surely legal, by the cheapest one that is. What goes off on the way does so on the
    one that was followed, where that is legal: a hand shows which way round its model goes. `stood` is where equipment
    stood that is taken along. With `only` it is read as that action alone.
    """
    known, perhaps = state.operative(mover).place, table.operative(mover).placement
    seen = on_its_level(perhaps)
    if known is None:
        return ()
    position = accepted_position(edition, state, as_it_stood(table, stood))
    acting = state.acting
    going = still_going(acting, mover)
    start, end = (known.x, known.y, known.z), (seen.x, seen.y, seen.z)
    followed = _followed(start, end, seen_way)
    ways = [(start, end), *([followed] if followed is not None else [])]
    noticed = noticed_by(edition, state, position=position, operative=mover, to=BoardPlace.of(seen))
    readings = []
    card = state.operative(mover).card
    mounted = None if known.declared else Mounted.of(seen, known.rotation_deg, table.common)
    own = (name for name in edition.movement.names if name not in state.actions or state.actions[name].is_of(card))
    for action in own if only is None else (only,):
        asked = Move(
            mover,
            action,
            (start, end),
            counteracting=acting is not None and acting.move_limit is not None,
            sigma=seen.sigma,
            performed=performed_beside(acting, mover, action if action in going else None),
            spent=going.get(action, 0.0),
            mounted=mounted,
        )

        def judge(way: Way, asked: Move = asked) -> tuple[Way, MoveJudgement]:
            return way, edition.judge_move(position, replace(asked, path=way))

        def worth(judged: tuple[Way, MoveJudgement]) -> tuple[bool, bool, int, float]:
            judgement = judged[1]
            sure = state.policies.threshold.call(judgement.ruling.p_yes) is Verdict.YES
            return not judgement.legal, not sure, len(judgement.violations), judgement.charged

        def best(by_way: Sequence[tuple[Way, MoveJudgement]], action: str = action) -> tuple[Way, MoveJudgement]:
            judged = min(by_way, key=worth)
            for room in (min(MOST_ROOM, ROOM_SIGMAS * seen.sigma), 0.0):
                if not any(worth(judged)[:2]) or Violation.PRECONDITION in judged[1].violations:
                    break
                cheapest = _cheapest(edition, position, mover, action=action, end=by_way[0][0][-1], room=room)
                if cheapest is not None:
                    judged = min(judged, judge(cheapest), key=worth)
            return judged

        by_way = list(map(judge, ways))
        way, judgement = best(by_way)
        known_level = move_on_each(
            judgement.ruling, mover, perhaps, lambda there: best([judge((start, there))])[1].ruling
        )
        judgement = replace(judgement, ruling=known_level)
        gone_by = by_way[-1][1] if by_way[-1][1].legal else judgement
        again = set_up_again(edition, position, table=table, stood=stood, action=action, by=seen)
        rulings = (judgement.ruling,) if again is None else (judgement.ruling, again)
        act = Act(
            id="reading",
            operative=mover,
            action=action,
            to=BoardPlace.of(seen),
            path=way,
            charged=judgement.charged,
            goes_on=action in going,
            evidence=Evidence(rulings=rulings, noticed=noticed, jump_from=judgement.jump_from, **gone_off(gone_by)),
        )
        misplaced = "" if again is None or again.holds else ": what it takes along may not stand there"
        unpaid = "" if action in going else _unpaid(edition, state, acting, action=action)
        call = state.policies.threshold.call(judgement.ruling.p_yes)
        readings.append(Reading(action, judgement, act, misplaced, unpaid, call))
    if only is None and readings and not any(one.judgement.legal for one in readings):
        performed = performed_beside(acting, mover, None)
        asked = Move(mover, readings[0].action, (start, end), sigma=seen.sigma, performed=performed, mounted=mounted)
        for move, judgement in finished_climbs(edition, position, asked=asked, end=end):
            evidence = Evidence(rulings=(judgement.ruling,), then=move.then, **gone_off(judgement))
            act = readings[0].act.model_copy(
                update={"action": move.action, "path": move.path, "charged": judgement.charged, "evidence": evidence}
            )
            call = state.policies.threshold.call(judgement.ruling.p_yes)
            readings.append(Reading(f"{move.action} and {move.then}", judgement, act, call=call))
    return likeliest_first(readings)


def likeliest_first(readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Return readings as they are asked about: the likeliest first, without what surely breaks a rule beside others."""
    found = sorted(readings, key=_likeliest)
    may_be = [one for one in found if one.call is not Verdict.NO]
    return tuple((may_be or found)[:MOST_READINGS])


def gone_off(judged: MoveJudgement) -> dict[str, Any]:
    """Return what an action's evidence says of mines that went off on the way, and where the mover was (J24-07)."""
    return {"springs": judged.sprung, "sprung_at": judged.sprung_at} if judged.sprung else {}


def _unpaid(edition: Edition, state: GameState, acting: Activation | None, *, action: str) -> str:
    """Return that an action costs more than is left; a declared change of its price may allow it all the same."""
    spec = edition.actions.get(action)
    if acting is None or spec is None or state.free:
        return ""
    if acting.left is not None:
        return f": costs {spec.cost_ap} AP, not 1" if acting.move_limit is not None and spec.cost_ap > 1 else ""
    left = state.operative(acting.operative).apl - acting.spent
    return f": costs {spec.cost_ap} AP, {left} left" if spec.cost_ap > left else ""


def _likeliest(one: Reading) -> tuple[bool, bool, int, float]:
    judgement = one.judgement
    wrong, sure = not judgement.legal or bool(one.misplaced or one.unpaid), one.call is Verdict.YES
    return wrong, not wrong and not sure, len(judgement.violations), judgement.charged


def _followed(start: Spot, end: Spot, seen_way: Sequence[Waypoint]) -> Way | None:
    """Return the way that was seen in few increments; None where it was straight, went up or down, or was not seen."""
    if len(seen_way) < 3 or start[2] != end[2]:
        return None
    places = [start[:2], *((one.x, one.y) for one in seen_way[1:-1]), end[:2]]
    line = shapely.simplify(LineString(places), SEEN_WAY_IN)
    way = tuple((float(x), float(y), start[2]) for x, y in line.coords)
    return way if len(way) > 2 else None


def _cheapest(edition: Edition, position: Position, mover: str, *, action: str, end: Spot, room: float) -> Way | None:
    try:
        return edition.movement.search(edition, position, mover, action).way_to(end, room=room).path
    except GeometryError:
        return None


def already_known(timeline: Timeline, away: Mapping[str, Placement]) -> dict[str, Placement]:
    """Return which models that stand elsewhere need no new question when a game goes on: the page lists them.

    The active operative is asked about, as it moved while the program was down or was not yet answered for; not where
    it stands as it did when its last proposal was refused.
    """
    acting = timeline.state.acting
    if acting is None or acting.operative not in away:
        return dict(away)
    refused = last_refused(timeline, acting.operative)
    if refused is not None and refused.distance_to(away[acting.operative]) <= ELSEWHERE_IN:
        return dict(away)
    return {name: place for name, place in away.items() if name != acting.operative}


def last_refused(timeline: Timeline, mover: str) -> BoardPlace | None:
    """Return where the mover stood when a proposal about it was refused last; None when none was."""
    for step in timeline.steps():
        for event in step.events:
            if isinstance(event, words.ProposalClosed) and event.taken is None:
                proposal = next(one for one in step.before.proposals if one.id == event.proposal)
                if proposal.operative == mover and proposal.to is not None:
                    return proposal.to
    return None


def out_of_turn_moves(state: GameState, table: Table, ignored: Mapping[str, Placement]) -> dict[str, str]:
    """Return what to call about models that moved though it was not their turn: the sentence, by operative.

    `ignored` are places that were judged already.
    """
    acting = state.acting
    calls = {}
    for name, place in displaced(state, table).items():
        before = ignored.get(name)
        known = state.operatives[name].place
        if (acting is not None and acting.operative == name) or known is None:
            continue
        if before is not None and before.distance_to(place) <= ELSEWHERE_IN:
            continue
        calls[name] = (
            f'{name} stands {known.distance_to(place):.1f}" from where it was, outside its activation: '
            f"it belongs at {known.x:.1f}, {known.y:.1f}"
        )
    return calls
