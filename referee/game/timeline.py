"""The fold of all events: what stands now, what undo goes back to, what redo puts back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from referee.game.errors import OutOfOrderError, UnknownKindError
from referee.game.events.base import EVENTS, Event, TableNote
from referee.game.events.words import Withdrawn
from referee.game.intents import INTENTS, Intent, Redo, Undo
from referee.game.journal_entry import SCHEMA_VERSION, JournalEntry
from referee.game.state import GameState, frozen
from referee.rules.errors import RefereeError


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One intent with all that followed from it.

    `previous` is the step before it, None at the start; `withdrawn` the intents that were withdrawn before it.
    """

    sequence: int
    intent: Intent
    happenings: tuple[Event, ...]
    before: GameState
    after: GameState
    previous: Step | None
    withdrawn: frozenset[int] = frozenset()

    @property
    def withdraws(self) -> frozenset[int]:
        """The earlier intents that this step took back alone, after a challenge."""
        return frozenset(each for one in self.happenings if isinstance(one, Withdrawn) for each in one.steps)


@dataclass(frozen=True, slots=True, eq=False)
class Undone:
    """A step that redo puts back, and the ones under it."""

    step: Step
    under: Undone | None


@dataclass(frozen=True, slots=True, eq=False)
class Timeline:
    """What the log comes to. `state` is what stands; `past` and `undone` are what undo and redo work on.

    `sequence` is that of the last event, `cause` the intent that further events may still follow from. `called` are
    the faults on the table that still stand, `withdrawn` the intents that challenges took back.
    """

    state: GameState = field(default_factory=GameState)
    sequence: int = 0
    edition: str = ""
    cause: int = 0
    past: Step | None = None
    undone: Undone | None = None
    called: Mapping[str, str] = field(default_factory=lambda: frozen({}))
    withdrawn: frozenset[int] = frozenset()
    closed: bool = True

    def steps(self) -> Iterator[Step]:
        """Yield the steps that led here, the last one first."""
        step = self.past
        while step is not None:
            yield step
            step = step.previous

    def live_steps(self) -> tuple[Step, ...]:
        """Return the steps that led here and were not withdrawn by a challenge, the first one first."""
        steps = [step for step in self.steps() if step.sequence not in self.withdrawn]
        return tuple(reversed(steps))


def fold(timeline: Timeline, event: JournalEntry) -> Timeline:
    """Return the timeline after one more event.

    Raises `OutOfOrderError` for a gap, a foreign edition, a strange cause or something that cannot have happened
    there, `UnknownKindError` and `MalformedError` for what cannot be read; each names the event.
    """
    where = f"event {event.sequence} ({event.kind!r})"
    if event.sequence != timeline.sequence + 1:
        raise OutOfOrderError(f"{where} follows event {timeline.sequence}: expected {timeline.sequence + 1}")
    if event.schema_version != SCHEMA_VERSION:
        raise OutOfOrderError(f"{where} has schema {event.schema_version}: this program reads {SCHEMA_VERSION}")
    if timeline.edition and event.edition != timeline.edition:
        raise OutOfOrderError(f"{where} is of edition {event.edition!r}: the game is {timeline.edition!r}")
    try:
        after = _intended(timeline, event) if event.is_intent else _followed(timeline, event)
    except UnknownKindError as error:
        raise UnknownKindError(f"event {event.sequence}: {error}") from None
    except RefereeError as error:
        raise OutOfOrderError(f"{where}: {error}") from error
    return replace(after, sequence=event.sequence, edition=event.edition)


def fold_all(events: Iterable[JournalEntry], timeline: Timeline | None = None) -> Timeline:
    """Return the timeline of all these events, after those of `timeline` if given."""
    timeline = timeline or Timeline()
    for event in events:
        timeline = fold(timeline, event)
    return timeline


def intent_of(event: JournalEntry) -> Intent:
    """Return the intent that an event records."""
    return INTENTS.read(event.kind, {**event.data, "id": event.id})


def _intended(timeline: Timeline, event: JournalEntry) -> Timeline:
    intent = intent_of(event)
    timeline = replace(timeline, cause=event.sequence)
    if isinstance(intent, Undo):
        step = timeline.past
        if step is None:
            raise OutOfOrderError("nothing is left to undo")
        undone = Undone(step, timeline.undone)
        back = replace(timeline, state=step.before, past=step.previous, withdrawn=step.withdrawn)
        return replace(back, undone=undone, closed=True)
    if isinstance(intent, Redo):
        if timeline.undone is None:
            raise OutOfOrderError("nothing was undone that could be put back")
        step = timeline.undone.step
        forth = replace(timeline, state=step.after, past=step, withdrawn=step.withdrawn | step.withdraws)
        return replace(forth, undone=timeline.undone.under, closed=True)
    if intent.observation:
        return replace(timeline, closed=True)
    step = Step(event.sequence, intent, (), timeline.state, timeline.state, timeline.past, timeline.withdrawn)
    return replace(timeline, past=step, undone=None, closed=False)


def _followed(timeline: Timeline, event: JournalEntry) -> Timeline:
    if event.cause != timeline.cause:
        raise OutOfOrderError(f"it follows from {event.cause}, but the last intent is {timeline.cause}")
    happening = EVENTS.read(event.kind, event.data)
    if isinstance(happening, TableNote):
        return replace(timeline, called=frozen(happening.noted(timeline.called)))
    step = timeline.past
    if timeline.closed or step is None:
        raise OutOfOrderError("nothing can follow from an undo, a redo or an observation")
    withdrawn = timeline.withdrawn
    if isinstance(happening, Withdrawn):
        state = happening.on(_without(timeline, happening.steps))
        withdrawn = withdrawn | set(happening.steps)
    else:
        state = happening.on(timeline.state)
    step = replace(step, happenings=(*step.happenings, happening), after=state)
    return replace(timeline, state=state, past=step, withdrawn=withdrawn)


def _without(timeline: Timeline, steps: tuple[int, ...]) -> GameState:
    """Return what would stand had these steps not been: all other live ones, from the start."""
    state = GameState()
    for step in timeline.live_steps():
        if step.sequence not in steps:
            for happening in step.happenings:
                state = happening.on(state)
    return state
