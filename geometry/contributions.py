"""Contributions: how much each cause of error adds to the uncertainty of a limit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from geometry.limits import Limit, Sensitivity, covariance_root, prob_all
from geometry.placement import Placement
from geometry.position_errors import COMMON, cause_of, own_roots, turned
from geometry.table import Table
from geometry.terrain import Part

Array = NDArray[np.float64]

LEAST_SHARE = 1e-9
"""Least share of a limit's variance, or least change of a probability, that counts."""


class Cause(StrEnum):
    """Cause of a position error.

    `PIXEL`: noise of the tags' corners. `LENS`, `BOARD`: error of the calibration. `LEVEL`: height of the surface
    below. `MOUNTING`: where the tag is on its object. `RIM`: the outline of the base. `PATH`: points of a move's path.
    `OTHER`: an error whose causes are not known, such as that of a position entered by hand.
    """

    PIXEL = "pixel"
    LENS = "lens"
    BOARD = "board"
    LEVEL = "level"
    MOUNTING = "mounting"
    RIM = "rim"
    PATH = "path"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Contribution:
    """One cause's part of the uncertainty of a measurement or ruling.

    `thing` is the object or terrain feature whose error it is, empty for an error that all share. `sigma` is the
    standard deviation that it causes, inches. `share` is its share of the variance; if several limits decide, its share
    of the effect on their joint probability. The shares of one ruling add up to 1.
    """

    cause: Cause
    thing: str
    sigma: float
    share: float


Source = tuple[Cause, str]
"""A cause of error, and the object whose error it is."""

ANY: Source = (Cause.OTHER, "")
_OF_PATH = " place "
_SUFFIXES: Mapping[str, Cause] = MappingProxyType({" mount": Cause.MOUNTING, " turn": Cause.PIXEL})


@dataclass(frozen=True, slots=True)
class _Split:
    """Covariance (4, 4) of one object's error, split by cause; `root` (4, n) maps components to errors."""

    root: Array
    parts: Mapping[Source, Array]

    @classmethod
    def of(cls, thing: str, root: Array, covariance: Array, errors: Iterable[tuple[str, Array]]) -> _Split:
        """Return the split of a covariance; what the parts leave over is `OTHER`, what they have too much is scaled."""
        parts = {(Cause(name), thing): part for name, part in errors}
        rest = covariance - sum(parts.values(), np.zeros((4, 4)))
        level = (Cause.LEVEL, thing)
        if np.trace(rest) < 0 and level in parts:
            parts[level] = parts[level] + rest
        elif np.trace(rest) > LEAST_SHARE * np.trace(covariance):
            parts[(Cause.OTHER, thing)] = rest
        return cls(root, parts)

    def variances(self, pull: Array) -> dict[Source, float]:
        """Return the variance of a margin by cause, given its derivatives by the components; the sum is theirs."""
        gradient = pull @ np.linalg.pinv(self.root)
        found = {source: max(0.0, float(gradient @ part @ gradient)) for source, part in self.parts.items()}
        total, own = sum(found.values()), float(pull @ pull)
        return {source: own * one / total for source, one in found.items()} if total else {}

    def without(self, pull: Array, source: Source) -> Array:
        """Return the derivatives by the components of what is left of the error without one cause."""
        left = sum((part for other, part in self.parts.items() if other != source), np.zeros((4, 4)))
        return np.asarray(pull @ np.linalg.pinv(self.root) @ covariance_root((left + left.T) / 2))


