"""Games of one table on disk: a journal for each, with its chess clock and signatures in a sidecar file."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from calibration.files import read_undigested
from messages.message import Message
from overlook.atomic_files import write_digested
from overlook.table.games.vault import FOLDER as VAULTS
from overlook.table.games.vault import Vault
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.engine.timeline import with_opened_choices
from referee.game.events.secret_choices import lost_choices, new_salt
from referee.game.handlers.handler import secret_choice
from referee.game.intents import Intent
from referee.game.journal_entry import JournalEntry
from referee.game.state import GameState
from referee.records.duration import ClockReading, Duration, Gap
from referee.records.journal.errors import JournalBusyError, JournalError, JournalNewerError
from referee.records.journal.journal import Journal, WallClock, utc_now
from referee.records.journal.tail import beside, read_end
from referee.records.recorded_game import branch_of, read_game
from referee.rules.errors import MalformedError
from web.contract.table.game_views import ClockSeatView, ClockView


@dataclass(frozen=True, slots=True)
class Clock:
    """Chess clock: seconds used by each player, the duration of the round, and the player `on` whose time runs.

    Every change returns a new clock. `limit_s` is the length of a round; 0 means no limit. Time during which the table
    was off counts for the round and for no player.
    """

    used_s: Mapping[str, float] = field(default_factory=dict)
    round: Duration = field(default_factory=Duration)
    on: str | None = None
    limit_s: int = 0

    @property
    def running(self) -> bool:
        """True while the clock runs."""
        return self.round.running

    def now(self, now: ClockReading) -> Clock:
        """Return the clock at a later time."""
        used, gone = dict(self.used_s), now.since_s(self.round.at) if self.round.at is not None else 0.0
        if self.on is not None and gone:
            used[self.on] = used.get(self.on, 0.0) + gone
        return replace(self, used_s=used, round=self.round.advance(now))

    def given(self, player: str | None, now: ClockReading) -> Clock:
        """Return the clock at a later time, with that player's time running from then on."""
        return replace(self.now(now), on=player)

    def set_going(self, running: bool, now: ClockReading) -> Clock:
        """Return the clock started or stopped."""
        here = self.now(now)
        return replace(here, round=here.round.start(now) if running else here.round.stop(now))

    def settle(self, off_s: float, now: ClockReading) -> Clock:
        """Return the clock with what a person says: `off_s` seconds passed while the table was off."""
        here = self.now(now)
        return here if here.round.gap is None else replace(here, round=here.round.settle(off_s))

    def cleared(self) -> Clock:
        """Return the clock reset to zero and stopped."""
        return Clock(on=self.on, limit_s=self.limit_s)

    def view(self, players: Iterable[str]) -> ClockView:
        """Return the clock's view, in whole seconds."""
        return ClockView(
            running=self.running,
            on=self.on,
            seats=tuple(ClockSeatView(player=player, used_s=int(self.used_s.get(player, 0.0))) for player in players),
            round_s=int(self.round.seconds),
            limit_s=self.limit_s,
            uncounted=self.round.gap is not None,
        )


def whose_time(state: GameState) -> str | None:
    """Return the player whose time runs: in an activation the one awaited or active, otherwise whose turn it is."""
    acting = state.acting
    if acting is not None:
        awaited = acting.awaiting[0] if acting.awaiting else None
        return awaited or state.operative(acting.operative).player
    return state.turn


SIDECAR_SUFFIX = ".beside.json"


class _SidecarFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    version: int = 1
    signed: dict[str, int] = Field(default_factory=dict)
    used_s: dict[str, float] = Field(default_factory=dict)
    round_s: Annotated[float, Field(ge=0)] = 0.0
    round_at: ClockReading | None = None
    round_gap: Gap | None = None


