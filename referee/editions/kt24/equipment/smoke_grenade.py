"""Throw, marker, area, what smoke does to Piercing (J24-11, J24-12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from geometry.base import EXACT_TOLERANCE, Base, BaseShape
from geometry.limits import prob_all
from geometry.measure import farthest, gap, wholly_within
from geometry.position_errors import gap_limit, measured_limit
from geometry.table import Marker, Operative
from geometry.terrain import Part
from geometry.visibility.sight import Sight, eye_of, sight_to_disc, sight_to_part
from geometry.witness import Witness
from messages.message import Message
from referee.editions.kt24.equipment.item import EquipmentItem
from referee.game.events import Event, pieces
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.markers import check_marker_placement
from referee.game.intents import Act
from referee.game.state import GameState, MarkerState
from referee.rules.findings import gap_finding
from referee.rules.judgement import UNCAPPED, Attempt, PiercingDoubt
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.ports.markers import across
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding, Ruling
from referee.rules.sight.duel import UNLIKELY, Duel
from referee.rules.sight.visibility import sight_finding, sight_probability
from referee.rules.support import SURFACE_TOLERANCE, may_lie, vantage_features
from referee.rules.terrain_traits import blockers_between, matters

SMOKE = "smoke"
MARKER_DIAMETER = across(SMOKE)
SPREAD = 1.0
SEES_THROUGH = 2.0
POINT = BaseShape(1e-9, 1e-9)


def in_smoke(
    position: Position,
    shooter: Operative,
    target: Operative,
    *,
    only_target: bool = False,
    from_centre: bool = False,
) -> bool:
    """Return whether smoke obscures the target: one of the two is wholly within it, and they are far enough apart.

    Smoke rises from its marker: who stands lower, as under the floor that it lies on, is not in it.
    With `only_target`, whether the target itself is in it: that takes the Piercing rule away. The inch around the
    marker begins at its edge, or with `from_centre` at its centre (an option).
    """
    if gap(shooter.base, target.base) <= SEES_THROUGH + EXACT_TOLERANCE:
        return False
    return any(
        one.base.z >= marker.base.z - SURFACE_TOLERANCE
        and wholly_within(_level(one.base), _middle(marker.base) if from_centre else _level(marker.base), SPREAD)
        for marker in position.table.markers.values()
        if marker.kind == SMOKE
        for one in ((target,) if only_target else (target, shooter))
    )


def smoke_chance(
    position: Position, shooter: Operative, target: Operative, *, from_centre: bool, only_target: bool = False
) -> tuple[float, float]:
    """Return how probable it is that smoke obscures the target, and the standard deviation of what decides it, inches.

    They must be far enough apart, and one of them wholly within one smoke: the errors that these share count once. With
    `only_target`, as in `in_smoke`, the target itself.
    """
    if all(marker.kind != SMOKE for marker in position.table.markers.values()):
        return 0.0, 0.0
    common = position.table.common
    apart = gap_limit(shooter, target, SEES_THROUGH, common).opposite

    def within(bases: Sequence[Base], parts: Sequence[Part]) -> float:
        one, marker = bases
        return SPREAD - farthest(_middle(marker) if from_centre else _level(marker), _level(one))

    inside = [
        measured_limit((one, marker), (), common, within)
        for marker in position.table.markers.values()
        if marker.kind == SMOKE
        for one in ((target,) if only_target else (target, shooter))
        if one.base.z >= marker.base.z - SURFACE_TOLERANCE
    ]
    if not inside:
        return 0.0, 0.0
    p = apart.p - prob_all([apart, *(limit.opposite for limit in inside)])
    return min(max(p, 0.0), 1.0), max(apart.sigma, *(limit.sigma for limit in inside))


def spread(*, from_centre: bool = False) -> float:
    """Return how many inches beyond its marker's edge smoke reaches (rule J24-11)."""
    return SPREAD - MARKER_DIAMETER / 2 if from_centre else SPREAD


def _middle(base: Base) -> Base:
    return Base(POINT, base.x, base.y, 0.0, 0.0)


def _level(base: Base) -> Base:
    shape: BaseShape = base.shape
    return Base(shape, base.x, base.y, 0.0, base.rotation_deg)


SOFTENED, IGNORED = 1, 0
"""The most that is left of Piercing, by the reading that smoke softens it and by the one that it takes it away."""


