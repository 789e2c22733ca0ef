"""Notation of a game, written and read, similar to PGN.

T1 p1 A2 engage: Reposition 5.2" (6) to (8.2, 6) -> Shoot bolter B3 [cover] 5,4,2,1 vs 6,3 = 4
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pydantic import ValidationError

from messages.message import Message
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.engine.timeline import Timeline
from referee.game.intents import Act, Activate, EndActivation, Intent, React, SetUp, read_intent
from referee.game.judging.position import edition_in, edition_of_game
from referee.records.notation.header import Head, header_lines, tag_of
from referee.records.notation.lines import DEEDS, act_text, deed_text, read_act, read_deed
from referee.records.notation.played import Played, as_played
from referee.records.notation.tokens import NotationError, TokenKind, Tokens, unexpected, word
from referee.rules.errors import RefereeError, expected, fault_at
from referee.rules.ports.edition import Edition
from referee.rules.position import Order

ON = "..."
RAW = "!"
COMMENT = "#"
BEGINNINGS = (*Order, "reacts", ON)
LONGEST_QUOTE = 60


def to_notation(timeline: Timeline, edition: Edition, flow: BattleFlow) -> str:
    """Write the game as played, without undone or withdrawn steps."""
    return "".join(f"{line}\n" for line in _lines(as_played(timeline, flow), edition, timeline))


def play_notation(text: str, edition: Edition, game: Game) -> None:
    """Play the notation in a game, from its current state; every line is verified like any intent.

    Raises `NotationError` with the line number if a line cannot be read or the rules do not permit it.
    """
    reader = _Reader(edition, game)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            reader.read(line.strip())
        except (RefereeError, ValidationError) as error:
            raise NotationError(
                "notation-line", line=number, text=line.strip()[:LONGEST_QUOTE], fault=_fault(error)
            ) from error
    reader.finish()


def _fault(error: RefereeError | ValidationError) -> Message:
    if isinstance(error, RefereeError):
        return error.message
    first = error.errors()[0]
    field = ".".join(map(str, first["loc"]))
    return fault_at(field, first) if field else expected(first)


def _lines(played: tuple[Played, ...], edition: Edition, timeline: Timeline) -> Iterator[str]:
    """Yield the lines: one for each continuous sequence of one operative's actions, one for every other intent."""
    open_line: list[str] = []
    worker: str | None = None
    killzone = edition
    for index, each in enumerate(played):
        intent = each.intent
        if worker is not None and not _goes_on(intent, worker):
            yield _closed(open_line, still=_works(each, worker) or _ends_later(played[index:], worker))
            worker = None
        if isinstance(intent, SetUp):
            killzone = edition_in(edition, intent.killzone, {action.name: action for action in intent.actions})
            yield from header_lines(intent, edition)
            yield ""
        elif isinstance(intent, Activate | React):
            worker, open_line = intent.operative, [_begun(each)]
        elif isinstance(intent, Act) and not intent.dice:
            if worker is None:
                worker, open_line = intent.operative, [f"{_where(each)} {word(intent.operative)} {ON}:"]
            open_line.append(act_text(intent, each.before, killzone))
        elif isinstance(intent, EndActivation) and worker == intent.operative:
            yield _closed(open_line, still=False)
            worker = None
        else:
            yield _other(each, index)
    if worker is not None:
        acting = timeline.state.acting
        yield _closed(open_line, still=acting is not None and acting.operative == worker)


def _goes_on(intent: Intent, worker: str) -> bool:
    return isinstance(intent, Act | EndActivation) and intent.operative == worker and not getattr(intent, "dice", False)


def _works(each: Played, worker: str) -> bool:
    """Return whether the operative is still active after another intent."""
    before = each.before
    return any(acting is not None and acting.operative == worker for acting in (before.activation, before.reaction))


def _ends_later(played: tuple[Played, ...], worker: str) -> bool:
    """Return whether the operative's activation is ended by a separate intent: an earlier end was withdrawn."""
    for each in played:
        intent = each.intent
        if isinstance(intent, Activate | React | EndActivation) and intent.operative == worker:
            return isinstance(intent, EndActivation)
    return False


