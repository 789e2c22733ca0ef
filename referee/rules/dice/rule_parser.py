"""Parser of weapon rules as people write them, with tolerance for misspelled names.

Nothing is dropped: text that is no rule of the edition is either the team's own rule (marked with a star) or listed as
unknown. Ambiguous text is listed as unknown, not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from messages.message import LengthPiece
from referee.rules.dice.rule_book import Number, RuleBook, WeaponRule
from referee.rules.errors import MalformedError
from referee.rules.weapon import RuleUse

SHORTEST = 3


def letters(text: str) -> str:
    """Return only the letters, in lower case: "Prc Crit" and "PrcCrit" become the same name."""
    return "".join(char for char in text.lower() if char.isalpha())


def distance(one: str, other: str) -> int:
    """Return the edit distance: letters inserted, deleted, replaced or swapped with a neighbour (optimal alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        current = [i]
        for j, b in enumerate(other, 1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        before, row = row, current
    return row[-1]


def slips(one: str, other: str) -> int:
    """Return the tolerated edit distance between two words: none below 4 letters, one from 4, two from 7."""
    length = min(len(one), len(other))
    return 0 if length < 4 else 1 if length < 7 else 2


@dataclass(frozen=True)
class FuzzyNames:
    """Names of a rule book, prepared for matching."""

    book: RuleBook
    exact: dict[str, WeaponRule] = field(init=False, compare=False)
    titles: dict[str, WeaponRule] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        exact: dict[str, WeaponRule] = {}
        for rule in self.book.rules:
            for name in (rule.title, rule.name, *rule.spellings):
                exact[letters(name)] = rule
        object.__setattr__(self, "exact", exact)
        object.__setattr__(self, "titles", {letters(rule.title): rule for rule in self.book.rules})

    def named(self, words: str) -> WeaponRule | None:
        """Return the rule with exactly this name or spelling, ignoring spaces, or None."""
        return self.exact.get(letters(words))

    def meant(self, words: str) -> WeaponRule | None:
        """Return the only rule that a shortened or misspelled name can mean; None if there is none or several."""
        word = letters(words)
        if len(word) < SHORTEST:
            return None
        return self._shortened(word) or self._misspelled(word)

    def _shortened(self, word: str) -> WeaponRule | None:
        found = sorted((title for title in self.titles if title.startswith(word)), key=len)
        one_stem = found and all(title.startswith(found[0]) for title in found)
        return self.titles[found[0]] if one_stem else None

    def _misspelled(self, word: str) -> WeaponRule | None:
        near = sorted(
            (distance(word, name), rule.name)
            for name, rule in self.exact.items()
            if abs(len(name) - len(word)) <= 2 and distance(word, name) <= slips(word, name)
        )
        best = {name for gap, name in near if gap == near[0][0]}
        if len(best) == 1:
            return self.book[best.pop()]
        swapped = {
            rule.name
            for name, rule in self.exact.items()
            if len(name) == len(word) == SHORTEST and name != word and sorted(name) == sorted(word)
        }
        return self.book[swapped.pop()] if not best and len(swapped) == 1 else None


_QUOTES = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "‟": '"', "″": '"', "〃": '"', "‶": '"', "’": "'", "‘": "'", "′": "'"}
    | {"–": "-", "—": "-", "−": "-", "\u00a0": " ", "＊": "*", "•": ",", "·": ",", "|": ","}
)
_SEPARATOR = re.compile(r"[,;/\r\n\t]|(?<=\s)&(?=\s)")
_TOKEN = re.compile(
    r"""(?P<star>\*)
      | (?P<number>\d+(?:\.\d+)?)
      | (?P<inch>"|')
      | (?P<plus>\+)
      | (?P<group>\([^()]*\)|\[[^\[\]]*\])
      | (?P<gauge>[▲△●⬤○◯⚫⚪■□⬛⬜◼◻⬟⬠])
      | (?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*)
      | (?P<filler>[:.=\-_]|\s)
      | (?P<other>.)""",
    re.VERBOSE,
)
_GAUGES = {
    **dict.fromkeys(("▲", "△", "tri", "triangle"), 1),
    **dict.fromkeys(("●", "⬤", "○", "◯", "⚫", "⚪", "circ", "circle"), 2),
    **dict.fromkeys(("■", "□", "⬛", "⬜", "◼", "◻", "sq", "square"), 3),
    **dict.fromkeys(("⬟", "⬠", "pent", "pentagon"), 6),
}
_INCH_WORDS = frozenset({"in", "inch", "inches"})
_JOINERS = frozenset({"and", "plus"})
_LONGEST_NAME = 3
BLANK = " \t\r\n-.,:;_*+'\"()[]"
NAME_KINDS = (frozenset({"word", "group"}), frozenset({"word"}))
SHORTEST_MOVE = 3