class GameSidecar:
    """Clock and signatures of a game, in a file beside its journal.

    A file that cannot be read counts as empty, because nothing of the game is stored in it. If the disk fails, the
    values stay in memory and `trouble` reports it.
    """

    def __init__(self, game: Path) -> None:
        self.trouble: Message | None = None
        self._path = game.with_suffix(SIDECAR_SUFFIX)
        self._kept = self._read()

    def signed(self, sequence: int) -> tuple[str, ...]:
        """Return the players who have signed the result as of that event."""
        return tuple(player for player, at in self._kept.signed.items() if at == sequence)

    def sign(self, player: str, sequence: int) -> None:
        """Store a player's signature under the result as of that event."""
        others = {one: at for one, at in self._kept.signed.items() if at == sequence}
        self._write(self._kept.model_copy(update={"signed": {**others, player: sequence}}))

    def clock(self, now: ClockReading, limit_s: int) -> Clock:
        """Return the stored clock; one that ran goes on, with the time since then counted for the round."""
        kept = self._kept
        return Clock(kept.used_s, Duration(kept.round_s, kept.round_at, kept.round_gap), limit_s=limit_s).now(now)

    def keep_clock(self, clock: Clock) -> None:
        """Store the clock's seconds, and the reading up to which they are counted if it runs."""
        used, took = dict(clock.used_s), clock.round
        new = {"used_s": used, "round_s": took.seconds, "round_at": took.at, "round_gap": took.gap}
        self._write(self._kept.model_copy(update=new))

    def _read(self) -> _SidecarFile:
        try:
            return _SidecarFile.model_validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return _SidecarFile()
        except (OSError, ValueError):
            self.trouble = Message.of("games-sidecar-unreadable", file=self._path.name)
            return _SidecarFile()

    def _write(self, new: _SidecarFile) -> None:
        self._kept = new
        try:
            write_digested(self._path, new.model_dump_json(exclude_none=True))
            self.trouble = None
        except OSError as fault:
            self.trouble = Message.of("games-sidecar-not-kept", file=self._path.name, fault=fault.strerror or fault)


SUFFIX = ".game"
NUMBERED = re.compile(r"[0-9]{4,5}\.game")
MOST_BETWEEN = 1000
"""Largest gap between game numbers: games are numbered in order, so a file beyond it is not one of them."""


def game_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of all games in a table's folder, sorted by name, without opening any."""
    return tuple(sorted((folder / "games").glob(f"*{SUFFIX}")))


