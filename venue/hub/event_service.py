"""Service of an event at the hub: stores commands, assigns matches to tables, and records their reports."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta

from messages.message import Message
from venue.errors import EventRefusedError, VenueError
from venue.hub.event_changes import changes_between
from venue.hub.event_journal import EventJournal, Kept
from venue.hub.judge_calls import JudgeDesk
from venue.hub.table_reports import HeardGames, match_id, new_reports
from venue.protocol import Assigned, table_name
from venue.tournament import commands
from venue.tournament.commands import AnyAct
from venue.tournament.state import Round, Tournament
from venue.tournament.swiss_pairing import pairings_of

CLOCK_WAS_SET = "hub (clock set)"
LEAST = timedelta(seconds=5)
"""Smaller differences are ignored; they may come from the delay between reading the two clocks."""


def steady_s() -> float:
    """Return seconds of a monotonic clock, one that counts during suspend if the system has it."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def wall() -> datetime:
    """Return the current time of day (UTC)."""
    return datetime.now(UTC)


class ClockJumps:
    """Detects jumps of the system clock by comparison with a monotonic clock."""

    def __init__(self, now: Callable[[], datetime] = wall, steady: Callable[[], float] = steady_s) -> None:
        self._now, self._steady = now, steady
        self._began_s = self._seen_s = steady()
        self._seen = now()

    def correction(self, running: Round | None) -> tuple[commands.Clock, ...]:
        """Return the commands that keep a round's time correct over a jump: stop the clock before, resume it after.

        Only for a round whose clock was started while this hub ran. An earlier one is left alone: the jump may have
        corrected a clock that was wrong when this hub started.
        """
        now, now_s = self._now(), self._steady()
        expected = self._seen + timedelta(seconds=now_s - self._seen_s)
        began = expected - timedelta(seconds=now_s - self._began_s)
        self._seen, self._seen_s = now, now_s
        if abs(now - expected) < LEAST or running is None or running.since is None:
            return ()
        if not began <= running.since <= expected:
            return ()
        return (
            commands.Clock(running=False, at=expected, by=CLOCK_WAS_SET),
            commands.Clock(running=True, at=now, by=CLOCK_WAS_SET),
        )


CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8

Assign = Callable[[str, Assigned | None], None]


