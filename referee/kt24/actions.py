"""The 2024 action table (rules D24-01 to D24-16, J24-02, J24-09, J24-11, J24-13)."""

from __future__ import annotations

import math
from collections.abc import Iterable

from geometry.measure import gap_to_part
from geometry.sight import eye_of, sight_to_disc, sight_to_part
from geometry.table import Marker
from referee.kt24.smoke import MARKER_DIAMETER, SMOKE
from referee.kt24.vantage import vantage_features
from referee.rules.actions import move, table_of
from referee.rules.attempt import Attempt
from referee.rules.blockers import opaque
from referee.rules.edition import ActionSpec, Edition
from referee.rules.heavy import Heavy
from referee.rules.measuring import gap_finding
from referee.rules.position import Position
from referee.rules.reach import sight_finding
from referee.rules.ruling import Finding, Ruling

STUN_THROW = 6.0
SMOKE_THROW = 6.0
HEAVY = Heavy("G24-07", frozenset({"Reposition", "Dash", "Fall Back", "Charge", "Move With Barricade"}))


def _carries(position: Position, attempt: Attempt) -> bool:
    if attempt.carrying is not None:
        return attempt.carrying
    return position.status[attempt.by].carrying is not None


def may_lift(edition: Edition, position: Position, by: str, marker: str) -> Ruling:
    """Return whether the operative itself controls the marker and a rule lets it be picked up (rule D24-10)."""
    control = edition.markers.control(position, marker)
    own = position.table.operative(by).player
    return Ruling.of(
        f"{by} may pick up {marker}",
        Finding.fact("D24-10", by in control.contesting and control.controller == own, f"{by} controls {marker}"),
        Finding.fact("D24-10", marker not in position.not_liftable, f"a rule allows {marker} to be picked up"),
        Finding.fact("L24-03", position.marker(marker).carried_by is None, f"nobody carries {marker}"),
    )


def picks_up(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether it carries nothing yet, and may lift the marker named, or some marker that there is."""
    yield Finding.fact("D24-10", not _carries(position, attempt), "it carries no marker yet")
    if attempt.target is not None:
        yield from may_lift(edition, position, attempt.by, attempt.target).findings
        return
    loose = [name for name, marker in position.table.markers.items() if marker.carried_by is None]
    if loose:
        liftable = any(may_lift(edition, position, attempt.by, name).holds for name in loose)
        yield Finding.fact("D24-10", liftable, "it controls a marker that may be picked up")


def places(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether it carries a marker that it has not picked up in this activation (rule D24-11)."""
    yield Finding.fact("D24-11", _carries(position, attempt), "it carries a marker")
    fresh = "Pick Up Marker" in attempt.performed
    yield Finding.fact("D24-11", not fresh, "the marker was not picked up in this activation")


def behind_barricade(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the operative is connected to a portable barricade (rule J24-09)."""
    operative = position.table.operative(attempt.by)
    shields = [part for part in position.table.terrain if part.has("Portable")]
    nearest = min((gap_to_part(operative.base, part) for part in shields), default=math.inf)
    means = f"{attempt.by} is connected to a portable barricade"
    yield Finding.at_most("J24-09", means, nearest, 0.0, sigma=operative.placement.sigma)


def in_a_throws_reach(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the operative that a stun grenade is thrown at is an enemy, near enough and seen (rule J24-13)."""
    target = position.table.operatives.get(attempt.target or "")
    if target is None:
        return
    thrower = position.table.operative(attempt.by)
    yield Finding.fact("J24-13", target.player != thrower.player, f"{target.id} is an enemy")
    yield gap_finding("J24-13", f"{target.id} within a throw", thrower, target, STUN_THROW)
    yield from edition.sight.visible(position, attempt.by, target.id).findings


def in_a_smokes_reach(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the smoke lies on the killzone, near enough and seen (rules A24-13, J24-11).

    Smoke that lies on Vantage terrain need not be seen itself where some part of that terrain's feature is.
    """
    if attempt.lays is None:
        return
    thrower, table = position.table.operative(attempt.by), position.table
    smoke = Marker(attempt.lays.thing, SMOKE, MARKER_DIAMETER, attempt.lays)
    on_board = 0 <= smoke.placement.x <= table.board.width and 0 <= smoke.placement.y <= table.board.depth
    yield Finding.fact("A24-13", on_board, "smoke must lie on the killzone")
    yield gap_finding("J24-11", 'smoke must lie within 6" of who throws it', thrower, smoke, SMOKE_THROW)
    eye, blockers = eye_of(thrower.base, thrower.head), opaque(table.terrain)
    sights = [sight_to_disc(eye, smoke.base, blockers)]
    if not sights[0].visible:
        features = vantage_features(position, smoke)
        sights += [sight_to_part(eye, part, blockers) for part in table.terrain if part.feature in features]
    yield sight_finding("J24-11", tuple(sights), (attempt.by, smoke.id))


ACTIONS = table_of(
    move(HEAVY, "Reposition", "D24-03", "Fall Back", "Charge"),
    move(HEAVY, "Dash", "D24-05", "Charge"),
    move(HEAVY, "Fall Back", "D24-06", "Reposition", "Charge", cost_ap=2, engaged=True),
    move(HEAVY, "Charge", "D24-08", "Reposition", "Dash", "Fall Back", conceal=False),
    ActionSpec("Pick Up Marker", "D24-10", 1, engaged=False, conditions=(picks_up,)),
    ActionSpec("Place Marker", "D24-11", 1, conditions=(places,)),
    ActionSpec("Shoot", "D24-13", 1, conceal=False, engaged=False, silent="silent", conditions=(HEAVY.not_moved,)),
    ActionSpec("Fight", "D24-14", 1, engaged=True),
    ActionSpec("Ammo Resupply", "J24-02", 0, engaged=False),
    ActionSpec("Smoke Grenade", "J24-11", 1, engaged=False, lays=SMOKE, conditions=(in_a_smokes_reach,)),
    ActionSpec("Stun Grenade", "J24-13", 1, engaged=False, conditions=(in_a_throws_reach,)),
    ActionSpec(
        "Move With Barricade",
        "J24-09",
        1,
        bars=frozenset({"Fall Back", "Charge"}),
        treated_as="Reposition",
        engaged=False,
        conditions=(HEAVY.not_used, behind_barricade),
    ),
)
