"""What utility grenades are thrown at, 2024: an enemy to stun, a place for smoke (rules J24-11, J24-13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from geometry.table import Marker, Operative
from geometry.terrain import Part
from geometry.visibility.sight import Sight, eye_of, sight_to_disc, sight_to_part
from referee.editions.kt24.sight import blockers_between
from referee.editions.kt24.smoke import MARKER_DIAMETER, SMOKE
from referee.rules.edition import Edition
from referee.rules.judgement import Attempt
from referee.rules.measuring import gap_finding
from referee.rules.moves.support import may_lie, vantage_features
from referee.rules.position import Position
from referee.rules.ruling import Finding
from referee.rules.sight.blockers import matters
from referee.rules.sight.control_range import sight_finding
from referee.rules.sight.doubtful_sight import outlook

STUN_THROW = 6.0
SMOKE_THROW = 6.0


def in_a_throws_reach(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the operative that a stun grenade is thrown at is an enemy, near enough and seen (rule J24-13)."""
    target = position.table.operatives.get(attempt.target or "")
    if target is None:
        return
    thrower = position.table.operative(attempt.by)
    yield Finding.fact(
        "J24-13", target.player != thrower.player, f"{target.id} is an enemy", otherwise=f"{target.id} is no enemy"
    )
    far = f'{target.id} is {{gap}} away, beyond a throw of {STUN_THROW:g}"'
    yield gap_finding("J24-13", f"{target.id} within a throw", thrower, target, STUN_THROW, otherwise=far)
    yield from edition.sight.visible(position, attempt.by, target.id).findings


def in_a_smokes_reach(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the smoke lies where a marker can, near enough and seen (rules A24-13, J24-11).

    Smoke that lies on Vantage terrain need not be seen itself where some part of that terrain's feature is.
    """
    if attempt.lays is None:
        return
    thrower, table = position.table.operative(attempt.by), position.table
    smoke = Marker(attempt.lays.thing, SMOKE, MARKER_DIAMETER, attempt.lays)
    yield from (one.finding for one in may_lie(position, smoke, "A24-13", "A24-13"))
    yield gap_finding("J24-11", 'smoke must lie within 6" of who throws it', thrower, smoke, SMOKE_THROW)
    sights = [_sight_of_smoke(thrower, smoke, table.terrain)]
    if not sights[0].visible:
        features = vantage_features(position, smoke)
        seen = (part for part in table.terrain if matters(part) and part.feature in features)
        sights += [_sight_of_part(thrower, part, table.terrain) for part in seen]
    blockers = blockers_between(table.terrain, thrower.base, smoke.base)
    look = outlook(((thrower, smoke),), blockers, table.common)
    visible = sights[-1].visible
    p = float(visible) if len(sights) > 1 or look.sure(visible) else look.share()
    yield sight_finding("J24-11", tuple(sights), (attempt.by, smoke.id), p=p, sigma=look.sigma)


def _sight_of_smoke(thrower: Operative, smoke: Marker, terrain: Sequence[Part]) -> Sight:
    eye = eye_of(thrower.base, thrower.head)
    return sight_to_disc(eye, smoke.base, blockers_between(terrain, thrower.base, smoke.base))


def _sight_of_part(thrower: Operative, part: Part, terrain: Sequence[Part]) -> Sight:
    return sight_to_part(eye_of(thrower.base, thrower.head), part, blockers_between(terrain, thrower.base, part))