@dataclass(frozen=True, slots=True)
class ParsedRules:
    """Parsed weapon rules of a text.

    `rules` are the edition's; `own` the team's own, including the star; `unknown` the rest, in its original form.
    `read_as` pairs a misspelled or shortened text with the name of the rule it was interpreted as.
    """

    rules: tuple[RuleUse, ...] = ()
    own: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    read_as: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """Tokens `first` to `last` of a segment: a rule, or unknown text. `firm` rules have a number or brackets."""

    first: int
    last: int
    use: RuleUse | None = None
    firm: bool = False
    loose: bool = False


def read_rules(book: RuleBook, text: str | Iterable[str]) -> ParsedRules:
    """Parse one or more texts with an edition's rule book.

    Commas, semicolons, slashes and line ends separate rules; rules without a separator are split if every word is
    understood. A star marks the team's own rule, up to the next separator.
    """
    texts = [text] if isinstance(text, str) else list(text)
    found = [
        _read_segment(book, segment)
        for one in texts
        for segment in _segments(one.translate(_QUOTES).replace("''", '"'))
    ]
    return ParsedRules(
        tuple(use for part in found for use in part.rules),
        tuple(own for part in found for own in part.own),
        tuple(unknown for part in found for unknown in part.unknown),
        tuple(pair for part in found for pair in part.read_as),
    )


def card_rules(book: RuleBook, texts: Iterable[str]) -> tuple[RuleUse, ...]:
    """Return the rules in card texts, without the team's own.

    Raises `MalformedError` for a text that the edition does not know.
    """
    read = read_rules(book, texts)
    if read.unknown:
        raise MalformedError("weapon-rule-text", found=read.unknown[0], known=[rule.title for rule in book.rules])
    return read.rules


