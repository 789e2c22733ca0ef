"""What a place owes to its level: how probable each is by the tags' size, and how far off another would put it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.pose_fit import Fit

Array = NDArray[np.float64]

HIDDEN_COST = 6.0
"""What it costs, in chi-square, to think that a thing stands on terrain that is not seen."""

HIDDEN_DOUBT = 3.5
"""The same where another level is believed: nobody knows how many stand there, and too sure is worse than unsure."""

LIFTED_COST = 25.0
"""What it costs to think that a thing stands on nothing that the catalogue knows: a die, a hand, another's base."""

HIDDEN_REACH = 30.0
"""Cost above the best level's, by the tags' size, up to which a hidden surface is tried."""

_SAME_MM = 1.0
_RAISED_MM = 5.0
_PROBABLE = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A level that was tried: what contradicts it, in chi-square, its name, and the fit there; hidden or seen."""

    cost: float
    level: str
    fit: Fit
    hidden: bool = False

    @property
    def doubted(self) -> float:
        """What contradicts it where another level is believed."""
        return self.cost - (HIDDEN_COST - HIDDEN_DOUBT if self.hidden else 0.0)


def hidden_tops(catalogue: Catalogue, seen: Mapping[str, object]) -> dict[str, float]:
    """Return the tops, mm above the floor, of the terrain parts that carry tags but whose piece is not among the seen.

    Of parts equally high one stands for all.
    """
    tops: dict[str, float] = {}
    for parts in catalogue.pieces.values():
        if any(part.tags for part in parts) and not any(part.id in seen for part in parts):
            for part in parts:
                if all(abs(part.z_mm[1] - top) > _SAME_MM for top in tops.values()):
                    tops[part.id] = part.z_mm[1]
    return tops


def worth_a_try(on_floor: Fit, cost: float, tops: Mapping[str, float]) -> dict[str, float]:
    """Return the hidden tops that the tags' size, as it looks from the floor, does not exclude.

    `cost` is that of the best level known.
    """
    free = on_floor.chi2 - (on_floor.raise_mm / on_floor.raise_sigma_mm) ** 2
    return {
        name: top
        for name, top in tops.items()
        if free + ((top - on_floor.raise_mm) / on_floor.raise_sigma_mm) ** 2 + HIDDEN_COST < cost + HIDDEN_REACH
    }


def with_doubt(fit: Fit, trials: Sequence[Trial], raised: Callable[[float], Fit]) -> Fit:
    """Return a fit whose covariance holds what other levels would make of it, and which; `trials` begin with its own.

    Levels are as probable as their costs say; that the thing is lifted to where its tags look is one of them, for
    which `raised` returns the fit at a height.
    """
    own = trials[0]
    others = [(max(trial.doubted, own.cost), trial.fit) for trial in trials[1:]]
    lifted = own.cost - (own.fit.raise_mm / own.fit.raise_sigma_mm) ** 2 + LIFTED_COST
    if abs(own.fit.raise_mm) > _RAISED_MM and np.exp((own.cost - lifted) / 2) > _PROBABLE:
        others.append((lifted, raised(own.fit.pose.z + own.fit.raise_mm)))
    weights = np.exp([(own.cost - cost) / 2 for cost, _ in others])
    doubt = np.zeros((4, 4))
    levels: list[tuple[float, Array]] = []
    for weight, (_, other) in zip(weights / (1 + weights.sum()), others, strict=True):
        if weight > _PROBABLE:
            away = _apart(other, own.fit)
            doubt += weight * np.outer(away, away)
            if abs(away[2]) > _SAME_MM:
                levels.append((float(weight), away))
    return replace(fit, covariance=fit.covariance + doubt, levels=tuple(levels))


def _apart(one: Fit, other: Fit) -> Array:
    turn = (one.pose.angle - other.pose.angle + np.pi) % (2 * np.pi) - np.pi
    return np.array([one.pose.x - other.pose.x, one.pose.y - other.pose.y, one.pose.z - other.pose.z, turn])