def _closed(parts: list[str], *, still: bool) -> str:
    head, *acts = parts
    text = f"{head} {' -> '.join(acts)}".rstrip()
    return f"{text} {ON}" if still else text


def _where(each: Played) -> str:
    operative = each.before.operative(getattr(each.intent, "operative", ""))
    return f"T{each.before.turning_point} {word(operative.player)}"


def _begun(each: Played) -> str:
    intent = each.intent
    if isinstance(intent, Activate):
        return f"{_where(each)} {word(intent.operative)} {intent.order}:"
    return f"{_where(each)} {word(getattr(intent, 'operative', ''))} reacts:"


def _other(each: Played, index: int) -> str:
    text = deed_text(each)
    if text is not None:
        return f"T{each.before.turning_point} {text}"
    data = {"kind": each.intent.kind, **each.intent.to_data()}
    return f"{RAW} {json.dumps(data, ensure_ascii=False)}"


class _Reader:
    """Plays line by line."""

    def __init__(self, edition: Edition, game: Game) -> None:
        self._edition = edition
        self._game = game
        self._head: Head | None = None
        self._number = len(game.log)

    def read(self, line: str) -> None:
        """Play one line."""
        tag = tag_of(line)
        if tag is not None:
            self._head = self._head or Head(self._edition)
            self._head.read(tag)
            return
        if not line or line.startswith(COMMENT):
            return
        self.finish()
        if line.startswith(RAW):
            self._raw(line[1:])
            return
        self._played(Tokens(line))

    def finish(self) -> None:
        """Set the game up when its header is complete."""
        if self._head is not None:
            setup, self._head = self._head.setup(self._id()), None
            self._game.submit(setup)

    def _id(self) -> str:
        self._number += 1
        return f"n{self._number}"

    def _raw(self, text: str) -> None:
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise NotationError("notation-not-json", fault=error.msg) from error
        if not isinstance(data, dict):
            raise NotationError("notation-no-intent")
        self._game.submit(read_intent({**data, "id": self._id()}))

    def _played(self, line: Tokens) -> None:
        turn = line.take("notation-turning-point", TokenKind.WORD)
        now = self._game.state.turning_point
        if turn != f"T{now}":
            raise NotationError("notation-other-turning-point", found=turn, turning_point=now)
        who = line.take_name("notation-player")
        what = line.take_name("notation-operative-or-deed")
        if what in DEEDS:
            self._game.submit(read_deed(what, who, line, self._game, self._id()))
            line.done()
            return
        operative = what
        if operative not in self._game.state.operatives:
            raise NotationError("notation-operative-unknown", found=operative, known=sorted(DEEDS))
        owner = self._game.state.operative(operative).player
        if owner != who:
            raise NotationError("notation-operative-of-other", operative=operative, owner=owner, player=who)
        self._work(line, operative)

    def _work(self, line: Tokens, operative: str) -> None:
        begins = line.take(BEGINNINGS, TokenKind.WORD)
        line.take("notation-colon", TokenKind.MARK)
        if begins in tuple(Order):
            self._game.submit(Activate(id=self._id(), operative=operative, order=Order(begins)))
        elif begins == "reacts":
            self._game.submit(React(id=self._id(), operative=operative))
        elif begins != ON:
            raise unexpected(begins, BEGINNINGS)
        edition = edition_of_game(self._edition, self._game.state)
        while line and not line.at(TokenKind.WORD, ON):
            known = self._game.state.operatives
            self._game.submit(Act.from_fields(id=self._id(), **read_act(line, operative, edition, known=known)))
            if not line.take_if(TokenKind.ARROW):
                break
            if not line:
                line.take("notation-after-arrow")
        if not line.take_if(TokenKind.WORD, ON):
            acting = self._game.state.acting
            if acting is not None and acting.operative == operative:
                self._game.submit(EndActivation(id=self._id(), operative=operative))
        line.done()
