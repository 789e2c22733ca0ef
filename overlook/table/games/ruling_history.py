"""History of the rulings in a game, newest first, marked if undo or a challenge took them back."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.game.engine.timeline import Timeline, TimelineStep
from referee.game.events import decisions
from referee.game.intents import INTENTS, Act, Propose
from referee.rules.ruling import Ruling

log = logging.getLogger("overlook.table.rulings")

KEPT = 24


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """A shown ruling: the sequence number of the intent that carried it, its index there, and the ruling."""

    sequence: int
    number: int
    ruling: Ruling

    @property
    def id(self) -> str:
        """Id that stays the same from snapshot to snapshot."""
        return f"r{self.sequence}-{self.number}"


def sequence_of(shown: str) -> int | None:
    """Return the sequence number in the id of a shown ruling; None if it belongs to no intent."""
    number = shown.removeprefix("r").partition("-")[0]
    return int(number) if shown.startswith("r") and number.isdecimal() else None


def rulings_of(step: TimelineStep) -> tuple[Ruling, ...]:
    """Return the rulings of one step: from an action's evidence, or from what was proposed or accepted."""
    intent = step.intent
    if isinstance(intent, Act):
        return intent.evidence.rulings
    if isinstance(intent, Propose):
        return _of_act(intent.readings[0].intent, intent.readings[0].data) if intent.readings else ()
    for event in step.events:
        if isinstance(event, decisions.ProposalClosed) and event.taken:
            proposal = next((one for one in step.before.proposals if one.id == event.proposal), None)
            if proposal is not None:
                reading = proposal.readings[event.taken]
                return _of_act(reading.intent, dict(reading.data))
    return ()


def ruled_in(timeline: Timeline, sequence: int) -> int:
    """Return the intent whose ruling a step rests on: its own, or that of a proposal which it accepted unchanged."""
    proposal = None
    for step in timeline.steps():
        if proposal is not None and any(
            isinstance(event, decisions.Proposed) and event.proposal == proposal for event in step.events
        ):
            return step.sequence
        if step.sequence == sequence:
            closed = (one for one in step.events if isinstance(one, decisions.ProposalClosed) and one.taken is not None)
            proposal = next((one.proposal for one in closed), None)
            if proposal is None or rulings_of(step):
                return sequence
    return sequence


def live_rulings(timeline: Timeline) -> frozenset[int]:
    """Return the intents whose rulings stand: neither undone nor withdrawn after a challenge."""
    live = frozenset(step.sequence for step in timeline.live_steps())
    return live - {ruled_in(timeline, sequence) for sequence in timeline.withdrawn}


def _of_act(kind: str, data: dict[str, object]) -> tuple[Ruling, ...]:
    intent = INTENTS.read(kind, {**data, "id": "shown"})
    return intent.evidence.rulings if isinstance(intent, Act) else ()


def _declined(live: Sequence[TimelineStep], asked: dict[str, int]) -> Iterator[int]:
    """Yield the steps whose proposals were declined; `asked` has the step of each proposal, and new ones are added."""
    for step in live:
        for event in step.events:
            if isinstance(event, decisions.Proposed):
                asked[event.proposal] = step.sequence
            elif isinstance(event, decisions.ProposalClosed) and event.taken is None and event.proposal in asked:
                yield asked[event.proposal]


def _log_rulings(sequence: int, rulings: Sequence[Ruling]) -> None:
    """Log each judged limit with its margin and error, and the causes of an uncertain ruling."""
    for ruling in rulings:
        log.debug("event %d: %s; p %.4f", sequence, ruling.claim, ruling.p_yes)
        for finding in ruling.findings:
            log.debug(
                "event %d: %s %s; measured %.3f, required %.3f, margin %.3f, sigma %.4f",
                sequence,
                finding.rule,
                finding.means,
                finding.measured,
                finding.required,
                finding.margin,
                finding.sigma,
            )
        for one in ruling.contributions:
            log.debug("event %d: %.0f %% of the variance: %s %s", sequence, 100 * one.share, one.cause, one.thing)


class AdHocMeasurement(RulingEntry):
    """A measurement that somebody requested; it belongs to no intent."""

    @property
    def id(self) -> str:
        """Id that differs from those of rulings."""
        return f"m{self.sequence}-{self.number}"


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A shown ruling, with whether undo or a challenge took it back and whether its proposal was declined."""

    entry: RulingEntry
    taken_back: bool = False
    declined: bool = False


class RulingHistory:
    """Rulings of one game, kept while the program runs so that undone ones can be shown as such.

    `newest_first` is replaced as a whole and never changed, so that any thread may read it.

    A new step costs the same however long the game is. Only undo, redo and challenges go through all steps.
    """

    def __init__(self) -> None:
        self.newest_first: tuple[ShownRuling, ...] = ()
        self._known: set[int] = set()
        self._newest = 1
        self._shown: dict[int, tuple[RulingEntry, ...]] = {}
        self._live: set[int] = set()
        self._asked: dict[str, int] = {}
        self._declined: set[int] = set()
        self._measured: tuple[Ruling, ...] = ()
        self._last: TimelineStep | None = None
        self._withdrawn: frozenset[int] = frozenset()

    def follow(self, timeline: Timeline) -> None:
        """Add the rulings of new steps, and update which of the old ones stand. A new step ends a measurement."""
        steps = self._steps_since(timeline)
        if steps is None:
            steps = timeline.live_steps()
            self._live, self._asked, self._declined = set(live_rulings(timeline)), {}, set()
        else:
            self._live |= {step.sequence for step in steps}
        for step in steps:
            if step.sequence not in self._known:
                self._add(step)
        self._declined |= set(_declined(steps, self._asked))
        self._last, self._withdrawn = timeline.past, timeline.withdrawn
        self.newest_first = self._newest_first()

    def _steps_since(self, timeline: Timeline) -> tuple[TimelineStep, ...] | None:
        """Return the steps after the last ones, the oldest first; None if old ones were undone, redone or withdrawn."""
        if self._last is None or timeline.withdrawn != self._withdrawn:
            return None
        new = tuple(itertools.takewhile(lambda step: step.sequence > self._last_sequence, timeline.steps()))
        before = new[-1].previous if new else timeline.past
        return tuple(reversed(new)) if before is self._last else None

    @property
    def _last_sequence(self) -> int:
        return 0 if self._last is None else self._last.sequence

    def _add(self, step: TimelineStep) -> None:
        self._known.add(step.sequence)
        self._newest, self._measured = step.sequence, ()
        if rulings := rulings_of(step):
            self._shown[step.sequence] = tuple(
                RulingEntry(step.sequence, number, ruling) for number, ruling in enumerate(rulings)
            )
        if log.isEnabledFor(logging.DEBUG):
            _log_rulings(step.sequence, rulings)

    def measured(self, rulings: tuple[Ruling, ...]) -> None:
        """Show a requested measurement on top until the next one or the next step; nothing is recorded."""
        self._measured = rulings
        self.newest_first = self._newest_first()

    def _newest_first(self) -> tuple[ShownRuling, ...]:
        asked = (AdHocMeasurement(self._newest, number, ruling) for number, ruling in enumerate(self._measured))
        ruled = itertools.islice((entry for entries in reversed(self._shown.values()) for entry in entries), KEPT)
        return (
            *(ShownRuling(one, declined=one.sequence in self._declined) for one in asked),
            *(
                ShownRuling(one, taken_back=one.sequence not in self._live, declined=one.sequence in self._declined)
                for one in ruled
            ),
        )
