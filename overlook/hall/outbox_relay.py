"""Relay that copies journal events and judge calls into the outbox, each exactly once."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from calibration.files import read_undigested
from messages.message import Message
from overlook.atomic_files import find_unused_path, write_json
from overlook.data_folder import kept_secret
from overlook.hall.judge_calls import CallLog
from overlook.table.games.games import Games
from overlook.table.games.new_game import NO_COLOUR
from overlook.table.games.ruling_history import rulings_of
from referee.editions.registry import edition_of
from referee.game.engine.timeline import PublicEntry, Timeline, fold_all, redact_secrets
from referee.game.events.battle import Revealed
from referee.game.events.pieces import EquipmentChosen
from referee.game.intents import EndBattle, Intent
from referee.game.journal_entry import JournalEntry
from referee.game.state import GameState
from referee.records.journal.errors import JournalDamagedError
from referee.records.journal.reading import Written, read_written
from referee.rules.errors import RefereeError
from referee.rules.ruling import Ruling, Threshold
from venue.errors import OutboxDamagedError, OutboxError
from venue.outbox import Outbox
from venue.protocol import Ending, RulingSaid, Side, TableState, UnnumberedGameMessage
from web.contract.table.view_builders import explain_ruling

NAME = "seal-key"
DIGITS = 32


def seal_key(folder: Path) -> bytes:
    """Return the seal key of a table's data folder, created at first use; raises `OutboxError` if the write fails."""
    path = folder / NAME
    try:
        return kept_secret(path)
    except OSError as fault:
        raise OutboxError("hall-key-unwritable", file=path, fault=fault.strerror or fault) from fault


def public_seal(seal: str, key: bytes) -> str:
    """Return the published form of a journal's seal: an HMAC of 32 hexadecimal digits.

    A seal is a digest of an event including its secrets, and the few possible values of a secret choice could be
    guessed from it. The key prevents this. The journal can still be verified, and with the key also what was sent.
    """
    return hmac.new(key, seal.encode(), hashlib.sha256).hexdigest()[:DIGITS]


def game_name(number: int, first: Written) -> str:
    """Return a game's name in the hall: its number at the table and a digest that no other game has."""
    own = hashlib.blake2b(f"{first.seal}{first.at.isoformat()}".encode(), digest_size=4).hexdigest()
    return f"{number:04d}-{own}"


def hall_state(
    state: GameState,
    edition: str,
    game: str,
    at: datetime,
    *,
    trouble: Sequence[str] = (),
    last_ruling: str = "",
    practice: bool = False,
) -> TableState:
    """Return a summary of a game's state; games with the demonstration's title are practice."""
    acting = state.acting
    return TableState(
        title=state.mission or edition_of(edition).title,
        edition=edition,
        game=game,
        phase=state.stage.replace("_", " "),
        turning_point=state.turning_point,
        initiative=state.initiative,
        active=acting.operative if acting is not None else None,
        sides=tuple(
            Side(
                player=player,
                name=side.seat.name,
                colour=side.seat.colour or NO_COLOUR,
                cp=side.cp,
                vp=max(0, side.total_vp),
            )
            for player, side in state.sides.items()
        ),
        ended=state.ended,
        winner=state.winner,
        practice=practice,
        trouble=tuple(trouble),
        last_ruling=last_ruling,
        at=at,
    )


def _unknown(game: str) -> str | None:
    """Return None: the match of a game is unknown."""
    return None


