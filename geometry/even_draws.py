"""Evenly spread draws: Sobol's sequence as scipy has it, without `scipy.stats`, which takes 48 MB and most of a second.

`tests/geometry/test_even_draws.py` holds each draw against scipy's own, bit by bit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.direction_numbers import DIRECTIONS

Array = NDArray[np.float64]
Words = NDArray[np.uint32]

BITS = 30
MOST = len(DIRECTIONS) + 1
_ONE = np.uint32(1)


def even_draws(doublings: int, parts: int, seed: int) -> Array:
    """Return `2 ** doublings` points (n, parts) of the unit cube, evenly spread, scrambled by the seed.

    Of more parts than `MOST` scipy is asked, whose draws are the same.
    """
    if parts > MOST:
        return _scipys(doublings, parts, seed)
    rng = np.random.default_rng(seed).spawn(1)[0]
    powers = np.left_shift(_ONE, np.arange(BITS, dtype=np.uint32))
    shift = (rng.integers(2, size=(parts, BITS), dtype=np.uint32) * powers).sum(axis=1, dtype=np.uint32)
    lower = np.tril(rng.integers(2, size=(parts, BITS, BITS), dtype=np.uint32))
    steps = _scrambled(_directions(parts), lower)
    found = shift[None]
    for bit in range(doublings):
        found = np.concatenate([found, found[::-1] ^ steps[:, bit]])
    return np.asarray(found * 0.5**BITS)


def _scipys(doublings: int, parts: int, seed: int) -> Array:
    from scipy.stats import qmc

    return np.asarray(qmc.Sobol(parts, scramble=True, rng=np.random.default_rng(seed)).random_base2(doublings))


def _scrambled(directions: Words, lower: Words) -> Words:
    """Return the directions (parts, bits), each taken through the lower triangular matrix of its part, modulo two."""
    lower[:, range(BITS), range(BITS)] = 1
    high_first = np.arange(BITS - 1, -1, -1, dtype=np.uint32)
    bits = np.right_shift(directions[:, :, None], high_first) & _ONE
    made = np.einsum("drk,dck->dcr", lower, bits) & _ONE
    return np.asarray(np.left_shift(made, high_first).sum(axis=2, dtype=np.uint32))


def _directions(parts: int) -> Words:
    """Return the direction numbers (parts, bits), the first from one bit, the others by their polynomials."""
    found = np.ones((parts, BITS), dtype=np.uint32)
    for part, (polynomial, *row) in enumerate(DIRECTIONS[: parts - 1], start=1):
        degree = len(row)
        for at in range(degree, BITS):
            new = row[at - degree]
            for back in range(degree):
                if polynomial >> (degree - 1 - back) & 1:
                    new ^= row[at - back - 1] << (back + 1)
            row.append(new)
        found[part] = row
    return found << np.arange(BITS - 1, -1, -1, dtype=np.uint32)
