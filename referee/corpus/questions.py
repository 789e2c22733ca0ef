"""A question about one position: its kind, its words, and the facts that only the game knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.rules.edition import Edition
from referee.rules.errors import MalformedError
from referee.rules.position import Order, Position


@dataclass(frozen=True, slots=True)
class Question:
    """One question, under one edition with the killzone's overlay already on it.

    `words` are the question's own fields ("by", "target", "distance"), `facts` what the game would know ("order",
    "performed_this_activation"); a fact that is missing means that nothing of the kind happened.
    """

    id: str
    kind: str
    edition: Edition
    position: Position
    words: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)

    def ask(self, key: str, default: Any = None) -> Any:
        """Return the word under that key, or the default."""
        return self.words.get(key, default)

    def need(self, key: str) -> Any:
        """Return the word under that key; `MalformedError` when the question says nothing there."""
        if key not in self.words:
            raise MalformedError(f"{self.id}: a {self.kind!r} question needs {key!r}")
        return self.words[key]

    def fact(self, key: str, default: Any = None) -> Any:
        """Return the fact under that key, or the default."""
        return self.facts.get(key, default)

    def operative(self, key: str) -> str:
        """Return the operative named under that key, or the only one there is when the question names none.

        Raises `MalformedError` when nobody of that name is there, or it is not clear who is meant.
        """
        there = sorted(self.position.table.operatives)
        if key not in self.words and len(there) == 1:
            return there[0]
        name = str(self.need(key))
        if name not in there:
            raise MalformedError(f"{self.id}: {key} names {name!r}; there: {', '.join(there) or 'nobody'}")
        return name

    def number(self, key: str) -> float:
        """Return the number under that key; `MalformedError` when it is none."""
        value = self.need(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise MalformedError(f"{self.id}: {key} is {value!r}: expected a number")
        return float(value)

    def order_of(self, key: str) -> Order:
        """Return the order of the operative named: as declared among the facts, or as it carries it."""
        declared = self.fact("order")
        return Order(declared) if declared else self.position.status[self.operative(key)].order


Answerer = Callable[[Question], Mapping[str, Any]]
"""What answers one kind of question: a key and a value for each thing that the kind is about."""


@dataclass(frozen=True, slots=True)
class AnswerSet:
    """The kinds of questions that one edition answers, by the edition's id ("kt24")."""

    edition: str
    by_kind: Mapping[str, Answerer]
