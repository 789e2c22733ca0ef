"""Journal of an event in the hub's database: commands in order, each once, stored before they take effect."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from secrets import SystemRandom

import sqlalchemy as sa
from pydantic import ValidationError
from sqlalchemy.exc import IntegrityError

from venue.errors import EventRefusedError, VenueError
from venue.hub.store import Store
from venue.tournament.commands import ACT, AnyAct, TakeBackRound, Undo
from venue.tournament.reducer import apply, event_of
from venue.tournament.state import Tournament

MOST_TRIES = 24
LONGEST_PAUSE_S = 0.1
"""Longest random pause before another try: without pauses, a slow hub can lose to faster ones every time."""
RANDOM = SystemRandom()

_META = sa.MetaData()
_ACTS = sa.Table(
    "event_acts",
    _META,
    sa.Column("event", sa.String(64), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("event", "key"),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored command: its number in the event, and whether it had been stored before under the same key."""

    number: int
    again: bool


class EventJournal:
    """Commands of one event. Hubs that share the database share the event; each number is used once.

    Thread-safe.
    """

    def __init__(self, store: Store, event: str) -> None:
        self._store = store
        self._name = event
        self._lock = threading.Lock()
        self._acts: list[AnyAct] = []
        self._keys: dict[str, int] = {}
        self._event = Tournament()
        with store.transaction() as connection:
            _META.create_all(connection)
        self.refresh()

    @property
    def event(self) -> Tournament:
        """Current state of the event."""
        return self._event

    def snapshot(self) -> tuple[Tournament, tuple[AnyAct, ...]]:
        """Return the event and its commands at one moment."""
        with self._lock:
            return self._event, tuple(self._acts)

    @property
    def acts(self) -> tuple[AnyAct, ...]:
        """All commands in order, including those undone."""
        return tuple(self._acts)

    def knows(self, key: str) -> bool:
        """Whether a command is stored under that key."""
        return key in self._keys

    def known_to_another(self, key: str) -> bool:
        """Whether another event of this database has stored a command under that key."""
        query = sa.select(_ACTS.c.event).where(_ACTS.c.key == key, _ACTS.c.event != self._name).limit(1)
        with self._store.transaction() as connection:
            return connection.execute(query).first() is not None

    def refresh(self) -> None:
        """Read the commands that other hubs have stored."""
        with self._lock:
            self._read()

    def keep(self, act: AnyAct, key: str, *, after: int | None = None) -> Kept:
        """Store a command under a key chosen by its sender; a repeated key has no further effect.

        With `after` it is stored only if the event has exactly that many commands. Raises `EventRefusedError` if the
        command is not allowed, and `VenueError` if the database fails; then nothing was stored.
        """
        with self._lock:
            for tried in range(MOST_TRIES):
                self._read()
                if key in self._keys:
                    return Kept(self._keys[key], again=True)
                if after is not None and len(self._acts) != after:
                    raise EventRefusedError("event-changed", acts=len(self._acts), expected=after)
                self._with((act,))
                try:
                    self._insert(act, key)
                except IntegrityError:
                    time.sleep(RANDOM.uniform(0, min(LONGEST_PAUSE_S, 0.002 * 2**tried)))
                    continue
                self._read()
                return Kept(self._keys[key], again=False)
        raise VenueError("event-busy", event=self._name)

    def _with(self, new: Sequence[AnyAct]) -> Tournament:
        """Return the event after some more commands."""
        if any(isinstance(act, Undo | TakeBackRound) for act in new):
            return event_of([*self._acts, *new])
        event = self._event
        for act in new:
            event = apply(event, act)
        return event

    def preview(self, act: AnyAct) -> tuple[Tournament, Tournament]:
        """Return the event now and after a command, which is not stored; raises `EventRefusedError`."""
        with self._lock:
            self._read()
            return self._event, self._with((act,))

    def _insert(self, act: AnyAct, key: str) -> None:
        row = {"event": self._name, "number": len(self._acts) + 1, "key": key, "kind": act.kind}
        with self._store.transaction() as connection:
            connection.execute(_ACTS.insert().values(**row, body=act.model_dump_json()))

    def _read(self) -> None:
        query = (
            sa.select(_ACTS.c.number, _ACTS.c.key, _ACTS.c.body)
            .where(_ACTS.c.event == self._name, _ACTS.c.number > len(self._acts))
            .order_by(_ACTS.c.number)
        )
        with self._store.transaction() as connection:
            rows = connection.execute(query).all()
        if not rows:
            return
        try:
            new = [ACT.validate_json(row.body) for row in rows]
            event = self._with(new)
        except (ValidationError, EventRefusedError) as fault:
            raise VenueError("event-unreadable", event=self._name, number=rows[0].number, fault=fault) from fault
        self._event = event
        self._acts += new
        self._keys.update({row.key: row.number for row in rows})