def piercing_cap(duel: Duel, *, softens: bool, from_centre: bool) -> float | None:
    """Return what smoke leaves of a Piercing weapon by the best estimate; None for any other weapon."""
    if not _pierces(duel):
        return None
    smoked = in_smoke(duel.position, duel.shooter, duel.target, only_target=True, from_centre=from_centre)
    return (SOFTENED if softens else IGNORED) if smoked else UNCAPPED


def piercing_doubt(duel: Duel, *, softens: bool, from_centre: bool) -> PiercingDoubt | None:
    """Return what is in doubt of what smoke leaves of a Piercing weapon; None where nothing is."""
    if not _pierces(duel):
        return None
    where = duel.position, duel.shooter, duel.target
    p, sigma = smoke_chance(*where, from_centre=from_centre, only_target=True)
    if sigma == 0 or not UNLIKELY < p < 1 - UNLIKELY:
        return None
    name, smoked = duel.target.id, in_smoke(*where, only_target=True, from_centre=from_centre)
    means = Message.of("sight-in-smoke", target=name)
    finding = Fact.seen("J24-12", smoked, means, p, sigma, Witness((), (duel.shooter.id, name)))
    ruling = Ruling(Message.of("sight-claim-smoke-piercing", target=name), (finding,), p)
    return PiercingDoubt(ruling, SOFTENED if softens else IGNORED)


def _pierces(duel: Duel) -> bool:
    """Return whether smoke can bear on Piercing: it takes it from a shot at an enemy, not from an own blast."""
    return duel.shooter.player != duel.target.player and any(
        duel.shot.rule(name) is not None for name in ("piercing", "piercing_crits")
    )


SMOKE_THROW = 6.0


def in_a_smokes_reach(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the smoke lies where a marker can, near enough and seen (rules A24-13, J24-11).

    Smoke that lies on Vantage terrain need not be seen itself where some part of that terrain's feature is.
    """
    if attempt.lays is None:
        return
    thrower, table = position.table.operative(attempt.by), position.table
    smoke = Marker(attempt.lays.thing, SMOKE, MARKER_DIAMETER, attempt.lays)
    yield from (one.finding for one in may_lie(position, smoke, "A24-13", "A24-13"))
    yield gap_finding("J24-11", Message.of("item-smoke-throw", thrower=attempt.by), thrower, smoke, SMOKE_THROW)
    sights = [_sight_of_smoke(thrower, smoke, table.terrain)]
    if not sights[0].visible:
        features = vantage_features(position, smoke)
        seen = (part for part in table.terrain if matters(part) and part.feature in features)
        sights += [_sight_of_part(thrower, part, table.terrain) for part in seen]
    blockers = blockers_between(table.terrain, thrower.base, smoke.base)
    look = sight_probability(((thrower, smoke),), blockers, table.common)
    visible = sights[-1].visible
    p = float(visible) if len(sights) > 1 or look.sure(visible) else look.share()
    yield sight_finding("J24-11", tuple(sights), (attempt.by, smoke.id), p=p, sigma=look.sigma)


def _sight_of_smoke(thrower: Operative, smoke: Marker, terrain: Sequence[Part]) -> Sight:
    eye = eye_of(thrower.base, thrower.head)
    return sight_to_disc(eye, smoke.base, blockers_between(terrain, thrower.base, smoke.base))


def _sight_of_part(thrower: Operative, part: Part, terrain: Sequence[Part]) -> Sight:
    return sight_to_part(eye_of(thrower.base, thrower.head), part, blockers_between(terrain, thrower.base, part))


SMOKE_GRENADE_ACTION = ActionSpec(
    "Smoke Grenade", "J24-11", 1, engaged=False, lays=SMOKE, conditions=(in_a_smokes_reach,)
)


@dataclass(frozen=True, slots=True)
class SmokeGrenades(ActionHook):
    """The action sets up a smoke marker under a new name; the judge says whether it may lie there (rule J24-11)."""

    actions: ClassVar[frozenset[str]] = frozenset({SMOKE_GRENADE_ACTION.name})

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the marker has a name of its own and a place."""
        return check_marker_placement(state, act, spec.rule, what="smoke")

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the smoke set up."""
        if act.marker is None:
            return ()
        owner = state.operative(act.operative).player
        smoke = MarkerState(act.marker, SMOKE, MARKER_DIAMETER, act.marker_to, owner=owner)
        return (pieces.MarkerSetUp(marker=smoke),)


SMOKE_GRENADE = EquipmentItem("smoke grenade", "J24-11", actions=(SMOKE_GRENADE_ACTION,), hooks=(SmokeGrenades(),))
"""Brought by a pick of utility grenades."""