def written(book: RuleBook, use: RuleUse) -> str:
    """Return a rule in the form of a printed card: `Lethal 5+`, `Range 8"`, `1" Devastating 2`, `Heavy (Dash only)`."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in written_pieces(book, use))


def written_pieces(book: RuleBook, use: RuleUse) -> tuple[str | LengthPiece, ...]:
    """Return a rule in the form of a printed card, its lengths apart from the texts between them."""
    rule = book[use.rule]
    pieces: list[str | LengthPiece] = [] if use.distance is None else [_length(use.distance), " "]
    pieces.append(rule.title)
    if use.x is not None:
        number = f"{use.x:g}{'+' if rule.number is Number.TARGET else ''}"
        pieces += [" ", _length(use.x) if rule.number is Number.INCHES else number]
    if use.only:
        pieces.append(f" ({use.only.capitalize()} only)")
    return tuple(pieces)


def _length(inches: float) -> LengthPiece:
    return LengthPiece(f'{inches:g}"', inches)


def _segments(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for at, char in enumerate(text):
        depth = max(0, depth + (char in "([") - (char in ")]"))
        if not depth and _SEPARATOR.match(text, at):
            yield text[start:at]
            start = at + 1
    yield text[start:]


@lru_cache(maxsize=8)
def _spelling(book: RuleBook) -> FuzzyNames:
    return FuzzyNames(book)


def _says_something(text: str) -> bool:
    """Whether a text is more than the dashes and dots that mean no rules."""
    return bool(text.strip(BLANK))


def _tokens(segment: str) -> list[_Token]:
    return [
        _Token(match.lastgroup or "other", match.group(), match.start(), match.end())
        for match in _TOKEN.finditer(segment)
        if match.lastgroup != "filler"
    ]


@lru_cache(maxsize=4096)
def _read_segment(book: RuleBook, segment: str) -> ParsedRules:
    tokens = _tokens(segment)
    starred = next((index for index, token in enumerate(tokens) if token.kind == "star"), None)
    if starred is not None:
        return _read_starred(book, segment, tokens, starred)
    reader = _Reader(book, tokens)
    return _assembled(book, segment, tokens, _settled(tokens, reader.pieces()))


def _read_starred(book: RuleBook, segment: str, tokens: list[_Token], starred: int) -> ParsedRules:
    trailing = starred == len(tokens) - 1 and starred > 0
    before = "" if trailing else segment[: tokens[starred].start]
    rest = segment if trailing else segment[tokens[starred].start :]
    marks = [at for at, char in enumerate(rest) if char == "*"][1:] if not trailing else []
    own = [rest[start:end].strip() for start, end in zip([0, *marks], [*marks, len(rest)], strict=True)]
    first = _read_segment(book, before) if before.strip() else ParsedRules()
    kept = tuple(text for text in own if _says_something(text))
    return ParsedRules(first.rules, first.own + kept, first.unknown, first.read_as)


def _settled(tokens: list[_Token], pieces: list[_Piece]) -> list[_Piece]:
    """Join unknown text with neighbouring pieces that it may belong to.

    A rule next to a bare unknown word ("Heavy Tripod"), or followed by more text in lower case or brackets ("Lethal 5+
    when charging"), may mean something else, so it does not count as a rule.
    """
    changed = True
    while changed:
        changed = False
        for at in range(len(pieces) - 1):
            left, right = pieces[at], pieces[at + 1]
            if (left.use is None) == (right.use is None):
                joined = left.use is None
            elif left.use is None:
                joined = not right.firm or tokens[left.last].kind != "word"
            else:
                opening = tokens[right.first]
                goes_on = opening.kind == "group" or (opening.kind == "word" and opening.text[:1].islower())
                joined = not left.firm or goes_on or opening.kind not in ("word", "group")
            if joined:
                pieces[at : at + 2] = [_Piece(left.first, right.last)]
                changed = True
                break
    return pieces


def _assembled(book: RuleBook, segment: str, tokens: list[_Token], pieces: list[_Piece]) -> ParsedRules:
    rules, unknown, read_as = [], [], []
    for piece in pieces:
        text = segment[tokens[piece.first].start : tokens[piece.last].end].strip()
        if piece.use is None:
            if _says_something(text):
                unknown.append(text)
            continue
        rules.append(piece.use)
        if piece.loose:
            read_as.append((text, written(book, piece.use)))
    return ParsedRules(tuple(rules), (), tuple(unknown), tuple(read_as))


class _Reader:
    """Reads the tokens of one segment, rule by rule."""

    def __init__(self, book: RuleBook, tokens: list[_Token]) -> None:
        self.spelling = _spelling(book)
        self.tokens = tokens

    def pieces(self) -> list[_Piece]:
        found: list[_Piece] = []
        at = 0
        while at < len(self.tokens):
            if self._joins(at, found):
                at += 1
                continue
            piece = self._rule(at) or _Piece(at, at)
            found.append(piece)
            at = piece.last + 1
        return found

    def _joins(self, at: int, found: list[_Piece]) -> bool:
        between = found and found[-1].use is not None and at + 1 < len(self.tokens)
        return bool(between) and self._word(at) in _JOINERS and self._rule(at + 1) is not None

    def _word(self, at: int) -> str:
        token = self.tokens[at] if at < len(self.tokens) else None
        return token.text.lower() if token and token.kind == "word" else ""

    def _kind(self, at: int) -> str:
        return self.tokens[at].kind if at < len(self.tokens) else ""

    def _rule(self, at: int) -> _Piece | None:
        """Return the rule that starts at this token, if any: exact names before shortened and misspelled ones."""
        name_at, lead = self._lead(at)
        for lookup, loose in ((self.spelling.named, False), (self.spelling.meant, True)):
            for words in range(_LONGEST_NAME, 0, -1):
                span = self.tokens[name_at : name_at + words]
                if len(span) < words or any(token.kind not in NAME_KINDS[loose] for token in span):
                    continue
                rule = lookup(" ".join(token.text for token in span))
                piece = rule and self._completed(rule, at, name_at + words, lead, loose)
                if piece:
                    return piece
        return None

    def _lead(self, at: int) -> tuple[int, float | None]:
        if self._kind(at) == "number" and self._kind(at + 1) == "inch":
            return at + 2, float(self.tokens[at].text)
        return at, None

    def _completed(self, rule: WeaponRule, first: int, at: int, lead: float | None, loose: bool) -> _Piece | None:
        if lead is not None and not (rule.leading_distance and lead > 0):
            return None
        x, after = self._number(rule, at)
        if rule.number is not Number.NONE and x is None:
            x = None if rule.bare is None else float(rule.bare)
            if x is None:
                return None
        only, after = self._only(rule, after)
        if rule.number is Number.NONE and self._attached(after):
            return None
        firm = after - at > 0 or lead is not None
        return _Piece(first, after - 1, RuleUse(rule.name, x, lead, only), firm, loose)

    def _attached(self, at: int) -> bool:
        """Whether a number follows that is not the leading distance of the next rule."""
        return self._kind(at) in ("number", "gauge") and self._kind(at + 1) != "inch"

    def _number(self, rule: WeaponRule, at: int) -> tuple[float | None, int]:
        if rule.number is Number.NONE:
            return None, at
        if self._kind(at) == "group":
            inner = _tokens(self.tokens[at].text[1:-1])
            x, used = _Reader(self.spelling.book, inner)._number(rule, 0)
            return (x, at + 1) if x is not None and used == len(inner) else (None, at)
        if rule.number is Number.INCHES:
            return self._inches(at, zero=rule.zero)
        if self._kind(at) != "number":
            return None, at
        value, after = float(self.tokens[at].text), at + 1
        if rule.number is Number.TARGET:
            after += self._kind(after) == "plus"
            return (value, after) if value in (2, 3, 4, 5, 6) else (None, at)
        whole = value == int(value) and 1 <= value <= 20 and self._kind(after) not in ("inch", "plus")
        return (value, after) if whole else (None, at)

    def _inches(self, at: int, *, zero: bool) -> tuple[float | None, int]:
        value, after = 1.0, at
        if self._kind(at) == "number":
            value, after = float(self.tokens[at].text), at + 1
        gauge = self._gauge(after)
        if gauge is not None:
            return value * gauge, after + 1
        if after == at or not (0 < value <= 60 or (value == 0 and zero)) or self._kind(after) == "plus":
            return None, at
        return value, after + (self._kind(after) == "inch" or self._word(after) in _INCH_WORDS)

    def _gauge(self, at: int) -> int | None:
        if at >= len(self.tokens):
            return None
        token = self.tokens[at]
        return _GAUGES.get(token.text.strip("()[] ").lower()) if token.kind in ("gauge", "group", "word") else None

    def _only(self, rule: WeaponRule, at: int) -> tuple[str | None, int]:
        if not rule.moves:
            return None, at
        if self._kind(at) == "group":
            move = _move(rule, letters(self.tokens[at].text))
            return (move, at + 1) if move else (None, at)
        if self._word(at + 1) == "only":
            move = _move(rule, self._word(at))
            return (move, at + 2) if move else (None, at)
        move = _move(rule, self._word(at)) if self._word(at).endswith("only") else None
        return (move, at + 1) if move else (None, at)


def _move(rule: WeaponRule, word: str) -> str | None:
    """Return the move named by a word such as "repoonly", shortened to no fewer than three letters."""
    stem = word.removesuffix("only")
    found = [move for move in rule.moves if len(stem) >= SHORTEST_MOVE and letters(move).startswith(stem)]
    return found[0] if len(found) == 1 else None
