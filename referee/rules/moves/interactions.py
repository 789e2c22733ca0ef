"""Actions on objects within reach: fighting through openings, operating hatches, laying markers down."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from shapely import Polygon

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import Limit, prob_all
from geometry.measure import gap_to_part, gap_to_part_horizontal, within
from geometry.position_errors import gap_limit, measured_limit
from geometry.table import Marker, Operative
from geometry.terrain import Part
from messages.message import Message
from referee.rules.findings import CONTACT, contact_tolerance, gap_finding
from referee.rules.judgement import Attempt
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding, FindingWithLimits, Measurement, RuleId, Ruling
from referee.rules.sight.visibility import sight_finding, sight_probability
from referee.rules.support import may_lie

Reached = Callable[[Position, Operative, Part], Limit]
"""Limit that an operative reaches an access point, by the edition's rule; it never holds if the part is out of reach.
"""

REACH = 2.0
RIM = 64
HATCH_REACH = 1.0
POINT = 1e-9


def openings(position: Position, role: str, *, state: str | None = None) -> tuple[Part, ...]:
    """Return the terrain parts with this role and, if given, this state."""
    return tuple(
        part
        for part in position.table.terrain
        if part.role == role and (state is None or (part.state or "closed") == state)
    )


def across(a: Base, b: Base, part: Part) -> float:
    """Return how far the second base's centre is beyond an opening, seen from the first; negative on the same side.

    The sides are those of the line along the longer edge of the part's smallest enclosing rectangle. The position along
    that line does not matter: an enemy beside the opening is also on the other side.
    """
    corners = np.asarray(part.polygon.minimum_rotated_rectangle.exterior.coords)[:4]
    edges = np.roll(corners, -1, axis=0) - corners
    along = edges[int(np.argmax(np.hypot(*edges.T)))]
    normal = np.array([-along[1], along[0]])
    middle = corners.mean(axis=0)
    length = math.hypot(*normal)
    side_a = float(normal @ (np.array([a.x, a.y]) - middle)) / length
    side_b = float(normal @ (np.array([b.x, b.y]) - middle)) / length
    return -math.copysign(side_b, side_a * side_b) if side_a else -math.inf


def fight_through(
    position: Position, by: str, target: str | None, doors: Iterable[Part], rule: RuleId, *, floor: bool
) -> Iterable[Finding]:
    """Yield whether the operative touches an opening, with the target within 2" of it on the other side.

    Without a target only the contact is tested. `floor` requires the enemy to be on the killzone floor.
    """
    operative = position.table.operative(by)
    base = operative.base
    doors = [part for part in doors if part.bottom <= base.z < part.top]
    if not doors:
        yield Fact.declared(rule, False, Message.of("opening-open", operative=by))
        return
    nearest = min((gap_to_part_horizontal(base, part) for part in doors), default=math.inf)
    touched = [part for part in doors if gap_to_part_horizontal(base, part) <= nearest + EXACT_TOLERANCE]
    slack = contact_tolerance(operative, *touched)
    near = [reach_limit(position, operative, part, slack, gap_to_part_horizontal) for part in touched]
    sigma = max((limit.sigma for limit in near), default=0.0)
    yield Measurement.at_most(rule, Message.of("opening-touched", operative=by), nearest, slack, sigma=sigma)
    if target is None:
        return
    enemy = position.table.operative(target)
    beyond = [part for part in touched if across(base, enemy.base, part) > 0]
    yield _on_the_other_side(position, operative, enemy, touched, rule)
    reach = [reach_limit(position, enemy, part, REACH, gap_to_part) for part in beyond]
    far = min((gap_to_part(enemy.base, part) for part in beyond), default=math.inf)
    sigma = max((limit.sigma for limit in reach), default=0.0)
    yield Measurement.at_most(rule, Message.of("opening-near", target=target), far, REACH, sigma=sigma)
    if floor:
        yield Measurement.at_most(rule, Message.of("opening-on-floor", target=target), enemy.base.z, 0.0)


def operate_hatch(position: Position, by: str, hatch: str | None, rule: RuleId, reached: Reached) -> Iterable[Finding]:
    """Yield whether a hatch (any, if none is named) is within reach, empty, and not controlled by an enemy.

    `reached` is the limit for both friends and enemies. An operative in an opening keeps it open, although no rule
    requires it: a leaf cannot close on a model.
    """
    own = position.table.operative(by)
    known = [part for part in openings(position, "access_point") if hatch in (None, part.id)]
    found = [_Hatch.of(position, own, part, reached) for part in known]
    best = max(found, key=lambda one: one.rank, default=None)
    near = Message.of("hatch-near", operative=by)
    if best is None:
        yield Fact.declared(rule, False, near)
        return
    yield _finding(rule, (best.near,), _holds(best.near), near)
    yield _finding(rule, best.clear, not best.held, Message.of("hatch-not-held"))
    if best.inside:
        yield Fact.declared(rule, False, Message.of("hatch-empty", inside=best.inside, hatch=best.part.id))


@dataclass(frozen=True, slots=True)
class _Hatch:
    """A hatch that may be operated: `near` enough, `clear` of each enemy; `inside` are the operatives in it."""

    part: Part
    near: Limit
    clear: tuple[Limit, ...]
    held: bool
    inside: tuple[str, ...]

    @classmethod
    def of(cls, position: Position, own: Operative, part: Part, reached: Reached) -> _Hatch:
        """Return the state of a hatch for the operative that wants to operate it."""
        is_open = (part.state or "closed") == "open"
        holding = [reached(position, enemy, part) for enemy in position.enemies_of(own.id) if is_open]
        held, clear = any(map(_holds, holding)), tuple(one.opposite for one in holding)
        inside = tuple(one.id for one in position.table.operatives.values() if is_open and _stands_in(one.base, part))
        return cls(part, reached(position, own, part), clear, held, inside)

    @property
    def rank(self) -> tuple[bool, float, float]:
        """Sort key for choosing an unnamed hatch: those within reach first, best one that may be operated."""
        near = self.near.p
        held = self.held and not any(one.doubtful for one in self.clear)
        return near >= 0.5, near * prob_all(self.clear) * (not held and not self.inside), near


def _holds(limit: Limit) -> bool:
    return limit.margin >= -EXACT_TOLERANCE


def _finding(rule: RuleId, limits: Sequence[Limit], holds: bool, reason: Message) -> Finding:
    """Return whether all limits hold, by the best estimate; a fact if no error can change it."""
    doubtful = [limit for limit in limits if limit.doubtful]
    if not doubtful:
        return Fact.declared(rule, holds, reason)
    sigma = max(limit.sigma for limit in doubtful)
    return Fact.seen(rule, holds, reason, prob_all(limits), sigma)


def _on_the_other_side(
    position: Position, one: Operative, other: Operative, doors: Sequence[Part], rule: RuleId
) -> Finding:
    sides = [
        measured_limit(
            (one, other), (part,), position.table.common, lambda bases, parts: across(bases[0], bases[1], parts[0])
        )
        for part in doors
    ]
    best = max(sides, key=lambda limit: limit.margin, default=Limit(-math.inf))
    return _finding(rule, (best,), best.margin > 0, Message.of("opening-beyond", target=other.id))


def reach_limit(
    position: Position, operative: Operative, part: Part, reach: float, apart: Callable[[Base, Part], float]
) -> Limit:
    """Return the limit that an operative's base is within `reach` inches of a part, measured by `apart`."""

    def inside(bases: Sequence[Base], parts: Sequence[Part]) -> float:
        return reach - apart(bases[0], parts[0])

    return measured_limit((operative,), (part,), position.table.common, inside)


