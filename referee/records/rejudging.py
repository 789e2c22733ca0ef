"""Rejudging of a recorded game: every intent checked against today's rules, every ruling made again."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from geometry.base import EXACT_TOLERANCE
from geometry.errors import GeometryError
from messages.message import STORED, Message
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline, TimelineStep
from referee.game.events import decisions, same_but_for_wording
from referee.game.handlers.handler import describe
from referee.game.intents import INTENTS, Act, Intent
from referee.game.judging.position import attempt_of, edition_of_game, moved_so_far, position_of, weapon_rules
from referee.game.state import GameState
from referee.records.recorded_game import Recorded
from referee.rules.errors import RefereeError
from referee.rules.judgement import Move, Shot
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Finding, Ruling, Threshold, Verdict

PRICES = frozenset({"move-price", "move-price-counted"})
"""Codes of the price of a move; earlier versions recorded the first."""


@dataclass(frozen=True, slots=True)
class Rejudged:
    """One recorded ruling with today's; `now` is None if it is not judged again.

    `was` is None if only the price of a move was recorded, as in notation: it was permitted. `differs` is None if there
    is no difference.
    """

    sequence: int
    what: str
    was: Ruling | None
    now: Ruling | None
    differs: Message | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """One intent that today's rules would not permit, or that would have another result."""

    sequence: int
    what: str
    why: Message


@dataclass(frozen=True, slots=True)
class RejudgeReport:
    """A rejudged game: its number of intents, its rulings, and intents refused or with another result."""

    intents: int
    rulings: tuple[Rejudged, ...]
    refused: tuple[Refused, ...]

    @property
    def same(self) -> bool:
        """Whether today's rules agree with all of it."""
        return not self.refused and not any(one.differs for one in self.rulings)


def rejudge(recorded: Recorded, edition: Edition | None = None) -> RejudgeReport:
    """Return the account of a recorded game; `edition` replaces its own (other readings of open options).

    Moves are judged along the recorded path, on the game's terrain, with the camera's uncertainty at that time. Shots
    and fights are judged from the accepted positions, without uncertainty: there, only a change between YES and NO
    counts as a difference.
    """
    judge = edition or recorded.edition
    decider = Decider(recorded.flow)
    timeline = recorded.game().timeline
    steps = timeline.live_steps()
    rulings: list[Rejudged] = []
    refused: list[Refused] = []
    trial = Timeline(edition=recorded.edition.id)
    for step in steps:
        why = _refusal(decider, replace(trial, state=step.before), step)
        if why:
            refused.append(Refused(step.sequence, str(describe(step.intent)), why))
        meant = _meant(step)
        if meant is not None:
            rulings.extend(_ruled(judge, step, meant))
    return RejudgeReport(len(steps), tuple(rulings), tuple(refused))


def _refusal(decider: Decider, trial: Timeline, step: TimelineStep) -> Message | None:
    """Return why today's rules would not permit this step; None if they would."""
    if any(isinstance(each, (decisions.Withdrawn, *decisions.OF_CHALLENGES)) for each in step.events):
        return None
    try:
        happened = decider.decide(trial, step.intent)
    except RefereeError as error:
        return Message.of("replay-refused", why=error.message)
    return None if same_but_for_wording(happened, step.events) else Message.of("replay-other-result")


def _meant(step: TimelineStep) -> Act | None:
    """Return the action of a step with its evidence: performed directly, or the accepted reading of a proposal."""
    intent: Intent | None = step.intent
    for each in step.events:
        if isinstance(each, decisions.ProposalClosed) and each.taken is not None:
            proposal = next((one for one in step.before.proposals if one.id == each.proposal), None)
            if proposal is not None:
                reading = proposal.readings[each.taken]
                intent = INTENTS.read(reading.intent, {**reading.data, "id": step.intent.id})
    return intent if isinstance(intent, Act) and (intent.evidence.rulings or intent.charged is not None) else None


