"""The desk of an event at the hub: takes what is done, tells tables what is theirs, hears how their games end."""

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

from venue.errors import EventRefusedError, VenueError
from venue.hub.event_journal import EventJournal, Kept
from venue.hub.judge_calls import JudgeDesk
from venue.hub.table_reports import HeardGames, match_id, new_reports
from venue.protocol import Assigned, table_name
from venue.tournament import commands
from venue.tournament.commands import AnyAct
from venue.tournament.state import Round, Tournament
from venue.tournament.swiss_pairing import pairings_of

CLOCK_WAS_SET = "the hub: its clock was set"
LEAST = timedelta(seconds=5)
"""A smaller step is no matter, and may be how long it took to look."""


def steady_s() -> float:
    """Return seconds of a clock that nobody sets; it counts on while a laptop sleeps, where the system has such one."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def wall() -> datetime:
    """Return the time of day."""
    return datetime.now(UTC)


class ClockJumps:
    """Compares the time of day with a clock that nobody sets, each time that it is asked."""

    def __init__(self, now: Callable[[], datetime] = wall, steady: Callable[[], float] = steady_s) -> None:
        self._now, self._steady = now, steady
        self._began_s = self._seen_s = steady()
        self._seen = now()

    def correction(self, running: Round | None) -> tuple[commands.Clock, ...]:
        """Return what keeps a round's time over a jump since the last call: stop it as of before, go on as of now.

        That is for a round whose clock was started while this hub ran. One that was started before is left alone: the
        jump may have put right a clock that was wrong when this hub began.
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
    """Return a code with which an entrant signs; nobody guesses it, and no two of its letters look alike."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class EventDesk:
    """One event: its journal, and what follows of each act. Safe to call from any thread.

    `heard` is what the hub has heard of its tables' games, `assign` tells a table what is assigned to it. With `judges`
    it also hears and answers calls for a judge.
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
        """The event as it stands."""
        return self._journal.event

    @property
    def acts(self) -> tuple[AnyAct, ...]:
        """Everything that was done, in order."""
        return self._journal.acts

    def do(self, act: AnyAct, key: str) -> Kept:
        """Keep an act, once for its key, and tell the tables. Raises `EventRefusedError`, or `VenueError`.

        A table's own open call is not covered by one that is noted here: the table would hear nothing more of its own.
        """
        self._keep_round_time()
        if isinstance(act, commands.CallJudge) and not self._journal.knows(key):
            _require_no_open_call(self.event, act.table)
        if isinstance(act, commands.Reseat):
            # What the players of before have ended by now is theirs, and refuses another pairing.
            self.hear()
        kept = self._journal.keep(act, key)
        self.tell()
        return kept

    def enter(self, entries: Iterable[tuple[str, str, str]], *, by: str, key: str) -> int:
        """Enter everybody of a list (name, team, club) who is not in the event yet; return how many those were."""
        new = 0
        for number, (name, team, club) in enumerate(entries):
            known = any(one.name.casefold() == name.casefold() for one in self.event.entrants)
            taken = {one.id for one in self.event.entrants}
            if known:
                continue
            entrant = next(f"p{at}" for at in range(1, commands.MOST_ENTRANTS + 2) if f"p{at}" not in taken)
            act = commands.Enter(
                entrant=entrant, name=name, team=team, club=club, code=new_code(), at=datetime.now(UTC), by=by
            )
            new += not self._journal.keep(act, f"{key}:{number}").again
        return new

    def start_round(self, *, mission: str, killzone: str, minutes: int, by: str, key: str, seed: int) -> Kept:
        """Pair the next round and begin it."""
        act = commands.StartRound(
            round=len(self.event.rounds) + 1,
            seatings=pairings_of(self.event, seed=seed) or _nobody(),
            mission=mission,
            killzone=killzone,
            before=tuple(sorted(f"{table}/{game}" for table, game in self._heard.games())),
            minutes=minutes,
            at=datetime.now(UTC),
            by=by,
        )
        return self.do(act, key)

    def knows(self, entrant: str, code: str) -> bool:
        """Whether that is an entrant's code."""
        one = self.event.entrant(entrant)
        given = code.strip().upper().encode("utf-8", "replace")
        return one is not None and bool(one.code) and hmac.compare_digest(one.code.encode(), given)

    def sign(self, entrant: str, round_number: int, points: tuple[int, int], key: str) -> Kept:
        """Keep an entrant's signature, whose code was asked for."""
        one = self.event.entrant(entrant)
        by = one.name if one is not None else entrant
        sign = commands.Sign(round=round_number, entrant=entrant, points=points, at=datetime.now(UTC), by=by)
        return self.do(sign, key)

    def hear(self) -> None:
        """Take in how games at tables of the running round have ended: one act for each report that is new.

        Hearing the same again keeps nothing. The acts are read before the results, and a report is kept only if no act
        came in between, so that hubs of one database do not contradict each other; what is left is heard next time.
        """
        done = self._journal.acts
        new = list(new_reports(self.name, self._journal.event, done, self._heard, datetime.now(UTC)))
        with contextlib.suppress(EventRefusedError):
            for after, (says, key) in enumerate(new, start=len(done)):
                self._journal.keep(says, key, after=after)

    def refresh(self) -> None:
        """Take in what other hubs of the same database have done."""
        self._journal.refresh()
        self._keep_round_time()
        self.hear()
        if self._judges is not None:
            self._judges.hear()
        self.tell()

    def _keep_round_time(self) -> None:
        """Correct the round's clock for a jump of this machine's; what the database did not take is kept next time."""
        with self._correcting:
            running = self.event.round
            for act in self._jumps.correction(running):
                since = running.since if running is not None else None
                self._corrections.append((act, f"set/{since}/{act.running}"))
            while self._corrections:
                with contextlib.suppress(EventRefusedError):  # it was paused meanwhile
                    self._journal.keep(*self._corrections[0])
                self._corrections.popleft()

    def assigned(self) -> Mapping[str, Assigned]:
        """Return what is assigned to each table that is one of the hall."""
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

    def tell(self) -> None:
        """Tell each table what is new to it."""
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
            self._judges.tell()


def _but_time(one: Assigned) -> Assigned:
    return one.model_copy(update={"left_s": 0.0, "at": datetime.min.replace(tzinfo=UTC)})


def _nobody() -> tuple[commands.Seating, ...]:
    raise EventRefusedError("fewer than two play: enter who takes part")


def round_seed(name: str, running: Round | None) -> int:
    """Return a seed for the next round's pairings that is the same at every hub of an event."""
    text = f"{name}/{running.number if running is not None else 0}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def _require_no_open_call(event: Tournament, table: str) -> None:
    if any(one.table == table and one.open for one in event.calls):
        raise EventRefusedError(f"{table} has called a judge already: answer that call")