class Games:
    """Folder of one table's games (`0001.game`, `0002.game`, ...); only one program at a time may have one open.

    `clock` gives the time stored with each event.
    """

    def __init__(self, folder: Path, *, clock: WallClock = utc_now) -> None:
        self._clock = clock
        self.folder = folder / "games"
        self.folder.mkdir(parents=True, exist_ok=True)
        self._journal: Journal | None = None
        self._number = 0
        self._damage: Message | None = None
        self._game: Game | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of the existing games, oldest first; a file far beyond the others is a stray one."""
        found = sorted(
            int(path.stem)
            for path in self.folder.glob(f"*{SUFFIX}")
            if NUMBERED.fullmatch(path.name) and path.name == self.path(int(path.stem)).name
        )
        steps = zip([0, *found], found, strict=False)
        stray = next((index for index, (before, number) in enumerate(steps) if number - before > MOST_BETWEEN), None)
        return tuple(found[:stray])

    @property
    def trouble(self) -> Message | None:
        """Problem with the games on disk that does not stop the table; None if there is none."""
        return self._damage or (self._journal.trouble if self._journal is not None else None) or self._lost()

    def _lost(self) -> Message | None:
        """Return the sealed choices of the open game that the vault does not have; None if there are none."""
        lost = lost_choices(self._game.state) if self._game is not None else ()
        if self._game is None or not lost:
            return None
        choices, file = [secret_choice(player, topic) for player, topic in lost], self.vault(self._number).path.name
        branch = branch_of(self._game.log)
        if branch is not None:
            return Message.of("games-secrets-branch", game=self._number, parent=branch.parent, lost=choices)
        return Message.of("games-secrets-lost", game=self._number, file=file, lost=choices)

    def vault(self, number: int) -> Vault:
        """Return the vault of a game."""
        return Vault(self.folder.parent / VAULTS / f"{number:04d}.jsonl")

    def checkpoint(self) -> None:
        """Move the events of the open game into its main file; raises `JournalError` if the disk fails."""
        if self._journal is not None:
            self._journal.checkpoint()

    @property
    def newest(self) -> int:
        """Number of the newest game; 0 if there is none."""
        return max(self.numbers, default=0)

    @property
    def _missing(self) -> frozenset[int]:
        """Numbers of games without a file, although the record beside it shows that they had events."""
        tails = (path.stem for path in self.folder.glob(f"*{SUFFIX}.tail"))
        found = {int(name.removesuffix(SUFFIX)) for name in tails if NUMBERED.fullmatch(name)}
        return frozenset(
            number
            for number in found
            if number <= self.newest + MOST_BETWEEN
            and not self.path(number).exists()
            and (end := read_end(beside(self.path(number)))) is not None
            and end.sequence > 0
        )

    @property
    def _free(self) -> int:
        """Number of the next game: no game has it, and no missing one had it."""
        return max(self.newest, *self._missing, 0) + 1

    @property
    def number(self) -> int:
        """Number of the open game, else of the newest; 0 if there is none."""
        return self._number or self.newest

    @property
    def current(self) -> Path:
        """File of the open game, else of the newest, else of the first one to come."""
        return self.path(max(1, self.number))

    def path(self, number: int) -> Path:
        """Return the file of a game."""
        return self.folder / f"{number:04d}{SUFFIX}"

    def stamp(self, number: int) -> tuple[int, ...]:
        """Return a value that changes when a game does: sizes and times of its file and of its write-ahead log."""
        path = self.path(number)
        files = [file for file in (path, path.with_name(f"{path.name}-wal")) if file.is_file()]
        return tuple(value for file in files for value in (file.stat().st_size, file.stat().st_mtime_ns))

    def go_on(self, flow: BattleFlow) -> Game:
        """Resume the newest game that was begun, or begin a new one; raises what `Journal.open` raises.

        If the newest one cannot be read or its file is missing, a new one is begun and `trouble` reports it: a game
        with missing events is not continued.
        """
        free, missing = self._free, self._missing
        known = sorted({*self.numbers, *missing})
        for number in reversed(known):
            if number in missing:
                self._damage = Message.of("games-missing", game=number)
                return self._take(free, self._open(self.path(free)), flow)
            if self._nothing_known_of(number):
                self._damage = Message.of("games-empty", game=number)
                continue
            try:
                journal = self._open(self.path(number))
            except (JournalBusyError, JournalNewerError):
                raise
            except JournalError as fault:
                self._damage = Message.of("games-damaged", game=number, fault=fault)
                return self._take(free, self._open(self.path(free)), flow)
            if journal.events or number == known[0]:
                return self._take(number, journal, flow)
            journal.close()
            free = number
        return self._take(free, self._open(self.path(free)), flow)

    def _open(self, path: Path) -> Journal:
        return Journal.open(path, clock=self._clock)

    def _nothing_known_of(self, number: int) -> bool:
        """Return whether a game's file is empty and no record beside it shows that it ever had content."""
        path = self.path(number)
        return path.is_file() and path.stat().st_size == 0 and read_end(beside(path)) is None

    def begin(self, flow: BattleFlow, set_up: Intent | None = None) -> Game:
        """Begin a new game, with its set-up if given; the previous one is closed and kept.

        If the set-up is refused or the disk fails, the previous game stays open and nothing is left of the new one.
        """
        return self._begin(flow, () if set_up is None else (set_up,))

    def branch(self, flow: BattleFlow, number: int, sequence: int) -> Game:
        """Begin a new game that goes on from a game of this table after that event, without its secret choices.

        Raises `MalformedError` if that game cannot be read, has no such event or is of another edition, and
        `JournalError` if the disk fails; then the previous game stays open.
        """
        try:
            recorded = read_game(self.path(number))
        except JournalError as fault:
            raise MalformedError("games-parent-unreadable", game=number, fault=fault) from fault
        return self._begin(flow, entries=recorded.branch(sequence, f"{number:04d}"))

    def _begin(self, flow: BattleFlow, intents: Iterable[Intent] = (), entries: Sequence[JournalEntry] = ()) -> Game:
        number = self._free
        try:
            journal = self._open(self.path(number))
            try:
                journal.append(entries)
                game = _kept(flow, journal, self.vault(number))
                for intent in intents:
                    game.submit(intent)
            except BaseException:
                journal.close()
                raise
        except BaseException:
            self._remove(number)
            raise
        self.close()
        self._number, self._journal, self._game = number, journal, game
        return game

    def sidecar(self) -> GameSidecar:
        """Return the sidecar of the open game."""
        return GameSidecar(self.current)

    def close(self) -> None:
        """Close the open game."""
        if self._journal is not None:
            self._number, self._game = 0, None
            journal, self._journal = self._journal, None
            journal.close()

    def _take(self, number: int, journal: Journal, flow: BattleFlow) -> Game:
        self._number, self._journal = number, journal
        self._game = _kept(flow, journal, self.vault(number))
        return self._game

    def _remove(self, number: int) -> None:
        for suffix in ("", "-wal", "-shm", "-journal", ".lock", ".tail"):
            with contextlib.suppress(OSError):
                self.path(number).with_name(self.path(number).name + suffix).unlink()
        with contextlib.suppress(OSError):
            self.vault(number).path.unlink()


def _kept(flow: BattleFlow, journal: Journal, vault: Vault) -> Game:
    """Return the game of a journal, which appends its events there, and its secret choices to the vault.

    A branch has no vault of its parent's choices; those that the parent revealed stand in its own journal.
    """

    def keep(events: Sequence[JournalEntry]) -> None:
        journal.append(vault.keep(events))

    entries = vault.complete(journal.events)
    if branch_of(entries) is not None:
        entries = with_opened_choices(entries)
    return Game(flow, entries, keep=keep, salt=new_salt)