def _ruled(judge: Edition, step: TimelineStep, act: Act) -> Iterator[Rejudged]:
    state = step.before
    threshold = state.policies.threshold
    first = act.evidence.rulings[0] if act.evidence.rulings else None
    what = str(describe(act))
    try:
        now, exact = _today(edition_of_game(judge, state), state, act)
    except (RefereeError, GeometryError) as error:
        fault = Message.of("replay-not-judged", why=error.message)
        yield Rejudged(step.sequence, what, first, None, fault)
        return
    if first is None:
        yield Rejudged(step.sequence, what, None, now, _unlike(act, now, threshold))
    for was in act.evidence.rulings:
        if now is None or not _same_claim(was, now, first=was is first):
            yield Rejudged(step.sequence, what, was, None)
            continue
        before, after = was.verdict(threshold), now.verdict(threshold)
        doubtful = Verdict.TOO_CLOSE in (before, after)
        differs = before is not after and not (exact and doubtful)
        change = Message.of("replay-verdict", before=before, after=after, because=_because(now))
        yield Rejudged(step.sequence, what, was, now, change if differs else _price_differs(act, was, now))


def _same_claim(was: Ruling, now: Ruling, *, first: bool) -> bool:
    """Return whether a recorded ruling answers today's question.

    Records of earlier versions have no codes: the first of their rulings is the one of the action itself.
    """
    return first if was.claim.code == STORED else was.claim == now.claim


def _unlike(act: Act, now: Ruling | None, threshold: Threshold) -> Message | None:
    """Return the difference from the recorded price; a permitted move was legal."""
    if now is None:
        return None
    if now.verdict(threshold) is Verdict.NO:
        return Message.of("replay-permitted", because=_because(now))
    return _charged_differs(act, now)


def _because(now: Ruling) -> Message:
    finding = now.decisive
    return finding.outcome if finding is not None else Message.of("replay-no-finding")


def _price_differs(act: Act, was: Ruling, now: Ruling) -> Message | None:
    """Return the difference in the price of a move, or in another last figure, if both rulings agree otherwise."""
    old, new = was.decisive, now.decisive
    if old is None or new is None or old.rule != new.rule:
        return None
    last, today = was.findings[-1], now.findings[-1]
    if today.reason.code in PRICES:
        return _charged_differs(act, now)
    if _rounded(last) == _rounded(today):
        return None
    return Message.of("replay-figure", before=last.outcome, after=today.outcome)


def _charged_differs(act: Act, now: Ruling) -> Message | None:
    """Return the difference between the price that a move was charged and today's, to a hundredth of an inch."""
    today = now.findings[-1].reason
    if today.code in PRICES and act.charged is not None and _hundredths(act.charged) == _hundredths(today["cost"]):
        return None
    cost = today["cost"] if today.code in PRICES else 0.0
    return Message.of("replay-price", action=act.action, before=act.charged or 0.0, after=cost)


def _hundredths(inches: float) -> int:
    return math.ceil(inches * 100 - EXACT_TOLERANCE * 100)


def _rounded(finding: Finding) -> tuple[bool, float, float]:
    return finding.holds, round(finding.measured, 2), round(finding.required, 2)


def _today(edition: Edition, state: GameState, act: Act) -> tuple[Ruling | None, bool]:
    """Return today's ruling of an action, and whether it is without the camera's uncertainty."""
    position = position_of(state)
    acting = state.acting
    performed = acting.performed if acting is not None and acting.operative == act.operative else ()
    spec = edition.action(act.action)
    kind = spec.treated_as or spec.name
    start = state.operative(act.operative).place
    path = act.path
    if len(path) < 2 and act.to is not None and start is not None:
        path = ((start.x, start.y, start.z), (act.to.x, act.to.y, act.to.z))
    if act.action in edition.movement.names and len(path) > 1:
        found = act.evidence.rulings[0].findings if act.evidence.rulings else ()
        price = found[-1] if found else None
        sigma = price.sigma / math.sqrt(2) if price is not None else 0.0
        spent = sum(done.charged or 0.0 for done in performed if act.goes_on and done.action == act.action)
        move = Move(
            act.operative,
            act.action,
            path,
            sigma=sigma,
            performed=tuple(done.action for done in performed if not (act.goes_on and done.action == act.action)),
            spent=spent,
            counteracting=acting is not None and acting.move_limit is not None,
            reacted=moved_so_far(acting, besides=act.action if act.goes_on else None),
        )
        return edition.judge_move(position, move).ruling, False
    if act.target is None or act.target not in position.table.operatives:
        return None, True
    if kind == "Shoot":
        return edition.judge_shot(position, Shot(act.operative, act.target, weapon_rules(state, act))).selectable, True
    if kind == "Fight" and not spec.engaged:
        return judge_attempt(edition, position, attempt_of(state, act)), True
    if kind == "Fight":
        return edition.engagement.engaged(position, act.operative, act.target), True
    return None, True
