"""What players say of a roll, in whatever order, as examples of its dice: only where it is clear which die is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import numpy as np

from vision.dice.acceptance import ReadDie
from vision.dice.likeness import Example
from vision.dice.network import Image

MOST_DOUBTED = 6
"""Doubted dice of a roll beyond which it is not asked which is which."""

MEANT = 0.96
"""How likely a die must be meant by a value that was said."""

AS_READ, LEAST_AS_READ = 0.7, 0.3
"""How likely a doubted die shows what it was read as, at most: an emblem is misread surely. And at least."""

KEPT = 8
"""Examples of one value of a player's dice, the newest: what was called wrongly is forgotten in time."""


def taught(
    dice: Sequence[ReadDie], faces: Sequence[Image], said: Sequence[int], *, roll: str, player: str
) -> tuple[Example, ...]:
    """Return the dice of a `roll` with the values that somebody `said` they show, all of them in any order.

    `player` is whose dice those are that nobody's colour tells. Nothing is learnt where another number was said, or no
    such value of a die that was believed: one of the two is wrong. A die that was held for cocked is no example.
    """
    left = Counter(said)
    left.subtract(value for die in dice if die.doubt is None and (value := die.value) is not None)
    doubted = [k for k, die in enumerate(dice) if die.doubt is not None]
    if len(said) != len(dice) or len(faces) != len(dice) or min(left.values()) < 0 or len(doubted) > MOST_DOUBTED:
        return ()
    values = {k: die.value for k, die in enumerate(dice) if die.doubt is None}
    values |= dict(zip(doubted, _meant([dice[k] for k in doubted], sorted(left.elements())), strict=True))
    return tuple(
        Example(value, roll, dice[k].owner or player, faces[k])
        for k, value in sorted(values.items())
        if value is not None and dice[k].value is not None
    )


def _meant(dice: Sequence[ReadDie], said: Sequence[int]) -> list[int | None]:
    """Return the value that is meant of each die, None where that is not clear."""
    chances = np.zeros((len(dice), 7))
    for order in set(permutations(said)):
        chance = float(np.prod([_shows(die, value) for die, value in zip(dice, order, strict=True)]))
        chances[np.arange(len(dice)), list(order)] += chance
    if not chances.size:
        return []
    shares = chances / chances.sum(axis=1, keepdims=True)
    return [
        int(value) if share >= MEANT else None
        for value, share in zip(shares.argmax(axis=1), shares.max(axis=1), strict=True)
    ]


def _shows(die: ReadDie, value: int) -> float:
    """Return how likely a doubted die shows a value, by what it was read as."""
    as_read = float(np.clip(die.seen.face, LEAST_AS_READ, AS_READ))
    return as_read if value == die.seen.value else (1 - as_read) / 5


def with_newer(examples: Sequence[Example], newer: Sequence[Example]) -> tuple[Example, ...]:
    """Return the examples with newer ones, the last `KEPT` of each value of each player's dice."""
    kept: list[Example] = []
    count: Counter[tuple[str, int]] = Counter()
    for each in reversed([*examples, *newer]):
        count[each.player, each.value] += 1
        if count[each.player, each.value] <= KEPT:
            kept.append(each)
    return tuple(reversed(kept))
