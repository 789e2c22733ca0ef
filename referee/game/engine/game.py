"""A running game: intents in, journal entries out, each durable before it takes effect."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterable, Mapping

from messages.message import Message
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline, fold_all
from referee.game.events import Event
from referee.game.events.secret_choices import CommittingEvent, RevealingEvent
from referee.game.intents import Intent
from referee.game.journal_entry import JournalEntry
from referee.game.prompt import Prompt
from referee.game.state import GameState
from referee.rules.errors import IllegalError, MalformedError

Keep = Callable[[tuple[JournalEntry, ...]], None]


def _forget(entries: tuple[JournalEntry, ...]) -> None:
    """Keep nothing: a game in memory only."""


class Game:
    """One game: its log, its state, and the only way to add entries.

    `keep` must make entries durable before it returns (`Journal.append`); if it raises, nothing has happened. `entries`
    is a log to continue; raises the errors of `fold`, and `MalformedError` for another edition's game. `salt` makes
    the salts of commitments to secret choices; without it there are none.
    """

    def __init__(
        self,
        flow: BattleFlow,
        entries: Iterable[JournalEntry] = (),
        *,
        keep: Keep = _forget,
        salt: Callable[[], str] | None = None,
    ) -> None:
        self._flow = flow
        self._decider = Decider(flow)
        self._keep = keep
        self._salt = salt
        self._log: list[JournalEntry] = list(entries)
        self._timeline = fold_all(self._log)
        if self._timeline.edition not in ("", flow.edition):
            raise MalformedError("entry-flow-edition", edition=self._timeline.edition, flow=flow.edition)
        self._done: dict[str, int] = {entry.id: entry.sequence for entry in self._log if entry.is_intent}

    @property
    def state(self) -> GameState:
        """The current state."""
        return self._timeline.state

    @property
    def timeline(self) -> Timeline:
        """The fold of the log, with the data of undo and redo."""
        return self._timeline

    @property
    def log(self) -> tuple[JournalEntry, ...]:
        """Every entry, the oldest first."""
        return tuple(self._log)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Every decision that may be answered, the first to answer first."""
        return self._decider.asked(self.state)

    def prompts_of(self, state: GameState) -> tuple[Prompt, ...]:
        """Return every decision that is open in a state of this game."""
        return self._decider.prompts(state)

    @property
    def called(self) -> Mapping[str, Message]:
        """Reported faults on the table that are not cleared, by key."""
        return self._timeline.called

    @property
    def known(self) -> Collection[str]:
        """Ids of the intents done: a repeated one has no further effect."""
        return self._done.keys()

    def entries_of(self, id: str) -> tuple[JournalEntry, ...]:
        """Return the entries of an intent that was done, by its id; empty if there is none."""
        start = self._done.get(id)
        if start is None:
            return ()
        return (self._log[start - 1], *(entry for entry in self._log[start:] if entry.cause == start))

    def submit(self, intent: Intent) -> tuple[JournalEntry, ...]:
        """Return the entries of an intent, durable and applied.

        A repeated id returns the same entries and has no further effect; with a different intent it raises
        `IllegalError`. Raises a `RefereeError` that lists all faults of the intent, and the errors of `keep`; then
        nothing has happened.
        """
        if intent.id in self._done:
            return self._again(intent)
        events = self._with_commitments(intent, self._decider.decide(self._timeline, intent))
        entries = self._events(intent, events)
        timeline = fold_all(entries, self._timeline)
        self._keep(entries)
        self._timeline = timeline
        self._log.extend(entries)
        self._done[intent.id] = entries[0].sequence
        return entries

    def fork(self) -> Game:
        """Return a copy of the game for trials: its entries have no effect until it is adopted."""
        other = copy.copy(self)
        other._log, other._done, other._keep = list(self._log), dict(self._done), _forget
        return other

    def adopt(self, fork: Game) -> tuple[JournalEntry, ...]:
        """Return the entries that a fork of this game has added, durable and applied, all of them or none.

        Raises the errors of `keep`, and `IllegalError` if this game has changed since the fork; then nothing has
        happened.
        """
        known = len(self._log)
        if fork._log[:known] != self._log:
            raise IllegalError("entry-fork-old")
        entries = tuple(fork._log[known:])
        if entries:
            self._keep(entries)
            self._timeline = fork._timeline
            self._log.extend(entries)
            self._done.update({entry.id: entry.sequence for entry in entries if entry.is_intent})
        return entries

    def _again(self, intent: Intent) -> tuple[JournalEntry, ...]:
        first, *followed = self.entries_of(intent.id)
        if first.kind != intent.kind or first.data != intent.to_data():
            raise IllegalError("entry-id-used", id=intent.id, event=first.sequence, kind=first.kind)
        return (first, *followed)

    def _with_commitments(self, intent: Intent, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the events with a salt for each choice that stays secret, and an opening of each that is revealed."""
        kinds = CommittingEvent | RevealingEvent
        if self._salt is None or not any(isinstance(event, kinds) for event in events):
            return events
        after = fold_all(self._events(intent, events), self._timeline)
        secret = self._timeline.sequence + 1 not in after.revealed
        state, found = self._timeline.state, list[Event]()
        for each in events:
            sealed = secret and isinstance(each, CommittingEvent)
            event = each.model_copy(update={"salt": self._salt()}) if sealed else each
            found.append(event.with_openings(state) if isinstance(event, RevealingEvent) else event)
            state = found[-1].apply(state)
        return tuple(found)

    def _events(self, intent: Intent, events: tuple[Event, ...]) -> tuple[JournalEntry, ...]:
        start = self._timeline.sequence + 1
        edition = self._flow.edition
        first = JournalEntry(
            sequence=start, id=intent.id, cause=start, edition=edition, kind=intent.kind, data=intent.to_data()
        )
        followed = (
            JournalEntry(
                sequence=start + number,
                id=f"#{start + number}",
                cause=start,
                edition=edition,
                kind=event.kind,
                data=event.to_data(),
            )
            for number, event in enumerate(events, 1)
        )
        return (first, *followed)
