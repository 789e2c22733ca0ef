"""How sure control of a marker is, given how sure it is of each operative that it stands near enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from geometry.limits import DRAWS, Limit, correlations, normal_draws, score_of
from referee.rules.ruling import Ruling

SETTLED = 1e-4
"""Probability below which an operative is nowhere near, and beyond one less which it surely is."""


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """Whether one operative contests a marker, with the limit that it stands near enough."""

    ruling: Ruling
    near: Limit

    @property
    def doubtful(self) -> bool:
        """Whether the errors can decide it."""
        return SETTLED < self.ruling.p_yes < 1 - SETTLED


def chance(contests: Mapping[str, Contest], wanted: Callable[[frozenset[str]], bool]) -> float:
    """Return how probable it is that those who contest are such as is wanted.

    One in doubt: by its own probability. Several: by draws in which they go together as far as their limits do, as the
    marker's own error moves it towards some and away from others.
    """
    sure = frozenset(name for name, one in contests.items() if not one.doubtful and one.ruling.p_yes > 0.5)
    names = [name for name, one in contests.items() if one.doubtful]
    if not names:
        return float(wanted(sure))
    if len(names) == 1:
        p = contests[names[0]].ruling.p_yes
        return p * wanted(sure | set(names)) + (1 - p) * wanted(sure)
    limits = [contests[name].near for name in names]
    sigmas = np.array([max(limit.sigma, 1e-12) for limit in limits])
    values, vectors = np.linalg.eigh(correlations(limits, sigmas))
    spread = vectors * np.sqrt(np.clip(values, 0.0, None))
    scores = np.array([score_of(contests[name].ruling.p_yes) for name in names])
    held = normal_draws(DRAWS, len(names)) @ spread.T + scores >= 0
    patterns, counts = np.unique(held @ (1 << np.arange(len(names))), return_counts=True)
    found = [wanted(sure | {name for row, name in enumerate(names) if pattern >> row & 1}) for pattern in patterns]
    return float(np.dot(found, counts) / DRAWS)
