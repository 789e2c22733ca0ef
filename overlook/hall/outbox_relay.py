"""Copy journal events and judge calls into the outbox, each exactly once.

A journal's seal is a digest of the event with everything that is secret in it, and the few values of a secret choice
are soon tried. Without the key nobody can try them; whoever has the journal verifies it as before, and with the key
also what was sent.
"""

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
from overlook.atomic_files import free_aside, write_json
from overlook.data_folder import kept_secret
from overlook.hall.judge_calls import CallLog
from overlook.table.games.games import Games
from overlook.table.games.new_game import NO_COLOUR
from overlook.table.games.ruling_history import rulings_of
from referee.editions.registry import edition_of
from referee.game.engine.timeline import PublicEntry, Timeline, fold_all, redact_secrets
from referee.game.events.battle import Revealed
from referee.game.events.pieces import EquipmentChosen
from referee.game.intents import EndBattle
from referee.game.journal_entry import JournalEntry
from referee.game.state import GameState
from referee.records.journal.errors import JournalDamagedError
from referee.records.journal.reading import Written, read_written
from referee.rules.errors import RefereeError
from referee.rules.ruling import Ruling, Threshold
from venue.errors import OutboxDamagedError, OutboxError
from venue.outbox import Outbox
from venue.protocol import RulingSaid, Side, TableState, UnnumberedGameMessage
from web.contract.table.view_builders import sentence

NAME = "seal-key"
DIGITS = 32


def seal_key(folder: Path) -> bytes:
    """Return the key of a table's data folder, made once; raises `OutboxError` if it cannot be written."""
    path = folder / NAME
    try:
        return kept_secret(path)
    except OSError as fault:
        raise OutboxError(f"{path}: not written ({fault.strerror or fault}): free the disk") from fault


def public_seal(seal: str, key: bytes) -> str:
    """Return what stands for a seal outside the table: 32 hexadecimal digits, the same for the same seal."""
    return hmac.new(key, seal.encode(), hashlib.sha256).hexdigest()[:DIGITS]


def game_name(number: int, first: Written) -> str:
    """Return a game's name in the hall: its number at the table, and what no other game has."""
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
    """Return in short how a game stands; the demonstration is practice by its title."""
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
    """Return that it is not known which match a game was played for."""
    return None


@dataclass
class GameMessages:
    """Follows one game event by event; `told` is what it comes to so far, `key` hides the seals.

    `practice` games have no result, neither has the demonstration. `match_of` gives the match that a game was played
    for, by the game's name.
    """

    game: str
    threshold: Threshold
    key: bytes
    practice: bool = False
    match_of: Callable[[str], str | None] = _unknown
    told: Timeline = field(default_factory=Timeline)
    _lost: bool = False

    def tell(self, written: Sequence[Written]) -> Iterator[UnnumberedGameMessage]:
        """Yield what is said of further events, which are whole intents with all that followed from them.

        A choice that is still secret is redacted; the event that reveals it says what it was. Of a game that this
        program cannot follow the bare events are said, without any secret choice.
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
        """Return how a game stands that an event has ended or taken up again; None for practice."""
        state, step = self.told.state, self.told.past
        shown = hall_state(state, last.event.edition, self.game, last.at, practice=self.practice)
        if shown.practice:
            return None
        ended = step.intent if step is not None and state.ended else None
        conceded_by = ended.conceded_by if isinstance(ended, EndBattle) else None
        return shown.model_copy(update={"conceded_by": conceded_by, "match": self.match_of(self.game)})

    def _rulings(self, intent: JournalEntry) -> tuple[Ruling, ...]:
        step = self.told.past
        return rulings_of(step) if step is not None and step.sequence == intent.sequence else ()


def _opened(event: PublicEntry, state: GameState) -> dict[str, object]:
    """Return an event's data; where it reveals a choice, with the choice: who listens heard it redacted."""
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
        claim=ruling.claim,
        verdict=verdict,
        p_yes=ruling.p_yes,
        sentence=sentence(ruling, verdict),
        rule=decisive.rule if decisive is not None else "",
    )


MATCHES_FILE = "hall-matches.json"
MOST = 500
"""Games that are remembered; older ones were reported long ago."""

_FILE: TypeAdapter[dict[str, str | None]] = TypeAdapter(dict[str, str | None])


