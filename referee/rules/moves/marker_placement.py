"""Where a marker that was carried may be laid down (rules D24-11, D24-12, D21-08; A24-13, N21-01)."""

from __future__ import annotations

from geometry.position_errors import gap_limit
from geometry.table import Marker, Operative
from referee.rules.edition import Edition
from referee.rules.measuring import gap_finding
from referee.rules.moves.support import may_lie
from referee.rules.position import Position
from referee.rules.ruling import RuleId, Ruling, Tested
from referee.rules.sight.control_range import sight_finding
from referee.rules.sight.doubtful_sight import outlook

PLACE_MARKER = "Place Marker"
"""The action that puts down what its operative carries (rule D24-11)."""

LAYING_REACH = 1.0


def may_lay(edition: Edition, position: Position, rule: RuleId, carrier: Operative, marker: Marker) -> Ruling:
    """Return whether the marker lies where one can, within an inch of who carried it, seen by it; `rule` asks for that.

    The carrier need not be in the position: who is incapacitated lays down what it carries, too.
    """
    common = position.table.common
    near = gap_limit(carrier, marker, LAYING_REACH, common)
    look = outlook(((carrier, marker),), edition.engagement.sight_blockers(position), common)
    (seen,) = look.seen()
    p = float(seen.visible) if look.sure(seen.visible) else look.share()
    away = gap_finding(
        rule,
        f"{marker.id} lies within an inch of {carrier.id}",
        carrier,
        marker,
        LAYING_REACH,
        otherwise=f"{marker.id} lies {{gap}} from {carrier.id}, more than an inch",
        sigma=near.sigma,
    )
    return Ruling.joint(
        f"{carrier.id} may lay {marker.id} there",
        (
            Tested(away, (near,)),
            Tested(sight_finding(rule, (seen,), (carrier.id, marker.id), p=p, sigma=look.sigma)),
            *may_lie(position, marker, edition.set_up.board_rule, edition.set_up.placement_rule),
        ),
    )
