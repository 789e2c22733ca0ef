"""Level uncertainty: how probable each level is by the tags' size, and how far off the thing would be there."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.errors import CalibrationError
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
_PROBABLE = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A level that was tried: its name, the fit there, and what contradicts it (`cost`, in chi-square).

    `off_edge` is the part of the cost that is due to the centre lying outside the level's outline. `hidden`: the level
    is terrain that is not seen. Raises `CalibrationError` for a cost that is not finite: compared with others it would
    pass for no doubt.
    """

    cost: float
    level: str
    fit: Fit
    hidden: bool = False
    off_edge: float = 0.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.cost) and math.isfinite(self.off_edge)):
            raise CalibrationError(
                f"level {self.level!r}: the misfit of the tags there is {self.cost!r}; expected a finite number: "
                "check the rig and the catalogue's heights, or register the board again"
            )

    @property
    def doubted(self) -> float:
        """The cost as a rival of the level that is believed."""
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


def with_doubt(fit: Fit, trials: Sequence[Trial], raised: Callable[[Fit], Fit]) -> Fit:
    """Return a fit whose covariance and `levels` include the other levels that the thing may stand on.

    `trials` begin with the fit's own level. Levels are as probable as their costs say. One more is that the thing is
    held where its tags look: `raised` returns the fit at that height, given the fit on a level.
    """
    own = trials[0]
    others = [(max(trial.doubted, own.cost), trial.fit) for trial in trials[1:]]
    held = own.cost - own.off_edge - (own.fit.raise_mm / own.fit.raise_sigma_mm) ** 2 + LIFTED_COST
    held_at = raised(own.fit) if (own.cost - held) / 2 > math.log(_PROBABLE) else None
    if held_at is not None:
        others.append((held, held_at))
    doubt = np.zeros((4, 4))
    levels: list[tuple[float, Array]] = []
    for p, (_, other) in zip(_shares(own.cost, [cost for cost, _ in others]), others, strict=True):
        if p > _PROBABLE:
            away = _apart(other, own.fit)
            doubt += p * np.outer(away, away)
            if abs(away[2]) > _SAME_MM:
                levels.append((p, away))
            if other is held_at:
                doubt += p * _spread_held(other, away)
    return replace(fit, covariance=fit.covariance + doubt, levels=tuple(levels))


def _spread_held(held: Fit, away: Array) -> Array:
    """Return the covariance of a thing that is held: nearer to the camera, at a height that only its tags say."""
    along = away / away[2] if abs(away[2]) > _SAME_MM else np.zeros(4)
    return held.covariance + np.outer(along, along) * held.raise_sigma_mm**2


def _shares(own: float, others: Sequence[float]) -> list[float]:
    """Return the probability of each of the others, in the log domain: costs may differ by any amount."""
    logs = -np.array([own, *others]) / 2
    weights = np.exp(logs - logs.max())
    return [float(p) for p in weights[1:] / weights.sum()]


def _apart(one: Fit, other: Fit) -> Array:
    turn = (one.pose.angle - other.pose.angle + np.pi) % (2 * np.pi) - np.pi
    return np.array([one.pose.x - other.pose.x, one.pose.y - other.pose.y, one.pose.z - other.pose.z, turn])
