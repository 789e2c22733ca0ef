"""Recorded game: its events folded one by one, with marks and highlights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from messages.message import Message
from overlook.table.games.ruling_history import KEPT, RulingEntry, live_rulings, ruled_in, rulings_of
from overlook.table.games.steps import display_names, doer_of, step_message, undo_message
from overlook.table.offers.odds import chance_of_facts
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import PublicEntry, Timeline, TimelineStep, fold, intent_of
from referee.game.events import Event, decisions
from referee.game.events.battle import BattleEnded, TurningPointBegan
from referee.game.events.decisions import SequenceClosed, SequenceOpened
from referee.game.events.pieces import Incapacitated
from referee.game.intents import Act, Intent, Undo
from referee.game.prompt import Prompt
from referee.game.state import GameState
from referee.rules.errors import RefereeError
from referee.rules.ports.edition import Edition
from referee.rules.ruling import Ruling, Threshold, Verdict
from web.contract.table.recordings import HighlightKind

UNLIKELY = 0.15
"""Probability below which an outcome that came true is a highlight."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """One reason to look at a step."""

    kind: HighlightKind
    message: Message


@dataclass(frozen=True, slots=True)
class _Tried:
    target: str
    chance: float


class Highlighter:
    """Finds the highlights of a game's steps; call it in their order, because luck is only known after the dice."""

    def __init__(self, flow: BattleFlow, threshold: Threshold) -> None:
        self._flow = flow
        self._threshold = threshold
        self._tried: _Tried | None = None
        self._fallen: set[str] = set()

    def of(self, intent: Intent, step: TimelineStep | None, rulings: tuple[Ruling, ...]) -> tuple[Highlight, ...]:
        """Return the highlights of one intent; `step` is None if it only undoes, redoes or observes."""
        close = (one for one in rulings if one.verdict(self._threshold) is Verdict.TOO_CLOSE)
        found = [Highlight(HighlightKind.TOO_CLOSE, Message.of("clip-too-close", claim=one.claim)) for one in close]
        if step is None:
            return tuple(found)
        for event in step.events:
            if isinstance(event, SequenceOpened):
                self._tried, self._fallen = self._trial(intent, step), set()
            elif isinstance(event, Incapacitated):
                self._fallen.add(event.operative)
            found += _told(step, event)
        if self._tried is not None and any(isinstance(one, SequenceClosed) for one in step.events):
            found += _luck(self._tried, step, fell=self._tried.target in self._fallen)
            self._tried = None
        return tuple(found)

    def _trial(self, intent: Intent, step: TimelineStep) -> _Tried | None:
        """Return the target of the dice action that now opens and its chance to be incapacitated; None if unknown."""
        if not isinstance(intent, Act) or intent.target is None:
            return None
        try:
            chance = chance_of_facts(self._flow, step.before, intent, target=intent.target)
        except (RefereeError, ValueError):
            return None
        return None if chance is None else _Tried(intent.target, chance)


def _told(step: TimelineStep, event: Event) -> Iterator[Highlight]:
    match event:
        case TurningPointBegan():
            yield Highlight(HighlightKind.TURNING_POINT, Message.of("clip-turning-point", number=event.turning_point))
        case Incapacitated():
            yield Highlight(HighlightKind.KILL, Message.of("clip-incapacitated", name=_name(step, event.operative)))
        case decisions.Challenged():
            yield Highlight(HighlightKind.CHALLENGE, Message.of("clip-challenged"))
        case decisions.ChallengeUpheld():
            yield Highlight(HighlightKind.CHALLENGE, Message.of("clip-upheld"))
        case decisions.Withdrawn():
            yield Highlight(HighlightKind.CHALLENGE, Message.of("clip-withdrawn"))
        case BattleEnded():
            yield Highlight(HighlightKind.END, Message.of("clip-battle-ends"))


def _luck(tried: _Tried, step: TimelineStep, *, fell: bool) -> Iterator[Highlight]:
    name = _name(step, tried.target)
    if fell and tried.chance < UNLIKELY:
        yield Highlight(HighlightKind.CHANCE, Message.of("clip-unlucky", name=name, chance=tried.chance))
    elif not fell and tried.chance > 1 - UNLIKELY:
        yield Highlight(HighlightKind.CHANCE, Message.of("clip-survived", name=name, chance=tried.chance))


def _name(step: TimelineStep, operative: str) -> str:
    return f"{operative.upper()} {step.before.operative(operative).card.name}"


@dataclass(frozen=True, slots=True)
class Mark:
    """One intent with its consequences: its number, that of its last event, time, message, and why to look at it.

    `names` are the display names in its message. `clip_of` is the number of the intent whose frames show it: its own,
    or the one whose ruling it challenges.
    """

    intent: int
    sequence: int
    at: datetime
    message: Message
    names: Mapping[str, str]
    turning_point: int
    highlights: tuple[Highlight, ...]
    ruling: RulingEntry | None
    clip_of: int


