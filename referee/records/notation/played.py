"""A game as played: its live steps, without prompts, proposals and dice actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.game.dice.dice_actions import STUN
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.decider import Decider
from referee.game.engine.prompting import normalise_answer
from referee.game.engine.timeline import Timeline, TimelineStep
from referee.game.events import Event
from referee.game.events.battle import PloyUsed
from referee.game.events.decisions import (
    OF_CHALLENGES,
    ProposalClosed,
    Proposed,
    SequenceClosed,
    SequenceOpened,
    Withdrawn,
)
from referee.game.events.pieces import MarkerPlaced, StatChanged, WoundsLost
from referee.game.intents import INTENTS, Act, Answer, Challenge, Damage, DeclaredResults, DropMarker, Intent
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState

ASKED_EVERYWHERE = frozenset({Topic.DICE, Topic.TEST, Topic.RULE_ORDER, Topic.LAST_ACTION})
"""Topics of prompts of every phase, which no intent of the flow answers."""


@dataclass(frozen=True, slots=True)
class Played:
    """One intent in plain form: the state before it, the intent, and the prompt if it answers one."""

    before: GameState
    intent: Intent
    prompt: Prompt | None = None


def as_played(timeline: Timeline, flow: BattleFlow) -> tuple[Played, ...]:
    """Return the intents whose repetition leads to the same state.

    Undone and withdrawn steps and challenges are left out, and proposals except for the accepted reading. Shots and
    fights resolved with dice become actions with declared dice and results.
    """
    decider = Decider(flow)
    plain = [_plain(step, decider) for step in timeline.live_steps() if not _only_words(step)]
    return tuple(_with_dice_declared(plain))


@dataclass(frozen=True, slots=True)
class _Plain:
    played: Played
    step: TimelineStep


def _only_words(step: TimelineStep) -> bool:
    """Return whether the step is no play: something proposed, challenged, upheld, refused or withdrawn."""
    closed = [each for each in step.events if isinstance(each, ProposalClosed) and each.taken is None]
    # An action closes other proposals about the same move but is play; so is accepting one of them.
    about = step.intent.prompt if isinstance(step.intent, Answer) else None
    refused = bool(closed) and (about in {each.proposal for each in closed} or len(closed) == len(step.events))
    talk = any(isinstance(each, (Proposed, Withdrawn, *OF_CHALLENGES)) for each in step.events)
    return isinstance(step.intent, Challenge) or talk or refused


def _plain(step: TimelineStep, decider: Decider) -> _Plain:
    intent = step.intent
    if not isinstance(intent, Answer):
        return _Plain(Played(step.before, intent), step)
    # Rules that were corrected since may hold the phase up: it still knows the question that was answered.
    asked, phase = decider.prompts(step.before), decider.flow.phases.get(step.before.stage)
    also = () if phase is None else phase.prompts(step.before)
    prompt = next(one for one in (*asked, *also) if one.id == intent.prompt)
    for proposal in step.before.proposals:
        if proposal.id == prompt.id:
            number = next(each.taken for each in step.events if isinstance(each, ProposalClosed)) or 0
            reading = proposal.readings[number]
            return _Plain(Played(step.before, INTENTS.read(reading.intent, {**reading.data, "id": intent.id})), step)
    if prompt.topic is Topic.DROP:
        placed = next(each for each in step.events if isinstance(each, MarkerPlaced))
        operative = str(step.before.marker(placed.marker).carried_by)
        return _Plain(Played(step.before, DropMarker(id=intent.id, operative=operative, place=placed.place)), step)
    reply = normalise_answer(prompt, intent)
    if prompt.topic not in ASKED_EVERYWHERE:
        answering = decider.flow if prompt in asked or phase is None else phase
        means = answering.answer(step.before, prompt, reply)
        if isinstance(means, Intent):
            return _Plain(Played(step.before, means), step)
    return _Plain(Played(step.before, reply, prompt), step)


def _with_dice_declared(plain: Sequence[_Plain]) -> Iterator[Played]:
    position = 0
    while position < len(plain):
        here = plain[position]
        end = _closing(plain, position)
        if end is None:
            yield here.played
            position += 1
        else:
            yield _declared(plain[position : end + 1])
            position = end + 1


def _closing(plain: Sequence[_Plain], start: int) -> int | None:
    """Return where the dice opened here close, if there are only their own answers in between."""
    if not _has(plain[start], SequenceOpened):
        return None
    for index in range(start, len(plain)):
        prompt = plain[index].played.prompt
        if index > start and (prompt is None or prompt.topic is not Topic.DICE):
            return None
        if _has(plain[index], SequenceClosed):
            return index
    return None


def _has(plain: _Plain, kind: type[Event]) -> bool:
    return any(isinstance(each, kind) for each in plain.step.events)


def _declared(parts: Sequence[_Plain]) -> Played:
    """Return the action with its dice and effects, as if rolled at the table."""
    before = parts[0].played.before
    act = parts[0].played.intent
    if not isinstance(act, Act):
        return parts[0].played
    player = before.operative(act.operative).player
    rolled: dict[bool, list[int]] = {True: [], False: []}
    for part in parts[1:]:
        answer, prompt = part.played.intent, part.played.prompt
        if isinstance(answer, Answer) and prompt is not None:
            rolled[prompt.owner == player].extend(answer.dice)
    happened = [each for part in parts for each in part.step.events]
    lost: dict[str, int] = {}
    for each in happened:
        if isinstance(each, WoundsLost):
            lost[each.operative] = lost.get(each.operative, 0) + each.amount
    declared = DeclaredResults(
        results=tuple(Damage(operative=who, amount=amount) for who, amount in lost.items()),
        stunned=tuple(e.operative for e in happened if isinstance(e, StatChanged) and e.why == STUN),
        rerolls=tuple(e.player for e in happened if isinstance(e, PloyUsed)),
        attack_dice=tuple(rolled[True]),
        defence_dice=tuple(rolled[False]),
        notes=(*act.declared.notes, *_notes(parts)),
    )
    played = act.model_copy(update={"dice": False, "declared": declared})
    return Played(before, played.with_found(facts={}))


def _notes(parts: Sequence[_Plain]) -> tuple[str, ...]:
    """Return how the primary target was sheltered, from the facts of the dice."""
    opened = next(each for each in parts[0].step.events if isinstance(each, SequenceOpened))
    targets = opened.opening.get("facts", {}).get("targets") or [{}]
    defender = targets[0].get("defender", {})
    found = {"cover": bool(defender.get("cover")), "obscured": bool(defender.get("obscured"))}
    return tuple(note for note, holds in found.items() if holds)
