"""A game being played: intents in, entries out, each durable before it counts."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterable, Mapping

from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline, fold_all
from referee.game.events import Event
from referee.game.intents import Intent
from referee.game.journal_entry import JournalEntry
from referee.game.prompt import Prompt
from referee.game.state import GameState
from referee.rules.errors import IllegalError, MalformedError

Keep = Callable[[tuple[JournalEntry, ...]], None]


def _forget(entries: tuple[JournalEntry, ...]) -> None:
    """Keep nothing: a game in memory."""


class Game:
    """One game: the log so far, what it comes to, and the only way to add to it.

    `keep` must make entries durable before it returns (`Journal.append`); when it raises, nothing has happened.
    `events` is a log to go on from; it raises what `fold` raises, and `MalformedError` for another edition's game.
    """

    def __init__(self, flow: BattleFlow, entries: Iterable[JournalEntry] = (), *, keep: Keep = _forget) -> None:
        self._flow = flow
        self._decider = Decider(flow)
        self._keep = keep
        self._log: list[JournalEntry] = list(entries)
        self._timeline = fold_all(self._log)
        if self._timeline.edition not in ("", flow.edition):
            raise MalformedError(f"the game is of edition {self._timeline.edition!r}, the flow of {flow.edition!r}")
        self._done: dict[str, int] = {entry.id: entry.sequence for entry in self._log if entry.is_intent}

    @property
    def state(self) -> GameState:
        """What stands now."""
        return self._timeline.state

    @property
    def timeline(self) -> Timeline:
        """What the log comes to, with what undo and redo work on."""
        return self._timeline

    @property
    def log(self) -> tuple[JournalEntry, ...]:
        """Every entry, the first one first."""
        return tuple(self._log)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Every decision that may be taken, the one to take first first."""
        return self._decider.asked(self.state)

    def prompts_of(self, state: GameState) -> tuple[Prompt, ...]:
        """Return every decision that is open in a state of this game."""
        return self._decider.prompts(state)

    @property
    def called(self) -> Mapping[str, str]:
        """The faults on the table that were called and still stand, by key."""
        return self._timeline.called

    @property
    def known(self) -> Collection[str]:
        """The ids of the intents that were done: the same one twice does nothing more."""
        return self._done.keys()

    def submit(self, intent: Intent) -> tuple[JournalEntry, ...]:
        """Return the entries of an intent, durable and folded in.

        The same id twice returns the same entries and does nothing more; for another intent it is an `IllegalError`.
        Raises a `RefereeError` that says all that is wrong with the intent, and what `keep` raises; then nothing has
        happened.
        """
        if intent.id in self._done:
            return self._again(intent)
        events = self._decider.decide(self._timeline, intent)
        entries = self._events(intent, events)
        timeline = fold_all(entries, self._timeline)
        self._keep(entries)
        self._timeline = timeline
        self._log.extend(entries)
        self._done[intent.id] = entries[0].sequence
        return entries

    def fork(self) -> Game:
        """Return the same game, to be tried out: what is submitted to it counts nowhere until it is adopted."""
        other = copy.copy(self)
        other._log, other._done, other._keep = list(self._log), dict(self._done), _forget
        return other

    def adopt(self, fork: Game) -> tuple[JournalEntry, ...]:
        """Return the entries that a fork of this game has added, durable and folded in, all of them or none.

        Raises what `keep` raises, and `IllegalError` where this game has gone on since; then nothing has happened.
        """
        known = len(self._log)
        if fork._log[:known] != self._log:
            raise IllegalError("the game has gone on since it was forked: fork it again")
        entries = tuple(fork._log[known:])
        if entries:
            self._keep(entries)
            self._timeline = fork._timeline
            self._log.extend(entries)
            self._done.update({entry.id: entry.sequence for entry in entries if entry.is_intent})
        return entries

    def _again(self, intent: Intent) -> tuple[JournalEntry, ...]:
        start = self._done[intent.id]
        first = self._log[start - 1]
        if first.kind != intent.kind or first.data != intent.to_data():
            raise IllegalError(f"id {intent.id!r} is that of event {start} ({first.kind!r}): give each intent its own")
        followed = [entry for entry in self._log[start:] if entry.cause == start]
        return (first, *followed)

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
