"""Rejudging of a recorded game: every intent checked against today's rules, every ruling made again."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from geometry.errors import GeometryError
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline, TimelineStep
from referee.game.events import decisions, same_but_for_wording
from referee.game.handlers.handler import describe
from referee.game.intents import INTENTS, Act, Intent
from referee.game.judging.position import attempt_of, edition_of_game, position_of, weapon_rules
from referee.game.state import GameState
from referee.records.recorded_game import Recorded
from referee.rules.errors import RefereeError
from referee.rules.findings import in_inches
from referee.rules.judgement import Move, Shot
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Ruling, Threshold, Verdict

LENGTH = re.compile(r'(\d+(?:\.\d+)?)"')


@dataclass(frozen=True, slots=True)
class Rejudged:
    """One recorded ruling with today's; `now` is None if it is not judged again.

    `was` is None if only the price of a move was recorded, as in notation: it was permitted. `differs` is a sentence
    about the difference; empty if there is none.
    """

    sequence: int
    what: str
    was: Ruling | None
    now: Ruling | None
    differs: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """One intent that today's rules would not permit, or that would have another result."""

    sequence: int
    what: str
    why: str


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
            refused.append(Refused(step.sequence, describe(step.intent), why))
        meant = _meant(step)
        if meant is not None:
            rulings.extend(_ruled(judge, step, meant))
    return RejudgeReport(len(steps), tuple(rulings), tuple(refused))


def _refusal(decider: Decider, trial: Timeline, step: TimelineStep) -> str:
    """Return why today's rules would not permit this step; empty if they would."""
    if any(
        isinstance(each, decisions.Withdrawn | decisions.Challenged | decisions.ChallengeUpheld) for each in step.events
    ):
        return ""
    try:
        happened = decider.decide(trial, step.intent)
    except RefereeError as error:
        return f"it would be refused: {error}"
    return "" if same_but_for_wording(happened, step.events) else "it would come out otherwise"


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
    try:
        now, exact = _today(edition_of_game(judge, state), state, act)
    except (RefereeError, GeometryError) as error:
        yield Rejudged(step.sequence, describe(act), first, None, f"it cannot be judged again: {error}")
        return
    if first is None:
        yield Rejudged(step.sequence, describe(act), None, now, _unlike(act, now, threshold))
    for was in act.evidence.rulings:
        if now is None or now.claim != _asked(was.claim, judge):
            yield Rejudged(step.sequence, describe(act), was, None)
            continue
        before, after = was.verdict(threshold), now.verdict(threshold)
        doubtful = Verdict.TOO_CLOSE in (before, after)
        differs = before is not after and not (exact and doubtful)
        said = f"{before} was ruled, today {after}{_because(now)}" if differs else _price_differs(was, now)
        yield Rejudged(step.sequence, describe(act), was, now, said)


def _asked(claim: str, judge: Edition) -> str:
    """Return a claim in today's wording: up to version 0.1 claims about control range had another one."""
    return claim.replace(" are in each other's reach", f" are within {judge.engagement.term} of each other")


def _unlike(act: Act, now: Ruling | None, threshold: Threshold) -> str:
    """Return the difference from the recorded price; a permitted move was legal."""
    if now is None:
        return ""
    if now.verdict(threshold) is Verdict.NO:
        return f"it was let through, today NO{_because(now)}"
    today = now.findings[-1].means
    written = f"{act.action} costs {in_inches(act.charged or 0.0)} of"
    return "" if today.startswith(written) else f"{written[:-3]} was written, today {today}"


def _because(now: Ruling) -> str:
    finding = now.decisive
    return f": {finding.rule}, {finding.means}" if finding is not None else ""


def _price_differs(was: Ruling, now: Ruling) -> str:
    """Return the difference in the price of a move if both rulings agree otherwise."""
    old, new = was.decisive, now.decisive
    same_rule = old is not None and new is not None and old.rule == new.rule and was.findings and now.findings
    if not same_rule or _as_read(was.findings[-1].means) == _as_read(now.findings[-1].means):
        return ""
    return f"{was.findings[-1].means} was ruled, today {now.findings[-1].means}"


def _as_read(words: str) -> str:
    """Return a text with lengths in the players' format: older records have all digits."""
    return LENGTH.sub(lambda found: in_inches(float(found[1])), words)


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
        )
        return edition.judge_move(position, move).ruling, False
    if act.target is None or act.target not in position.table.operatives:
        return None, True
    if kind == "Shoot":
        return edition.judge_shot(position, Shot(act.operative, act.target, weapon_rules(state, act))).selectable, True
    if kind == "Fight" and spec.conditions:
        return judge_attempt(edition, position, attempt_of(state, act)), True
    if kind == "Fight":
        return edition.engagement.engaged(position, act.operative, act.target), True
    return None, True