@dataclass
class GameMessages:
    """Converts the events of one game into messages; `told` is the timeline so far, `key` hides the seals.

    `practice` games, like the demonstration, have no result. `match_of` returns the match of a game by the game's name.
    """

    game: str
    threshold: Threshold
    key: bytes
    practice: bool = False
    match_of: Callable[[str], str | None] = _unknown
    told: Timeline = field(default_factory=Timeline)
    _lost: bool = False

    def tell(self, written: Sequence[Written]) -> Iterator[UnnumberedGameMessage]:
        """Yield the messages of further events; these must be complete intents with their consequences.

        Secret choices are redacted until the event that reveals them. If this program cannot replay the game, the
        events are sent without rulings, results and secret choices.
        """
        for _, each in groupby(written, key=lambda one: one.event.cause):
            yield from self._tell(list(each))

    def _tell(self, written: list[Written]) -> Iterator[UnnumberedGameMessage]:
        was_over = self.told.state.ended
        try:
            self.told = self.told if self._lost else fold_all((one.event for one in written), self.told)
        except RefereeError:
            self.told, self._lost, was_over = Timeline(), True, False
        state, last = self.told.state, written[-1]
        rulings = tuple(_said(ruling, self.threshold) for ruling in self._rulings(written[0].event))
        result = self._result(last) if state.ended != was_over else None
        for one, shown in zip(written, redact_secrets([one.event for one in written], self.told), strict=True):
            yield UnnumberedGameMessage(
                game=self.game,
                sequence=shown.sequence,
                cause=shown.cause,
                edition=shown.edition,
                kind=shown.kind,
                data=_opened(shown, state),
                rulings=rulings if one is written[0] else (),
                result=result if one is last else None,
                seal=public_seal(one.seal, self.key),
                at=one.at,
            )

    def _result(self, last: Written) -> TableState | None:
        """Return the result of a game that an event has ended or resumed; None for practice."""
        state, step = self.told.state, self.told.past
        shown = hall_state(state, last.event.edition, self.game, last.at, practice=self.practice)
        if shown.practice:
            return None
        ended = step.intent if step is not None and state.ended else None
        conceded_by = ended.conceded_by if isinstance(ended, EndBattle) else None
        update = {"conceded_by": conceded_by, "ending": _ending(state, ended), "match": self.match_of(self.game)}
        return shown.model_copy(update=update)

    def _rulings(self, intent: JournalEntry) -> tuple[Ruling, ...]:
        step = self.told.past
        return rulings_of(step) if step is not None and step.sequence == intent.sequence else ()


def _ending(state: GameState, ended: Intent | None) -> Ending | None:
    """Return how a game ended, from the intent that ended it; None for a game in progress."""
    if not state.ended:
        return None
    if isinstance(ended, EndBattle):
        return Ending.TIME_OUT if ended.conceded_by is None else Ending.CONCESSION
    return Ending.PLAYED if state.winner is not None else Ending.DRAW


def _opened(event: PublicEntry, state: GameState) -> dict[str, object]:
    """Return an event's data, with the choice if the event reveals it, since listeners have received it redacted."""
    if event.kind == EquipmentChosen.kind and state.sides and state.sides.keys() <= state.chosen:
        return {**event.data, "revealed": {player: side.equipment for player, side in state.sides.items()}}
    side = state.sides.get(str(event.data.get("player")))
    if event.kind != Revealed.kind or side is None:
        return event.data
    return {**event.data, "value": side.revealed.get(str(event.data["topic"]))}


def _said(ruling: Ruling, threshold: Threshold) -> RulingSaid:
    verdict = ruling.verdict(threshold)
    decisive = ruling.decisive
    return RulingSaid(
        claim=str(ruling.claim),
        verdict=verdict,
        p_yes=ruling.p_yes,
        sentence=explain_ruling(ruling, verdict),
        rule=decisive.rule if decisive is not None else "",
    )


MATCHES_FILE = "hall-matches.json"
MOST = 500
"""Limit of remembered games; older ones were reported long ago."""

_FILE: TypeAdapter[dict[str, str | None]] = TypeAdapter(dict[str, str | None])


