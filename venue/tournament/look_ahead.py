"""Rounds that can still be played without a rematch: pairings chosen with the rest of the event in view.

Players are numbers, sets of players are bit masks. `open_[one]` holds the opponents that a player may still be paired
with; the bye is one more player. A schedule is one perfect matching for each round, and no pair occurs twice.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence


def seeded(seed: int) -> random.Random:
    """Return random numbers that are the same for the same seed, so that a draw can be repeated."""
    return random.Random(seed)  # noqa: S311 - repeatable on purpose, and it protects nothing


SEARCHED = 16
"""Largest field whose schedules are searched completely; larger ones are paired greedily, with repairs."""

SMALL = 8
"""Largest field that is searched round by round; in larger ones all rounds are filled at once."""

MOST_NODES = 1500
TRIES = 2
GREEDY_TRIES = 24

Pair = tuple[int, int]


class _OutOfTimeError(Exception):
    """The search has visited `MOST_NODES` nodes."""


def find_schedule(open_: Sequence[int], rounds: int, *, seed: int = 0) -> list[list[Pair]] | None:
    """Return pairings for that many rounds, or None if there are none, or none were found in a large field."""
    size = len(open_)
    if rounds == 0:
        return []
    if size % 2 or any(mask.bit_count() < rounds for mask in open_):
        return None
    dice = seeded(seed)
    found = _greedy(open_, rounds, dice)
    if found is not None or size > SEARCHED:
        return found
    if size <= SMALL:
        return _by_rounds(tuple(open_), rounds, min(range(size), key=lambda one: open_[one].bit_count()), set())
    for _ in range(TRIES):
        search = _Search(open_, rounds, dice)
        try:
            return search.pairs() if search.solve() else None
        except _OutOfTimeError:
            continue
    return None


def is_completable(open_: Sequence[int], rounds: int) -> bool:
    """Whether that many rounds can be paired without a rematch and a second bye."""
    size = len(open_)
    if size % 2 == 0 and all(mask.bit_count() - rounds + 1 >= size / 2 for mask in open_):
        return True  # Dirac's theorem: each round leaves degrees of at least half the players
    return find_schedule(open_, rounds) is not None


def without(open_: Sequence[int], pairs: Sequence[Pair]) -> list[int]:
    """Return the possible opponents after these pairs have met."""
    left = list(open_)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return left


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _greedy(open_: Sequence[int], rounds: int, dice: random.Random) -> list[list[Pair]] | None:
    """Return a schedule made round by round; a round that cannot be paired starts the next try."""
    for _ in range(GREEDY_TRIES):
        left, found = list(open_), list[list[Pair]]()
        for _ in range(rounds):
            pairs = _matching(left, dice)
            if pairs is None:
                break
            found.append(pairs)
            left = without(left, pairs)
        else:
            return found
    return None


def _matching(open_: Sequence[int], dice: random.Random) -> list[Pair] | None:
    """Return a random perfect matching, whoever has the least choice first; None if none is found soon."""
    nodes = 0

    def solve(left: int) -> list[Pair] | None:
        nonlocal nodes
        nodes += 1
        if not left:
            return []
        if nodes > 40 * len(open_):
            return None
        one = min(_bits(left), key=lambda name: ((open_[name] & left).bit_count(), dice.random()))
        choices = list(_bits(open_[one] & left))
        dice.shuffle(choices)
        for other in sorted(choices, key=lambda name: open_[name].bit_count()):
            rest = solve(left & ~(1 << one) & ~(1 << other))
            if rest is not None:
                return [(one, other), *rest]
        return None

    return solve((1 << len(open_)) - 1)


def _by_rounds(
    open_: tuple[int, ...], rounds: int, leader: int, failed: set[tuple[tuple[int, ...], int]]
) -> list[list[Pair]] | None:
    """Return a schedule of a small field, or None if there is none.

    Rounds are ordered by the opponent of the `leader`, so that each schedule is tried in one order alone. `failed`
    collects what could not be completed.
    """
    if rounds == 0:
        return []
    if (open_, rounds) in failed or any(mask.bit_count() < rounds for mask in open_):
        return None
    whole = (1 << len(open_)) - 1
    for other in _bits(open_[leader]):
        first = without(open_, [(leader, at) for at in _bits(open_[leader] & ((1 << other + 1) - 1))])
        if first[leader].bit_count() < rounds - 1:
            break
        for pairs in _matchings(open_, whole & ~(1 << leader | 1 << other)):
            rest = _by_rounds(tuple(without(first, pairs)), rounds - 1, leader, failed)
            if rest is not None:
                return [[(leader, other), *pairs], *rest]
    failed.add((open_, rounds))
    return None


def _matchings(open_: Sequence[int], left: int) -> Iterator[list[Pair]]:
    """Yield all perfect matchings of the players in a mask."""
    if not left:
        yield []
        return
    one = min(_bits(left), key=lambda name: (open_[name] & left).bit_count())
    for other in _bits(open_[one] & left):
        for more in _matchings(open_, left & ~(1 << one | 1 << other)):
            yield [(one, other), *more]


class _Search:
    """Complete search for a schedule: the seat or pair with the fewest choices first."""

    def __init__(self, open_: Sequence[int], rounds: int, dice: random.Random) -> None:
        self._open = list(open_)
        self._free = [(1 << len(open_)) - 1] * rounds
        self._need = [(1 << rounds) - 1] * len(open_)
        self._dice = dice
        self._nodes = 0
        self._placed: list[tuple[int, int, int]] = []

    def pairs(self) -> list[list[Pair]]:
        """Return the schedule that was found."""
        found: list[list[Pair]] = [[] for _ in self._free]
        for at, one, other in self._placed:
            found[at].append((one, other))
        return found

    def solve(self) -> bool:
        """Place the remaining pairs; whether that is possible. Raises `_OutOfTimeError`."""
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise _OutOfTimeError
        choices = self._choices()
        if choices is None:
            return True
        self._dice.shuffle(choices)
        for at, one, other in choices:
            self._place(at, one, other)
            if self.solve():
                return True
            self._take_back()
        return False

    def _choices(self) -> list[tuple[int, int, int]] | None:
        """Return the ways to fill the seat, or use the pair, that has the fewest; None if every seat is filled."""
        least = len(self._open) + len(self._free) + 1
        best: tuple[int, int, bool] | None = None
        for one, need in enumerate(self._need):
            slack = self._open[one].bit_count() - need.bit_count()
            if slack < 0:
                return []
            for at in _bits(need):
                count = (self._open[one] & self._free[at]).bit_count()
                if count < least:
                    least, best = count, (one, at, False)
            if slack == 0:
                for other in _bits(self._open[one]):
                    count = (need & self._need[other]).bit_count()
                    if count < least:
                        least, best = count, (one, other, True)
            if least == 0:
                return []
        if best is None:
            return None
        one, key, is_pair = best
        if is_pair:
            return [(at, one, key) for at in self._distinct(self._need[one] & self._need[key])]
        return [(key, one, other) for other in _bits(self._open[one] & self._free[key])]

    def _distinct(self, rounds: int) -> Iterator[int]:
        """Yield the rounds of a mask, only the first of those in which nobody is paired yet."""
        empty, whole = False, (1 << len(self._open)) - 1
        for at in _bits(rounds):
            if self._free[at] == whole:
                if empty:
                    continue
                empty = True
            yield at

    def _place(self, at: int, one: int, other: int) -> None:
        self._placed.append((at, one, other))
        self._flip(at, one, other)

    def _take_back(self) -> None:
        self._flip(*self._placed.pop())

    def _flip(self, at: int, one: int, other: int) -> None:
        self._open[one] ^= 1 << other
        self._open[other] ^= 1 << one
        self._free[at] ^= 1 << one | 1 << other
        self._need[one] ^= 1 << at
        self._need[other] ^= 1 << at
