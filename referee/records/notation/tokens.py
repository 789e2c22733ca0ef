"""Elements of the notation: words, numbers, positions, and the tokens of a line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from messages.message import Message
from referee.game.board_place import BoardPlace
from referee.rules.errors import MalformedError

LONGEST_QUOTE = 20
QUOTES = json.JSONEncoder(ensure_ascii=False).encode
"""Formats a text in quotes, as in JSON."""

BARE = re.compile(r"[A-Za-zÀ-ÿ_][\w.'/-]*\Z")
TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<quoted>"(?:[^"\\]|\\.)*")
    |(?P<tag>\[[^\]]*\])
    |(?P<round>\([^)]*\))
    |(?P<arrow>->)
    |(?P<inches>\d+(?:\.\d+)?(?:e-?\d+)?")
    |(?P<word>[^\s"\[\](),=:]+(?::[^\s"\[\](),=]+)*)
    |(?P<mark>[,=:])
    """,
    re.VERBOSE,
)


class NotationError(MalformedError):
    """A line of notation cannot be read; the message has its number, the text, and what was expected."""


class TokenKind(StrEnum):
    """Kind of a token."""

    QUOTED = "quoted"
    TAG = "tag"
    ROUND = "round"
    ARROW = "arrow"
    INCHES = "inches"
    WORD = "word"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Token:
    """One token: its kind, and its text without quotes and brackets."""

    kind: TokenKind
    text: str


def word(text: str, reserved: frozenset[str] = frozenset()) -> str:
    """Format a name for a line: bare if unambiguous, otherwise in quotes."""
    return text if BARE.match(text) and text not in reserved else QUOTES(text)


def number(value: float) -> str:
    """Format a number that reads back exactly, without a needless ".0"."""
    whole = int(value)
    return str(whole) if whole == value else repr(float(value))


def place_text(place: BoardPlace) -> str:
    """Format a position as `(x, y)`, with height and rotation if they are not zero: `(8.2, 6, 2, 45)`."""
    parts = [place.x, place.y, place.z, place.rotation_deg]
    while len(parts) > 2 and parts[-1] == 0:
        parts.pop()
    said = " declared" if place.declared else ""
    return f"({', '.join(map(number, parts))}{said})"


def read_place(text: str) -> BoardPlace:
    """Parse the position between brackets; raises `NotationError` for an invalid one."""
    body, _, said = text.strip().partition(" declared")
    try:
        parts = [float(part) for part in body.split(",")]
    except ValueError:
        parts = []
    if said or not 2 <= len(parts) <= 4:
        raise NotationError("notation-bad-place", found=text)
    x, y, z, rotation_deg = (*parts, 0.0, 0.0)[:4]
    return BoardPlace(x, y, z, rotation_deg, declared=text.strip().endswith(" declared"))


def tokens(line: str) -> list[Token]:
    """Return the tokens of a line; raises `NotationError` that quotes the first invalid text."""
    found: list[Token] = []
    position = 0
    while position < len(line):
        match = TOKEN.match(line, position)
        if match is None:
            raise NotationError("notation-unreadable", found=line[position : position + LONGEST_QUOTE])
        position = match.end()
        kind, text = match.lastgroup or "", match.group()
        if kind == "space":
            continue
        if kind == "quoted":
            text = json.loads(text)
        elif kind in ("tag", "round"):
            text = text[1:-1]
        elif kind == "inches":
            text = text[:-1]
        found.append(Token(TokenKind(kind), text))
    return found


def require(given: Mapping[str, object], code: str, *keys: str) -> None:
    """Raise `NotationError` with that code, the id or name of what is given, and the missing keys."""
    missing = [key for key in keys if key not in given]
    if missing:
        raise NotationError(code, named=given.get("id") or given["name"], missing=missing)


Expected = str | Message | tuple[str, ...]
"""Expected continuation of a line: the code of a fragment, its message, or the words that may follow."""


def expected_at(found: Token | None, expected: Expected) -> NotationError:
    """Return the error of a token, or the end of a line, in place of what was expected."""
    if isinstance(expected, tuple):
        expected = Message.of("notation-one-of", words=expected)
    wanted = Message.of(expected) if isinstance(expected, str) else expected
    if found is None:
        return NotationError("notation-at-end", expected=wanted)
    return NotationError("notation-unexpected", found=found.text, expected=wanted)


def unexpected(found: str, words: tuple[str, ...]) -> NotationError:
    """Return the error of a word in place of one of those that may follow."""
    return expected_at(Token(TokenKind.WORD, found), words)


class Tokens:
    """The tokens of a line, consumed one by one."""

    def __init__(self, line: str) -> None:
        self.line = line
        self._left = tokens(line)

    def __bool__(self) -> bool:
        return bool(self._left)

    def peek(self) -> Token | None:
        """Return the next token without consuming it, None at the end."""
        return self._left[0] if self._left else None

    def at(self, kind: TokenKind, *texts: str) -> bool:
        """Return whether the next token is of that kind, and one of the texts if any are given."""
        token = self.peek()
        return token is not None and token.kind is kind and (not texts or token.text in texts)

    def take(self, expected: Expected, *kinds: TokenKind) -> str:
        """Consume the next token and return its text; raises `NotationError` with what was expected instead."""
        token = self.peek()
        if token is None or (kinds and token.kind not in kinds):
            raise expected_at(token, expected)
        return self._left.pop(0).text

    def take_name(self, expected: Expected) -> str:
        """Consume the next word or quoted text."""
        return self.take(expected, TokenKind.WORD, TokenKind.QUOTED)

    def take_if(self, kind: TokenKind, *texts: str) -> bool:
        """Return whether the next token matches, and consume it if so."""
        if not self.at(kind, *texts):
            return False
        self._left.pop(0)
        return True

    def take_number(self, expected: Expected) -> float:
        """Consume the next word as a number."""
        text = self.take(expected, TokenKind.WORD)
        try:
            return float(text)
        except ValueError:
            raise expected_at(Token(TokenKind.WORD, text), expected) from None

    def done(self) -> None:
        """Raise `NotationError` if any tokens are left."""
        token = self.peek()
        if token is not None:
            raise expected_at(token, "notation-end-of-line")