class MatchedGames:
    """By a game's name in the hall, the match that the hub had assigned to the table when the game began.

    That is None if the hub had assigned none that has an id. A game that is not here was not begun in this hall.
    `fault` says in one line why the file cannot be read, empty if it can.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.fault = ""
        self.matches: dict[str, str | None] = self._read()

    def begin(self, games: Games, number: int, match: str | None) -> None:
        """Remember the match of a game that has just begun; the first one counts.

        Raises `JournalError` for a game that cannot be read, and `OSError` if the disk fails: then it is remembered
        until the program ends.
        """
        written = read_written(games.path(number))
        if not written or (name := game_name(number, written[0])) in self.matches:
            return
        newest = {**self.matches, name: match}
        self.matches = dict(list(newest.items())[-MOST:])
        write_json(self._path, self.matches)

    def match_of(self, game: str) -> str | None:
        """Return the match of a game, empty if it was begun outside this hall, None if that is not known."""
        return self.matches.get(game, None if self.fault else "")

    def _read(self) -> dict[str, str | None]:
        try:
            return _FILE.validate_json(read_undigested(self._path))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            self.fault = f"{self._path.name} cannot be read: the matches of earlier games are not known"
            return {}


FILE = "hall.outbox"
AT_ONCE = 500
TRIES = 5
"""So often an older game is found damaged before it is left out: a disk that fails for a while looks the same."""


class Mark(BaseModel):
    """Up to where the journals stand in the outbox: the game, the number of its last event, and that event's seal
    in the journal, which does not leave the table.

    `calls` counts the calls for a judge that stand in it, `call` is the seal of the last one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: int
    sequence: Annotated[int, Field(ge=0)]
    seal: str
    calls: Annotated[int, Field(ge=0)] = 0
    call: str = ""


@dataclass
class _Open:
    """The game that is being told: its number, where it has come to, and who tells it."""

    mark: Mark
    teller: GameMessages


class OutboxRelay:
    """Copies what journals keep into the outbox, in order, together with the mark up to where it has come.

    The journals are the truth and the outbox follows them: a table that dies between the two goes on at the mark, and
    an outbox that is lost, or older than the hub, is filled from the journals again: an event is known by its seal.
    Calls for a judge come the same way from their log, before what is new of the games: they are not to wait behind it,
    nor for a journal that cannot be read. `practice` games are told without a result; `matches` gives a game's match.
    Raises `OutboxError` if the table's seal key cannot be kept.
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
        self.left_out: dict[int, str] = {}
        """Older games that cannot be read, by number, and why: they are not said."""

    def follow(self) -> int:
        """Put into the outbox what is new, and return how many events that was.

        Raises `JournalError` and `OutboxError` when the disk fails; what is missing is put in by the next call.
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
                    # It was played on until the later one had its set-up: what came meanwhile is told first.
                    count += self._go_on(self._open)
            except JournalDamagedError as fault:
                self._damaged[number] = self._damaged.get(number, 0) + 1
                later = self._later(number)
                if later is None or self._damaged[number] < TRIES:
                    raise
                self.left_out[number] = str(fault)
            if later is None:
                return count
            self._open = self._from_its_beginning(later)

    def _later(self, number: int) -> int | None:
        """Return the next game that was begun after one.

        One without events does not count: its program was killed, or refused, while it was made, and goes on with the
        one before.
        """
        return next((one for one in self._games.numbers if one > number and self._begun(one)), None)

    def _begun(self, number: int) -> bool:
        try:
            return bool(read_written(self._games.path(number)))
        except JournalDamagedError:
            return True

    def begin_at_end(self) -> None:
        """Leave out all that the journals hold, in one step: what is told is what happens from now on."""
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
        """Return up to where the outbox says it has come, None where it does not say it."""
        with contextlib.suppress(ValidationError):
            return Mark.model_validate_json(self._outbox.mark or "{}")
        return None

    def current(self) -> str:
        """Return the name in the hall of the game that is being told, empty when there is none yet."""
        return self._open.teller.game if self._open is not None else ""

    def _take_up(self) -> _Open:
        """Return the game at the outbox's mark, told up to there; the first one when the mark fits none."""
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
        """Return the part of a mark that says which calls are in the outbox."""
        at = self._calls_in or 0
        return {"calls": at, "call": self._calls.facts[at - 1].seal} if self._calls is not None and at else {}


def _in_whole_intents(found: tuple[Written, ...]) -> Iterator[tuple[Written, ...]]:
    """Yield the events in parts of about so many, none of which ends within what followed from one intent."""
    part: list[Written] = []
    for one in found:
        if one.event.is_intent and len(part) >= AT_ONCE:
            yield tuple(part)
            part = []
        part.append(one)
    if part:
        yield tuple(part)


def open_outbox(folder: Path, name: str = FILE) -> Outbox:
    """Return the outbox of a table's folder; one that is damaged, or none, is put aside: the journals fill a new one.

    Its `put_aside` then names the damaged one. Raises `OutboxError` when the disk fails.
    """
    path = folder / name
    try:
        # An outbox has its tables from its first moment on: an empty file has lost them.
        emptied = path.is_file() and path.stat().st_size == 0
        if not emptied:
            return Outbox(path)
    except OutboxError as fault:
        if not isinstance(fault, OutboxDamagedError) and not path.is_dir():
            raise
    aside = free_aside(path)
    for suffix in ("", "-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + suffix))
    outbox = Outbox(path)
    outbox.put_aside = aside.name
    return outbox