class MatchedGames:
    """Match assigned to the table when each game began, by the game's name in the hall.

    None if the hub had assigned none with an id. Games not listed were not begun in this hall. `fault` is the reason if
    the file cannot be read, else None.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.fault: Message | None = None
        self.matches: dict[str, str | None] = self._read()

    def begin(self, games: Games, number: int, match: str | None) -> None:
        """Remember the match of a game that has just begun, unless one is known.

        Raises `JournalError` if the game cannot be read, and `OSError` if the disk fails; the match is then remembered
        until the program ends.
        """
        written = read_written(games.path(number))
        if not written or (name := game_name(number, written[0])) in self.matches:
            return
        newest = {**self.matches, name: match}
        self.matches = dict(list(newest.items())[-MOST:])
        write_json(self._path, self.matches)

    def match_of(self, game: str) -> str | None:
        """Return the match of a game, empty if it was begun outside this hall, None if unknown."""
        return self.matches.get(game, None if self.fault else "")

    def _read(self) -> dict[str, str | None]:
        try:
            return _FILE.validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            self.fault = Message.of("hall-matches-unreadable", file=self._path.name)
            return {}


FILE = "hall.outbox"
AT_ONCE = 500
TRIES = 5
"""How often an older game must be found damaged before it is left out, since temporary disk errors look the same."""


class Mark(BaseModel):
    """Position of the journals in the outbox: the game, its last event's number, and that event's seal.

    The journal's seal never leaves the table. `calls` is the number of judge calls in the outbox, `call` the seal of
    the last one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: int
    sequence: Annotated[int, Field(ge=0)]
    seal: str
    calls: Annotated[int, Field(ge=0)] = 0
    call: str = ""


@dataclass
class _Open:
    """The game being relayed: its position, and the converter of its events."""

    mark: Mark
    teller: GameMessages