def _stands_in(base: Base, opening: Part) -> bool:
    """Return whether a base is in an opening by more than the contact tolerance."""
    if not opening.bottom <= base.z < opening.top:
        return False
    rim = Polygon(ellipse.rim(base, np.linspace(0, 2 * math.pi, RIM, endpoint=False)))
    return bool(rim.buffer(-CONTACT).intersects(opening.polygon))


OPERATE_HATCH = "Operate Hatch"


def hatchway_fight(rule: RuleId) -> ActionSpec:
    """Return the row of Hatchway Fight: through an open hatchway that the base touches."""

    def through(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        hatchways = openings(position, "access_point", state="open")
        return fight_through(position, attempt.by, attempt.target, hatchways, rule, floor=False)

    return ActionSpec("Hatchway Fight", rule, 1, treated_as="Fight", engaged=False, conditions=(through,))


def operating_hatch(rule: RuleId, reached: Reached, *moves: str) -> ActionSpec:
    """Return the row of Operate Hatch, which may be performed during these moves.

    `reached` is the limit that an operative, friend or enemy, reaches a hatch.
    """

    def near(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        return operate_hatch(position, attempt.by, attempt.target, rule, reached)

    return ActionSpec(OPERATE_HATCH, rule, 1, engaged=False, within=frozenset(moves), conditions=(near,))


PLACE_MARKER = "Place Marker"
"""Action that puts down the operative's marker (rule D24-11)."""

LAYING_REACH = 1.0


def may_lay(edition: Edition, position: Position, rule: RuleId, carrier: Operative, marker: Marker) -> Ruling:
    """Return whether the marker is in a permitted position, within an inch of its carrier and visible to it (`rule`).

    The carrier need not be in the position: an incapacitated operative also lays down its marker.
    """
    common = position.table.common
    aim, readings = edition.markers.measured_as(marker)
    near = gap_limit(carrier, aim, LAYING_REACH, common)
    if within(carrier.base, marker.base, LAYING_REACH) is within(carrier.base, _middle(marker), LAYING_REACH):
        readings = ()
    look = sight_probability(((carrier, marker),), edition.engagement.sight_blockers(position), common)
    (seen,) = look.seen()
    p = float(seen.visible) if look.sure(seen.visible) else look.share()
    away = gap_finding(
        rule,
        Message.of("marker-near-carrier", marker=marker.id, carrier=carrier.id, readings=list(readings)),
        carrier,
        aim,
        LAYING_REACH,
        sigma=near.sigma,
    )
    return Ruling.joint(
        Message.of("marker-claim-place", carrier=carrier.id, marker=marker.id),
        (
            FindingWithLimits(away, (near,)),
            *map(FindingWithLimits, edition.spacing.also(position, carrier.base, aim.base, LAYING_REACH)),
            FindingWithLimits(sight_finding(rule, (seen,), (carrier.id, marker.id), p=p, sigma=look.sigma)),
            *may_lie(position, marker, edition.set_up.board_rule, edition.set_up.placement_rule),
        ),
        position.table,
        readings,
    )


def _middle(marker: Marker) -> Base:
    """Return the centre of a marker as a base."""
    return replace(marker, diameter=POINT).base
