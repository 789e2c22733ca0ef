"""The smallest parts of the notation: words, numbers, places, and the tokens of a line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.game.board_place import BoardPlace
from referee.rules.errors import MalformedError

QUOTES = json.JSONEncoder(ensure_ascii=False).encode
"""Returns a text in quotes, as JSON writes it."""

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


class Kind(StrEnum):
    """What sort of token it is."""

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

    kind: Kind
    text: str


def word(text: str, reserved: frozenset[str] = frozenset()) -> str:
    """Return a name as it stands in a line: bare where that is clear, in quotes where not."""
    return text if BARE.match(text) and text not in reserved else QUOTES(text)


def number(value: float) -> str:
    """Return a number that reads back as exactly the same one, without a needless ".0"."""
    whole = int(value)
    return str(whole) if whole == value else repr(float(value))


def place_text(place: BoardPlace) -> str:
    """Return a place as `(x, y)`, with height and turning where they are not zero: `(8.2, 6, 2, 45)`."""
    parts = [place.x, place.y, place.z, place.rotation_deg]
    while len(parts) > 2 and parts[-1] == 0:
        parts.pop()
    said = " declared" if place.declared else ""
    return f"({', '.join(map(number, parts))}{said})"


def read_place(text: str) -> BoardPlace:
    """Return the place of the text between the brackets; `NotationError` when it is none."""
    body, _, said = text.strip().partition(" declared")
    try:
        parts = [float(part) for part in body.split(",")]
    except ValueError:
        parts = []
    if said or not 2 <= len(parts) <= 4:
        raise NotationError(f"place ({text}): expected (x, y), (x, y, z) or (x, y, z, degrees)")
    x, y, z, rotation_deg = (*parts, 0.0, 0.0)[:4]
    return BoardPlace(x, y, z, rotation_deg, declared=text.strip().endswith(" declared"))


def tokens(line: str) -> list[Token]:
    """Return the tokens of a line; `NotationError` quotes the first text that is none."""
    found: list[Token] = []
    position = 0
    while position < len(line):
        match = TOKEN.match(line, position)
        if match is None:
            raise NotationError(f"cannot read {line[position : position + 20]!r}")
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
        found.append(Token(Kind(kind), text))
    return found


def require(given: Mapping[str, object], what: str, *keys: str) -> None:
    """Raise `NotationError` that names those of the keys which were not given."""
    missing = [key for key in keys if key not in given]
    if missing:
        raise NotationError(f"{what}: {', '.join(missing)} missing")


class Tokens:
    """The tokens of a line, taken one after another."""

    def __init__(self, line: str) -> None:
        self.line = line
        self._left = tokens(line)

    def __bool__(self) -> bool:
        return bool(self._left)

    def peek(self) -> Token | None:
        """Return the next token without taking it, None at the end."""
        return self._left[0] if self._left else None

    def at(self, kind: Kind, *texts: str) -> bool:
        """Return whether the next token is of that kind, and one of the texts if any are given."""
        token = self.peek()
        return token is not None and token.kind is kind and (not texts or token.text in texts)

    def take(self, expected: str, *kinds: Kind) -> str:
        """Return the next token's text; `NotationError` says what was expected when it is of no such kind."""
        token = self.peek()
        if token is None or (kinds and token.kind not in kinds):
            raise NotationError(f"{f'{token.text!r}' if token else 'the end'}: expected {expected}")
        return self._left.pop(0).text

    def take_name(self, expected: str) -> str:
        """Return the next word or quoted text."""
        return self.take(expected, Kind.WORD, Kind.QUOTED)

    def take_if(self, kind: Kind, *texts: str) -> bool:
        """Return whether the next token is that one, and take it if so."""
        if not self.at(kind, *texts):
            return False
        self._left.pop(0)
        return True

    def take_number(self, expected: str) -> float:
        """Return the next word as a number."""
        text = self.take(expected, Kind.WORD)
        try:
            return float(text)
        except ValueError:
            raise NotationError(f"{text!r}: expected {expected}") from None

    def done(self) -> None:
        """Raise `NotationError` when something is left."""
        token = self.peek()
        if token is not None:
            raise NotationError(f"{token.text!r}: expected the end of the line")