class OutboxRelay:
    """Copies the journals into the outbox, in order, together with a mark of the position reached.

    The journals are authoritative. After a crash in between, the relay continues at the mark; an outbox that is lost or
    older than the hub is rebuilt from the journals, and the hub recognises events by their seals. Judge calls are
    copied from their log before new events of games, so that they wait neither for those nor for a damaged journal.
    `practice` games are sent without a result; `matches` has the games' matches. Raises `OutboxError` if the seal key
    cannot be written.
    """

    def __init__(
        self,
        games: Games,
        outbox: Outbox,
        threshold: Threshold,
        calls: CallLog | None = None,
        *,
        matches: MatchedGames | None = None,
        practice: bool = False,
    ) -> None:
        self.matches = matches
        self.practice = practice
        self._games = games
        self._outbox = outbox
        self._threshold = threshold
        self._key = seal_key(games.folder.parent)
        self._calls = calls
        self._calls_in: int | None = None
        self._open: _Open | None = None
        self._damaged: dict[int, int] = {}
        self.left_out: dict[int, Message] = {}
        """Older games left out because they cannot be read, by number, with the reason."""

    def copy_new_events(self) -> int:
        """Put new events into the outbox and return their number.

        Raises `JournalError` or `OutboxError` if the disk fails; the next call continues.
        """
        if not self._outbox.mark:
            self._open = self._calls_in = None
        count = self._follow_calls()
        while True:
            number = self._games.newest if self._open is None else self._open.mark.game
            try:
                if self._open is None or not self._outbox.mark:
                    self._open = self._take_up()
                number = self._open.mark.game
                count += self._go_on(self._open)
                later = self._later(number)
                if later is not None:
                    # Events may have been added until the later game was set up: relay them first.
                    count += self._go_on(self._open)
            except JournalDamagedError as fault:
                self._damaged[number] = self._damaged.get(number, 0) + 1
                later = self._later(number)
                if later is None or self._damaged[number] < TRIES:
                    raise
                self.left_out[number] = fault.message
            if later is None:
                return count
            self._open = self._from_its_beginning(later)

    def _later(self, number: int) -> int | None:
        """Return the next game that was begun after one.

        A game without events does not count: its program was stopped, or its set-up refused, and continues with the
        previous game.
        """
        return next((one for one in self._games.numbers if one > number and self._begun(one)), None)

    def _begun(self, number: int) -> bool:
        try:
            return bool(read_written(self._games.path(number)))
        except JournalDamagedError:
            return True

    def begin_at_end(self) -> None:
        """Skip everything in the journals, in one step: only later events are sent."""
        number = next((one for one in reversed(self._games.numbers) if self._begun(one)), 0)
        known = read_written(self._games.path(number)) if number else ()
        at = (known[-1].event.sequence, known[-1].seal) if known else (0, "")
        mark = Mark(game=number or 1, sequence=at[0], seal=at[1])
        self._outbox.append([], mark.model_dump_json())

    def _follow_calls(self) -> int:
        if self._calls is None:
            return 0
        mark = self._mark() or Mark(game=next(iter(self._games.numbers), 1), sequence=0, seal="")
        facts = self._calls.facts
        if self._calls_in is None:
            known = mark.calls <= len(facts) and (mark.calls == 0 or facts[mark.calls - 1].seal == mark.call)
            self._calls_in = mark.calls if known else 0
            if not known:
                self._calls.lacks(mark.calls)
                self._outbox.append([], mark.model_copy(update={"calls": 0, "call": ""}).model_dump_json())
        new = self._calls.messages(self._calls_in)
        if new:
            at = self._calls_in + len(new)
            moved = mark.model_copy(update={"calls": at, "call": new[-1].seal})
            self._outbox.append([one.model_dump_json() for one in new], moved.model_dump_json())
            self._calls_in = at
        return len(new)

    def _mark(self) -> Mark | None:
        """Return the outbox's mark, None if it has none or an invalid one."""
        with contextlib.suppress(ValidationError):
            return Mark.model_validate_json(self._outbox.mark or "{}")
        return None

    def current(self) -> str:
        """Return the name in the hall of the game being relayed, empty if there is none yet."""
        return self._open.teller.game if self._open is not None else ""

    def _take_up(self) -> _Open:
        """Return the game at the outbox's mark, replayed to there; the first game if the mark fits none."""
        numbers = self._games.numbers
        mark = self._mark()
        if mark is not None and mark.game in numbers:
            return self._at(mark)
        return self._from_its_beginning(numbers[0] if numbers else 1)

    def _at(self, mark: Mark) -> _Open:
        known = read_written(self._games.path(mark.game))[: mark.sequence]
        if not known or len(known) != mark.sequence or known[-1].seal != mark.seal:
            return self._from_its_beginning(mark.game)
        teller = self._teller(game_name(mark.game, known[0]))
        for _ in teller.tell(known):
            pass
        return _Open(mark, teller)

    def _from_its_beginning(self, number: int) -> _Open:
        return _Open(Mark(game=number, sequence=0, seal=""), self._teller(""))

    def _teller(self, game: str) -> GameMessages:
        teller = GameMessages(game, self._threshold, self._key, self.practice)
        if self.matches is not None:
            teller.match_of = self.matches.match_of
        return teller

    def _go_on(self, opened: _Open) -> int:
        path = self._games.path(opened.mark.game)
        found = read_written(path, opened.mark.sequence) if path.is_file() else ()
        if found and not opened.teller.game:
            opened.teller.game = game_name(opened.mark.game, found[0])
        for part in _in_whole_intents(found):
            mark = Mark(game=opened.mark.game, sequence=part[-1].event.sequence, seal=part[-1].seal, **self._told())
            try:
                bodies = [saying.model_dump_json() for saying in opened.teller.tell(part)]
                self._outbox.append(bodies, mark.model_dump_json())
            except BaseException:
                self._open = None
                raise
            opened.mark = mark
        return len(found)

    def _told(self) -> dict[str, Any]:
        """Return the fields of a mark for the judge calls in the outbox."""
        at = self._calls_in or 0
        return {"calls": at, "call": self._calls.facts[at - 1].seal} if self._calls is not None and at else {}


def _in_whole_intents(found: tuple[Written, ...]) -> Iterator[tuple[Written, ...]]:
    """Yield the events in parts of about `AT_ONCE`, each ending with a complete intent."""
    part: list[Written] = []
    for one in found:
        if one.event.is_intent and len(part) >= AT_ONCE:
            yield tuple(part)
            part = []
        part.append(one)
    if part:
        yield tuple(part)


def open_outbox(folder: Path, name: str = FILE) -> Outbox:
    """Return the outbox of a table's folder; an invalid one is renamed, and a new one is filled from the journals.

    `put_aside` is then the new name of the invalid one. Raises `OutboxError` if the disk fails.
    """
    path = folder / name
    try:
        # Outboxes have their tables from the start, so an empty file has lost them.
        emptied = path.is_file() and path.stat().st_size == 0
        if not emptied:
            return Outbox(path)
    except OutboxError as fault:
        if not isinstance(fault, OutboxDamagedError) and not path.is_dir():
            raise
    aside = find_unused_path(path)
    for suffix in ("", "-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + suffix))
    outbox = Outbox(path)
    outbox.put_aside = aside.name
    return outbox