@dataclass(frozen=True, eq=False)
class Sources:
    """The causes behind the names in sensitivities, for the objects of one table."""

    table: Table
    _known: dict[str, _Split | None] = field(default_factory=dict)

    @cached_property
    def _parts(self) -> Mapping[str, Part]:
        return {cause_of(part): part for part in self.table.terrain if not part.exact}

    def split(self, name: str) -> _Split | None:
        """Return the split of the error behind a name; None if it has a single cause."""
        if name not in self._known:
            self._known[name] = self._split(name)
        return self._known[name]

    def _split(self, name: str) -> _Split | None:
        thing = self.table.operatives.get(name) or self.table.markers.get(name)
        if thing is not None:
            common, root = self.table.common, own_roots(thing.placement, self.table.common)
            return _Split.of(name, root, root @ root.T, _own_errors(thing.placement, common))
        part = self._parts.get(name)
        if part is None:
            return None
        return _Split.of(part.feature, covariance_root(part.covariance), part.covariance, part.errors)

    def single(self, name: str) -> Source:
        """Return the only cause behind a name."""
        if name == COMMON:
            return Cause.BOARD, ""
        if _OF_PATH in name:
            return Cause.PATH, name.split(_OF_PATH, maxsplit=1)[0]
        if name == "search":
            return Cause.PATH, ""
        return next(((cause, name.removesuffix(end)) for end, cause in _SUFFIXES.items() if name.endswith(end)), ANY)

    def variances(self, limit: Limit) -> dict[Source, float]:
        """Return the variance of a margin by cause, square inches."""
        found: dict[Source, float] = {}
        for name, pull in limit.sensitivity.items():
            split = self.split(name)
            each = {self.single(name): float(pull @ pull)} if split is None else split.variances(pull)
            for source, variance in each.items():
                found[source] = found.get(source, 0.0) + variance
        return found

    def without(self, limit: Limit, source: Source) -> Limit:
        """Return a limit without the errors of one cause."""
        return Limit(limit.margin, dict(self._remaining(limit.sensitivity, source)))

    def _remaining(self, sensitivity: Sensitivity, source: Source) -> Iterator[tuple[str, Array]]:
        for name, pull in sensitivity.items():
            split = self.split(name)
            if split is None:
                if self.single(name) != source:
                    yield name, pull
            else:
                yield name, split.without(pull, source) if source in split.parts else pull


def _own_errors(placement: Placement, common: Array | None) -> Iterator[tuple[str, Array]]:
    """Yield a placement's errors by cause, without the part that all placements share.

    That part counts as the board's as far as its error goes, and then as the lens's.
    """
    if not placement.errors:
        if placement.mount.any():
            turn, mount = turned(placement.rotation_deg), np.zeros((4, 4))
            mount[:2, :2] = turn @ placement.mount @ turn.T
            yield Cause.MOUNTING, mount
        return
    left = np.zeros((4, 4)) if common is None else common
    for name, part in sorted(placement.errors, key=lambda error: error[0] != Cause.BOARD):
        if name in _CALIBRATION and left.any():
            taken = left * min(1.0, float(np.trace(part) / np.trace(left)))
            left = left - taken
            yield name, part - taken
        else:
            yield name, part


_CALIBRATION = frozenset({Cause.LENS, Cause.BOARD})


def contributions_of(limits: Iterable[Limit], table: Table) -> tuple[Contribution, ...]:
    """Return the causes of the uncertainty whether all limits hold, the largest first; empty if none is uncertain."""
    doubtful = [limit for limit in limits if limit.doubtful]
    if not doubtful:
        return ()
    sources = Sources(table)
    decisive = min(doubtful, key=lambda limit: limit.margin / limit.sigma)
    variances = sources.variances(decisive)
    weights = variances if len(doubtful) == 1 else _effects(doubtful, sources) or variances
    total = sum(weights.values())
    found = [
        Contribution(cause, thing, math.sqrt(variances.get((cause, thing), 0.0)), weight / total)
        for (cause, thing), weight in weights.items()
        if weight > LEAST_SHARE * total
    ]
    kept = sum(one.share for one in found)
    ranked = sorted(found, key=lambda one: (-one.share, one.cause, one.thing))
    return tuple(Contribution(one.cause, one.thing, one.sigma, one.share / kept) for one in ranked)


def _effects(limits: list[Limit], sources: Sources) -> dict[Source, float]:
    """Return by how much the joint probability of limits changes without each cause; empty if it never changes."""
    p = prob_all(limits)
    causes = dict.fromkeys(source for limit in limits for source in sources.variances(limit))
    effects = {source: abs(prob_all([sources.without(limit, source) for limit in limits]) - p) for source in causes}
    return effects if sum(effects.values()) > LEAST_SHARE else {}
