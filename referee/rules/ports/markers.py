"""Contest and control of markers, with probabilities."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from geometry.base import MM_PER_INCH
from geometry.limits import DRAWS, Limit, correlations, sobol_normals, z_score
from geometry.table import Marker, Operative
from messages.message import Message
from referee.rules.position import FAR_SIGMAS, Position, spread_of_rim
from referee.rules.ruling import Fact, Finding, RuleId, Ruling, Threshold, Verdict

SETTLED = 1e-4
"""Probability below which an operative certainly does not contest, and above one minus which it certainly does."""


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """Whether one operative contests a marker, with the limit that it is near enough."""

    ruling: Ruling
    near: Limit

    @property
    def doubtful(self) -> bool:
        """Whether errors can change the result."""
        return SETTLED < self.ruling.p_yes < 1 - SETTLED


def chance(contests: Mapping[str, Contest], wanted: Callable[[frozenset[str]], bool]) -> float:
    """Return the probability that the set of contesting operatives satisfies `wanted`.

    One uncertain operative: its own probability. Several: by draws that respect the correlations of their limits, since
    an error of the marker moves it towards some operatives and away from others.
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
    scores = np.array([z_score(contests[name].ruling.p_yes) for name in names])
    held = sobol_normals(DRAWS, len(names)) @ spread.T + scores >= 0
    patterns, counts = np.unique(held @ (1 << np.arange(len(names))), return_counts=True)
    found = [wanted(sure | {name for row, name in enumerate(names) if pattern >> row & 1}) for pattern in patterns]
    return float(np.dot(found, counts) / DRAWS)


OBJECTIVE = "objective"
OBJECTIVE_MM, MARKER_MM = 40.0, 20.0
"""Diameters of an objective marker and of all others, in millimetres (rule L24-01)."""


def across_mm(kind: str) -> float:
    """Return the diameter of a marker of that kind, in millimetres (rule L24-01)."""
    return OBJECTIVE_MM if kind == OBJECTIVE else MARKER_MM


def across(kind: str) -> float:
    """Return the diameter of a marker of that kind, in inches (rule L24-01)."""
    return across_mm(kind) / MM_PER_INCH


@dataclass(frozen=True, slots=True)
class MarkerControl:
    """Control of a marker: the contesting operatives, their total APL by player, and the controlling player.

    `controller` is None for a tie, or if nobody is near.
    """

    contesting: tuple[str, ...]
    apl: Mapping[str, int]
    controller: str | None


def control_by_apl(position: Position, contesting: Iterable[str]) -> MarkerControl:
    """Return control by the strictly greater total APL of the contesting operatives (rules L24-02, L21-02)."""
    near = tuple(sorted(contesting))
    totals = {operative.player: 0 for operative in position.table.operatives.values()}
    for name in near:
        totals[position.table.operative(name).player] += position.status[name].apl
    most = max(totals.values(), default=0)
    leaders = [player for player, apl in totals.items() if apl == most]
    return MarkerControl(near, totals, leaders[0] if most > 0 and len(leaders) == 1 else None)


def control_by_carrier(position: Position, carrier: str) -> MarkerControl:
    """Return control of a carried marker: only its carrier contests and controls it (rules L24-03, L21-02).

    After its carrier is incapacitated nobody controls it until it is laid down.
    """
    if carrier not in position.table.operatives:
        return MarkerControl((), {}, None)
    player = position.table.operative(carrier).player
    return MarkerControl((carrier,), {player: position.status[carrier].apl}, player)


class ContestedFromNearby(ABC):
    """Markers port: an uncarried marker is contested by operatives near it, by the edition's distance."""

    __slots__ = ()

    def measured_as(self, marker: Marker) -> tuple[Marker, tuple[Message, ...]]:
        """Return the marker as distances for laying it down are measured to it, with the reading taken: to its edge."""
        return marker, ()

    @abstractmethod
    def rule(self, position: Position, marker: str) -> RuleId:
        """Return the rule by which an uncarried marker is contested."""

    @abstractmethod
    def limit(self, position: Position, operative: str, marker: str) -> Limit:
        """Return the limit that the operative is near enough to an uncarried marker, regardless of visibility."""

    @abstractmethod
    def may_contest(self, position: Position, operative: Operative, marker: Marker, *, spread: float = 0.0) -> bool:
        """Return whether it may be near enough to a marker, by the best estimate; True is not conclusive.

        With `spread`, whether it may be if both are nearer by this many inches.
        """

    @abstractmethod
    def near(self, position: Position, operative: str, marker: str, *, limit: Limit | None = None) -> Ruling:
        """Return whether the operative contests an uncarried marker; `limit` is the result of `limit`."""

    def control(self, position: Position, marker: str) -> MarkerControl:
        """Return the contesting operatives and the controlling player."""
        what = position.marker(marker)
        if what.carried_by is not None:
            return control_by_carrier(position, what.carried_by)
        close = (name for name, one in position.table.operatives.items() if self.may_contest(position, one, what))
        return control_by_apl(position, (name for name in close if self.near(position, name, marker).holds))

    def _surely_away(self, position: Position, operative: Operative, marker: Marker) -> bool:
        """Return whether the operative certainly does not contest the marker; False is not conclusive."""
        spread = FAR_SIGMAS * math.hypot(spread_of_rim(operative), spread_of_rim(marker))
        return not self.may_contest(position, operative, marker, spread=spread)

    def in_doubt(self, position: Position, marker: str, threshold: Threshold) -> bool:
        """Return whether control of the marker is too close to call."""
        players = {operative.player for operative in position.table.operatives.values()}
        found = (self.controlled(position, marker, "", player=player).p_yes for player in sorted(players))
        return any(threshold.call(p_yes) is Verdict.TOO_CLOSE for p_yes in found)

    def controlled(
        self, position: Position, marker: str, rule: RuleId, *, player: str, by: str | None = None
    ) -> Finding:
        """Return whether a player controls the marker; with `by` also whether that operative contests it itself."""
        means = Message.of("control-marker", by=by or player, marker=marker)

        def wanted(found: MarkerControl) -> bool:
            return found.controller == player and (by is None or by in found.contesting)

        what = position.marker(marker)
        if what.carried_by is not None:
            return Fact.declared(rule, wanted(self.control(position, marker)), means)
        limits = {
            name: self.limit(position, name, marker)
            for name, one in position.table.operatives.items()
            if not self._surely_away(position, one, what)
        }
        contests = {
            name: Contest(self.near(position, name, marker, limit=limit), limit) for name, limit in limits.items()
        }
        doubtful = [one.near.sigma for one in contests.values() if one.doubtful]
        p = chance(contests, lambda there: wanted(control_by_apl(position, there)))
        holds = p >= 0.5
        if not doubtful:
            return Fact.declared(rule, holds, means)
        return Fact.seen(rule, holds, means, p, max(doubtful))
