"""Evenly spread draws: Sobol's sequence as scipy has it, without `scipy.stats`, which takes 48 MB and most of a second.

Only the table of direction numbers (Joe and Kuo 2008) is scipy's. `tests/geometry/test_even_draws.py` holds each draw
against scipy's own, bit by bit.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Words = NDArray[np.uint32]

BITS = 30
_ONE = np.uint32(1)


def even_draws(doublings: int, parts: int, seed: int) -> Array:
    """Return `2 ** doublings` points (n, parts) of the unit cube, evenly spread, scrambled by the seed."""
    rng = np.random.default_rng(seed).spawn(1)[0]
    powers = np.left_shift(_ONE, np.arange(BITS, dtype=np.uint32))
    shift = (rng.integers(2, size=(parts, BITS), dtype=np.uint32) * powers).sum(axis=1, dtype=np.uint32)
    lower = np.tril(rng.integers(2, size=(parts, BITS, BITS), dtype=np.uint32))
    steps = _scrambled(_directions(parts), lower)
    found = shift[None]
    for bit in range(doublings):
        found = np.concatenate([found, found[::-1] ^ steps[:, bit]])
    return np.asarray(found * 0.5**BITS)


def _scrambled(directions: Words, lower: Words) -> Words:
    """Return the directions (parts, bits), each taken through the lower triangular matrix of its part, modulo two."""
    lower[:, range(BITS), range(BITS)] = 1
    high_first = np.arange(BITS - 1, -1, -1, dtype=np.uint32)
    bits = np.right_shift(directions[:, :, None], high_first) & _ONE
    made = np.einsum("drk,dck->dcr", lower, bits) & _ONE
    return np.asarray(np.left_shift(made, high_first).sum(axis=2, dtype=np.uint32))


def _directions(parts: int) -> Words:
    """Return the direction numbers (parts, bits), the first from one bit, the others by their polynomials."""
    polynomials, starts = _table()
    found = np.ones((parts, BITS), dtype=np.uint32)
    for part in range(1, parts):
        polynomial = int(polynomials[part])
        degree = polynomial.bit_length() - 1
        row = [int(start) for start in starts[part, :degree]]
        for at in range(degree, BITS):
            new = row[at - degree]
            for back in range(degree):
                if polynomial >> (degree - 1 - back) & 1:
                    new ^= row[at - back - 1] << (back + 1)
            row.append(new)
        found[part] = row
    return found << np.arange(BITS - 1, -1, -1, dtype=np.uint32)


@lru_cache(maxsize=1)
def _table() -> tuple[NDArray[np.integer], NDArray[np.integer]]:
    """Return the primitive polynomials (parts,) and the first numbers of each (parts, degree); found, not imported."""
    scipy = find_spec("scipy")
    assert scipy is not None
    assert scipy.origin is not None
    with np.load(Path(scipy.origin).parent / "stats" / "_sobol_direction_numbers.npz") as file:
        return file["poly"], file["vinit"]
