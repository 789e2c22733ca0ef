"""Validity of pairings, counted in games and in the program's running time, not by the time of day.

A Raspberry Pi has no battery-backed clock: it starts years behind and jumps when it gets the time from a network. A
pairing ends
- for a player: when a device is paired after that player's game has ended and before the next one begins;
- for a player or the referee: when another device is paired as the same, after the game of the first one has ended;
- for a player: when another device is paired for the seat;
- for every device: after `KEPT_S` of running time without a game;
- when it is revoked.

Running time is written to disk every `KEPT_EVERY_S`; a power cut loses up to that much of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from messages.message import Message
from web.contract.table.game_views import GameView

KEPT_S = 12 * 3600
KEPT_EVERY_S = 300.0
MOST_FORGOTTEN = 1000

Count = Annotated[int, Field(ge=0)]


class PairingRecord(BaseModel):
    """State of the pairings on disk.

    `epoch` is part of the key that signs cookies: a new one ends all pairings. `idle_s` is the running time without a
    game, `ended` the number of games that have ended, `game` the current one, empty for none. A player's pairing is
    valid if at least `players_from` games had ended when it was made, and that of a seat if at least `seats_from` had;
    `forgotten` are the ids of revoked cookies. `holders` are those of the devices that were paired last for each
    player's seat, which alone are valid for it. A seat without one has only pairings of versions before 0.3, which stay
    valid.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    epoch: str = ""
    idle_s: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    ended: Count = 0
    game: str = ""
    players_from: Count = 0
    seats_from: Mapping[str, Count] = Field(default_factory=dict)
    forgotten: tuple[str, ...] = ()
    holders: Mapping[str, str] = Field(default_factory=dict)


class PairingTerm:
    """Decides which pairings are still valid. Thread-safe.

    `game` returns the current game, empty for none; it is None while no table is open, and the last game then counts as
    current. `save` writes a record to disk and does not raise. `fault` is the reason why the record on disk
    could not be read, empty if it could.
    """

    def __init__(
        self,
        record: PairingRecord | None = None,
        *,
        save: Callable[[PairingRecord], None] = lambda _: None,
        steady: Callable[[], float] = time.monotonic,
        fault: Message | None = None,
    ) -> None:
        self.game: Callable[[], str] | None = None
        self.fault = fault
        self._record = record or PairingRecord()
        self._saved = self._record
        self._save = save
        self._steady = steady
        self._noted_s = steady()
        self._lock = threading.RLock()

    @property
    def epoch(self) -> str:
        """Text that is combined with the secret to sign cookies."""
        return self._record.epoch

    def begin(self, seat: str, *, is_player: bool, mark: str = "") -> tuple[int, float]:
        """Return the stamp of a new pairing and save the record.

        `seat` is a player's seat, or a role; `mark` is the pairing's id, which becomes the holder of a player's seat.
        """
        with self._lock:
            self._note()
            ended = self._record.ended
            self._change(seats_from={**self._record.seats_from, seat: ended})
            if is_player and not self._record.game:
                if ended > self._record.players_from:
                    self._change(holders={})
                self._change(players_from=ended)
            if is_player and mark:
                self._change(holders={**self._record.holders, seat: mark})
            self._keep()
            return ended, self._record.idle_s

    def stamp(self) -> tuple[int, float]:
        """Return the stamp of a new pairing that ends no other one."""
        with self._lock:
            self._note()
            return self._record.ended, self._record.idle_s

    def holds(self, mark: str, stamp: tuple[int, float], seat: str, *, is_player: bool) -> bool:
        """Whether a pairing is still valid; `mark` is its id, the argument of `forget`."""
        with self._lock:
            self._note()
            record = self._record
        ended, idle_s = stamp
        least = max(record.seats_from.get(seat, 0), record.players_from if is_player else 0)
        if is_player and record.holders.get(seat, mark) != mark:
            return False
        return ended >= least and record.idle_s - idle_s < KEPT_S and mark not in record.forgotten

    def forget(self, mark: str) -> None:
        """Revoke a pairing and save the record."""
        with self._lock:
            self._change(forgotten=(*self._record.forgotten, mark)[-MOST_FORGOTTEN:])
            self._change(holders={seat: one for seat, one in self._record.holders.items() if one != mark})
            self._keep()

    def is_held(self, seat: str) -> bool:
        """Whether a device was paired for a player's seat and has not given it up, in a game that is on."""
        with self._lock:
            self._note()
            return bool(self._record.game) and seat in self._record.holders

    def keep(self) -> None:
        """Count the running time, and save it from time to time; call this every few seconds."""
        with self._lock:
            self._note()
            uncounted_s = self._record.idle_s - self._saved.idle_s
            if uncounted_s >= KEPT_EVERY_S or self._record.game != self._saved.game:
                self._keep()

    def _note(self) -> None:
        now_s, before = self._steady(), self._record
        passed_s, self._noted_s = now_s - self._noted_s, now_s
        if not before.game:
            self._change(idle_s=before.idle_s + passed_s)
        game = before.game if self.game is None else self.game()
        if game != before.game:
            self._change(game=game, ended=before.ended + bool(before.game))

    def _change(self, **fields: Any) -> None:
        self._record = self._record.model_copy(update=fields)

    def _keep(self) -> None:
        self._saved = self._record
        self._save(self._record)


def game_on(game: GameView) -> str:
    """Return the number of the table's current game, empty before it begins and after it ends."""
    return str(game.number) if game.begun and not game.over else ""