def new_code() -> str:
    """Return a random code that authorises an entrant's signatures, without easily confused characters."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class EventDesk:
    """One event: its journal, and the effects of each command. Thread-safe.

    `heard` are the games that the hub knows, `assign` sends an assignment to a table. With `judges` it also handles
    calls for a judge.
    """

    def __init__(
        self,
        name: str,
        journal: EventJournal,
        heard: HeardGames,
        assign: Assign,
        *,
        judges: JudgeDesk | None = None,
    ) -> None:
        self.name = name
        self._journal = journal
        self._heard = heard
        self._assign = assign
        self._judges = judges
        self._told: dict[str, Assigned] = {}
        self._telling = threading.Lock()
        self._jumps = ClockJumps()
        self._corrections: deque[tuple[commands.Clock, str]] = deque()
        self._correcting = threading.Lock()

    @property
    def event(self) -> Tournament:
        """Current state of the event."""
        return self._journal.event

    def snapshot(self) -> tuple[Tournament, tuple[AnyAct, ...]]:
        """Return the event and its commands at one moment."""
        return self._journal.snapshot()

    @property
    def acts(self) -> tuple[AnyAct, ...]:
        """All commands in order."""
        return self._journal.acts

    def do(self, act: AnyAct, key: str) -> Kept:
        """Store a command, once per key, and update the tables. Raises `EventRefusedError` or `VenueError`.

        The organiser cannot note a call for a table that has an open one: the table would get no more answers to its
        own.
        """
        self._keep_round_time()
        if isinstance(act, commands.CallJudge) and not self._journal.knows(key):
            _require_no_open_call(self.event, act.table)
        if isinstance(act, commands.ChangePairing):
            # Record first which games of the old pairings have ended: they may forbid the change.
            self.ingest()
        kept = self._journal.keep(act, key)
        self.publish()
        return kept

    def enter(self, entries: Iterable[tuple[str, str, str]], *, by: str, key: str) -> int:
        """Enter everybody of a list (name, team, club) who is not in the event yet; return the number added."""
        new = 0
        for number, (name, team, club) in enumerate(entries):
            known = any(one.name.casefold() == name.casefold() for one in self.event.entrants)
            taken = {one.id for one in self.event.entrants}
            if known:
                continue
            entrant = next(f"p{at}" for at in range(1, commands.MOST_ENTRANTS + 2) if f"p{at}" not in taken)
            act = commands.AddEntrant(
                entrant=entrant, name=name, team=team, club=club, code=new_code(), at=datetime.now(UTC), by=by
            )
            new += not self._journal.keep(act, f"{key}:{number}").again
        return new

    def preview(self, act: AnyAct) -> tuple[Message, ...]:
        """Return what a command would change. Raises `EventRefusedError` if it is not allowed."""
        return changes_between(*self._journal.preview(act))

    def pairings(self, seed: int) -> tuple[commands.PairingAtTable, ...]:
        """Return the pairings proposed for the next round. Raises `EventRefusedError` for fewer than two players."""
        return pairings_of(self.event, seed=seed) or _nobody()

    def start_round(
        self,
        *,
        mission: str,
        killzone: str,
        minutes: int,
        by: str,
        key: str,
        seed: int,
        seatings: tuple[commands.PairingAtTable, ...] = (),
        running: bool = True,
    ) -> Kept:
        """Begin the next round with these pairings, or with those proposed; without `running` its clock stands."""
        act = commands.StartRound(
            round=len(self.event.rounds) + 1,
            seatings=seatings or self.pairings(seed),
            running=running,
            mission=mission,
            killzone=killzone,
            before=tuple(sorted(f"{table}/{game}" for table, game in self._heard.games())),
            minutes=minutes,
            at=datetime.now(UTC),
            by=by,
        )
        return self.do(act, key)

    def knows(self, entrant: str, code: str) -> bool:
        """Whether `code` is an entrant's code, compared in constant time."""
        one = self.event.entrant(entrant)
        given = code.strip().upper().encode("utf-8", "replace")
        return one is not None and bool(one.code) and hmac.compare_digest(one.code.encode(), given)

    def sign(self, entrant: str, round_number: int, points: tuple[int, int], key: str) -> Kept:
        """Store an entrant's signature; the caller has checked the code."""
        one = self.event.entrant(entrant)
        by = one.name if one is not None else entrant
        sign = commands.Sign(round=round_number, entrant=entrant, points=points, at=datetime.now(UTC), by=by)
        return self.do(sign, key)

    def ingest(self) -> None:
        """Record the results that tables report for the current round, one command for each new report.

        A repeated report changes nothing. Commands are read before results, and a report is stored only if no command
        came in between, so that hubs of one database do not contradict each other; the rest is recorded next time.
        """
        done = self._journal.acts
        new = list(new_reports(self.name, self._journal.event, done, self._heard, datetime.now(UTC)))
        with contextlib.suppress(EventRefusedError):
            for after, (says, key) in enumerate(new, start=len(done)):
                self._journal.keep(says, key, after=after)

    def refresh(self) -> None:
        """Process the commands of other hubs and the news from tables."""
        self._journal.refresh()
        self._keep_round_time()
        self.ingest()
        if self._judges is not None:
            self._judges.ingest()
        self.publish()

    def _keep_round_time(self) -> None:
        """Correct the round's clock after a jump of the system clock; retry corrections that were not stored."""
        with self._correcting:
            running = self.event.round
            for act in self._jumps.correction(running):
                since = running.since if running is not None else None
                self._corrections.append((act, f"set/{since}/{act.running}"))
            while self._corrections:
                with contextlib.suppress(EventRefusedError):  # the clock was paused in the meantime
                    self._journal.keep(*self._corrections[0])
                self._corrections.popleft()

    def assigned(self) -> Mapping[str, Assigned]:
        """Return the current assignment of each table that has one."""
        done, event, now = self._journal.acts, self.event, datetime.now(UTC)
        running = event.round
        if running is None:
            return {}
        names = {one.id: one for one in event.entrants}
        found: dict[str, Assigned] = {}
        for match in running.matches:
            if match.second is None or match.points is not None:
                continue
            with contextlib.suppress(VenueError):
                pair = (names[match.first], names[match.second])
                found[table_name(match.table)] = Assigned(
                    event=event.rules.title,
                    round=running.number,
                    match=match_id(self.name, done, running.number, match),
                    players=(pair[0].name, pair[1].name),
                    teams=(pair[0].team, pair[1].team),
                    mission=running.mission,
                    killzone=running.killzone,
                    left_s=running.left_s(now),
                    running=running.since is not None,
                    at=now,
                )
        return found

    def publish(self) -> None:
        """Send each table its assignment if that has changed."""
        with self._telling:
            new = dict(self.assigned())
            for table in self._told.keys() - new.keys():
                self._assign(table, None)
            for table, assigned in new.items():
                before = self._told.get(table)
                if before is None or _but_time(before) != _but_time(assigned):
                    self._assign(table, assigned)
            self._told = new
        if self._judges is not None:
            self._judges.publish()


def _but_time(one: Assigned) -> Assigned:
    return one.model_copy(update={"left_s": 0.0, "at": datetime.min.replace(tzinfo=UTC)})


def _nobody() -> tuple[commands.PairingAtTable, ...]:
    raise EventRefusedError("event-too-few-players")


def round_seed(name: str, running: Round | None) -> int:
    """Return a seed for the next round's pairings that is the same at every hub of an event."""
    text = f"{name}/{running.number if running is not None else 0}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def _require_no_open_call(event: Tournament, table: str) -> None:
    if any(one.table == table and one.open for one in event.calls):
        raise EventRefusedError("event-call-open", table=table)
