"""The normal distribution, as scipy has it: read when it is asked for, as exact positions never do."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def ndtr(x: ArrayLike) -> Array:
    """Return the probability of a standard normal value of at most `x`, of any shape."""
    from scipy import special

    return np.asarray(special.ndtr(x))


def ndtri(p: ArrayLike) -> Array:
    """Return the value that a standard normal one is at most with probability `p`, of any shape."""
    from scipy import special

    return np.asarray(special.ndtri(p))