class RulingOutcome(StrEnum):
    """Status of a ruling: unchallenged, challenged, upheld, or taken back (by a challenge or by undo)."""

    STANDS = ""
    CHALLENGED = "challenged"
    UPHELD = "challenged, and it stands"
    TAKEN_BACK = "taken back"


class Recording:
    """The part of a game that was read; `take` reads on.

    All timelines are kept, because they share everything that did not change.
    """

    def __init__(self, edition: Edition, flow: BattleFlow, threshold: Threshold) -> None:
        self.edition = edition
        self.flow = flow
        self.marks: list[Mark] = []
        self._timelines = [Timeline()]
        self._shown: dict[int, tuple[RulingEntry, ...]] = {}
        self._decider = Decider(flow)
        self._highlighter = Highlighter(flow, threshold)

    @property
    def length(self) -> int:
        """Number of the last event."""
        return len(self._timelines) - 1

    def at(self, sequence: int) -> Timeline:
        """Return the timeline after that event; raises `IndexError` if there is no such event."""
        if not 0 <= sequence <= self.length:
            raise IndexError(sequence)
        return self._timelines[sequence]

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return the open decisions of a state."""
        return self._decider.prompts(state)

    def take(self, events: Sequence[PublicEntry], times: Mapping[int, datetime]) -> None:
        """Add the events that follow; raises what `fold` raises."""
        for event in events:
            self._timelines.append(fold(self._timelines[-1], event))
        starts = [event for event in events if event.is_intent]
        ends = [event.sequence - 1 for event in starts[1:]]
        for event, end in zip(starts, [*ends, self.length], strict=False):
            self.marks.append(self._mark(event, end, times[event.sequence]))

    def rulings(self, sequence: int) -> tuple[tuple[RulingEntry, bool], ...]:
        """Return the last rulings after that event, newest first, each with whether it was taken back."""
        live = live_rulings(self.at(sequence))
        ordered = sorted((one for one in self._shown if one <= sequence), reverse=True)
        return tuple((shown, one not in live) for one in ordered for shown in self._shown[one])[:KEPT]

    def _mark(self, event: PublicEntry, end: int, at: datetime) -> Mark:
        before, after = self._timelines[event.sequence - 1], self._timelines[end]
        intent = intent_of(event)
        step = after.past if after.past is not None and after.past.sequence == event.sequence else None
        rulings = self._rulings(step)
        return Mark(
            event.sequence,
            end,
            at,
            self._message(intent, before),
            display_names((before if isinstance(intent, Undo) else after).state),
            after.state.turning_point,
            self._highlighter.of(intent, step, tuple(shown.ruling for shown in rulings)),
            rulings[0] if rulings else None,
            event.sequence if step is None else ruled_in(after, _doubted(step) or event.sequence),
        )

    def _message(self, intent: Intent, before: Timeline) -> Message:
        if isinstance(intent, Undo) and before.past is not None:
            undone = undo_message(before.past, self.prompts)
            return Message.of("hand-undone-by", who=doer_of(intent), step=undone)
        return step_message(intent, before.state, self.prompts)

    def standing(self, sequence: int) -> RulingOutcome:
        """Return the status of an intent's ruling after all events that were read."""
        now = self._timelines[-1]
        if now.state.challenge is not None and ruled_in(now, now.state.challenge.of) == sequence:
            return RulingOutcome.CHALLENGED
        if sequence not in live_rulings(now):
            return RulingOutcome.TAKEN_BACK
        doubted = (one for step in now.live_steps() if (one := _doubted(step)) is not None)
        upheld = any(ruled_in(now, one) == sequence for one in doubted)
        return RulingOutcome.UPHELD if upheld else RulingOutcome.STANDS

    def _rulings(self, step: TimelineStep | None) -> tuple[RulingEntry, ...]:
        if step is None:
            return ()
        shown = tuple(RulingEntry(step.sequence, number, ruling) for number, ruling in enumerate(rulings_of(step)))
        if shown:
            self._shown[step.sequence] = shown
        return shown


def _doubted(step: TimelineStep) -> int | None:
    """Return the intent whose ruling a step challenges, or whose challenge it decides; None for any other step."""
    of = next((event.of for event in step.events if isinstance(event, decisions.Challenged)), None)
    decided = any(isinstance(event, decisions.ChallengeUpheld | decisions.Withdrawn) for event in step.events)
    if of is None and decided and step.before.challenge is not None:
        return step.before.challenge.of
    return of
