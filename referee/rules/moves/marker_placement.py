"""Where a marker that was carried may be laid down (rules D24-11, D24-12, D21-08; A24-13, N21-01)."""

from __future__ import annotations

from geometry.sight import eye_of, sight_to_disc
from geometry.table import Marker, Operative
from referee.rules.edition import Edition
from referee.rules.measuring import gap_finding
from referee.rules.moves.support import may_lie
from referee.rules.position import Position
from referee.rules.ruling import RuleId, Ruling
from referee.rules.sight.control_range import sight_finding

LAYING_REACH = 1.0


def may_lay(edition: Edition, position: Position, rule: RuleId, carrier: Operative, marker: Marker) -> Ruling:
    """Return whether the marker lies where one can, within an inch of who carried it, seen by it; `rule` asks for that.

    The carrier need not be in the position: who is incapacitated lays down what it carries, too.
    """
    eye = eye_of(carrier.base, carrier.head)
    seen = sight_to_disc(eye, marker.base, edition.engagement.sight_blockers(position))
    return Ruling.of(
        f"{carrier.id} may lay {marker.id} there",
        gap_finding(
            rule,
            f"{marker.id} lies within an inch of {carrier.id}",
            carrier,
            marker,
            LAYING_REACH,
            otherwise=f"{marker.id} lies {{gap}} from {carrier.id}, more than an inch",
        ),
        sight_finding(rule, (seen,), (carrier.id, marker.id)),
        *may_lie(position, marker, edition.set_up.board_rule, edition.set_up.placement_rule),
    )
