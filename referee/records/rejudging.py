"""A recorded game judged again: every intent put to the rules, every ruling to the judge, as they stand today."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from geometry.errors import GeometryError
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Step, Timeline
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
    """One ruling of a game beside what is ruled today; `now` is None where the judge is not asked again.

    `was` is None where only the price of a move was written down, as in notation: it was let through. `differs` says
    in a sentence what would be otherwise; empty when nothing would.
    """

    sequence: int
    what: str
    was: Ruling | None
    now: Ruling | None
    differs: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """One intent that the rules of today would not let through, or that would come out otherwise."""

    sequence: int
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Account:
    """A game judged again: how many intents stand in it, its rulings, what would be refused or come out otherwise."""

    intents: int
    rulings: tuple[Rejudged, ...]
    refused: tuple[Refused, ...]

    @property
    def same(self) -> bool:
        """Whether today's rules say the same of all of it."""
        return not self.refused and not any(one.differs for one in self.rulings)


def rejudge(recorded: Recorded, edition: Edition | None = None) -> Account:
    """Return the account of a recorded game; `edition` judges in place of its own (other readings of open options).

    Moves are judged along the path that was recorded, on the terrain that the game keeps, with the camera's doubt as
    it was; shots and fights from the places that were accepted, without doubt: there only a YES that would be a NO,
    or the reverse, differs.
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
    return Account(len(steps), tuple(rulings), tuple(refused))


def _refusal(decider: Decider, trial: Timeline, step: Step) -> str:
    """Return why today's rules would not do what this step did; empty when they would."""
    if any(
        isinstance(each, decisions.Withdrawn | decisions.Challenged | decisions.ChallengeUpheld) for each in step.events
    ):
        return ""
    try:
        happened = decider.decide(trial, step.intent)
    except RefereeError as error:
        return f"it would be refused: {error}"
    return "" if same_but_for_wording(happened, step.events) else "it would come out otherwise"


def _meant(step: Step) -> Act | None:
    """Return the action of a step with its evidence: done at once, or the reading of a proposal that was accepted."""
    intent: Intent | None = step.intent
    for each in step.events:
        if isinstance(each, decisions.ProposalClosed) and each.taken is not None:
            proposal = next((one for one in step.before.proposals if one.id == each.proposal), None)
            if proposal is not None:
                reading = proposal.readings[each.taken]
                intent = INTENTS.read(reading.intent, {**reading.data, "id": step.intent.id})
    return intent if isinstance(intent, Act) and (intent.evidence.rulings or intent.charged is not None) else None


def _ruled(judge: Edition, step: Step, act: Act) -> Iterator[Rejudged]:
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
    """Return a claim in today's words: up to version 0.1 who is within control range was said otherwise."""
    return claim.replace(" are in each other's reach", f" are within {judge.engagement.term} of each other")


def _unlike(act: Act, now: Ruling | None, threshold: Threshold) -> str:
    """Return what is otherwise than the price that was written down; a move that was let through was legal."""
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
    """Return whether both say the same by different figures: the price of a move."""
    old, new = was.decisive, now.decisive
    same_rule = old is not None and new is not None and old.rule == new.rule and was.findings and now.findings
    if not same_rule or _as_read(was.findings[-1].means) == _as_read(now.findings[-1].means):
        return ""
    return f"{was.findings[-1].means} was ruled, today {now.findings[-1].means}"


def _as_read(words: str) -> str:
    """Return words with lengths as players read them: older records have all their digits."""
    return LENGTH.sub(lambda found: in_inches(float(found[1])), words)


def _today(edition: Edition, state: GameState, act: Act) -> tuple[Ruling | None, bool]:
    """Return what the judge says of an action today, and whether without the camera's doubt."""
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
