"""Objectives of 2021: contested near their centre, or near the apparatus that represents one (rules L21-02, K21-06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from shapely.geometry import Point

from geometry.limits import Limit
from geometry.position_errors import Measured, measured_limit
from geometry.table import Marker, Operative
from geometry.terrain import Part
from messages.message import Message
from referee.editions.kt21.options import APPARATUS_REACH, BY_CENTRE, BY_EDGE, TOKENS
from referee.rules.ports.edition import note
from referee.rules.ports.killzone import Spacing, Straight
from referee.rules.ports.markers import ContestedFromNearby
from referee.rules.position import Position, circles_farther_than
from referee.rules.ruling import Measurement, RuleId, Ruling

REACH = 2.0
APPARATUS = "ancient apparatus"
POINT = 1e-9
OF_CENTRE: RuleId = "L21-02"
OF_APPARATUS: RuleId = "K21-06"


@dataclass(frozen=True, slots=True)
class ObjectivesByCentre(ContestedFromNearby):
    """An objective is contested by operatives within 2" of its centre, regardless of visibility.

    If it is an ancient apparatus, or is on one, it is contested by operatives near that (rule K21-06): within
    `apparatus_reach` inches, as read. `tokens` is the reading of how tokens are measured.
    """

    spacing: Spacing = field(default_factory=Straight)
    tokens: str = BY_EDGE
    apparatus_reach: str = "1"

    def measured_as(self, marker: Marker) -> tuple[Marker, tuple[Message, ...]]:
        """Return the marker, or its centre by that reading of the rule on tokens (D21-08)."""
        centre = self.tokens == BY_CENTRE
        return replace(marker, diameter=POINT) if centre else marker, (note(TOKENS, self.tokens),)

    def rule(self, position: Position, marker: str) -> RuleId:
        """Return rule L21-02, or K21-06 if an apparatus represents the objective."""
        return OF_APPARATUS if any(True for _ in apparatus_under(position, marker)) else OF_CENTRE

    def limit(self, position: Position, operative: str, marker: str) -> Limit:
        """Return the limit that the operative is near enough to an uncarried objective."""
        who, what = position.table.operative(operative), position.marker(marker)
        parts = tuple(apparatus_under(position, marker))
        if parts:
            near = min(parts, key=lambda part: self.spacing.gap_to_part(position, who.base, part))
            return measured_limit((who,), (near,), position.table.common, self._to_part(position))
        return self.spacing.reach_limit(position, who, replace(what, diameter=POINT), REACH)

    def may_contest(self, position: Position, operative: Operative, marker: Marker, *, spread: float = 0.0) -> bool:
        """Return True for operatives near its centre in a straight line, and for all if it may be an apparatus."""
        within = not circles_farther_than(operative.base, replace(marker, diameter=POINT).base, REACH + spread)
        return within or any(True for _ in apparatus_under(position, marker.id))

    def near(self, position: Position, operative: str, marker: str, *, limit: Limit | None = None) -> Ruling:
        """Return whether the operative contests an uncarried objective; `limit` if it is known."""
        claim = Message.of("control-claim-contests", operative=operative, marker=marker)
        parts, limit = tuple(apparatus_under(position, marker)), limit or self.limit(position, operative, marker)
        if parts:
            reach = float(self.apparatus_reach)
            away = reach - limit.margin
            means = Message.of("control-apparatus-near", operative=operative, feature=parts[0].feature)
            finding = Measurement.at_most(OF_APPARATUS, means, away, reach, sigma=limit.sigma)
            return Ruling.of(claim, finding, notes=(note(APPARATUS_REACH, self.apparatus_reach),))
        distance = REACH - limit.margin
        means = Message.of("control-objective-near", operative=operative, marker=marker)
        return Ruling.of(claim, Measurement.at_most(OF_CENTRE, means, distance, REACH, sigma=limit.sigma))

    def _to_part(self, position: Position) -> Measured:
        return lambda bases, parts: float(self.apparatus_reach) - self.spacing.gap_to_part(position, bases[0], parts[0])


def apparatus_under(position: Position, marker: str) -> Iterator[Part]:
    """Yield the parts of the ancient apparatus that a marker is on; none otherwise."""
    what = position.marker(marker).placement
    parts = [part for part in position.table.terrain if part.role == APPARATUS]
    under = {part.feature for part in parts if part.polygon.intersects(Point(what.x, what.y))}
    yield from (part for part in parts if part.feature in under)
