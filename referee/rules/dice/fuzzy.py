"""Words as people write them: which rule of a book a name means, misspelled or shortened."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.rules.dice.hooks import RuleBook, WeaponRule

SHORTEST = 3


def letters(text: str) -> str:
    """Return only the letters, lower case: "Prc Crit" and "PrcCrit" are one name."""
    return "".join(char for char in text.lower() if char.isalpha())


def distance(one: str, other: str) -> int:
    """Return how many letters have to be added, dropped, changed or swapped with a neighbour (optimal alignment)."""
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
    """Return how many slips are forgiven between two words: none in short ones, one from 4 letters, two from 7."""
    length = min(len(one), len(other))
    return 0 if length < 4 else 1 if length < 7 else 2


@dataclass(frozen=True)
class FuzzyNames:
    """The names of a rule book, ready to be recognised."""

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
        """Return the rule of exactly this name or spelling, however spaced, or None."""
        return self.exact.get(letters(words))

    def meant(self, words: str) -> WeaponRule | None:
        """Return the one rule that a shortened or misspelled name can mean; None where none or several can."""
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
