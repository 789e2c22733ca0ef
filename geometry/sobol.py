"""Evenly spread points of the unit cube: Sobol's sequence, scrambled, as `scipy.stats.qmc.Sobol` draws it.

Point for point the same (a linear matrix scramble, then a digital shift), without the second and the memory that
reading `scipy.stats` takes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_BITS = 30
_WORD = np.uint32


def sobol(count: int, parts: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the first points, (count, parts); a power of two of them, of `MOST_PARTS` coordinates at most."""
    rng = rng.spawn(1)[0]  # as scipy does, which keeps the one that is given for its owner
    weights = 2 ** np.arange(_BITS, dtype=_WORD)
    shift = rng.integers(2, size=(parts, _BITS), dtype=_WORD) @ weights
    below = np.tril(rng.integers(2, size=(parts, _BITS, _BITS), dtype=_WORD))
    steps = np.array([_scrambled(_directions(number), rows) for number, rows in enumerate(below)])
    ones = ~np.arange(count - 1)
    turning = np.array([int(one & -one).bit_length() - 1 for one in ones], dtype=np.intp)
    drawn = np.concatenate([shift[None], steps[:, turning].T])
    return np.asarray(np.bitwise_xor.accumulate(drawn, axis=0) * 2.0**-_BITS)


def _directions(number: int) -> NDArray[np.uint32]:
    """Return the direction numbers of one coordinate, (bits,): by the recurrence of its primitive polynomial."""
    polynomial, first = _COORDINATES[number]
    degree = len(first)
    found = list(first)
    for here in range(degree, _BITS):
        value = found[here - degree]
        for back in range(1, degree + 1):
            if polynomial >> (degree - back) & 1:
                value ^= found[here - back] << back
        found.append(value)
    if polynomial == 1:
        found = [1] * _BITS
    return np.array([value << (_BITS - 1 - here) for here, value in enumerate(found)], dtype=_WORD)


def _scrambled(directions: NDArray[np.uint32], below: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return direction numbers times a random lower triangular matrix of bits with ones on its diagonal."""
    matrix = below.copy()
    np.fill_diagonal(matrix, 1)
    high_first = np.arange(_BITS - 1, -1, -1, dtype=_WORD)
    bits = directions[:, None] >> high_first & 1
    mixed = bits @ matrix.T % 2
    return np.asarray((mixed << high_first).sum(axis=1), dtype=_WORD)


_COORDINATES: tuple[tuple[int, tuple[int, ...]], ...] = (
    (1, (1,)),
    (3, (1,)),
    (7, (1, 3)),
    (11, (1, 3, 1)),
    (13, (1, 1, 1)),
    (19, (1, 1, 3, 3)),
    (25, (1, 3, 5, 13)),
    (37, (1, 1, 5, 5, 17)),
    (41, (1, 1, 5, 5, 5)),
    (47, (1, 1, 7, 11, 19)),
    (55, (1, 1, 5, 1, 1)),
    (59, (1, 1, 1, 3, 11)),
    (61, (1, 3, 5, 5, 31)),
    (67, (1, 3, 3, 9, 7, 49)),
    (91, (1, 1, 1, 15, 21, 21)),
    (97, (1, 3, 1, 13, 27, 49)),
    (103, (1, 1, 1, 15, 7, 5)),
    (109, (1, 3, 1, 15, 13, 25)),
    (115, (1, 1, 5, 5, 19, 61)),
    (131, (1, 3, 7, 11, 23, 15, 103)),
    (137, (1, 3, 7, 13, 13, 15, 69)),
    (143, (1, 1, 3, 13, 7, 35, 63)),
    (145, (1, 3, 5, 9, 1, 25, 53)),
    (157, (1, 3, 1, 13, 9, 35, 107)),
    (167, (1, 3, 1, 5, 27, 61, 31)),
    (171, (1, 1, 5, 11, 19, 41, 61)),
    (185, (1, 3, 5, 3, 3, 13, 69)),
    (191, (1, 1, 7, 13, 1, 19, 1)),
    (193, (1, 3, 7, 5, 13, 19, 59)),
    (203, (1, 1, 3, 9, 25, 29, 41)),
    (211, (1, 3, 5, 13, 23, 1, 55)),
    (213, (1, 3, 7, 3, 13, 59, 17)),
    (229, (1, 3, 1, 3, 5, 53, 69)),
    (239, (1, 1, 5, 5, 23, 33, 13)),
    (241, (1, 1, 7, 7, 1, 61, 123)),
    (247, (1, 1, 7, 9, 13, 61, 49)),
    (253, (1, 3, 3, 5, 3, 55, 33)),
    (285, (1, 3, 1, 15, 31, 13, 49, 245)),
    (299, (1, 3, 5, 15, 31, 59, 63, 97)),
    (301, (1, 3, 1, 11, 11, 11, 77, 249)),
    (333, (1, 3, 1, 11, 27, 43, 71, 9)),
    (351, (1, 1, 7, 15, 21, 11, 81, 45)),
    (355, (1, 3, 7, 3, 25, 31, 65, 79)),
    (357, (1, 3, 1, 1, 19, 11, 3, 205)),
    (361, (1, 1, 5, 9, 19, 21, 29, 157)),
    (369, (1, 3, 7, 11, 1, 33, 89, 185)),
    (391, (1, 3, 3, 3, 15, 9, 79, 71)),
    (397, (1, 3, 7, 11, 15, 39, 119, 27)),
    (425, (1, 1, 3, 1, 11, 31, 97, 225)),
    (451, (1, 1, 1, 3, 23, 43, 57, 177)),
    (463, (1, 3, 7, 7, 17, 17, 37, 71)),
    (487, (1, 3, 1, 5, 27, 63, 123, 213)),
    (501, (1, 1, 3, 5, 11, 43, 53, 133)),
    (529, (1, 3, 5, 5, 29, 17, 47, 173, 479)),
    (539, (1, 3, 3, 11, 3, 1, 109, 9, 69)),
    (545, (1, 1, 1, 5, 17, 39, 23, 5, 343)),
    (557, (1, 3, 1, 5, 25, 15, 31, 103, 499)),
    (563, (1, 1, 1, 11, 11, 17, 63, 105, 183)),
    (601, (1, 1, 5, 11, 9, 29, 97, 231, 363)),
    (607, (1, 1, 5, 15, 19, 45, 41, 7, 383)),
    (617, (1, 3, 7, 7, 31, 19, 83, 137, 221)),
    (623, (1, 1, 1, 3, 23, 15, 111, 223, 83)),
    (631, (1, 1, 5, 13, 31, 15, 55, 25, 161)),
    (637, (1, 1, 3, 13, 25, 47, 39, 87, 257)),
)
"""Of each coordinate its primitive polynomial, as bits, and its first direction numbers (Joe and Kuo 2008)."""

MOST_PARTS = len(_COORDINATES)
