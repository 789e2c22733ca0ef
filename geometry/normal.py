"""The normal distribution without scipy, whose library of functions takes a quarter of a second and 29 MB to read."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

_NEAR, _FAR = 0.425, 5.0
"""How far from a half a probability is in the middle, and the tail's root beyond which it is far out."""


def _rows(*texts: str) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(float, text.split())) for text in texts)


_MIDDLE = _rows(
    """2509.0809287301226727 33430.575583588128105 67265.770927008700853 45921.953931549871457 13731.693765509461125
    1971.5909503065514427 133.14166789178437745 3.3871328727963666080""",
    """5226.4952788528545610 28729.085735721942674 39307.895800092710610 21213.794301586595867 5394.1960214247511077
    687.18700749205790830 42.313330701600911252 1""",
)
_TAIL = _rows(
    """7.7454501427834140764e-4 2.27238449892691845833e-2 2.41780725177450611770e-1 1.27045825245236838258
    3.64784832476320460504 5.76949722146069140550 4.63033784615654529590 1.42343711074968357734""",
    """1.05075007164441684324e-9 5.475938084995344946e-4 1.51986665636164571966e-2 1.48103976427480074590e-1
    6.89767334985100004550e-1 1.67638483018380384940 2.05319162663775882187 1""",
)
_FAR_TAIL = _rows(
    """2.01033439929228813265e-7 2.71155556874348757815e-5 1.24266094738807843860e-3 2.65321895265761230930e-2
    2.96560571828504891230e-1 1.78482653991729133580 5.46378491116411436990 6.65790464350110377720""",
    """2.04426310338993978564e-15 1.42151175831644588870e-7 1.84631831751005468180e-5 7.86869131145613259100e-4
    1.48753612908506148525e-2 1.36929880922735805310e-1 5.99832206555887937690e-1 1""",
)
"""Numerators and denominators, the highest power first: Wichura (1988), algorithm AS 241, PPND16."""

_tail_of = np.frompyfunc(math.erfc, 1, 1)


def ndtr(x: ArrayLike) -> Array:
    """Return the probability of a standard normal value of at most `x`, of any shape."""
    return np.asarray(_tail_of(-np.asarray(x, dtype=np.float64) * math.sqrt(0.5)), dtype=np.float64) / 2


def ndtri(p: ArrayLike) -> Array:
    """Return the value that a standard normal one is at most with probability `p`, of any shape."""
    p = np.asarray(p, dtype=np.float64)
    off = p - 0.5
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(-np.log(np.where(off <= 0, p, 1 - p)))
        tail = np.where(root <= _FAR, _ratio(_TAIL, root - 1.6), _ratio(_FAR_TAIL, root - _FAR))
        tail = np.where(np.isinf(root), np.inf, tail)
    middle = off * _ratio(_MIDDLE, 0.180625 - off * off)
    return np.asarray(np.where(np.abs(off) <= _NEAR, middle, np.copysign(tail, off)))


def ndtri_at(p: float) -> float:
    """Return the same of one probability, without arrays: a tenth of the time."""
    off = p - 0.5
    if abs(off) <= _NEAR:
        return off * _quotient(_MIDDLE, 0.180625 - off * off)
    rest = p if off <= 0 else 1 - p
    if rest <= 0:
        return math.nan if rest < 0 or math.isnan(p) else math.copysign(math.inf, off)
    root = math.sqrt(-math.log(rest))
    tail = _quotient(_TAIL, root - 1.6) if root <= _FAR else _quotient(_FAR_TAIL, root - _FAR)
    return math.copysign(tail, off)


def _quotient(of: tuple[tuple[float, ...], ...], at: float) -> float:
    above = below = 0.0
    for over, under in zip(*of, strict=True):
        above, below = above * at + over, below * at + under
    return above / below


def _ratio(of: tuple[tuple[float, ...], ...], at: Array) -> Array:
    above, below = (_polynomial(row, at) for row in of)
    return np.asarray(above / below)


def _polynomial(row: tuple[float, ...], at: Array) -> Array:
    total = np.full_like(at, row[0])
    for each in row[1:]:
        total = total * at + each
    return total
